/* net_reference.h -- a net as it is defined, in double precision and without any haste. It
 * shares the layout of the weights with the real one (net_inside.h), and nothing else. */
#ifndef NET_REFERENCE_H
#define NET_REFERENCE_H

#include "learn/net_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *ref_new(size_t count)
{
    double *const memory = calloc(count ? count : 1, sizeof *memory);
    if (!memory)
        abort();
    return memory;
}

/* y[cell][output] = sum over taps and inputs; weight[tap][input][output] */
static void ref_convolve(const struct net *net, int inputs, int outputs, const double *x,
                         const double *weight, const double *bias, double *y)
{
    const int rows = net->shape.rows, columns = net->shape.columns;
    const int reach = net->plan.taps == 9 ? 1 : 0;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            for (int o = 0; o < outputs; o++) {
                double sum = bias[o];
                int tap = 0;
                for (int dr = -reach; dr <= reach; dr++)
                    for (int dc = -reach; dc <= reach; dc++, tap++) {
                        if (r + dr < 0 || r + dr >= rows || c + dc < 0 || c + dc >= columns)
                            continue;
                        for (int i = 0; i < inputs; i++)
                            sum += x[((r + dr) * columns + c + dc) * inputs + i] *
                                   weight[((size_t)tap * (size_t)inputs + (size_t)i) *
                                              (size_t)outputs +
                                          (size_t)o];
                    }
                y[(r * columns + c) * outputs + o] = sum;
            }
}

static void ref_rectify(double *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] = x[i] > 0 ? x[i] : 0;
}

/* [mean..., max...] of `count` channels from `from` on */
static void ref_pool(int cells, int channels, int from, int count, const double *x, double *pooled)
{
    for (int i = 0; i < count; i++) {
        double sum = 0, most = x[from + i];
        for (int cell = 0; cell < cells; cell++) {
            const double value = x[cell * channels + from + i];
            sum += value;
            most = value > most ? value : most;
        }
        pooled[i] = sum / cells;
        pooled[count + i] = most;
    }
}

/* What a net says; a score and logits of the owners, [cell][3], if it has heads for them. */
struct ref_answer {
    double *logits, wdl[3], score, *owner;
};

static struct ref_answer ref_answer_new(const struct net *net)
{
    return (struct ref_answer){ .logits = ref_new((size_t)net->shape.slots),
                                .owner = ref_new((size_t)net->plan.cells * NET_OWNERS) };
}

static void ref_answer_free(struct ref_answer *answer)
{
    free(answer->logits);
    free(answer->owner);
}

