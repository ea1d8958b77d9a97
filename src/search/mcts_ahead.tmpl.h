/* mcts_ahead.tmpl.h -- what the rules alone tell of a position some plies ahead. Where a net judges
 * the leaves this costs nothing beside it, and a leaf that is won or lost by force needs no net.
 * (Baier & Winands 2015, "MCTS-minimax hybrids": minimax at the leaves.) */

/* Can `me` win s, which is not over, within so many plies, whatever the other does? One question at
 * a time, because one answer of the other's refutes a plan: so twice the square root of the
 * positions is looked at that it takes to ask for wins and losses at once. */
ZM_KERNEL bool ZM_FN(wins_within)(struct zm_context *cx, const struct zm_state *s, int me,
                                  int plies)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int turn = game->turn(s);
    if (plies == 0 || turn < 0)
        return false;
    const bool mine = turn == me;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    bool wins = !mine;
    cx->moves += n;
    for (int i = 0; i < n && wins != mine; i++) {
        ZM_PLAY(c, s, list[i]);
        cx->nodes++;
        wins = game->turn(c) == ZM_OVER ? game->payoff(c, me) > 0
                                        : plies > 1 && ZM_FN(wins_within)(cx, c, me, plies - 1);
        ZM_DROP(c, list[i]);
    }
    cx->moves = list;
    return wins;
}

/* The same of s that may be over. */
static inline bool ZM_FN(mcts_wins)(struct zm_context *cx, const struct zm_game *game,
                                    const struct zm_state *s, int me, int plies)
{
    return game->turn(s) == ZM_OVER ? game->payoff(s, me) > 0
                                    : ZM_FN(wins_within)(cx, s, me, plies);
}

/* Like insight(): bounds of s for the first player, and how many moves are not lost within the
 * plies that are looked ahead; 0 if none is, or one wins. */
static inline int ZM_FN(mcts_ahead)(struct zm_context *cx, const struct zm_game *game,
                                    const struct zm_state *s, int turn, uint32_t *known)
{
    const int most = cx->game->max_payoff < ZM_BOUND_MOST ? cx->game->max_payoff : ZM_BOUND_MOST;
    const int sure = game->flags & ZM_MARGIN ? 1 : most, plies = cx->walker->tree->ahead - 1;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    int left = 0;
    bool won = false;
    cx->moves += n;
    for (int i = 0; i < n && !won; i++) {
        ZM_PLAY(c, s, list[i]);
        won = ZM_FN(mcts_wins)(cx, game, c, turn, plies);
        if (!won && !ZM_FN(mcts_wins)(cx, game, c, 1 - turn, plies))
            list[left++] = list[i];
        ZM_DROP(c, list[i]);
    }
    cx->moves = list;
    if (!won && left > 0)
        return left;
    *known = (turn == 0) == won ? zm_bounds_pack(sure, most) : zm_bounds_pack(-most, -sure);
    return 0;
}
