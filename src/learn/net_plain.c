/* net_plain.c -- the kernels for any processor: vectors of four, which compilers know how to
 * make from anything. */
#define WIDTH 4
#define MULTIPLY_ADD(a, b, c) ((a) * (b) + (c))
#define BROADCAST(a) ((vec){ (a), (a), (a), (a) })
#include "net_kernels.tmpl.h"
#include "net_small.tmpl.h"
#include "net_update.tmpl.h"
#include "net_whole.tmpl.h"

enum { STACK = 3 };

static void taps(const int count, int inputs, ptrdiff_t line, const uint8_t *x,
                 const int8_t *weight, ivec sum[][VECTORS])
{
    for (int i = 0; i < inputs; i += 4, weight += (ptrdiff_t)4 * NET_PANEL)
        for (int p = 0; p < count; p++)
            for (int o = 0; o < NET_PANEL; o++)
                for (int j = 0; j < 4; j++)
                    sum[p][o / WIDTH][o % WIDTH] += x[p * line + i + j] * weight[4 * o + j];
}

#include "net_stack.tmpl.h"

extern const struct net_kernels net_kernels_plain;
const struct net_kernels net_kernels_plain = KERNELS("plain", NET_TOP_SUM);
