#include "handwritten_connect4.h"

#include "handwritten_evaluation.h"

enum { ROWS = 6, COLUMNS = 7, STRIDE = ROWS + 1, CELLS = ROWS * COLUMNS, INFINITE = 1 << 30 };

#define BOTTOM 0x0040810204081ULL
#define BOARD (BOTTOM * 0x3F)
#define TOP (BOTTOM << (ROWS - 1))

static inline bool four(uint64_t b)
{
    uint64_t up = b & b >> 1, flat = b & b >> STRIDE;
    uint64_t down = b & b >> (STRIDE - 1), rise = b & b >> (STRIDE + 1);
    return (up & up >> 2) | (flat & flat >> 2 * STRIDE) | (down & down >> 2 * (STRIDE - 1)) |
           (rise & rise >> 2 * (STRIDE + 1));
}

/* The columns from the middle outwards, as the cells they cover. */
#define COLUMN(c) (0x3FULL << (c)*STRIDE)
static const uint64_t middle_first[COLUMNS] = { COLUMN(3), COLUMN(2), COLUMN(4), COLUMN(1),
                                                COLUMN(5), COLUMN(0), COLUMN(6) };

/* The cells that can be played, the middle first; returns how many. */
static inline int playable(uint64_t open, uint64_t list[COLUMNS])
{
    uint64_t *end = list;
    for (int i = 0; i < COLUMNS; i++)
        if (open & middle_first[i])
            *end++ = open & middle_first[i];
    return (int)(end - list);
}

/* ------------------------------------------------------------------- perft -- */

static uint64_t perft(struct hand *h, uint64_t mover, uint64_t all, int plies, int depth)
{
    uint64_t leaves = 0;
    h->nodes++;
    if (h->nodes >= h->poll_at)
        h->poll(h);
    uint64_t open = (all + BOTTOM) & BOARD;
    if (depth == 1) {
        uint64_t games = 0;
        for (; open; open &= open - 1, leaves++)
            games += four(mover | (open & -open)) || plies == CELLS - 1;
        h->games += games;
        return leaves;
    }
    for (; open && !h->stopped; open &= open - 1) {
        const uint64_t cell = open & -open;
        if (four(mover | cell) || plies == CELLS - 1)
            h->games++;
        else
            leaves += perft(h, mover ^ all, all | cell, plies + 1, depth - 1);
    }
    return leaves;
}

uint64_t hand_perft(struct hand *h, int depth)
{
    return perft(h, 0, 0, 0, depth);
}

/* ----------------------------------------------------------------- negamax -- */

/* A win by the next disc, with `depth` plies of the search left. */
static inline int score(const struct hand *h, int depth)
{
    return (CELLS + 1 - (h->depth - depth)) / 2 * HAND_UNIT;
}

static int negamax(struct hand *h, uint64_t mover, uint64_t all, int depth, int alpha, int beta)
{
    h->nodes++;
    if (h->nodes >= h->poll_at)
        h->poll(h);
    const uint64_t open = (all + BOTTOM) & BOARD;
    int best = -INFINITE;
    uint64_t best_cell = 0;
    for (int i = 0; i < COLUMNS && !h->stopped; i++) {
        const uint64_t cell = open & middle_first[i];
        int value;
        if (!cell)
            continue;
        if (four(mover | cell)) {
            value = score(h, depth);
            h->nodes++;
            h->leaves++;
        } else if ((all | cell) == BOARD) {
            value = 0;
            h->nodes++;
            h->leaves++;
        } else if (depth == 1) {
            value = -hand_evaluate(mover ^ all, all | cell, h->depth);
            h->horizon = true;
            h->nodes++;
            h->leaves++;
        } else {
            value = -negamax(h, mover ^ all, all | cell, depth - 1, -beta, -alpha);
        }
        if (value > best) {
            best = value;
            best_cell = cell;
            if (best >= beta)
                break;
            if (best > alpha)
                alpha = best;
        }
    }
    h->best = best_cell;
    return best;
}

int hand_negamax(struct hand *h, int depth)
{
    h->depth = depth;
    return negamax(h, 0, 0, depth, -INFINITE, INFINITE);
}

/* ---------------------------------------------------------------- playouts -- */

static inline uint32_t random_below(uint64_t *seed, uint32_t below)
{
    uint64_t x = *seed;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *seed = x;
    return (uint32_t)((x * 0x2545F4914F6CDD1DULL >> 32) * below >> 32);
}

uint64_t hand_playouts(struct hand *h, uint64_t count, int64_t total[2])
{
    uint64_t seed = h->seed, plies = 0;
    for (; count > 0 && !h->stopped; count--) {
        uint64_t mover = 0, all = 0;
        int played = 0;
        bool won = false;
        while (!won && played < CELLS) {
            const uint64_t open = (all + BOTTOM) & BOARD;
            uint64_t cell;
            if (all & TOP) {
                uint64_t list[COLUMNS];
                /* cppcheck-suppress uninitvar */
                cell = list[random_below(&seed, (uint32_t)playable(open, list))];
            } else {
                cell = open & middle_first[random_below(&seed, COLUMNS)];
            }
            won = four(mover | cell);
            mover ^= all;
            all |= cell;
            played++;
        }
        plies += (uint64_t)played;
        h->nodes += (uint64_t)played + 1;
        if (h->nodes >= h->poll_at)
            h->poll(h);
        h->games++;
        if (won) {
            const int score = (CELLS + 2 - played) / 2;
            total[0] += played & 1 ? score : -score;
            total[1] += played & 1 ? -score : score;
        }
    }
    h->seed = seed;
    return plies;
}
