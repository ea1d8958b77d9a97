/* net_inside.h -- a net as those files see it that are part of it.
 *
 * All weights are one array of floats; a tensor is a stretch of it, found by its role and
 * its block. Convolutions are [tap][input][output] with the taps row by row, matrices
 * [input][output]: outputs lie side by side, as the kernels want them. */
#ifndef LEARN_NET_INSIDE_H
#define LEARN_NET_INSIDE_H

#include "learn/net.h"

enum {
    NET_VALUE_CHANNELS = 32, /* of the head's 1x1 convolution, for the value  */
    NET_HIDDEN = 64,         /* between the value's pooled features and w/d/l */
    NET_OWNERS = 3,          /* mine, theirs, neither                         */
    NET_ALIGN = 64
};

enum net_role {
    NET_STEM,         /* planes -> channels                                  */
    NET_STEM_BIAS,    /*                                                     */
    NET_FIRST,        /* the two convolutions of a block                     */
    NET_FIRST_BIAS,   /*                                                     */
    NET_SECOND,       /*                                                     */
    NET_SECOND_BIAS,  /*                                                     */
    NET_POOL,         /* pooled mean, pooled max -> channels; some blocks    */
    NET_HEAD,         /* channels -> policy channels, value channels         */
    NET_HEAD_BIAS,    /*                                                     */
    NET_POLICY,       /* spatial: policy channels -> 1, and pooled for pass; *
                       * else: cells x policy channels -> slots              */
    NET_POLICY_BIAS,  /* for pass, or for each slot                          */
    NET_HIDDEN_LAYER, /* pooled mean, pooled max of the value channels      */
    NET_HIDDEN_BIAS,  /*                                                     */
    NET_WDL,          /*                                                     */
    NET_WDL_BIAS,     /*                                                     */
    NET_SCORE,        /* hidden units -> 1; with NET_SCORE_HEAD              */
    NET_SCORE_BIAS,   /*                                                     */
    NET_OWNER,        /* value channels -> NET_OWNERS; with NET_OWNER_HEAD   */
    NET_OWNER_BIAS,   /*                                                     */
    NET_ROLES
};

/* What follows from the shape. */
struct net_plan {
    int cells, taps;     /* 9 taps, or 1 on a board of one cell           */
    int pooled;          /* channels of a block that are pooled           */
    int policy_channels; /*                                               */
    int head_channels;   /* those and NET_VALUE_CHANNELS                  */
    bool spatial;        /* the slots are the cells, and perhaps a pass   */
    bool pass;           /*                                               */
};

struct net_plan net_plan(const struct net_shape *shape);

struct net_tensor {
    enum net_role role;
    int block;
    size_t at, size;
    bool bias;
    float spread; /* of the first weights by lot; 0: they begin at zero */
};

enum { NET_MAX_TENSORS = 7 * NET_MAX_BLOCKS + NET_ROLES };

struct net {
    struct net_shape shape;
    unsigned heads; /* enum net_heads */
    struct net_plan plan;
    int tensors;
    struct net_tensor tensor[NET_MAX_TENSORS];
    size_t at[NET_ROLES][NET_MAX_BLOCKS];
    size_t count;
    float *weight;
};

static inline const float *net_weights(const struct net *net, enum net_role role, int block)
{
    return net->weight + net->at[role][block];
}

/* Does the block see the whole board? Every second one does. */
static inline bool net_block_pools(int block)
{
    return block % 2 == 1;
}

/* A net of this shape that has no weights yet, and one without further heads whose weights are
 * all zero. NULL: no memory. */
struct net *net_outline(const struct net_shape *shape, unsigned heads);
struct net *net_blank(const struct net_shape *shape);

/* NULL, or what is wrong with the heads that a file speaks of. */
const char *net_heads_wrong(uint64_t heads);

/* `count` zeroed floats, aligned for the kernels; free() them. */
float *net_floats(size_t count);

uint64_t net_checksum(const unsigned char *bytes, size_t length);

#endif
