/* negamax.tmpl.h -- alpha-beta in the negamax form, fail-soft, without a table: the
 * value is always that of the player to move, so that one rule serves both sides:
 * what is good for the one is as bad for the other. For two players, zero-sum.
 * Source: Knuth & Moore 1975, procedure F2. Theory: docs/theory/alphabeta.md
 *
 * Finished games and the horizon are scored in the parent's loop: a call for each would
 * cost a third of the speed in small games. */

ZM_KERNEL int ZM_FN(negamax)(struct zm_context *cx, const struct zm_state *s, int depth, int alpha,
                             int beta);

static inline int ZM_FN(negamax_node)(struct zm_context *cx, const struct zm_state *s, int depth,
                                      int alpha, int beta)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    if (depth == 0)
        return ZM_FN(horizon)(cx, game, s, me, alpha, beta);
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth, .alpha = alpha, .beta = beta);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    cx->moves += n;
    ZM_ORDER(cx, s, list, n, depth);
    int best = -ZM_INFINITY;
    zm_move best_move = list[0];
    for (int i = 0; i < n && !cx->stopped; i++) {
        int value;
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i]);
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child);
        if (next == ZM_OVER) {
            value = game->payoff(child, me) * game->unit;
            cx->nodes++;
            cx->leaves++;
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = -value);
        } else if ((game->flags & ZM_ALTERNATE) || next != me) {
            value = depth == 1 ? -ZM_FN(horizon)(cx, game, child, next, -beta, -alpha)
                               : -ZM_FN(negamax)(cx, child, depth - 1, -beta, -alpha);
        } else {
            value = depth == 1 ? ZM_FN(horizon)(cx, game, child, me, alpha, beta)
                               : ZM_FN(negamax)(cx, child, depth - 1, alpha, beta);
        }
        ZM_DROP(child, list[i]);
        if (value > best) {
            best = value;
            best_move = list[i];
            ZM_STEP(cx, .kind = ZM_STEP_BETTER, .index = i, .move = best_move, .value = best);
            if (best >= beta + ZM_STRICT(cx)) {
                if (i + 1 < n)
                    ZM_STEP(cx, .kind = ZM_STEP_CUT, .index = i + 1, .count = n - i - 1, .turn = me,
                            .alpha = alpha, .beta = beta, .value = best, .moves = list + i + 1);
                break;
            }
            if (best > alpha) {
                alpha = best;
                ZM_STEP(cx, .kind = ZM_STEP_WINDOW, .alpha = alpha, .beta = beta, .raised = -1);
            }
        }
    }
    cx->moves = list;
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = best_move);
    return best;
}

/* The last ply compiled apart: there the compiler knows the depth, and drops what only
 * the way further down needs. */
ZM_KERNEL int ZM_FN(negamax)(struct zm_context *cx, const struct zm_state *s, int depth, int alpha,
                             int beta)
{
    return depth == 1 ? ZM_FN(negamax_node)(cx, s, 1, alpha, beta)
                      : ZM_FN(negamax_node)(cx, s, depth, alpha, beta);
}
