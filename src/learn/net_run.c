/* net_run.c -- one position at a time, for search threads.
 *
 * In whole numbers the tower works like this: its boards are bytes from 0 to 127, all of a
 * board with one scale, which is that of the largest number on this very board: nothing must
 * be calibrated beforehand, and no number is ever cut off. The trunk itself is kept as
 * floats, and rounded anew for each convolution, so that errors do not add up along it. */
#include "learn/net_run.h"
#include "learn/net_heads.h"
#include "learn/net_tower.h"

#include <stdlib.h>
#include <string.h>

/* The convolutions of the blocks as whole numbers. */
struct whole {
    struct net_whole_layer layer[2 * NET_MAX_BLOCKS];
    int8_t *weight;       /* of all layers                                             */
    int32_t *offset;      /*                                                           */
    float *factor;        /* [2 * block (+ 1)][position][channels]                     */
    float *bias;          /* [channels]                                                */
    float *trunk, *inner; /* [cell][channels]; the trunk is where the heads look for it */
    uint8_t *rounded;     /* as quantise() wants it                                    */
    uint8_t *windows;     /*                                                           */
};

struct net_runner {
    struct net *net;
    enum net_precision precision;
    struct net_packed packed;
    struct net_work work;
    struct whole whole;
    struct net_answer answer; /* the last one */
};

static void *aligned(size_t size)
{
    return aligned_alloc(NET_ALIGN, (size + NET_ALIGN - 1) / NET_ALIGN * NET_ALIGN);
}

static bool whole_init(struct net_runner *r)
{
    enum { POSITIONS = NET_WHOLE_POSITIONS };
    const struct net_shape *const s = &r->net->shape;
    const struct net_board *const b = &r->work.board;
    const size_t c = (size_t)s->channels, layers = 2 * (size_t)s->blocks;
    const size_t cells = (size_t)r->net->plan.cells;
    const size_t line = (size_t)(s->columns + 2) * c;
    const size_t weights = POSITIONS * 3 * c * c, offsets = POSITIONS * 3 * c;
    struct whole *const w = &r->whole;
    w->weight = aligned(layers * weights);
    w->offset = aligned(layers * offsets * sizeof *w->offset);
    w->rounded = aligned((size_t)net_whole_rows(b) * line);
    w->windows = aligned((size_t)(POSITIONS * net_whole_tiles(b)) * line);
    w->factor = net_floats(layers * POSITIONS * c + c + cells * c);
    if (!w->weight || !w->offset || !w->rounded || !w->windows || !w->factor)
        return false;
    memset(w->rounded, 0, (size_t)net_whole_rows(b) * line);
    net_whole_border(b, s->channels, w->windows);
    w->bias = w->factor + layers * POSITIONS * c;
    w->inner = w->bias + c;
    w->trunk = r->work.flat;
    bool ready = true;
    for (size_t i = 0; i < layers && ready; i++) {
        w->layer[i] = (struct net_whole_layer){ w->weight + i * weights, w->offset + i * offsets };
        ready = net_quantise_weights(
            r->work.kernels, s->channels, s->channels,
            net_weights(r->net, i % 2 == 0 ? NET_FIRST : NET_SECOND, (int)(i / 2)), &w->layer[i],
            w->factor + i * POSITIONS * c);
    }
    return ready;
}

struct net_runner *net_runner_with(const struct net *net, enum net_precision precision,
                                   const struct net_kernels *kernels)
{
    const int tile = net_tile(kernels, &net->shape);
    struct net_runner *const r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->net = net_copy(net);
    /* A board of one cell has no 3x3 convolution. */
    r->precision = net->plan.taps == 1 ? NET_F32 : precision;
    if (!r->net || !net_packed_init(&r->packed, kernels, net, tile) ||
        !net_work_init(&r->work, net, kernels, tile, 1, false) ||
        (r->precision == NET_INT8 && !whole_init(r))) {
        net_runner_free(r);
        return NULL;
    }
    for (int i = 0; i < net->tensors; i++)
        net_packed_fill(&r->packed, net, &net->tensor[i], false);
    return r;
}

struct net_runner *net_runner_create(const struct net *net, enum net_precision precision)
{
    return net_runner_with(net, precision, net_kernels_best());
}

