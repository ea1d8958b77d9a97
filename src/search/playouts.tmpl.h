/* playouts.tmpl.h -- random games, the raw material of Monte Carlo search. */

/* Some games can go on for ever if the players are foolish enough. */
#ifndef ZM_PLAYOUT_PLIES
#define ZM_PLAYOUT_PLIES 100000
#endif

/* Play s on to the end with random moves, or by the game's own light playout(); return the plies
 * played. A game cut off after ZM_PLAYOUT_PLIES is left unfinished. */
ZM_KERNEL uint64_t ZM_FN(playout)(struct zm_context *cx, struct zm_state *s, uint64_t *seed)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    if (game->playout)
        return (uint64_t)game->playout(s, ZM_PLAYOUT_LIGHT, seed, NULL, 0);
    zm_move *const list = cx->moves;
    const bool endless = (game->flags & ZM_CYCLES) || game->max_plies == 0;
    uint64_t plies = 0;
    for (int turn; (turn = game->turn(s)) != ZM_OVER; plies++) {
        if (endless && plies == ZM_PLAYOUT_PLIES)
            break;
        const int n = game->moves(s, list);
        int i;
        if ((game->flags & ZM_HAS_CHANCE) && turn == ZM_CHANCE) {
            game->weights(s, cx->weights);
            i = zm_pick(seed, cx->weights, n);
        } else {
            i = (int)zm_random(seed, (uint32_t)n);
        }
        game->play(s, list[i]);
    }
    return plies;
}

/* `count` random games from s; returns the plies played and adds each player's
 * payoffs to total[]. */
ZM_KERNEL uint64_t ZM_FN(playouts)(struct zm_context *cx, const struct zm_state *s, uint64_t count,
                                   int64_t *total)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const uint64_t nodes = cx->nodes;
    uint64_t seed = cx->seed, starts = 0;
    for (; starts < count && !cx->stopped; starts++) {
        ZM_COPY(end, s);
        cx->nodes += ZM_FN(playout)(cx, end, &seed) + 1;
        if (cx->nodes >= cx->poll_at)
            cx->poll(cx);
        if (game->turn(end) == ZM_OVER) {
            cx->games++;
            for (int p = 0; p < cx->game->players; p++)
                total[p] += game->payoff(end, p);
        }
        ZM_DROP_COPY(end);
    }
    cx->seed = seed;
    return cx->nodes - nodes - starts;
}
