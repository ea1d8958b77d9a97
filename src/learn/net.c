/* net.c -- the parts of a net, and its first weights.
 *
 * There is no batch normalisation: with one position at a time there is no batch, and what a
 * net says should not depend on its neighbours. Instead the first weights keep the variance
 * as it is, after Zhang, Dauphin, Ma 2019, "Fixup initialization": He's spread everywhere,
 * divided by the root of the number of blocks in the first convolution of each, and zero in
 * the second, so that each block begins as the identity; zero in the last layers, so that a
 * new net finds all moves and all results equally likely. */
#include "learn/net_inside.h"

#include "base/bytes.h"
#include "base/pages.h"
#include "base/sentence.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *outside(const char *what, int value, int least, int most, struct zm_error *error)
{
    return value >= least && value <= most
               ? NULL
               : sentence(error, "%d %s: a net has %d to %d", value, what, least, most);
}

const char *net_shape_wrong(const struct net_shape *s, struct zm_error *error)
{
    const char *wrong = outside("rows", s->rows, 1, NET_MAX_SIDE, error);
    wrong = wrong ? wrong : outside("columns", s->columns, 1, NET_MAX_SIDE, error);
    wrong = wrong ? wrong : outside("planes", s->planes, 1, NET_MAX_PLANES, error);
    wrong = wrong ? wrong : outside("slots", s->slots, 1, NET_MAX_SLOTS, error);
    wrong = wrong ? wrong
                  : outside("channels", s->channels, NET_CHANNELS_STEP, NET_MAX_CHANNELS, error);
    wrong = wrong ? wrong : outside("blocks", s->blocks, 1, NET_MAX_BLOCKS, error);
    if (!wrong && s->channels % NET_CHANNELS_STEP)
        wrong = sentence(error, "%d channels: expected a multiple of %d", s->channels,
                         NET_CHANNELS_STEP);
    return wrong;
}

const char *net_heads_wrong(uint64_t heads)
{
    return heads & ~(uint64_t)NET_ALL_HEADS ? "it has a head that this version does not know"
                                            : NULL;
}

struct net_plan net_plan(const struct net_shape *s)
{
    struct net_plan plan = { .cells = s->rows * s->columns, .pooled = s->channels / 4 };
    plan.taps = plan.cells == 1 ? 1 : 9;
    plan.pass = plan.cells > 1 && s->slots == plan.cells + 1;
    plan.spatial = plan.cells > 1 && (plan.pass || s->slots == plan.cells);
    plan.policy_channels = plan.spatial ? 32 : 16;
    plan.head_channels = plan.policy_channels + NET_VALUE_CHANNELS;
    return plan;
}

static float he(int inputs)
{
    return sqrtf(2.0F / (float)inputs);
}

static void add(struct net *net, enum net_role role, int block, size_t size, float spread)
{
    assert(net->tensors < NET_MAX_TENSORS);
    const bool bias = role == NET_STEM_BIAS || role == NET_FIRST_BIAS || role == NET_SECOND_BIAS ||
                      role == NET_HEAD_BIAS || role == NET_POLICY_BIAS || role == NET_HIDDEN_BIAS ||
                      role == NET_WDL_BIAS || role == NET_SCORE_BIAS || role == NET_OWNER_BIAS;
    net->tensor[net->tensors++] = (struct net_tensor){
        .role = role, .block = block, .at = net->count, .size = size, .bias = bias, .spread = spread
    };
    net->at[role][block] = net->count;
    /* Each begins on a line of its own. */
    const size_t line = NET_ALIGN / sizeof *net->weight;
    net->count += (size + line - 1) / line * line;
}