static void ref_net(const struct net *net, const double *weight, const float *planes,
                    struct ref_answer *answer)
{
    double *const logits = answer->logits, *const wdl_logits = answer->wdl;
    const struct net_shape *const s = &net->shape;
    const struct net_plan *const p = &net->plan;
    const int c = s->channels, cells = p->cells, head = p->head_channels;
    const size_t size = (size_t)cells * (size_t)c;
#define WEIGHTS(role, block) (weight + net->at[role][block])
    double *const input = ref_new((size_t)cells * (size_t)s->planes), *const trunk = ref_new(size),
                  *const inner = ref_new(size), *const z = ref_new((size_t)cells * (size_t)head),
                  *const out = ref_new(size), *const pooled = ref_new(2 * (size_t)c + 64);
    for (int plane = 0; plane < s->planes; plane++)
        for (int cell = 0; cell < cells; cell++)
            input[cell * s->planes + plane] = (double)planes[plane * cells + cell];
    ref_convolve(net, s->planes, c, input, WEIGHTS(NET_STEM, 0), WEIGHTS(NET_STEM_BIAS, 0), trunk);
    ref_rectify(trunk, size);
    for (int b = 0; b < s->blocks; b++) {
        ref_convolve(net, c, c, trunk, WEIGHTS(NET_FIRST, b), WEIGHTS(NET_FIRST_BIAS, b), inner);
        ref_rectify(inner, size);
        ref_convolve(net, c, c, inner, WEIGHTS(NET_SECOND, b), WEIGHTS(NET_SECOND_BIAS, b), out);
        if (net_block_pools(b)) {
            ref_pool(cells, c, 0, p->pooled, inner, pooled);
            for (int cell = 0; cell < cells; cell++)
                for (int o = 0; o < c; o++)
                    for (int i = 0; i < 2 * p->pooled; i++)
                        out[cell * c + o] += pooled[i] * WEIGHTS(NET_POOL, b)[i * c + o];
        }
        for (size_t i = 0; i < size; i++)
            trunk[i] += out[i];
        ref_rectify(trunk, size);
    }
    for (int cell = 0; cell < cells; cell++)
        for (int o = 0; o < head; o++) {
            double sum = WEIGHTS(NET_HEAD_BIAS, 0)[o];
            for (int i = 0; i < c; i++)
                sum += trunk[cell * c + i] * WEIGHTS(NET_HEAD, 0)[i * head + o];
            z[cell * head + o] = sum > 0 ? sum : 0;
        }
    const int channels = p->policy_channels;
    for (int slot = 0; slot < s->slots; slot++) {
        const double *const w = WEIGHTS(NET_POLICY, 0);
        logits[slot] = 0;
        if (p->spatial && slot < cells) {
            for (int i = 0; i < channels; i++)
                logits[slot] += z[slot * head + i] * w[i];
        } else if (p->spatial) {
            ref_pool(cells, head, 0, channels, z, pooled);
            logits[slot] = WEIGHTS(NET_POLICY_BIAS, 0)[0];
            for (int i = 0; i < channels; i++)
                logits[slot] += pooled[i] * w[channels + i];
        } else {
            logits[slot] = WEIGHTS(NET_POLICY_BIAS, 0)[slot];
            for (int cell = 0; cell < cells; cell++)
                for (int i = 0; i < channels; i++)
                    logits[slot] += z[cell * head + i] * w[(cell * channels + i) * s->slots + slot];
        }
    }
    ref_pool(cells, head, channels, NET_VALUE_CHANNELS, z, pooled);
    const bool scores = net->heads & NET_SCORE_HEAD;
    answer->score = scores ? *WEIGHTS(NET_SCORE_BIAS, 0) : 0;
    for (int o = 0; o < 3; o++)
        wdl_logits[o] = WEIGHTS(NET_WDL_BIAS, 0)[o];
    for (int h = 0; h < NET_HIDDEN; h++) {
        double sum = WEIGHTS(NET_HIDDEN_BIAS, 0)[h];
        for (int i = 0; i < 2 * NET_VALUE_CHANNELS; i++)
            sum += pooled[i] * WEIGHTS(NET_HIDDEN_LAYER, 0)[i * NET_HIDDEN + h];
        for (int o = 0; o < 3 && sum > 0; o++)
            wdl_logits[o] += sum * WEIGHTS(NET_WDL, 0)[h * 3 + o];
        if (scores && sum > 0)
            answer->score += sum * WEIGHTS(NET_SCORE, 0)[h];
    }
    for (int i = 0; net->heads & NET_OWNER_HEAD && i < cells * NET_OWNERS; i++) {
        const int cell = i / NET_OWNERS, o = i % NET_OWNERS;
        answer->owner[i] = WEIGHTS(NET_OWNER_BIAS, 0)[o];
        for (int k = 0; k < NET_VALUE_CHANNELS; k++)
            answer->owner[i] +=
                z[cell * head + channels + k] * WEIGHTS(NET_OWNER, 0)[k * NET_OWNERS + o];
    }
#undef WEIGHTS
    free(input);
    free(trunk);
    free(inner);
    free(z);
    free(out);
    free(pooled);
}

/* -sum of target * log(softmax(logits)) among the legal ones */
static double ref_cross_entropy(const double *logits, const float *target, const uint8_t *legal,
                                int count)
{
    double most = -INFINITY, sum = 0, loss = 0;
    for (int i = 0; i < count; i++)
        most = (!legal || legal[i]) && logits[i] > most ? logits[i] : most;
    for (int i = 0; i < count; i++)
        sum += !legal || legal[i] ? exp(logits[i] - most) : 0;
    for (int i = 0; i < count; i++)
        if (!legal || legal[i])
            loss -= (double)target[i] * (logits[i] - most - log(sum));
    return loss;
}

/* Huber's loss of a score, whose knee is at a quarter. */
static double ref_score_loss(double off)
{
    return fabs(off) < 0.25 ? off * off / 2 : 0.25 * (fabs(off) - 0.125);
}

static double ref_owner_loss(const double *logits, const uint8_t *owner, int cells)
{
    double loss = 0;
    for (int cell = 0; cell < cells; cell++) {
        const float target[NET_OWNERS] = { owner[cell] == 0, owner[cell] == 1, owner[cell] == 2 };
        loss += ref_cross_entropy(logits + (size_t)cell * NET_OWNERS, target, NULL, NET_OWNERS);
    }
    return loss / cells;
}

/* What a trainer makes smaller. */
static double ref_loss(const struct net *net, const double *weight,
                       const struct net_sample *samples, int count, const struct net_learning *how)
{
    double total = 0;
    struct ref_answer answer = ref_answer_new(net);
    for (int i = 0; i < count; i++) {
        const struct net_sample *const s = &samples[i];
        ref_net(net, weight, s->planes, &answer);
        total += (double)(s->weight * how->value_weight) *
                 ref_cross_entropy(answer.wdl, s->wdl, NULL, 3);
        if (s->policy_weight > 0)
            total += (double)(s->weight * s->policy_weight) *
                     ref_cross_entropy(answer.logits, s->policy, s->legal, net->shape.slots);
        if (net->heads & NET_SCORE_HEAD)
            total += (double)(s->weight * s->score_weight * how->score_weight) *
                     ref_score_loss(answer.score - (double)s->score);
        if (net->heads & NET_OWNER_HEAD && s->owner)
            total += (double)(s->weight * how->owner_weight) *
                     ref_owner_loss(answer.owner, s->owner, net->plan.cells);
    }
    ref_answer_free(&answer);
    return total / count;
}

#endif