void net_runner_free(struct net_runner *r)
{
    if (!r)
        return;
    free(r->whole.weight);
    free(r->whole.offset);
    free(r->whole.rounded);
    free(r->whole.windows);
    free(r->whole.factor);
    net_work_release(&r->work);
    net_packed_release(&r->packed);
    net_free(r->net);
    free(r);
}

/* ------------------------------------------------------------- whole numbers -- */

/* Round the board y, whose largest number is given, and convolve it. */
static float convolve_whole(struct net_runner *r, size_t layer, const float *y, float largest,
                            const float *bias, const float *add, float *out)
{
    struct whole *const w = &r->whole;
    const struct net_board *const b = &r->work.board;
    const size_t c = (size_t)r->net->shape.channels;
    const float unit = largest > 0 ? largest / NET_TOP_ACTIVATION : 1;
    r->work.kernels->quantise(b, (int)c, y, 1 / unit, w->rounded, w->windows);
    return r->work.kernels->convolve(b, (int)c, (int)c, w->windows, &w->layer[layer],
                                     w->factor + layer * NET_WHOLE_POSITIONS * c, unit, bias, add,
                                     out);
}

/* The second convolution's bias, and what the pooled channels of `inner` add. */
static const float *bias_whole(struct net_runner *r, int block)
{
    const struct net_kernels *const kernels = r->work.kernels;
    const int c = r->net->shape.channels, pooled = r->net->plan.pooled;
    const float *const bias = net_weights(r->net, NET_SECOND_BIAS, block);
    float value[NET_MAX_CHANNELS];
    if (!net_block_pools(block))
        return bias;
    memcpy(r->whole.bias, bias, (size_t)c * sizeof *bias);
    kernels->pool(1, r->work.board.cells, 0, c, pooled, r->whole.inner, value);
    kernels->add_product(1, 0, 2 * pooled, c, value, net_weights(r->net, NET_POOL, block),
                         r->whole.bias);
    return r->whole.bias;
}

/* The largest number on the trunk is given. */
static void blocks_whole(struct net_runner *r, float largest)
{
    struct whole *const w = &r->whole;
    const struct net *const net = r->net;
    for (int i = 0; i < net->shape.blocks; i++) {
        const size_t layer = 2 * (size_t)i;
        const float inner = convolve_whole(r, layer, w->trunk, largest,
                                           net_weights(net, NET_FIRST_BIAS, i), NULL, w->inner);
        largest =
            convolve_whole(r, layer + 1, w->inner, inner, bias_whole(r, i), w->trunk, w->trunk);
    }
}

static void tower_whole(struct net_runner *r)
{
    struct net_work *const work = &r->work;
    net_tower_stem(work, r->net, &r->packed, 1);
    blocks_whole(r, work->kernels->flatten(&work->board, r->net->shape.channels, work->trunk[0],
                                           r->whole.trunk));
    net_tower_head(work, r->net, &r->packed, 1);
}

void net_run_blocks(struct net_runner *r)
{
    if (r->precision == NET_INT8)
        blocks_whole(r, 1);
    else
        net_tower_blocks(&r->work, r->net, &r->packed, 1);
}

void net_run(struct net_runner *r, const float *planes, float *logits, float wdl[3])
{
    net_work_input(&r->work, r->net, 0, planes);
    if (r->precision == NET_INT8)
        tower_whole(r);
    else
        net_tower_forward(&r->work, r->net, &r->packed, 1);
    net_heads_forward(r->net, r->work.kernels, r->work.z, logits, &r->answer);
    net_softmax(r->answer.wdl, 3, wdl);
}

void net_run_more(struct net_runner *r, float *score, float *owner)
{
    if (score && r->net->heads & NET_SCORE_HEAD)
        *score = net_score_forward(r->net, &r->answer);
    if (!owner || !(r->net->heads & NET_OWNER_HEAD))
        return;
    net_owner_forward(r->net, r->work.z, owner);
    for (int cell = 0; cell < r->net->plan.cells; cell++)
        net_softmax(owner + (size_t)cell * NET_OWNERS, NET_OWNERS,
                    owner + (size_t)cell * NET_OWNERS);
}
