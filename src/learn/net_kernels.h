/* net_kernels.h -- the few loops that take all the time, once for each kind of processor.
 *
 * Floating point convolutions go by Winograd's minimal filtering (Lavin, Gray 2015, "Fast
 * algorithms for convolutional neural networks"): each tile of 3x3 outputs is computed from a
 * window of 5x5 inputs with 25 multiplications for each pair of channels instead of 81, or a tile
 * of 2x2 from a window of 4x4 with 16 instead of 36. Which is better depends on how well tiles fit
 * the board (net_tile). The windows are transformed (window), in each of the 25 or 16 positions a
 * matrix product follows (multiply), and the tiles are transformed back (gather). The backward pass
 * has the same steps: for the data with the weights turned round; for the weights the products of
 * the windows with the spread out gradients of the tiles (spread, multiply_transposed).
 *
 * Convolutions of whole numbers go the same way in one dimension only: see NET_WHOLE_POSITIONS.
 *
 * Channels are the last dimension, and a multiple of 16; boards have a border of zeros. On a
 * board of one cell there is one position, one tile, and no border. */
#ifndef LEARN_NET_KERNELS_H
#define LEARN_NET_KERNELS_H

#include "learn/net.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NET_PANEL = 16, /* outputs side by side in packed weights */
    NET_GAP = 16    /* floats between the positions of windows and products: the transforms walk
                     * along all of them at once, which must not fall into the same set of the cache */
};

struct net_board {
    int rows, columns, cells;
    int tile;        /* outputs of a tile in each dimension: 3, 2, or 1       */
    int positions;   /* 25, 16, or 1                                          */
    int down, tiles; /* rows of tiles, and all of them                        */
    int wide;        /* cells in a row with its border; whole tiles           */
    int padded;      /* cells with the border                                 */
};

/* Where a cell lies within the border. */
static inline int net_cell(const struct net_board *b, int row, int column)
{
    return b->tile == 1 ? 0 : (row + 1) * b->wide + column + 1;
}

/* From one position of windows or products to the next. */
static inline ptrdiff_t net_position(const struct net_board *b, int samples, int channels)
{
    return (ptrdiff_t)samples * b->tiles * channels + NET_GAP;
}

/* What happens to a sum before it is an output; a pointer that is NULL stands for nothing. */
struct net_finish {
    const float *bias;  /* [channels]                                            */
    const float *extra; /* [sample][channels]: one more bias                    */
    const float *add;   /* as the output: added to it                            */
    const float *mask;  /* as the output: where it is not positive, 0 comes out  */
    bool rectify;       /* what is negative becomes 0                            */
};

/* Of a step of Adam, what is the same for all weights. */
struct net_adam {
    float rate;       /* over 1 - 0.9^steps   */
    float correction; /* 1 / (1 - 0.999^steps) */
    float decay;      /* of a weight itself    */
};

struct net_whole_layer;

struct net_kernels {
    const char *name;
    int fetch;   /* rows that are multiplied with a panel while one is fetched from memory that all
                  * cores share: 64 bytes in six cycles, in which there are 12 multiplications */
    int top_sum; /* of the weights of a group: NET_TOP_SUM, or less where sums have fewer bits */

    /* x[sample][padded][channels] -> v[position][sample * tiles][channels] */
    void (*window)(const struct net_board *b, int samples, int channels, const float *x, float *v);

    /* m[position][sample * tiles][channels] -> y[sample][padded][channels] */
    void (*gather)(const struct net_board *b, int samples, int channels, const float *m,
                   const struct net_finish *finish, float *y);

    /* y[sample][padded][channels] -> m[position][sample * tiles][channels]: gather(), turned
     * round, for gradients */
    void (*spread)(const struct net_board *b, int samples, int channels, const float *y, float *m);

    /* c[position][row][n] = sum over i < k of a[position][row][i] * b[position][i][n], where the
     * rows of `a` are `stride` long and b is packed in panels: [position][n / 16][i][16]. */
    void (*multiply)(int positions, int rows, int k, int stride, int n, const float *a,
                     const float *b, float *c);

    /* c[position][i][n] += sum over the rows of a[position][row][i] * b[position][row][n]; nothing
     * is packed. */
    void (*multiply_transposed)(int positions, int rows, int k, int stride, int n, const float *a,
                                const float *b, float *c);

    /* Weights [tap][input][output] of a convolution, or a matrix (tile 1), transformed as
     * multiply() wants them: k inputs, n outputs, or turned round, which needs both to be multiples
     * of 16: inputs for outputs, and the taps from the last to the first. */
    void (*pack)(int tile, int k, int n, const float *weight, bool turned, float *packed);

