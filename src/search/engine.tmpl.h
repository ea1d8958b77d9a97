/* engine.tmpl.h -- alpha-beta as deep as it goes: principal variation search on a table
 * that threads share, with moves tried in the order of what is known about them, and with
 * the guesses that a game allows (struct zm_policy).
 * Sources: principal variation search, Marsland & Campbell 1982; killers and history,
 * Akl & Newborn 1977, Schaeffer 1983; counter moves, Uiterwijk 1992; enhanced
 * transposition cut-off, Plaat et al. 1996; null move, Donninger 1993; ProbCut, Buro 1995;
 * deferred moves, Weill 1996 (ABDADA) as simplified by Kerrigan.
 * Theory: docs/theory/engine.md
 *
 * Invariants:
 *  1. With the parts SELECTIVE, QUIESCENCE and INSIGHT left out, or in a game that has no
 *     such hooks, the value is that of minimax to the same depth, or that of a deeper search
 *     where the table already has one. With insight() it may see further, never less.
 *  2. cx->horizon is false only if no line below met the horizon and no guess was trusted:
 *     then the entry in the table is COMPLETE, and the value proven.
 *  3. Values of max_payoff * unit and more are always real wins: no guess gives one.
 *  4. Nothing is stored once the search was stopped. */

/* The table counts the distance of a win from the position itself, the search from the
 * root: `plies` is +ply when a value is kept and -ply when it is found. */
static inline int ZM_FN(shifted)(const struct zm_context *cx, const struct zm_game *game, int value,
                                 int plies)
{
    if (game->flags & ZM_SOONER) {
        const int certain = cx->game->max_payoff * game->unit;
        if (value > certain)
            return value + plies;
        if (value < -certain)
            return value - plies;
    }
    return value;
}

static inline uint64_t ZM_FN(engine_key)(const struct zm_context *cx, const struct zm_game *game,
                                         const struct zm_state *s)
{
    return game->key ? game->key(s) : zm_hash_bytes(s, cx->game->state_size);
}

/* What tells whether a position has been here before. */
static inline uint64_t ZM_FN(repeat_key)(const struct zm_game *game, const struct zm_state *s,
                                         uint64_t key)
{
    return game->repeat_key ? game->repeat_key(s) : key;
}

/* The table of a game says whether repetitions count under some options, the opened game
 * whether they do under these. */
static inline enum zm_repetition ZM_FN(repetition)(const struct zm_context *cx,
                                                   const struct zm_game *game)
{
    return game->repetition == ZM_REPEAT_HARMLESS ? ZM_REPEAT_HARMLESS : cx->game->repetition;
}

/* Is s, whose key this is, a position of the line that is searched, or has it been in the
 * game often enough to end it? */
static inline bool ZM_FN(repeated)(const struct zm_context *cx, const struct zm_game *game,
                                   uint64_t key)
{
    const struct zm_engine *const e = cx->engine;
    int before = 0;
    for (int i = e->key_count - 1; i >= 0; i--)
        if (e->keys[i] == key) {
            before++;
            if (i >= e->key_root || ZM_FN(repetition)(cx, game) == ZM_REPEAT_ILLEGAL ||
                before >= game->repeat_count - 1)
                return true;
        }
    return false;
}

/* Plies left from which on it pays ... */
#define ZM_INTERNAL_DEPTH 5 /* to search for a first move     */
#define ZM_ENHANCED_DEPTH 3 /* to look at all children        */
#define ZM_BUSY_DEPTH 3     /* to know what other threads do  */
#define ZM_SETTLED_DEPTH 4  /* ... and what they have done    */

/* ------------------------------------------------------------------ nodes -- */

/* Not to be inlined into itself: the compiler would never end. */
__attribute__((noinline))
ZM_KERNEL int ZM_FN(engine_node)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 int alpha, int beta, int ply, int last);

