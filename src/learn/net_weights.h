/* net_weights.h -- weights as the kernels want them, and their gradients back. */
#ifndef LEARN_NET_WEIGHTS_H
#define LEARN_NET_WEIGHTS_H

#include "learn/net_inside.h"
#include "learn/net_kernels.h"

/* The convolutions of a net, transformed: 9 taps become 16 or 25 positions. */
struct net_packed {
    const struct net_kernels *kernels;
    int tile;     /* as in struct net_board */
    size_t count; /* of floats              */
    float *memory;
    float *stem, *head, *first[NET_MAX_BLOCKS], *second[NET_MAX_BLOCKS];
};

/* Room for the weights packed in panels, or for gradients as [position][input][output]; the
 * same room does for both. False: no memory. */
bool net_packed_init(struct net_packed *packed, const struct net_kernels *kernels,
                     const struct net *net, int tile);
void net_packed_release(struct net_packed *packed);

/* Pack the tensor, if it is a convolution; `turned` as the backward pass needs it. */
void net_packed_fill(struct net_packed *packed, const struct net *net,
                     const struct net_tensor *tensor, bool turned);
/* The room of a tensor; NULL: it is no 3x3 convolution (the head's is never transformed). */
float *net_packed_of(const struct net_packed *packed, const struct net_tensor *tensor);

/* The gradient of a convolution: gradient[tap][input][output] from what is in its room. */
void net_gradient_back(const struct net *net, const struct net_tensor *tensor,
                       const struct net_packed *transformed, float *gradient);

/* 3x3 weights as whole numbers for these kernels, and for each position and output the factor that
 * makes them what they were. False: no memory. */
bool net_quantise_weights(const struct net_kernels *kernels, int inputs, int outputs,
                          const float *weight, const struct net_whole_layer *layer, float *factor);

#endif
