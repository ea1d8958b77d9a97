/* net_train.c -- the trainer: a batch is divided among threads, each sums up the gradients of
 * its share, and then each takes care of some tensors: adds up what all have found, lets the
 * optimiser make its step, packs the new weights. Who does what depends only on the number of
 * threads, so the sums have the same order, and the same bits, every time. */
#include "learn/net_train.h"

#include "learn/net_heads.h"
#include "learn/net_tower.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const struct net_learning net_learning_usual = { .optimiser = NET_ADAM,
                                                 .rate = 1e-3F,
                                                 .momentum = 0.9F,
                                                 .weight_decay = 1e-4F,
                                                 .value_weight = 1,
                                                 .score_weight = 1,
                                                 .owner_weight = 0.05F,
                                                 .threads = 1 };

/* Tiles of 3x3, and rows of a matrix product: enough for long loops, few enough for the cache. */
enum { TILE = 3, ROWS_AT_ONCE = 48 };

/* Losses times weights, and the weights themselves, over some samples. */
struct sums {
    double policy, value, score, owner;
    double policy_weight, weight, score_weight, owner_weight;
};

/* A thread and what it needs. */
struct learner {
    struct net_trainer *trainer;
    int number;
    pthread_t thread;
    bool started;
    struct net_work work;
    struct net_packed transformed; /* gradients of the convolutions, [position][input][output] */
    float *gradient;               /* of all others; then, of learner 0, of everything         */
    float *logits, *probability;
    float *owner;   /* [cell][NET_OWNERS]: logits, then their gradients */
    size_t weights; /* of its tensors */
    struct sums sums;
};

struct job {
    const struct net_sample *samples;
    int count;
    bool learn;
};

static bool learner_init(struct learner *l, struct net_trainer *t, int number)
{
    const struct net *const net = t->net;
    const int tiles = net_board(net->shape.rows, net->shape.columns, TILE).tiles;
    const int samples = tiles < ROWS_AT_ONCE ? ROWS_AT_ONCE / tiles : 1;
    l->trainer = t;
    l->number = number;
    l->gradient = net_floats(net->count);
    l->logits = net_floats((size_t)net->shape.slots);
    l->probability = net_floats((size_t)net->shape.slots);
    l->owner = net_floats((size_t)net->plan.cells * NET_OWNERS);
    return l->gradient && l->logits && l->probability && l->owner &&
           net_packed_init(&l->transformed, t->kernels, net, TILE) &&
           net_work_init(&l->work, net, t->kernels, TILE, samples, true);
}

static void learner_release(struct learner *l)
{
    net_work_release(&l->work);
    net_packed_release(&l->transformed);
    free(l->gradient);
    free(l->logits);
    free(l->probability);
    free(l->owner);
}

/* Each tensor goes to the learner that has the fewest weights so far. In turn would not do: biases
 * and convolutions alternate, and one learner would have all the work. */
static void share_tensors(struct net_trainer *t)
{
    for (int i = 0; i < t->net->tensors; i++) {
        int least = 0;
        for (int j = 1; j < t->learners; j++)
            if (t->learner[j].weights < t->learner[least].weights)
                least = j;
        t->owner[i] = least;
        t->learner[least].weights += t->net->tensor[i].size;
    }
}

struct net_trainer *net_trainer_with(struct net *net, const struct net_learning *how,
                                     const struct net_kernels *kernels)
{
    struct net_trainer *const t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->net = net;
    t->how = *how;
    t->kernels = kernels;
    t->learners = how->threads > 1 ? how->threads : 1;
    t->learner = calloc((size_t)t->learners, sizeof *t->learner);
    t->first = net_floats(net->count);
    t->second = net_floats(net->count);
    bool ready = t->learner && t->first && t->second &&
                 net_packed_init(&t->packed, kernels, net, TILE) &&
                 net_packed_init(&t->turned, kernels, net, TILE);
    for (int i = 0; i < t->learners && ready; i++)
        ready = learner_init(&t->learner[i], t, i);
    if (!ready) {
        net_trainer_free(t);
        return NULL;
    }
    share_tensors(t);
    for (int i = 0; i < net->tensors; i++) {
        net_packed_fill(&t->packed, net, &net->tensor[i], false);
        net_packed_fill(&t->turned, net, &net->tensor[i], true);
    }
    return t;
}