/* The value for `me` of the position that a move of `me` led to. */
static inline int ZM_FN(engine_child)(struct zm_context *cx, const struct zm_state *child, int me,
                                      int depth, int alpha, int beta, int ply, int last)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int next = game->turn(child);
    const bool turns = (game->flags & ZM_ALTERNATE) || next != me;
    const bool quiet = !game->loud_moves || !(cx->engine->parts & ZM_PART_QUIESCENCE);
    if (depth <= 0 && quiet) {
        if (ply <= ZM_PV)
            cx->engine->length[ply] = 0;
        return turns ? -ZM_FN(horizon)(cx, game, child, next, -beta, -alpha)
                     : ZM_FN(horizon)(cx, game, child, me, alpha, beta);
    }
    return turns ? -ZM_FN(engine_node)(cx, child, depth, -beta, -alpha, ply, last)
                 : ZM_FN(engine_node)(cx, child, depth, alpha, beta, ply, last);
}

/* How many plies a late move is searched less deep at first. */
static inline int ZM_FN(reduction)(const struct zm_policy *policy, int depth, int tried)
{
    if (!policy->reduce_depth || depth < policy->reduce_depth || tried < policy->reduce_after)
        return 0;
    const int plies = 31 - __builtin_clz((unsigned)depth),
              late = 31 - __builtin_clz((unsigned)tried + 1);
    const int less = 1 + plies * late / 4;
    return less < depth - 1 ? less : depth - 2;
}

/* Guesses before any move is tried: true, with the value, if one of them answers. */
static inline bool ZM_FN(guessed)(struct zm_context *cx, const struct zm_state *s, int depth,
                                  int alpha, int beta, int ply, int last, int estimate, int *value)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const struct zm_policy *const policy = game->policy;
    const int certain = cx->game->max_payoff * game->unit;
    if (beta >= certain || alpha <= -certain)
        return false;
    if (depth <= policy->futile_depth && estimate - policy->futile_margin * depth >= beta) {
        cx->horizon = true;
        *value = estimate;
        return true;
    }
    if (game->pass && policy->null_depth && depth >= policy->null_depth && estimate >= beta &&
        last != -2) {
        ZM_COPY(passed, s);
        bool better = false;
        if (game->pass(passed)) {
            const int left = depth - 1 - policy->null_saves;
            const bool horizon = cx->horizon;
            ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = ZM_NO_MOVE, .index = ZM_STEP_PASS);
            better = ZM_FN(engine_child)(cx, passed, game->turn(s), left > 0 ? left : 0, beta - 1,
                                         beta, ply + 1, -2) >= beta;
            cx->horizon = horizon || better;
        }
        ZM_DROP_COPY(passed);
        if (better) {
            *value = beta;
            return true;
        }
    }
    struct zm_probcut guess;
    if (game->probcut && game->probcut(s, depth, &guess) && guess.depth < depth) {
        const bool high = estimate >= beta, horizon = cx->horizon;
        const int bound = high ? beta + guess.margin : alpha - guess.margin;
        if (bound < certain && bound > -certain) {
            ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = ZM_NO_MOVE, .index = ZM_STEP_AGAIN);
            const int found =
                high ? ZM_FN(engine_node)(cx, s, guess.depth, bound - 1, bound, ply, last)
                     : ZM_FN(engine_node)(cx, s, guess.depth, bound, bound + 1, ply, last);
            const bool cut = high ? found >= bound : found <= bound;
            cx->horizon = horizon || cut;
            *value = high ? beta : alpha;
            return cut || cx->stopped;
        }
    }
    return false;
}

/* All children at once, before any is searched: the table may know one that is good enough
 * (then true, with the value), and the game may know which look promising. */
static inline bool ZM_FN(look_at_children)(struct zm_context *cx, const struct zm_state *s,
                                           const zm_move list[], int64_t rank[], int n, int first,
                                           int me, int depth, int beta, int ply, int *value)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const struct zm_engine *const e = cx->engine;
    const bool order = game->order && (e->parts & ZM_PART_ORDER);
    for (int i = 0; i < n; i++) {
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child);
        uint64_t known = 0;
        if (next != ZM_OVER) {
            if (order && i != first) {
                int promise = game->order(child);
                promise = promise > 1 << 20 ? 1 << 20 : promise < -(1 << 20) ? -(1 << 20) : promise;
                rank[i] += (int64_t)((uint64_t)(promise * ZM_RANK_ORDER) << 16);
            }
            if (e->parts & ZM_PART_ENHANCED)
                known = zm_table_find(&e->table, ZM_FN(engine_key)(cx, game, child));
        }
        ZM_DROP(child, list[i]);
        if (known == 0 || zm_known_depth(known) < depth - 1)
            continue;
        const bool same = !(game->flags & ZM_ALTERNATE) && next == me;
        const int found = ZM_FN(shifted)(cx, game, zm_known_value(known), -(ply + 1));
        const int mine = same ? found : -found;
        if (zm_known_bound(known) & (same ? ZM_LOWER : ZM_UPPER) && mine >= beta) {
            cx->horizon |= zm_known_depth(known) < ZM_COMPLETE;
            *value = mine;
            return true;
        }
    }
    return false;
}

