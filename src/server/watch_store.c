/* watch_store.c -- what the store holds: the list of its matches, and its games. */
#include "server/watch.h"

#include "base/json.h"
#include "base/sentence.h"
#include "server/library.h"
#include "server/live.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct listing {
    struct json *j;
    struct watches *watches;
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
    const struct watch *const w = watch_find_running(l->watches, m->id);
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

const char *watch_no_store(struct zm_error *error)
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
void watch_publish_list(struct server *server)
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
        const struct watch *const w = watch_find_running(server->watches, strtoll(id, NULL, 10));
        *event = "match";
        text = w ? watch_whole(w) : NULL;
    }
    *length = text ? strlen(text) : 0;
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
    struct leaf *const leaf = r->leaf ? &r->leaf[ply] : NULL;
    if (!leaf || !r->game || !m->thought || turn < 0 || turn >= g->seats)
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
        watch_no_store(error);
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