    /* gradient[tap][input][output] from what multiply_transposed() has added up. */
    void (*unpack)(int tile, int k, int n, const float *transformed, float *gradient);

    /* A step of `count` weights w, whose moments are m and v. */
    void (*adam)(size_t count, const struct net_adam *how, const float *gradient, float *w,
                 float *m, float *v);

    /* A convolution of whole numbers: v as quantise() writes it. y[cell][outputs] = max(0, sum +
     * bias + add), where the sums of each position are multiplied by scale[position][output] and by
     * unit; the largest of them is returned. */
    float (*convolve)(const struct net_board *b, int inputs, int outputs, const uint8_t *v,
                      const struct net_whole_layer *layer, const float *scale, float unit,
                      const float *bias, const float *add, float *y);

    /* x[1 + row][1 + column][channels] = y[cell][channels] * factor, rounded; at most
     * NET_TOP_ACTIVATION must come out. x has net_whole_rows() rows of columns + 2 cells, whose
     * border stays 0. v[position][tile][columns + 2][channels] are the windows of its tiles, with a
     * border as net_whole_border() makes it. Some instances need no x. */
    void (*quantise)(const struct net_board *b, int channels, const float *y, float factor,
                     uint8_t *x, uint8_t *v);

    /* Means and maxima of the first `count` channels of one board that is nowhere negative, whose
     * rows are `wide` cells apart. */
    void (*pool)(int rows, int columns, int wide, int channels, int count, const float *x,
                 float *pooled);

    /* c[n] += the sum over rows and i < k of a[row][i] * b[row][i][n], where the rows of `a` are
     * `stride` long. k is a multiple of 4; n may be any number, for which up to 15 numbers behind
     * the end of b are read, and not used. */
    void (*add_product)(int rows, int stride, int k, int n, const float *a, const float *b,
                        float *c);

    /* c[row] = the sum over i < k of a[row][i] * b[i]. */
    void (*dots)(int rows, int stride, int k, const float *a, const float *b, float *c);

    /* z[row][n] = max(0, z[row][n] + bias[n]) */
    void (*rectify)(int rows, int n, const float *bias, float *z);

    /* The cells of a board, without its border; the largest number is returned. */
    float (*flatten)(const struct net_board *b, int channels, const float *x, float *flat);
};

/* Whole numbers have tiles of two cells, one above the other, in four positions (Winograd in one
 * dimension): of four inputs a, b, c, d in a column a - c, b + c, c - b and b - d, which with
 * inputs up to 127 are bytes: what may be negative has 127 added to it, and `offset` takes it away.
 */
enum { NET_TOP_ACTIVATION = 127, NET_WHOLE_POSITIONS = 4 };

struct net_whole_layer {
    int8_t *weight;  /* [outputs / 16][position][3][inputs / 4][16][4] */
    int32_t *offset; /* [position][3][outputs]                         */
};

static inline int net_whole_tiles(const struct net_board *b)
{
    return (b->rows + 1) / 2;
}

static inline int net_whole_rows(const struct net_board *b)
{
    return 2 * net_whole_tiles(b) + 2;
}

/* What the windows are left and right of the board. */
void net_whole_border(const struct net_board *b, int channels, uint8_t *v);

/* AVX2 multiplies bytes and adds two products in 16 bits. Such sums are added up to each other
 * for NET_GROUP inputs of a tap: two sums for each output, one of the inputs 0, 1, 4, 5, 8, 9,
 * ..., one of the others. What is positive in either has a sum of weights of at most
 * NET_TOP_SHORT_SUM, and so has what is negative: 254 * 129 fits in 16 bits. In 32 bits all do. */
enum {
    NET_TOP_WEIGHT = 127,
    NET_GROUP = 16,
    NET_TOP_SHORT_SUM = 129,
    NET_TOP_SUM = NET_GROUP * NET_TOP_WEIGHT
};

/* With tiles of 2 or 3; a board of one cell is a tile of its own. */
struct net_board net_board(int rows, int columns, int tile);

/* The tile that is the fastest for one position at a time. Tiles of 3 have fewer multiplications on
 * most boards, but half as many weights again, all of which must be fetched for one position: with
 * wide vectors and few tiles to multiply them with, that takes longer. */
int net_tile(const struct net_kernels *kernels, const struct net_shape *shape);

/* The fastest that this processor can run, or by name ("plain", "avx2", "avx512"); NULL: it
 * cannot, or there is none of that name. */
const struct net_kernels *net_kernels_best(void);
const struct net_kernels *net_kernels_named(const char *name);

#endif
