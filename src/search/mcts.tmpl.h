/* mcts.tmpl.h -- Monte Carlo tree search with everything that makes it strong. With all
 * parts off it is uct.tmpl.h to the last bit, which a test holds it to. Each simulation goes
 * down the tree (mcts_select), lets a position join it (mcts_expand), ends by a playout
 * (mcts_playout) and tells all on its way what came out (mcts_backup).
 * Theory: docs/theory/mcts.md; the tree: <zermelo/mcts.h> */

/* How often has the position s of the path been there before? What ends the game or changes
 * nothing is a pass, which no superko forbids. */
static inline int ZM_FN(mcts_repeats)(struct zm_context *cx, const struct zm_game *game,
                                      const struct zm_state *s, int depth)
{
    struct zm_walker *const w = cx->walker;
    const uint64_t key = game->repeat_key ? game->repeat_key(s) : ZM_FN(mcts_key)(cx, game, s);
    const int count = w->key_root + depth;
    int times = 0;
    for (int i = 0; i < count; i++)
        times += w->keys[i] == key;
    w->keys[count] = key;
    if (game->repetition == ZM_REPEAT_ILLEGAL &&
        (game->turn(s) == ZM_OVER || w->keys[count - 1] == key))
        return 0;
    return times;
}

/* The first visit to a slot: who moves there, or is the game over? False: superko forbids
 * the move. *proved: it is over, so the value is known. */
static inline bool ZM_FN(mcts_arrive)(struct zm_context *cx, const struct zm_game *game,
                                      const struct zm_tree *tree, const struct zm_state *s,
                                      uint32_t block, uint32_t at, int repeats, bool *proved)
{
    struct zm_link *const link = &tree->link[at];
    int turn = game->turn(s), points = 0;
    uint16_t flags = ZM_SLOT_SEEN;
    if (repeats > 0 && game->repetition == ZM_REPEAT_ILLEGAL) {
        __atomic_store_n(&tree->stat[at].bounds, ZM_BOUNDS_FORBIDDEN, __ATOMIC_SEQ_CST);
        if (tree->score)
            zm_write_float(ZM_FN(mcts_mean)(tree, block, at), ZM_MEAN_BEATEN);
        return false;
    }
    if (turn == ZM_OVER) {
        points = game->payoff(s, 0);
    } else if (game->repetition == ZM_REPEAT_DRAWS && repeats + 1 >= cx->game->repeat_count) {
        turn = ZM_OVER;
        flags |= ZM_SLOT_REPEATED;
    }
    ZM_WRITE(link->turn, (int16_t)turn);
    __atomic_store_n(&link->flags, flags, __ATOMIC_RELEASE);
    if (tree->solver && turn == ZM_OVER && points >= -ZM_BOUND_MOST && points <= ZM_BOUND_MOST)
        *proved = ZM_FN(mcts_tighten)(&tree->stat[at], points, points);
    if (tree->implied)
        ZM_WRITE(tree->implied[at],
                 turn == ZM_OVER ? points * cx->game->unit : game->evaluate(s, 0));
    return true;
}

