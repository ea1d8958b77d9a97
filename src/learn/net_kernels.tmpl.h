/* net_kernels.tmpl.h -- the floating point kernels, compiled once for each width of vectors.
 *
 * Before it is included: WIDTH is the number of floats in a vector, MULTIPLY_ADD(a, b, c) is
 * a * b + c, and BROADCAST(a) a vector of equal numbers. A tile of ROWS rows by one panel of sums
 * is kept in registers: 12 vectors, which leaves room for a panel of weights and a factor among 16.
 */
#include "learn/net_kernels.h"

#include <stddef.h>

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias));
typedef int32_t ivec __attribute__((vector_size(4 * WIDTH), may_alias));

enum { VECTORS = NET_PANEL / WIDTH, ROWS = 12 / VECTORS };

#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif
#define INLINED static inline __attribute__((always_inline))

INLINED vec get(const float *from)
{
    return *(const vec *)from;
}

INLINED void put(float *to, vec v)
{
    *(vec *)to = v;
}

INLINED vec positive(vec v, vec where)
{
    return (vec)((ivec)v & (where > (vec){ 0 }));
}

/* ------------------------------------------------------------------ products -- */

INLINED void tile(const int rows, int k, int stride, int n, const float *a, const float *b,
                  float *c)
{
    vec sum[ROWS][VECTORS] = { 0 };
    for (int i = 0; i < k; i++, b += NET_PANEL) {
        vec w[VECTORS];
        UNROLL
        for (int v = 0; v < VECTORS; v++)
            w[v] = get(b + v * WIDTH);
        UNROLL
        for (int r = 0; r < rows; r++) {
            const vec x = BROADCAST(a[r * stride + i]);
            UNROLL
            for (int v = 0; v < VECTORS; v++)
                sum[r][v] = MULTIPLY_ADD(x, w[v], sum[r][v]);
        }
    }
    UNROLL
    for (int r = 0; r < rows; r++)
        UNROLL
    for (int v = 0; v < VECTORS; v++)
        put(c + r * n + v * WIDTH, sum[r][v]);
}

/* The same with `a` turned round; the sums are added to what is there. */
INLINED void tile_transposed(const int rows, int k, int stride, int n, const float *a,
                             const float *b, float *c)
{
    vec sum[ROWS][VECTORS] = { 0 };
    for (int i = 0; i < k; i++, a += stride, b += n) {
        vec w[VECTORS];
        UNROLL
        for (int v = 0; v < VECTORS; v++)
            w[v] = get(b + v * WIDTH);
        UNROLL
        for (int r = 0; r < rows; r++) {
            const vec x = BROADCAST(a[r]);
            UNROLL
            for (int v = 0; v < VECTORS; v++)
                sum[r][v] = MULTIPLY_ADD(x, w[v], sum[r][v]);
        }
    }
    UNROLL
    for (int r = 0; r < rows; r++)
        UNROLL
    for (int v = 0; v < VECTORS; v++)
        put(c + r * n + v * WIDTH, get(c + r * n + v * WIDTH) + sum[r][v]);
}

/* The number of rows of a tile is known when it is compiled. */
#define TILES(CASE)                                                                                \
    CASE(1)                                                                                        \
    CASE(2)                                                                                        \
    CASE(3)                                                                                        \
    CASE(4)                                                                                        \
    CASE(5)                                                                                        \
    CASE(6)                                                                                        \
    CASE(7)                                                                                        \
    CASE(8)                                                                                        \
    CASE(9)                                                                                        \
    CASE(10)                                                                                       \
    CASE(11)                                                                                       \
    CASE(12)

static void tile_of(int rows, int k, int stride, int n, const float *a, const float *b, float *c)
{
    switch (rows) {
#define CASE(count)                                                                                \
    case count:                                                                                    \
        if ((count) <= ROWS)                                                                       \
            tile((count) <= ROWS ? (count) : ROWS, k, stride, n, a, b, c);                         \
        break;
        TILES(CASE)
#undef CASE
    default:;
    }
}

