/* net_train.h -- a trainer from inside: for its file, and for tests. */
#ifndef LEARN_NET_TRAIN_H
#define LEARN_NET_TRAIN_H

#include "learn/net_weights.h"

struct learner;
struct job;

struct net_trainer {
    struct net *net;
    struct net_learning how;
    const struct net_kernels *kernels;
    uint64_t steps;
    float *first, *second;            /* the optimiser's memory: moments, as the weights lie */
    struct net_packed packed, turned; /* the weights for both directions                     */
    int learners;
    struct learner *learner;
    int owner[NET_MAX_TENSORS]; /* of each tensor: the learner that takes care of it */
    const struct job *job;      /* while a batch is worked on */
};

struct net_trainer *net_trainer_with(struct net *net, const struct net_learning *how,
                                     const struct net_kernels *kernels);

/* The gradients alone, laid out as the weights are; they live until the next batch. */
struct net_losses net_gradients(struct net_trainer *trainer, const struct net_sample *samples,
                                int count, const float **gradient);

#endif
