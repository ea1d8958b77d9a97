/* othello_evaluation6.h -- the same idea for the board of 6x6, whose corners lie elsewhere:
 * ten patterns of its own, in 42 places. Included by othello_evaluation.h alone.
 *
 *     corner       triangle     block        edge           rows 2, 3      slants of 6 .. 3
 *     x x x .      x x x x      x x x x x    x x x x x x    . . . . . .    x . . .
 *     x x x .      x x x .      x x x x x    . x . . x .    x x x x x x    . x . .
 *     x x x .      x x . .      . . . . .    . . . . . .    . . . . . .    . . x .
 *     . . . .      x . . .
 *
 * The board is turned and then moved to the corner of the 8x8 one. */
#ifndef OTHELLO_EVALUATION6_H
#define OTHELLO_EVALUATION6_H

enum {
    CORNER6_AT = 0,
    TRIANGLE6_AT = CORNER6_AT + (POWER_9 + POWER_6) / 2,
    BLOCK6_AT = TRIANGLE6_AT + (POWER_10 + POWER_6) / 2,
    EDGE6_AT = BLOCK6_AT + POWER_10,
    ROW6_2_AT = EDGE6_AT + (POWER_8 + POWER_4) / 2,
    ROW6_3_AT = ROW6_2_AT + (POWER_6 + POWER_3) / 2,
    SLANT6_6_AT = ROW6_3_AT + (POWER_6 + POWER_3) / 2,
    SLANT6_5_AT = SLANT6_6_AT + (POWER_6 + POWER_3) / 2,
    SLANT6_4_AT = SLANT6_5_AT + (POWER_5 + POWER_3) / 2,
    SLANT6_3_AT = SLANT6_4_AT + (POWER_4 + POWER_2) / 2,
    MOVES6_AT = SLANT6_3_AT + (POWER_3 + POWER_2) / 2,
    OTHER_MOVES6_AT = MOVES6_AT + 36,
    PHASE6_WEIGHTS = OTHER_MOVES6_AT + 36,

    PHASES6 = 8,
    PHASE6_DISCS = 4,
    DISCS6_AT = PHASES6 * PHASE6_WEIGHTS,
    LEARNED6 = DISCS6_AT + 36 + 1,
    PLACES6 = 42,
    TERMS6 = PLACES6 + 3
};

static const struct layout layout6 = { PHASES6,         PHASE6_DISCS, PHASE6_WEIGHTS, MOVES6_AT,
                                       OTHER_MOVES6_AT, DISCS6_AT,    PLACES6 };

#define BOARD6 0x007E7E7E7E7E7E00ULL

/* Names of configurations that the 8x8 board has no use for. */
struct othello_tables6 {
    uint16_t triangle[POWER_10], edge[POWER_8], line3[POWER_3];
};
extern struct othello_tables6 zm_othello_tables6;
extern int16_t zm_othello_learned6[LEARNED6];

#ifndef OTHELLO_AGAIN
struct othello_tables6 zm_othello_tables6;

#define OTHELLO_WEIGHTS6 "../../data/othello6.weights"
int16_t zm_othello_learned6[LEARNED6] = {
#if !defined __cppcheck__ && __has_include(OTHELLO_WEIGHTS6)
#include OTHELLO_WEIGHTS6
#else
    0
#endif
};

static void fill_tables6(struct othello_tables6 *t)
{
    static const int triangle_image[] = { 0, 4, 7, 9, 1, 5, 8, 2, 6, 3 };
    static const int edge_image[] = { 5, 4, 3, 2, 1, 0, 7, 6 };
    name_configurations(t->triangle, 10, triangle_image);
    name_configurations(t->edge, 8, edge_image);
    name_lines(t->line3, 3);
}
#endif

static inline uint64_t triangle6_of(uint64_t b)
{
    return (b & 0xF) | (b >> 4 & 0x70) | (b >> 9 & 0x180) | (b >> 15 & 0x200);
}

static inline uint64_t edge6_of(uint64_t b)
{
    return (b & 0x3F) | (b >> 3 & 0x40) | (b >> 5 & 0x80);
}

static inline uint64_t row6_of(uint64_t b, int row)
{
    return b >> 8 * row & 0x3F;
}

/* No disc lies beside the board, so that the ends of a slant need not be cut off. */
static inline uint64_t slant6_of(uint64_t b, int length)
{
    const uint64_t slant = 0x8040201008040201ULL >> 8 * (6 - length);
    return (b & slant) * 0x0101010101010101ULL >> (62 - length);
}

/* The weights of the 42 places, as their numbers in the phase. */
static inline void places6_of(uint64_t mine, uint64_t theirs, int32_t place[PLACES6])
{
    /* Four turns of the board, then their mirror images. */
    static const int symmetry[8] = { 0, 3, 6, 5, 1, 2, 4, 7 };
    const struct othello_tables *const t = &zm_othello_tables;
    const struct othello_tables6 *const t6 = &zm_othello_tables6;
    uint64_t m[8], o[8];
    for (int i = 0; i < 8; i++) {
        m[i] = turned_set(mine, symmetry[i]) >> 9;
        o[i] = turned_set(theirs, symmetry[i]) >> 9;
        *place++ = BLOCK6_AT + number_of(block_of(m[i]), block_of(o[i]));
    }
    for (int i = 0; i < 4; i++) {
        *place++ = CORNER6_AT + t->corner[number_of(corner_of(m[i]), corner_of(o[i]))];
        *place++ = TRIANGLE6_AT + t6->triangle[number_of(triangle6_of(m[i]), triangle6_of(o[i]))];
        *place++ = EDGE6_AT + t6->edge[number_of(edge6_of(m[i]), edge6_of(o[i]))];
        *place++ = ROW6_2_AT + t->line6[number_of(row6_of(m[i], 1), row6_of(o[i], 1))];
        *place++ = ROW6_3_AT + t->line6[number_of(row6_of(m[i], 2), row6_of(o[i], 2))];
        *place++ = SLANT6_5_AT + t->line5[number_of(slant6_of(m[i], 5), slant6_of(o[i], 5))];
        *place++ = SLANT6_4_AT + t->line4[number_of(slant6_of(m[i], 4), slant6_of(o[i], 4))];
        *place++ = SLANT6_3_AT + t6->line3[number_of(slant6_of(m[i], 3), slant6_of(o[i], 3))];
    }
    for (int i = 0; i < 4; i += 2) /* turned once more they are the same */
        *place++ = SLANT6_6_AT + t->line6[number_of(slant6_of(m[i], 6), slant6_of(o[i], 6))];
}

#endif
