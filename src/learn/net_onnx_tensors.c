/* net_onnx_tensors.c -- see net_onnx_inside.h. */
#include "learn/net_onnx_inside.h"

#include <stdio.h>

int onnx_describe(const struct net *net, const struct net_tensor *t, int part, char name[ONNX_NAME],
                  int64_t dims[4])
{
    static const char *const role[NET_ROLES] = {
        "stem.weight",  "stem.bias",     "first.weight", "first.bias", "second.weight",
        "second.bias",  "pool.weight",   "head.weight",  "head.bias",  "policy.weight",
        "policy.bias",  "hidden.weight", "hidden.bias",  "wdl.weight", "wdl.bias",
        "score.weight", "score.bias",    "owner.weight", "owner.bias"
    };
    const int side = net->plan.taps == 9 ? 3 : 1, c = net->shape.channels;
    const int policy = net->plan.policy_channels;
    const bool in_block = t->role >= NET_FIRST && t->role <= NET_POOL;
    if (in_block)
        snprintf(name, ONNX_NAME, "block%d.%s", t->block, role[t->role]);
    else
        snprintf(name, ONNX_NAME, "%s%s", part ? "pass." : "", role[t->role]);
    dims[2] = dims[3] = 1;
    switch (t->role) {
    case NET_STEM:
    case NET_FIRST:
    case NET_SECOND:
        dims[0] = c;
        dims[1] = t->role == NET_STEM ? net->shape.planes : c;
        dims[2] = dims[3] = side;
        return 4;
    case NET_POOL:
        dims[0] = c;
        dims[1] = (int64_t)2 * net->plan.pooled;
        return 4;
    case NET_HEAD:
        dims[0] = net->plan.head_channels;
        dims[1] = c;
        return 4;
    case NET_POLICY:
        dims[0] = net->plan.spatial ? 1 : (int64_t)net->plan.cells * policy;
        dims[1] = net->plan.spatial ? policy : net->shape.slots;
        return net->plan.spatial ? 4 : 2;
    case NET_HIDDEN_LAYER:
        dims[0] = (int64_t)2 * NET_VALUE_CHANNELS;
        dims[1] = NET_HIDDEN;
        return 2;
    case NET_WDL:
    case NET_SCORE:
        dims[0] = NET_HIDDEN;
        dims[1] = t->role == NET_WDL ? 3 : 1;
        return 2;
    case NET_OWNER:
        dims[0] = NET_OWNERS;
        dims[1] = NET_VALUE_CHANNELS;
        return 4;
    default:
        dims[0] = (int64_t)t->size;
        return 1;
    }
}

int onnx_parts(const struct net *net, const struct net_tensor *t)
{
    if (t->role == NET_POLICY_BIAS && net->plan.spatial)
        return net->plan.pass ? 1 : 0;
    return t->role == NET_POLICY && net->plan.pass ? 2 : 1;
}

size_t onnx_place(const struct net_tensor *t, int part, int count, const int64_t dims[4],
                  size_t element)
{
    const size_t outputs = (size_t)dims[0], inputs = (size_t)dims[1];
    const size_t taps = (size_t)(dims[2] * dims[3]);
    if (count < 4)
        return t->at + element;
    const size_t tap = element % taps, input = element / taps % inputs;
    const size_t output = element / taps / inputs;
    return t->at + (size_t)part * inputs + (tap * inputs + input) * outputs + output;
}

size_t onnx_elements(int count, const int64_t dims[4])
{
    size_t product = 1;
    for (int i = 0; i < count; i++)
        product *= (size_t)dims[i];
    return product;
}