struct net_trainer *net_trainer_create(struct net *net, const struct net_learning *how)
{
    return net_trainer_with(net, how, net_kernels_best());
}

void net_trainer_free(struct net_trainer *t)
{
    if (!t)
        return;
    for (int i = 0; i < t->learners && t->learner; i++)
        learner_release(&t->learner[i]);
    net_packed_release(&t->packed);
    net_packed_release(&t->turned);
    free(t->learner);
    free(t->first);
    free(t->second);
    free(t);
}

void net_trainer_rate(struct net_trainer *t, float rate)
{
    t->how.rate = rate;
}

uint64_t net_trainer_steps(const struct net_trainer *t)
{
    return t->steps;
}

/* -------------------------------------------------------------------- losses -- */

/* Cross entropy of the policy among the legal slots; logits become their gradient. */
static double policy_loss(const struct net_sample *s, int slots, float factor, float *logits,
                          float *room)
{
    double loss = 0;
    int legal = 0;
    for (int i = 0; i < slots; i++)
        if (s->legal[i])
            room[legal++] = logits[i];
    if (legal == 0) {
        memset(logits, 0, (size_t)slots * sizeof *logits);
        return 0;
    }
    const float log_sum = net_softmax(room, legal, room);
    for (int i = 0, at = 0; i < slots; i++) {
        if (!s->legal[i]) {
            logits[i] = 0;
            continue;
        }
        loss -= (double)s->policy[i] * (double)(logits[i] - log_sum);
        logits[i] = factor * (room[at++] - s->policy[i]);
    }
    return loss;
}

static double value_loss(const struct net_sample *s, float factor, const float logit[3],
                         float gradient[3])
{
    float probability[3];
    double loss = 0;
    const float log_sum = net_softmax(logit, 3, probability);
    for (int i = 0; i < 3; i++) {
        loss -= (double)s->wdl[i] * (double)(logit[i] - log_sum);
        gradient[i] = factor * (probability[i] - s->wdl[i]);
    }
    return loss;
}

/* Huber 1964, "Robust estimation of a location parameter": a game that ends far from what could
 * be foretold pulls no more than one that is off by a quarter of all there is. */
static double score_loss(const struct net_sample *s, float factor, float score, float *gradient)
{
    const float knee = 0.25F, off = score - s->score;
    const float pull = off > knee ? knee : off < -knee ? -knee : off;
    *gradient = factor * pull;
    return (double)pull * ((double)off - 0.5 * (double)pull);
}

/* The mean over the cells; logits become their gradients. */
static double owner_loss(const struct net_sample *s, int cells, float factor, float *owner)
{
    double loss = 0;
    for (int cell = 0; cell < cells; cell++, owner += NET_OWNERS) {
        const float told = owner[s->owner[cell]];
        loss -= (double)(told - net_softmax(owner, NET_OWNERS, owner));
        owner[s->owner[cell]] -= 1;
        for (int i = 0; i < NET_OWNERS; i++)
            owner[i] *= factor / (float)cells;
    }
    return loss / cells;
}

/* ------------------------------------------------------------------ gradients -- */

/* The heads that not all nets have. Of what is not known nothing is learned. */
static void learn_more(struct learner *l, const struct net_sample *s, const float *z,
                       const struct net_answer *answer, float share, float *score,
                       struct net_given *given)
{
    const struct net_trainer *const t = l->trainer;
    const struct net *const net = t->net;
    const float score_weight = s->weight * s->score_weight;
    if (net->heads & NET_SCORE_HEAD && score_weight > 0) {
        l->sums.score +=
            (double)score_weight * score_loss(s, share * score_weight * t->how.score_weight,
                                              net_score_forward(net, answer), score);
        l->sums.score_weight += (double)score_weight;
        given->score = score;
    }
    if (net->heads & NET_OWNER_HEAD && s->owner) {
        net_owner_forward(net, z, l->owner);
        l->sums.owner +=
            (double)s->weight *
            owner_loss(s, net->plan.cells, share * s->weight * t->how.owner_weight, l->owner);
        l->sums.owner_weight += (double)s->weight;
        given->owner = l->owner;
    }
}

