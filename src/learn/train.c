#include "learn/train.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/sentence.h"
#include "base/spec.h"
#include "learn/net_critic.h"
#include "learn/train_gate.h"
#include "learn/train_ladder.h"
#include "learn/train_players.h"
#include "learn/train_sign.h"
#include "learn/train_window.h"
#include "match/elo.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PASSES = 5, LEAST_STEPS = 30, YARDSTICK = 300 };
static const double save_every = 60, tell_every = 0.25;
static const char net_alone[] = "alphazero:sims=1,ahead=0,solver=off,memory=1";

struct training {
    const struct zm_game *game;
    const char *folder;
    const struct train_limits *limits;
    const struct train_watch *watch;
    struct train_state *state;
    struct train_set set;
    struct yardstick *yardstick;
    struct train_progress progress;
    struct train_sign sign;
    double begin, before; /* this sitting; seconds of those before it */
    uint32_t first;       /* generation of this sitting              */
    bool stopped;
};

/* ------------------------------------------------------------------- choices -- */

const char *train_refuses(const struct zm_game *game)
{
    return zm_search_refuses(zm_search_find("alphazero"), game);
}

void train_suits(const struct zm_game *game, struct train_settings *s)
{
    const int cells = game->grid.rows * game->grid.columns;
    /* So small a game is learned by seeing all of it. Where games are short, fast searches leave
     * too few positions to learn from: four in a game of Connect 4. */
    const bool tiny = cells <= 16, small = cells <= 49;
    snprintf(s->search, sizeof s->search, "%s",
             tiny    ? "alphazero:sims=50,noise=0.35,temperature=1.2,memory=2"
             : small ? "alphazero:sims=64,noise=0.25,temperature=0.4,forced=2,memory=1,cache=1"
                     : "alphazero:sims=160,noise=0.25,temperature=0.5,forced=2,fast=32,memory=16");
    s->channels = tiny ? 32 : 64;
    s->blocks = tiny ? 2 : small ? 4 : 6;
    s->games = tiny ? 250 : small ? 1000 : 400;
    s->gate = GATE_SCORE;
    s->score = 0.55;
    s->seed = 1;
}

/* --------------------------------------------------------------------- files -- */

void train_net_path(const char *folder, uint32_t generation, const char *ending,
                    char out[TRAIN_PATH])
{
    snprintf(out, TRAIN_PATH, "%s/nets/%04u.%s", folder, generation, ending);
}

static void part_path(const struct training *t, uint64_t step, const char *ending,
                      char out[TRAIN_PATH])
{
    snprintf(out, TRAIN_PATH, "%s/nets/part-%04u-%llu.%s", t->folder, train_state_next(t->state),
             (unsigned long long)step, ending);
}

static const char *save_state(const struct training *t, struct zm_error *error)
{
    char path[TRAIN_PATH];
    char *const text = train_state_write(t->state);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    snprintf(path, sizeof path, "%s/state", t->folder);
    const char *const wrong = file_write(path, text, strlen(text), error);
    free(text);
    return wrong;
}

static const char *make_folder(const char *path, struct zm_error *error)
{
    return mkdir(path, 0755) == 0 || errno == EEXIST
               ? NULL
               : sentence(error, "%s: %s", path, strerror(errno));
}

static const char *save_net(const struct training *t, const struct net *net, uint32_t generation,
                            const char *path, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    struct net_about about = { .generation = generation };
    char gate[32];
    struct zm_text command = { about.command, sizeof about.command, 0 };
    train_gate_write(s, gate);
    zm_print(&command, "zermelo train %s", s->game);
    if (s->options[0])
        zm_print(&command, " --options \"%s\"", s->options);
    if (t->limits->from)
        zm_print(&command, " --from %.60s", t->limits->from);
    zm_print(&command, " --net %dx%d%s --search %s --games %u --gate %s --seed %llu --rounds %u",
             s->channels, s->blocks, s->without_heads ? " --heads off" : "", s->search, s->games,
             gate, (unsigned long long)s->seed, t->limits->rounds);
    snprintf(about.game, sizeof about.game, "%s", s->game);
    snprintf(about.options, sizeof about.options, "%s", s->options);
    return net_save(net, &about, path, error);
}

