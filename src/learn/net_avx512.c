/* net_avx512.c -- the kernels for processors with AVX-512 and VNNI, whose one instruction
 * multiplies four bytes with four and adds all to a sum of 32 bits. */
#include <immintrin.h>
#define WIDTH 16
#define MULTIPLY_ADD(a, b, c) ((vec)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define BROADCAST(a) ((vec)_mm512_set1_ps(a))
#include "net_kernels.tmpl.h"
#include "net_small.tmpl.h"
#include "net_update.tmpl.h"

#define OWN_QUANTISE
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
    /* Three cells from one pointer, which is all that an address can do: with one for each cell
     * there are not enough registers, and what is fetched from memory instead delays the loads. */
    enum { REACH = 3, POINTERS = (ROW + 2 + REACH - 1) / REACH };
    const ptrdiff_t tap = (ptrdiff_t)inputs * NET_PANEL, next = inputs;
    const int first = edges ? 1 : 0, end = columns + 2 - first;
    const uint8_t *at[POINTERS];
    UNROLL
    for (int i = 0; i < POINTERS; i++)
        at[i] = x + (first + REACH * i) * next;
    for (int i = 0; i < inputs; i += 4, weight += 64) {
        __m512i w[TAPS][PAIR];
        UNROLL
        for (int t = 0; t < TAPS; t++)
            UNROLL
        for (int v = 0; v < panels; v++)
            w[t][v] = _mm512_load_si512(weight + t * tap + v * panel);
        UNROLL
        for (int cell = first; cell < end; cell++) {
            const int from = (cell - first) / REACH;
            int32_t four;
            if (from * REACH == cell - first)
                IN_REGISTER(at[from]);
            __builtin_memcpy(&four, at[from] + (cell - first) % REACH * next, 4);
            const __m512i input = _mm512_set1_epi32(four);
            UNROLL
            for (int t = 0; t < TAPS; t++)
                UNROLL
            for (int v = 0; v < panels; v++)
                if (cell >= t && cell - t < columns)
                    MULTIPLY_BYTES(sum[cell - t][v], input, w[t][v]);
        }
        UNROLL
        for (int j = 0; j < POINTERS; j++)
            at[j] += 4;
    }
}

/* The sums of one position of some tiles, side by side from `column` on. Where they are
 * a whole row of the board (`edges`) the taps beside it are left out, and with them their share of
 * the offset. */
INLINED void position_of_row(const int columns, const int panels, const bool edges,
                             const struct panel *p, int position, int tile, int column,
                             __m512i m[][PAIR])
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
    for (int c = 0; c < columns; c++)
        UNROLL
    for (int v = 0; v < panels; v++)
        m[c][v] = sum[c][v];
}

/* An output from its sum, at some place of the board, and the largest so far. */
INLINED vec finish_whole(const struct panel *p, ptrdiff_t at, vec sum, vec largest)
{
    if (p->add)
        sum += get(p->add + at);
    sum = (vec)_mm512_max_ps((__m512)sum, _mm512_setzero_ps());
    put(p->y + at, sum);
    return (vec)_mm512_max_ps((__m512)sum, (__m512)largest);
}

INLINED vec as_floats(const __m512i *sum)
{
    return (vec)_mm512_cvtepi32_ps(_mm512_load_si512(sum));
}

