/* live_restore.c -- a game from the text that live_keep.c wrote. The store may come from a
 * stranger: numbers are held to their ranges, and what is missing has its usual value. */
#include "server/live.h"

#include "base/sentence.h"
#include "server/library.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static double number(const json_t *object, const char *name, double fallback)
{
    const json_t *const it = json_object_get(object, name);
    return json_is_number(it) ? json_number_value(it) : fallback;
}

static int whole(const json_t *object, const char *name, int least, int most, int fallback)
{
    const double x = number(object, name, fallback);
    return x >= least && x <= most ? (int)x : fallback;
}

static bool truth(const json_t *object, const char *name)
{
    return json_is_true(json_object_get(object, name));
}

static const char *text_of(const json_t *object, const char *name)
{
    const char *const text = json_string_value(json_object_get(object, name));
    return text ? text : "";
}

static void read_leaf(struct live *live, const json_t *it, int end)
{
    const int ply = whole(it, "ply", 0, end, -1);
    struct leaf *const leaf = ply >= 0 ? live_leaf(live, ply) : NULL;
    const json_t *const point = json_object_get(it, "point");
    const json_t *const judged = json_object_get(it, "judged");
    if (!leaf)
        return;
    leaf->seconds = number(it, "seconds", 0);
    if (json_is_object(point)) {
        struct point *const p = &leaf->point;
        const double nodes = number(point, "nodes", 0);
        *p = (struct point){ .known = true,
                             .value = number(point, "value", 0),
                             .score = number(point, "score", 0.5),
                             .kind = (enum kind)whole(point, "kind", 0, 2, KIND_ESTIMATE),
                             .depth = whole(point, "depth", 0, 1 << 24, 0),
                             .nodes = nodes >= 0 && nodes < 1e18 ? (uint64_t)nodes : 0,
                             .player = truth(point, "player") };
        snprintf(p->by, sizeof p->by, "%s", text_of(point, "by"));
        snprintf(p->best, sizeof p->best, "%s", text_of(point, "best"));
    }
    if (json_is_object(judged)) {
        struct judged *const d = &leaf->judged;
        *d = (struct judged){ .known = true,
                              .before = number(judged, "before", 0),
                              .after = number(judged, "after", 0),
                              .loss = number(judged, "loss", 0),
                              .kind = (enum kind)whole(judged, "kind", 0, 2, KIND_ESTIMATE) };
        snprintf(d->better, sizeof d->better, "%s", text_of(judged, "better"));
    }
}

static void read_rest(struct live *live, const json_t *it)
{
    const json_t *const seats = json_object_get(it, "seats");
    const json_t *const leaves = json_object_get(it, "leaves");
    const int end = zm_position_plies(live->position);
    for (int i = 0; i < live->game->players; i++) {
        const json_t *const seat = json_array_get(seats, (size_t)i);
        const char *const key = text_of(seat, "key");
        live->left[i] = number(seat, "left", 0);
        if (strlen(key) == LIVE_KEY - 1)
            memcpy(live->key[i], key, LIVE_KEY);
    }
    for (size_t i = 0; i < json_array_size(leaves); i++)
        read_leaf(live, json_array_get(leaves, i), end);
    live->clocked = truth(it, "clocked");
    live->allowed = number(it, "allowed", 0);
    live->increment = number(it, "increment", 0);
    live->teach = truth(it, "teach");
    live->analyse = truth(it, "analyse");
    snprintf(live->analyse_by, sizeof live->analyse_by, "%s", text_of(it, "by"));
    live->ending = (enum live_ending)whole(it, "ending", 0, ENDED_RESIGNED, NOT_ENDED);
    live->loser = whole(it, "loser", -1, live->game->players - 1, -1);
    live->offer = whole(it, "offer", -1, end, -1);
    live->dice = strtoull(text_of(it, "dice"), NULL, 10) | 1;
    live->touched = (int64_t)number(it, "touched", 0);
    const int ply = whole(it, "ply", 0, end, end);
    while (zm_position_plies(live->position) > ply && zm_position_undo(live->position))
        ;
    /* Nobody sits before it at this moment: a clock shall not run, a computer not move. */
    live->paused = truth(it, "paused") || (live->clocked && !live_over(live));
}

struct live *live_restore(struct server *server, const char *text, struct zm_error *error)
{
    json_error_t wrong;
    char spec[4096];
    const char *name, *seat[ZM_MAX_PLAYERS] = { NULL };
    const struct zm_game *game = NULL;
    struct zm_position *p = NULL;
    struct live *live = NULL;
    json_t *const it = json_loads(text, 0, &wrong);
    const char *const id = text_of(it, "id"), *const record = text_of(it, "record");
    if (!json_is_object(it) || whole(it, "version", 1, KEPT_VERSION, 0) == 0 ||
        strlen(id) != LIVE_ID - 1)
        sentence(error, "this is no game of this server");
    else if (!zm_record_spec(record, spec, sizeof spec, error) &&
             library_trusts(server->library, spec, &name))
        p = zm_record_read(record, &game, error);
    else
        sentence(error, "its game is not loaded");
    if (p) {
        const json_t *const seats = json_object_get(it, "seats");
        for (int i = 0; i < game->players; i++) {
            seat[i] = text_of(json_array_get(seats, (size_t)i), "player");
            if (!*seat[i])
                seat[i] = "human";
        }
        live = live_new(server, game, p, seat, error);
    }
    if (live) {
        memcpy(live->id, id, LIVE_ID);
        read_rest(live, it);
    }
    json_decref(it);
    return live;
}
