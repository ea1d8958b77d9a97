/* net_avx512.c -- the kernels for processors with AVX-512 and VNNI, whose one instruction
 * multiplies four bytes with four and adds all to a sum of 32 bits. */
#include <immintrin.h>
#define WIDTH 16
#define MULTIPLY_ADD(a, b, c) ((vec)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define BROADCAST(a) ((vec)_mm512_set1_ps(a))
#include "net_kernels.tmpl.h"
#include "net_update.tmpl.h"

#define ROUND_ROW
/* Four vectors at once: packing two of them takes one instruction, narrowing one takes two. */
INLINED __m512i rounded(const float *y, __m512 factor)
{
    return _mm512_cvttps_epi32(
        _mm512_add_ps(_mm512_mul_ps(_mm512_load_ps(y), factor), _mm512_set1_ps(0.5F)));
}

static void round_row(int count, const float *y, float factor, uint8_t *x)
{
    const __m512 times = _mm512_set1_ps(factor);
    /* Packing works within quarters of a vector: put their parts in order again. */
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    int i = 0;
    for (; i + 4 * WIDTH <= count; i += 4 * WIDTH) {
        const __m512i low =
            _mm512_packus_epi32(rounded(y + i, times), rounded(y + i + WIDTH, times));
        const __m512i high = _mm512_packus_epi32(rounded(y + i + 2 * WIDTH, times),
                                                 rounded(y + i + 3 * WIDTH, times));
        _mm512_storeu_si512(x + i, _mm512_permutexvar_epi32(order, _mm512_packus_epi16(low, high)));
    }
    for (; i < count; i += WIDTH)
        _mm_storeu_si128((__m128i *)(x + i), _mm512_cvtepi32_epi8(rounded(y + i, times)));
}

#include "net_whole.tmpl.h"

/* A row of tiles by two panels of outputs is kept in registers, and of the weights three taps: an
 * input that was loaded is used up to six times, weights for the whole row. So there are far fewer
 * loads than multiplications, of which two are done in a cycle. Wider boards are done in parts. */
enum { ROW = 10, PAIR = 2, TAPS = 3 };

/* _mm512_dpbusd_epi32() in place: with the intrinsic compilers move sums from register to register,
 * which takes the ports that multiply. */
