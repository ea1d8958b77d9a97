/* train_learn.c -- a generation learns from the games of the last rounds, step by step; a kill
 * costs the steps of a minute. */
#include "base/clock.h"
#include "base/sentence.h"
#include "learn/train_inside.h"
#include "learn/train_window.h"

#include <math.h>
#include <unistd.h>

enum { PASSES = 5, LEAST_STEPS = 30 };
static const double save_every = 60;

static void part_path(const struct training *t, uint64_t step, const char *ending,
                      char out[TRAIN_PATH])
{
    snprintf(out, TRAIN_PATH, "%s/nets/part-%04u-%llu.%s", t->folder, train_state_next(t->state),
             (unsigned long long)step, ending);
}

/* The rate falls over the run to a tenth. A net that knows something already would forget part of
 * it at the rate of beginners. */
static float rate_at(const struct training *t)
{
    const double done = (double)t->state->generations / (t->limits->rounds + 1.0);
    const double first = t->state->settings.from[0] ? 1e-3 : 2e-3;
    return (float)(first * (1 - 0.9 * (done < 1 ? done : 1)));
}

/* What learns, and the running mean of its weights, which is steadier and plays better (Polyak &
 * Juditsky 1992, "Acceleration of stochastic approximation by averaging"). */
struct pupil {
    struct net *net, *mean;
    struct net_trainer *trainer;
};

/* Its files: net is the mean. */
static const char *const endings[] = { "net", "raw", "opt" };

static void release_pupil(struct pupil *p)
{
    net_trainer_free(p->trainer);
    net_free(p->net);
    net_free(p->mean);
}

/* The net appears last: it says that the others are there. */
static const char *save_pupil(const struct training *t, const struct pupil *p, uint32_t generation,
                              char path[3][TRAIN_PATH], struct zm_error *error)
{
    const char *wrong = net_trainer_save(p->trainer, path[2], error);
    if (!wrong)
        wrong = training_save_net(t, p->net, generation, path[1], error);
    return wrong ? wrong : training_save_net(t, p->mean, generation, path[0], error);
}

static void remove_parts(const struct training *t, uint64_t step)
{
    char path[TRAIN_PATH];
    for (int i = 0; i < 3; i++) {
        part_path(t, step, endings[i], path);
        unlink(path);
    }
}

static const char *save_part(const struct training *t, const struct pupil *p, uint64_t step,
                             struct zm_error *error)
{
    char path[3][TRAIN_PATH];
    const uint64_t before = t->state->step;
    for (int i = 0; i < 3; i++)
        part_path(t, step, endings[i], path[i]);
    const char *wrong = save_pupil(t, p, t->state->generations, path, error);
    t->state->step = step;
    if (!wrong)
        wrong = training_save_state(t, error);
    if (!wrong && before > 0)
        remove_parts(t, before);
    return wrong;
}

/* As it was: in the middle of this generation, or after the last. */
static const char *load_pupil(const struct training *t, struct pupil *p, struct zm_error *error)
{
    char path[3][TRAIN_PATH];
    struct net_learning how = net_learning_usual;
    const bool new = t->state->generations == 1 && t->state->step == 0;
    how.threads = t->limits->threads;
    how.rate = rate_at(t);
    for (int i = 0; i < 3; i++)
        if (t->state->step > 0)
            part_path(t, t->state->step, endings[i], path[i]);
        else
            train_net_path(t->folder, t->state->generations - 1, endings[i], path[i]);
    p->mean = training_load_net(t, path[0], error);
    p->net = !p->mean ? NULL : new ? net_copy(p->mean) : training_load_net(t, path[1], error);
    if (p->mean && !p->net && new)
        return sentence(error, "%s", out_of_memory);
    if (!p->net)
        return error->text;
    p->trainer = net_trainer_create(p->net, &how);
    if (!p->trainer)
        return sentence(error, "%s", out_of_memory);
    const char *const wrong = new ? NULL : net_trainer_load(p->trainer, path[2], error);
    net_trainer_rate(p->trainer, how.rate);
    return wrong;
}

/* Of the last steps; at the very beginning of fewer, for the first weights mean nothing. */
static float share_at(uint64_t step)
{
    const float usual = 1.0F / 200, early = 10 / (10 + (float)step);
    return early > usual ? early : usual;
}

