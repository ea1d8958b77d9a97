/* net_weights.c -- see net_weights.h. The transforms are in net_update.tmpl.h. */
#include "learn/net_weights.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int inputs_of(const struct net *net, const struct net_tensor *t)
{
    return t->role == NET_STEM ? net->shape.planes : net->shape.channels;
}

bool net_packed_init(struct net_packed *packed, const struct net_kernels *kernels,
                     const struct net *net, int tile)
{
    const size_t c = (size_t)net->shape.channels, side = (size_t)tile + 2;
    const size_t positions = net->plan.taps == 1 ? 1 : side * side;
    packed->kernels = kernels;
    packed->tile = net->plan.taps == 1 ? 1 : tile;
    packed->count =
        positions * c * ((size_t)net->shape.planes + 2 * (size_t)net->shape.blocks * c) +
        c * (size_t)net->plan.head_channels;
    float *at = packed->memory = net_floats(packed->count);
    if (!at)
        return false;
    packed->stem = at;
    at += positions * (size_t)net->shape.planes * c;
    for (int i = 0; i < net->shape.blocks; i++) {
        packed->first[i] = at;
        at += positions * c * c;
        packed->second[i] = at;
        at += positions * c * c;
    }
    packed->head = at;
    return true;
}

void net_packed_release(struct net_packed *packed)
{
    free(packed->memory);
    packed->memory = NULL;
}

float *net_packed_of(const struct net_packed *packed, const struct net_tensor *t)
{
    return t->role == NET_STEM     ? packed->stem
           : t->role == NET_FIRST  ? packed->first[t->block]
           : t->role == NET_SECOND ? packed->second[t->block]
                                   : NULL;
}

void net_packed_fill(struct net_packed *packed, const struct net *net, const struct net_tensor *t,
                     bool turned)
{
    const float *const weight = net->weight + t->at;
    const int c = net->shape.channels;
    if (t->role == NET_HEAD)
        packed->kernels->pack(1, c, net->plan.head_channels, weight, turned, packed->head);
    else if (net_packed_of(packed, t) && !(t->role == NET_STEM && turned))
        packed->kernels->pack(packed->tile, inputs_of(net, t), c, weight, turned,
                              net_packed_of(packed, t));
}

void net_gradient_back(const struct net *net, const struct net_tensor *t,
                       const struct net_packed *transformed, float *gradient)
{
    transformed->kernels->unpack(transformed->tile, inputs_of(net, t), net->shape.channels,
                                 net_packed_of(transformed, t), gradient);
}

/* ------------------------------------------------------------- whole numbers -- */

/* The largest sum of weights of one sign in a group, see NET_TOP_SHORT_SUM. */
static int largest_sum(size_t inputs, const int8_t *panel)
{
    int largest = 0;
    for (size_t group = 0; group < 3 * inputs; group += NET_GROUP)
        for (size_t half = 0; half < 4; half += 2) {
            int sum[2] = { 0, 0 };
            for (size_t i = group; i < group + NET_GROUP; i += 4)
                for (size_t j = half; j < half + 2; j++) {
                    const int8_t w = panel[i * NET_PANEL + j];
                    sum[w < 0] += w < 0 ? -w : w;
                }
            for (int sign = 0; sign < 2; sign++)
                largest = sum[sign] > largest ? sum[sign] : largest;
        }
    return largest;
}

/* Three taps of an output in one position, [tap][input] with `n` between inputs, to
 * panel[tap][input / 4][.][4]. What is returned makes them what they were. */
static float round_taps(size_t inputs, int top_sum, const float *weight, int8_t *panel)
{
    float most = 0;
    int sum = top_sum;
    for (size_t i = 0; i < 3 * inputs; i++)
        most = fmaxf(most, fabsf(weight[i]));
    float factor = most > 0 ? most / NET_TOP_WEIGHT : 1;
    do {
        /* Coarser by as much as is too much, and a little for what rounding adds. */
        if (sum > top_sum)
            factor *= 1.01F * (float)sum / (float)top_sum;
        for (size_t i = 0; i < 3 * inputs; i++) /* a tap's inputs are a multiple of four */
            panel[i / 4 * 4 * NET_PANEL + i % 4] = (int8_t)lrintf(weight[i] / factor);
        sum = largest_sum(inputs, panel);
    } while (sum > top_sum);
    return factor;
}

/* What a tap of a panel has to be given back for the 127 that its inputs have too much. */
static int32_t offset_of(size_t inputs, const int8_t *panel)
{
    int32_t sum = 0;
    for (size_t i = 0; i < inputs; i++)
        sum += panel[i / 4 * 4 * NET_PANEL + i % 4];
    return -NET_TOP_ACTIVATION * sum;
}

bool net_quantise_weights(const struct net_kernels *kernels, int inputs, int outputs,
                          const float *weight, const struct net_whole_layer *layer, float *factor)
{
    const size_t k = (size_t)inputs, n = (size_t)outputs, positions = NET_WHOLE_POSITIONS;
    float *const transformed = net_floats(positions * 3 * k);
    for (size_t o = 0; o < n && transformed; o++) {
        for (size_t i = 0; i < 3 * k; i++) { /* [tap][input] of one row of taps */
            const float *const w = weight + i * n + o;
            const float a = w[0], b = w[3 * k * n], c = w[6 * k * n];
            transformed[i] = a;
            transformed[3 * k + i] = 0.5F * (a + b + c);
            transformed[6 * k + i] = 0.5F * (a - b + c);
            transformed[9 * k + i] = c;
        }
        for (size_t p = 0; p < positions; p++) {
            int8_t *const panel = layer->weight +
                                  (o / NET_PANEL * positions + p) * 3 * k * NET_PANEL +
                                  o % NET_PANEL * 4;
            factor[p * n + o] = round_taps(k, kernels->top_sum, transformed + 3 * k * p, panel);
            for (size_t tap = 0; tap < 3; tap++)
                layer->offset[(3 * p + tap) * n + o] =
                    p == 1 ? 0 : offset_of(k, panel + tap * k * NET_PANEL);
        }
    }
    free(transformed);
    return transformed;
}
