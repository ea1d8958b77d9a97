/* alphabeta.tmpl.h -- alpha-beta in the form with MAX and MIN nodes, fail-soft.
 * Values are cx->max_player's; everybody else minimises them, which with more than two
 * players is the paranoid search. Source: Knuth & Moore, "An analysis of alpha-beta
 * pruning", 1975; fail-soft: Fishburn 1983. Theory: docs/theory/alphabeta.md
 *
 * alpha: what MAX has for certain on the way here; beta: what MIN has. A node whose
 * value cannot lie between them is of no interest to the one who chose elsewhere. */

ZM_KERNEL int ZM_FN(alphabeta)(struct zm_context *cx, const struct zm_state *s, int depth,
                               int alpha, int beta)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s), max = cx->max_player;
    if (depth == 0)
        return ZM_FN(horizon)(cx, game, s, max, alpha, beta);
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth, .alpha = alpha, .beta = beta);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    cx->moves += n;
    ZM_ORDER(cx, s, list, n, depth);
    int best = me == max ? -ZM_INFINITY : ZM_INFINITY;
    zm_move best_move = list[0];
    for (int i = 0; i < n && !cx->stopped; i++) {
        int value;
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i]);
        ZM_PLAY(child, s, list[i]);
        if (game->turn(child) == ZM_OVER) {
            value = game->payoff(child, max) * game->unit;
            cx->nodes++;
            cx->leaves++;
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = value);
        } else if (depth == 1) {
            value = ZM_FN(horizon)(cx, game, child, max, alpha, beta);
        } else {
            value = ZM_FN(alphabeta)(cx, child, depth - 1, alpha, beta);
        }
        ZM_DROP(child, list[i]);
        if (me == max ? value > best : value < best) {
            best = value;
            best_move = list[i];
            ZM_STEP(cx, .kind = ZM_STEP_BETTER, .index = i, .move = best_move, .value = best);
        }
        if (me == max ? best >= beta + ZM_STRICT(cx) : best <= alpha - ZM_STRICT(cx)) {
            if (i + 1 < n)
                ZM_STEP(cx, .kind = ZM_STEP_CUT, .index = i + 1, .count = n - i - 1, .turn = me,
                        .alpha = alpha, .beta = beta, .value = best, .moves = list + i + 1);
            break;
        }
        if (me == max && best > alpha) {
            alpha = best;
            ZM_STEP(cx, .kind = ZM_STEP_WINDOW, .alpha = alpha, .beta = beta, .raised = -1);
        }
        if (me != max && best < beta) {
            beta = best;
            ZM_STEP(cx, .kind = ZM_STEP_WINDOW, .alpha = alpha, .beta = beta, .raised = 1);
        }
    }
    cx->moves = list;
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = best_move);
    return best;
}