static const char *steps(struct training *t, struct train_window *window, const struct pupil *p,
                         uint64_t count, struct train_generation *generation,
                         struct zm_error *error)
{
    double told = clock_now(), saved = told;
    const double lately = 0.98;
    struct net_losses mean = { 0 };
    for (uint64_t step = t->state->step; step < count; step++) {
        const uint64_t seed =
            zm_mix(t->state->settings.seed + zm_mix((uint64_t)generation->number << 32 | step));
        const struct net_losses now =
            net_train_batch(p->trainer, train_window_batch(window, seed, TRAIN_BATCH), TRAIN_BATCH);
        if (!isfinite(now.total))
            return sentence(error, "generation %u, step %llu: the loss is no number any more",
                            generation->number, (unsigned long long)step);
        net_approach(p->mean, p->net, share_at(net_trainer_steps(p->trainer)));
        const double old = mean.total > 0 ? lately : 0;
        mean.policy = old * mean.policy + (1 - old) * now.policy;
        mean.value = old * mean.value + (1 - old) * now.value;
        mean.score = old * mean.score + (1 - old) * now.score;
        mean.owner = old * mean.owner + (1 - old) * now.owner;
        mean.total = mean.policy + mean.value;
        t->progress.step = step + 1;
        t->progress.losses = mean;
        if (clock_now() - told > tell_every) {
            if (training_tell(t))
                return save_part(t, p, step + 1, error);
            told = clock_now();
        }
        if (clock_now() - saved > save_every) {
            if (save_part(t, p, step + 1, error))
                return error->text;
            saved = clock_now();
        }
    }
    generation->policy = mean.policy;
    generation->value = mean.value;
    generation->score_loss = net_heads(p->net) & NET_SCORE_HEAD ? mean.score : NAN;
    generation->owner_loss = net_heads(p->net) & NET_OWNER_HEAD ? mean.owner : NAN;
    return NULL;
}

/* The generation is there as soon as its net is; then it has a line in the state. */
static const char *finish_training(struct training *t, const struct pupil *p,
                                   const struct train_generation *generation,
                                   struct zm_error *error)
{
    char path[3][TRAIN_PATH];
    const uint64_t part = t->state->step;
    for (int i = 0; i < 3; i++)
        train_net_path(t->folder, generation->number, endings[i], path[i]);
    const char *wrong = save_pupil(t, p, generation->number, path, error);
    if (!wrong && !train_state_add(t->state, generation))
        wrong = sentence(error, "%s", out_of_memory);
    if (wrong)
        return wrong;
    t->state->phase = TRAIN_GATING;
    t->state->step = 0;
    wrong = training_save_state(t, error);
    if (!wrong && part > 0)
        remove_parts(t, part);
    for (int i = 1; !wrong && i < 3; i++) {
        train_net_path(t->folder, generation->number - 1, endings[i], path[i]);
        unlink(path[i]);
    }
    return wrong;
}

const char *training_learn(struct training *t, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    const uint32_t number = t->state->generations;
    struct pupil pupil = { .net = NULL };
    const char *wrong = training_read_games(t, error);
    struct train_window *const window =
        wrong ? NULL
              : train_window_new(t->game, &t->set, (number + 1ULL) << TRAIN_ROUND_BITS, s->games,
                                 error);
    if (!window)
        return error->text;
    struct train_generation generation = train_generation_blank(number);
    generation.games = train_window_games_in(window);
    generation.positions = train_window_positions(window);
    const double each = (double)generation.positions / (double)generation.games;
    const double wanted = PASSES * each * s->games / TRAIN_BATCH;
    generation.steps = wanted < LEAST_STEPS ? LEAST_STEPS : (uint64_t)wanted;
    t->progress.positions = generation.positions;
    t->progress.steps = generation.steps;
    wrong = load_pupil(t, &pupil, error);
    if (!wrong)
        wrong = steps(t, window, &pupil, generation.steps, &generation, error);
    if (!wrong && !t->stopped)
        wrong = finish_training(t, &pupil, &generation, error);
    release_pupil(&pupil);
    train_window_free(window);
    return wrong;
}
