/* net_tower.h -- the convolutions of a net, forward and backward, for some samples at once. */
#ifndef LEARN_NET_TOWER_H
#define LEARN_NET_TOWER_H

#include "learn/net_weights.h"

/* One thread's memory for up to `samples` positions. All boards have their border, whose
 * zeros nobody overwrites. */
struct net_work {
    const struct net_kernels *kernels;
    struct net_board board;
    int samples, plane_stride;          /* planes of the input, and some that stay zero     */
    float *memory;                      /* of all that follows                              */
    float *input;                       /* [sample][padded][plane_stride]                   */
    float *trunk[NET_MAX_BLOCKS + 1];   /* [sample][padded][channels]: rectified            */
    float *inner[NET_MAX_BLOCKS];       /* the same, between the convolutions of a block    */
    float *pooled[NET_MAX_BLOCKS];      /* [sample][mean, max][plan.pooled]                 */
    float *extra;                       /* [sample][channels]: what they add                */
    float *windows, *products;          /* [position][sample * tiles][channels]             */
    float *flat, *z;                    /* [sample * cells][channels], [...][head_channels] */
    float *z_gradient, *outer_gradient; /* as z; as trunk                                   */
    float *inner_gradient;              /* as inner                                         */
};

/* To remember is to keep the trunk of every block, for a backward pass. False: no memory. */
bool net_work_init(struct net_work *work, const struct net *net, const struct net_kernels *kernels,
                   int tile, int samples, bool remember);
void net_work_release(struct net_work *work);

/* planes[planes][cells], as games write them, become the input of a sample. */
void net_work_input(struct net_work *work, const struct net *net, int sample, const float *planes);

/* input -> z */
void net_tower_forward(struct net_work *work, const struct net *net,
                       const struct net_packed *packed, int samples);

/* Its beginning, middle and end alone: input -> trunk[0], -> the last trunk, flat -> z. */
void net_tower_stem(struct net_work *work, const struct net *net, const struct net_packed *packed,
                    int samples);
void net_tower_blocks(struct net_work *work, const struct net *net, const struct net_packed *packed,
                      int samples);
void net_tower_head(struct net_work *work, const struct net *net, const struct net_packed *packed,
                    int samples);

/* z_gradient -> the gradients of all weights up to z, added to `gradient` (laid out as the
 * weights are) and, those of 3x3 convolutions, to `transformed`. */
void net_tower_backward(struct net_work *work, const struct net *net,
                        const struct net_packed *turned, int samples, float *gradient,
                        struct net_packed *transformed);

#endif
