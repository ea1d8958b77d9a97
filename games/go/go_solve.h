/* go_solve.h -- what is certain of a position, for solvers.
 *
 * What is pass-alive stays its owner's: stones of the other colour in there can be captured one
 * by one, each time for a stone more, and nobody who captures passes. Only if the other colour
 * may end the game at once, because the last move was a pass, the score is the one on the
 * board. */

/* Black's score in payoff units, if `black` points are his and all others White's. */
static inline int score_of(const struct zm_state *s, int black)
{
    return s->unit * (2 * black - s->rows * s->columns) - s->komi;
}

GO_APART int game_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    const int me = s->turn, cells = s->rows * s->columns;
    int low = score_of(s, bits_count(pass_alive(s, BLACK)));
    int high = score_of(s, cells - bits_count(pass_alive(s, WHITE)));
    if (s->last == PASS) {
        const int now = game_payoff(s, BLACK);
        if (me == BLACK) { /* may take the score as it is */
            low = now > low ? now : low;
            high = now > high ? now : high;
        } else {
            low = now < low ? now : low;
            high = now < high ? now : high;
        }
    }
    bounds->low = me == BLACK ? low : -high;
    bounds->high = me == BLACK ? high : -low;
    return game_moves(s, list);
}
