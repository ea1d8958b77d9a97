/* fit.c -- logistic regression by stochastic gradient descent.
 *
 * A position is foretold to bring the share p = 1 / (1 + exp(-z)) of what can be won, where
 * z is the sum of its terms; the loss is the cross entropy between that and the share it
 * did bring. Results may lie between 0 and 1: by how much a game was won counts.
 *
 * Terms are sparse: a pattern may be met a million times or twice. Each weight has steps of
 * its own size, smaller the more it has moved (Duchi, Hazan & Singer 2011, AdaGrad), and is
 * drawn to 0 as if PRIOR units of evidence said so: one that was met twice stays small. */
#include "learn/fit.h"

#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PASSES = 30, PATIENCE = 2, ASK = 4096 };
#define STEP 0.02F
#define PRIOR 10.0F
#define FIRST_SQUARE 1.0F /* as if a weight had moved before: the first steps are small too */

struct learning {
    float value;  /* in the exponent of the logistic function  */
    float square; /* sum of its squared slopes so far          */
    float prior;  /* PRIOR, shared among the positions with it */
};

double fit_scale(const struct zm_game *game)
{
    return 2.0 / ((double)game->max_payoff * game->unit);
}

/* exp(x) by its series on a small interval: unlike libm's the same on every machine. */
static double exponential(double x)
{
    static const double ln2 = 0.69314718055994530942;
    const double limited = x > 700 ? 700 : x < -700 ? -700 : x;
    const int halvings = (int)(limited / ln2 + (limited < 0 ? -0.5 : 0.5));
    const double r = limited - halvings * ln2;
    double sum = 1, term = 1;
    for (int i = 1; i < 14; i++) {
        term *= r / i;
        sum += term;
    }
    return ldexp(sum, halvings);
}

static double logistic(double z)
{
    return 1 / (1 + exponential(-z));
}

static double loss_of(double p, double target)
{
    const double least = 1e-12;
    return -(target * log(p > least ? p : least) +
             (1 - target) * log(1 - p > least ? 1 - p : least));
}

/* ------------------------------------------------------------------ judging -- */

/* Sums for means and a correlation. */
struct tally {
    double loss, error, x, y, xx, yy, xy;
};

static void tally_add(struct tally *t, double p, double target)
{
    t->loss += loss_of(p, target);
    t->error += fabs(p - target);
    t->x += p;
    t->y += target;
    t->xx += p * p;
    t->yy += target * target;
    t->xy += p * target;
}

static void tally_tell(const struct tally *t, const struct samples *set, struct fit_point *point)
{
    const double n = set->count ? (double)set->count : 1;
    const double spread = (n * t->xx - t->x * t->x) * (n * t->yy - t->y * t->y);
    point->validation = t->loss / n;
    point->error = t->error / n * 2 * set->game->max_payoff; /* a share of 1 is both sides' */
    point->correlation = spread > 0 ? (n * t->xy - t->x * t->y) / sqrt(spread) : 0;
}

void fit_judge(const struct samples *set, const int16_t weight[], struct fit_point *point,
               struct zm_term list[])
{
    const double scale = fit_scale(set->game);
    struct tally tally = { 0 };
    for (size_t i = 0; i < set->count; i++) {
        const int n = set->game->terms(samples_state(set, i), list);
        double z = 0;
        for (int k = 0; k < n; k++)
            z += (double)weight[list[k].index] * list[k].times;
        tally_add(&tally, logistic(z * scale), (double)set->target[i]);
    }
    tally_tell(&tally, set, point);
}

/* ----------------------------------------------------------------- learning -- */

/* One position: what was foretold, and every weight a step better. */
static double learn(struct learning *w, const struct zm_term list[], int n, float target)
{
    float z = 0;
    for (int k = 0; k < n; k++)
        z += w[list[k].index].value * (float)list[k].times;
    const double p = logistic((double)z);
    const float off = (float)p - target;
    for (int k = 0; k < n; k++) {
        struct learning *const one = &w[list[k].index];
        const float slope = off * (float)list[k].times + one->prior * one->value;
        one->square += slope * slope;
        one->value -= STEP * slope / sqrtf(one->square);
    }
    return p;
}

static int16_t rounded(double value)
{
    const double nearest = floor(value + 0.5);
    return (int16_t)(nearest > INT16_MAX ? INT16_MAX : nearest < -INT16_MAX ? -INT16_MAX : nearest);
}

