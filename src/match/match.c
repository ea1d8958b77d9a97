/* match.c -- threads take games from the plan, play them and bring back the result, all
 * under one lock but for the play itself. */
#include "match/match.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "match/openings.h"
#include "match/store.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PARALLEL = 256 };

/* A thread that plays. The players are its own; an outside program runs once in each. */
struct worker {
    struct match *match;
    pthread_t thread;
    struct player *player[MATCH_PLAYERS];
    struct player *judge;                          /* or NULL */
    _Atomic(struct player *) seat[ZM_MAX_PLAYERS]; /* of the game being played, to be stopped */
};

struct match {
    struct match_settings settings;
    const struct zm_game *game;
    struct plan *plan;
    struct openings *openings;
    struct store *store;
    int64_t id;
    struct standing standing[MATCH_PLAYERS];
    uint64_t played, earlier; /* in all, and before this sitting */
    double begin;
    enum sprt_verdict verdict;

    pthread_mutex_t lock;
    pthread_cond_t news;
    int working; /* threads that have not ended */
    const struct match_watch *watch;
    const char *wrong;
    struct zm_error error;
    atomic_bool stop;
    atomic_int stopping; /* threads inside match_stop(), who may hold what they found there */
    _Atomic(struct worker *) worker;
    atomic_int workers;
};

/* ------------------------------------------------------------------ results -- */

static void count(struct match *match, const struct fixture *fixture, const double points[])
{
    for (int i = 0; i < match->game->players; i++) {
        struct standing *const s = &match->standing[fixture->player[i]];
        s->games++;
        s->points += points[i];
        s->wins += points[i] == 1;
        s->losses += points[i] == 0;
        s->draws += points[i] > 0 && points[i] < 1;
    }
    match->played++;
}

static void judge(struct match *match)
{
    const struct sprt *const test = &match->settings.sprt;
    struct encounter e;
    if (test->elo0 == test->elo1 || match->verdict != SPRT_GOES_ON ||
        !plan_encounter(match->plan, 0, 1, &e))
        return;
    match->verdict = match->game->players == 2 ? sprt_verdict(test, e.pair, PAIR_CELLS)
                                               : sprt_verdict(test, e.game, GAME_CELLS);
}

double match_ratio(const struct match *match)
{
    struct encounter e;
    if (!plan_encounter(match->plan, 0, 1, &e))
        return 0;
    return match->game->players == 2 ? sprt_ratio(&match->settings.sprt, e.pair, PAIR_CELLS)
                                     : sprt_ratio(&match->settings.sprt, e.game, GAME_CELLS);
}

/* A game that the store holds from an earlier sitting. */
static bool played_before(void *user, const struct stored_game *game)
{
    struct match *const match = user;
    struct fixture fixture;
    double points[ZM_MAX_PLAYERS] = { 0 };
    if (game->seats != match->game->players || !plan_fixture(match->plan, game->number, &fixture)) {
        match->wrong = sentence(&match->error, "the store's game %llu does not belong to the match",
                                (unsigned long long)game->number);
        return false;
    }
    for (int i = 0; i < game->seats; i++) {
        points[i] = game->seat[i].points;
        fixture.player[i] = game->seat[i].place;
    }
    if (!plan_played(match->plan, &fixture, points)) {
        match->wrong = sentence(&match->error, "the store's game %llu does not fit into the match",
                                (unsigned long long)game->number);
        return false;
    }
    count(match, &fixture, points);
    return true;
}

/* ------------------------------------------------------------------- making -- */

/* Are the players' names right? Better to know before the first game. */
static const char *try_players(const struct match *match, struct zm_error *error)
{
    for (int i = 0; i < match->settings.players; i++) {
        struct player *const player =
            player_new(match->game, match->settings.player[i], match->settings.seed, error);
        const bool human = player && player_is_human(player);
        player_free(player);
        if (!player)
            return error->text;
        if (human)
            return sentence(error, "people play with `zermelo play`; a match is for computers");
    }
    if (!*match->settings.judge)
        return NULL;
    struct player *const judge = player_new(match->game, match->settings.judge, 1, error);
    const bool scores = judge && match->game->players == 2 && player_scores(judge);
    player_free(judge);
    return !judge   ? error->text
           : scores ? NULL
                    : sentence(error,
                               "%.60s cannot judge: expected a program by GTP and a game of "
                               "two players",
                               match->settings.judge);
}

