/* expectiminimax.tmpl.h -- minimax with chance nodes, whose value is the mean of their
 * outcomes weighted by probability. Values are cx->max_player's. Depth counts every
 * ply, chance included. Source: Michie 1966, "Game-playing and game-learning automata".
 * Theory: docs/theory/expectiminimax.md */

ZM_KERNEL double ZM_FN(expectiminimax)(struct zm_context *cx, const struct zm_state *s, int depth)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s), max = cx->max_player;
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth);
    cx->nodes++;
    if (depth == 0) {
        const int value = game->evaluate ? game->evaluate(s, max) : 0;
        cx->leaves++;
        cx->horizon = true;
        ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = value);
        return value;
    }
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    zm_move *const list = cx->moves;
    uint32_t *const weight = cx->weights;
    const int n = game->moves(s, list);
    cx->moves += n;
    uint64_t weight_sum = 0;
    if (me == ZM_CHANCE) {
        game->weights(s, weight);
        cx->weights += n;
        for (int i = 0; i < n; i++)
            weight_sum += weight[i];
    }
    double sum = 0, best = me == max ? -ZM_INFINITY : ZM_INFINITY;
    zm_move best_move = list[0];
    for (int i = 0; i < n && !cx->stopped; i++) {
        double value;
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i]);
        ZM_PLAY(child, s, list[i]);
        if (game->turn(child) == ZM_OVER) {
            value = (double)game->payoff(child, max) * game->unit;
            cx->nodes++;
            cx->leaves++;
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = value);
        } else {
            value = ZM_FN(expectiminimax)(cx, child, depth - 1);
        }
        ZM_DROP(child, list[i]);
        if (me == ZM_CHANCE) {
            sum += weight[i] * value;
            ZM_STEP(cx, .kind = ZM_STEP_AVERAGE, .index = i, .move = list[i],
                    .weight = (double)weight[i] / (double)weight_sum,
                    .value = sum / (double)weight_sum);
        } else if (me == max ? value > best : value < best) {
            best = value;
            best_move = list[i];
            ZM_STEP(cx, .kind = ZM_STEP_BETTER, .index = i, .move = best_move, .value = best);
        }
    }
    if (me == ZM_CHANCE)
        best = sum / (double)weight_sum;
    cx->moves = list;
    cx->weights = weight;
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = best_move);
    return best;
}
