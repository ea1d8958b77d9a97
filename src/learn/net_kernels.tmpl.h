/* net_kernels.tmpl.h -- the floating point kernels, compiled once for each width of vectors.
 *
 * Before it is included: WIDTH is the number of floats in a vector, MULTIPLY_ADD(a, b, c) is
 * a * b + c, and BROADCAST(a) a vector of equal numbers. A tile of ROWS rows by PANELS panels of
 * sums is kept in registers, beside a line of weights and a factor: 12 vectors of sums among 16
 * registers, or 24 among 32.
 */
#include "learn/net_kernels.h"

typedef float vec __attribute__((vector_size(4 * WIDTH), may_alias));
typedef int32_t ivec __attribute__((vector_size(4 * WIDTH), may_alias));

enum {
    VECTORS = NET_PANEL / WIDTH, /* in a panel */
    ROWS = 12 / VECTORS,
    PANELS = WIDTH == 16 ? 2 : 1,
    MOST = PANELS * VECTORS /* in a row of sums */
};

#ifndef UNROLL
#ifdef __clang__
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif
#endif
#define INLINED static inline __attribute__((always_inline))

/* The table of an instance, whose functions have the names of its members. */
#define KERNELS(its_name, its_top_sum)                                                             \
    {                                                                                              \
        .name = its_name, .fetch = ROWS, .top_sum = its_top_sum, .window = window,                 \
        .gather = gather, .spread = spread, .multiply = multiply,                                  \
        .multiply_transposed = multiply_transposed, .pack = pack, .unpack = unpack, .adam = adam,  \
        .convolve = convolve, .quantise = quantise, .pool = pool, .add_product = add_product,      \
        .dots = dots, .rectify = rectify, .flatten = flatten                                       \
    }

/* A pointer that compilers take as it is. They would rather have one for each of the rows or of the
 * positions, for which there are not enough registers. */
#define IN_REGISTER(pointer) __asm__("" : "+r"(pointer))

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

INLINED vec larger(vec a, vec b)
{
    const ivec more = a > b;
    return (vec)(((ivec)a & more) | ((ivec)b & ~more));
}

static float largest_of(vec largest)
{
    float most = 0;
    for (int i = 0; i < WIDTH; i++)
        most = largest[i] > most ? largest[i] : most;
    return most;
}

/* ------------------------------------------------------------------ products -- */

/* c = a * b for some rows of `a`, which are `row` apart and whose numbers are `next` apart, and
 * some panels of b, which are `panel` apart and in which lines are `line` apart. With vectors as
 * long as a line of the cache multiplying takes no longer than fetching weights, so what the next
 * call will want is asked for in time; and so are sums that are to be added to. */
INLINED void tile(const int rows, const int panels, const bool add, int k, const ptrdiff_t row,
                  const ptrdiff_t next, const ptrdiff_t line, const ptrdiff_t panel, int n,
                  const float *a, const float *b, float *c)
{
    const int vectors = panels * VECTORS;
    const float *from[(ROWS + 2) / 3];
    vec sum[ROWS][MOST] = { 0 };
    UNROLL
    for (int r = 0; r < rows && PANELS > 1 && add; r++)
        UNROLL
    for (int v = 0; v < vectors; v++)
        __builtin_prefetch(c + r * n + v * WIDTH, 1);
    UNROLL
    for (int r = 0; r < rows; r += 3) {
        from[r / 3] = a + r * row;
        IN_REGISTER(from[r / 3]);
    }
    for (int i = 0; i < k; i++, b += line) {
        vec w[MOST];
        UNROLL
        for (int v = 0; v < vectors; v++)
            w[v] = get(b + v / VECTORS * panel + v % VECTORS * WIDTH);
        UNROLL
        for (int v = 0; v < panels && PANELS > 1 && !add; v++)
            __builtin_prefetch(b + (v + panels) * panel);
        UNROLL
        for (int r = 0; r < rows; r++) {
            const vec x = BROADCAST(from[r / 3][r % 3 * row]);
            UNROLL
            for (int v = 0; v < vectors; v++)
                sum[r][v] = MULTIPLY_ADD(x, w[v], sum[r][v]);
        }
        UNROLL
        for (int r = 0; r < rows; r += 3)
            from[r / 3] += next;
    }
    UNROLL
    for (int r = 0; r < rows; r++)
        UNROLL
    for (int v = 0; v < vectors; v++) {
        float *const to = c + r * n + v * WIDTH;
        if (add)
            sum[r][v] += get(to);
        put(to, sum[r][v]);
    }
}

