/* net_tower.c -- see net_tower.h. A block is
 *
 *     inner = rectify(first(trunk) + bias)
 *     trunk = rectify(second(inner) + bias + pool(inner) + trunk)
 *
 * where pool(), in every second block, is a matrix times the means and the maxima over the
 * board of a quarter of inner's channels: so news travels at once across the board (Wu 2019,
 * "Accelerating self-play learning in Go"). Both are rectified, hence where one is positive
 * is all that the backward pass must know about it. */
#include "learn/net_tower.h"

#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------------- memory -- */

/* Take `count` floats off the memory, or only count them while there is none. */
static float *take(float *memory, size_t *used, size_t count)
{
    const size_t line = NET_ALIGN / sizeof *memory;
    float *const at = memory ? memory + *used : NULL;
    *used += (count + line - 1) / line * line;
    return at;
}

static size_t divide(struct net_work *w, const struct net *net, bool remember)
{
    const size_t samples = (size_t)w->samples, c = (size_t)net->shape.channels;
    const size_t boards = samples * (size_t)w->board.padded;
    const size_t wide = c > (size_t)w->plane_stride ? c : (size_t)w->plane_stride;
    const size_t positions = (size_t)w->board.positions;
    const size_t parts = positions * (samples * (size_t)w->board.tiles * wide + NET_GAP);
    const size_t cells = samples * (size_t)w->board.cells;
    float *const m = w->memory;
    size_t used = 0;
    w->input = take(m, &used, boards * (size_t)w->plane_stride);
    for (int i = 0; i <= net->shape.blocks; i++)
        w->trunk[i] = i > 0 && !remember ? w->trunk[0] : take(m, &used, boards * c);
    for (int i = 0; i < net->shape.blocks; i++) {
        w->inner[i] = i > 0 && !remember ? w->inner[0] : take(m, &used, boards * c);
        w->pooled[i] = take(m, &used, 2 * samples * (size_t)net->plan.pooled);
    }
    w->extra = take(m, &used, samples * c);
    w->windows = take(m, &used, parts);
    w->products = take(m, &used, parts);
    w->flat = take(m, &used, cells * c);
    w->z = take(m, &used, cells * (size_t)net->plan.head_channels);
    if (remember) {
        w->z_gradient = take(m, &used, cells * (size_t)net->plan.head_channels);
        w->outer_gradient = take(m, &used, boards * c);
        w->inner_gradient = take(m, &used, boards * c);
    }
    return used;
}

bool net_work_init(struct net_work *w, const struct net *net, const struct net_kernels *kernels,
                   int tile, int samples, bool remember)
{
    *w = (struct net_work){ .kernels = kernels,
                            .board = net_board(net->shape.rows, net->shape.columns, tile),
                            .samples = samples,
                            .plane_stride = (net->shape.planes + 15) / 16 * 16 };
    w->memory = net_floats(divide(w, net, remember));
    if (!w->memory)
        return false;
    divide(w, net, remember);
    return true;
}

void net_work_release(struct net_work *w)
{
    free(w->memory);
    w->memory = NULL;
}

void net_work_input(struct net_work *w, const struct net *net, int sample, const float *planes)
{
    const struct net_board *const b = &w->board;
    float *const board = w->input + (size_t)sample * (size_t)(b->padded * w->plane_stride);
    for (int plane = 0; plane < net->shape.planes; plane++)
        for (int row = 0; row < b->rows; row++)
            for (int column = 0; column < b->columns; column++)
                board[net_cell(b, row, column) * w->plane_stride + plane] = *planes++;
}

/* ------------------------------------------------------------------- forward -- */

static void convolve(struct net_work *w, int samples, int inputs, int stride, int outputs,
                     const float *x, const float *packed, const struct net_finish *finish, float *y)
{
    const struct net_board *const b = &w->board;
    w->kernels->window(b, samples, stride, x, w->windows);
    w->kernels->multiply(b->positions, samples * b->tiles, inputs, stride, outputs, w->windows,
                         packed, w->products);
    w->kernels->gather(b, samples, outputs, w->products, finish, y);
}

/* extra[sample] = pooled[sample] * matrix */
static void pool_forward(struct net_work *w, const struct net *net, int block, int samples)
{
    const struct net_board *const b = &w->board;
    const int c = net->shape.channels, pooled = net->plan.pooled;
    const float *const matrix = net_weights(net, NET_POOL, block);
    memset(w->extra, 0, (size_t)samples * (size_t)c * sizeof *w->extra);
    for (int s = 0; s < samples; s++) {
        float *const from = w->pooled[block] + (size_t)s * 2 * (size_t)pooled;
        float *const to = w->extra + (size_t)s * (size_t)c;
        w->kernels->pool(b->rows, b->columns, b->wide, c, pooled,
                         w->inner[block] + (size_t)(s * b->padded + net_cell(b, 0, 0)) * (size_t)c,
                         from);
        w->kernels->add_product(1, 0, 2 * pooled, c, from, matrix, to);
    }
}

