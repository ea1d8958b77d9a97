/* net_whole.tmpl.h -- what convolutions of whole numbers have in common, included behind
 * net_kernels.tmpl.h: numbers become bytes, and sums outputs. */

/* One panel of outputs, or two: where its inputs are, and what becomes of its sums. */
struct panel {
    const struct net_board *board;
    int inputs, outputs, from;
    const uint8_t *v;
    const struct net_whole_layer *layer;
    const float *scale, *bias, *add;
    float unit; /* all scales are multiplied by it */
    float *y;
};

#ifndef OWN_QUANTISE
static void round_row(int count, const float *restrict y, float factor, uint8_t *restrict x)
{
    for (int i = 0; i < count; i++)
        x[i] = (uint8_t)(int32_t)(y[i] * factor + 0.5F);
}

typedef uint8_t bytes __attribute__((vector_size(4 * WIDTH), may_alias, aligned(16)));
typedef uint8_t few_bytes __attribute__((vector_size(16), may_alias));

#define WINDOW(type)                                                                               \
    do {                                                                                           \
        const type a = *(const type *)(x + i), b = *(const type *)(x + i + line);                  \
        const type c = *(const type *)(x + i + 2 * line), d = *(const type *)(x + i + 3 * line);   \
        *(type *)(v + i) = a - c + NET_TOP_ACTIVATION;                                             \
        *(type *)(v + i + next) = b + c;                                                           \
        *(type *)(v + i + 2 * next) = c - b + NET_TOP_ACTIVATION;                                  \
        *(type *)(v + i + 3 * next) = b - d + NET_TOP_ACTIVATION;                                  \
    } while (0)

/* Four rows become the windows of a tile in each position; `next` is from one to the other. */
static void windows_of(ptrdiff_t line, const uint8_t *x, uint8_t *v, ptrdiff_t next)
{
    ptrdiff_t i = 0;
    for (; i + (ptrdiff_t)sizeof(bytes) <= line; i += (ptrdiff_t)sizeof(bytes))
        WINDOW(bytes);
    for (; i < line; i += (ptrdiff_t)sizeof(few_bytes))
        WINDOW(few_bytes);
}

static void quantise(const struct net_board *b, int channels, const float *y, float factor,
                     uint8_t *x, uint8_t *v)
{
    const ptrdiff_t line = (ptrdiff_t)(b->columns + 2) * channels;
    const int tiles = net_whole_tiles(b), row = b->columns * channels;
    for (int r = 0; r < b->rows; r++)
        round_row(row, y + (ptrdiff_t)r * row, factor, x + (r + 1) * line + channels);
    for (int tile = 0; tile < tiles; tile++)
        windows_of(line, x + 2 * tile * line, v + tile * line, tiles * line);
}
#endif
