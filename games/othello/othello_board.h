/* othello_board.h -- squares by row and column, symmetries, planes for nets, and the page.
 * Included by othello.c alone. */
#ifndef OTHELLO_BOARD_H
#define OTHELLO_BOARD_H

/* Cell number i of the board, row by row from its top left, is this square; and back. */
static int square_of(const struct zm_state *s, int cell)
{
    const int size = size_of(s), margin = (SIDE - size) / 2;
    return (cell / size + margin) * SIDE + cell % size + margin;
}

static int cell_of(const struct zm_state *s, int square)
{
    const int size = size_of(s), margin = (SIDE - size) / 2;
    return (square / SIDE - margin) * size + square % SIDE - margin;
}

static int cells_of(const struct zm_state *s)
{
    return size_of(s) * size_of(s);
}

/* The discs of a player. */
static uint64_t discs_of(const struct zm_state *s, int player)
{
    const int mover = s->turn == 1;
    return player == mover ? s->mover : s->other;
}

/* 'X' for the first player, 'O' for the second, `none` for an empty square. */
static char disc(const struct zm_state *s, int cell, char none)
{
    const int square = square_of(s, cell);
    return discs_of(s, 0) >> square & 1 ? 'X' : discs_of(s, 1) >> square & 1 ? 'O' : none;
}

/* --------------------------------------------------------------- symmetry -- */

/* Swap the bits under `mask` with those `distance` above them. */
static uint64_t swapped(uint64_t b, uint64_t mask, int distance)
{
    const uint64_t differ = (b ^ b >> distance) & mask;
    return b ^ differ ^ differ << distance;
}

/* Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the main diagonal, in that
 * order. */
static uint64_t turned_set(uint64_t b, int symmetry)
{
    if (symmetry & 1) {
        b = swapped(b, 0x5555555555555555, 1);
        b = swapped(b, 0x3333333333333333, 2);
        b = swapped(b, 0x0F0F0F0F0F0F0F0F, 4);
    }
    if (symmetry & 2)
        b = __builtin_bswap64(b);
    if (symmetry & 4) {
        b = swapped(b, 0x00AA00AA00AA00AA, 7);
        b = swapped(b, 0x0000CCCC0000CCCC, 14);
        b = swapped(b, 0x00000000F0F0F0F0, 28);
    }
    return b;
}

static void oth_transform(struct zm_state *s, int symmetry)
{
    s->mover = turned_set(s->mover, symmetry);
    s->other = turned_set(s->other, symmetry);
    s->moves = turned_set(s->moves, symmetry);
}

static zm_move oth_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    (void)s;
    return m == PASS ? PASS : (zm_move)__builtin_ctzll(turned_set(1ULL << m, symmetry));
}

/* ------------------------------------------------------------- nets, page -- */

/* Own discs, the other's; where each may move; and ones if the number of empty cells is odd, so
 * that who moves now also moves last. */
enum { PLANES = 5 };
static void oth_features(const struct zm_state *s, int player, float *plane)
{
    const int cells = cells_of(s);
    const uint64_t mine = discs_of(s, player), theirs = discs_of(s, 1 - player);
    const uint64_t set[PLANES] = { mine, theirs, moves_of(mine, theirs, s->board),
                                   moves_of(theirs, mine, s->board),
                                   discs(s->board & ~(mine | theirs)) & 1 ? s->board : 0 };
    for (int i = 0; i < PLANES; i++)
        for (uint64_t left = set[i]; left; left &= left - 1)
            plane[i * cells + cell_of(s, __builtin_ctzll(left))] = 1;
}

static int oth_slot(const struct zm_state *s, zm_move m)
{
    return m == PASS ? cells_of(s) : cell_of(s, (int)m);
}

static void oth_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < cells_of(s); i++)
        cell[i] = disc(s, i, '.');
}

/* An empty square is nobody's, though the winner counts it. Asked after each playout: no jumps. */
static void oth_owners(const struct zm_state *s, int8_t owner[])
{
    const int size = size_of(s), margin = (SIDE - size) / 2;
    const uint64_t first = discs_of(s, 0), second = discs_of(s, 1);
    for (int row = margin; row < margin + size; row++)
        for (int column = margin; column < margin + size; column++) {
            const int square = row * SIDE + column;
            *owner++ = (int8_t)((int)(first >> square & 1) + 2 * (int)(second >> square & 1) - 1);
        }
}

static int oth_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    if (m == PASS)
        return 0;
    cell[0] = (uint16_t)cell_of(s, (int)m);
    return 1;
}

#endif
