#include "server/watch.h"

#include "base/clock.h"
#include "base/json.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "server/library.h"
#include "server/live.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const double tell_every = 0.25, board_every = 0.2; /* seconds */

struct watches *watches_new(struct server *server, struct zm_error *error)
{
    struct watches *const w = calloc(1, sizeof *w);
    if (!w) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    w->server = server;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->ended, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&w->reading, NULL);
    server->watches = w;
    if (server->settings.store && !(w->store = store_open(server->settings.store, true, error))) {
        server->watches = NULL;
        watches_free(w);
        return NULL;
    }
    watch_publish_list(server);
    return w;
}

struct watch *watch_find_running(const struct watches *watches, int64_t id)
{
    struct watch *w = watches->first;
    while (w && w->id != id)
        w = w->next;
    return w;
}

static void watch_free(struct watch *w)
{
    if (!w)
        return;
    for (int i = 0; i < WATCH_BOARDS; i++)
        free(w->board[i].text);
    curve_end(&w->curve);
    match_free(w->match);
    store_close(w->store);
    free(w->memory);
    free(w->begun);
    free(w->finished);
    free(w->text);
    free(w);
}

void watches_stop(struct watches *watches)
{
    server_lock(watches->server);
    for (struct watch *w = watches->first; w; w = w->next)
        if (w->running)
            match_stop(w->match);
    server_unlock(watches->server);
    for (struct watch *w = watches->first; w; w = w->next)
        if (w->started) {
            pthread_join(w->thread, NULL);
            w->started = false;
        }
}

void watches_free(struct watches *watches)
{
    if (!watches)
        return;
    while (watches->first) {
        struct watch *const w = watches->first;
        watches->first = w->next;
        watch_free(w);
    }
    store_close(watches->store);
    pthread_cond_destroy(&watches->ended);
    pthread_mutex_destroy(&watches->reading);
    free(watches->list);
    free(watches);
}

/* -------------------------------------------------------------------- telling -- */

/* Under the server's lock. */
static void publish(struct watch *w)
{
    char topic[TOPIC_TEXT];
    snprintf(topic, sizeof topic, "match:%lld", (long long)w->id);
    char *const text = hub_is_heard(w->server->hub, topic) ? watch_whole(w) : NULL;
    if (text)
        hub_publish(w->server->hub, topic, "match", text, strlen(text));
    free(text);
}

/* By a thread of the match, under its lock. */
static void tell(struct watch *w, const struct match *match, bool running)
{
    char *const text = watch_write(w, match, running);
    server_lock(w->server);
    if (text) {
        free(w->text);
        w->text = text;
    }
    publish(w);
    server_unlock(w->server);
}

static void on_progress(void *user, const struct match *match)
{
    struct watch *const w = user;
    const double now = clock_now();
    if (now - w->told < tell_every)
        return;
    w->told = now;
    tell(w, match, true);
}

static struct watch_board *board_of(struct watch *w, uint64_t number)
{
    struct watch_board *unused = NULL;
    for (int i = 0; i < WATCH_BOARDS; i++) {
        if (w->board[i].used && w->board[i].number == number)
            return &w->board[i];
        if (!w->board[i].used && !unused)
            unused = &w->board[i];
    }
    if (unused) {
        unused->used = true;
        unused->number = number;
        unused->told = 0;
        for (int i = 0; i < ZM_MAX_PLAYERS; i++)
            unused->value[i] = NAN;
        free(unused->text);
        unused->text = NULL;
    }
    return unused;
}

/* Under the server's lock. */
static void show_board(struct watch *w, struct watch_board *board, const struct fixture *fixture,
                       const struct zm_position *p, bool over)
{
    char topic[TOPIC_TEXT];
    char *const text = watch_board_write(w, fixture, p, board, over);
    if (!text)
        return;
    free(board->text);
    board->text = text;
    snprintf(topic, sizeof topic, "match:%lld", (long long)w->id);
    hub_publish(w->server->hub, topic, "board", text, strlen(text));
}

