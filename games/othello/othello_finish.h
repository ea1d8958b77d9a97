/* othello_finish.h -- the last empty squares, where nearly all positions of an endgame
 * search lie: a null-window search of its own. Included by othello.c alone.
 * Theory: docs/theory/othello-endgame.md
 *
 * "At least `target` discs?" is asked with `alpha` = target - 1; answers are fail-soft. All
 * functions see the board from the player to move: mine, theirs, the empty squares. `odd`
 * are the squares of the quadrants with an odd number of empty ones: who moves there
 * first also moves there last, so they come first (parity). */
#ifndef OTHELLO_FINISH_H
#define OTHELLO_FINISH_H

#include "othello_lines.h"
#include "othello_stable.h"

enum {
    FINISH = 12,    /* empty squares from which on it searches                     */
    SORT_FROM = 7,  /* ... from which moves are sorted by what they leave the other */
    STORE_FROM = 8, /* ... from which results are kept in a table                  */
    FINISH_BITS = 14
};

/* What was found of a position: its value lies in low .. high. */
struct found {
    uint64_t mine, theirs;
    int8_t low, high;
    uint8_t best; /* the move that was best, or PASS */
    uint8_t unused[5];
};

struct finish {
    uint64_t nodes;
    uint64_t board;
    int squares;
    struct found *found; /* 1 << FINISH_BITS, or NULL */
};

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
        odd ^= quadrant(__builtin_ctzll(empty));
    return odd;
}

