#include "learn/train.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "learn/train_gate.h"
#include "learn/train_inside.h"
#include "learn/train_players.h"
#include "match/elo.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { YARDSTICK = 300 };

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

/* ------------------------------------------------------------------ progress -- */

static double seconds_now(const struct training *t)
{
    return t->before + clock_now() - t->begin;
}

static void count_all(struct training *t)
{
    t->counted = t->progress.all_games = t->set.count;
    t->progress.all_positions = 0;
    for (size_t i = 0; i < t->set.count; i++)
        t->progress.all_positions += t->set.game[i].plies;
}

bool training_tell(struct training *t)
{
    struct train_progress *const p = &t->progress;
    p->phase = t->state->phase;
    p->generation = train_state_next(t->state);
    p->rounds = t->limits->rounds;
    p->seconds_left = train_state_left(t->state, p->rounds, seconds_now(t));
    if (t->counted != t->set.count)
        count_all(t);
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

static const char *play_round(struct training *t, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    const uint64_t round = t->state->generations;
    char folder[TRAIN_PATH];
    snprintf(folder, sizeof folder, "%s/games", t->folder);
    const char *wrong = training_read_games(t, error);
    size_t played = games_of_round(&t->set, round);
    t->progress.wanted = s->games;
    t->progress.games = played;
    if (wrong || played >= s->games || training_tell(t))
        return wrong;
    const struct train_team team = { .game = t->game,
                                     .settings = s,
                                     .folder = folder,
                                     .critic = training_critic(t, t->state->champion, error),
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
            wrong = training_read_games(t, error);
            looked = clock_now();
        }
        played = games_of_round(&t->set, round);
        t->progress.games =
            train_players_total(players) > played ? train_players_total(players) : played;
        if (training_tell(t) || wrong || played >= s->games)
            train_players_stop(players, t->stopped || wrong);
    }
    const char *const failed = train_players_end(players, wrong ? NULL : error);
    return wrong ? wrong : failed ? failed : training_read_games(t, error);
}

/* -------------------------------------------------------------------- gating -- */

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
    training_tell(t);
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
    wrong = training_measure(t, g, error);
    if (wrong || t->stopped)
        return wrong;
    if (g->better)
        t->state->champion = g->number;
    g->seconds = seconds_now(t);
    t->state->phase = TRAIN_PLAYING;
    t->watch->generation(t->watch->user, t->state, g);
    return training_save_state(t, error);
}

/* ---------------------------------------------------------------------- begin -- */

/* The net to begin with, in the shape that the run is to have. */
static struct net *net_from(const struct training *t, const struct net_shape *shape,
                            struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    struct net_about about;
    struct zm_error why;
    struct net *const net = net_load(s->from, &about, error);
    struct net *ours = NULL;
    if (!net)
        return NULL;
    if (strcmp(about.game, t->game->name) != 0)
        sentence(error, "%s: a net for %.63s, not for %s", s->from, about.game, t->game->name);
    else if (net_grow_refuses(net, shape, &why))
        sentence(error, "%s: %s", s->from, why.text);
    else if (!(ours = net_grow(net, shape, s->seed)))
        sentence(error, "%s", out_of_memory);
    net_free(net);
    return ours;
}

/* A net that has learned nothing, or one that is to learn more. */
static struct net *new_net(const struct training *t, struct zm_error *error)
{
    const struct train_settings *const s = &t->state->settings;
    const struct net_shape shape = net_shape_of(t->game, s->channels, s->blocks);
    if (net_shape_wrong(&shape, error))
        return NULL;
    if (s->from[0])
        return net_from(t, &shape, error);
    struct net *const net =
        net_create_with(&shape, s->without_heads ? 0 : net_heads_of(t->game), s->seed);
    if (!net)
        sentence(error, "%s", out_of_memory);
    return net;
}

/* Generation 0. */
static const char *first_net(struct training *t, struct zm_error *error)
{
    struct train_generation g = train_generation_blank(0);
    g.better = true;
    char path[TRAIN_PATH];
    struct net *const net = new_net(t, error);
    if (!net)
        return error->text;
    train_net_path(t->folder, 0, "net", path);
    const char *wrong = training_save_net(t, net, 0, path, error);
    net_free(net);
    if (!wrong && !train_state_add(t->state, &g))
        wrong = sentence(error, "%s", out_of_memory);
    if (!wrong)
        wrong = training_measure(t, &t->state->generation[0], error);
    if (wrong || t->stopped)
        return wrong;
    t->watch->generation(t->watch->user, t->state, &t->state->generation[0]);
    return training_save_state(t, error);
}

static const char *make_folder(const char *path, struct zm_error *error)
{
    return mkdir(path, 0755) == 0 || errno == EEXIST
               ? NULL
               : sentence(error, "%s: %s", path, strerror(errno));
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
    const uint32_t next = train_state_next(t->state);
    t->before = next > 0 ? t->state->generation[next - 1].seconds : 0;
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
            wrong = training_learn(&t, error);
        } else {
            wrong = play_round(&t, error);
            if (!wrong && !t.stopped) {
                state->phase = TRAIN_TRAINING;
                state->step = 0;
                wrong = training_save_state(&t, error);
            }
        }
    }
    *stopped = t.stopped;
    yardstick_free(t.yardstick);
    train_set_release(&t.set);
    train_sign_end(&t.sign);
    return wrong;
}
