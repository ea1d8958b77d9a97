/* negamax.tmpl.h -- alpha-beta in the negamax form, fail-soft, without a table: the
 * value is always that of the player to move, so that one rule serves both sides:
 * what is good for the one is as bad for the other. For two players, zero-sum.
 * Source: Knuth & Moore 1975, procedure F2. Theory: docs/theory/alphabeta.md
 *
 * Most positions of a search lie in its last two plies, and there a call costs as much as
 * the work. So this file is compiled twice (kernels.tmpl.h): first, with ZM_LAST_PLY, for
 * the last ply alone, in which every child is a leaf; then for the others, and the ply
 * before the last has the last compiled into it. */

#ifdef ZM_LAST_PLY
static inline int ZM_FN(negamax_last)(struct zm_context *cx, const struct zm_state *s, int alpha,
                                      int beta)
{
    const int depth = 1;
#else
ZM_KERNEL int ZM_FN(negamax)(struct zm_context *cx, const struct zm_state *s, int depth, int alpha,
                             int beta)
{
#endif
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
#ifndef ZM_LAST_PLY
    cx->moves += n;
#endif
    ZM_ORDER(cx, s, list, n, depth);
    int best = -ZM_INFINITY;
    zm_move best_move = list[0];
    for (int i = 0; i < n; i++) {
        int value;
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i]);
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child);
        if (next == ZM_OVER) {
            value = game->payoff(child, me) * game->unit;
            cx->nodes++;
            cx->leaves++;
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = -value);
        } else {
            const bool turns = (game->flags & ZM_ALTERNATE) || next != me;
            const int low = turns ? -beta : alpha, high = turns ? -alpha : beta;
#ifdef ZM_LAST_PLY
            value = ZM_FN(horizon)(cx, game, child, next, low, high);
#else
            value = depth == 1   ? ZM_FN(horizon)(cx, game, child, next, low, high)
                    : depth == 2 ? ZM_FN(negamax_last)(cx, child, low, high)
                                 : ZM_FN(negamax)(cx, child, depth - 1, low, high);
#endif
            if (turns)
                value = -value;
        }
        ZM_DROP(child, list[i]);
#ifndef ZM_LAST_PLY
        if (cx->stopped)
            break;
#endif
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
#ifndef ZM_LAST_PLY
    cx->moves = list;
#endif
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = best_move);
    return best;
}