/* The value of a finished game. */
static inline int settled(const struct finish *f, uint64_t mine, uint64_t theirs)
{
    const int a = discs(mine), b = discs(theirs);
    return a > b ? f->squares - 2 * b : a < b ? 2 * a - f->squares : 0;
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

/* Two empty squares. */
static inline int last_two(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, int a,
                           int b)
{
    int best = -SQUARES - 1;
    uint64_t turned;
    f->nodes++;
    if ((beside[a] & theirs) && (turned = flips(a, mine, theirs))) {
        best = -last_one(f, theirs ^ turned, b);
        if (best > alpha)
            return best;
    }
    if ((beside[b] & theirs) && (turned = flips(b, mine, theirs))) {
        const int value = -last_one(f, theirs ^ turned, a);
        return value > best ? value : best;
    }
    if (best >= -SQUARES)
        return best;
    /* A pass. */
    best = SQUARES + 1;
    if ((beside[a] & mine) && (turned = flips(a, theirs, mine))) {
        best = last_one(f, mine ^ turned, b);
        if (best <= alpha)
            return best;
    }
    if ((beside[b] & mine) && (turned = flips(b, theirs, mine))) {
        const int value = last_one(f, mine ^ turned, a);
        return value < best ? value : best;
    }
    return best <= SQUARES ? best : settled(f, mine, theirs);
}

/* Three empty squares. */
static int last_three(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, uint64_t empty,
                      uint64_t odd, bool passed)
{
    int best = -SQUARES - 1;
    f->nodes++;
    for (uint64_t part = empty & odd, rest = empty & ~odd; part | rest; part = rest, rest = 0)
        for (; part; part &= part - 1) {
            const int square = __builtin_ctzll(part);
            uint64_t turned;
            if (!(beside[square] & theirs) || !(turned = flips(square, mine, theirs)))
                continue;
            const uint64_t left = empty & ~(1ULL << square);
            const int value =
                -last_two(f, theirs ^ turned, mine ^ turned ^ 1ULL << square, -alpha - 1,
                          __builtin_ctzll(left), 63 - __builtin_clzll(left));
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    if (best >= -SQUARES)
        return best;
    return passed ? settled(f, mine, theirs)
                  : -last_three(f, theirs, mine, -alpha - 1, empty, odd, true);
}

/* Four. */
static int last_four(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, uint64_t empty,
                     uint64_t odd, bool passed)
{
    int best = -SQUARES - 1;
    f->nodes++;
    for (uint64_t part = empty & odd, rest = empty & ~odd; part | rest; part = rest, rest = 0)
        for (; part; part &= part - 1) {
            const int square = __builtin_ctzll(part);
            uint64_t turned;
            if (!(beside[square] & theirs) || !(turned = flips(square, mine, theirs)))
                continue;
            const int value =
                -last_three(f, theirs ^ turned, mine ^ turned ^ 1ULL << square, -alpha - 1,
                            empty & ~(1ULL << square), odd ^ quadrant(square), false);
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    if (best >= -SQUARES)
        return best;
    return passed ? settled(f, mine, theirs)
                  : -last_four(f, theirs, mine, -alpha - 1, empty, odd, true);
}

/* No more than the other's discs that can never be turned over leave. */
static inline bool stable_cut(const struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                              int left, int *value)
{
    static const int8_t worth_it[FINISH + 1] = {
        99, 99, 99, 99, 99, 8, 10, 12, 14, 16, 18, 20, 22
    };
    if (alpha < worth_it[left])
        return false;
    *value = f->squares - 2 * discs(stable(theirs, mine, f->board));
    return *value <= alpha;
}

/* Up to six: odd quadrants first. */
static int last_few(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, uint64_t empty,
                    uint64_t odd, int left)
{
    int best = -SQUARES - 1;
    if (left == 4)
        return last_four(f, mine, theirs, alpha, empty, odd, false);
    f->nodes++;
    if (stable_cut(f, mine, theirs, alpha, left, &best))
        return best;
    best = -SQUARES - 1;
    const uint64_t moves = enclosing(mine, theirs) & empty;
    if (!moves) {
        if (!(enclosing(theirs, mine) & empty))
            return settled(f, mine, theirs);
        return -last_few(f, theirs, mine, -alpha - 1, empty, odd, left);
    }
    for (uint64_t part = moves & odd, rest = moves & ~odd; part | rest; part = rest, rest = 0)
        for (; part; part &= part - 1) {
            const int square = __builtin_ctzll(part);
            const uint64_t turned = flips(square, mine, theirs);
            const int value =
                -last_few(f, theirs ^ turned, mine ^ turned ^ 1ULL << square, -alpha - 1,
                          empty & ~(1ULL << square), odd ^ quadrant(square), left - 1);
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    return best;
}

/* How good a move is, by what it leaves the other: few moves, corners least of all, and few
 * squares to get moves from. */
static inline int promise(uint64_t mine, uint64_t theirs, uint64_t empty, int square, uint64_t odd)
{
    const uint64_t corners = 0x8100000000000081;
    const uint64_t moves = enclosing(theirs, mine) & empty;
    const uint64_t near = around(mine) & empty;
    return -16 * (discs(moves) + discs(moves & corners)) - 2 * discs(near) +
           ((odd >> square & 1) ? 8 : 0);
}

static int last_dozen(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, uint64_t empty,
                      uint64_t odd, int left);

static inline int next_down(struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                            uint64_t empty, uint64_t odd, int left)
{
    return left >= SORT_FROM ? last_dozen(f, mine, theirs, alpha, empty, odd, left)
                             : last_few(f, mine, theirs, alpha, empty, odd, left);
}

static inline struct found *place_of(const struct finish *f, uint64_t mine, uint64_t theirs)
{
    const uint64_t h = (mine * 0x9E3779B97F4A7C15ULL) ^ (theirs * 0xD6E8FEB86659FD93ULL);
    return &f->found[(h ^ h >> 29) * 0xBF58476D1CE4E5B9ULL >> (64 - FINISH_BITS)];
}

/* From seven on: sorted, with a table. */
static int last_dozen(struct finish *f, uint64_t mine, uint64_t theirs, int alpha, uint64_t empty,
                      uint64_t odd, int left)
{
    int best = -SQUARES - 1, best_at = PASS;
    f->nodes++;
    if (stable_cut(f, mine, theirs, alpha, left, &best))
        return best;
    best = -SQUARES - 1;
    struct found *const place = left >= STORE_FROM && f->found ? place_of(f, mine, theirs) : NULL;
    const bool here = place && place->mine == mine && place->theirs == theirs;
    int first = PASS;
    if (here) {
        if (place->low > alpha)
            return place->low;
        if (place->high <= alpha)
            return place->high;
        first = place->best;
    }
    const uint64_t moves = enclosing(mine, theirs) & empty;
    if (!moves) {
        if (!(enclosing(theirs, mine) & empty))
            return settled(f, mine, theirs);
        return -last_dozen(f, theirs, mine, -alpha - 1, empty, odd, left);
    }
    struct {
        uint64_t turned;
        int square, promise;
    } move[FINISH];
    int n = 0;
    for (uint64_t m = moves; m; m &= m - 1) {
        const int square = __builtin_ctzll(m);
        const uint64_t turned = flips(square, mine, theirs), own = mine ^ turned ^ 1ULL << square;
        const int good =
            square == first ? SQUARES * SQUARES
                            : promise(own, theirs ^ turned, empty & ~(1ULL << square), square, odd);
        int at = n++;
        for (; at > 0 && move[at - 1].promise < good; at--)
            move[at] = move[at - 1];
        move[at].turned = turned;
        move[at].square = square;
        move[at].promise = good;
    }
    for (int i = 0; i < n && best <= alpha; i++) {
        const int square = move[i].square;
        const uint64_t turned = move[i].turned;
        const int value = -next_down(f, theirs ^ turned, mine ^ turned ^ 1ULL << square, -alpha - 1,
                                     empty & ~(1ULL << square), odd ^ quadrant(square), left - 1);
        if (value > best) {
            best = value;
            best_at = square;
        }
    }
    if (place) {
        if (!here)
            *place = (struct found){ mine, theirs, -SQUARES, SQUARES, 0, { 0 } };
        place->best = (uint8_t)best_at;
        if (best > alpha)
            place->low = (int8_t)best;
        else
            place->high = (int8_t)best;
    }
    return best;
}

static bool oth_finish(const struct zm_state *s, const struct zm_bounds *window, int *value,
                       uint64_t *nodes, void *memory)
{
    const uint64_t empty = s->board & ~(s->mover | s->other), odd = odd_quadrants(empty);
    const int left = discs(empty);
    if (left > FINISH)
        return false;
    struct finish f = { 0, s->board, discs(s->board), memory };
    int low = window->low, high = window->high;
    do {
        const int alpha = low + (high - low - 1) / 2;
        *value = left == 1   ? last_one(&f, s->mover, __builtin_ctzll(empty))
                 : left == 2 ? last_two(&f, s->mover, s->other, alpha, __builtin_ctzll(empty),
                                        63 - __builtin_clzll(empty))
                 : left == 3 ? last_three(&f, s->mover, s->other, alpha, empty, odd, false)
                             : next_down(&f, s->mover, s->other, alpha, empty, odd, left);
        if (*value > alpha)
            low = *value;
        else
            high = *value;
    } while (low < high);
    *nodes += f.nodes;
    return true;
}

#endif
