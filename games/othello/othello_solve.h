/* othello_solve.h -- what a solver need not search for, and where it looks first. Included
 * by othello.c alone. */
#ifndef OTHELLO_SOLVE_H
#define OTHELLO_SOLVE_H

/* Stable discs bound the value from both sides. Without a corner there are hardly any, as long as
 * the board is not nearly full. */
static int oth_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    const int squares = discs(s->board);
    const uint64_t corners = corners_of(s->board);
    if (s->mover & corners)
        bounds->low = 2 * discs(stable(s->mover, s->other, s->board)) - squares;
    if (s->other & corners)
        bounds->high = squares - 2 * discs(stable(s->other, s->mover, s->board));
    return oth_moves(s, list);
}

/* Whose turn it is does not matter; nor, in the opening, how the board lies. */
static uint64_t oth_solve_key(const struct zm_state *s)
{
    enum { OPENING = 12 };
    uint64_t mine = s->mover, theirs = s->other;
    if (discs(mine | theirs) <= OPENING)
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            const uint64_t m = turned_set(s->mover, symmetry), t = turned_set(s->other, symmetry);
            if (m < mine || (m == mine && t < theirs)) {
                mine = m;
                theirs = t;
            }
        }
    return zm_mix(zm_mix(mine + 0x9E3779B97F4A7C15ULL) ^ theirs);
}

/* Few moves for the other, no corners, few squares to get moves from: that makes the proof
 * small (fastest first). The solver adds what the learned evaluation foretells. */
static int oth_order(const struct zm_state *s)
{
    enum { MOBILITY = 2 * UNIT, SURROUNDINGS = UNIT / 4 };
    const uint64_t empty = s->board & ~(s->mover | s->other);
    const int moves = discs(s->moves) + discs(s->moves & corners_of(s->board));
    return -MOBILITY * moves - SURROUNDINGS * discs(around(s->other) & empty);
}

/* A few plies tell the value at the end of the game within this margin most of the time. Only
 * the solver, which proves afterwards, asks that far: with a depth of 0. */
static bool oth_guess(const struct zm_state *s, int depth, struct zm_probcut *guess)
{
    const int left = discs(s->board & ~(s->mover | s->other));
    if (depth > 0)
        return oth_probcut(s, depth, guess);
    if (left <= FINISH)
        return false;
    guess->depth = left >= 24 ? 4 : left >= 20 ? 3 : left >= 16 ? 2 : 1;
    guess->margin = 6 * UNIT;
    return true;
}

#endif