static void shuffle(uint32_t order[], size_t n, uint64_t *seed)
{
    for (size_t i = n; i > 1; i--) {
        const size_t at = zm_random(seed, (uint32_t)i);
        const uint32_t swap = order[at];
        order[at] = order[i - 1];
        order[i - 1] = swap;
    }
}

struct pass {
    const struct samples *training, *validation;
    struct learning *w;
    struct zm_term *list;
    uint32_t *order;
    int16_t *weight;
};

static bool one_pass(struct pass *pass, const struct fit_watch *watch, struct fit_point *point)
{
    const struct samples *const set = pass->training;
    const double scale = fit_scale(set->game);
    double loss = 0;
    for (size_t i = 0; i < set->count; i++) {
        if (i % ASK == 0 && watch->stop(watch->user))
            return false;
        const size_t at = pass->order[i];
        const int n = set->game->terms(samples_state(set, at), pass->list);
        const double p = learn(pass->w, pass->list, n, set->target[at]);
        loss += loss_of(p, (double)set->target[at]);
    }
    for (int k = 0; k < set->game->learned_count; k++)
        pass->weight[k] = rounded((double)pass->w[k].value / scale);
    point->training = loss / (set->count ? (double)set->count : 1);
    fit_judge(pass->validation, pass->weight, point, pass->list);
    return true;
}

/* In how many positions is each weight met? */
static void share_prior(struct pass *pass)
{
    const struct samples *const set = pass->training;
    for (size_t i = 0; i < set->count; i++) {
        const int n = set->game->terms(samples_state(set, i), pass->list);
        for (int k = 0; k < n; k++)
            pass->w[pass->list[k].index].prior++;
    }
    for (int k = 0; k < set->game->learned_count; k++)
        if (pass->w[k].prior > 0)
            pass->w[k].prior = PRIOR / pass->w[k].prior;
}

static bool pass_begin(struct pass *pass, const struct samples *training,
                       const struct samples *validation, const int16_t weight[])
{
    const struct zm_game *const game = training->game;
    const size_t count = (size_t)game->learned_count;
    *pass = (struct pass){ .training = training, .validation = validation };
    pass->w = calloc(count, sizeof *pass->w);
    pass->weight = malloc(count * sizeof *pass->weight);
    pass->list = malloc((size_t)game->max_terms * sizeof *pass->list);
    pass->order = malloc((training->count + 1) * sizeof *pass->order);
    if (!pass->w || !pass->weight || !pass->list || !pass->order)
        return false;
    for (size_t k = 0; k < count; k++) {
        pass->w[k].value = (float)(weight[k] * fit_scale(game));
        pass->w[k].square = FIRST_SQUARE;
    }
    for (size_t i = 0; i < training->count; i++)
        pass->order[i] = (uint32_t)i;
    share_prior(pass);
    return true;
}

static void pass_end(struct pass *pass)
{
    free(pass->w);
    free(pass->weight);
    free(pass->list);
    free(pass->order);
}

const char *fit(const struct samples *training, const struct samples *validation, uint32_t round,
                uint64_t seed, int16_t weight[], const struct fit_watch *watch, bool *stopped,
                struct zm_error *error)
{
    struct pass pass;
    const size_t bytes = (size_t)training->game->learned_count * sizeof *weight;
    int16_t *const best = malloc(bytes);
    double least = INFINITY;
    int worse = 0;
    const char *wrong = NULL;
    *stopped = false;
    if (!pass_begin(&pass, training, validation, weight) || !best) {
        wrong = sentence(error, "%s", out_of_memory);
        goto done;
    }
    seed = zm_mix(seed) | 1;
    for (uint32_t i = 1; i <= PASSES && worse < PATIENCE; i++) {
        struct fit_point point = { .round = round, .pass = i };
        shuffle(pass.order, training->count, &seed);
        if (!one_pass(&pass, watch, &point)) {
            *stopped = true;
            goto done;
        }
        watch->point(watch->user, &point);
        worse++;
        if (point.validation < least) {
            least = point.validation;
            memcpy(best, pass.weight, bytes);
            worse = 0;
        }
    }
    memcpy(weight, best, bytes);
done:
    pass_end(&pass);
    free(best);
    return wrong;
}