static const char *make(struct match *match, struct zm_error *error)
{
    const struct match_settings *const s = &match->settings;
    match->game = zm_game_open(s->game, *s->options ? s->options : NULL, error);
    /* A match of the store may be looked at where its programs are not installed. */
    if (!match->game || (match->id == 0 && try_players(match, error)))
        return error->text;
    match->plan = plan_new(s->kind, s->players, match->game->players, s->games, error);
    match->openings = !match->plan ? NULL
                      : s->openings
                          ? openings_read(match->game, s->openings, s->openings_name, error)
                          : openings_random(match->game, s->random_plies, s->seed, error);
    if (!match->plan || !match->openings)
        return error->text;
    if (!match->store)
        return NULL;
    if (match->id == 0)
        return store_new_match(match->store, s, &match->id, error);
    const char *wrong = store_games(match->store, match->id, false, played_before, match, error);
    if (!wrong && match->wrong)
        wrong = sentence(error, "%s", match->error.text);
    match->wrong = NULL;
    match->earlier = match->played;
    judge(match);
    return wrong;
}

struct match *match_new(const struct match_settings *settings, struct store *store, int64_t id,
                        struct zm_error *error)
{
    struct match *const match = calloc(1, sizeof *match);
    if (!match) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    match->settings = *settings;
    if (!match->settings.judge)
        match->settings.judge = "";
    match->store = store;
    match->id = id;
    for (int i = 0; i < MATCH_PLAYERS; i++)
        match->standing[i].player = i;
    pthread_mutex_init(&match->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&match->news, &attributes);
    pthread_condattr_destroy(&attributes);
    if (!make(match, error))
        return match;
    match_free(match);
    return NULL;
}

void match_free(struct match *match)
{
    if (!match)
        return;
    openings_free(match->openings);
    plan_free(match->plan);
    if (match->game)
        zm_game_close(match->game);
    pthread_cond_destroy(&match->news);
    pthread_mutex_destroy(&match->lock);
    free(match);
}

/* ------------------------------------------------------------------ playing -- */

static bool is_stopped(struct match *match)
{
    return atomic_load_explicit(&match->stop, memory_order_relaxed);
}

/* Seats for the game; every player begins it as if it had never played before. The lots of a
 * player depend on the game and the seat, and on nothing else. */
static const char *sit_down(struct worker *w, const struct fixture *fixture, struct player *seat[],
                            struct zm_error *error)
{
    struct match *const match = w->match;
    for (int i = 0; i < match->game->players; i++) {
        struct player **const player = &w->player[fixture->player[i]];
        const uint64_t seed =
            zm_mix(match->settings.seed + zm_mix(fixture->number * 16 + (unsigned)i));
        const char *const spec = match->settings.player[fixture->player[i]];
        const bool fresh = !*player;
        if (fresh && !(*player = player_new(match->game, spec, seed, error)))
            return error->text;
        /* A program is to start now, and not in the time for its first move. */
        if ((!fresh || player_is_outside(spec)) && player_new_game(*player, seed, error))
            return error->text;
        seat[i] = *player;
        atomic_store(&w->seat[i], *player);
    }
    return NULL;
}

/* What match_stop() could find was taken away; wait until nobody holds it any more. It cannot take
 * the lock instead, for it may be called by a signal handler. */
static void wait_for_stoppers(struct match *match)
{
    while (atomic_load(&match->stopping) > 0)
        sched_yield();
}

/* Nobody plays here now: before a player is freed or begins anew. */
static void leave_table(struct worker *w)
{
    for (int i = 0; i < w->match->game->players; i++)
        atomic_store(&w->seat[i], NULL);
    wait_for_stoppers(w->match);
}

/* He sits behind the players, so that match_stop() finds him. */
static void ask_judge(struct worker *w, const struct zm_position *p, struct played *played)
{
    struct match *const match = w->match;
    struct zm_error error;
    if (!w->judge)
        w->judge = player_new(match->game, match->settings.judge, 1, &error);
    if (!w->judge) {
        snprintf(played->reason, sizeof played->reason,
                 "counted as it stands, for there is no judge: %.200s", error.text);
        return;
    }
    atomic_store(&w->seat[match->game->players], w->judge);
    referee_ask(w->judge, p, played);
    atomic_store(&w->seat[match->game->players], NULL);
    if (is_stopped(match))
        played->ending = ENDED_STOPPED;
}

