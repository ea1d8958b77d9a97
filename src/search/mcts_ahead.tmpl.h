/* mcts_ahead.tmpl.h -- what the rules alone tell of a position some plies ahead. Where a net judges
 * the leaves this costs nothing beside it, and a leaf that is won or lost by force needs no net.
 * (Baier & Winands 2015, "MCTS-minimax hybrids": minimax at the leaves.) */

/* 1 if `me` can win s within so many plies whatever the others do, -1 if the same is true of being
 * beaten, else 0. */
static int ZM_FN(mcts_outcome)(struct zm_context *cx, const struct zm_game *game,
                               const struct zm_state *s, int me, int plies)
{
    const int turn = game->turn(s);
    cx->nodes++;
    if (turn == ZM_OVER) {
        const int points = game->payoff(s, me);
        return (points > 0) - (points < 0);
    }
    if (plies == 0 || turn < 0)
        return 0;
    const int wanted = turn == me ? 1 : -1;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    int best = -wanted;
    cx->moves += n;
    for (int i = 0; i < n && best != wanted; i++) {
        ZM_PLAY(c, s, list[i]);
        const int now = ZM_FN(mcts_outcome)(cx, game, c, me, plies - 1);
        ZM_DROP(c, list[i]);
        best = now == -wanted ? best : now;
    }
    cx->moves = list;
    return best;
}

/* Like insight(): bounds of s for the first player, and how many moves are not lost within the
 * plies that are looked ahead; 0 if none is, or one wins. */
static inline int ZM_FN(mcts_ahead)(struct zm_context *cx, const struct zm_game *game,
                                    const struct zm_state *s, int turn, uint32_t *known)
{
    const int most = cx->game->max_payoff < ZM_BOUND_MOST ? cx->game->max_payoff : ZM_BOUND_MOST;
    const int sure = game->flags & ZM_MARGIN ? 1 : most;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    int left = 0;
    bool won = false;
    cx->moves += n;
    for (int i = 0; i < n && !won; i++) {
        ZM_PLAY(c, s, list[i]);
        const int now = ZM_FN(mcts_outcome)(cx, game, c, turn, cx->walker->tree->ahead - 1);
        ZM_DROP(c, list[i]);
        won = now > 0;
        if (now == 0)
            list[left++] = list[i];
    }
    cx->moves = list;
    if (!won && left > 0)
        return left;
    *known = (turn == 0) == won ? zm_bounds_pack(sure, most) : zm_bounds_pack(-most, -sure);
    return 0;
}