/* The net of a generation, which must be this game's. */
static struct net *load_net(const struct training *t, const char *path, struct zm_error *error)
{
    struct net_about about;
    struct zm_error why;
    struct net *const net = net_load(path, &about, error);
    if (!net)
        return NULL;
    if (!strcmp(about.game, t->game->name) && !net_fits(net_shape(net), t->game, &why))
        return net;
    sentence(error, "%s: a net for %.63s \"%.100s\", not for %s", path, about.game, about.options,
             t->game->name);
    net_free(net);
    return NULL;
}

static struct critic *open_critic(const struct training *t, uint32_t generation,
                                  struct zm_error *error)
{
    char path[TRAIN_PATH];
    train_net_path(t->folder, generation, "net", path);
    return critic_open(t->game, path, error);
}

/* ------------------------------------------------------------------ progress -- */

static double seconds_now(const struct training *t)
{
    return t->before + clock_now() - t->begin;
}

static bool tell(struct training *t)
{
    struct train_progress *const p = &t->progress;
    const uint32_t next = train_state_next(t->state), done = next - t->first;
    p->phase = t->state->phase;
    p->generation = next;
    p->rounds = t->limits->rounds;
    p->seconds_left = done > 0 ? (clock_now() - t->begin) / done * (p->rounds + 1.0 - next) : NAN;
    t->watch->progress(t->watch->user, p);
    t->stopped |= t->watch->stop(t->watch->user);
    return t->stopped;
}

/* ------------------------------------------------------------------- playing -- */

static size_t games_of_round(const struct train_set *set, uint64_t round)
{
    size_t count = 0;
    for (size_t i = set->count; i > 0 && set->game[i - 1].number >> TRAIN_ROUND_BITS >= round; i--)
        count += set->game[i - 1].number >> TRAIN_ROUND_BITS == round;
    return count;
}

static const char *read_games(struct training *t, struct zm_error *error)
{
    char folder[TRAIN_PATH];
    snprintf(folder, sizeof folder, "%s/games", t->folder);
    return train_set_read(&t->set, t->game, t->state->settings.options, folder, error);
}

static const char *play_round(struct training *t, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    const uint64_t round = t->state->generations;
    char folder[TRAIN_PATH];
    snprintf(folder, sizeof folder, "%s/games", t->folder);
    const char *wrong = read_games(t, error);
    size_t played = games_of_round(&t->set, round);
    t->progress.wanted = s->games;
    t->progress.games = played;
    if (wrong || played >= s->games || tell(t))
        return wrong;
    const struct train_team team = { .game = t->game,
                                     .settings = s,
                                     .folder = folder,
                                     .critic = open_critic(t, t->state->champion, error),
                                     .generation = t->state->champion,
                                     .threads = t->limits->threads,
                                     .first = round << TRAIN_ROUND_BITS,
                                     .set = &t->set,
                                     .most = s->games };
    struct train_players *const players = team.critic ? train_players_start(&team, error) : NULL;
    if (!players)
        return error->text;
    double looked = clock_now();
    while (train_players_wait(players, tell_every)) {
        /* Others may play along. */
        if (clock_now() - looked > 1) {
            wrong = read_games(t, error);
            looked = clock_now();
        }
        played = games_of_round(&t->set, round);
        t->progress.games =
            train_players_total(players) > played ? train_players_total(players) : played;
        if (tell(t) || wrong || played >= s->games)
            train_players_stop(players, t->stopped || wrong);
    }
    const char *const failed = train_players_end(players, wrong ? NULL : error);
    return wrong ? wrong : failed ? failed : read_games(t, error);
}

/* ------------------------------------------------------------------ training -- */

