/* horizon.tmpl.h -- where a line ends. At the depth limit a position is not searched but
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

/* A finished game is worth its payoff, for who moved at ply - 1; a win that comes sooner
 * is worth more where the game says so. */
static inline int ZM_FN(outcome)(struct zm_context *cx, const struct zm_game *game,
                                 const struct zm_state *s, int player, int ply)
{
    const int value = game->payoff(s, player) * game->unit;
    cx->nodes++;
    cx->leaves++;
    if (game->flags & ZM_SOONER) {
        const int certain = cx->game->max_payoff * game->unit;
        if (value >= certain)
            return certain + ZM_SOON - ply;
        if (value <= -certain)
            return -(certain + ZM_SOON - ply);
    }
    return value;
}