static void tile_transposed_of(int rows, int k, int stride, int n, const float *a, const float *b,
                               float *c)
{
    switch (rows) {
#define CASE(count)                                                                                \
    case count:                                                                                    \
        if ((count) <= ROWS)                                                                       \
            tile_transposed((count) <= ROWS ? (count) : ROWS, k, stride, n, a, b, c);              \
        break;
        TILES(CASE)
#undef CASE
    default:;
    }
}

/* Tiles as equal as they can be: of 25 rows 5 and 5 and ..., not 6, 6, 6, 6 and a lonely 1. */
static int next_tile(int left)
{
    const int tiles = (left + ROWS - 1) / ROWS;
    return (left + tiles - 1) / tiles;
}

static void multiply(int positions, int rows, int k, int stride, int n, const float *a,
                     const float *b, float *c)
{
    for (int p = 0; p < positions; p++) {
        for (int panel = 0; panel < n; panel += NET_PANEL) {
            for (int row = 0, some; row < rows; row += some) {
                some = next_tile(rows - row);
                tile_of(some, k, stride, n, a + (ptrdiff_t)row * stride, b,
                        c + (ptrdiff_t)row * n + panel);
            }
            b += (ptrdiff_t)k * NET_PANEL;
        }
        a += (ptrdiff_t)rows * stride + NET_GAP;
        c += (ptrdiff_t)rows * n + NET_GAP;
    }
}

static void multiply_transposed(int positions, int rows, int k, int stride, int n, const float *a,
                                const float *b, float *c)
{
    for (int p = 0; p < positions; p++) {
        for (int panel = 0; panel < n; panel += NET_PANEL)
            for (int i = 0, some; i < k; i += some) {
                some = next_tile(k - i);
                tile_transposed_of(some, rows, stride, n, a + i, b + panel,
                                   c + (ptrdiff_t)i * n + panel);
            }
        a += (ptrdiff_t)rows * stride + NET_GAP;
        b += (ptrdiff_t)rows * n + NET_GAP;
        c += (ptrdiff_t)k * n;
    }
}

/* ---------------------------------------------------------------- transforms -- */

/* One dimension of each transform, from every `step`th of the four (or two) in place. */
INLINED void window_line(vec *d, const int step)
{
    const vec a = d[0], b = d[step], c = d[2 * step], e = d[3 * step];
    d[0] = a - c;
    d[step] = b + c;
    d[2 * step] = c - b;
    d[3 * step] = b - e;
}

static void window(const struct net_board *b, int samples, int channels, const float *x, float *v)
{
    const ptrdiff_t all = (ptrdiff_t)samples * b->tiles * channels, position = all + NET_GAP;
    const ptrdiff_t row = (ptrdiff_t)b->wide * channels;
    if (b->positions == 1) {
        for (ptrdiff_t i = 0; i < all; i += WIDTH)
            put(v + i, get(x + i));
        return;
    }
    for (int s = 0; s < samples; s++, x += (ptrdiff_t)b->padded * channels)
        for (int r = 0; r < 2 * b->down; r += 2)
            for (int c = 0; c < b->wide - 2; c += 2, v += channels)
                for (int i = 0; i < channels; i += WIDTH) {
                    const float *const from = x + r * row + (ptrdiff_t)c * channels + i;
                    vec d[16];
                    UNROLL
                    for (int j = 0; j < 16; j++)
                        d[j] = get(from + j / 4 * row + (ptrdiff_t)(j % 4) * channels);
                    UNROLL
                    for (int j = 0; j < 4; j++)
                        window_line(d + j, 4);
                    UNROLL
                    for (int j = 0; j < 4; j++)
                        window_line(d + 4 * j, 1);
                    UNROLL
                    for (int j = 0; j < 16; j++)
                        put(v + j * position + i, d[j]);
                }
}

INLINED void spread_line(const vec *y, vec *d, const int from, const int to)
{
    d[0] = y[0];
    d[to] = y[0] + y[from];
    d[2 * to] = y[0] - y[from];
    d[3 * to] = -y[from];
}

