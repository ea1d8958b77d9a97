/* go_solve.h -- what is certain of a position, for solvers.
 *
 * A player's certain area (go_benson.h) stays the player's. Stones of the other colour in there
 * can be captured: each stone played into a region of two or more points joins the chain around
 * it, leaves the region as safe as it was and cannot be taken any more; the last one captures.
 * Nobody who captures passes. Only if the other colour may end the game at once, because the last
 * move was a pass, the score is the one on the board.
 *
 * Superko cannot forbid this to a player who never fills an eye of such an area
 * (game_gives_up()). For after any such stone the chain with it is certain again. Had that board
 * been there before, the stone would still stand: nobody can take it, and only its owner's
 * filling of eyes could have changed that. */

/* Black's score in payoff units, if `black` points are his and all others White's. */
static inline int score_of(const struct zm_state *s, int black)
{
    return s->unit * (2 * black - s->rows * s->columns) - s->komi;
}

GO_APART int game_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    const int me = s->turn, cells = s->rows * s->columns;
    int low = score_of(s, bits_count(certain_area(s, BLACK)));
    int high = score_of(s, cells - bits_count(certain_area(s, WHITE)));
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

/* Fills an eye of one point of the own certain area. */
GO_APART bool game_gives_up(const struct zm_state *s, zm_move m)
{
    if (m >= PASS)
        return false;
    const struct bits around = bits_and(bits_around(bits_of((int)m)), board_of(s));
    if (bits_any(bits_without(around, s->stones[s->turn])))
        return false;
    const struct bits certain = certain_area(s, s->turn);
    return bits_has(&certain, (int)m);
}