/* The block behind a slot that was visited before; 0: the simulation ends here. */
static inline uint32_t ZM_FN(mcts_follow)(struct zm_context *cx, const struct zm_game *game,
                                          const struct zm_tree *tree, const struct zm_state *s,
                                          uint32_t at, int chose, bool *proved)
{
    struct zm_link *const link = &tree->link[at];
    uint32_t child = __atomic_load_n(&link->child, __ATOMIC_ACQUIRE);
    if (child != 0)
        return child == ZM_SLOT_BUSY ? 0 : child;
    if (ZM_READ(cx->walker->tree->full))
        return 0;
    if (tree->shared && !__atomic_compare_exchange_n(&link->child, &child, ZM_SLOT_BUSY, false,
                                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
        return 0;
    /* The position has been visited, but by playouts alone. */
    const int turn = game->turn(s);
    const bool same = (turn >= 0 ? turn : 0) == (chose >= 0 ? chose : 0);
    struct zm_stat first = { .total = ZM_READ(tree->stat[at].total),
                             .visits = ZM_READ(tree->stat[at].visits) - 1,
                             .bounds = ZM_FN(mcts_open)(cx) };
    if (!same)
        first.total = (int64_t)first.visits * ZM_REWARD_ONE - first.total;
    child = ZM_FN(mcts_expand)(cx, game, s, turn, &first);
    __atomic_store_n(&link->child, child, __ATOMIC_RELEASE);
    if (tree->solver)
        *proved |= ZM_FN(mcts_tighten)(&tree->stat[at], zm_bounds_low(first.bounds),
                                       zm_bounds_high(first.bounds));
    return child;
}

/* Of moves that are all beaten by what insight() promised, the first that may be played. */
static inline uint32_t ZM_FN(mcts_any)(const struct zm_tree *tree, uint32_t block)
{
    for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++)
        if (!zm_bounds_forbidden(ZM_READ(tree->stat[at].bounds)))
            return at;
    return 0;
}

/* Take back the visits of a simulation that could not be carried out. */
static inline void ZM_FN(mcts_retreat)(struct zm_context *cx, int depth)
{
    struct zm_tree *const tree = cx->walker->tree;
    for (int d = depth - 1; d >= 0; d--) {
        const struct zm_way_taken *const at = &cx->walker->path[d];
        zm_count(tree->shared, &tree->stat[at->block].visits, UINT32_MAX);
        zm_count(tree->shared, &tree->stat[at->slot].visits, UINT32_MAX);
        if (d < depth - 1)
            ZM_STEP(cx, .kind = ZM_STEP_BACKUP, .move = tree->link[at->slot].what,
                    .visits = tree->stat[at->slot].visits);
    }
}

/* Lay out the root, unless it is there from a search before. */
static inline void ZM_FN(mcts_root)(struct zm_context *cx, const struct zm_game *game,
                                    const struct zm_state *root)
{
    struct zm_walker *const w = cx->walker;
    struct zm_tree *const tree = w->tree;
    const int turn = game->turn(root);
    int n = w->root_count;
    if (tree->root)
        return;
    if (n > 0)
        memcpy(cx->moves, w->root_moves, (size_t)n * sizeof *cx->moves);
    else
        n = game->moves(root, cx->moves);
    int kept = n;
    struct zm_stat first = { .bounds = ZM_FN(mcts_open)(cx) };
    if (tree->prior && turn >= 0) {
        ZM_FN(mcts_weigh)(cx, game, root, turn, n);
        kept = ZM_FN(mcts_rank)(cx, n);
        ZM_FN(mcts_looked)(cx, &first);
    }
    tree->root = ZM_FN(mcts_room)(tree, (uint32_t)kept);
    ZM_FN(mcts_fill)(cx, tree->root, kept, turn, first, kept < n || w->root_partial);
}

/* What the critic says of s, where the simulation ends: it is asked unless s has just joined the
 * tree, because there was no room or another thread is about it. */
static inline void ZM_FN(mcts_judge)(struct zm_context *cx, const struct zm_game *game,
                                     const struct zm_state *s, int64_t reward[])
{
    struct zm_walker *const w = cx->walker;
    const int turn = game->turn(s);
    if (w->looked < 0)
        ZM_FN(mcts_weigh)(cx, game, s, turn, game->moves(s, cx->moves));
    reward[turn] = (int64_t)(w->looked * ZM_REWARD_ONE);
    reward[1 - turn] = ZM_REWARD_ONE - reward[turn];
}

/* One simulation; false: a move turned out to be forbidden, so that it did not take place.
 * `tree` is the kernel's own copy of what does not change while it runs. `alone`: one thread,
 * UCB1 and nothing else, on a tree: known to the compiler, which leaves out the rest. */
static inline bool ZM_FN(mcts_simulate)(struct zm_context *cx, const struct zm_game *game,
                                        const struct zm_tree *tree, struct zm_state *s,
                                        const bool alone)
{
    struct zm_walker *const w = cx->walker;
    const bool shared = !alone && tree->shared;
    uint32_t block = tree->root, ancestor = 0, listed = 0, settled = 0;
    int depth = 0, line = 0, plays = 0;
    bool proved = false, over = false;
    ZM_STEP(cx, .kind = ZM_STEP_SIMULATION, .visits = ZM_READ(tree->stat[block].visits) + 1);
    while (block && depth < ZM_TREE_PLIES) {
        const int turn = tree->link[block].turn;
        const uint32_t visits = zm_count(shared, &tree->stat[block].visits, 1u);
        uint32_t at;
        if ((game->flags & ZM_HAS_CHANCE) && turn == ZM_CHANCE) {
            game->weights(s, cx->weights);
            at =
                block + 1 + (uint32_t)zm_pick(&cx->seed, cx->weights, (int)tree->link[block].child);
        } else if (!alone && tree->forced && depth == 0) {
            at = tree->forced;
        } else if (alone || tree->score) {
            at = ZM_FN(mcts_ucb1)(cx, tree, block, shared);
        } else {
            if (visits >= tree->grave || !ancestor) {
                ancestor = block;
            } else if (tree->amaf && listed != ancestor) {
                ZM_FN(mcts_list_amaf)(w, ancestor);
                listed = ancestor;
            }
            at = ZM_FN(mcts_select)(cx, game, block, turn, ancestor);
        }
        if (at == 0)
            at = ZM_FN(mcts_any)(tree, block);
        if (at == 0) {
            zm_count(shared, &tree->stat[block].visits, UINT32_MAX);
            break;
        }
        w->path[depth++] = (struct zm_way_taken){ block, at, turn };
        zm_count(shared, &tree->stat[at].visits, 1u);
        if (shared && tree->score)
            ZM_FN(mcts_rate)(cx, game, tree, block, at, turn, shared);
        const bool first =
            !(__atomic_load_n(&tree->link[at].flags, __ATOMIC_ACQUIRE) & ZM_SLOT_SEEN);
        const uint32_t bounds = ZM_READ(tree->stat[at].bounds);
        if (tree->solver && ZM_FN(mcts_settled)(cx, game, bounds)) {
            ZM_STEP(cx, .kind = first ? ZM_STEP_EXPAND : ZM_STEP_SELECT,
                    .index = (int)(at - block - 1), .move = tree->link[at].what, .turn = turn);
            settled = at;
            break;
        }
        game->play(s, tree->link[at].what);
        plays++;
        const int repeats = game->repetition != ZM_REPEAT_HARMLESS && w->keys
                                ? ZM_FN(mcts_repeats)(cx, game, s, depth)
                                : 0;
        if (first && !ZM_FN(mcts_arrive)(cx, game, tree, s, block, at, repeats, &proved)) {
            cx->nodes += (uint64_t)plays;
            ZM_FN(mcts_retreat)(cx, depth);
            return false;
        }
        ZM_STEP(cx, .kind = first ? ZM_STEP_EXPAND : ZM_STEP_SELECT, .index = (int)(at - block - 1),
                .move = tree->link[at].what, .turn = turn);
        over = ZM_READ(tree->link[at].turn) == ZM_OVER;
        if ((first && (alone || !w->critic)) || over)
            break;
        w->looked = -1;
        block = ZM_FN(mcts_follow)(cx, game, tree, s, at, turn, &proved);
        if (!alone && w->looked >= 0)
            block = 0; /* the critic has just judged it */
        if (proved && ZM_FN(mcts_settled)(cx, game, ZM_READ(tree->stat[at].bounds)))
            settled = at;
    }
    /* One that ends at once, because a move of the root is proven, costs no play; a limit of
     * nodes must end them all the same. */
    cx->nodes += plays ? (uint64_t)plays : 1;
    int64_t reward[ZM_MAX_PLAYERS];
    const bool repeated =
        over && !settled && (ZM_READ(tree->link[w->path[depth - 1].slot].flags) & ZM_SLOT_REPEATED);
    const bool judged = !alone && w->critic && !settled && !over;
    if (!settled && !over && !judged)
        line = ZM_FN(mcts_playout)(cx, game, s);
    if (judged) {
        ZM_FN(mcts_judge)(cx, game, s, reward);
    } else if (settled) {
        reward[0] =
            ZM_FN(mcts_points)(cx, game, zm_bounds_low(ZM_READ(tree->stat[settled].bounds)));
        reward[1] = ZM_REWARD_ONE - reward[0];
    } else {
        /* What one wins the other loses, to the last bit. */
        const bool two = cx->game->players == 2 && (game->flags & ZM_ZERO_SUM);
        for (int p = 0; p < (two ? 1 : cx->game->players); p++)
            reward[p] =
                repeated ? ZM_FN(mcts_points)(cx, game, 0) : ZM_FN(mcts_reward)(cx, game, s, p);
        if (two)
            reward[1] = ZM_REWARD_ONE - reward[0];
        if (game->owners && tree->owners)
            ZM_FN(mcts_own)(cx, game, s);
    }
#ifdef ZM_TRACED
    double values[ZM_MAX_PLAYERS];
    for (int p = 0; p < cx->game->players; p++)
        values[p] = (double)reward[p] / ZM_REWARD_ONE;
    ZM_STEP(cx, .kind = ZM_STEP_PLAYOUT, .values = values);
#endif
    ZM_FN(mcts_backup)(cx, game, tree, depth, line, reward, proved, alone);
    return true;
}

ZM_KERNEL void ZM_FN(mcts)(struct zm_context *cx, const struct zm_state *root, uint64_t simulations)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    ZM_FN(mcts_root)(cx, game, root);
    /* A copy of what stays as it is: other threads write `used` and what stands behind it. */
    struct zm_tree tree;
    memcpy(&tree, cx->walker->tree, offsetof(struct zm_tree, used));
    const bool alone =
        tree.score && !tree.shared && !tree.table && !tree.forced && !cx->walker->mast;
    while (simulations > 0 && !cx->stopped &&
           !(tree.solver && ZM_FN(mcts_settled)(cx, game, ZM_READ(tree.stat[tree.root].bounds)))) {
        ZM_COPY(s, root);
        if (alone ? ZM_FN(mcts_simulate)(cx, game, &tree, s, true)
                  : ZM_FN(mcts_simulate)(cx, game, &tree, s, false)) {
            simulations--;
            cx->leaves++;
        }
        ZM_DROP_COPY(s);
        if (cx->nodes >= cx->poll_at)
            cx->poll(cx);
    }
}
