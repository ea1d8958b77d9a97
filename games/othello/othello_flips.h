/* othello_flips.h -- which discs a move turns over, and where a player may move: nearly all
 * of the time an Othello program spends. Bit 8 * row + column is a square, a1 the lowest.
 *
 * Eight rays leave a square. On the four upward ones the bits rise, so that the nearest
 * square that is not the other's is the lowest bit set; on the four downward ones it is
 * the highest. If a disc of one's own lies there, all in between are turned over.
 *
 * Everything is written twice, in plain C and for vectors of four words, which a processor
 * with AVX2 works on at once; a file compiled for one takes those (othello_avx2.c).
 *
 * Squares beside a smaller board are empty for ever and not in its mask: a line of discs
 * that reaches them encloses nothing, so that the same functions serve for all boards. */
#ifndef OTHELLO_FLIPS_H
#define OTHELLO_FLIPS_H

#include <stdint.h>

#define AT(x, y) ((x) >= 0 && (x) < 8 && (y) >= 0 && (y) < 8 ? 1ULL << ((8 * (y) + (x)) & 63) : 0)
#define RAY(x, y, dx, dy)                                                                          \
    (AT((x) + (dx), (y) + (dy)) | AT((x) + 2 * (dx), (y) + 2 * (dy)) |                             \
     AT((x) + 3 * (dx), (y) + 3 * (dy)) | AT((x) + 4 * (dx), (y) + 4 * (dy)) |                     \
     AT((x) + 5 * (dx), (y) + 5 * (dy)) | AT((x) + 6 * (dx), (y) + 6 * (dy)) |                     \
     AT((x) + 7 * (dx), (y) + 7 * (dy)))
#define RAYS(x, y)                                                                                 \
    {                                                                                              \
        { RAY(x, y, 1, 0), RAY(x, y, -1, 1), RAY(x, y, 0, 1), RAY(x, y, 1, 1) },                   \
        {                                                                                          \
            RAY(x, y, -1, 0), RAY(x, y, 1, -1), RAY(x, y, 0, -1), RAY(x, y, -1, -1)                \
        }                                                                                          \
    }
#define RAYS_OF_ROW(y)                                                                             \
    RAYS(0, y), RAYS(1, y), RAYS(2, y), RAYS(3, y), RAYS(4, y), RAYS(5, y), RAYS(6, y), RAYS(7, y)

/* The rays of each square, in the order of the distances 1, 7, 8 and 9 from bit to bit. */
static const struct rays {
    _Alignas(32) uint64_t up[4];
    uint64_t down[4];
} rays[64] = { RAYS_OF_ROW(0), RAYS_OF_ROW(1), RAYS_OF_ROW(2), RAYS_OF_ROW(3),
               RAYS_OF_ROW(4), RAYS_OF_ROW(5), RAYS_OF_ROW(6), RAYS_OF_ROW(7) };

#define LINES(x, y)                                                                                \
    RAY(x, y, 1, 0) | RAY(x, y, -1, 1) | RAY(x, y, 0, 1) | RAY(x, y, 1, 1) | RAY(x, y, -1, 0) |    \
        RAY(x, y, 1, -1) | RAY(x, y, 0, -1) | RAY(x, y, -1, -1)
#define LINES_OF_ROW(y)                                                                            \
    LINES(0, y), LINES(1, y), LINES(2, y), LINES(3, y), LINES(4, y), LINES(5, y), LINES(6, y),     \
        LINES(7, y)

/* All rays of each square; no square rules nothing out. */
static const uint64_t lines_through[65] = { LINES_OF_ROW(0), LINES_OF_ROW(1), LINES_OF_ROW(2),
                                            LINES_OF_ROW(3), LINES_OF_ROW(4), LINES_OF_ROW(5),
                                            LINES_OF_ROW(6), LINES_OF_ROW(7), ~0ULL };

#define BESIDE(x, y)                                                                               \
    AT((x)-1, (y)-1) | AT(x, (y)-1) | AT((x) + 1, (y)-1) | AT((x)-1, y) | AT((x) + 1, y) |         \
        AT((x)-1, (y) + 1) | AT(x, (y) + 1) | AT((x) + 1, (y) + 1)
#define BESIDE_ROW(y)                                                                              \
    BESIDE(0, y), BESIDE(1, y), BESIDE(2, y), BESIDE(3, y), BESIDE(4, y), BESIDE(5, y),            \
        BESIDE(6, y), BESIDE(7, y)