/* The number of rows of a tile is known when it is compiled. */
#define CASE(count, tile, ...)                                                                     \
    case count:                                                                                    \
        if ((count) <= ROWS)                                                                       \
            tile((count) <= ROWS ? (count) : ROWS, __VA_ARGS__);                                   \
        break;
#define TILE_OF(rows, ...)                                                                         \
    switch (rows) {                                                                                \
        CASE(1, __VA_ARGS__)                                                                       \
        CASE(2, __VA_ARGS__)                                                                       \
        CASE(3, __VA_ARGS__)                                                                       \
        CASE(4, __VA_ARGS__)                                                                       \
        CASE(5, __VA_ARGS__)                                                                       \
        CASE(6, __VA_ARGS__)                                                                       \
        CASE(7, __VA_ARGS__)                                                                       \
        CASE(8, __VA_ARGS__)                                                                       \
        CASE(9, __VA_ARGS__)                                                                       \
        CASE(10, __VA_ARGS__)                                                                      \
        CASE(11, __VA_ARGS__)                                                                      \
        CASE(12, __VA_ARGS__)                                                                      \
    default:;                                                                                      \
    }

/* Functions of their own: inlined into the loops around them they are a tenth slower. */
__attribute__((noinline)) static void tile_of(int rows, int panels, int k, int stride, int n,
                                              const float *a, const float *b, float *c)
{
    const ptrdiff_t panel = (ptrdiff_t)k * NET_PANEL;
    if (panels == PANELS)
        TILE_OF(rows, tile, PANELS, false, k, stride, 1, NET_PANEL, panel, n, a, b, c)
    else
        TILE_OF(rows, tile, 1, false, k, stride, 1, NET_PANEL, panel, n, a, b, c)
}

__attribute__((noinline)) static void tile_transposed_of(int rows, int panels, int k, int stride,
                                                         int n, const float *a, const float *b,
                                                         float *c)
{
    if (panels == PANELS)
        TILE_OF(rows, tile, PANELS, true, k, 1, stride, n, NET_PANEL, n, a, b, c)
    else
        TILE_OF(rows, tile, 1, true, k, 1, stride, n, NET_PANEL, n, a, b, c)
}

/* Tiles as equal as they can be: of 25 rows 5 and 5 and ..., not 6, 6, 6, 6 and a lonely 1. */
static int next_tile(int left)
{
    const int tiles = (left + ROWS - 1) / ROWS;
    return (left + tiles - 1) / tiles;
}

static int next_panels(int left)
{
    return left < PANELS * NET_PANEL ? 1 : PANELS;
}

static void multiply(int positions, int rows, int k, int stride, int n, const float *a,
                     const float *b, float *c)
{
    for (int p = 0; p < positions; p++) {
        for (int at = 0, panels; at < n; at += panels * NET_PANEL) {
            panels = next_panels(n - at);
            for (int row = 0, some; row < rows; row += some) {
                some = next_tile(rows - row);
                tile_of(some, panels, k, stride, n, a + (ptrdiff_t)row * stride, b,
                        c + (ptrdiff_t)row * n + at);
            }
            b += (ptrdiff_t)panels * k * NET_PANEL;
        }
        a += (ptrdiff_t)rows * stride + NET_GAP;
        c += (ptrdiff_t)rows * n + NET_GAP;
    }
}

static void multiply_transposed(int positions, int rows, int k, int stride, int n, const float *a,
                                const float *b, float *c)
{
    for (int p = 0; p < positions; p++) {
        for (int at = 0, panels; at < n; at += panels * NET_PANEL) {
            panels = next_panels(n - at);
            for (int i = 0, some; i < k; i += some) {
                some = next_tile(k - i);
                tile_transposed_of(some, panels, rows, stride, n, a + i, b + at,
                                   c + (ptrdiff_t)i * n + at);
            }
        }
        a += (ptrdiff_t)rows * stride + NET_GAP;
        b += (ptrdiff_t)rows * n + NET_GAP;
        c += (ptrdiff_t)k * n;
    }
}