static const char *play_fixture(struct worker *w, const struct fixture *fixture,
                                struct played *played, struct zm_position **p,
                                struct zm_error *error)
{
    struct match *const match = w->match;
    struct player *seat[ZM_MAX_PLAYERS] = { NULL };
    *p = openings_begin(match->openings, fixture->opening, error);
    if (!*p || sit_down(w, fixture, seat, error)) {
        leave_table(w);
        return error->text;
    }
    const uint64_t dice = zm_mix(match->settings.seed ^ zm_mix(~fixture->opening)) | 1;
    const char *const wrong =
        referee_play(&match->settings.conditions, seat, *p, dice, &match->stop, played, error);
    if (!wrong && played->ending == ENDED_BY_RULES && *match->settings.judge)
        ask_judge(w, *p, played);
    leave_table(w);
    return wrong;
}

/* Under the lock. */
static void take_result(struct match *match, const struct fixture *fixture,
                        const struct zm_position *p, const struct played *played)
{
    struct zm_error error;
    if (match->store && store_game(match->store, match->id, fixture, p, played, &error)) {
        plan_given_back(match->plan, fixture);
        match->wrong = sentence(&match->error, "%s", error.text);
        match_stop(match);
        return;
    }
    plan_played(match->plan, fixture, played->points);
    count(match, fixture, played->points);
    for (int i = 0; i < match->game->players; i++)
        match->standing[fixture->player[i]].seconds += played->seconds[i];
    if (played->ending == ENDED_ON_TIME)
        match->standing[fixture->player[played->culprit]].time_losses++;
    if (played->ending == ENDED_BY_FORFEIT)
        match->standing[fixture->player[played->culprit]].forfeits++;
    judge(match);
    if (match->watch && match->watch->game)
        match->watch->game(match->watch->user, match, fixture, p, played);
}

/* The next game for a thread; false: there is none any more. Under the lock. */
static bool next_game(struct match *match, struct fixture *fixture)
{
    for (;;) {
        if (is_stopped(match) || match->verdict != SPRT_GOES_ON)
            return false;
        const enum plan_next next = plan_next(match->plan, fixture);
        if (next != PLAN_WAITS)
            return next == PLAN_GAME;
        pthread_cond_wait(&match->news, &match->lock);
    }
}

/* The game that a thread plays, for the watch. */
struct shown {
    const struct match_watch *watch;
    const struct fixture *fixture;
};

static void show_move(void *user, const struct zm_position *p, const struct thought *thought)
{
    const struct shown *const shown = user;
    shown->watch->move(shown->watch->user, shown->fixture, p, thought);
}

static void *work(void *arg)
{
    struct worker *const w = arg;
    struct match *const match = w->match;
    struct played played = { .culprit = -1 };
    struct fixture fixture;
    pthread_mutex_lock(&match->lock);
    struct shown shown = { match->watch, &fixture };
    if (match->watch && match->watch->move) {
        played.moved = show_move;
        played.user = &shown;
    }
    while (next_game(match, &fixture)) {
        struct zm_error error;
        struct zm_position *p = NULL;
        pthread_mutex_unlock(&match->lock);
        const char *const wrong = play_fixture(w, &fixture, &played, &p, &error);
        pthread_mutex_lock(&match->lock);
        if (wrong) {
            match->wrong = sentence(&match->error, "%s", wrong);
            match_stop(match);
        }
        if (wrong || played.ending == ENDED_STOPPED)
            plan_given_back(match->plan, &fixture);
        else
            take_result(match, &fixture, p, &played);
        zm_position_free(p);
        pthread_cond_broadcast(&match->news);
    }
    match->working--;
    pthread_cond_broadcast(&match->news);
    pthread_mutex_unlock(&match->lock);
    played_release(&played);
    for (int i = 0; i < match->settings.players; i++)
        player_free(w->player[i]);
    player_free(w->judge);
    return NULL;
}

/* Wait for the threads and tell the watch how it goes. */
static void wait_for_all(struct match *match)
{
    pthread_mutex_lock(&match->lock);
    while (match->working > 0) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += 200000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        int waited = 0;
        while (match->working > 0 && waited != ETIMEDOUT)
            waited = pthread_cond_timedwait(&match->news, &match->lock, &until);
        if (is_stopped(match))
            pthread_cond_broadcast(&match->news);
        if (match->watch && match->watch->progress)
            match->watch->progress(match->watch->user, match);
    }
    pthread_mutex_unlock(&match->lock);
}

