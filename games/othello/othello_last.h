/* othello_last.h -- the last four empty squares, three quarters of all positions that an
 * endgame search visits: moves are tried square by square, without a list. Included by
 * othello.c alone. Theory: docs/theory/othello-endgame.md */
#ifndef OTHELLO_LAST_H
#define OTHELLO_LAST_H

#include "othello_lines.h"

/* The kernels inline all that they call; a search of this size is better called. */
#define NOT_INLINED __attribute__((noinline))

enum { NO_MOVE = -SQUARES - 1 }; /* less than any value */

struct finish {
    uint64_t nodes;
    uint64_t board;
    int squares;
    struct found *found; /* 1 << FINISH_BITS, or NULL */
};

static inline int lowest(uint64_t b)
{
    return __builtin_ctzll(b);
}

static inline int highest(uint64_t b)
{
    return 63 - __builtin_clzll(b);
}

/* The quadrant of a square. */
static inline uint64_t quadrant(int square)
{
    static const uint64_t set[4] = { 0x000000000F0F0F0F, 0x00000000F0F0F0F0, 0x0F0F0F0F00000000,
                                     0xF0F0F0F000000000 };
    return set[(square >> 4 & 2) | (square >> 2 & 1)];
}

static inline uint64_t odd_quadrants(uint64_t empty)
{
    uint64_t odd = 0;
    for (; empty; empty &= empty - 1)
        odd ^= quadrant(lowest(empty));
    return odd;
}

/* The value of a finished game. */
static inline int settled(const struct finish *f, uint64_t mine, uint64_t theirs)
{
    const int a = discs(mine), b = discs(theirs);
    return a > b ? f->squares - 2 * b : a < b ? 2 * a - f->squares : 0;
}

/* What a move turns over; 0: it is none. Most squares that are none have no disc of the other
 * beside them. */
static inline uint64_t turned_at(int square, uint64_t mine, uint64_t theirs)
{
    return beside[square] & theirs ? flips(square, mine, theirs) : 0;
}

/* One empty square, which decides at once. */
static inline int last_one(struct finish *f, uint64_t mine, int square)
{
    const int gain = line_flips(square, mine);
    const int have = 2 * discs(mine) - f->squares;
    f->nodes++;
    if (gain)
        return have + 2 + 2 * gain;
    const uint64_t theirs = f->board & ~mine & ~(1ULL << square);
    const int loss = line_flips(square, theirs);
    if (loss)
        return have - 2 * loss;
    return have >= 0 ? have + 2 : have; /* have + 1 discs more, and the square to the winner */
}

/* Each of these tries all moves of the mover; NO_MOVE if there is none. */
static inline int try_two(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, int a, int b)
{
    int best = NO_MOVE;
    uint64_t turned = turned_at(a, mine, theirs);
    if (turned) {
        best = -last_one(f, theirs ^ turned, b);
        if (best > alpha)
            return best;
    }
    turned = turned_at(b, mine, theirs);
    if (turned) {
        const int value = -last_one(f, theirs ^ turned, a);
        best = value > best ? value : best;
    }
    return best;
}

static int last_two(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, int a, int b)
{
    f->nodes++;
    int best = try_two(f, mine, theirs, alpha, a, b);
    if (best != NO_MOVE)
        return best;
    best = try_two(f, theirs, mine, -alpha - 1, a, b);
    return best != NO_MOVE ? -best : settled(f, mine, theirs);
}

static inline int try_three(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, int a,
                            int b, int c)
{
    int best = NO_MOVE;
    const int square[3] = { a, b, c };
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        const uint64_t turned = turned_at(square[i], mine, theirs);
        if (!turned)
            continue;
        const int value = -last_two(f, theirs ^ turned, mine ^ turned ^ 1ULL << square[i],
                                    -alpha - 1, square[i == 0], square[i == 2 ? 1 : 2]);
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    return best;
}

/* Of three squares one lies in an odd quadrant, or all do. */
NOT_INLINED static int last_three(struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                                  uint64_t empty, uint64_t odd)
{
    const int a = lowest(empty & odd), b = lowest(empty & ~(1ULL << a)),
              c = highest(empty & ~(1ULL << a));
    f->nodes++;
    int best = try_three(f, mine, theirs, alpha, a, b, c);
    if (best != NO_MOVE)
        return best;
    best = try_three(f, theirs, mine, -alpha - 1, a, b, c);
    return best != NO_MOVE ? -best : settled(f, mine, theirs);
}

/* Two of four squares lie in odd quadrants, or all, or none. */
static inline int try_four(struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                           uint64_t empty, uint64_t odd)
{
    const uint64_t last = (empty & (empty - 1)) & ((empty & (empty - 1)) - 1);
    const uint64_t later = discs(empty & odd) == 2 ? empty & ~odd : last, sooner = empty & ~later;
    const int square[4] = { lowest(sooner), highest(sooner), lowest(later), highest(later) };
    int best = NO_MOVE;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        const uint64_t turned = turned_at(square[i], mine, theirs);
        if (!turned)
            continue;
        const int value =
            -last_three(f, theirs ^ turned, mine ^ turned ^ 1ULL << square[i], -alpha - 1,
                        empty & ~(1ULL << square[i]), odd ^ quadrant(square[i]));
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    return best;
}

NOT_INLINED static int last_four(struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                                 uint64_t empty, uint64_t odd)
{
    f->nodes++;
    int best = try_four(f, mine, theirs, alpha, empty, odd);
    if (best != NO_MOVE)
        return best;
    best = try_four(f, theirs, mine, -alpha - 1, empty, odd);
    return best != NO_MOVE ? -best : settled(f, mine, theirs);
}

#endif
