/* net_heads.c -- see net_heads.h. Backward, all of it is a percent of the tower's work: plain
 * loops. */
#include "learn/net_heads.h"

#include <math.h>
#include <string.h>

/* count is a multiple of 16; the partial sums let compilers use vectors. */
static float dot(const float *a, const float *b, int count)
{
    float part[16] = { 0 }, sum = 0;
    for (int i = 0; i < count; i += 16)
        for (int j = 0; j < 16; j++)
            part[j] += a[i + j] * b[i + j];
    for (int j = 0; j < 16; j++)
        sum += part[j];
    return sum;
}

/* to[] += factor * from[] */
static void add_scaled(float *restrict to, const float *restrict from, float factor, int count)
{
    for (int i = 0; i < count; i++)
        to[i] += factor * from[i];
}

static void means_of(const struct net *net, const float *z, int from, int count, float *mean)
{
    const int stride = net->plan.head_channels, cells = net->plan.cells;
    memset(mean, 0, (size_t)count * sizeof *mean);
    for (int cell = 0; cell < cells; cell++)
        add_scaled(mean, z + (size_t)cell * (size_t)stride + from, 1, count);
    for (int i = 0; i < count; i++)
        mean[i] /= (float)cells;
}

/* ------------------------------------------------------------------- forward -- */

static void policy_forward(const struct net *net, const struct net_kernels *kernels, const float *z,
                           float *logits)
{
    const struct net_plan *const plan = &net->plan;
    const float *const w = net_weights(net, NET_POLICY, 0);
    const float *const bias = net_weights(net, NET_POLICY_BIAS, 0);
    const int channels = plan->policy_channels, stride = plan->head_channels;
    if (plan->spatial) {
        kernels->dots(plan->cells, stride, channels, z, w, logits);
        if (plan->pass) {
            float pooled[2 * 64];
            kernels->pool(1, plan->cells, 0, stride, channels, z, pooled);
            kernels->dots(1, 0, channels, pooled, w + channels, &logits[plan->cells]);
            logits[plan->cells] += bias[0];
        }
        return;
    }
    memcpy(logits, bias, (size_t)net->shape.slots * sizeof *logits);
    kernels->add_product(plan->cells, stride, channels, net->shape.slots, z, w, logits);
}

static void value_forward(const struct net *net, const struct net_kernels *kernels, const float *z,
                          struct net_answer *answer)
{
    kernels->pool(1, net->plan.cells, 0, net->plan.head_channels, NET_VALUE_CHANNELS,
                  z + net->plan.policy_channels, answer->pooled);
    memcpy(answer->hidden, net_weights(net, NET_HIDDEN_BIAS, 0), sizeof answer->hidden);
    kernels->add_product(1, 0, 2 * NET_VALUE_CHANNELS, NET_HIDDEN, answer->pooled,
                         net_weights(net, NET_HIDDEN_LAYER, 0), answer->hidden);
    for (int i = 0; i < NET_HIDDEN; i++)
        answer->hidden[i] = answer->hidden[i] > 0 ? answer->hidden[i] : 0;
    memcpy(answer->wdl, net_weights(net, NET_WDL_BIAS, 0), sizeof answer->wdl);
    kernels->add_product(1, 0, NET_HIDDEN, 3, answer->hidden, net_weights(net, NET_WDL, 0),
                         answer->wdl);
}

void net_heads_forward(const struct net *net, const struct net_kernels *kernels, const float *z,
                       float *logits, struct net_answer *answer)
{
    policy_forward(net, kernels, z, logits);
    value_forward(net, kernels, z, answer);
}

float net_score_forward(const struct net *net, const struct net_answer *answer)
{
    return dot(answer->hidden, net_weights(net, NET_SCORE, 0), NET_HIDDEN) +
           net_weights(net, NET_SCORE_BIAS, 0)[0];
}

void net_owner_forward(const struct net *net, const float *z, float *owner)
{
    const size_t stride = (size_t)net->plan.head_channels, cells = (size_t)net->plan.cells;
    const float *const w = net_weights(net, NET_OWNER, 0);
    const float *const bias = net_weights(net, NET_OWNER_BIAS, 0);
    z += net->plan.policy_channels;
    for (size_t cell = 0; cell < cells; cell++, z += stride, owner += NET_OWNERS) {
        memcpy(owner, bias, NET_OWNERS * sizeof *owner);
        for (size_t i = 0; i < NET_VALUE_CHANNELS; i++)
            add_scaled(owner, w + i * NET_OWNERS, z[i], NET_OWNERS);
    }
}

float net_softmax(const float *logit, int count, float *probability)
{
    float most = logit[0];
    for (int i = 1; i < count; i++)
        most = logit[i] > most ? logit[i] : most;
    float sum = probability[0] = expf(logit[0] - most);
    for (int i = 1; i < count; i++)
        sum += probability[i] = expf(logit[i] - most);
    for (int i = 0; i < count; i++)
        probability[i] /= sum;
    return most + logf(sum);
}

/* ------------------------------------------------------------------ backward -- */

