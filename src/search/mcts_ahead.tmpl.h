/* mcts_ahead.tmpl.h -- what the rules alone tell of a position some plies ahead. Where a net judges
 * the leaves this costs little beside it, and a leaf that is won or lost by force needs no net.
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
    int left = 0;
    bool wins = !mine;
    cx->moves += n;
    /* Moves that end the game first: one of them may be all that is needed. That halves the nodes
     * of Connect 4. */
    for (int i = 0; i < n && wins != mine; i++) {
        ZM_PLAY(c, s, list[i]);
        const bool over = game->turn(c) == ZM_OVER;
        cx->nodes++;
        cx->walker->ends += over;
        if (over)
            wins = game->payoff(c, me) > 0;
        else
            list[left++] = list[i];
        ZM_DROP(c, list[i]);
    }
    if (plies == 1 && left > 0)
        wins &= mine;
    for (int i = 0; i < left && plies > 1 && wins != mine; i++) {
        ZM_PLAY(c, s, list[i]);
        wins = ZM_FN(wins_within)(cx, c, me, plies - 1);
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

/* Which of these moves are not lost within so many plies; they come first in the list. 0: none is
 * left, or `won`. */
static inline int ZM_FN(mcts_unlost)(struct zm_context *cx, const struct zm_game *game,
                                     const struct zm_state *s, int turn, zm_move *list, int n,
                                     int plies, bool *won)
{
    int left = 0;
    *won = false;
    for (int i = 0; i < n && !*won; i++) {
        ZM_PLAY(c, s, list[i]);
        *won = ZM_FN(mcts_wins)(cx, game, c, turn, plies - 1);
        if (!*won && !ZM_FN(mcts_wins)(cx, game, c, 1 - turn, plies - 1))
            list[left++] = list[i];
        ZM_DROP(c, list[i]);
    }
    return *won ? 0 : left;
}

/* Like insight(): bounds of s for the first player, and how many moves are not lost as far as the
 * nodes allowed reach; 0 if none is, or one wins. Each look goes two plies further than the last:
 * to the other's next answer. As one answer is enough, that costs about as many times more as there
 * are moves. A look that cost no more than the one before has seen all there is, and where no game
 * came to its end, the next few plies will not tell more (the middle of a game of Othello). */
static inline int ZM_FN(mcts_ahead)(struct zm_context *cx, const struct zm_game *game,
                                    const struct zm_state *s, int turn, uint32_t *known)
{
    const int most = cx->game->max_payoff < ZM_BOUND_MOST ? cx->game->max_payoff : ZM_BOUND_MOST;
    const int sure = game->flags & ZM_MARGIN ? 1 : most;
    const uint64_t allowed = cx->walker->tree->ahead;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    int left = n, plies = 1;
    bool won = false;
    cx->moves += n;
    cx->walker->ends = 0;
    for (uint64_t cost = 0, before; left > 0; plies += plies == 1 ? 1 : 2) {
        const uint64_t begin = cx->nodes;
        before = cost;
        left = ZM_FN(mcts_unlost)(cx, game, s, turn, list, left, plies, &won);
        cost = cx->nodes - begin + (uint64_t)n;
        if (cost <= before || cost * (uint64_t)n > allowed || plies + 2 > ZM_AHEAD_PLIES ||
            (plies > 1 && cx->walker->ends == 0))
            break;
    }
    cx->moves = list;
    if (left > 0)
        return left;
    *known = (turn == 0) == won ? zm_bounds_pack(sure, most) : zm_bounds_pack(-most, -sure);
    return 0;
}