/* By the thread that plays the game. */
static void on_move(void *user, const struct fixture *fixture, const struct zm_position *p,
                    const struct thought *thought)
{
    struct watch *const w = user;
    const double now = clock_now();
    const int plies = zm_position_plies(p);
    server_lock(w->server);
    struct watch_board *const board = board_of(w, fixture->number);
    if (board && thought && plies > 0) {
        const int player = zm_position_game(p)->turn(position_state_at(p, plies - 1));
        if (player >= 0)
            board->value[player] = thought->value;
    }
    if (board && now - board->told >= board_every) {
        board->told = now;
        show_board(w, board, fixture, p, false);
    }
    server_unlock(w->server);
}

static void on_game(void *user, const struct match *match, const struct fixture *fixture,
                    const struct zm_position *p, const struct played *played)
{
    struct watch *const w = user;
    curve_count(&w->curve, match_game(match)->players, fixture->player, played->points);
    server_lock(w->server);
    struct watch_board *const board = board_of(w, fixture->number);
    if (board) {
        if (clock_now() - board->told >= board_every / 4 || zm_position_plies(p) > 0)
            show_board(w, board, fixture, p, true);
        board->used = false;
    }
    server_unlock(w->server);
    on_progress(w, match);
}

/* ------------------------------------------------------------------- running -- */

static bool count_stored(void *user, const struct stored_game *g)
{
    struct watch *const w = user;
    int place[ZM_MAX_PLAYERS];
    double points[ZM_MAX_PLAYERS];
    for (int i = 0; i < g->seats; i++) {
        place[i] = g->seat[i].place;
        points[i] = g->seat[i].points;
    }
    curve_count(&w->curve, g->seats, place, points);
    return true;
}

/* When a match was begun and finished. */
struct dates {
    int64_t id;
    char *begun, *finished;
};

static bool take_dates(void *user, const struct stored_match *m)
{
    struct dates *const d = user;
    if (m->id != d->id)
        return true;
    d->begun = strdup(m->begun);
    d->finished = m->finished ? strdup(m->finished) : NULL;
    return false;
}

static void read_dates(struct watch *w, struct store *store)
{
    struct zm_error error;
    struct dates d = { .id = w->id };
    store_matches(store, take_dates, &d, &error);
    free(w->begun);
    free(w->finished);
    w->begun = d.begun;
    w->finished = d.finished;
}

/* Is the match one that may be looked at, and, to go on with it, one that may be played? */
static const char *trusted(const struct server *server, const struct match_settings *m, bool plays,
                           struct zm_error *error)
{
    const char *name;
    if (!library_trusts(server->library, m->game, &name))
        return sentence(error, "%.200s is not loaded here", m->game);
    for (int i = 0; plays && i < m->players; i++)
        if (player_is_outside(m->player[i]))
            return sentence(error, "%.60s: programs of others are not started from the page",
                            m->player[i]);
    if (plays && m->judge && *m->judge)
        return sentence(error, "a judge is a program of others, which the page does not start");
    return NULL;
}

/* A match of the store as a watch that nobody runs. */
static struct watch *load(struct server *server, struct store *store, int64_t id,
                          struct match **match, struct zm_error *error)
{
    struct watch *const w = calloc(1, sizeof *w);
    *match = NULL;
    if (!w) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    w->server = server;
    w->id = id;
    /* Where the store lies on the disk is nobody's business. */
    if (store_match(store, id, &w->settings, &w->memory, error))
        sentence(error, "there is no match %lld", (long long)id);
    else if (!trusted(server, &w->settings, false, error) &&
             (*match = match_new(&w->settings, store, id, error)) != NULL) {
        if (curve_begin(&w->curve, w->settings.players) &&
            !store_games(store, id, false, count_stored, w, error)) {
            read_dates(w, store);
            return w;
        }
    }
    match_free(*match);
    *match = NULL;
    watch_free(w);
    return NULL;
}

static void *run(void *user)
{
    struct watch *const w = user;
    struct server *const server = w->server;
    struct zm_error error;
    const struct match_watch told = { on_game, on_progress, w, on_move };
    const char *const wrong = match_run(w->match, w->parallel, &told, &error);
    read_dates(w, w->store);
    char *const text = watch_write(w, w->match, false);
    server_lock(server);
    struct match *const match = w->match;
    struct store *const store = w->store;
    w->match = NULL;
    w->store = NULL;
    w->running = false;
    for (int i = 0; i < WATCH_BOARDS; i++)
        w->board[i].used = false;
    if (text) {
        free(w->text);
        w->text = text;
    }
    snprintf(w->error, sizeof w->error, "%.390s", wrong ? wrong : "");
    publish(w);
    pthread_cond_broadcast(&server->watches->ended);
    server_unlock(server);
    match_free(match);
    store_close(store);
    watch_publish_list(server);
    return NULL;
}

