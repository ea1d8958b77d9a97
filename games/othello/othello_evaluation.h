/* othello_evaluation.h -- patterns whose weights are learned: the idea of Logistello (Buro
 * 1998, "From simple features to sophisticated evaluation functions"). Included by othello.c
 * alone. Theory: docs/theory/learned-evaluation.md
 *
 * A pattern is a set of squares; what lies on them, each empty, the mover's or the other's,
 * is a number in base 3 that names a weight. There are eleven patterns around a corner.
 * Turned and mirrored, they lie on the board in 46 places:
 *
 *     corner        block         edge                rows 2, 3, 4        slants of 8 .. 4
 *     x x x . .     x x x x x     x x x x x x x x     . . . . . . . .     x . . . .
 *     x x x . .     x x x x x     . x . . . . x .     x x x x x x x x     . x . . .
 *     x x x . .     . . . . .     . . . . . . . .     . . . . . . . .     . . x . .
 *
 * All but the block are their own mirror image, and a configuration shares its weight with
 * its mirror image. To read a pattern in another place the board is turned, not the pattern.
 *
 * Beside these there is a weight for the number of moves that the mover has, one for those
 * the other would have, and one for the number of discs, which tells who moves last. Each
 * of the PHASES of the game has its own weights.
 *
 * The board of 6x6 has weights of its own (othello_evaluation6.h); that of 4x4 is solved in
 * no time and has none. */
#ifndef OTHELLO_EVALUATION_H
#define OTHELLO_EVALUATION_H

#include <stdatomic.h>

/* A pattern of n squares, of which m are left if mirror images count once, has 3^n
 * configurations; 3^m are their own mirror image, so that (3^n + 3^m) / 2 are different. */
enum {
    POWER_2 = 9,
    POWER_3 = 27,
    POWER_4 = 81,
    POWER_5 = 243,
    POWER_6 = 729,
    POWER_7 = 2187,
    POWER_8 = 6561,
    POWER_9 = 19683,
    POWER_10 = 59049
};
enum {
    CORNER_AT = 0,
    BLOCK_AT = CORNER_AT + (POWER_9 + POWER_6) / 2,
    EDGE_AT = BLOCK_AT + POWER_10,
    ROW_2_AT = EDGE_AT + (POWER_10 + POWER_5) / 2,
    ROW_3_AT = ROW_2_AT + (POWER_8 + POWER_4) / 2,
    ROW_4_AT = ROW_3_AT + (POWER_8 + POWER_4) / 2,
    SLANT_8_AT = ROW_4_AT + (POWER_8 + POWER_4) / 2,
    SLANT_7_AT = SLANT_8_AT + (POWER_8 + POWER_4) / 2,
    SLANT_6_AT = SLANT_7_AT + (POWER_7 + POWER_4) / 2,
    SLANT_5_AT = SLANT_6_AT + (POWER_6 + POWER_3) / 2,
    SLANT_4_AT = SLANT_5_AT + (POWER_5 + POWER_3) / 2,
    MOVES_AT = SLANT_4_AT + (POWER_4 + POWER_2) / 2,
    OTHER_MOVES_AT = MOVES_AT + 64,
    PHASE_WEIGHTS = OTHER_MOVES_AT + 64,

    PHASES = 10,
    PHASE_DISCS = 6,
    DISCS_AT = PHASES * PHASE_WEIGHTS,
    LEARNED = DISCS_AT + SQUARES + 1,
    PLACES = 46,
    TERMS = PLACES + 3,
    UNIT = 128 /* a weight of 1 is 1/128 of a disc */
};

/* Both files that this is compiled in have the same tables, and one memory for weights. */
struct othello_tables {
    uint16_t base3[1024]; /* the bits of a set read as digits of base 3 */
    /* The number of a configuration, mapped to the same for it and its mirror image. */
    uint16_t corner[POWER_9], edge[POWER_10], line8[POWER_8], line7[POWER_7], line6[POWER_6],
        line5[POWER_5], line4[POWER_4];
};
extern struct othello_tables zm_othello_tables;
extern int16_t zm_othello_learned[LEARNED];

#ifndef OTHELLO_AGAIN
struct othello_tables zm_othello_tables;

/* As `zermelo tune othello` wrote them; all 0 before it was ever run. The name is a macro so
 * that cppcheck, which would take minutes to read a million numbers, does not find it. */
#define OTHELLO_WEIGHTS "../../data/othello.weights"
int16_t zm_othello_learned[LEARNED] = {
#if !defined __cppcheck__ && __has_include(OTHELLO_WEIGHTS)
#include OTHELLO_WEIGHTS
#else
    0
#endif
};

/* ----------------------------------------------------------------- tables -- */

/* Name the configurations of `digits` squares: those that are their own mirror image or
 * come before it get the next number, the others that of their image. image[i] is the square
 * that square i is mirrored to. */
