#include "learn/tune.h"

#include "base/clock.h"
#include "base/files.h"
#include "base/numbers.h"
#include "base/sentence.h"
#include "game/registry.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { HELD_OUT = 16 }; /* one game of so many is not learned from but judged by */
static const double save_every = 30, look_every = 0.25;

struct tuning {
    const struct zm_game *game;
    const struct tune_settings *settings;
    const struct tune_watch *watch;
    struct work *work;
    struct selfplay how;
    double begin;          /* when this session began */
    uint64_t played_since; /* games of this session   */
    struct tune_progress progress;

    /* Shared with the players. */
    pthread_mutex_t lock;
    pthread_cond_t wake; /* a player has finished, or all have */
    uint32_t next, finished;
    int players;
    bool stop;
    const char *wrong;
    struct zm_error error;
};

const char *tune_refuses(const struct zm_game *game)
{
    if (game->learned_count <= 0)
        return "it has no weights to learn (learned, terms: see the end of game.h)";
    if (game->players != 2 || !(game->flags & ZM_ZERO_SUM))
        return "only zero-sum games of two players are tuned";
    if (game->flags & ZM_HIDDEN)
        return "players do not see everything";
    return NULL;
}

/* ------------------------------------------------------------------- playing -- */

/* Take the next game that is not played yet; false: there is none. */
static bool take(struct tuning *t, uint32_t *number)
{
    const struct work *const work = t->work;
    while (t->next < work->games[1] && work->line[1][t->next].played)
        t->next++;
    *number = t->next;
    return !t->stop && !t->wrong && t->next++ < work->games[1];
}

