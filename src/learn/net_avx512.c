/* net_avx512.c -- the kernels for processors with AVX-512 and VNNI, whose one instruction
 * multiplies four bytes with four and adds all to a sum of 32 bits. */
#include <immintrin.h>
#define WIDTH 16
#define MULTIPLY_ADD(a, b, c) ((vec)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define BROADCAST(a) ((vec)_mm512_set1_ps(a))
#include "net_kernels.tmpl.h"

enum { PIXELS = 8 }; /* sums in flight: the instruction takes its time */

INLINED __m512i four_inputs(const uint8_t *x)
{
    int32_t four;
    __builtin_memcpy(&four, x, 4);
    return _mm512_set1_epi32(four);
}

/* What convolve() is told, for one panel of outputs. */
struct panel {
    int inputs, outputs;
    ptrdiff_t line;
    const float *scale, *bias, *add;
    float *y;
    __m512 largest;
};

/* `count` neighbours in a row and 16 outputs; as in net_avx2.c. */
INLINED void neighbours(const int count, struct panel *p, int taps, const uint8_t *x,
                        const int8_t *weight, ptrdiff_t cell)
{
    __m512i sum[PIXELS];
    UNROLL
    for (int i = 0; i < count; i++)
        sum[i] = _mm512_setzero_si512();
    for (; taps > 0; taps--, x += p->line)
        for (int i = 0; i < 3 * p->inputs; i += 4, weight += 64) {
            const __m512i w = _mm512_loadu_si512(weight);
            UNROLL
            for (int j = 0; j < count; j++)
                sum[j] =
                    _mm512_dpbusd_epi32(sum[j], four_inputs(x + (ptrdiff_t)j * p->inputs + i), w);
        }
    UNROLL
    for (int i = 0; i < count; i++) {
        const ptrdiff_t at = (cell + i) * p->outputs;
        __m512 value = _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum[i]), _mm512_loadu_ps(p->scale),
                                       _mm512_loadu_ps(p->bias));
        if (p->add)
            value = _mm512_add_ps(value, _mm512_loadu_ps(p->add + at));
        value = _mm512_max_ps(value, _mm512_setzero_ps());
        p->largest = _mm512_max_ps(p->largest, value);
        _mm512_storeu_ps(p->y + at, value);
    }
}

static void neighbours_of(int count, struct panel *p, int taps, const uint8_t *x,
                          const int8_t *weight, ptrdiff_t cell)
{
    switch (count) {
#define CASE(n)                                                                                    \
    case n:                                                                                        \
        neighbours(n, p, taps, x, weight, cell);                                                   \
        break;
        CASE(1)
        CASE(2)
        CASE(3)
        CASE(4)
        CASE(5)
        CASE(6)
        CASE(7)
        CASE(8)
#undef CASE
    default:;
    }
}

static float convolve(const struct net_board *b, int inputs, int outputs, const uint8_t *x,
                      const int8_t *weight, const float *scale, const float *bias, const float *add,
                      float *y)
{
    struct panel p = { .inputs = inputs,
                       .outputs = outputs,
                       .line = (ptrdiff_t)(b->columns + 2) * inputs,
                       .largest = _mm512_setzero_ps() };
    const ptrdiff_t row_of_weights = (ptrdiff_t)3 * inputs * NET_PANEL;
    for (int from = 0; from < outputs; from += NET_PANEL, weight += 3 * row_of_weights) {
        p.scale = scale + from;
        p.bias = bias + from;
        p.add = add ? add + from : NULL;
        p.y = y + from;
        for (int row = 0; row < b->rows; row++) {
            const int first = row == 0, end = row == b->rows - 1 ? 2 : 3;
            const uint8_t *const above = x + (row + first - 1) * p.line;
            for (int column = 0, some; column < b->columns; column += some) {
                const int left = b->columns - column, tiles = (left + PIXELS - 1) / PIXELS;
                some = (left + tiles - 1) / tiles;
                neighbours_of(some, &p, end - first, above + (ptrdiff_t)column * inputs,
                              weight + first * row_of_weights,
                              (ptrdiff_t)row * b->columns + column);
            }
        }
    }
    return _mm512_reduce_max_ps(p.largest);
}

static void quantise(const struct net_board *b, int channels, const float *y, float factor,
                     uint8_t *x)
{
    const __m512 by = _mm512_set1_ps(factor);
    for (int row = 0; row < b->rows; row++) {
        x += channels;
        for (int i = 0; i < b->columns * channels; i += 16, x += 16, y += 16)
            _mm_storeu_si128((__m128i *)x, _mm512_cvtepi32_epi8(_mm512_cvtps_epi32(
                                               _mm512_mul_ps(_mm512_loadu_ps(y), by))));
        x += channels;
    }
}

extern const struct net_kernels net_kernels_avx512;
const struct net_kernels net_kernels_avx512 = { "avx512", window,   gather,
                                                spread,   multiply, multiply_transposed,
                                                convolve, quantise };
