/* net_heads.h -- what comes behind the tower: from the channels of the heads to the answer. */
#ifndef LEARN_NET_HEADS_H
#define LEARN_NET_HEADS_H

#include "learn/net_inside.h"
#include "learn/net_kernels.h"

/* What the backward pass wants to know again. */
struct net_answer {
    float pooled[2 * NET_VALUE_CHANNELS]; /* means, maxima of the value channels */
    float hidden[NET_HIDDEN];
    float wdl[3]; /* logits */
};

/* z[cell][head_channels], rectified. */
void net_heads_forward(const struct net *net, const struct net_kernels *kernels, const float *z,
                       float *logits, struct net_answer *answer);

/* The heads that not all nets have, behind net_heads_forward(): call them only if it has them.
 * owner[cell][NET_OWNERS] are logits. */
float net_score_forward(const struct net *net, const struct net_answer *answer);
void net_owner_forward(const struct net *net, const float *z, float *owner);

/* The gradients of what the heads say; of a head that the net has not, NULL. */
struct net_given {
    const float *logits, *wdl;
    const float *score;
    const float *owner; /* [cell][NET_OWNERS] */
};

/* From these the gradient of z, and of the weights, which is added to gradient[], laid out as the
 * weights are. */
void net_heads_backward(const struct net *net, const float *z, const struct net_answer *answer,
                        const struct net_given *given, float *z_gradient, float *gradient);

/* Logits become probabilities; returns the logarithm of the sum they were divided by. */
float net_softmax(const float *logit, int count, float *probability);

#endif