static void name_configurations(uint16_t name[], int digits, const int image[])
{
    int power[10] = { 1 }, next = 0;
    for (int i = 1; i < digits; i++)
        power[i] = 3 * power[i - 1];
    for (int number = 0; number < 3 * power[digits - 1]; number++) {
        int mirrored = 0;
        for (int i = 0; i < digits; i++)
            mirrored += number / power[i] % 3 * power[image[i]];
        name[number] = mirrored < number ? name[mirrored] : (uint16_t)next++;
    }
}

static void name_lines(uint16_t name[], int digits)
{
    int image[10];
    for (int i = 0; i < digits; i++)
        image[i] = digits - 1 - i;
    name_configurations(name, digits, image);
}

static void fill_tables(struct othello_tables *t)
{
    static const int corner_image[] = { 0, 3, 6, 1, 4, 7, 2, 5, 8 };
    static const int edge_image[] = { 7, 6, 5, 4, 3, 2, 1, 0, 9, 8 };
    for (int set = 1; set < 1024; set++)
        t->base3[set] = (uint16_t)(3 * t->base3[set >> 1] + (set & 1));
    name_configurations(t->corner, 9, corner_image);
    name_configurations(t->edge, 10, edge_image);
    name_lines(t->line8, 8);
    name_lines(t->line7, 7);
    name_lines(t->line6, 6);
    name_lines(t->line5, 5);
    name_lines(t->line4, 4);
}
#endif

/* ----------------------------------------------------------------- places -- */

/* The discs of both on n squares that two sets name in the order of their bits. */
static inline int number_of(uint64_t mine, uint64_t theirs)
{
    const uint16_t *const base3 = zm_othello_tables.base3;
    return base3[mine] + 2 * base3[theirs];
}

/* The squares of a pattern moved together, to the lowest bits. Those of a slant have all
 * different columns: the multiplication adds the rows up in the highest one. */
static inline uint64_t corner_of(uint64_t b)
{
    return (b & 0007) | (b >> 5 & 0070) | (b >> 10 & 0700);
}

static inline uint64_t block_of(uint64_t b)
{
    return (b & 0x1F) | (b >> 3 & 0x3E0);
}

static inline uint64_t edge_of(uint64_t b)
{
    return (b & 0xFF) | (b >> 1 & 0x100) | (b >> 5 & 0x200);
}

static inline uint64_t row_of(uint64_t b, int row)
{
    return b >> 8 * row & 0xFF;
}

static inline uint64_t slant_of(uint64_t b, int length)
{
    const uint64_t slant = 0x8040201008040201ULL >> 8 * (8 - length);
    return (b & slant) * 0x0101010101010101ULL >> (64 - length);
}

/* The weights of the 46 places, as their numbers in the phase. */
static inline void places_of(uint64_t mine, uint64_t theirs, int32_t place[PLACES])
{
    const struct othello_tables *const t = &zm_othello_tables;
    const uint64_t upright[2] = { turned_set(mine, 1), turned_set(theirs, 1) };
    const uint64_t slanted[2] = { turned_set(mine, 4), turned_set(theirs, 4) };
    const uint64_t both[2] = { turned_set(slanted[0], 1), turned_set(slanted[1], 1) };
    /* Four turns of the board, then their mirror images. */
    const uint64_t m[8] = { mine,
                            __builtin_bswap64(upright[0]),
                            __builtin_bswap64(slanted[0]),
                            both[0],
                            upright[0],
                            __builtin_bswap64(mine),
                            slanted[0],
                            __builtin_bswap64(both[0]) };
    const uint64_t o[8] = { theirs,
                            __builtin_bswap64(upright[1]),
                            __builtin_bswap64(slanted[1]),
                            both[1],
                            upright[1],
                            __builtin_bswap64(theirs),
                            slanted[1],
                            __builtin_bswap64(both[1]) };
    for (int i = 0; i < 8; i++)
        *place++ = BLOCK_AT + number_of(block_of(m[i]), block_of(o[i]));
    for (int i = 0; i < 4; i++) {
        *place++ = CORNER_AT + t->corner[number_of(corner_of(m[i]), corner_of(o[i]))];
        *place++ = EDGE_AT + t->edge[number_of(edge_of(m[i]), edge_of(o[i]))];
        *place++ = ROW_2_AT + t->line8[number_of(row_of(m[i], 1), row_of(o[i], 1))];
        *place++ = ROW_3_AT + t->line8[number_of(row_of(m[i], 2), row_of(o[i], 2))];
        *place++ = ROW_4_AT + t->line8[number_of(row_of(m[i], 3), row_of(o[i], 3))];
        *place++ = SLANT_7_AT + t->line7[number_of(slant_of(m[i], 7), slant_of(o[i], 7))];
        *place++ = SLANT_6_AT + t->line6[number_of(slant_of(m[i], 6), slant_of(o[i], 6))];
        *place++ = SLANT_5_AT + t->line5[number_of(slant_of(m[i], 5), slant_of(o[i], 5))];
        *place++ = SLANT_4_AT + t->line4[number_of(slant_of(m[i], 4), slant_of(o[i], 4))];
    }
    for (int i = 0; i < 4; i += 2) /* turned once more they are the same */
        *place++ = SLANT_8_AT + t->line8[number_of(slant_of(m[i], 8), slant_of(o[i], 8))];
}

