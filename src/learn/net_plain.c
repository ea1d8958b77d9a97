/* net_plain.c -- the kernels for any processor: vectors of four, which compilers know how to
 * make from anything. */
#define WIDTH 4
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#define BROADCAST(a) ((vec){ (a), (a), (a), (a) })
#include "net_kernels.tmpl.h"

static void outputs_of(const struct net_board *b, int inputs, int row, int column, const uint8_t *x,
                       const int8_t *weight, int32_t sum[NET_PANEL])
{
    for (int o = 0; o < NET_PANEL; o++)
        sum[o] = 0;
    for (int dy = 0; dy < 3; dy++) {
        if (row + dy < 1 || row + dy > b->rows)
            continue;
        /* The three inputs of a row lie side by side, as do their weights. */
        const uint8_t *const from =
            x + ((ptrdiff_t)(row + dy - 1) * (b->columns + 2) + column) * inputs;
        const int8_t *w = weight + (ptrdiff_t)dy * 3 * inputs * NET_PANEL;
        for (int i = 0; i < 3 * inputs; i += 4, w += (ptrdiff_t)4 * NET_PANEL)
            for (int o = 0; o < NET_PANEL; o++)
                for (int j = 0; j < 4; j++)
                    sum[o] += from[i + j] * w[4 * o + j];
    }
}

static float convolve(const struct net_board *b, int inputs, int outputs, const uint8_t *x,
                      const int8_t *weight, const float *scale, const float *bias, const float *add,
                      float *y)
{
    float largest = 0;
    for (int panel = 0; panel < outputs; panel += NET_PANEL) {
        for (int cell = 0; cell < b->cells; cell++) {
            int32_t sum[NET_PANEL];
            outputs_of(b, inputs, cell / b->columns, cell % b->columns, x, weight, sum);
            const ptrdiff_t at = (ptrdiff_t)cell * outputs + panel;
            for (int o = 0; o < NET_PANEL; o++) {
                const float value =
                    (float)sum[o] * scale[panel + o] + bias[panel + o] + (add ? add[at + o] : 0.0F);
                y[at + o] = value > 0 ? value : 0;
                largest = value > largest ? value : largest;
            }
        }
        weight += (ptrdiff_t)9 * inputs * NET_PANEL;
    }
    return largest;
}

static void quantise(const struct net_board *b, int channels, const float *y, float factor,
                     uint8_t *x)
{
    for (int row = 0; row < b->rows; row++) {
        x += channels;
        for (int i = 0; i < b->columns * channels; i++)
            *x++ = (uint8_t)(*y++ * factor + 0.5F);
        x += channels;
    }
}

extern const struct net_kernels net_kernels_plain;
const struct net_kernels net_kernels_plain = { "plain",  window,   gather,
                                               spread,   multiply, multiply_transposed,
                                               convolve, quantise };
