/* handwritten_evaluation.h -- what games/connect4_evaluation.h adds up, once more by hand,
 * for a board of seven columns and six rows. */
#ifndef HANDWRITTEN_EVALUATION_H
#define HANDWRITTEN_EVALUATION_H

#include <stdint.h>

enum { HAND_UNIT = 100, HAND_FEATURES = 12, HAND_PHASES = 6 };

static const int16_t hand_weight[HAND_PHASES * 2 * HAND_FEATURES] = {
#include "../data/connect4.weights"
};

/* The empty cells next to three of b in the direction of d. */
static inline uint64_t hand_completes(uint64_t b, int d)
{
    const uint64_t above = b << d & b << 2 * d, below = b >> d & b >> 2 * d;
    return (above & (b << 3 * d | b >> d)) | (below & (b << d | b >> 3 * d));
}

static inline uint64_t hand_winning(uint64_t b, uint64_t all)
{
    return ((b << 1 & b << 2 & b << 3) | hand_completes(b, 6) | hand_completes(b, 7) |
            hand_completes(b, 8)) &
           0x0FDFBF7EFDFBFULL & ~all;
}

static inline int hand_lines(uint64_t mine, uint64_t theirs, int d, int one, int two)
{
    uint64_t open = 0x0FDFBF7EFDFBFULL & ~theirs;
    open &= open >> d;
    open &= open >> 2 * d;
    const uint64_t first = mine ^ mine >> d, last = first >> 2 * d, carry = mine & mine >> d;
    const uint64_t low = first ^ last, high = carry ^ carry >> 2 * d ^ (first & last);
    return one * __builtin_popcountll(open & low & ~high) +
           two * __builtin_popcountll(open & high & ~low);
}

/* For the player to move. */
static inline int hand_evaluate(uint64_t mover, uint64_t all, int plies)
{
    const int16_t *const w = hand_weight + (plies / 7 * 2 + (plies & 1)) * HAND_FEATURES;
    const uint64_t other = mover ^ all, playable = (all + 0x0040810204081ULL) & 0x0FDFBF7EFDFBFULL;
    const uint64_t my = hand_winning(mover, all), their = hand_winning(other, all);
    const uint64_t odd = 0x0040810204081ULL * 0x15 & ~playable;
    const uint64_t even = 0x0040810204081ULL * 0x2A & ~playable, now = their & playable;
    int sum = w[0];
    sum += my & playable ? w[1] : 0;
    sum += now ? w[2] : 0;
    sum += now & (now - 1) ? w[3] : 0;
    sum += w[4] * __builtin_popcountll(my & odd) + w[5] * __builtin_popcountll(my & even);
    sum += w[6] * __builtin_popcountll(their & odd) + w[7] * __builtin_popcountll(their & even);
    sum += hand_lines(mover, other, 1, w[8], w[9]) + hand_lines(other, mover, 1, w[10], w[11]);
    sum += hand_lines(mover, other, 6, w[8], w[9]) + hand_lines(other, mover, 6, w[10], w[11]);
    sum += hand_lines(mover, other, 7, w[8], w[9]) + hand_lines(other, mover, 7, w[10], w[11]);
    sum += hand_lines(mover, other, 8, w[8], w[9]) + hand_lines(other, mover, 8, w[10], w[11]);
    const int most = 18 * HAND_UNIT - 1;
    return sum > most ? most : sum < -most ? -most : sum;
}

#endif
