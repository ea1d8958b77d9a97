/* mcts_backup.tmpl.h -- what a simulation taught is told to every position on its way:
 * rewards, bounds, and the moves that were played later (all moves as first). */

/* Bounds are only ever tightened, whatever another thread does meanwhile. True: they were. */
static inline bool ZM_FN(mcts_tighten)(struct zm_stat *stat, int low, int high)
{
    uint32_t old = __atomic_load_n(&stat->bounds, __ATOMIC_SEQ_CST);
    for (;;) {
        const int l = zm_bounds_low(old), h = zm_bounds_high(old);
        if (l > h || (low <= l && high >= h))
            return false;
        const uint32_t closer = zm_bounds_pack(low > l ? low : l, high < h ? high : h);
        if (__atomic_compare_exchange_n(&stat->bounds, &old, closer, false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            return true;
    }
}

/* The bounds of a position from those of its moves: who moves takes the best, chance
 * anything (MCTS-Solver: Winands, Bjornsson & Saito 2008; with scores: Cazenave & Saffidine
 * 2010, "Score bounded Monte-Carlo tree search"). True: they are closer than before. */
static inline bool ZM_FN(mcts_bound)(const struct zm_tree *tree, uint32_t block)
{
    const struct zm_link *const link = &tree->link[block];
    const uint32_t own = __atomic_load_n(&tree->stat[block].bounds, __ATOMIC_SEQ_CST);
    const int turn = link->turn;
    int low = turn == 1 ? 32767 : -32767, high = low;
    if (turn == ZM_CHANCE) {
        low = 32767;
        high = -32767;
    }
    for (uint32_t at = block + 1; at <= block + link->child; at++) {
        const uint32_t bounds = __atomic_load_n(&tree->stat[at].bounds, __ATOMIC_SEQ_CST);
        const int l = zm_bounds_low(bounds), h = zm_bounds_high(bounds);
        if (l > h)
            continue;
        low = turn == 0 ? (l > low ? l : low) : l < low ? l : low;
        high = turn == 1 ? (h < high ? h : high) : h > high ? h : high;
    }
    /* What insight() promised holds beside the moves it listed. */
    if (turn == 0 && high < zm_bounds_low(own))
        high = zm_bounds_low(own);
    if (turn == 1 && low > zm_bounds_high(own))
        low = zm_bounds_high(own);
    if (link->flags & ZM_SLOT_PARTIAL) {
        if (turn == 0)
            high = 32767;
        else
            low = -32767;
    }
    return low <= high && ZM_FN(mcts_tighten)(&tree->stat[block], low, high);
}

/* Now that the bounds are closer: never again what is beaten. */
static inline void ZM_FN(mcts_rate_beaten)(const struct zm_context *cx, const struct zm_game *game,
                                           const struct zm_tree *tree, uint32_t block, int turn)
{
    const int promise = ZM_FN(mcts_promise)(ZM_READ(tree->stat[block].bounds), turn);
    const int lost = ZM_FN(mcts_lost)(cx, game);
    for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++)
        if (ZM_FN(mcts_beaten)(ZM_READ(tree->stat[at].bounds), promise, lost, turn))
            zm_write_float(ZM_FN(mcts_mean)(tree, block, at), ZM_MEAN_BEATEN);
}

/* Whoever made this move first, from where the backup has come to. Told from the end of the
 * game to its beginning, so that the earlier player takes the later one's place. */
static inline struct zm_amaf_seen *ZM_FN(mcts_first)(struct zm_walker *w, zm_move m)
{
    uint32_t i = (uint32_t)(zm_mix(m) % ZM_AMAF_TABLE);
    while (w->seen[i].stamp == w->stamp && w->seen[i].move != m)
        i = (i + 1) % ZM_AMAF_TABLE;
    return &w->seen[i];
}

static inline void ZM_FN(mcts_saw)(struct zm_walker *w, int player, zm_move m)
{
    *ZM_FN(mcts_first)(w, m) = (struct zm_amaf_seen){ m, w->stamp, (uint32_t)player };
}

static inline bool ZM_FN(mcts_was_first)(struct zm_walker *w, int player, zm_move m)
{
    const struct zm_amaf_seen *const seen = ZM_FN(mcts_first)(w, m);
    return seen->stamp == w->stamp && seen->number == (uint32_t)player;
}

/* Every move of the position that its player made later counts as if it had been made here
 * (RAVE: Gelly & Silver 2007), unless the other player made it before: a point that was taken
 * and won back tells nothing of taking it at once. Two threads at the same move at the same moment
 * may lose one of their samples: to lock the bus for each of so many moves costs more than that. */
static inline void ZM_FN(mcts_amaf)(struct zm_walker *w, uint32_t block, int turn, int64_t reward)
{
    struct zm_tree *const tree = w->tree;
    const int64_t more = (1LL << ZM_AMAF_BITS) + reward / (ZM_REWARD_ONE / ZM_AMAF_ONE);
    for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++)
        if (ZM_FN(mcts_was_first)(w, turn, tree->link[at].what))
            zm_sum(false, &tree->amaf[at], more);
}