/* Under the server's lock: how many run; and the thread that has come to its end is let go. */
static int running(struct watches *watches)
{
    int n = 0;
    for (struct watch *w = watches->first; w; w = w->next)
        n += w->running;
    return n;
}

/* Put the watch into the list, in the place of an older one of the same match. */
static const char *enlist(struct watch *w, pthread_t *old, bool *join, struct zm_error *error)
{
    struct watches *const watches = w->server->watches;
    const int most = w->server->settings.most.matches;
    struct watch *const before = watch_find_running(watches, w->id);
    if (w->server->stopping)
        return sentence(error, "the server is about to stop");
    if (before && before->running)
        return sentence(error, "match %lld is being played already", (long long)w->id);
    if (running(watches) >= most)
        return sentence(error, "%d matches are being played, as many as there may be", most);
    if (before) {
        struct watch **at = &watches->first;
        while (*at && *at != before)
            at = &(*at)->next;
        if (*at)
            *at = before->next;
        *join = before->started;
        *old = before->thread;
        before->started = false;
        watch_free(before);
    }
    w->next = watches->first;
    watches->first = w;
    w->running = true;
    return NULL;
}

const char *watch_start(struct server *server, const struct match_settings *settings, int parallel,
                        int64_t *id, struct zm_error *error)
{
    if (!server->settings.store)
        return watch_no_store(error);
    struct store *const store = store_open(server->settings.store, true, error);
    if (!store)
        return error->text;
    struct match *match = NULL;
    if (settings) {
        match = match_new(settings, store, 0, error);
        if (!match) {
            store_close(store);
            return error->text;
        }
        *id = match_id(match);
        match_free(match);
        match = NULL;
    }
    struct watch *const w =
        store_finished(store, *id) ? NULL : load(server, store, *id, &match, error);
    if (!w && store_finished(store, *id))
        sentence(error, "match %lld has come to its end", (long long)*id);
    if (!w || trusted(server, &w->settings, true, error)) {
        match_free(match);
        watch_free(w);
        store_close(store);
        return error->text;
    }
    pthread_t old;
    bool join = false;
    w->match = match;
    w->store = store;
    w->parallel = parallel;
    w->text = watch_write(w, match, true);
    server_lock(server);
    const char *wrong = enlist(w, &old, &join, error);
    if (!wrong) {
        sigset_t all, before;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, &before);
        w->started = !pthread_create(&w->thread, NULL, run, w);
        pthread_sigmask(SIG_SETMASK, &before, NULL);
        if (!w->started) {
            w->running = false;
            wrong = sentence(error, "no thread could be started");
        }
    } else {
        watch_free(w);
    }
    server_unlock(server);
    if (join)
        pthread_join(old, NULL);
    if (!wrong)
        watch_publish_list(server);
    return wrong;
}

const char *watch_pause(struct server *server, int64_t id, struct zm_error *error)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 10;
    server_lock(server);
    struct watch *w = watch_find_running(server->watches, id);
    const bool runs = w && w->running;
    if (runs)
        match_stop(w->match);
    int waited = 0;
    while (waited != ETIMEDOUT && (w = watch_find_running(server->watches, id)) && w->running)
        waited = pthread_cond_timedwait(&server->watches->ended, &server->lock, &until);
    server_unlock(server);
    return runs ? NULL : sentence(error, "match %lld is not being played", (long long)id);
}

char *watch_state(struct server *server, int64_t id, struct zm_error *error)
{
    struct watches *const watches = server->watches;
    server_lock(server);
    const struct watch *const known = watch_find_running(watches, id);
    char *text = known ? watch_whole(known) : NULL;
    server_unlock(server);
    if (text)
        return text;
    if (!watches->store) {
        watch_no_store(error);
        return NULL;
    }
    pthread_mutex_lock(&watches->reading);
    struct match *match;
    struct watch *const w = load(server, watches->store, id, &match, error);
    if (w) {
        w->text = watch_write(w, match, false);
        text = watch_whole(w);
        match_free(match);
        watch_free(w);
    }
    pthread_mutex_unlock(&watches->reading);
    return text;
}
