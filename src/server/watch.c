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

struct watches {
    struct server *server;
    struct watch *first;
    pthread_cond_t ended;
    pthread_mutex_t reading; /* of `store`: the requests read it one after the other */
    struct store *store;     /* or NULL */
    char *list;              /* MatchList, as it was told last */
};

static void publish_list(struct server *server);

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
    publish_list(server);
    return w;
}

static struct watch *find(const struct watches *watches, int64_t id)
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

/* ------------------------------------------------------------------- the list -- */

struct listing {
    struct json *j;
    struct watches *watches;
    int64_t wanted; /* of one match, when it was begun and finished */
    char *begun, *finished;
};

static void write_names(struct json *j, const char *names)
{
    json_array(j, "players");
    for (const char *at = names; *at;) {
        const char *const end = strstr(at, ", ");
        const size_t length = end ? (size_t)(end - at) : strlen(at);
        char name[600];
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        json_text(j, NULL, name);
        at += length + (end ? 2 : 0);
    }
    json_end_array(j);
}

static bool list_one(void *user, const struct stored_match *m)
{
    const struct listing *const l = user;
    struct json *const j = l->j;
    server_lock(l->watches->server);
    const struct watch *const w = find(l->watches, m->id);
    const bool running = w && w->running;
    server_unlock(l->watches->server);
    json_object(j, NULL);
    json_integer(j, "id", m->id);
    json_text(j, "game", m->game);
    json_text(j, "options", m->options);
    json_text(j, "kind", m->kind);
    write_names(j, m->players);
    json_count(j, "played", m->games);
    json_integer(j, "total", 0);
    json_text(j, "begun", m->begun);
    if (m->finished)
        json_text(j, "finished", m->finished);
    else
        json_null(j, "finished");
    json_bool(j, "running", running);
    json_end_object(j);
    return true;
}

static const char *no_store(struct zm_error *error)
{
    return sentence(error, "this server keeps no matches: it was started with --no-store");
}

const char *watch_list(struct server *server, struct json *j, const char *key,
                       struct zm_error *error)
{
    struct watches *const watches = server->watches;
    struct listing l = { .j = j, .watches = watches };
    const char *wrong = NULL;
    json_array(j, key);
    if (watches->store) {
        pthread_mutex_lock(&watches->reading);
        wrong = store_matches(watches->store, list_one, &l, error);
        pthread_mutex_unlock(&watches->reading);
    }
    json_end_array(j);
    return wrong;
}

/* Tell who listens that the list is another one. */
static void publish_list(struct server *server)
{
    struct zm_error error;
    char *text = NULL;
    size_t length = 0;
    struct json j = { .out = open_memstream(&text, &length) };
    if (!j.out)
        return;
    json_object(&j, NULL);
    const char *const wrong = watch_list(server, &j, "matches", &error);
    json_end_object(&j);
    fclose(j.out);
    server_lock(server);
    if (!wrong) {
        hub_publish(server->hub, "matches", "matches", text, length);
        free(server->watches->list);
        server->watches->list = text;
        text = NULL;
    }
    server_unlock(server);
    free(text);
}

