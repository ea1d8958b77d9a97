/* net_grow.c -- a larger net that says what a smaller one says (Chen, Goodfellow, Shlens 2016,
 * "Net2Net: accelerating learning via knowledge transfer").
 *
 * What is new has weights by lot on its way in and zeros on its way out, so that it changes nothing
 * yet, and is learned from the first step on: the zeros have gradients. Blocks that are added begin
 * as the identity, as those of any new net do (net.c).
 *
 * A net whose slots are the cells has no weight that belongs to a cell, so it may go to a board of
 * another size: what it knows of corners, edges and the middle holds there, too. */
#include "base/sentence.h"
#include "learn/net_inside.h"

#include <string.h>

/* A tensor as matrices [input][output], one for each tap. Pooled means and maxima are two matrices:
 * each has more rows in the larger net. */
struct matrices {
    size_t count, inputs, outputs;
};

static struct matrices matrices_of(const struct net *net, const struct net_tensor *t)
{
    const size_t c = (size_t)net->shape.channels, taps = (size_t)net->plan.taps;
    switch (t->role) {
    case NET_STEM:
        return (struct matrices){ taps, (size_t)net->shape.planes, c };
    case NET_FIRST:
    case NET_SECOND:
        return (struct matrices){ taps, c, c };
    case NET_POOL:
        return (struct matrices){ 2, (size_t)net->plan.pooled, c };
    case NET_HEAD:
        return (struct matrices){ 1, c, (size_t)net->plan.head_channels };
    default: /* biases, and all that lies behind the head's convolution */
        return (struct matrices){ 1, 1, t->size };
    }
}

/* The old weights at their places; nothing for what is known already from inputs that are new. */
static void transplant(const float *from, struct matrices small, float *to, struct matrices large)
{
    for (size_t m = 0; m < large.count; m++)
        for (size_t i = 0; i < large.inputs; i++) {
            float *const row = to + (m * large.inputs + i) * large.outputs;
            if (i < small.inputs)
                memcpy(row, from + (m * small.inputs + i) * small.outputs,
                       small.outputs * sizeof *row);
            else
                memset(row, 0, small.outputs * sizeof *row);
        }
}

const char *net_grow_refuses(const struct net *net, const struct net_shape *to,
                             struct zm_error *error)
{
    const struct net_shape *const s = &net->shape;
    if (s->channels > to->channels || s->blocks > to->blocks)
        return sentence(error,
                        "a net of %dx%d, and the run is to have a smaller one, %dx%d: see --net",
                        s->channels, s->blocks, to->channels, to->blocks);
    const bool same = s->rows == to->rows && s->columns == to->columns && s->slots == to->slots;
    const struct net_plan plan = net_plan(to);
    if (s->planes == to->planes &&
        (same || (net->plan.spatial && plan.spatial && net->plan.pass == plan.pass)))
        return NULL;
    return sentence(
        error, "the net sees %d planes of %dx%d and knows %d moves; here are %d of %dx%d and %d",
        s->planes, s->rows, s->columns, s->slots, to->planes, to->rows, to->columns, to->slots);
}

struct net *net_grow(const struct net *net, const struct net_shape *to, uint64_t seed)
{
    struct net *const large = net_create_with(to, net->heads, seed);
    for (int i = 0; large && i < net->tensors; i++) {
        const struct net_tensor *const t = &net->tensor[i];
        for (int j = 0; j < large->tensors; j++) {
            const struct net_tensor *const u = &large->tensor[j];
            if (u->role == t->role && u->block == t->block)
                transplant(net->weight + t->at, matrices_of(net, t), large->weight + u->at,
                           matrices_of(large, u));
        }
    }
    return large;
}
