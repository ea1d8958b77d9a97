/* mcts_select.tmpl.h -- which move a simulation tries next.
 *
 * Each move has a value, what its simulations (and whatever else hints at it) gave on
 * average, and a bonus for being little known; the largest sum goes first.
 *   UCB1        C sqrt(ln N / n)                     Auer, Cesa-Bianchi & Fischer 2002
 *   UCB1-tuned  C sqrt(ln N / n min(1/4, V)), V the variance and its own bonus, ibid.
 *   PUCT        C P sqrt(N) / (1 + n), P the prior   Rosin 2011; Silver & al. 2017
 * Moves that are proven no better than another one are left out. */

/* Rewards of the first player, in points already known to lie in the bounds. */
static inline int64_t ZM_FN(mcts_points)(const struct zm_context *cx, const struct zm_game *game,
                                         int points)
{
    if (game->flags & ZM_MARGIN)
        return points > 0 ? ZM_REWARD_ONE : points < 0 ? 0 : ZM_REWARD_ONE / 2;
    return (int64_t)((cx->game->max_payoff + points) * cx->walker->tree->reward_of_point);
}

/* Do the bounds leave no doubt about the reward? */
static inline bool ZM_FN(mcts_settled)(const struct zm_context *cx, const struct zm_game *game,
                                       uint32_t bounds)
{
    const int low = zm_bounds_low(bounds), high = zm_bounds_high(bounds);
    return low == high || ((game->flags & ZM_MARGIN) &&
                           ZM_FN(mcts_points)(cx, game, low) == ZM_FN(mcts_points)(cx, game, high));
}

/* What is certain for the player already, by the bounds of the position. */
static inline int ZM_FN(mcts_promise)(uint32_t own, int turn)
{
    return turn == 1 ? -zm_bounds_high(own) : zm_bounds_low(own);
}

/* The most that a lost game pays. */
static inline int ZM_FN(mcts_lost)(const struct zm_context *cx, const struct zm_game *game)
{
    return game->flags & ZM_MARGIN ? -1 : -cx->game->max_payoff;
}

/* Is a move with these bounds lost, or no better for the player than what is promised? Of those
 * that keep the promise one must stay. */
static inline bool ZM_FN(mcts_beaten)(uint32_t bounds, int promise, int lost, int turn)
{
    const int low = turn == 1 ? -zm_bounds_high(bounds) : zm_bounds_low(bounds);
    const int high = turn == 1 ? -zm_bounds_low(bounds) : zm_bounds_high(bounds);
    return high <= lost || high < promise || (high == promise && low < promise);
}

/* What an evaluation, in units for the player, foretells of the reward. A margin is a win
 * with the more confidence the larger it is. */
static inline double ZM_FN(mcts_foretold)(const struct zm_context *cx, const struct zm_game *game,
                                          int value)
{
    const double share = (double)value / ((double)cx->game->max_payoff * cx->game->unit);
    return game->flags & ZM_MARGIN ? 1 / (1 + zm_exp(-12 * share)) : 0.5 + 0.5 * share;
}

/* Where UCB1 finds the mean of a slot; its width stands so many places behind as the block has
 * slots. Of the position itself, slot 0, sqrt(ln N) stands there. */
static inline float *ZM_FN(mcts_mean)(const struct zm_tree *tree, uint32_t block, uint32_t at)
{
    return &tree->score[2 * (size_t)block + (at - block)];
}

/* Bring up to date what UCB1 reads of a move that was visited, and of its position. Another
 * thread may have beaten the move meanwhile. */