static void learn_one(struct learner *l, const struct net_sample *s, int place, float share,
                      bool learn)
{
    const struct net_trainer *const t = l->trainer;
    const struct net *const net = t->net;
    const size_t at = (size_t)place * (size_t)(net->plan.cells * net->plan.head_channels);
    struct net_answer answer = { .wdl = { 0 } };
    float wdl[3], score;
    struct net_given given = { .logits = l->logits, .wdl = wdl };
    net_heads_forward(net, l->work.kernels, l->work.z + at, l->logits, &answer);
    if (s->policy_weight > 0) {
        l->sums.policy += (double)(s->weight * s->policy_weight) *
                          policy_loss(s, net->shape.slots, share * s->weight * s->policy_weight,
                                      l->logits, l->probability);
        l->sums.policy_weight += (double)(s->weight * s->policy_weight);
    } else {
        memset(l->logits, 0, (size_t)net->shape.slots * sizeof *l->logits);
    }
    l->sums.value +=
        (double)s->weight * value_loss(s, share * s->weight * t->how.value_weight, answer.wdl, wdl);
    l->sums.weight += (double)s->weight;
    learn_more(l, s, l->work.z + at, &answer, share, &score, &given);
    if (learn)
        net_heads_backward(net, l->work.z + at, &answer, &given, l->work.z_gradient + at,
                           l->gradient);
}

static void *find_gradients(void *context)
{
    struct learner *const l = context;
    struct net_trainer *const t = l->trainer;
    const struct job *const job = t->job;
    const int from = (int)((int64_t)job->count * l->number / t->learners);
    const int end = (int)((int64_t)job->count * (l->number + 1) / t->learners);
    l->sums = (struct sums){ 0 };
    if (job->learn) {
        memset(l->gradient, 0, t->net->count * sizeof *l->gradient);
        memset(l->transformed.memory, 0, l->transformed.count * sizeof(float));
    }
    for (int i = from, some; i < end; i += some) {
        some = end - i < l->work.samples ? end - i : l->work.samples;
        for (int j = 0; j < some; j++)
            net_work_input(&l->work, t->net, j, job->samples[i + j].planes);
        net_tower_forward(&l->work, t->net, &t->packed, some);
        for (int j = 0; j < some; j++)
            learn_one(l, &job->samples[i + j], j, 1 / (float)job->count, job->learn);
        if (job->learn)
            net_tower_backward(&l->work, t->net, &t->turned, some, l->gradient, &l->transformed);
    }
    return NULL;
}

/* ---------------------------------------------------------------------- steps -- */

/* The whole gradient of a tensor, from those of all learners, with that of the first. */
static float *whole_gradient(struct net_trainer *t, const struct net_tensor *tensor)
{
    float *const sum = t->learner[0].gradient + tensor->at;
    float *const transformed = net_packed_of(&t->learner[0].transformed, tensor);
    float *const into = transformed ? transformed : sum;
    const size_t side = TILE + 2, taps = t->net->plan.taps == 9 ? 9 : side * side;
    const size_t size = transformed ? tensor->size / taps * side * side : tensor->size;
    for (int i = 1; i < t->learners; i++) {
        const struct learner *const l = &t->learner[i];
        const float *const other =
            transformed ? net_packed_of(&l->transformed, tensor) : l->gradient + tensor->at;
        for (size_t j = 0; j < size; j++)
            into[j] += other[j];
    }
    if (transformed)
        net_gradient_back(t->net, tensor, &t->learner[0].transformed, sum);
    return sum;
}

static void adam(struct net_trainer *t, const struct net_tensor *tensor, const float *gradient)
{
    const float steps = (float)(t->steps + 1);
    const struct net_adam how = { .rate = t->how.rate / (1 - powf(0.9F, steps)),
                                  .correction = 1 / (1 - powf(0.999F, steps)),
                                  .decay = tensor->bias ? 0 : t->how.rate * t->how.weight_decay };
    t->kernels->adam(tensor->size, &how, gradient, t->net->weight + tensor->at,
                     t->first + tensor->at, t->second + tensor->at);
}