/* The rate falls over the run to a tenth. */
static float rate_at(const struct training *t)
{
    const double done = (double)t->state->generations / (t->limits->rounds + 1.0);
    return (float)(2e-3 * (1 - 0.9 * (done < 1 ? done : 1)));
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
        wrong = save_net(t, p->net, generation, path[1], error);
    return wrong ? wrong : save_net(t, p->mean, generation, path[0], error);
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
        wrong = save_state(t, error);
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
    p->mean = load_net(t, path[0], error);
    p->net = !p->mean ? NULL : new ? net_copy(p->mean) : load_net(t, path[1], error);
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
            if (tell(t))
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
    wrong = save_state(t, error);
    if (!wrong && part > 0)
        remove_parts(t, part);
    for (int i = 1; !wrong && i < 3; i++) {
        train_net_path(t->folder, generation->number - 1, endings[i], path[i]);
        unlink(path[i]);
    }
    return wrong;
}

static const char *learn(struct training *t, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    const uint32_t number = t->state->generations;
    struct pupil pupil = { .net = NULL };
    const char *wrong = read_games(t, error);
    struct train_window *const window =
        wrong ? NULL
              : train_window_new(t->game, &t->set, (number + 1ULL) << TRAIN_ROUND_BITS, s->games,
                                 error);
    if (!window)
        return error->text;
    struct train_generation generation = { .number = number,
                                           .games = train_window_games_in(window),
                                           .positions = train_window_positions(window),
                                           .score_loss = NAN,
                                           .owner_loss = NAN,
                                           .score = NAN,
                                           .mistakes = NAN,
                                           .alone = NAN,
                                           .ladder = NAN,
                                           .ladder_error = NAN,
                                           .rung = -1 };
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

/* -------------------------------------------------------------------- gating -- */

static const char *grade(struct training *t, struct train_generation *g, struct zm_error *error)
{
    char spec[SPEC_TEXT] = "";
    struct yardstick_grades alone;
    g->mistakes = g->alone = NAN;
    g->graded = (uint64_t)yardstick_count(t->yardstick);
    if (!t->yardstick)
        return NULL;
    train_earnest(t->state->settings.search, spec, sizeof spec);
    struct critic *const critic = open_critic(t, g->number, error);
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

/* What a score says of the difference in strength; a match won in full says no more than that it
 * is large. */
static double elo_of_match(double score, uint64_t games)
{
    const double least = 0.5 / (double)(games + 1);
    return elo_of(score < least ? least : score > 1 - least ? 1 - least : score);
}

static const char *gate(struct training *t, struct zm_error *error)
{
    struct train_generation *const g = &t->state->generation[t->state->generations - 1];
    struct gate_result result = { .score = 0.5 };
    bool stopped = false;
    t->progress.games = t->progress.wanted = 0;
    t->progress.score = NAN;
    tell(t);
    const char *wrong =
        train_gate(t->game, &t->state->settings, t->folder, t->state->champion, g->number,
                   t->limits->threads, t->watch, &t->progress, &result, &stopped, error);
    t->stopped |= stopped;
    if (wrong || stopped)
        return wrong;
    g->score = result.score;
    g->played = result.played;
    g->better = result.better;
    g->elo = train_state_elo(t->state) + elo_of_match(result.score, result.played);
    wrong = grade(t, g, error);
    if (!wrong)
        wrong = climb(t, g->number, error);
    if (wrong || t->stopped)
        return wrong;
    if (g->better)
        t->state->champion = g->number;
    g->seconds = seconds_now(t);
    t->state->phase = TRAIN_PLAYING;
    t->watch->generation(t->watch->user, t->state, g);
    return save_state(t, error);
}

/* ---------------------------------------------------------------------- begin -- */

/* A net that has learned nothing, or one that is to learn more, of this game and this size. */
static struct net *new_net(const struct training *t, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    const struct net_shape shape = net_shape_of(t->game, s->channels, s->blocks);
    if (net_shape_wrong(&shape, error))
        return NULL;
    struct net *const net =
        t->limits->from
            ? load_net(t, t->limits->from, error)
            : net_create_with(&shape, s->without_heads ? 0 : net_heads_of(t->game), s->seed);
    if (!net && !t->limits->from)
        sentence(error, "%s", out_of_memory);
    if (!net || (net_shape(net)->channels == s->channels && net_shape(net)->blocks == s->blocks))
        return net;
    sentence(error, "%s: a net of %dx%d, and the run is to have one of %dx%d: see --net",
             t->limits->from, net_shape(net)->channels, net_shape(net)->blocks, s->channels,
             s->blocks);
    net_free(net);
    return NULL;
}

/* Generation 0. */
static const char *first_net(struct training *t, struct zm_error *error)
{
    struct train_generation g = { .policy = NAN,
                                  .value = NAN,
                                  .score_loss = NAN,
                                  .owner_loss = NAN,
                                  .score = NAN,
                                  .mistakes = NAN,
                                  .alone = NAN,
                                  .ladder = NAN,
                                  .ladder_error = NAN,
                                  .rung = -1,
                                  .better = true };
    char path[TRAIN_PATH];
    struct net *const net = new_net(t, error);
    if (!net)
        return error->text;
    train_net_path(t->folder, 0, "net", path);
    const char *wrong = save_net(t, net, 0, path, error);
    net_free(net);
    if (!wrong)
        wrong = grade(t, &g, error);
    if (!wrong && !train_state_add(t->state, &g))
        wrong = sentence(error, "%s", out_of_memory);
    if (!wrong)
        wrong = climb(t, 0, error);
    if (wrong || t->stopped)
        return wrong;
    t->watch->generation(t->watch->user, t->state, &t->state->generation[0]);
    return save_state(t, error);
}

static const char *begin(struct training *t, const struct train_settings *settings,
                         struct zm_error *error)
{
    char path[TRAIN_PATH];
    static const char *const inside[] = { "", "/games", "/nets" };
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s%s", t->folder, inside[i]);
        if (make_folder(path, error))
            return error->text;
    }
    if (train_sign_begin(&t->sign, t->folder, t->limits->threads, t->watch, error))
        return error->text;
    t->watch = &t->sign.watch;
    snprintf(path, sizeof path, "%s/state", t->folder);
    if (access(path, F_OK) == 0) {
        const char *wrong = train_state_load(t->state, t->folder, error);
        if (!wrong)
            wrong = train_state_differs(t->state, settings, path, error);
        if (wrong)
            return wrong;
    } else {
        train_state_begin(t->state, settings);
    }
    t->first = train_state_next(t->state) + (t->state->generations == 0);
    t->before =
        t->state->generations ? t->state->generation[t->first ? t->first - 1 : 0].seconds : 0;
    const char *const wrong = yardstick_new(t->game, YARDSTICK, settings->seed, t->watch->stop,
                                            t->watch->user, &t->yardstick, error);
    t->stopped |= t->watch->stop(t->watch->user);
    return wrong || t->stopped || t->state->generations > 0 ? wrong : first_net(t, error);
}

const char *train(const struct zm_game *game, const struct train_settings *settings,
                  const char *folder, const struct train_limits *limits,
                  const struct train_watch *watch, struct train_state *state, bool *stopped,
                  struct zm_error *error)
{
    struct training t = { .game = game,
                          .folder = folder,
                          .limits = limits,
                          .watch = watch,
                          .state = state,
                          .sign.lock = -1,
                          .begin = clock_now() };
    *state = (struct train_state){ .champion = 0 };
    t.progress.score = NAN;
    const char *wrong = begin(&t, settings, error);
    while (!wrong && !t.stopped && train_state_next(state) <= limits->rounds) {
        if (state->phase == TRAIN_GATING) {
            wrong = gate(&t, error);
        } else if (state->phase == TRAIN_TRAINING) {
            wrong = learn(&t, error);
        } else {
            wrong = play_round(&t, error);
            if (!wrong && !t.stopped) {
                state->phase = TRAIN_TRAINING;
                state->step = 0;
                wrong = save_state(&t, error);
            }
        }
    }
    *stopped = t.stopped;
    yardstick_free(t.yardstick);
    train_set_release(&t.set);
    train_sign_end(&t.sign);
    return wrong;
}