static inline void ZM_FN(mcts_rate)(const struct zm_context *cx, const struct zm_game *game,
                                    const struct zm_tree *tree, uint32_t block, uint32_t at,
                                    int turn, bool shared)
{
    const struct zm_stat *const stat = &tree->stat[at], *const own = &tree->stat[block];
    float *const root = ZM_FN(mcts_mean)(tree, block, block), *const mean = root + (at - block);
    const uint32_t slots = tree->link[block].child + 1;
    const float visits = (float)ZM_READ(stat->visits);
    const bool beaten =
        shared && tree->solver &&
        ZM_FN(mcts_beaten)(ZM_READ(stat->bounds), ZM_FN(mcts_promise)(ZM_READ(own->bounds), turn),
                           ZM_FN(mcts_lost)(cx, game), turn);
    zm_write_float(mean, beaten ? ZM_MEAN_BEATEN
                                : (float)ZM_READ(stat->total) * (1.0F / ZM_REWARD_ONE) / visits);
    zm_write_float(mean + slots, 1 / __builtin_sqrtf(visits));
    zm_write_float(root, zm_root_of_log(tree->roots, ZM_READ(own->visits)));
}

/* The textbook's choice: the first move not tried yet, else by UCB1. */
static inline uint32_t ZM_FN(mcts_ucb1)(struct zm_context *cx, const struct zm_tree *tree,
                                        uint32_t block, bool shared)
{
    (void)cx;
    const uint32_t count = tree->link[block].child;
    const float *const mean = ZM_FN(mcts_mean)(tree, block, block);
    const float scale = tree->ucb1 * zm_read_float(mean);
#ifdef ZM_TRACED
    bool known = true;
    for (uint32_t i = 1; known && i <= count; i++) {
        known = tree->stat[block + i].visits > 0;
        if (mean[i] >= 0)
            ZM_STEP(cx, .kind = ZM_STEP_CANDIDATE, .index = (int)i - 1,
                    .move = tree->link[block + i].what, .visits = tree->stat[block + i].visits,
                    .value = known ? (double)mean[i] : 0,
                    .bonus = known ? (double)(scale * mean[count + 1 + i]) : 0);
    }
#endif
    const uint32_t i = zm_highest(mean + 1, mean + count + 2, count, scale, shared);
    return i == UINT32_MAX ? 0 : block + 1 + i;
}

/* Where AMAF values of this position's moves stand: in its own slots or, while it is little
 * known, in those of an ancestor (GRAVE, Cazenave 2015). 0: the ancestor does not list it. */
static inline uint32_t ZM_FN(mcts_amaf_slot)(struct zm_walker *w, uint32_t at, bool own)
{
    if (own)
        return at;
    const zm_move m = w->tree->link[at].what;
    for (uint32_t i = (uint32_t)(zm_mix(m) % ZM_AMAF_TABLE);; i = (i + 1) % ZM_AMAF_TABLE) {
        if (w->seen[i].stamp != w->stamp)
            return 0;
        if (w->seen[i].move == m)
            return w->seen[i].number;
    }
}

/* Let mcts_amaf_slot() find the moves of an ancestor. */
static inline void ZM_FN(mcts_list_amaf)(struct zm_walker *w, uint32_t block)
{
    const struct zm_tree *const tree = w->tree;
    const uint32_t last = block + tree->link[block].child;
    w->stamp++;
    for (uint32_t at = block + 1; at <= last && at - block < ZM_AMAF_TABLE / 2; at++) {
        const zm_move m = tree->link[at].what;
        uint32_t i = (uint32_t)(zm_mix(m) % ZM_AMAF_TABLE);
        while (w->seen[i].stamp == w->stamp)
            i = (i + 1) % ZM_AMAF_TABLE;
        w->seen[i] = (struct zm_amaf_seen){ m, w->stamp, at };
    }
}