static void descend(struct net_trainer *t, const struct net_tensor *tensor, const float *gradient)
{
    const float decay = tensor->bias ? 0 : t->how.weight_decay;
    float *const w = t->net->weight + tensor->at, *const m = t->first + tensor->at;
    for (size_t i = 0; i < tensor->size; i++) {
        m[i] = t->how.momentum * m[i] + gradient[i];
        w[i] -= t->how.rate * (m[i] + decay * w[i]);
    }
}

static void *make_step(void *context)
{
    struct learner *const l = context;
    struct net_trainer *const t = l->trainer;
    for (int i = 0; i < t->net->tensors; i++) {
        if (t->owner[i] != l->number)
            continue;
        const struct net_tensor *const tensor = &t->net->tensor[i];
        const float *const gradient = whole_gradient(t, tensor);
        if (t->how.optimiser == NET_ADAM)
            adam(t, tensor, gradient);
        else
            descend(t, tensor, gradient);
        net_packed_fill(&t->packed, t->net, tensor, false);
        net_packed_fill(&t->turned, t->net, tensor, true);
    }
    return NULL;
}

/* All learners at once. Where there is no thread for one, its work is done here: later, but
 * the same. */
static void all(struct net_trainer *t, void *(*work)(void *))
{
    for (int i = 1; i < t->learners; i++)
        t->learner[i].started = !pthread_create(&t->learner[i].thread, NULL, work, &t->learner[i]);
    work(&t->learner[0]);
    for (int i = 1; i < t->learners; i++)
        if (t->learner[i].started)
            pthread_join(t->learner[i].thread, NULL);
        else
            work(&t->learner[i]);
}

static double mean_of(double sum, double weight)
{
    return weight > 0 ? sum / weight : 0;
}

static struct net_losses losses_of(const struct net_trainer *t, int count)
{
    struct sums all = { 0 };
    for (int i = 0; i < t->learners; i++) {
        const struct sums *const s = &t->learner[i].sums;
        all.policy += s->policy;
        all.value += s->value;
        all.score += s->score;
        all.owner += s->owner;
        all.policy_weight += s->policy_weight;
        all.weight += s->weight;
        all.score_weight += s->score_weight;
        all.owner_weight += s->owner_weight;
    }
    const double total = all.policy + (double)t->how.value_weight * all.value +
                         (double)t->how.score_weight * all.score +
                         (double)t->how.owner_weight * all.owner;
    return (struct net_losses){ .policy = mean_of(all.policy, all.policy_weight),
                                .value = mean_of(all.value, all.weight),
                                .score = mean_of(all.score, all.score_weight),
                                .owner = mean_of(all.owner, all.owner_weight),
                                .total = count > 0 ? total / count : 0 };
}

struct net_losses net_train_batch(struct net_trainer *t, const struct net_sample *samples,
                                  int count)
{
    const struct job job = { .samples = samples, .count = count, .learn = true };
    t->job = &job;
    all(t, find_gradients);
    if (count > 0) {
        all(t, make_step);
        t->steps++;
    }
    t->job = NULL;
    return losses_of(t, count);
}

struct net_losses net_measure_batch(struct net_trainer *t, const struct net_sample *samples,
                                    int count)
{
    const struct job job = { .samples = samples, .count = count };
    t->job = &job;
    all(t, find_gradients);
    t->job = NULL;
    return losses_of(t, count);
}

struct net_losses net_gradients(struct net_trainer *t, const struct net_sample *samples, int count,
                                const float **gradient)
{
    const struct job job = { .samples = samples, .count = count, .learn = true };
    t->job = &job;
    all(t, find_gradients);
    for (int i = 0; i < t->net->tensors; i++)
        whole_gradient(t, &t->net->tensor[i]);
    t->job = NULL;
    *gradient = t->learner[0].gradient;
    return losses_of(t, count);
}
