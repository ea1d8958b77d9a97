/* othello_stable.h -- discs that can never be turned over again, as far as is seen at a
 * glance. Included by othello.c alone.
 *
 * A disc is safe along a line if the line is full, if the disc is at the end of it, or if
 * its neighbour there has the same colour and is safe in all directions. It is stable if it
 * is safe along all four lines. */
#ifndef OTHELLO_STABLE_H
#define OTHELLO_STABLE_H

#define EDGES 0xFF818181818181FFULL

/* The squares from which all along one way is taken, in three steps; `end`, `end2` and
 * `end4` have the next one, two, four squares beyond the board. */
static inline uint64_t taken_up(uint64_t b, int step, uint64_t end, uint64_t end2, uint64_t end4)
{
    b &= b >> step | end;
    b &= b >> 2 * step | end2;
    return b & (b >> 4 * step | end4);
}

static inline uint64_t taken_down(uint64_t b, int step, uint64_t end, uint64_t end2, uint64_t end4)
{
    b &= b << step | end;
    b &= b << 2 * step | end2;
    return b & (b << 4 * step | end4);
}

static inline uint64_t rotated(uint64_t b, int by)
{
    return b >> by | b << (64 - by);
}

static inline uint64_t stable(uint64_t mine, uint64_t theirs, uint64_t board)
{
    const uint64_t taken = mine | theirs | ~board;
    uint64_t flat = taken, upright = taken;
    flat &= flat >> 1;
    flat &= flat >> 2;
    flat &= flat >> 4;
    flat = (flat & 0x0101010101010101) * 0xFF | 0x8181818181818181;
    upright &= rotated(upright, 8);
    upright &= rotated(upright, 16);
    upright &= rotated(upright, 32);
    upright |= 0xFF000000000000FF;
    const uint64_t falling =
        (taken_up(taken, 9, 0xFF80808080808080, 0xFFFFC0C0C0C0C0C0, 0xFFFFFFFFF0F0F0F0) &
         taken_down(taken, 9, 0x01010101010101FF, 0x030303030303FFFF, 0x0F0F0F0FFFFFFFFF)) |
        EDGES;
    const uint64_t rising =
        (taken_up(taken, 7, 0xFF01010101010101, 0xFFFF030303030303, 0xFFFFFFFF0F0F0F0F) &
         taken_down(taken, 7, 0x80808080808080FF, 0xC0C0C0C0C0C0FFFF, 0xF0F0F0F0FFFFFFFF)) |
        EDGES;
    uint64_t safe = (mine & flat & upright & falling & rising) | ~board, before;
    do {
        before = safe;
        safe |= mine & (flat | safe << 1 | safe >> 1) & (upright | safe << 8 | safe >> 8) &
                (falling | safe << 9 | safe >> 9) & (rising | safe << 7 | safe >> 7);
    } while (safe != before);
    return safe & mine;
}

#endif