/* ---------------------------------------------------------------- transforms -- */

/* In each dimension a tile of outputs of 2 or 3 comes from a window of 4 or 5. The matrices are
 * those of Cook and Toom for the points 0, 1, -1 (and 2) and infinity; every one works on each
 * `step`th vector. What `tile` is, is known when they are compiled. */
enum { LARGEST = 5 };

INLINED void get_square(const int side, const float *from, ptrdiff_t row, ptrdiff_t next, vec *d)
{
    UNROLL
    for (int j = 0; j < side; j++, from += row) {
        IN_REGISTER(from);
        UNROLL
        for (int l = 0; l < side; l++)
            d[side * j + l] = get(from + l * next);
    }
}

INLINED void get_all(const int count, const float *from, ptrdiff_t next, vec *d)
{
    UNROLL
    for (int j = 0; j < count; j++, from += next) {
        IN_REGISTER(from);
        d[j] = get(from);
    }
}

INLINED void put_all(const int count, const vec *d, float *to, ptrdiff_t next)
{
    UNROLL
    for (int j = 0; j < count; j++, to += next) {
        IN_REGISTER(to);
        put(to, d[j]);
    }
}

INLINED void window_line(const int tile, vec *d, const int step)
{
    const vec a = d[0], b = d[step], c = d[2 * step], e = d[3 * step];
    if (tile == 2) {
        d[0] = a - c;
        d[step] = b + c;
        d[2 * step] = c - b;
        d[3 * step] = b - e;
        return;
    }
    const vec f = d[4 * step], eb = e - b, ec = e - c;
    d[0] = MULTIPLY_ADD(BROADCAST(2.0F), a - c, eb);
    d[step] = MULTIPLY_ADD(BROADCAST(-2.0F), b, ec);
    d[2 * step] = MULTIPLY_ADD(BROADCAST(2.0F), b - c, ec);
    d[3 * step] = eb;
    d[4 * step] = MULTIPLY_ADD(BROADCAST(-2.0F), eb, f - c);
}

INLINED void window_tiles(const int tile, const struct net_board *b, int samples, int channels,
                          const float *x, float *v)
{
    const int side = tile + 2;
    const ptrdiff_t position = net_position(b, samples, channels);
    const ptrdiff_t row = (ptrdiff_t)b->wide * channels;
    for (int s = 0; s < samples; s++, x += (ptrdiff_t)b->padded * channels)
        for (int r = 0; r < tile * b->down; r += tile)
            for (int c = 0; c < b->wide - 2; c += tile, v += channels)
                for (int i = 0; i < channels; i += WIDTH) {
                    vec d[LARGEST * LARGEST];
                    get_square(side, x + r * row + (ptrdiff_t)c * channels + i, row, channels, d);
                    UNROLL
                    for (int j = 0; j < side; j++)
                        window_line(tile, d + j, side);
                    UNROLL
                    for (int j = 0; j < side; j++)
                        window_line(tile, d + side * j, 1);
                    put_all(side * side, d, v + i, position);
                }
}

static void copy(ptrdiff_t count, const float *from, float *to)
{
    for (ptrdiff_t i = 0; i < count; i += WIDTH)
        put(to + i, get(from + i));
}

static void window(const struct net_board *b, int samples, int channels, const float *x, float *v)
{
    if (b->tile == 1)
        copy((ptrdiff_t)samples * channels, x, v);
    else if (b->tile == 2)
        window_tiles(2, b, samples, channels, x, v);
    else
        window_tiles(3, b, samples, channels, x, v);
}

INLINED void spread_line(const int tile, const vec *y, const int from, vec *d, const int to)
{
    const vec a = y[0], b = y[from];
    d[0] = a;
    if (tile == 2) {
        d[to] = a + b;
        d[2 * to] = a - b;
        d[3 * to] = -b;
        return;
    }
    const vec c = y[2 * from], ac = a + c;
    d[to] = ac + b;
    d[2 * to] = ac - b;
    d[3 * to] = MULTIPLY_ADD(BROADCAST(4.0F), c, MULTIPLY_ADD(BROADCAST(2.0F), b, a));
    d[4 * to] = c;
}

