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

int net_tile(int rows, int columns)
{
    const struct net_board small = net_board(rows, columns, 2), large = net_board(rows, columns, 3);
    return small.tiles * small.positions < large.tiles * large.positions ? 2 : 3;
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
