/* net_avx2.c -- the kernels for processors with AVX2 and FMA. */
#include <immintrin.h>
#define WIDTH 8
#define MULTIPLY_ADD(a, b, c) ((vec)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define BROADCAST(a) ((vec)_mm256_set1_ps(a))
#include "net_kernels.tmpl.h"

/* How many outputs of a row are computed at once: six vectors of sums, six of sums of 16 bits,
 * two of weights, one of inputs, one for a product. */
enum { PIXELS = 4 };

/* Compilers would like to find all products of a group before they add them up, for which
 * there are not enough registers by far. */
#define KEEP_ORDER(sum) __asm__("" : "+x"(sum))

INLINED __m256i four_inputs(const uint8_t *x)
{
    int32_t four;
    __builtin_memcpy(&four, x, 4);
    return _mm256_set1_epi32(four);
}

/* One tap of `count` neighbours in a row, for 16 outputs. Products are added up in 16 bits for a
 * whole group, and only then widened: that saves more than a third of the multiplications, and
 * net_quantise_weights() has seen that they fit. */
INLINED void tap(const int count, int inputs, const uint8_t *x, const int8_t *weight,
                 __m256i sum[][2])
{
    const __m256i ones = _mm256_set1_epi16(1);
    for (int i = 0; i < inputs; i += NET_GROUP) {
        __m256i part[PIXELS][2];
        UNROLL
        for (int j = 0; j < NET_GROUP; j += 4, weight += 64) {
            const __m256i *const w = (const __m256i *)weight;
            UNROLL
            for (int p = 0; p < count; p++) {
                const __m256i four = four_inputs(x + (ptrdiff_t)p * inputs + i + j);
                UNROLL
                for (int v = 0; v < 2; v++) {
                    const __m256i pairs = _mm256_maddubs_epi16(four, w[v]);
                    part[p][v] = j == 0 ? pairs : _mm256_add_epi16(part[p][v], pairs);
                    KEEP_ORDER(part[p][v]);
                }
            }
        }
        UNROLL
        for (int p = 0; p < count; p++)
            UNROLL
        for (int v = 0; v < 2; v++)
            sum[p][v] = _mm256_add_epi32(sum[p][v], _mm256_madd_epi16(part[p][v], ones));
    }
}

/* What convolve() is told, for one panel of outputs. */
struct panel {
    int columns, inputs, outputs;
    ptrdiff_t line; /* bytes in a row of the board */
    const float *scale, *bias, *add;
    float *y;
    __m256 largest;
};

/* `taps` rows of three taps each, from the inputs left of the first neighbour on. Taps beside the
 * board meet nothing but zeros, and are left out. */
INLINED void neighbours(const int count, struct panel *p, int taps, const uint8_t *x,
                        const int8_t *weight, int column, ptrdiff_t cell)
{
    __m256i sum[PIXELS][2] = { 0 };
    const ptrdiff_t next = (ptrdiff_t)p->inputs * NET_PANEL;
    for (; taps > 0; taps--, x += p->line, weight += 3 * next) {
        if (column > 0)
            tap(count, p->inputs, x, weight, sum);
        else
            tap(count - 1, p->inputs, x + p->inputs, weight, sum + 1);
        tap(count, p->inputs, x + p->inputs, weight + next, sum);
        if (column + count < p->columns)
            tap(count, p->inputs, x + 2 * p->inputs, weight + 2 * next, sum);
        else
            tap(count - 1, p->inputs, x + 2 * p->inputs, weight + 2 * next, sum);
    }
    UNROLL
    for (int i = 0; i < count; i++)
        UNROLL
    for (int v = 0; v < 2; v++) {
        const ptrdiff_t at = (cell + i) * p->outputs + 8 * v;
        __m256 value =
            _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum[i][v]), _mm256_loadu_ps(p->scale + 8 * v),
                            _mm256_loadu_ps(p->bias + 8 * v));
        if (p->add)
            value = _mm256_add_ps(value, _mm256_loadu_ps(p->add + at));
        value = _mm256_max_ps(value, _mm256_setzero_ps());
        p->largest = _mm256_max_ps(p->largest, value);
        _mm256_storeu_ps(p->y + at, value);
    }
}

static float convolve(const struct net_board *b, int inputs, int outputs, const uint8_t *x,
                      const int8_t *weight, const float *scale, const float *bias, const float *add,
                      float *y)
{
    struct panel p = { .columns = b->columns,
                       .inputs = inputs,
                       .outputs = outputs,
                       .line = (ptrdiff_t)(b->columns + 2) * inputs,
                       .largest = _mm256_setzero_ps() };
    const ptrdiff_t row_of_weights = (ptrdiff_t)3 * inputs * NET_PANEL;
    for (int from = 0; from < outputs; from += NET_PANEL, weight += 3 * row_of_weights) {
        p.scale = scale + from;
        p.bias = bias + from;
        p.add = add ? add + from : NULL;
        p.y = y + from;
        for (int row = 0; row < b->rows; row++) {
            /* The same above and below the board. */
            const int first = row == 0, end = row == b->rows - 1 ? 2 : 3;
            const uint8_t *const above = x + (row + first - 1) * p.line;
            const int8_t *const w = weight + first * row_of_weights;
            for (int column = 0, some; column < b->columns; column += some) {
                const int left = b->columns - column, tiles = (left + PIXELS - 1) / PIXELS;
                const ptrdiff_t cell = (ptrdiff_t)row * b->columns + column;
                const uint8_t *const at = above + (ptrdiff_t)column * inputs;
                some = (left + tiles - 1) / tiles;
                if (some == 4)
                    neighbours(4, &p, end - first, at, w, column, cell);
                else if (some == 3)
                    neighbours(3, &p, end - first, at, w, column, cell);
                else if (some == 2)
                    neighbours(2, &p, end - first, at, w, column, cell);
                else
                    neighbours(1, &p, end - first, at, w, column, cell);
            }
        }
    }
    float largest = 0;
    for (int i = 0; i < 8; i++)
        largest =
            ((const float *)&p.largest)[i] > largest ? ((const float *)&p.largest)[i] : largest;
    return largest;
}

static void quantise(const struct net_board *b, int channels, const float *y, float factor,
                     uint8_t *x)
{
    const __m256 by = _mm256_set1_ps(factor);
    for (int row = 0; row < b->rows; row++) {
        x += channels;
        for (int i = 0; i < b->columns * channels; i += 16, x += 16, y += 16) {
            const __m256i low = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(y), by));
            const __m256i high = _mm256_cvtps_epi32(_mm256_mul_ps(_mm256_loadu_ps(y + 8), by));
            const __m256i words = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0xD8);
            _mm_storeu_si128((__m128i *)x, _mm_packus_epi16(_mm256_castsi256_si128(words),
                                                            _mm256_extracti128_si256(words, 1)));
        }
        x += channels;
    }
}

extern const struct net_kernels net_kernels_avx2;
const struct net_kernels net_kernels_avx2 = { "avx2",   window,   gather,
                                              spread,   multiply, multiply_transposed,
                                              convolve, quantise };