char *watch_topic(struct server *server, const char *kind, const char *id, const char **event,
                  size_t *length)
{
    char *text = NULL;
    if (!strcmp(kind, "matches")) {
        *event = "matches";
        text = server->watches->list ? strdup(server->watches->list) : NULL;
    } else if (!strcmp(kind, "match")) {
        const struct watch *const w = find(server->watches, strtoll(id, NULL, 10));
        *event = "match";
        text = w ? watch_whole(w) : NULL;
    }
    *length = text ? strlen(text) : 0;
    return text;
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

static bool take_dates(void *user, const struct stored_match *m)
{
    struct listing *const l = user;
    if (m->id != l->wanted)
        return true;
    l->begun = strdup(m->begun);
    l->finished = m->finished ? strdup(m->finished) : NULL;
    return false;
}

static void read_dates(struct watch *w, struct store *store)
{
    struct zm_error error;
    struct listing l = { .wanted = w->id };
    store_matches(store, take_dates, &l, &error);
    free(w->begun);
    free(w->finished);
    w->begun = l.begun;
    w->finished = l.finished;
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
    if (!store_match(store, id, &w->settings, &w->memory, error) &&
        !trusted(server, &w->settings, false, error) &&
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
    publish_list(server);
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
    struct watch *const before = find(watches, w->id);
    if (w->server->stopping)
        return sentence(error, "the server is about to stop");
    if (before && before->running)
        return sentence(error, "match %lld is being played already", (long long)w->id);
    if (running(watches) >= most)
        return sentence(error, "%d matches are being played, as many as there may be", most);
    if (before) {
        struct watch **at = &watches->first;
        while (*at != before)
            at = &(*at)->next;
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
        return no_store(error);
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
        publish_list(server);
    return wrong;
}

const char *watch_pause(struct server *server, int64_t id, struct zm_error *error)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 10;
    server_lock(server);
    struct watch *w = find(server->watches, id);
    const bool runs = w && w->running;
    if (runs)
        match_stop(w->match);
    int waited = 0;
    while (waited != ETIMEDOUT && (w = find(server->watches, id)) && w->running)
        waited = pthread_cond_timedwait(&server->watches->ended, &server->lock, &until);
    server_unlock(server);
    return runs ? NULL : sentence(error, "match %lld is not being played", (long long)id);
}

char *watch_state(struct server *server, int64_t id, struct zm_error *error)
{
    struct watches *const watches = server->watches;
    server_lock(server);
    const struct watch *const known = find(watches, id);
    char *text = known ? watch_whole(known) : NULL;
    server_unlock(server);
    if (text)
        return text;
    if (!watches->store) {
        no_store(error);
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

/* ---------------------------------------------------------------- the store's -- */

static bool write_stored(void *user, const struct stored_game *g)
{
    struct json *const j = user;
    json_object(j, NULL);
    json_integer(j, "id", g->id);
    json_integer(j, "match", g->match);
    json_count(j, "number", g->number);
    json_text(j, "game", g->game);
    json_text(j, "options", g->options);
    json_array(j, "seats");
    for (int i = 0; i < g->seats; i++)
        json_text(j, NULL, g->seat[i].name);
    json_end_array(j);
    json_array(j, "points");
    for (int i = 0; i < g->seats; i++)
        json_number(j, NULL, g->seat[i].points);
    json_end_array(j);
    json_text(j, "ending", g->ending);
    json_text(j, "reason", g->reason);
    json_text(j, "ended", g->ended);
    json_integer(j, "plies", g->plies);
    json_end_object(j);
    return true;
}

const char *watch_find(struct server *server, const struct store_wish *wish, struct json *j,
                       struct zm_error *error)
{
    struct watches *const watches = server->watches;
    int64_t total = 0;
    const char *wrong = NULL;
    json_object(j, NULL);
    json_array(j, "games");
    if (watches->store) {
        pthread_mutex_lock(&watches->reading);
        wrong = store_find(watches->store, wish, write_stored, j, &total, error);
        pthread_mutex_unlock(&watches->reading);
    }
    json_end_array(j);
    json_integer(j, "total", total);
    json_end_object(j);
    return wrong;
}

struct replay {
    struct server *server;
    const struct zm_game *game;
    struct zm_position *position;
    struct leaf *leaf;
    bool found;
    struct zm_error *error;
};

/* What the player said before the move. */
static void take_thought(struct replay *r, const struct stored_game *g, int ply)
{
    const struct stored_move *const m = &g->move[ply];
    const int turn = zm_position_turn(r->position);
    struct leaf *const leaf = &r->leaf[ply];
    if (!m->thought || turn < 0 || turn >= g->seats)
        return;
    leaf->seconds = m->seconds;
    if (!isfinite(m->value) || r->game->players != 2)
        return;
    const double score = value_score(r->game, m->value, m->exact);
    leaf->point = (struct point){ .known = true,
                                  .value = turn == 0 ? m->value : -m->value,
                                  .score = turn == 0 ? score : 1 - score,
                                  .kind = m->exact ? KIND_EXACT : KIND_ESTIMATE,
                                  .depth = m->depth,
                                  .nodes = m->nodes,
                                  .player = true };
    snprintf(leaf->point.by, sizeof leaf->point.by, "%.63s", g->seat[turn].name);
    snprintf(leaf->point.best, sizeof leaf->point.best, "%.63s", m->move);
}

static bool replay(void *user, const struct stored_game *g)
{
    struct replay *const r = user;
    struct zm_error why;
    const char *name;
    r->found = true;
    if (!library_trusts(r->server->library, g->game, &name)) {
        sentence(r->error, "%.200s is not loaded here", g->game);
        return false;
    }
    r->game = library_open(r->server->library, name, g->options, r->error);
    r->position = r->game ? zm_position_new(r->game, r->error) : NULL;
    r->leaf = calloc((size_t)g->plies + 1, sizeof *r->leaf);
    const char *wrong = !r->position ? r->error->text
                        : !r->leaf   ? sentence(r->error, "%s", out_of_memory)
                                     : NULL;
    if (!wrong && g->start)
        wrong = zm_position_read(r->position, g->start, r->error);
    for (int i = 0; i < g->plies && !wrong; i++) {
        take_thought(r, g, i);
        const zm_move m = zm_position_read_move(r->position, g->move[i].move, &why);
        wrong = m == ZM_NO_MOVE ? sentence(r->error, "move %d: %.900s", i + 1, why.text)
                                : zm_position_play(r->position, m, r->error);
    }
    if (wrong) {
        zm_position_free(r->position);
        if (r->game)
            zm_game_close(r->game);
        free(r->leaf);
        r->position = NULL;
        r->game = NULL;
        r->leaf = NULL;
    }
    return true;
}

struct zm_position *watch_stored(struct server *server, int64_t id, const struct zm_game **game,
                                 struct leaf **leaf, struct zm_error *error)
{
    struct watches *const watches = server->watches;
    struct replay r = { .server = server, .error = error };
    if (!watches->store) {
        no_store(error);
        return NULL;
    }
    pthread_mutex_lock(&watches->reading);
    store_one(watches->store, id, replay, &r, error);
    pthread_mutex_unlock(&watches->reading);
    if (!r.found)
        sentence(error, "there is no game %lld in the store", (long long)id);
    *game = r.game;
    *leaf = r.leaf;
    return r.position;
}