INLINED void spread_tiles(const int tile, const struct net_board *b, int samples, int channels,
                          const float *y, float *m)
{
    const int side = tile + 2;
    const ptrdiff_t position = net_position(b, samples, channels);
    const ptrdiff_t row = (ptrdiff_t)b->wide * channels;
    for (int s = 0; s < samples; s++, y += (ptrdiff_t)b->padded * channels)
        for (int r = 1; r <= tile * b->down; r += tile)
            for (int c = 1; c < b->wide - 1; c += tile, m += channels)
                for (int i = 0; i < channels; i += WIDTH) {
                    vec t[9], half[3 * LARGEST], out[LARGEST * LARGEST];
                    get_square(tile, y + r * row + (ptrdiff_t)c * channels + i, row, channels, t);
                    UNROLL
                    for (int j = 0; j < tile; j++) /* half: as many rows as a window has */
                        spread_line(tile, t + j, tile, half + j, tile);
                    UNROLL
                    for (int j = 0; j < side; j++)
                        spread_line(tile, half + tile * j, 1, out + side * j, 1);
                    put_all(side * side, out, m + i, position);
                }
}

static void spread(const struct net_board *b, int samples, int channels, const float *y, float *m)
{
    if (b->tile == 1)
        copy((ptrdiff_t)samples * channels, y, m);
    else if (b->tile == 2)
        spread_tiles(2, b, samples, channels, y, m);
    else
        spread_tiles(3, b, samples, channels, y, m);
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

INLINED void gather_line(const int tile, const vec *m, const int from, vec *y, const int to)
{
    const vec b = m[from], c = m[2 * from], d = m[3 * from];
    if (tile == 2) {
        y[0] = m[0] + b + c;
        y[to] = b - c - d;
        return;
    }
    const vec bc = b + c;
    y[0] = m[0] + bc + d;
    y[to] = MULTIPLY_ADD(BROADCAST(2.0F), d, b - c);
    y[2 * to] = MULTIPLY_ADD(BROADCAST(4.0F), d, bc + m[4 * from]);
}

INLINED void gather_tiles(const int tile, const struct net_board *b, int samples, int channels,
                          const float *m, const struct net_finish *f, float *y)
{
    const int side = tile + 2;
    const ptrdiff_t position = net_position(b, samples, channels);
    for (int s = 0; s < samples; s++)
        for (int r = 0; r < b->rows; r += tile)
            for (int c = 0; c < b->columns; c += tile, m += channels) {
                const ptrdiff_t cell = (ptrdiff_t)s * b->padded + net_cell(b, r, c);
                for (int i = 0; i < channels; i += WIDTH) {
                    const vec bias = bias_of(f, channels, s, i);
                    vec d[LARGEST * LARGEST], half[3 * LARGEST], out[9];
                    get_all(side * side, m + i, position, d);
                    UNROLL
                    for (int j = 0; j < side; j++) /* half: as many rows as a tile has */
                        gather_line(tile, d + j, side, half + j, side);
                    UNROLL
                    for (int j = 0; j < tile; j++)
                        gather_line(tile, half + side * j, 1, out + tile * j, 1);
                    /* A tile may reach over the edge, where the border must stay zero. */
                    UNROLL
                    for (int j = 0; j < tile * tile; j++)
                        if (r + j / tile < b->rows && c + j % tile < b->columns)
                            finish_one(f, bias,
                                       (cell + j / tile * b->wide + j % tile) * channels + i,
                                       out[j], y);
                }
            }
}

static void gather(const struct net_board *b, int samples, int channels, const float *m,
                   const struct net_finish *f, float *y)
{
    if (b->tile == 2) {
        gather_tiles(2, b, samples, channels, m, f, y);
        return;
    }
    if (b->tile == 3) {
        gather_tiles(3, b, samples, channels, m, f, y);
        return;
    }
    for (int s = 0; s < samples; s++)
        for (int i = 0; i < channels; i += WIDTH) {
            const ptrdiff_t at = (ptrdiff_t)s * channels + i;
            finish_one(f, bias_of(f, channels, s, i), at, get(m + at), y);
        }
}
