/* minimax.tmpl.h -- Shannon's (1950) and von Neumann's minimax: MAX, who is
 * cx->max_player, takes the highest value, everybody else the lowest. With two players
 * of a zero-sum game that is perfect play; with more it is the paranoid assumption
 * that all others play against MAX. Theory: docs/theory/minimax.md */

ZM_KERNEL int ZM_FN(minimax)(struct zm_context *cx, const struct zm_state *s, int depth)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s), max = cx->max_player;
    if (depth == 0)
        return ZM_FN(horizon)(cx, game, s, max, 0, 0);
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    cx->moves += n;
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
            value = ZM_FN(horizon)(cx, game, child, max, 0, 0);
        } else {
            value = ZM_FN(minimax)(cx, child, depth - 1);
        }
        ZM_DROP(child, list[i]);
        if (me == max ? value > best : value < best) {
            best = value;
            best_move = list[i];
            ZM_STEP(cx, .kind = ZM_STEP_BETTER, .index = i, .move = best_move, .value = best);
        }
    }
    cx->moves = list;
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = best_move);
    return best;
}