void net_tower_stem(struct net_work *w, const struct net *net, const struct net_packed *packed,
                    int samples)
{
    const struct net_finish stem = { .bias = net_weights(net, NET_STEM_BIAS, 0), .rectify = true };
    convolve(w, samples, net->shape.planes, w->plane_stride, net->shape.channels, w->input,
             packed->stem, &stem, w->trunk[0]);
}

void net_tower_head(struct net_work *w, const struct net *net, const struct net_packed *packed,
                    int samples)
{
    const int head = net->plan.head_channels, cells = samples * w->board.cells;
    const int c = net->shape.channels;
    w->kernels->multiply(1, cells, c, c, head, w->flat, packed->head, w->z);
    w->kernels->rectify(cells, head, net_weights(net, NET_HEAD_BIAS, 0), w->z);
}

void net_tower_blocks(struct net_work *w, const struct net *net, const struct net_packed *packed,
                      int samples)
{
    const int c = net->shape.channels, blocks = net->shape.blocks;
    for (int i = 0; i < blocks; i++) {
        const struct net_finish first = { .bias = net_weights(net, NET_FIRST_BIAS, i),
                                          .rectify = true };
        const struct net_finish second = { .bias = net_weights(net, NET_SECOND_BIAS, i),
                                           .extra = net_block_pools(i) ? w->extra : NULL,
                                           .add = w->trunk[i],
                                           .rectify = true };
        convolve(w, samples, c, c, c, w->trunk[i], packed->first[i], &first, w->inner[i]);
        if (net_block_pools(i))
            pool_forward(w, net, i, samples);
        convolve(w, samples, c, c, c, w->inner[i], packed->second[i], &second, w->trunk[i + 1]);
    }
}

void net_tower_forward(struct net_work *w, const struct net *net, const struct net_packed *packed,
                       int samples)
{
    const int c = net->shape.channels;
    net_tower_stem(w, net, packed, samples);
    net_tower_blocks(w, net, packed, samples);
    for (int s = 0; s < samples; s++)
        w->kernels->flatten(&w->board, c,
                            w->trunk[net->shape.blocks] + (size_t)(s * w->board.padded) * (size_t)c,
                            w->flat + (size_t)(s * w->board.cells) * (size_t)c);
    net_tower_head(w, net, packed, samples);
}

/* ------------------------------------------------------------------ backward -- */

/* sum[] += all rows of x; a border adds nothing. Channels are a multiple of 16. */
static void add_rows(const float *x, int rows, int channels, float *sum)
{
    for (int i = 0; i < channels; i += NET_PANEL) {
        float part[NET_PANEL] = { 0 };
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < NET_PANEL; j++)
                part[j] += x[(size_t)r * (size_t)channels + (size_t)(i + j)];
        for (int j = 0; j < NET_PANEL; j++)
            sum[i + j] += part[j];
    }
}

/* The gradient of a convolution's weights, from its inputs and the gradient of its outputs. That of
 * the bias is the sum of the latter, and the position of the point 1 has the sums of whole tiles.
 */
static void weights_backward(struct net_work *w, int samples, int inputs, int stride, int outputs,
                             const float *x, const float *given, float *transformed, float *bias)
{
    const struct net_board *const b = &w->board;
    w->kernels->window(b, samples, stride, x, w->windows);
    w->kernels->spread(b, samples, outputs, given, w->products);
    w->kernels->multiply_transposed(b->positions, samples * b->tiles, inputs, stride, outputs,
                                    w->windows, w->products, transformed);
    add_rows(w->products + (b->tile == 1 ? 0 : b->tile + 3) * net_position(b, samples, outputs),
             samples * b->tiles, outputs, bias);
}

/* What the pooled channels of a cell get of the gradients of mean and maximum. Of equal maxima the
 * first has the gradient, so nothing of it is left for the others. */
static void give_back(int pooled, const float *restrict x, const float *restrict most,
                      const float *restrict mean, float *restrict largest, float *restrict gradient)
{
    for (int i = 0; i < pooled; i++) {
        const float active = x[i] > 0, first = x[i] == most[i]; /* 0 or 1: compilers see vectors */
        gradient[i] += active * (mean[i] + first * largest[i]);
        largest[i] *= 1 - first;
    }
}