/* The best that evaluations promise below a position (implicit minimax backups: Lanctot,
 * Winands, Pepels & Sturtevant 2014), for the first player. */
static inline void ZM_FN(mcts_imply)(const struct zm_tree *tree, uint32_t block)
{
    const struct zm_link *const link = &tree->link[block];
    bool any = false;
    int best = 0;
    if (link->turn < 0)
        return;
    for (uint32_t at = block + 1; at <= block + link->child; at++) {
        if (ZM_READ(tree->stat[at].visits) == 0)
            continue;
        const int v = ZM_READ(tree->implied[at]);
        if (!any || (link->turn == 0 ? v > best : v < best))
            best = v;
        any = true;
    }
    if (any)
        ZM_WRITE(tree->implied[block], best);
}

static inline void ZM_FN(mcts_backup)(struct zm_context *cx, const struct zm_game *game,
                                      const struct zm_tree *tree, int depth, int line,
                                      const int64_t reward[], bool proved, const bool alone)
{
    struct zm_walker *const w = cx->walker;
    const bool shared = !alone && tree->shared;
    const bool zero_sum = cx->game->players == 2 && (game->flags & ZM_ZERO_SUM);
    if (!alone && w->mast)
        for (int i = 0; i < line + depth; i++) {
            const int player = i < line ? w->line[i].player : w->path[i - line].turn;
            if (player < 0)
                continue;
            const zm_move m = i < line ? w->line[i].move : tree->link[w->path[i - line].slot].what;
            struct zm_mast *const mast = ZM_FN(mast_of_move)(w, player, m);
            mast->total += (float)reward[player] / (float)ZM_REWARD_ONE;
            mast->visits += 1;
        }
    if (!alone && tree->amaf) {
        w->stamp++;
        for (int i = line - 1; i >= 0; i--)
            ZM_FN(mcts_saw)(w, w->line[i].player, w->line[i].move);
    }
    for (int d = depth - 1; d >= 0; d--) {
        const uint32_t block = w->path[d].block, at = w->path[d].slot;
        const int turn = w->path[d].turn;
        struct zm_stat *const stat = &tree->stat[at];
        const int64_t r = reward[turn >= 0 ? turn : 0];
        /* In a tree, only what was just proven can have become closer below. */
        const uint32_t child =
            !alone || proved ? __atomic_load_n(&tree->link[at].child, __ATOMIC_ACQUIRE) : 0;
        zm_sum(shared, &stat->total, r);
        zm_sum(shared, &tree->stat[block].total, r);
        if (!alone && tree->square)
            zm_sum(shared, &tree->square[at], r * r / ZM_REWARD_ONE);
        if (child > ZM_SLOT_BUSY) {
            const struct zm_stat *const below = &tree->stat[child];
            const uint32_t bounds = ZM_READ(below->bounds);
            /* In a graph other ways lead there too, and what they found counts as well. */
            const uint32_t visits = ZM_READ(below->visits);
            if (!alone && tree->table && zero_sum && visits && d < depth - 1) {
                const double mean = (double)ZM_READ(below->total) / visits;
                const double own =
                    (tree->link[child].turn == 1) == (turn == 1) ? mean : ZM_REWARD_ONE - mean;
                ZM_WRITE(stat->total, (int64_t)(own * ZM_READ(stat->visits) + 0.5));
            }
            if (bounds != ZM_READ(stat->bounds))
                proved |= ZM_FN(mcts_tighten)(stat, zm_bounds_low(bounds), zm_bounds_high(bounds));
            if (!alone && tree->implied)
                ZM_WRITE(tree->implied[at], ZM_READ(tree->implied[child]));
        }
        if (alone || tree->score)
            ZM_FN(mcts_rate)(cx, game, tree, block, at, turn, shared);
        if (proved && tree->solver) {
            proved = ZM_FN(mcts_bound)(tree, block);
            if (alone || tree->score)
                ZM_FN(mcts_rate_beaten)(cx, game, tree, block, turn);
        }
        if (!alone && tree->implied)
            ZM_FN(mcts_imply)(tree, block);
        if (!alone && tree->amaf && turn >= 0) {
            ZM_FN(mcts_saw)(w, turn, tree->link[at].what);
            ZM_FN(mcts_amaf)(w, block, turn, r);
        }
        ZM_STEP(cx, .kind = ZM_STEP_BACKUP, .move = tree->link[at].what,
                .visits = ZM_READ(stat->visits),
                .value = (double)ZM_READ(stat->total) / ZM_REWARD_ONE / ZM_READ(stat->visits));
    }
    if (w->root_total) {
        double *const total =
            &w->root_total[(w->path[0].slot - tree->root) * (unsigned)cx->game->players];
        for (int p = 0; p < cx->game->players; p++)
            total[p] += (double)reward[p] / ZM_REWARD_ONE;
    }
    ZM_STEP(cx, .kind = ZM_STEP_BACKUP, .move = ZM_NO_MOVE,
            .visits = ZM_READ(tree->stat[tree->root].visits),
            .value = (double)ZM_READ(tree->stat[tree->root].total) / ZM_REWARD_ONE /
                     ZM_READ(tree->stat[tree->root].visits));
}
