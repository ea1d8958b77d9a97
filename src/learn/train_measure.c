/* train_measure.c -- what a generation is worth, beside the gate. */
#include "learn/train_gate.h"
#include "learn/train_inside.h"
#include "learn/train_ladder.h"

#include <math.h>

static const char net_alone[] = "alphazero:sims=1,ahead=0,solver=off,memory=1";

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
    const char *wrong = yardstick_grade(t->yardstick, critic, spec, &g->grades, error);
    if (!wrong)
        wrong = yardstick_grade(t->yardstick, critic, net_alone, &alone, error);
    critic_close(critic);
    if (wrong)
        return wrong;
    g->mistakes = yardstick_mistakes(&g->grades);
    g->alone = yardstick_mistakes(&alone);
    return NULL;
}

/* Games that the solver cannot grade from their beginning on are measured otherwise. */
static const char *climb(struct training *t, uint32_t generation, struct zm_error *error)
{
    bool stopped = false;
    if (yardstick_begins(t->yardstick))
        return NULL;
    const char *const wrong =
        train_ladder(t->game, t->state, t->folder, generation, t->limits->threads, t->watch,
                     &t->progress, &stopped, error);
    t->stopped |= stopped;
    return wrong;
}

const char *training_measure(struct training *t, struct train_generation *g, struct zm_error *error)
{
    const char *const wrong = grade(t, g, error);
    return wrong ? wrong : climb(t, g->number, error);
}
