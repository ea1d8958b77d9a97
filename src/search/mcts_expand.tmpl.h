/* mcts_expand.tmpl.h -- a position joins the tree: the block of its moves is laid out. */

/* Bounds that say nothing. */
static inline uint32_t ZM_FN(mcts_open)(const struct zm_context *cx)
{
    const int most = cx->game->max_payoff < ZM_BOUND_MOST ? cx->game->max_payoff : ZM_BOUND_MOST;
    return zm_bounds_pack(-most, most);
}

/* What is certain about s: bounds for the first player. Returns how many moves are worth a
 * look, 0 if the bounds settle everything. */
static inline int ZM_FN(mcts_insight)(struct zm_context *cx, const struct zm_game *game,
                                      const struct zm_state *s, int turn, uint32_t *known)
{
    struct zm_bounds b = { -cx->game->max_payoff, cx->game->max_payoff };
    const int n = game->insight(s, &b, cx->moves);
    *known = turn == 0 ? zm_bounds_pack(b.low, b.high) : zm_bounds_pack(-b.high, -b.low);
    return b.low == b.high || ZM_FN(mcts_settled)(cx, game, *known) ? 0 : n;
}

/* How promising each move looks before it is tried: as the critic says, by the game's priors(),
 * or by what the evaluation says one ply later. Where nobody chooses, nothing. */
static inline void ZM_FN(mcts_weigh)(struct zm_context *cx, const struct zm_game *game,
                                     const struct zm_state *s, int turn, int count)
{
    float *const weight = cx->walker->weights;
    const zm_move *const list = cx->moves;
    struct zm_critic *const critic = cx->walker->critic;
    if (critic) {
        cx->walker->looked = critic->look(critic, s, turn, list, count, weight);
    } else if (game->priors) {
        game->priors(s, list, count, weight);
    } else if (game->evaluate) {
        cx->moves += count;
        double best = 0;
        for (int i = 0; i < count; i++) {
            ZM_PLAY(c, s, list[i]);
            const int over = game->turn(c) == ZM_OVER;
            const double r = over ? (game->payoff(c, turn) > 0   ? 1.0
                                     : game->payoff(c, turn) < 0 ? 0.0
                                                                 : 0.5)
                                  : ZM_FN(mcts_foretold)(cx, game, game->evaluate(c, turn));
            ZM_DROP(c, list[i]);
            weight[i] = (float)r;
            best = r > best ? r : best;
        }
        for (int i = 0; i < count; i++)
            weight[i] = (float)zm_exp(((double)weight[i] - best) * 10);
        cx->moves -= count;
    } else {
        for (int i = 0; i < count; i++)
            weight[i] = 1;
    }
}

/* Sort the moves by weight, the best first, equals as they are; drop those of weight 0
 * unless all are; make the weights sum up to 1. Returns how many are left. */
static inline int ZM_FN(mcts_rank)(struct zm_context *cx, int count)
{
    float *const weight = cx->walker->weights;
    zm_move *const list = cx->moves;
    double sum = 0;
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (weight[i] > 0) {
            const float own = weight[i];
            const zm_move m = list[i];
            int at = kept++;
            for (; at > 0 && weight[at - 1] < own; at--) {
                weight[at] = weight[at - 1];
                list[at] = list[at - 1];
            }
            weight[at] = own;
            list[at] = m;
            sum += (double)own;
        }
    if (kept == 0) {
        for (int i = 0; i < count; i++)
            weight[i] = 1.0F / (float)count;
        return count;
    }
    for (int i = 0; i < kept; i++)
        weight[i] = (float)((double)weight[i] / sum);
    return kept;
}

/* What the critic said of a position counts as its first visit. */
static inline void ZM_FN(mcts_looked)(const struct zm_context *cx, struct zm_stat *first)
{
    if (cx->walker->critic) {
        first->total = (int64_t)(cx->walker->looked * ZM_REWARD_ONE);
        first->visits = 1;
    }
}

/* Room for a block of `count` moves; 0: there is none. */
static inline uint32_t ZM_FN(mcts_room)(struct zm_tree *tree, uint32_t count)
{
    if (ZM_READ(tree->used) <= tree->size - count - 1) {
        const uint32_t block = zm_count(tree->shared, &tree->used, count + 1);
        if (block <= tree->size - count - 1)
            return block;
        if (block < tree->size) /* too late: what is left is one block of nothing */
            tree->link[block] = (struct zm_link){ .child = tree->size - block - 1 };
    }
    ZM_WRITE(tree->full, true);
    return 0;
}

