/* tablesearch.tmpl.h -- negamax with a transposition table: a position met again is
 * not searched again, and the move that was best there is tried first.
 * Source: Greenblatt, Eastlake & Crocker 1967; the bounds as in Marsland 1986.
 * Theory: docs/theory/transposition-table.md
 *
 * Invariants of an entry:
 *  1. `value` with `bound` is true of the position searched `depth` plies deep.
 *  2. depth == ZM_TT_COMPLETE: no line below met the horizon; true at any depth.
 *  3. nothing is stored once the search was stopped. */

static inline struct zm_tt_entry *ZM_FN(tt_slot)(const struct zm_context *cx, uint64_t key)
{
    return &cx->tt[key >> (64 - cx->tt_bits)];
}

ZM_KERNEL int ZM_FN(tablesearch)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 int alpha, int beta);

static inline int ZM_FN(tablesearch_node)(struct zm_context *cx, const struct zm_state *s,
                                          int depth, int alpha, int beta)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    if (depth == 0)
        return ZM_FN(horizon)(cx, game, s, me, alpha, beta);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);

    const uint64_t key = game->key ? game->key(s) : zm_hash_bytes(s, cx->game->state_size);
    struct zm_tt_entry *const entry = ZM_FN(tt_slot)(cx, key);
    const int wanted = depth < ZM_TT_COMPLETE ? depth : ZM_TT_COMPLETE;
    int first = -1;
    if (entry->bound && entry->key == key) {
        first = entry->move;
        if (entry->depth >= wanted &&
            (entry->bound == ZM_EXACT || (entry->bound == ZM_LOWER && entry->value >= beta) ||
             (entry->bound == ZM_UPPER && entry->value <= alpha))) {
            if (entry->depth < ZM_TT_COMPLETE)
                cx->horizon = true;
            cx->best = ZM_NO_MOVE; /* only its place in the list is known */
            return entry->value;
        }
    }

    const bool horizon_above = cx->horizon;
    cx->horizon = false;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    cx->moves += n;
    int best = -ZM_INFINITY, best_index = 0;
    enum zm_bound bound = ZM_UPPER;
    for (int i = 0; i < n && !cx->stopped; i++) {
        /* The remembered move goes first; the others keep their order. */
        const int at = first <= 0 || first >= n || i > first ? i : i == 0 ? first : i - 1;
        int value;
        ZM_PLAY(child, s, list[at]);
        const int next = game->turn(child);
        if (next == ZM_OVER) {
            value = game->payoff(child, me) * game->unit;
            cx->nodes++;
            cx->leaves++;
        } else if ((game->flags & ZM_ALTERNATE) || next != me) {
            value = depth == 1 ? -ZM_FN(horizon)(cx, game, child, next, -beta, -alpha)
                               : -ZM_FN(tablesearch)(cx, child, depth - 1, -beta, -alpha);
        } else {
            value = depth == 1 ? ZM_FN(horizon)(cx, game, child, me, alpha, beta)
                               : ZM_FN(tablesearch)(cx, child, depth - 1, alpha, beta);
        }
        ZM_DROP(child, list[at]);
        if (value > best) {
            best = value;
            best_index = at;
            if (value > alpha) {
                alpha = value;
                bound = ZM_EXACT;
                if (value >= beta) {
                    bound = ZM_LOWER;
                    break;
                }
            }
        }
    }
    cx->moves = list;
    cx->best = list[best_index];
    if (!cx->stopped) {
        entry->key = key;
        entry->value = best;
        entry->move = (uint16_t)best_index;
        entry->depth = (uint8_t)(cx->horizon ? wanted : ZM_TT_COMPLETE);
        entry->bound = (uint8_t)bound;
    }
    cx->horizon |= horizon_above;
    return best;
}

/* The last ply compiled apart: there the compiler knows the depth, and drops what only
 * the way further down needs. */
ZM_KERNEL int ZM_FN(tablesearch)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 int alpha, int beta)
{
    return depth == 1 ? ZM_FN(tablesearch_node)(cx, s, 1, alpha, beta)
                      : ZM_FN(tablesearch_node)(cx, s, depth, alpha, beta);
}
