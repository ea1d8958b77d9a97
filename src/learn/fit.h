/* fit.h -- logistic regression: the weights that foretell results best.
 * Theory: docs/theory/learned-evaluation.md */
#ifndef LEARN_FIT_H
#define LEARN_FIT_H

#include "learn/samples.h"

/* How good the weights were after one pass over the training positions. */
struct fit_point {
    uint32_t round, pass; /* counted from 1                                              */
    double training;      /* mean loss in nats, met on the way: before learning from each */
    double validation;    /* ... on positions of games that are not learned from         */
    double error;         /* mean |result - foretold| there, in points                   */
    double correlation;   /* between the two                                             */
};

struct fit_watch {
    void (*point)(void *user, const struct fit_point *point); /* after each pass */
    bool (*stop)(void *user);                                 /* asked now and then */
    void *user;
};

/* What a value of `unit` times a point is in the exponent of the logistic function, so that
 * near 0 it foretells one point. */
double fit_scale(const struct zm_game *game);

/* Improve weight[learned_count] until passes no longer help on the validation positions;
 * those of the best pass stay. *stopped: by watch->stop(), and the weights are as before. */
const char *fit(const struct samples *training, const struct samples *validation, uint32_t round,
                uint64_t seed, int16_t weight[], const struct fit_watch *watch, bool *stopped,
                struct zm_error *error);

/* Loss, error and correlation of the weights on these positions. */
void fit_judge(const struct samples *set, const int16_t weight[], struct fit_point *point,
               struct zm_term list[]);

#endif