/* -------------------------------------------------------------------- sum -- */

/* Where the weights of a board lie. */
struct layout {
    int phases, phase_discs, phase_weights, moves_at, other_moves_at, discs_at, places;
};
static const struct layout layout8 = { PHASES,         PHASE_DISCS, PHASE_WEIGHTS, MOVES_AT,
                                       OTHER_MOVES_AT, DISCS_AT,    PLACES };

static inline int phase_of(const struct zm_state *s, const struct layout *at)
{
    const int phase = (discs(s->mover | s->other) - 4) / at->phase_discs;
    return phase < at->phases ? phase : at->phases - 1;
}

static inline int terms_of(const struct zm_state *s, const struct layout *at, const int32_t place[],
                           struct zm_term list[])
{
    const int phase = phase_of(s, at) * at->phase_weights;
    const int others = discs(moves_of(s->other, s->mover, s->board));
    int n = 0;
    for (; n < at->places; n++)
        list[n] = (struct zm_term){ phase + place[n], 1 };
    list[n++] = (struct zm_term){ phase + at->moves_at + discs(s->moves), 1 };
    list[n++] = (struct zm_term){ phase + at->other_moves_at + others, 1 };
    list[n++] = (struct zm_term){ at->discs_at + discs(s->mover | s->other), 1 };
    return n;
}

/* The sum of the terms; written out once more, because nearly all time is spent here. */
static inline int sum_of(const struct zm_state *s, const struct layout *at, const int16_t learned[],
                         const int32_t place[])
{
    const int16_t *const weight = learned + phase_of(s, at) * at->phase_weights;
    int sum = learned[at->discs_at + discs(s->mover | s->other)];
    sum += weight[at->moves_at + discs(s->moves)];
    sum += weight[at->other_moves_at + discs(moves_of(s->other, s->mover, s->board))];
    for (int i = 0; i < at->places; i++)
        sum += weight[place[i]];
    return sum;
}

#include "othello_evaluation6.h"

#ifndef OTHELLO_AGAIN
/* Games may be opened by several threads at once: one fills the tables, others wait. */
static void oth_prepare(void)
{
    static atomic_flag begun = ATOMIC_FLAG_INIT;
    static atomic_bool filled;
    if (!atomic_flag_test_and_set(&begun)) {
        fill_tables(&zm_othello_tables);
        fill_tables6(&zm_othello_tables6);
        atomic_store(&filled, true);
    }
    while (!atomic_load(&filled))
        ;
}
#endif

/* ----------------------------------------------------------------- choice -- */

static int oth_terms(const struct zm_state *s, struct zm_term list[])
{
    int32_t place[PLACES];
    if (s->board == ~0ULL) {
        places_of(s->mover, s->other, place);
        return terms_of(s, &layout8, place, list);
    }
    if (s->board == BOARD6) {
        places6_of(s->mover, s->other, place);
        return terms_of(s, &layout6, place, list);
    }
    return 0;
}

static int oth_evaluate(const struct zm_state *s, int player)
{
    const bool whole = s->board == ~0ULL;
    const int most = (whole ? SQUARES : 36) * UNIT - 1;
    int32_t place[PLACES];
    int sum = 0;
    if (whole) {
        places_of(s->mover, s->other, place);
        sum = sum_of(s, &layout8, zm_othello_learned, place);
    } else if (s->board == BOARD6) {
        places6_of(s->mover, s->other, place);
        sum = sum_of(s, &layout6, zm_othello_learned6, place);
    }
    sum = sum > most ? most : sum < -most ? -most : sum;
    return player == s->turn ? sum : -sum;
}

/* ---------------------------------------------------------------- ProbCut -- */

/* For searches from FIRST_CUT plies on, in each phase: how deep to look instead, and the
 * spread sigma of the difference, as bench/probcut measured it. */
enum { FIRST_CUT = 3, LAST_CUT = 24 };
static const struct zm_probcut foretold[PHASES][LAST_CUT - FIRST_CUT + 1] = {
#include "../../data/othello.probcut"
};

/* All other guesses are off; the window is that of two discs. */
static const struct zm_policy oth_policy = { .window = 2 * UNIT };

/* One and a half sigma, the risk that Buro took. Where the search reaches the end of the
 * game nothing is guessed: its value is to be proven. */
static bool oth_probcut(const struct zm_state *s, int depth, struct zm_probcut *guess)
{
    const int phase = phase_of(s, &layout8);
    if (s->board != ~0ULL || depth < FIRST_CUT || depth >= SQUARES - discs(s->mover | s->other))
        return false;
    *guess = foretold[phase][(depth < LAST_CUT ? depth : LAST_CUT) - FIRST_CUT];
    guess->margin += guess->margin / 2;
    return guess->margin > 0;
}

#endif