static void *player(void *user)
{
    struct tuning *const t = user;
    struct work *const work = t->work;
    uint32_t number;
    pthread_mutex_lock(&t->lock);
    while (take(t, &number)) {
        struct zm_error error;
        struct game_line line = { 0 };
        pthread_mutex_unlock(&t->lock);
        const uint64_t seed =
            zm_mix(work->settings.seed ^ zm_mix((uint64_t)work->done << 32)) + number;
        const char *const wrong = selfplay(&t->how, seed, &line, &error);
        pthread_mutex_lock(&t->lock);
        work->line[1][number] = line;
        t->finished += !wrong;
        t->played_since++;
        if (wrong && !t->wrong)
            t->wrong = sentence(&t->error, "%s", wrong);
        pthread_cond_signal(&t->wake);
    }
    t->players--;
    pthread_cond_signal(&t->wake);
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

/* Games that later rounds will play. */
static double games_later(const struct work *work)
{
    double games = 0;
    for (uint32_t round = work->done + 1; round < work->settings.rounds; round++)
        games += work_games(&work->settings, round);
    return games;
}

static void tell(struct tuning *t, bool fitting)
{
    const struct work *const work = t->work;
    struct tune_progress *const p = &t->progress;
    const double left = games_later(work) + work->games[1] - t->finished;
    p->round = work->done + 1;
    p->rounds = work->settings.rounds;
    p->games = work->games[1];
    p->played = t->finished;
    p->fitting = fitting;
    p->seconds_left =
        t->played_since ? left * (clock_now() - t->begin) / (double)t->played_since : 0;
    t->watch->progress(t->watch->user, p);
}

/* Until the players have finished: tell how far they are, and save now and then. */
static void supervise(struct tuning *t)
{
    double saved = clock_now();
    pthread_mutex_lock(&t->lock);
    while (t->players > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(look_every * 1e9);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        while (t->players > 0 && pthread_cond_timedwait(&t->wake, &t->lock, &until) != ETIMEDOUT)
            ;
        t->stop |= t->watch->stop(t->watch->user);
        tell(t, false);
        if (clock_now() - saved > save_every && t->players > 0) {
            if (work_write(t->work, t->settings->path, &t->error))
                t->wrong = t->error.text;
            saved = clock_now();
        }
    }
    pthread_mutex_unlock(&t->lock);
}

static const char *play_round(struct tuning *t, struct zm_error *error)
{
    pthread_t thread[64];
    const int wanted = t->settings->threads < 64 ? t->settings->threads : 64;
    int started = 0;
    memcpy(t->game->learned, t->work->weight, t->work->settings.count * sizeof *t->work->weight);
    t->next = t->finished = 0;
    for (uint32_t i = 0; i < t->work->games[1]; i++)
        t->finished += t->work->line[1][i].played;
    t->players = wanted;
    while (started < wanted && pthread_create(&thread[started], NULL, player, t) == 0)
        started++;
    pthread_mutex_lock(&t->lock);
    t->players -= wanted - started;
    pthread_mutex_unlock(&t->lock);
    supervise(t);
    for (int i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    if (started == 0)
        return sentence(error, "no thread to play with");
    return t->wrong ? sentence(error, "%s", t->wrong) : NULL;
}

/* ------------------------------------------------------------------ learning -- */

static uint64_t line_hash(const struct game_line *line)
{
    uint64_t hash = line->length;
    for (uint32_t i = 0; i < line->length; i++)
        hash = zm_mix(hash ^ line->place[i]);
    return hash;
}

/* The positions of the games of this round and the one before. Which games are held out is
 * decided by their moves: one that was played twice cannot be on both sides, and counts
 * once. */
static const char *collect(struct tuning *t, struct samples set[2], struct zm_error *error)
{
    const struct work *const work = t->work;
    size_t room[2] = { 0, 0 };
    uint64_t seed = 1;
    struct numbers met = { 0 };
    bool fine = true;
    for (int which = 0; which < 2; which++)
        for (uint32_t i = 0; i < work->games[which]; i++) {
            const struct game_line *const line = &work->line[which][i];
            room[line_hash(line) % HELD_OUT == 0] += line->length - line->opening;
        }
    const double bytes = (double)(room[0] + room[1]) * (double)samples_bytes(t->game);
    const uint32_t thin = 1 + (uint32_t)(bytes / (t->settings->megabytes * 1048576));
    for (int held = 0; held < 2; held++)
        fine &= samples_begin(&set[held], t->game, room[held] / thin + room[held] / thin / 8 + 64);
    for (int which = 0; which < 2; which++)
        for (uint32_t i = 0; fine && i < work->games[which]; i++) {
            const struct game_line *const line = &work->line[which][i];
            const uint64_t hash = line_hash(line);
            uint32_t number;
            bool added;
            fine = numbers_add(&met, hash, &number, &added) &&
                   (!added || samples_add(&set[hash % HELD_OUT == 0], line, thin, &seed));
        }
    numbers_release(&met);
    return fine ? NULL : sentence(error, "%s", out_of_memory);
}

static void on_point(void *user, const struct fit_point *point)
{
    struct tuning *const t = user;
    if (!work_add_point(t->work, point) && !t->wrong)
        t->wrong = out_of_memory;
    t->watch->point(t->watch->user, point);
}

static bool on_stop(void *user)
{
    struct tuning *const t = user;
    t->stop |= t->watch->stop(t->watch->user);
    return t->stop;
}

static const char *learn_round(struct tuning *t, bool *stopped, struct zm_error *error)
{
    struct work *const work = t->work;
    const struct fit_watch watch = { .point = on_point, .stop = on_stop, .user = t };
    struct samples set[2] = { 0 };
    const uint32_t points = work->points;
    const char *wrong = collect(t, set, error);
    t->progress.positions = set[0].count;
    if (!wrong && (set[0].count == 0 || set[1].count == 0))
        wrong = sentence(error, "too few games to learn from: %zu positions, and %zu to judge by",
                         set[0].count, set[1].count);
    tell(t, true);
    if (!wrong)
        wrong = fit(&set[0], &set[1], work->done + 1, work->settings.seed + work->done,
                    work->weight, &watch, stopped, error);
    if (!wrong && *stopped)
        work->points = points; /* this fit begins again */
    if (!wrong && t->wrong)
        wrong = sentence(error, "%s", t->wrong);
    samples_release(&set[0]);
    samples_release(&set[1]);
    return wrong;
}

/* ---------------------------------------------------------------------- all -- */

/* The search that plays where none is asked for. A small table: every game has its own. */
static const char *suits(const struct zm_game *game)
{
    static const char *const spec[] = { "alphabeta:hash=1", "expectiminimax:depth=2" };
    return !zm_search_refuses(zm_search_find("alphabeta"), game) ? spec[0] : spec[1];
}

/* A quarter of the game by lot, a dozen moves at most: positions that only chance leads to
 * teach nothing (56 such stones on a board of Gomoku made weights that lost). */
static uint32_t openings(const struct zm_game *game)
{
    const int most = 12, quarter = game->max_plies / 4;
    return (uint32_t)(game->max_plies > 0 && quarter < most ? quarter : most);
}

static const char *begin(struct tuning *t, struct zm_error *error)
{
    const struct tune_settings *const settings = t->settings;
    struct work_settings s = { .nodes = settings->limits.nodes,
                               .depth = (uint64_t)settings->limits.depth,
                               .seed = settings->seed,
                               .rounds = settings->rounds,
                               .games = settings->games,
                               .count = (uint32_t)t->game->learned_count };
    s.random = settings->random < 0 ? openings(t->game) : (uint32_t)settings->random;
    const char *const options = game_given_options(t->game);
    const char *const search = settings->search ? settings->search : suits(t->game);
    if (snprintf(s.game, sizeof s.game, "%s", t->game->name) >= (int)sizeof s.game ||
        snprintf(s.options, sizeof s.options, "%s", options ? options : "") >=
            (int)sizeof s.options ||
        snprintf(s.search, sizeof s.search, "%s", search) >= (int)sizeof s.search)
        return sentence(error, "the name, the options or the search are too long");
    t->how = (struct selfplay){ .game = t->game, .limits = settings->limits, .random = s.random };
    snprintf(t->how.search, sizeof t->how.search, "%s", s.search);
    struct zm_search *const try = zm_search_new(t->game, s.search, error);
    if (!try)
        return error->text;
    zm_search_free(try);
    return work_begin(t->work, &s, error);
}

/* Go on where the last session ended, if there was one. */
static const char *resume(struct tuning *t, struct zm_error *error)
{
    const size_t most = (size_t)4 << 30;
    const char *const path = t->settings->path;
    size_t length;
    if (access(path, F_OK) != 0)
        return NULL;
    unsigned char *const bytes = file_read_bytes(path, most, &length, error);
    if (!bytes)
        return error->text;
    const char *const wrong = work_read(t->work, t->game, bytes, length, path, error);
    free(bytes);
    return wrong;
}

const char *tune(const struct zm_game *game, const struct tune_settings *settings,
                 const struct tune_watch *watch, struct work *work, bool *stopped,
                 struct zm_error *error)
{
    struct tuning t = { .game = game,
                        .settings = settings,
                        .watch = watch,
                        .work = work,
                        .begin = clock_now(),
                        .lock = PTHREAD_MUTEX_INITIALIZER,
                        .wake = PTHREAD_COND_INITIALIZER };
    *work = (struct work){ 0 };
    *stopped = false;
    const char *wrong = begin(&t, error);
    if (!wrong)
        wrong = resume(&t, error);
    while (!wrong && work->done < settings->rounds && !*stopped) {
        wrong = play_round(&t, error);
        if (!wrong)
            wrong = work_write(work, settings->path, error);
        if (!wrong && !t.stop)
            wrong = learn_round(&t, stopped, error);
        *stopped |= t.stop;
        if (!wrong && !*stopped)
            wrong = work_next_round(work, error);
        if (!wrong && !*stopped)
            wrong = work_write(work, settings->path, error);
    }
    if (!wrong)
        memcpy(game->learned, work->weight, work->settings.count * sizeof *work->weight);
    return wrong;
}
