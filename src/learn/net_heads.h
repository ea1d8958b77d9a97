/* net_heads.h -- what comes behind the tower: from the channels of the heads to the answer. */
#ifndef LEARN_NET_HEADS_H
#define LEARN_NET_HEADS_H

#include "learn/net_inside.h"

/* What the backward pass wants to know again. */
struct net_answer {
    float pooled[2 * NET_VALUE_CHANNELS]; /* means, maxima of the value channels */
    float hidden[NET_HIDDEN];
    float wdl[3]; /* logits */
};

/* z[cell][head_channels], rectified. */
void net_heads_forward(const struct net *net, const float *z, float *logits,
                       struct net_answer *answer);

/* From the gradients of both kinds of logits that of z, and of the weights, which is added to
 * gradient[], laid out as the weights are. */
void net_heads_backward(const struct net *net, const float *z, const struct net_answer *answer,
                        const float *logit_gradient, const float wdl_gradient[3], float *z_gradient,
                        float *gradient);

/* Logits become probabilities; returns the logarithm of the sum they were divided by. */
float net_softmax(const float *logit, int count, float *probability);

#endif