static void policy_backward(const struct net *net, const float *z, const float *given, float *dz,
                            float *gradient)
{
    const struct net_plan *const plan = &net->plan;
    const int channels = plan->policy_channels, slots = net->shape.slots;
    const size_t stride = (size_t)plan->head_channels;
    const float *w = net_weights(net, NET_POLICY, 0);
    float *dw = gradient + net->at[NET_POLICY][0];
    float *const bias = gradient + net->at[NET_POLICY_BIAS][0];
    if (plan->spatial) {
        float mean[64];
        for (size_t cell = 0; cell < (size_t)plan->cells; cell++) {
            add_scaled(dw, z + cell * stride, given[cell], channels);
            add_scaled(dz + cell * stride, w, given[cell], channels);
        }
        if (plan->pass) {
            const float pass = given[plan->cells];
            means_of(net, z, 0, channels, mean);
            add_scaled(dw + channels, mean, pass, channels);
            for (size_t cell = 0; cell < (size_t)plan->cells; cell++)
                add_scaled(dz + cell * stride, w + channels, pass / (float)plan->cells, channels);
            bias[0] += pass;
        }
        return;
    }
    add_scaled(bias, given, 1, slots);
    for (size_t cell = 0; cell < (size_t)plan->cells; cell++)
        for (int i = 0; i < channels; i++, w += slots, dw += slots) {
            const size_t at = cell * stride + (size_t)i;
            if (z[at] <= 0)
                continue;
            add_scaled(dw, given, z[at], slots);
            float sum = 0;
            for (int slot = 0; slot < slots; slot++)
                sum += w[slot] * given[slot];
            dz[at] += sum;
        }
}

/* What the score adds to the gradient of the hidden units. */
static void score_backward(const struct net *net, const struct net_answer *answer, float given,
                           float *dhidden, float *gradient)
{
    add_scaled(dhidden, net_weights(net, NET_SCORE, 0), given, NET_HIDDEN);
    add_scaled(gradient + net->at[NET_SCORE][0], answer->hidden, given, NET_HIDDEN);
    gradient[net->at[NET_SCORE_BIAS][0]] += given;
}

static void owner_backward(const struct net *net, const float *z, const float *given, float *dz,
                           float *gradient)
{
    const size_t stride = (size_t)net->plan.head_channels, cells = (size_t)net->plan.cells;
    const float *const w = net_weights(net, NET_OWNER, 0);
    float *const dw = gradient + net->at[NET_OWNER][0];
    float *const bias = gradient + net->at[NET_OWNER_BIAS][0];
    z += net->plan.policy_channels;
    dz += net->plan.policy_channels;
    for (size_t cell = 0; cell < cells; cell++, z += stride, dz += stride, given += NET_OWNERS) {
        add_scaled(bias, given, 1, NET_OWNERS);
        for (size_t i = 0; i < NET_VALUE_CHANNELS; i++) {
            const float *const of = w + i * NET_OWNERS;
            add_scaled(dw + i * NET_OWNERS, given, z[i], NET_OWNERS);
            dz[i] += of[0] * given[0] + of[1] * given[1] + of[2] * given[2];
        }
    }
}

static void value_backward(const struct net *net, const float *z, const struct net_answer *answer,
                           const struct net_given *all, float *dz, float *gradient)
{
    const size_t stride = (size_t)net->plan.head_channels, cells = (size_t)net->plan.cells;
    const float *const hidden = net_weights(net, NET_HIDDEN_LAYER, 0);
    const float *const wdl = net_weights(net, NET_WDL, 0), *const given = all->wdl;
    float dhidden[NET_HIDDEN], dpooled[2 * NET_VALUE_CHANNELS];
    add_scaled(gradient + net->at[NET_WDL_BIAS][0], given, 1, 3);
    for (size_t i = 0; i < NET_HIDDEN; i++) {
        add_scaled(gradient + net->at[NET_WDL][0] + 3 * i, given, answer->hidden[i], 3);
        dhidden[i] = wdl[3 * i] * given[0] + wdl[3 * i + 1] * given[1] + wdl[3 * i + 2] * given[2];
    }
    if (all->score)
        score_backward(net, answer, *all->score, dhidden, gradient);
    for (size_t i = 0; i < NET_HIDDEN; i++)
        dhidden[i] = answer->hidden[i] > 0 ? dhidden[i] : 0;
    add_scaled(gradient + net->at[NET_HIDDEN_BIAS][0], dhidden, 1, NET_HIDDEN);
    for (size_t i = 0; i < (size_t)2 * NET_VALUE_CHANNELS; i++) {
        add_scaled(gradient + net->at[NET_HIDDEN_LAYER][0] + i * NET_HIDDEN, dhidden,
                   answer->pooled[i], NET_HIDDEN);
        dpooled[i] = dot(hidden + i * NET_HIDDEN, dhidden, NET_HIDDEN);
    }
    dz += net->plan.policy_channels;
    for (size_t cell = 0; cell < cells; cell++)
        add_scaled(dz + cell * stride, dpooled, 1 / (float)cells, NET_VALUE_CHANNELS);
    z += net->plan.policy_channels;
    for (size_t i = 0; i < NET_VALUE_CHANNELS; i++) { /* of equal maxima the first has it */
        size_t cell = 0;
        while (z[cell * stride + i] < answer->pooled[NET_VALUE_CHANNELS + i])
            cell++;
        dz[cell * stride + i] += dpooled[NET_VALUE_CHANNELS + i];
    }
}

void net_heads_backward(const struct net *net, const float *z, const struct net_answer *answer,
                        const struct net_given *given, float *z_gradient, float *gradient)
{
    const size_t size = (size_t)net->plan.cells * (size_t)net->plan.head_channels;
    memset(z_gradient, 0, size * sizeof *z_gradient);
    policy_backward(net, z, given->logits, z_gradient, gradient);
    value_backward(net, z, answer, given, z_gradient, gradient);
    if (given->owner)
        owner_backward(net, z, given->owner, z_gradient, gradient);
    for (size_t i = 0; i < size; i++)
        z_gradient[i] = z[i] > 0 ? z_gradient[i] : 0;
}
