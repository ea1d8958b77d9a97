/* quiescence.tmpl.h -- at the horizon, loud moves (captures, threats) are followed until
 * the position is quiet enough to be evaluated: a search that ends in the middle of an
 * exchange believes in material that it is about to lose. A player who likes none of the
 * loud moves stands pat, and is content with the evaluation; but not where the game says
 * that the player must answer a threat: there all moves are looked at.
 * Source: Shannon 1950; standing pat as in Beal 1990, "A generalised quiescence search
 * algorithm". Theory: docs/theory/engine.md */

__attribute__((noinline)) ZM_KERNEL int ZM_FN(quiescence)(struct zm_context *cx,
                                                          const struct zm_state *s, int plies,
                                                          int alpha, int beta, int ply)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .alpha = alpha, .beta = beta);
    cx->nodes++;
    cx->leaves++;
    cx->horizon = true;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    const bool forced = game->forced && game->forced(s);
    int best = game->evaluate ? game->evaluate(s, me) : 0;
    if (plies == 0 || ply >= ZM_MAX_PLY || (!forced && best >= beta)) {
        ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = best);
        return best;
    }
    zm_move *const list = cx->moves;
    struct zm_bounds sure = { -cx->game->max_payoff, cx->game->max_payoff };
    if (alpha + 1 < beta && cx->engine->deepest <= ply)
        cx->engine->deepest = ply + 1;
    const int n = !forced ? game->loud_moves(s, list)
                  : game->insight && cx->engine->parts & ZM_PART_INSIGHT
                      ? game->insight(s, &sure, list)
                      : game->moves(s, list);
    if (sure.low == sure.high) {
        ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = sure.low * game->unit);
        return sure.low * game->unit;
    }
    cx->moves += n;
    best = forced ? -ZM_INFINITY : best;
    alpha = best > alpha ? best : alpha;
    for (int i = 0; i < n && best < beta && !cx->stopped; i++) {
        int value;
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .move = list[i], .index = i);
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child);
        if (next == ZM_OVER) {
            value = ZM_FN(outcome)(cx, game, child, me, ply + 1);
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = -value);
        } else if ((game->flags & ZM_ALTERNATE) || next != me) {
            value = -ZM_FN(quiescence)(cx, child, plies - 1, -beta, -alpha, ply + 1);
        } else {
            value = ZM_FN(quiescence)(cx, child, plies - 1, alpha, beta, ply + 1);
        }
        ZM_DROP(child, list[i]);
        best = value > best ? value : best;
        alpha = best > alpha ? best : alpha;
    }
    cx->moves = list;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = ZM_NO_MOVE);
    return best;
}
