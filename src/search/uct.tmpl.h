/* uct.tmpl.h -- Monte Carlo tree search as first taught: UCT. Each simulation goes
 * down the tree by UCB1 (selection), adds one node (expansion), plays a random game
 * from there (playout) and adds its result to every node on the way (backpropagation).
 * Any number of players, each maximising its own reward; chance nodes draw an outcome.
 * Source: Kocsis & Szepesvari 2006, "Bandit based Monte-Carlo planning"; UCB1: Auer,
 * Cesa-Bianchi & Fischer 2002. Theory: docs/theory/mcts.md
 *
 * Rewards lie in 0..1, as UCB1 wants them. The children of a node are laid out side by
 * side when it is expanded; those not visited yet count as not being there. */
static inline double ZM_FN(reward)(const struct zm_context *cx, const struct zm_game *game,
                                   const struct zm_state *s, int player)
{
    if (game->turn(s) != ZM_OVER)
        return 0.5; /* a playout that had to be cut off */
    const int payoff = game->payoff(s, player);
    if (game->flags & ZM_MARGIN)
        return payoff > 0 ? 1 : payoff < 0 ? 0 : 0.5;
    return 0.5 + 0.5 * payoff / cx->game->max_payoff;
}

/* Lay out the children of node `at`, whose position is s, unless there is no room. */
static inline bool ZM_FN(expand)(struct zm_context *cx, const struct zm_game *game, uint32_t at,
                                 const struct zm_state *s)
{
    struct zm_uct *const tree = cx->uct;
    const int n = game->moves(s, cx->moves);
    if ((uint32_t)n > tree->size - tree->used) {
        tree->full = true;
        return false;
    }
    float *const mean = &tree->score[2 * (size_t)tree->used], *const width = mean + n;
    for (int i = 0; i < n; i++) {
        tree->node[tree->used + (uint32_t)i] =
            (struct zm_uct_node){ .move = cx->moves[i], .parent = at, .turn = ZM_OVER };
        mean[i] = ZM_MEAN_UNKNOWN;
        width[i] = 1;
    }
    tree->node[at].child = tree->used;
    tree->node[at].children = (uint16_t)n;
    tree->used += (uint32_t)n;
    return true;
}

/* UCB1: the child with the highest mean + C sqrt(ln N / n); one not yet tried first. */
static inline uint32_t ZM_FN(select)(struct zm_context *cx, uint32_t at)
{
    const struct zm_uct_node *const node = &cx->uct->node[at];
    const float *const mean = &cx->uct->score[2 * (size_t)node->child];
    const float *const width = mean + node->children;
    const float scale = cx->uct->explore * zm_root_of_log(cx->uct->roots, node->visits);
#ifdef ZM_TRACED
    const struct zm_uct_node *const child = &cx->uct->node[node->child];
    bool known = true;
    for (uint32_t i = 0; known && i < node->children; i++) {
        known = child[i].visits > 0;
        ZM_STEP(cx, .kind = ZM_STEP_CANDIDATE, .index = (int)i, .move = child[i].move,
                .visits = child[i].visits, .value = known ? (double)mean[i] : 0,
                .bonus = known ? (double)(scale * width[i]) : 0);
    }
#endif
    return zm_highest(mean, width, node->children, scale, false);
}

/* A reward for whoever chose to come to this node. */
static inline void ZM_FN(reward_node)(struct zm_uct *tree, uint32_t at, const double reward[])
{
    struct zm_uct_node *const node = &tree->node[at];
    const struct zm_uct_node *const parent = &tree->node[node->parent];
    const int chose = at ? parent->turn : 0;
    node->visits++;
    node->total += reward[chose >= 0 ? chose : 0];
    if (at) {
        float *const mean = &tree->score[2 * (size_t)parent->child + (at - parent->child)];
        const float visits = (float)node->visits;
        mean[0] = (float)node->total / visits;
        mean[parent->children] = 1 / __builtin_sqrtf(visits);
    }
}

ZM_KERNEL void ZM_FN(uct)(struct zm_context *cx, const struct zm_state *root, uint64_t simulations)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_uct *const tree = cx->uct;
    for (; simulations > 0 && !cx->stopped; simulations--) {
        ZM_COPY(s, root);
        uint32_t at = 0;
        ZM_STEP(cx, .kind = ZM_STEP_SIMULATION, .visits = tree->node[0].visits + 1);
        tree->node[0].turn = (int16_t)game->turn(s);
        while (tree->node[at].turn != ZM_OVER) {
            if (tree->node[at].children == 0 && !ZM_FN(expand)(cx, game, at, s))
                break;
            struct zm_uct_node *const node = &tree->node[at];
            uint32_t i;
            if ((game->flags & ZM_HAS_CHANCE) && node->turn == ZM_CHANCE) {
                game->weights(s, cx->weights);
                i = (uint32_t)zm_pick(&cx->seed, cx->weights, node->children);
            } else {
                i = ZM_FN(select)(cx, at);
            }
            at = node->child + i;
            struct zm_uct_node *const child = &tree->node[at];
            game->play(s, child->move);
            cx->nodes++;
            child->turn = (int16_t)game->turn(s);
            ZM_STEP(cx, .kind = child->visits ? ZM_STEP_SELECT : ZM_STEP_EXPAND, .index = (int)i,
                    .move = child->move, .turn = node->turn);
            if (child->visits == 0)
                break;
        }
        cx->nodes += ZM_FN(playout)(cx, s, &cx->seed);
        cx->leaves++;
        if (cx->nodes >= cx->poll_at)
            cx->poll(cx);
        double reward[ZM_MAX_PLAYERS];
        for (int p = 0; p < cx->game->players; p++)
            reward[p] = ZM_FN(reward)(cx, game, s, p);
        ZM_STEP(cx, .kind = ZM_STEP_PLAYOUT, .values = reward);
        for (;; at = tree->node[at].parent) {
            ZM_FN(reward_node)(tree, at, reward);
            ZM_STEP(cx, .kind = ZM_STEP_BACKUP, .move = tree->node[at].move,
                    .visits = tree->node[at].visits,
                    .value = tree->node[at].total / tree->node[at].visits);
            if (at == 0)
                break;
        }
        ZM_DROP_COPY(s);
    }
}
