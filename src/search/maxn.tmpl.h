/* maxn.tmpl.h -- any number of players: a node's value is a tuple with one component
 * for each player, and who moves takes the child that is best in its own. Of equal
 * children the first is taken. Chance nodes average. Source: Luckhardt & Irani 1986,
 * "An algorithmic solution of N-person games". Theory: docs/theory/maxn.md */

ZM_KERNEL void ZM_FN(maxn)(struct zm_context *cx, const struct zm_state *s, int depth,
                           double *result)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s), players = cx->game->players;
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (depth == 0) {
        for (int p = 0; p < players; p++)
            result[p] = game->evaluate ? game->evaluate(s, p) : 0;
        cx->leaves++;
        cx->horizon = true;
        ZM_STEP(cx, .kind = ZM_STEP_LEAF, .values = result);
        return;
    }
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
    for (int p = 0; p < players; p++)
        result[p] = me == ZM_CHANCE ? 0 : -ZM_INFINITY;
    zm_move best_move = list[0];
    for (int i = 0; i < n && !cx->stopped; i++) {
        double value[ZM_MAX_PLAYERS];
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i]);
        ZM_PLAY(child, s, list[i]);
        if (game->turn(child) == ZM_OVER) {
            for (int p = 0; p < players; p++)
                value[p] = (double)game->payoff(child, p) * game->unit;
            cx->nodes++;
            cx->leaves++;
            ZM_STEP(cx, .kind = ZM_STEP_LEAF, .values = value);
        } else {
            ZM_FN(maxn)(cx, child, depth - 1, value);
        }
        ZM_DROP(child, list[i]);
        if (me == ZM_CHANCE) {
            for (int p = 0; p < players; p++)
                result[p] += weight[i] * value[p];
        } else if (value[me] > result[me]) {
            for (int p = 0; p < players; p++)
                result[p] = value[p];
            best_move = list[i];
            ZM_STEP(cx, .kind = ZM_STEP_BETTER, .index = i, .move = best_move, .values = result);
        }
    }
    if (me == ZM_CHANCE)
        for (int p = 0; p < players; p++)
            result[p] /= (double)weight_sum;
    cx->moves = list;
    cx->weights = weight;
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .values = result, .move = best_move);
}
