/* horizon.tmpl.h -- where the depth limit ends the search: a position is not searched but
 * evaluated, for `player`. Most positions of a search lie here. Parents therefore ask this
 * for their children and save the call of a whole search that would return at once. */

static inline int ZM_FN(horizon)(struct zm_context *cx, const struct zm_game *game,
                                 const struct zm_state *s, int player, int alpha, int beta)
{
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = game->turn(s), .alpha = alpha, .beta = beta);
    (void)alpha, (void)beta; /* only who watches wants to know */
    const int value = game->evaluate ? game->evaluate(s, player) : 0;
    cx->nodes++;
    cx->leaves++;
    cx->horizon = true;
    ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = value);
    return value;
}