/* With everything that may hint at the value of a move. `ancestor`: whose AMAF counts. */
static inline uint32_t ZM_FN(mcts_select)(struct zm_context *cx, const struct zm_game *game,
                                          uint32_t block, int turn, uint32_t ancestor)
{
    struct zm_walker *const w = cx->walker;
    const struct zm_tree *const tree = w->tree;
    const uint32_t visits = ZM_READ(tree->stat[block].visits) - 1;
    const int promise = ZM_FN(mcts_promise)(ZM_READ(tree->stat[block].bounds), turn);
    const int lost = ZM_FN(mcts_lost)(cx, game);
    const double scale = tree->explore * (double)zm_root_of_log(tree->roots, visits);
    const double log_visits = tree->square ? zm_log(visits) : 0;
    const double root_visits = __builtin_sqrt((double)visits);
    uint32_t count = tree->link[block].child;
    /* Progressive widening: at first only the moves that look best. */
    const double wide = 1 + tree->widen * root_visits;
    const uint32_t all = count;
    if (tree->widen > 0 && wide < count)
        count = (uint32_t)wide;
    const double parent =
        visits ? (double)ZM_READ(tree->stat[block].total) / ZM_REWARD_ONE / visits : 0.5;
    const double untried = parent - (tree->fpu > 0 ? tree->fpu : 0);
    /* Forced playouts at the root (Wu 2019): what noise has brought up is looked at in earnest. */
    const double forced = block == tree->root ? w->force * visits : 0;
    double best = -1e300;
    uint32_t chosen = 0;
    for (uint32_t at = block + 1; at <= block + all; at++) {
        const struct zm_stat *const stat = &tree->stat[at];
        const uint32_t n = ZM_READ(stat->visits);
        if (at > block + count && chosen)
            break; /* unless all of the first are beaten */
        if (ZM_FN(mcts_beaten)(ZM_READ(stat->bounds), promise, lost, turn))
            continue;
        double value = n ? (double)ZM_READ(stat->total) / ZM_REWARD_ONE / n : untried;
        bool hinted = n > 0 || tree->fpu >= 0 || tree->select == ZM_SELECT_PUCT;
        const double variance = tree->square && n
                                    ? (double)ZM_READ(tree->square[at]) / ZM_REWARD_ONE / n -
                                          value * value + __builtin_sqrt(2 * log_visits / n)
                                    : 1;
        if (tree->amaf) {
            const uint32_t slot = ZM_FN(mcts_amaf_slot)(w, at, ancestor == block);
            const uint64_t amaf = slot ? (uint64_t)ZM_READ(tree->amaf[slot]) : 0;
            if (amaf) {
                const double tries = (double)(amaf >> ZM_AMAF_BITS);
                const double mean =
                    (double)(amaf & ((1ULL << ZM_AMAF_BITS) - 1)) / ZM_AMAF_ONE / tries;
                const double weight = tries / (tries + n + tries * n / tree->rave);
                value += weight * (mean - value);
                hinted = true;
            }
        }
        if (!hinted) {
            ZM_STEP(cx, .kind = ZM_STEP_CANDIDATE, .index = (int)(at - block - 1),
                    .move = tree->link[at].what);
            return at;
        }
        if (tree->implied && n) {
            const int v = ZM_READ(tree->implied[at]);
            value += tree->implicit * (ZM_FN(mcts_foretold)(cx, game, turn == 0 ? v : -v) - value);
        }
        const double prior = tree->prior ? (double)tree->prior[at] : 1.0 / all;
        if (n > 0 && forced > 0 && (double)n * n < forced * prior)
            return at;
        double bonus;
        if (tree->select == ZM_SELECT_PUCT)
            bonus = tree->explore * prior * root_visits / (1 + n);
        else
            bonus = scale / __builtin_sqrt(n ? n : 1);
        if (tree->square && tree->select == ZM_SELECT_TUNED)
            bonus *= __builtin_sqrt(variance < 0.25 ? variance : 0.25);
        bonus += tree->bias * prior / (1 + n);
        ZM_STEP(cx, .kind = ZM_STEP_CANDIDATE, .index = (int)(at - block - 1),
                .move = tree->link[at].what, .visits = n, .value = value, .bonus = bonus);
        if (value + bonus > best) {
            best = value + bonus;
            chosen = at;
        }
    }
    return chosen;
}
