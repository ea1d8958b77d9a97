/* routes_look.c -- the requests that look at games and change nothing. */
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

/* The game of the path, and the seat by the key in the body or the address. NULL: refused. */
struct live *game_of(struct request *r, int *viewer)
{
    const char *key = r->body ? NULL : request_query(r, "key");
    if (r->body && !body_text(r, "key", &key))
        return NULL;
    struct live *const live = live_find(r->server, r->part);
    if (!live) {
        request_refuse(r, 404, "there is no game %s", r->part);
        return NULL;
    }
    *viewer = live_seat_of(live, key);
    if (*viewer == -2) {
        request_refuse(r, 403, "this key opens no seat of the game");
        return NULL;
    }
    return live;
}

/* The position after `ply` moves of the whole line; NULL: refused. To be freed. */
static struct zm_position *position_at(struct request *r, const struct live *live, int64_t *ply)
{
    struct zm_error error;
    struct zm_position *const p = zm_position_copy(live->position, &error);
    if (!p) {
        request_refuse(r, 503, "%s", error.text);
        return NULL;
    }
    while (zm_position_redo(p))
        ;
    if (!request_number(r, "ply", zm_position_plies(live->position), 0, zm_position_plies(p),
                        ply)) {
        zm_position_free(p);
        return NULL;
    }
    return p;
}

void get_at(struct request *r)
{
    int viewer;
    int64_t ply;
    struct live *const live = game_of(r, &viewer);
    struct zm_position *const p = live ? position_at(r, live, &ply) : NULL;
    if (p)
        board_write(r->json, NULL, p, (int)ply,
                    !live_hides(live) ? -1
                    : viewer >= 0     ? viewer
                                      : BOARD_NOBODY);
    zm_position_free(p);
}

void get_line(struct request *r)
{
    enum { MOST = 64 };
    int viewer;
    int64_t ply;
    const char *moves = request_query(r, "moves");
    struct zm_error error;
    struct live *const live = game_of(r, &viewer);
    if (live && live_hides(live)) {
        request_refuse(r, 409, "lines are not shown where information is hidden");
        return;
    }
    struct zm_position *const p = live ? position_at(r, live, &ply) : NULL;
    char *const copy = p ? strdup(moves ? moves : "") : NULL;
    if (copy) {
        char *rest = copy, *word;
        while (zm_position_plies(p) > ply && zm_position_undo(p))
            ;
        json_object(r->json, NULL);
        json_array(r->json, "boards");
        for (int i = 0; i < MOST && (word = strsep(&rest, " ")); i++) {
            if (!*word)
                continue;
            const zm_move m = zm_position_read_move(p, word, &error);
            if (m == ZM_NO_MOVE || zm_position_play(p, m, &error)) {
                request_refuse(r, 422, "%s", error.text);
                break;
            }
            board_write(r->json, NULL, p, zm_position_plies(p), -1);
        }
        json_end_array(r->json);
        json_end_object(r->json);
    }
    free(copy);
    zm_position_free(p);
}

void get_record(struct request *r)
{
    struct zm_error error;
    int viewer;
    const char *const format = request_query(r, "format");
    struct live *const live = game_of(r, &viewer);
    if (!live)
        return;
    if (live_hides(live)) {
        request_refuse(r, 409, "the record can be read when the game is over");
        return;
    }
    r->type = "text/plain; charset=utf-8";
    if (live_record(live, format ? format : "zermelo", r->json->out, &error))
        request_refuse(r, 422, "%s", error.text);
}

void get_tree(struct request *r)
{
    int viewer;
    int64_t most;
    struct live *const live = game_of(r, &viewer);
    if (!live || !request_number(r, "most", 300, 1, 5000, &most))
        return;
    if ((live->game->flags & ZM_HIDDEN) || !live_write_tree(r->json, live, (int)most))
        request_refuse(r, 409, "no search with a tree runs here now");
}

/* ---------------------------------------------------------------------- topics -- */

static void tell_fresh(void *user, const char *client, const char *topic)
{
    topic_tell(user, client, topic);
}

void post_subscribe(struct request *r)
{
    const char *client = NULL, *topic[TOPICS_MOST], *good[TOPICS_MOST];
    int topics, goods = 0;
    if (!body_text(r, "client", &client) || !body_texts(r, "topics", TOPICS_MOST, topic, &topics))
        return;
    if (!hub_client_good(client)) {
        request_refuse(r, 400, "\"client\": expected 16 to %d letters and digits", CLIENT_TEXT - 1);
        return;
    }
    for (int i = 0; i < topics; i++)
        if (topic_good(r->server, topic[i]))
            good[goods++] = topic[i];
    if (!hub_subscribe(r->server->hub, client, good, goods, tell_fresh, r->server)) {
        request_refuse(r, 503, "there are too many pages open");
        return;
    }
    json_object(r->json, NULL);
    json_array(r->json, "topics");
    for (int i = 0; i < goods; i++)
        json_text(r->json, NULL, good[i]);
    json_end_array(r->json);
    json_array(r->json, "unknown");
    for (int i = 0; i < topics; i++)
        if (!topic_good(r->server, topic[i]))
            json_text(r->json, NULL, topic[i]);
    json_end_array(r->json);
    json_end_object(r->json);
}