static void lay_out(struct net *net)
{
    const struct net_shape *const s = &net->shape;
    const struct net_plan *const plan = &net->plan;
    const size_t c = (size_t)s->channels, head = (size_t)plan->head_channels;
    const size_t taps = (size_t)plan->taps, policy = (size_t)plan->policy_channels;
    const int fan = plan->taps * s->channels;
    add(net, NET_STEM, 0, taps * (size_t)s->planes * c, he(plan->taps * s->planes));
    add(net, NET_STEM_BIAS, 0, c, 0);
    for (int i = 0; i < s->blocks; i++) {
        add(net, NET_FIRST, i, taps * c * c, he(fan * s->blocks));
        add(net, NET_FIRST_BIAS, i, c, 0);
        add(net, NET_SECOND, i, taps * c * c, 0);
        add(net, NET_SECOND_BIAS, i, c, 0);
        if (net_block_pools(i))
            add(net, NET_POOL, i, 2 * (size_t)plan->pooled * c, 0);
    }
    add(net, NET_HEAD, 0, c * head, he(s->channels));
    add(net, NET_HEAD_BIAS, 0, head, 0);
    if (plan->spatial) {
        add(net, NET_POLICY, 0, policy * (plan->pass ? 2 : 1), 0);
        add(net, NET_POLICY_BIAS, 0, 1, 0);
    } else {
        add(net, NET_POLICY, 0, policy * (size_t)plan->cells * (size_t)s->slots, 0);
        add(net, NET_POLICY_BIAS, 0, (size_t)s->slots, 0);
    }
    add(net, NET_HIDDEN_LAYER, 0, (size_t)2 * NET_VALUE_CHANNELS * NET_HIDDEN,
        he(2 * NET_VALUE_CHANNELS));
    add(net, NET_HIDDEN_BIAS, 0, NET_HIDDEN, 0);
    add(net, NET_WDL, 0, (size_t)3 * NET_HIDDEN, 0);
    add(net, NET_WDL_BIAS, 0, 3, 0);
    /* Last, so that nets without them are what they were before there were any. */
    if (net->heads & NET_SCORE_HEAD) {
        add(net, NET_SCORE, 0, NET_HIDDEN, 0);
        add(net, NET_SCORE_BIAS, 0, 1, 0);
    }
    if (net->heads & NET_OWNER_HEAD) {
        add(net, NET_OWNER, 0, (size_t)NET_VALUE_CHANNELS * NET_OWNERS, 0);
        add(net, NET_OWNER_BIAS, 0, NET_OWNERS, 0);
    }
}

float *net_floats(size_t count)
{
    float *const floats = pages_new((count + 1) * sizeof *floats);
    if (floats)
        memset(floats, 0, count * sizeof *floats);
    return floats;
}

struct net *net_outline(const struct net_shape *shape, unsigned heads)
{
    struct net *const net = calloc(1, sizeof *net);
    if (!net)
        return NULL;
    net->shape = *shape;
    net->heads = heads;
    net->plan = net_plan(shape);
    lay_out(net);
    return net;
}

static struct net *blank(const struct net_shape *shape, unsigned heads)
{
    struct net *const net = net_outline(shape, heads);
    if (!net)
        return NULL;
    net->weight = net_floats(net->count);
    if (!net->weight) {
        free(net);
        return NULL;
    }
    return net;
}

struct net *net_blank(const struct net_shape *shape)
{
    return blank(shape, 0);
}

/* A number of mean 0 and variance 1, nearly normal, the same on every machine. */
static float by_lot(uint64_t *seed)
{
    int64_t sum = 0;
    for (int i = 0; i < 12; i++)
        sum += zm_random(seed, 1U << 20);
    return (float)(sum - 12 * (1 << 19)) / (float)(1 << 20);
}

struct net *net_create_with(const struct net_shape *shape, unsigned heads, uint64_t seed)
{
    struct net *const net = blank(shape, heads);
    if (!net)
        return NULL;
    seed = zm_mix(seed + 0x9E3779B97F4A7C15ULL) | 1;
    for (int i = 0; i < net->tensors; i++) {
        const struct net_tensor *const t = &net->tensor[i];
        for (size_t j = 0; j < t->size && t->spread > 0; j++)
            net->weight[t->at + j] = t->spread * by_lot(&seed);
    }
    return net;
}

struct net *net_create(const struct net_shape *shape, uint64_t seed)
{
    return net_create_with(shape, 0, seed);
}

struct net *net_copy(const struct net *net)
{
    struct net *const copy = blank(&net->shape, net->heads);
    if (copy)
        memcpy(copy->weight, net->weight, net->count * sizeof *net->weight);
    return copy;
}

void net_approach(struct net *mean, const struct net *net, float share)
{
    for (size_t i = 0; i < mean->count; i++)
        mean->weight[i] += share * (net->weight[i] - mean->weight[i]);
}

void net_free(struct net *net)
{
    if (net)
        free(net->weight);
    free(net);
}

const struct net_shape *net_shape(const struct net *net)
{
    return &net->shape;
}

unsigned net_heads(const struct net *net)
{
    return net->heads;
}

size_t net_size(const struct net *net)
{
    size_t sum = 0;
    for (int i = 0; i < net->tensors; i++)
        sum += net->tensor[i].size;
    return sum;
}

/* Eight bytes at a time: nets are large, and are checked whenever a worker takes a new one. */
uint64_t net_checksum(const unsigned char *bytes, size_t length)
{
    uint64_t sum = zm_mix(length);
    for (; length >= 8; bytes += 8, length -= 8) {
        sum = (sum ^ zm_mix(bytes_number(bytes, 8))) * 0x9E3779B97F4A7C15ULL;
        sum ^= sum >> 29;
    }
    return zm_mix(bytes_hash(sum, bytes, length));
}

uint64_t net_fingerprint(const struct net *net)
{
    return net_checksum((const unsigned char *)net->weight, net->count * sizeof *net->weight);
}