/* Does what is known of a position answer the question of a search of it? */
static inline bool ZM_FN(answers)(const struct zm_context *cx, const struct zm_game *game,
                                  uint64_t known, int depth, int alpha, int beta, int ply,
                                  int *value)
{
    if (!known || zm_known_depth(known) < depth)
        return false;
    const enum zm_bound bound = zm_known_bound(known);
    *value = ZM_FN(shifted)(cx, game, zm_known_value(known), -ply);
    return bound == ZM_EXACT || (bound == ZM_LOWER ? *value >= beta : *value <= alpha);
}

/* Has another thread settled a position on the way here? Then give up as far as that. */
static inline void ZM_FN(look_above)(struct zm_context *cx, const struct zm_game *game)
{
    struct zm_engine *const e = cx->engine;
    for (int i = 0; i < e->shared_count; i++) {
        const struct zm_shared *const at = &e->shared[i];
        const uint64_t known = zm_table_find(&e->table, at->key);
        int value;
        if (ZM_FN(answers)(cx, game, known, at->depth, at->alpha, at->beta, at->ply, &value)) {
            e->settled = i;
            e->answer = known;
            cx->stopped = true;
            return;
        }
    }
}

static inline int ZM_FN(engine_inner)(struct zm_context *cx, const struct zm_state *s, int depth,
                                      int alpha, int beta, int ply, int last)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_engine *const e = cx->engine;
    const int me = game->turn(s);
    const int certain = cx->game->max_payoff * game->unit;
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);

    const uint64_t key = ZM_FN(engine_key)(cx, game, s);
    if (ZM_FN(repetition)(cx, game) == ZM_REPEAT_DRAWS &&
        ZM_FN(repeated)(cx, game, ZM_FN(repeat_key)(game, s, key))) {
        cx->horizon = true; /* true of this line, not of the position */
        cx->leaves++;
        return 0;
    }
    if (game->flags & ZM_SOONER && e->parts & ZM_PART_DISTANCE) {
        /* The best that can still come is a win by the next move. */
        const int soonest = certain + ZM_SOON - ply - 1;
        if (beta > soonest)
            beta = soonest;
        if (alpha >= beta)
            return beta;
    }

    const int wanted = depth < ZM_COMPLETE ? depth : ZM_COMPLETE;
    uint64_t known = zm_table_find(&e->table, key);
    int first = known ? zm_known_move(known) : -1;
    int value;
    if (ZM_FN(answers)(cx, game, known, wanted, alpha, beta, ply, &value)) {
        cx->horizon |= zm_known_depth(known) < ZM_COMPLETE;
        return value;
    }

    zm_move *const list = cx->moves;
    int64_t *const rank = e->rank;
    int best = -ZM_INFINITY, n;
    if (game->insight && e->parts & ZM_PART_INSIGHT) {
        struct zm_bounds sure = { -cx->game->max_payoff, cx->game->max_payoff };
        n = game->insight(s, &sure, list);
        const int low = sure.low * game->unit, high = sure.high * game->unit;
        if (low == high || low >= beta)
            return low;
        if (high <= alpha)
            return high;
        best = sure.low > -cx->game->max_payoff ? low : best;
        alpha = best > alpha ? best : alpha;
    } else {
        n = game->moves(s, list);
    }
    const bool horizon_above = cx->horizon, open = alpha + 1 < beta;
    if (open && e->deepest <= ply)
        e->deepest = ply + 1;
    const bool selective = game->policy && (e->parts & ZM_PART_SELECTIVE);
    const bool extends = game->forced && (e->parts & ZM_PART_SELECTIVE);
    const bool forced = extends && game->forced(s);
    cx->horizon = false;
    cx->moves += n;
    if (selective && !forced && !open) {
        const int estimate = game->evaluate ? game->evaluate(s, me) : 0;
        if (ZM_FN(guessed)(cx, s, depth, alpha, beta, ply, last, estimate, &value)) {
            cx->moves = list;
            return value;
        }
    }
    if (first < 0 && depth >= ZM_INTERNAL_DEPTH && e->parts & ZM_PART_INTERNAL) {
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = ZM_NO_MOVE, .index = ZM_STEP_AGAIN);
        ZM_FN(engine_node)(cx, s, open ? depth - 2 : depth / 2, alpha, beta, ply, last);
        known = zm_table_find(&e->table, key);
        first = known ? zm_known_move(known) : -1;
        cx->horizon = false;
        if (ply <= ZM_PV)
            e->length[ply] = 0;
    }
    int few = selective && game->policy->most_moves && game->policy->most_moves < n
                  ? game->policy->most_moves
                  : n;
    zm_rank_moves(e, list, few, first, me, ply, last);
    if (depth >= ZM_ENHANCED_DEPTH &&
        (e->parts & ZM_PART_ENHANCED || (game->order && e->parts & ZM_PART_ORDER)) &&
        ZM_FN(look_at_children)(cx, s, list, rank, few, first, me, depth, beta, ply, &value)) {
        cx->moves = list;
        cx->horizon |= horizon_above;
        return value;
    }
    e->rank += n;
    if (ZM_FN(repetition)(cx, game) != ZM_REPEAT_HARMLESS)
        e->keys[e->key_count++] = ZM_FN(repeat_key)(game, s, key);

    int best_place = 0, tried = 0, deferred = 0, end = few;
    const int alpha_before = alpha;
    const bool shares = e->busy && depth >= ZM_BUSY_DEPTH, narrow = e->parts & ZM_PART_PVS;
    bool defers = shares;
    const int number = e->shared_count;
    if (shares && number < ZM_SHARED)
        e->shared[e->shared_count++] = (struct zm_shared){ key, wanted, alpha, beta, ply };
    for (int i = 0; !cx->stopped; i++) {
        if (shares && tried > 0 && depth >= ZM_SETTLED_DEPTH) {
            ZM_FN(look_above)(cx, game);
            if (cx->stopped)
                break;
        }
        if (i == end && deferred == 0) {
            if (few == n || best > -certain)
                break;
            /* All of the first few lose: is there one that does not? */
            for (int k = few; k < n; k++)
                rank[k] = zm_rank(0, k);
            i = few;
            end = few = n;
        } else if (i == end) {
            /* Now those that other threads were at: most are in the table by now. */
            end = deferred;
            deferred = i = 0;
            defers = false;
        }
        const int at = zm_pick_move(rank, i, end);
        const zm_move m = list[at];
        if (selective && !forced && tried > 0 && depth <= game->policy->skip_depth && !open &&
            best > -certain && tried >= game->policy->skip_after + depth * depth) {
            cx->horizon = true;
            break;
        }
        uint64_t mark = 0;
        if (shares) {
            mark = zm_busy_mark(key, m, depth);
            if (defers && tried > 0 && zm_is_busy(e, mark)) {
                rank[deferred++] = rank[i];
                continue;
            }
        }
        const int slot = depth > 1 ? me * ZM_HISTORY + zm_history_slot(m) : -1;
        ZM_PLAY(child, s, m);
        const int next = game->turn(child);
        if (next == ZM_OVER) {
            ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = m, .index = tried);
            value = ZM_FN(outcome)(cx, game, child, me, ply + 1);
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = -value);
            if (ply < ZM_PV)
                e->length[ply + 1] = 0;
        } else if (ZM_FN(repetition)(cx, game) == ZM_REPEAT_ILLEGAL && at != n - 1 &&
                   ZM_FN(repeated)(cx, game,
                                   game->repeat_key ? game->repeat_key(child)
                                                    : ZM_FN(engine_key)(cx, game, child))) {
            ZM_DROP(child, m);
            cx->horizon = true; /* allowed in another line */
            continue;
        } else {
            int left = depth - 1;
            if (extends && ply < 2 * e->root_depth && game->forced(child))
                left++;
            const int reduced = selective && !forced && left == depth - 1
                                    ? ZM_FN(reduction)(game->policy, depth, tried)
                                    : 0;
            if (shares)
                zm_set_busy(e, mark, true);
            ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = m, .index = tried);
            if (tried == 0 || !narrow) {
                value = ZM_FN(engine_child)(cx, child, me, left, alpha, beta, ply + 1, slot);
            } else {
                value = ZM_FN(engine_child)(cx, child, me, left - reduced, alpha, alpha + 1,
                                            ply + 1, slot);
                if (value > alpha && reduced && !cx->stopped) {
                    ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = m, .index = tried);
                    value =
                        ZM_FN(engine_child)(cx, child, me, left, alpha, alpha + 1, ply + 1, slot);
                }
                if (value > alpha && value < beta && !cx->stopped) {
                    ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = m, .index = tried);
                    value = ZM_FN(engine_child)(cx, child, me, left, alpha, beta, ply + 1, slot);
                }
            }
            if (shares)
                zm_set_busy(e, mark, false);
        }
        ZM_DROP(child, m);
        if (cx->stopped)
            break;
        tried++;
        if (value > best) {
            best = value;
            best_place = at;
            if (value > alpha) {
                alpha = value;
                if (open && ply < ZM_PV) {
                    e->line[ply][0] = m;
                    memcpy(&e->line[ply][1], e->line[ply + 1],
                           (size_t)e->length[ply + 1] * sizeof m);
                    e->length[ply] = e->length[ply + 1] + 1;
                }
                if (value >= beta) {
                    zm_remember_cut(e, list, rank, e->busy ? 0 : i, m, me, depth, ply, last);
                    break;
                }
            }
        }
    }
    if (few < n)
        cx->horizon = true;
    if (ZM_FN(repetition)(cx, game) != ZM_REPEAT_HARMLESS)
        e->key_count--;
    if (ZM_FN(repetition)(cx, game) == ZM_REPEAT_ILLEGAL && tried == 0 && best == -ZM_INFINITY)
        best = game->evaluate ? game->evaluate(s, me) : 0; /* nothing may be played */
    cx->moves = list;
    e->rank = rank;
    e->shared_count = number;
    if (shares && cx->stopped && e->settled == number) {
        cx->stopped = false;
        cx->poll_at = cx->nodes; /* what stops in earnest may have come meanwhile */
        e->settled = ZM_NOT_SETTLED;
        cx->horizon = horizon_above || zm_known_depth(e->answer) < ZM_COMPLETE;
        if (ply <= ZM_PV)
            e->length[ply] = 0;
        return ZM_FN(shifted)(cx, game, zm_known_value(e->answer), -ply);
    }
    if (!cx->stopped) {
        const enum zm_bound bound = best >= beta          ? ZM_LOWER
                                    : best > alpha_before ? ZM_EXACT
                                                          : ZM_UPPER;
        zm_table_keep(&e->table, key,
                      zm_known(ZM_FN(shifted)(cx, game, best, ply), best_place,
                               cx->horizon ? wanted : ZM_COMPLETE, bound, e->table.age));
    }
    cx->horizon |= horizon_above;
    return best;
}