#define MULTIPLY_BYTES(sum, input, weight)                                                         \
    __asm__("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(input), "v"(weight))

/* Add to the sums of a row what its cells give: x[cell][inputs], where the outputs begin at cell 1,
 * and for each panel weight[tap][inputs / 4][16][4], `panel` apart. */
INLINED void add_row(const int columns, const int panels, const bool edges, int inputs,
                     ptrdiff_t panel, const uint8_t *x, const int8_t *weight, __m512i sum[][PAIR])
{
    const ptrdiff_t tap = (ptrdiff_t)inputs * NET_PANEL;
    const int first = edges ? 1 : 0, end = columns + 2 - first;
    for (int i = 0; i < inputs; i += 4, x += 4, weight += 64) {
        __m512i w[TAPS][PAIR];
        UNROLL
        for (int t = 0; t < TAPS; t++)
            UNROLL
        for (int v = 0; v < panels; v++)
            w[t][v] = _mm512_load_si512(weight + t * tap + v * panel);
        UNROLL
        for (int cell = first; cell < end; cell++) {
            int32_t four;
            __builtin_memcpy(&four, x + (ptrdiff_t)cell * inputs, 4);
            const __m512i input = _mm512_set1_epi32(four);
            UNROLL
            for (int t = 0; t < TAPS; t++)
                UNROLL
            for (int v = 0; v < panels; v++)
                if (cell >= t && cell - t < columns)
                    MULTIPLY_BYTES(sum[cell - t][v], input, w[t][v]);
        }
    }
}

/* The sums of one position of some tiles, side by side from `column` on, as floats. Where they are
 * a whole row of the board (`edges`) the taps beside it are left out, and with them their share of
 * the offset. */
INLINED void position_of_row(const int columns, const int panels, const bool edges,
                             const struct panel *p, int position, int tile, int column,
                             vec m[][PAIR])
{
    const struct net_board *const b = p->board;
    const ptrdiff_t line = (ptrdiff_t)(b->columns + 2) * p->inputs;
    const ptrdiff_t taps = (ptrdiff_t)TAPS * p->inputs * NET_PANEL; /* of one position of a panel */
    const uint8_t *const x =
        p->v + (position * net_whole_tiles(b) + tile) * line + (ptrdiff_t)column * p->inputs;
    const int8_t *const weight =
        p->layer->weight + (p->from / NET_PANEL * NET_WHOLE_POSITIONS + position) * taps;
    __m512i sum[ROW][PAIR];
    UNROLL
    for (int v = 0; v < panels; v++) {
        __m512i offset[TAPS];
        UNROLL
        for (int tap = 0; tap < TAPS; tap++)
            offset[tap] = _mm512_load_si512(
                p->layer->offset + (TAPS * position + tap) * p->outputs + p->from + v * WIDTH);
        UNROLL
        for (int c = 0; c < columns; c++) {
            sum[c][v] = offset[1];
            if (!edges || c > 0)
                sum[c][v] = _mm512_add_epi32(sum[c][v], offset[0]);
            if (!edges || c < columns - 1)
                sum[c][v] = _mm512_add_epi32(sum[c][v], offset[2]);
        }
    }
    add_row(columns, panels, edges, p->inputs, NET_WHOLE_POSITIONS * taps, x, weight, sum);
    UNROLL
    for (int v = 0; v < panels; v++) {
        const vec scale = get(p->scale + position * p->outputs + p->from + v * WIDTH);
        UNROLL
        for (int c = 0; c < columns; c++)
            m[c][v] = (vec)_mm512_cvtepi32_ps(sum[c][v]) * scale;
    }
}

/* Outputs of some neighbouring cells from their sums, and the largest so far. */
INLINED vec finish_row(const int columns, const int panels, const struct panel *p, int cell,
                       vec sum[][PAIR], vec largest)
{
    vec most[PAIR];
    UNROLL
    for (int v = 0; v < panels; v++) {
        const vec bias = get(p->bias + p->from + v * WIDTH);
        most[v] = largest;
        UNROLL
        for (int c = 0; c < columns; c++) {
            const ptrdiff_t at = (ptrdiff_t)(cell + c) * p->outputs + p->from + v * WIDTH;
            vec out = sum[c][v] + bias;
            if (p->add)
                out += get(p->add + at);
            out = (vec)_mm512_max_ps((__m512)out, _mm512_setzero_ps());
            put(p->y + at, out);
            most[v] = (vec)_mm512_max_ps((__m512)out, (__m512)most[v]);
        }
    }
    return panels == 1 ? most[0] : (vec)_mm512_max_ps((__m512)most[0], (__m512)most[1]);
}

/* Outputs of one row of tiles. Who has no lower row needs no position 3 either. */
INLINED vec row_of(const int columns, const int panels, const bool edges, const struct panel *p,
                   int tile, int column, vec largest)
{
    const struct net_board *const b = p->board;
    const int cell = 2 * tile * b->columns + column;
    const bool two = 2 * tile + 1 < b->rows;
    vec m[NET_WHOLE_POSITIONS][ROW][PAIR], out[ROW][PAIR];
    for (int position = 0; position < (two ? NET_WHOLE_POSITIONS : 3); position++)
        position_of_row(columns, panels, edges, p, position, tile, column, m[position]);
    UNROLL
    for (int c = 0; c < columns; c++)
        UNROLL
    for (int v = 0; v < panels; v++)
        out[c][v] = m[0][c][v] + m[1][c][v] + m[2][c][v];
    largest = finish_row(columns, panels, p, cell, out, largest);
    if (!two)
        return largest;
    UNROLL
    for (int c = 0; c < columns; c++)
        UNROLL
    for (int v = 0; v < panels; v++)
        out[c][v] = m[1][c][v] - m[3][c][v] - m[2][c][v];
    return finish_row(columns, panels, p, cell + b->columns, out, largest);
}

/* How many columns and panels there are is known when a row is compiled. */
#define ROW_CASE(columns, ...)                                                                     \
    case columns:                                                                                  \
        return row_of(columns, __VA_ARGS__);
#define ROW_OF(columns, ...)                                                                       \
    switch (columns) {                                                                             \
        ROW_CASE(1, __VA_ARGS__)                                                                   \
        ROW_CASE(2, __VA_ARGS__)                                                                   \
        ROW_CASE(3, __VA_ARGS__)                                                                   \
        ROW_CASE(4, __VA_ARGS__)                                                                   \
        ROW_CASE(5, __VA_ARGS__)                                                                   \
        ROW_CASE(6, __VA_ARGS__)                                                                   \
        ROW_CASE(7, __VA_ARGS__)                                                                   \
        ROW_CASE(8, __VA_ARGS__)                                                                   \
        ROW_CASE(9, __VA_ARGS__)                                                                   \
        ROW_CASE(10, __VA_ARGS__)                                                                  \
    default:                                                                                       \
        return largest;                                                                            \
    }

/* A whole row of the board, by one panel or two. */
static vec whole_row(int panels, const struct panel *p, int tile, vec largest)
{
    if (panels == 1)
        ROW_OF(p->board->columns, 1, true, p, tile, 0, largest)
    ROW_OF(p->board->columns, PAIR, true, p, tile, 0, largest)
}

static vec part_of_row(int columns, int panels, const struct panel *p, int tile, int column,
                       vec largest)
{
    if (panels == 1)
        ROW_OF(columns, 1, false, p, tile, column, largest)
    ROW_OF(columns, PAIR, false, p, tile, column, largest)
}

static float convolve(const struct net_board *b, int inputs, int outputs, const uint8_t *v,
                      const struct net_whole_layer *layer, const float *scale, const float *bias,
                      const float *add, float *y)
{
    const int parts = (b->columns + ROW - 1) / ROW, columns = (b->columns + parts - 1) / parts;
    struct panel p = { b, inputs, outputs, 0, v, layer, scale, bias, add, y };
    vec largest = { 0 };
    for (int panels; p.from < outputs; p.from += panels * NET_PANEL) {
        panels = outputs - p.from > NET_PANEL ? PAIR : 1;
        for (int tile = 0; tile < net_whole_tiles(b); tile++) {
            if (parts == 1) {
                largest = whole_row(panels, &p, tile, largest);
                continue;
            }
            for (int column = 0; column < b->columns; column += columns)
                largest = part_of_row(b->columns - column < columns ? b->columns - column : columns,
                                      panels, &p, tile, column, largest);
        }
    }
    return largest_of(largest);
}

extern const struct net_kernels net_kernels_avx512;
const struct net_kernels net_kernels_avx512 = {
    "avx512", ROWS,   window, gather,   spread,  multiply, multiply_transposed,
    pack,     unpack, adam,   convolve, quantise
};