/* Outputs of one row of tiles. Who has no lower row needs no position 3 either. */
INLINED vec row_of(const int columns, const int panels, const bool edges, const struct panel *p,
                   int tile, int column, vec largest)
{
    const struct net_board *const b = p->board;
    const bool two = 2 * tile + 1 < b->rows;
    const ptrdiff_t next = (ptrdiff_t)b->columns * p->outputs;
    __m512i m[NET_WHOLE_POSITIONS][ROW][PAIR];
    for (int position = 0; position < (two ? NET_WHOLE_POSITIONS : 3); position++)
        position_of_row(columns, panels, edges, p, position, tile, column, m[position]);
    UNROLL
    for (int v = 0; v < panels; v++) {
        const int from = p->from + v * WIDTH;
        const ptrdiff_t first = 2 * tile * next + (ptrdiff_t)column * p->outputs + from;
        const vec bias = get(p->bias + from);
        vec scale[NET_WHOLE_POSITIONS], most = largest, other = largest;
        UNROLL
        for (int position = 0; position < NET_WHOLE_POSITIONS; position++)
            scale[position] = get(p->scale + position * p->outputs + from) * BROADCAST(p->unit);
        UNROLL
        for (int c = 0; c < columns; c++) {
            const ptrdiff_t at = first + (ptrdiff_t)c * p->outputs;
            const vec both = MULTIPLY_ADD(as_floats(&m[1][c][v]), scale[1], bias);
            const vec half = as_floats(&m[2][c][v]);
            const vec upper = MULTIPLY_ADD(as_floats(&m[0][c][v]), scale[0], both);
            most = finish_whole(p, at, MULTIPLY_ADD(half, scale[2], upper), most);
            if (two) {
                const vec lower = MULTIPLY_ADD(as_floats(&m[3][c][v]), -scale[3], both);
                other = finish_whole(p, at + next, MULTIPLY_ADD(half, -scale[2], lower), other);
            }
        }
        largest = (vec)_mm512_max_ps((__m512)most, (__m512)other);
    }
    return largest;
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
                      const struct net_whole_layer *layer, const float *scale, float unit,
                      const float *bias, const float *add, float *y)
{
    const int parts = (b->columns + ROW - 1) / ROW, columns = (b->columns + parts - 1) / parts;
    struct panel p = { b, inputs, outputs, 0, v, layer, scale, bias, add, unit, y };
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

/* ------------------------------------------------------------------ rounding -- */

/* Up to 64 numbers as bytes: those vectors of 16 whose mask is not 0. */
INLINED __m512i round_some(const float *y, const __mmask16 some[4], __m512 factor)
{
    /* Packing works within quarters of a vector: their parts are put in order again. */
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    __m512i whole[4];
    UNROLL
    for (int i = 0; i < 4; i++) {
        const __m512 x = _mm512_mul_ps(_mm512_maskz_load_ps(some[i], y + i * WIDTH), factor);
        whole[i] = _mm512_cvttps_epi32(_mm512_add_ps(x, _mm512_set1_ps(0.5F)));
    }
    return _mm512_permutexvar_epi32(order,
                                    _mm512_packus_epi16(_mm512_packus_epi32(whole[0], whole[1]),
                                                        _mm512_packus_epi32(whole[2], whole[3])));
}

/* The windows of the rows a, b, c, d of a tile, in each position, `next` apart. */
INLINED void put_windows(uint8_t *v, ptrdiff_t next, __mmask64 some, __m512i a, __m512i b,
                         __m512i c, __m512i d)
{
    const __m512i top = _mm512_set1_epi8(NET_TOP_ACTIVATION);
    _mm512_mask_storeu_epi8(v, some, _mm512_add_epi8(_mm512_sub_epi8(a, c), top));
    _mm512_mask_storeu_epi8(v + next, some, _mm512_add_epi8(b, c));
    _mm512_mask_storeu_epi8(v + 2 * next, some, _mm512_add_epi8(_mm512_sub_epi8(c, b), top));
    _mm512_mask_storeu_epi8(v + 3 * next, some, _mm512_add_epi8(_mm512_sub_epi8(b, d), top));
}

/* 64 channels of all rows at a time, from the top of the board down: each row is rounded once, and
 * nothing is written but the windows. */
static void quantise(const struct net_board *b, int channels, const float *y, float factor,
                     uint8_t *x, uint8_t *v)
{
    const int tiles = net_whole_tiles(b), row = b->columns * channels;
    const ptrdiff_t line = (ptrdiff_t)(b->columns + 2) * channels;
    const __m512 times = _mm512_set1_ps(factor);
    (void)x;
    for (int i = 0; i < row; i += 64) {
        const __mmask64 some = row - i >= 64 ? ~0ULL : (1ULL << (row - i)) - 1;
        const __mmask16 part[4] = { (__mmask16)some, (__mmask16)(some >> 16),
                                    (__mmask16)(some >> 32), (__mmask16)(some >> 48) };
        __m512i above = _mm512_setzero_si512(), first = round_some(y + i, part, times);
        for (int tile = 0, r = 0; tile < tiles; tile++, r += 2) {
            __m512i second = _mm512_setzero_si512(), below = second;
            if (r + 1 < b->rows)
                second = round_some(y + (ptrdiff_t)(r + 1) * row + i, part, times);
            if (r + 2 < b->rows)
                below = round_some(y + (ptrdiff_t)(r + 2) * row + i, part, times);
            put_windows(v + tile * line + channels + i, tiles * line, some, above, first, second,
                        below);
            above = second;
            first = below;
        }
    }
}

extern const struct net_kernels net_kernels_avx512;
const struct net_kernels net_kernels_avx512 = KERNELS("avx512", NET_TOP_SUM);