const char *match_run(struct match *match, int parallel, const struct match_watch *watch,
                      struct zm_error *error)
{
    parallel = parallel < 1 ? 1 : parallel > MOST_PARALLEL ? MOST_PARALLEL : parallel;
    if (try_players(match, error))
        return error->text;
    struct worker *const worker = calloc((size_t)parallel, sizeof *worker);
    if (!worker)
        return sentence(error, "%s", out_of_memory);
    match->watch = watch;
    match->begin = clock_now();
    int started = 0;
    pthread_mutex_lock(&match->lock);
    for (; started < parallel; started++) {
        worker[started].match = match;
        if (pthread_create(&worker[started].thread, NULL, work, &worker[started]))
            break;
        match->working++;
    }
    atomic_store(&match->worker, worker);
    atomic_store(&match->workers, started);
    if (is_stopped(match))
        match_stop(match);
    pthread_mutex_unlock(&match->lock);
    if (started == 0)
        match->wrong = sentence(&match->error, "no thread could be started");
    wait_for_all(match);
    for (int i = 0; i < started; i++)
        pthread_join(worker[i].thread, NULL);
    atomic_store(&match->workers, 0);
    atomic_store(&match->worker, NULL);
    wait_for_stoppers(match);
    free(worker);
    if (!match->wrong && match->store && !is_stopped(match))
        return store_finish_match(match->store, match->id, error);
    return match->wrong ? sentence(error, "%s", match->error.text) : NULL;
}

void match_stop(struct match *match)
{
    atomic_fetch_add(&match->stopping, 1);
    atomic_store_explicit(&match->stop, true, memory_order_relaxed);
    struct worker *const worker = atomic_load(&match->worker);
    const int workers = worker ? atomic_load(&match->workers) : 0;
    for (int i = 0; i < workers; i++)
        for (int k = 0; k < ZM_MAX_PLAYERS; k++) {
            struct player *const player = atomic_load(&worker[i].seat[k]);
            if (player)
                player_stop(player);
        }
    atomic_fetch_sub(&match->stopping, 1);
}

/* ------------------------------------------------------------------ looking -- */

const struct match_settings *match_settings(const struct match *match)
{
    return &match->settings;
}

const struct zm_game *match_game(const struct match *match)
{
    return match->game;
}

int64_t match_id(const struct match *match)
{
    return match->id;
}

uint64_t match_played(const struct match *match)
{
    return match->played;
}

uint64_t match_total(const struct match *match)
{
    return plan_total(match->plan);
}

bool match_stopped(const struct match *match)
{
    return atomic_load_explicit(&match->stop, memory_order_relaxed);
}

double match_seconds(const struct match *match)
{
    return clock_now() - match->begin;
}

double match_seconds_left(const struct match *match)
{
    const uint64_t fresh = match->played - match->earlier, total = match_total(match);
    if (fresh == 0)
        return NAN;
    return match_seconds(match) / (double)fresh *
           (total > match->played ? (double)(total - match->played) : 0);
}

static int by_points(const void *a, const void *b)
{
    const struct standing *const x = a, *const y = b;
    const double mean_x = x->games ? x->points / (double)x->games : 0;
    const double mean_y = y->games ? y->points / (double)y->games : 0;
    return mean_x != mean_y ? (mean_x < mean_y) - (mean_x > mean_y)
                            : (x->player > y->player) - (x->player < y->player);
}

void match_standings(const struct match *match, struct standing out[])
{
    const size_t n = (size_t)match->settings.players;
    memcpy(out, match->standing, n * sizeof *out);
    qsort(out, n, sizeof *out, by_points);
}

bool match_encounter(const struct match *match, int a, int b, struct encounter *encounter)
{
    return plan_encounter(match->plan, a, b, encounter);
}

const char *match_rate(const struct match *match, struct rated rated[], struct zm_error *error)
{
    return plan_rate(match->plan, rated, error);
}

int match_winner(const struct match *match)
{
    return plan_winner(match->plan);
}

enum sprt_verdict match_verdict(const struct match *match)
{
    return match->verdict;
}