/* The last ply compiled apart: there the compiler knows the depth, and drops what only the
 * way further down needs. */
ZM_KERNEL int ZM_FN(engine_node)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 int alpha, int beta, int ply, int last)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    if (ply <= ZM_PV)
        cx->engine->length[ply] = 0;
    if (depth <= 0 || ply >= ZM_MAX_PLY) {
        const int plies = game->policy ? game->policy->quiescent_plies : 0;
        return game->loud_moves && ply < ZM_MAX_PLY
                   ? ZM_FN(quiescence)(cx, s, plies ? plies : ZM_MAX_PLY, alpha, beta, ply)
                   : ZM_FN(horizon)(cx, game, s, game->turn(s), alpha, beta);
    }
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = game->turn(s), .depth = depth, .alpha = alpha,
            .beta = beta);
    const int value = depth == 1 ? ZM_FN(engine_inner)(cx, s, 1, alpha, beta, ply, last)
                                 : ZM_FN(engine_inner)(cx, s, depth, alpha, beta, ply, last);
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = value, .move = ZM_NO_MOVE);
    return value;
}

/* The root: the moves of cx->engine->root from first_root on, best first in the end, each
 * with its value and line. */
ZM_KERNEL int ZM_FN(engine)(struct zm_context *cx, const struct zm_state *s, int depth, int alpha,
                            int beta)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_engine *const e = cx->engine;
    const int me = game->turn(s);
    const uint64_t key = ZM_FN(engine_key)(cx, game, s);
    const int most = game->policy && e->parts & ZM_PART_SELECTIVE ? game->policy->most_moves : 0;
    int few = most && e->first_root + most < e->roots ? e->first_root + most : e->roots;
    int best = -ZM_INFINITY, done = e->first_root, deferred = 0, end = few;
    bool defers = e->busy != NULL;
    int64_t *const rank = e->rank;
    e->root_depth = depth;
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth, .alpha = alpha, .beta = beta);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (ZM_FN(repetition)(cx, game) != ZM_REPEAT_HARMLESS)
        e->keys[e->key_count++] = ZM_FN(repeat_key)(game, s, key);
    for (int i = e->first_root; i < e->roots; i++) {
        rank[i] = i;
        e->root[i].value = -ZM_INFINITY;
        e->root[i].most = ZM_INFINITY;
    }
    e->rank += e->roots;
    for (int i = e->first_root; !cx->stopped; i++) {
        if (i == end && deferred == 0) {
            if (few == e->roots || best > -cx->game->max_payoff * game->unit)
                break;
            i = few;
            end = few = e->roots;
        } else if (i == end) {
            end = deferred;
            deferred = i = 0;
            defers = false;
        }
        struct zm_root *const r = &e->root[rank[i]];
        const uint64_t mark = e->busy ? zm_busy_mark(key, r->move, depth) : 0;
        if (defers && done > e->first_root && zm_is_busy(e, mark)) {
            rank[deferred++] = rank[i];
            continue;
        }
        const int slot = me * ZM_HISTORY + zm_history_slot(r->move);
        const uint64_t begin = cx->nodes;
        int value;
        ZM_PLAY(child, s, r->move);
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = r->move, .index = done);
        if (game->turn(child) == ZM_OVER) {
            value = ZM_FN(outcome)(cx, game, child, me, 1);
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = -value);
            e->length[1] = 0;
        } else {
            if (mark)
                zm_set_busy(e, mark, true);
            const bool extends = game->forced && (e->parts & ZM_PART_SELECTIVE);
            const int left = depth - 1 + (extends && game->forced(child));
            if (done == e->first_root || !(e->parts & ZM_PART_PVS)) {
                value = ZM_FN(engine_child)(cx, child, me, left, alpha, beta, 1, slot);
            } else {
                value = ZM_FN(engine_child)(cx, child, me, left, alpha, alpha + 1, 1, slot);
                if (value > alpha && value < beta && !cx->stopped) {
                    ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = r->move, .index = done);
                    value = ZM_FN(engine_child)(cx, child, me, left, alpha, beta, 1, slot);
                }
            }
            if (mark)
                zm_set_busy(e, mark, false);
        }
        ZM_DROP(child, r->move);
        r->nodes += cx->nodes - begin;
        if (cx->stopped)
            break;
        if (done == e->first_root || value > best) {
            best = value;
            r->value = value;
            r->line[0] = r->move;
            memcpy(&r->line[1], e->line[1],
                   (size_t)(e->length[1] < ZM_PV - 1 ? e->length[1] : ZM_PV - 1) * sizeof(zm_move));
            r->length = 1 + (e->length[1] < ZM_PV - 1 ? e->length[1] : ZM_PV - 1);
            cx->best = r->move;
        }
        if (value < beta)
            r->most = value;
        done++;
        alpha = value > alpha ? value : alpha;
        if (value >= beta)
            break;
    }
    if (few < e->roots)
        cx->horizon = true;
    if (ZM_FN(repetition)(cx, game) != ZM_REPEAT_HARMLESS)
        e->key_count--;
    e->rank = rank;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = cx->best);
    return best;
}

#undef ZM_INTERNAL_DEPTH
#undef ZM_ENHANCED_DEPTH
#undef ZM_BUSY_DEPTH
#undef ZM_SETTLED_DEPTH