static void spread(const struct net_board *b, int samples, int channels, const float *y, float *m)
{
    const ptrdiff_t all = (ptrdiff_t)samples * b->tiles * channels, position = all + NET_GAP;
    const ptrdiff_t row = (ptrdiff_t)b->wide * channels;
    if (b->positions == 1) {
        for (ptrdiff_t i = 0; i < all; i += WIDTH)
            put(m + i, get(y + i));
        return;
    }
    for (int s = 0; s < samples; s++, y += (ptrdiff_t)b->padded * channels)
        for (int r = 1; r <= 2 * b->down; r += 2)
            for (int c = 1; c < b->wide - 1; c += 2, m += channels)
                for (int i = 0; i < channels; i += WIDTH) {
                    const float *const from = y + r * row + (ptrdiff_t)c * channels + i;
                    vec t[4], d[8], out[16];
                    UNROLL
                    for (int j = 0; j < 4; j++)
                        t[j] = get(from + j / 2 * row + (ptrdiff_t)(j % 2) * channels);
                    UNROLL
                    for (int j = 0; j < 2; j++) /* columns of two: d is 4 rows of 2 */
                        spread_line(t + j, d + j, 2, 2);
                    UNROLL
                    for (int j = 0; j < 4; j++)
                        spread_line(d + 2 * j, out + 4 * j, 1, 1);
                    UNROLL
                    for (int j = 0; j < 16; j++)
                        put(m + j * position + i, out[j]);
                }
}

INLINED void finish_one(const struct net_finish *f, vec bias, ptrdiff_t at, vec sum, float *y)
{
    sum += bias;
    if (f->add)
        sum += get(f->add + at);
    if (f->mask)
        sum = positive(sum, get(f->mask + at));
    if (f->rectify)
        sum = positive(sum, sum);
    put(y + at, sum);
}

INLINED vec bias_of(const struct net_finish *f, int channels, int sample, int i)
{
    vec bias = { 0 };
    if (f->bias)
        bias += get(f->bias + i);
    if (f->extra)
        bias += get(f->extra + (ptrdiff_t)sample * channels + i);
    return bias;
}

INLINED void gather_line(const vec *m, vec *y, const int from, const int to)
{
    y[0] = m[0] + m[from] + m[2 * from];
    y[to] = m[from] - m[2 * from] - m[3 * from];
}

static void gather(const struct net_board *b, int samples, int channels, const float *m,
                   const struct net_finish *f, float *y)
{
    const ptrdiff_t position = (ptrdiff_t)samples * b->tiles * channels + NET_GAP;
    if (b->positions == 1) {
        for (int s = 0; s < samples; s++)
            for (int i = 0; i < channels; i += WIDTH) {
                const ptrdiff_t at = (ptrdiff_t)s * channels + i;
                finish_one(f, bias_of(f, channels, s, i), at, get(m + at), y);
            }
        return;
    }
    for (int s = 0; s < samples; s++)
        for (int r = 0; r < b->rows; r += 2)
            for (int c = 0; c < b->columns; c += 2, m += channels) {
                const ptrdiff_t cell = (ptrdiff_t)s * b->padded + net_cell(b, r, c);
                for (int i = 0; i < channels; i += WIDTH) {
                    const vec bias = bias_of(f, channels, s, i);
                    vec d[16], half[8], out[4];
                    UNROLL
                    for (int j = 0; j < 16; j++)
                        d[j] = get(m + j * position + i);
                    UNROLL
                    for (int j = 0; j < 4; j++) /* half is 2 rows of 4 */
                        gather_line(d + j, half + j, 4, 4);
                    UNROLL
                    for (int j = 0; j < 2; j++)
                        gather_line(half + 4 * j, out + 2 * j, 1, 1);
                    /* A tile may reach over the edge, where the border must stay zero. */
                    UNROLL
                    for (int j = 0; j < 4; j++)
                        if (r + j / 2 < b->rows && c + j % 2 < b->columns)
                            finish_one(f, bias, (cell + j / 2 * b->wide + j % 2) * channels + i,
                                       out[j], y);
                }
            }
}
