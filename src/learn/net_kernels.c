/* net_kernels.c -- see net_kernels.h. Which instance runs is decided here. */
#include "learn/net_kernels.h"

#include <stddef.h>
#include <string.h>

struct net_board net_board(int rows, int columns, int tile)
{
    struct net_board b = { .rows = rows, .columns = columns, .cells = rows * columns };
    if (b.cells == 1) {
        b.tile = b.positions = b.down = b.tiles = b.wide = b.padded = 1;
        return b;
    }
    const int across = (columns + tile - 1) / tile;
    b.tile = tile;
    b.positions = (tile + 2) * (tile + 2);
    b.down = (rows + tile - 1) / tile;
    b.tiles = b.down * across;
    b.wide = tile * across + 2;
    b.padded = (tile * b.down + 2) * b.wide;
    return b;
}

/* What is nearer than the memory that all cores share. */
enum { NEAR = 1 << 20 };

/* The time for one layer, in rows of one panel: a position multiplies its tiles, while the weights
 * of the next one are fetched. */
static int64_t time_of(const struct net_kernels *k, const struct net_shape *s, int tile)
{
    const struct net_board b = net_board(s->rows, s->columns, tile);
    const int64_t weights = (int64_t)b.positions * s->channels * s->channels * 2 * s->blocks;
    const bool near = weights * (int64_t)sizeof(float) <= NEAR;
    return (int64_t)b.positions * (near || b.tiles > k->fetch ? b.tiles : k->fetch);
}

int net_tile(const struct net_kernels *k, const struct net_shape *s)
{
    return time_of(k, s, 2) < time_of(k, s, 3) ? 2 : 3;
}

extern const struct net_kernels net_kernels_plain;
#ifdef __x86_64__
extern const struct net_kernels net_kernels_avx2, net_kernels_avx512;
#endif

const struct net_kernels *net_kernels_named(const char *name)
{
#ifdef __x86_64__
    if (!strcmp(name, "avx512"))
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni")
                   ? &net_kernels_avx512
                   : NULL;
    if (!strcmp(name, "avx2"))
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &net_kernels_avx2
                                                                               : NULL;
#endif
    return !strcmp(name, "plain") ? &net_kernels_plain : NULL;
}

const struct net_kernels *net_kernels_best(void)
{
    const struct net_kernels *best = net_kernels_named("avx512");
    best = best ? best : net_kernels_named("avx2");
    return best ? best : &net_kernels_plain;
}

void net_whole_border(const struct net_board *b, int channels, uint8_t *v)
{
    const size_t side = (size_t)channels, line = (size_t)(b->columns + 2) * side;
    for (int position = 0; position < NET_WHOLE_POSITIONS; position++)
        for (int tile = 0; tile < net_whole_tiles(b); tile++, v += line) {
            memset(v, position == 1 ? 0 : NET_TOP_ACTIVATION, side);
            memset(v + line - side, position == 1 ? 0 : NET_TOP_ACTIVATION, side);
        }
}