/* The squares next to each. */
static const uint64_t beside[64] = { BESIDE_ROW(0), BESIDE_ROW(1), BESIDE_ROW(2), BESIDE_ROW(3),
                                     BESIDE_ROW(4), BESIDE_ROW(5), BESIDE_ROW(6), BESIDE_ROW(7) };

#undef BESIDE_ROW
#undef BESIDE
#undef LINES_OF_ROW
#undef LINES
#undef RAYS_OF_ROW
#undef RAYS
#undef RAY
#undef AT

/* A disc in the first or last column is never enclosed along a row or a diagonal. */
#define INNER 0x7E7E7E7E7E7E7E7EULL

/* These squares and those next to them. */
static inline uint64_t around(uint64_t b)
{
    b |= (b << 1 & 0xFEFEFEFEFEFEFEFE) | (b >> 1 & 0x7F7F7F7F7F7F7F7F);
    return b | b << 8 | b >> 8;
}

#ifdef __AVX2__

#include <immintrin.h>

typedef uint64_t lanes __attribute__((vector_size(32)));

static inline lanes all_lanes(uint64_t b)
{
    return (lanes){ b, b, b, b };
}

static inline uint64_t join(lanes b)
{
    const __m256i all = (__m256i)b;
    const __m128i two = _mm_or_si128(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two)));
}

static inline uint64_t flips(int square, uint64_t mine, uint64_t theirs)
{
    const lanes step = { 1, 7, 8, 9 }, none = { 0, 0, 0, 0 };
    const lanes up = *(const lanes *)rays[square].up, down = *(const lanes *)rays[square].down;
    const lanes own = all_lanes(mine), stops = ~all_lanes(theirs);
    lanes low = up & stops;
    low &= -low & own;
    /* One square before each disc of one's own, except where a stop lies before that: then
     * it is among the five squares behind the stop, or the stop itself. */
    const lanes stop = down & stops, behind = stop | stop >> step;
    lanes high = (down & own) << step;
    high &= ~behind;
    high &= ~(behind >> 2 * step);
    high &= ~(behind >> 4 * step);
    return join((up & (low - 1 - (lanes)(low == none))) | (down & -high));
}

static inline uint64_t enclosing(uint64_t mine, uint64_t theirs)
{
    const lanes step = { 1, 7, 8, 9 }, two = { 2, 14, 16, 18 };
    const lanes own = all_lanes(mine);
    const lanes other = all_lanes(theirs) & (lanes){ INNER, INNER, ~0ULL, INNER };
    const lanes pairs_up = other & other << step, pairs_down = pairs_up >> step;
    lanes up = other & own << step, down = other & own >> step;
    up |= other & up << step;
    down |= other & down >> step;
    up |= pairs_up & up << two;
    down |= pairs_down & down >> two;
    up |= pairs_up & up << two;
    down |= pairs_down & down >> two;
    return join(up << step | down >> step);
}

#else

static inline uint64_t flips(int square, uint64_t mine, uint64_t theirs)
{
    uint64_t turned = 0;
    for (int i = 0; i < 4; i++) {
        const uint64_t up = rays[square].up[i], down = rays[square].down[i];
        uint64_t stop = up & ~theirs;
        stop &= (0 - stop) & mine;
        turned |= up & (stop - (stop != 0));
        stop = down & ~theirs;
        stop &= 1ULL << 63 >> __builtin_clzll(stop | 1) & mine;
        turned |= down & (0 - (stop << 1));
    }
    return turned;
}

static inline uint64_t enclosing_along(uint64_t mine, uint64_t theirs, int step)
{
    const uint64_t pairs_up = theirs & theirs << step, pairs_down = pairs_up >> step;
    uint64_t up = theirs & mine << step, down = theirs & mine >> step;
    up |= theirs & up << step;
    down |= theirs & down >> step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    return up << step | down >> step;
}

static inline uint64_t enclosing(uint64_t mine, uint64_t theirs)
{
    const uint64_t inner = theirs & INNER;
    return enclosing_along(mine, inner, 1) | enclosing_along(mine, inner, 7) |
           enclosing_along(mine, theirs, 8) | enclosing_along(mine, inner, 9);
}

#endif

/* Where a player may move: empty squares from which a line of the other's discs ends in
 * one of one's own. Each line of up to six is filled in three steps of 1, 2 and 2. */
static inline uint64_t moves_of(uint64_t mine, uint64_t theirs, uint64_t board)
{
    return enclosing(mine, theirs) & board & ~(mine | theirs);
}

#endif