/* What pooling adds to the gradient of one board's inner channels, and of the matrix. */
static void pool_backward(struct net_work *w, const struct net *net, int block, int sample,
                          float *gradient)
{
    const struct net_board *const b = &w->board;
    const size_t c = (size_t)net->shape.channels, pooled = (size_t)net->plan.pooled;
    const size_t board = (size_t)sample * (size_t)b->padded * c;
    const float *const matrix = net_weights(net, NET_POOL, block);
    const float *const value = w->pooled[block] + (size_t)sample * 2 * pooled;
    float *const matrix_gradient = gradient + net->at[NET_POOL][block];
    float *const given = w->extra; /* its room is free now */
    float back[NET_MAX_CHANNELS] = { 0 };
    memset(given, 0, c * sizeof *given);
    add_rows(w->outer_gradient + board, b->padded, (int)c, given);
    for (size_t i = 0; i < 2 * pooled; i++) {
        float part[NET_PANEL] = { 0 };
        for (size_t j = 0; j < c; j += NET_PANEL)
            for (size_t l = 0; l < NET_PANEL; l++) {
                matrix_gradient[i * c + j + l] += value[i] * given[j + l];
                part[l] += matrix[i * c + j + l] * given[j + l];
            }
        for (size_t l = 0; l < NET_PANEL; l++)
            back[i] += part[l];
        if (i < pooled)
            back[i] /= (float)b->cells;
    }
    for (int row = 0; row < b->rows; row++)
        for (int column = 0; column < b->columns; column++) {
            const size_t at = board + (size_t)net_cell(b, row, column) * c;
            give_back((int)pooled, w->inner[block] + at, value + pooled, back, back + pooled,
                      w->inner_gradient + at);
        }
}

static void block_backward(struct net_work *w, const struct net *net,
                           const struct net_packed *turned, int block, int samples, float *gradient,
                           struct net_packed *transformed)
{
    const int c = net->shape.channels;
    const struct net_finish inner = { .mask = w->inner[block] };
    const struct net_finish outer = { .add = w->outer_gradient, .mask = w->trunk[block] };
    weights_backward(w, samples, c, c, c, w->inner[block], w->outer_gradient,
                     transformed->second[block], gradient + net->at[NET_SECOND_BIAS][block]);
    convolve(w, samples, c, c, c, w->outer_gradient, turned->second[block], &inner,
             w->inner_gradient);
    for (int s = 0; s < samples && net_block_pools(block); s++)
        pool_backward(w, net, block, s, gradient);
    weights_backward(w, samples, c, c, c, w->trunk[block], w->inner_gradient,
                     transformed->first[block], gradient + net->at[NET_FIRST_BIAS][block]);
    convolve(w, samples, c, c, c, w->inner_gradient, turned->first[block], &outer,
             w->outer_gradient);
}

static void where_positive(int count, const float *restrict mask, const float *restrict from,
                           float *restrict to)
{
    for (int i = 0; i < count; i++) {
        const float x = from[i]; /* in any case: so that compilers see vectors */
        to[i] = mask[i] > 0 ? x : 0;
    }
}

static void head_backward(struct net_work *w, const struct net *net,
                          const struct net_packed *turned, int samples, float *gradient)
{
    const struct net_board *const b = &w->board;
    const int c = net->shape.channels, head = net->plan.head_channels;
    const float *const top = w->trunk[net->shape.blocks];
    w->kernels->multiply_transposed(1, samples * b->cells, c, c, head, w->flat, w->z_gradient,
                                    gradient + net->at[NET_HEAD][0]);
    add_rows(w->z_gradient, samples * b->cells, head, gradient + net->at[NET_HEAD_BIAS][0]);
    w->kernels->multiply(1, samples * b->cells, head, head, c, w->z_gradient, turned->head,
                         w->flat);
    const float *from = w->flat;
    for (int s = 0; s < samples; s++)
        for (int row = 0; row < b->rows; row++, from += b->columns * c) {
            const size_t at = (size_t)(s * b->padded + net_cell(b, row, 0)) * (size_t)c;
            where_positive(b->columns * c, top + at, from, w->outer_gradient + at);
        }
}

void net_tower_backward(struct net_work *w, const struct net *net, const struct net_packed *turned,
                        int samples, float *gradient, struct net_packed *transformed)
{
    head_backward(w, net, turned, samples, gradient);
    for (int i = net->shape.blocks - 1; i >= 0; i--)
        block_backward(w, net, turned, i, samples, gradient, transformed);
    weights_backward(w, samples, net->shape.planes, w->plane_stride, net->shape.channels, w->input,
                     w->outer_gradient, transformed->stem, gradient + net->at[NET_STEM_BIAS][0]);
}