static inline void ZM_FN(mcts_fill)(struct zm_context *cx, uint32_t block, int count, int turn,
                                    struct zm_stat first, bool partial)
{
    struct zm_tree *const tree = cx->walker->tree;
    const uint32_t open = ZM_FN(mcts_open)(cx);
    tree->stat[block] = first;
    tree->link[block] = (struct zm_link){ .child = (uint32_t)count,
                                          .turn = (int16_t)turn,
                                          .flags = partial ? ZM_SLOT_PARTIAL : 0 };
    float *const mean = tree->score ? ZM_FN(mcts_mean)(tree, block, block) : NULL;
    if (mean)
        mean[0] = zm_root_of_log(tree->roots, first.visits);
    for (int i = 0; i < count; i++) {
        const uint32_t at = block + 1 + (uint32_t)i;
        tree->stat[at] = (struct zm_stat){ .bounds = open };
        tree->link[at] = (struct zm_link){ .what = cx->moves[i], .turn = ZM_OVER };
        if (mean) {
            mean[1 + i] = ZM_MEAN_UNKNOWN;
            mean[1 + i + count + 1] = 1;
        }
        if (tree->prior)
            tree->prior[at] = turn >= 0 ? cx->walker->weights[i] : 0;
    }
    if (tree->amaf)
        memset(&tree->amaf[block], 0, ((size_t)count + 1) * sizeof *tree->amaf);
    if (tree->square)
        memset(&tree->square[block], 0, ((size_t)count + 1) * sizeof *tree->square);
    if (tree->implied)
        memset(&tree->implied[block], 0, ((size_t)count + 1) * sizeof *tree->implied);
}

static inline uint64_t ZM_FN(mcts_key)(const struct zm_context *cx, const struct zm_game *game,
                                       const struct zm_state *s)
{
    return game->key ? game->key(s) : zm_hash_bytes(s, cx->game->state_size);
}

/* The block of a position that is in the graph already, 0: there is none. */
static inline uint32_t ZM_FN(mcts_find)(const struct zm_tree *tree, uint64_t key)
{
    const uint32_t mask = (1u << tree->table_bits) - 1;
    for (uint32_t i = (uint32_t)zm_mix(key) & mask, tries = 0; tries < ZM_TABLE_TRIES;
         i = (i + 1) & mask, tries++) {
        const uint32_t block = __atomic_load_n(&tree->table[i], __ATOMIC_ACQUIRE);
        if (block == 0 || tree->link[block].what == key)
            return block;
    }
    return 0;
}

static inline void ZM_FN(mcts_enter)(struct zm_tree *tree, uint64_t key, uint32_t block)
{
    const uint32_t mask = (1u << tree->table_bits) - 1;
    for (uint32_t i = (uint32_t)zm_mix(key) & mask, tries = 0; tries < ZM_TABLE_TRIES;
         i = (i + 1) & mask, tries++) {
        uint32_t none = 0;
        if (__atomic_compare_exchange_n(&tree->table[i], &none, block, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
            return;
    }
}

/* The block of s, where `turn` moves: an old one or a new one, whose slot 0 begins as `first`;
 * 0: there is no room, or what the game knows for certain (first->bounds) leaves nothing to
 * search. */
static inline uint32_t ZM_FN(mcts_expand)(struct zm_context *cx, const struct zm_game *game,
                                          const struct zm_state *s, int turn, struct zm_stat *first)
{
    struct zm_tree *const tree = cx->walker->tree;
    const uint64_t key = tree->table ? ZM_FN(mcts_key)(cx, game, s) : 0;
    if (tree->table) {
        const uint32_t block = ZM_FN(mcts_find)(tree, key);
        if (block)
            return block;
    }
    int n = 0;
    if (game->insight && tree->insight && turn >= 0) {
        n = ZM_FN(mcts_insight)(cx, game, s, turn, &first->bounds);
        if (n == 0 && ZM_FN(mcts_settled)(cx, game, first->bounds))
            return 0;
    }
    if (tree->ahead > 0 && turn >= 0) {
        n = ZM_FN(mcts_ahead)(cx, game, s, turn, &first->bounds);
        if (n == 0 && ZM_FN(mcts_settled)(cx, game, first->bounds))
            return 0;
    }
    if (n == 0)
        n = game->moves(s, cx->moves);
    int kept = n;
    if (tree->prior && turn >= 0) {
        ZM_FN(mcts_weigh)(cx, game, s, turn, n);
        kept = ZM_FN(mcts_rank)(cx, n);
        ZM_FN(mcts_looked)(cx, first);
    }
    const uint32_t block = ZM_FN(mcts_room)(tree, (uint32_t)kept);
    if (!block)
        return 0;
    ZM_FN(mcts_fill)(cx, block, kept, turn, *first, kept < n);
    if (tree->table) {
        tree->link[block].what = key;
        ZM_FN(mcts_enter)(tree, key, block);
    }
    return block;
}
