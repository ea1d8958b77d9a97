/* routes_new.c -- what can be played, and new games from whatever describes one. */
#include "server/routes.h"

#include "base/json.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "match/level.h"
#include "server/library.h"
#include "server/live.h"
#include "server/watch.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void get_library(struct request *r)
{
    const struct server *const server = r->server;
    const struct server_limits *const most = &server->settings.most;
    struct json *const j = r->json;
    json_object(j, NULL);
    json_text(j, "version", zm_version());
    library_list(server->library, j);
    json_object(j, "most");
    json_integer(j, "games", most->games);
    json_number(j, "seconds", most->seconds);
    json_integer(j, "megabytes", most->megabytes);
    json_integer(j, "bytes", most->bytes);
    json_integer(j, "workers", most->workers);
    json_end_object(j);
    json_end_object(j);
}

void get_games(struct request *r)
{
    lives_write(r->json, NULL, r->server->lives);
}

/* Where the new game begins, from whatever the body says. */
static struct zm_position *first_position(struct request *r, const struct zm_game **game,
                                          struct leaf **leaf, struct zm_error *error)
{
    const char *name = NULL, *options = NULL, *position = NULL, *moves = NULL, *text = NULL,
               *share = NULL;
    double stored = 0;
    *game = NULL;
    if (!body_text(r, "game", &name) || !body_text(r, "options", &options) ||
        !body_text(r, "position", &position) || !body_text(r, "moves", &moves) ||
        !body_text(r, "text", &text) || !body_text(r, "share", &share) ||
        !body_number(r, "stored", 1, 1e15, &stored))
        return NULL;
    struct zm_position *p = NULL;
    if (stored > 0 && (position || moves)) {
        request_refuse(r, 422, "a game of the store has its own position and moves");
        return NULL;
    }
    if (text) {
        p = text_any(r->server, text, name, game, error);
    } else if (share) {
        p = text_shared(r->server, share, game, error);
    } else if (stored > 0) {
        p = watch_stored(r->server, (int64_t)stored, game, leaf, error);
    } else if (!name) {
        sentence(error, "\"game\" is missing");
    } else {
        *game = library_open(r->server->library, name, options, error);
        p = *game ? zm_position_new(*game, error) : NULL;
        if (*game && !p)
            zm_game_close(*game);
    }
    if (!p) {
        request_refuse(r, 422, "%s", error->text);
        return NULL;
    }
    if ((position && *position && zm_position_read(p, position, error)) ||
        (moves && *moves && zm_position_play_text(p, moves, error))) {
        request_refuse(r, 422, "%s", error->text);
        zm_position_free(p);
        zm_game_close(*game);
        return NULL;
    }
    return p;
}

/* Seats that nobody names: a person first, a friendly computer in all others; but where a whole
 * game was read, persons, who may look at it. */
static void fill_seats(const struct zm_game *game, const struct zm_position *p, int given,
                       const char *seat[])
{
    static char friendly[16];
    snprintf(friendly, sizeof friendly, "level:%d", FRIENDLY_LEVEL);
    const bool looked_at = given < 0 && zm_position_plies(p) > 0;
    for (int i = given < 0 ? 0 : given; i < game->players; i++)
        seat[i] = i == 0 || looked_at ? "human" : friendly;
}

static bool read_clock(struct request *r, double *seconds, double *increment)
{
    struct request inner;
    *seconds = *increment = 0;
    if (!body_has(r, "clock"))
        return true;
    if (!body_inside(r, "clock", &inner))
        return false;
    const bool good = body_number(&inner, "seconds", 1, 1e6, seconds) &&
                      body_number(&inner, "increment", 0, 1e5, increment);
    if (!good)
        request_refuse(r, 400, "\"clock\": expected seconds from 1 and increment from 0");
    free(inner.answer);
    return good;
}

static void write_created(struct json *j, struct live *live)
{
    int viewer = -1;
    for (int i = live->game->players - 1; i >= 0; i--)
        viewer = live_is_person(live, i) ? i : viewer;
    json_object(j, NULL);
    json_text(j, "id", live->id);
    json_array(j, "keys");
    for (int i = 0; i < live->game->players; i++)
        if (live_is_person(live, i))
            json_text(j, NULL, live->key[i]);
        else
            json_null(j, NULL);
    json_end_array(j);
    live_write_state(j, "state", live, viewer);
    json_end_object(j);
}

/* Without the lock, for a text may take long to be read. */
void post_games(struct request *r)
{
    struct zm_error error = { "" };
    const struct zm_game *game;
    const char *seat[ZM_MAX_PLAYERS];
    double seconds, increment;
    bool teach = false, analyse = false;
    int seats;
    if (!body_texts(r, "seats", ZM_MAX_PLAYERS, seat, &seats) ||
        !read_clock(r, &seconds, &increment) || !body_bool(r, "teach", &teach) ||
        !body_bool(r, "analyse", &analyse))
        return;
    struct leaf *leaf = NULL;
    struct zm_position *const p = first_position(r, &game, &leaf, &error);
    if (!p) {
        free(leaf);
        return;
    }
    const int plies = zm_position_plies(p);
    if (seats > game->players) {
        free(leaf);
        request_refuse(r, 422, "%s has %d seats, not %d", game->name, game->players, seats);
        zm_position_free(p);
        zm_game_close(game);
        return;
    }
    fill_seats(game, p, seats, seat);
    struct live *const live = live_new(r->server, game, p, seat, &error);
    if (!live) {
        request_refuse(r, 422, "%s", error.text);
        free(leaf);
        return;
    }
    live->leaf = leaf;
    live->leaves = leaf ? plies + 1 : 0;
    live->teach = teach;
    live->analyse = analyse;
    live_clock_start(live, seconds, increment);
    server_lock(r->server);
    if (live_add(live, &error)) {
        request_refuse(r, 429, "%s", error.text);
        live_free(live);
    } else {
        live_go_on(live);
        write_created(r->json, live);
        lives_publish(r->server);
    }
    server_unlock(r->server);
}
