/* othello_lines.h -- the last empty square of a board: how many discs a move there turns
 * over depends on the mover's discs alone, because all others are the other's. Each of the
 * four lines through the square becomes a number of eight bits, and a table tells the
 * rest. (Beside a smaller board lie no discs of the mover, so nothing is enclosed there.)
 * Included by othello.c alone. */
#ifndef OTHELLO_LINES_H
#define OTHELLO_LINES_H

/* Discs of the other between place i of a line and the next of the mover's, both ways. */
#define GAIN_UP(i, line) ((line) >> ((i) + 1) ? __builtin_ctz((line) >> ((i) + 1)) : 0)
#define GAIN_DOWN(i, line)                                                                         \
    ((line) & ((1 << (i)) - 1) ? (i)-1 - (31 - __builtin_clz((line) & ((1 << (i)) - 1))) : 0)
#define GAIN(i, line) (uint8_t)(GAIN_UP(i, line) + GAIN_DOWN(i, line))
#define GAIN_4(i, line) GAIN(i, line), GAIN(i, (line) + 1), GAIN(i, (line) + 2), GAIN(i, (line) + 3)
#define GAIN_16(i, line)                                                                           \
    GAIN_4(i, line), GAIN_4(i, (line) + 4), GAIN_4(i, (line) + 8), GAIN_4(i, (line) + 12)
#define GAIN_64(i, line)                                                                           \
    GAIN_16(i, line), GAIN_16(i, (line) + 16), GAIN_16(i, (line) + 32), GAIN_16(i, (line) + 48)
#define GAIN_256(i)                                                                                \
    {                                                                                              \
        GAIN_64(i, 0), GAIN_64(i, 64), GAIN_64(i, 128), GAIN_64(i, 192)                            \
    }

static const uint8_t line_gain[8][256] = { GAIN_256(0), GAIN_256(1), GAIN_256(2), GAIN_256(3),
                                           GAIN_256(4), GAIN_256(5), GAIN_256(6), GAIN_256(7) };

/* How many discs the owner of `mine` turns over on the only empty square. */
static inline int line_flips(int square, uint64_t mine)
{
    const uint64_t files = 0x0101010101010101;
    const int row = square >> 3, column = square & 7;
    const uint64_t falling = rays[square].up[3] | rays[square].down[3];
    const uint64_t rising = rays[square].up[1] | rays[square].down[1];
    return line_gain[column][mine >> 8 * row & 0xFF] +
           line_gain[row][(mine >> column & files) * 0x0102040810204080 >> 56] +
           line_gain[column][(mine & falling) * files >> 56] +
           line_gain[column][(mine & rising) * files >> 56];
}

#endif
