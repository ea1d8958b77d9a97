/* train_measure.c -- what a generation is worth, beside the gate. */
#include "base/clock.h"
#include "learn/train_gate.h"
#include "learn/train_inside.h"
#include "learn/train_ladder.h"

#include <math.h>

static const char net_alone[] = "alphazero:sims=1,ahead=0,solver=off,memory=1";

/* By one search; told now and then, which may stop it. */
static const char *grade_by(struct training *t, struct critic *critic, const char *search,
                            struct yardstick_grades *grades, struct zm_error *error)
{
    const int count = yardstick_count(t->yardstick);
    const char *wrong = NULL;
    double told = 0;
    *grades = (struct yardstick_grades){ 0 };
    for (int i = 0; i < count && !wrong && !t->stopped; i++) {
        if (clock_now() - told > tell_every) {
            training_tell(t);
            told = clock_now();
        }
        wrong = yardstick_grade_one(t->yardstick, i, critic, search, grades, error);
        t->progress.step++;
    }
    return wrong;
}

static const char *grade(struct training *t, struct train_generation *g, struct zm_error *error)
{
    char spec[SPEC_TEXT] = "";
    struct yardstick_grades alone;
    g->mistakes = g->alone = NAN;
    g->graded = (uint64_t)yardstick_count(t->yardstick);
    if (!t->yardstick)
        return NULL;
    train_earnest(t->state->settings.search, spec, sizeof spec);
    struct critic *const critic = training_critic(t, g->number, error);
    if (!critic)
        return error->text;
    t->progress.trial = TRIAL_SOLVER;
    t->progress.step = 0;
    t->progress.steps = 2 * g->graded;
    const char *wrong = grade_by(t, critic, spec, &g->grades, error);
    if (!wrong)
        wrong = grade_by(t, critic, net_alone, &alone, error);
    critic_close(critic);
    if (wrong || t->stopped)
        return wrong;
    g->mistakes = yardstick_mistakes(&g->grades);
    g->alone = yardstick_mistakes(&alone);
    return NULL;
}

/* Games that the solver cannot grade from their beginning on are measured otherwise. */
static const char *climb(struct training *t, uint32_t generation, struct zm_error *error)
{
    bool stopped = false;
    if (t->stopped || yardstick_begins(t->yardstick))
        return NULL;
    t->progress.trial = TRIAL_LADDER;
    t->progress.games = t->progress.wanted = 0;
    const char *const wrong =
        train_ladder(t->game, t->state, t->folder, generation, t->limits->threads, t->watch,
                     &t->progress, &stopped, error);
    t->stopped |= stopped;
    return wrong;
}

const char *training_measure(struct training *t, struct train_generation *g, struct zm_error *error)
{
    const char *wrong = grade(t, g, error);
    if (!wrong)
        wrong = climb(t, g->number, error);
    t->progress.trial = TRIAL_CHAMPION;
    return wrong;
}
