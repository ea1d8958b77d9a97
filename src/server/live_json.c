/* live_json.c -- how a game is told: the types GameState and GameSummary of web/api/api.txt, and
 * the topics of the stream. */
#include "server/live.h"
#include "server/runs.h"

#include "base/clock.h"
#include "base/json.h"
#include "game/registry.h"
#include "server/french.h"
#include "server/library.h"
#include "server/watch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double mistake = 0.1, grave = 0.2;

/* Where information is hidden everybody sees with the own eyes, and who has no seat nothing. */
static int eyes_of(const struct live *live, int viewer)
{
    return !live_hides(live) ? -1 : viewer >= 0 ? viewer : BOARD_NOBODY;
}

static void write_seats(struct json *j, const struct live *live)
{
    json_array(j, "seats");
    for (int i = 0; i < live->game->players; i++) {
        json_object(j, NULL);
        json_text(j, "player", live->spec[i]);
        json_languages(j, "about", live->about[i]);
        json_bool(j, "person", live_is_person(live, i));
        json_end_object(j);
    }
    json_end_array(j);
}

static void write_legal(struct json *j, const struct live *live, int viewer)
{
    const int turn = zm_position_turn(live->position);
    const bool may = turn >= 0 && !live_over(live) && live_is_person(live, turn) &&
                     (!live_hides(live) || viewer == turn);
    const zm_move *list;
    const int n = may ? zm_position_moves(live->position, &list) : 0;
    json_array(j, "legal");
    for (int i = 0; i < n; i++)
        board_choice(j, NULL, live->position, list[i]);
    json_end_array(j);
}

/* Moves that were taken back are told as well: `all` stands at the end of the line. */
static void write_history(struct json *j, struct live *live, const struct zm_position *all,
                          int viewer)
{
    const bool hides = live_hides(live);
    json_array(j, "history");
    for (int i = 0; i < zm_position_plies(all); i++) {
        const struct zm_state *const s = position_state_at(all, i);
        const int player = live->game->turn(s);
        const struct leaf *const leaf = i < live->leaves ? &live->leaf[i] : NULL;
        const bool seen = !hides || (viewer >= 0 && player == viewer);
        char text[MOVE_TEXT];
        json_object(j, NULL);
        zm_position_show_played(all, i, text, sizeof text);
        if (seen)
            json_text(j, "move", text);
        else
            json_null(j, "move");
        json_integer(j, "player", player);
        if (seen) {
            board_clicks(j, "cells", live->game, s, zm_position_played(all, i));
        } else {
            json_array(j, "cells");
            json_end_array(j);
        }
        json_number(j, "seconds", leaf && leaf->seconds > 0 ? leaf->seconds : NAN);
        json_end_object(j);
    }
    json_end_array(j);
}

static void write_result(struct json *j, const struct live *live)
{
    const int players = live->game->players;
    if (!live_over(live)) {
        json_null(j, "result");
        return;
    }
    static const char *const ending[] = { "rules", "time", "resigned" };
    int points[ZM_MAX_PLAYERS] = { 0 }, winner = -1, best = 0;
    for (int i = 0; i < players; i++)
        points[i] = live->ending == NOT_ENDED ? zm_position_payoff(live->position, i)
                    : i == live->loser        ? -1
                                              : 1;
    for (int i = 0; i < players; i++) {
        best = points[i] > points[best] ? i : best;
    }
    int shared = 0;
    for (int i = 0; i < players; i++)
        shared += points[i] == points[best];
    if (shared == 1)
        winner = best;
    json_object(j, "result");
    json_array(j, "points");
    for (int i = 0; i < players; i++)
        json_integer(j, NULL, points[i]);
    json_end_array(j);
    json_integer(j, "winner", winner);
    json_text(j, "ending", ending[live->ending]);
    json_integer(j, "loser", live->loser);
    json_end_object(j);
}

static void write_clock(struct json *j, const struct live *live)
{
    const double now = clock_now();
    const int turn = zm_position_turn(live->position);
    if (!live->clocked) {
        json_null(j, "clock");
        return;
    }
    json_object(j, "clock");
    json_array(j, "left");
    for (int i = 0; i < live->game->players; i++)
        json_number(j, NULL, live_clock_left(live, i, now));
    json_end_array(j);
    json_number(j, "increment", live->increment);
    json_integer(j, "running", live->paused || live_over(live) ? -1 : turn);
    json_end_object(j);
}

static void write_points(struct json *j, const struct live *live, int end)
{
    json_array(j, "points");
    for (int i = 0; i < live->leaves && i <= end && !live_hides(live); i++) {
        const struct point *const point = &live->leaf[i].point;
        if (!point->known)
            continue;
        json_object(j, NULL);
        json_integer(j, "ply", i);
        json_number(j, "value", point->value);
        json_number(j, "score", point->score);
        json_text(j, "kind", kind_name(point->kind));
        json_text(j, "by", point->by);
        json_integer(j, "depth", point->depth);
        json_count(j, "nodes", point->nodes);
        json_bool(j, "player", point->player);
        json_end_object(j);
    }
    json_end_array(j);
}

/* ------------------------------------------------------------------ mistakes -- */

/* What the judge said, or what two neighbouring points of the analysis say. False: nothing. */
static bool judgement(const struct live *live, const struct zm_position *all, int ply,
                      struct judged *out)
{
    const int player = live->game->turn(position_state_at(all, ply));
    const struct leaf *const here = ply < live->leaves ? &live->leaf[ply] : NULL;
    const struct leaf *const next = ply + 1 < live->leaves ? &live->leaf[ply + 1] : NULL;
    if (!here || player < 0)
        return false;
    if (here->judged.known) {
        *out = here->judged;
        return out->better[0] != '\0';
    }
    const bool last = ply + 1 == zm_position_plies(all) && zm_position_turn(all) == ZM_OVER;
    if (live->game->players != 2 || !here->point.known || here->point.player || !next)
        return false;
    if (!last && (!next->point.known || next->point.player))
        return false;
    const double sign = player == 0 ? 1 : -1;
    const double after = last ? zm_position_payoff(all, 0) : next->point.value;
    const double score = last ? value_score(live->game, after, true) : next->point.score;
    *out = (struct judged){ .before = sign * here->point.value,
                            .after = sign * after,
                            .loss = fmax(0, sign * (here->point.score - score)),
                            .kind = here->point.kind };
    if (!last && next->point.kind > out->kind)
        out->kind = next->point.kind;
    snprintf(out->better, sizeof out->better, "%s", here->point.best);
    return true;
}

static void write_mistake(struct json *j, const char *key, const struct live *live,
                          const struct zm_position *all, int ply, const struct judged *judged)
{
    char text[MOVE_TEXT];
    zm_position_show_played(all, ply, text, sizeof text);
    json_object(j, key);
    json_integer(j, "ply", ply);
    json_integer(j, "player", live->game->turn(position_state_at(all, ply)));
    json_text(j, "move", text);
    json_text(j, "better", judged->better);
    json_number(j, "before", judged->before);
    json_number(j, "after", judged->after);
    json_number(j, "loss", judged->loss);
    json_text(j, "kind", kind_name(judged->kind));
    json_bool(j, "grave", judged->loss >= grave);
    json_end_object(j);
}

static void write_mistakes(struct json *j, const struct live *live, const struct zm_position *all)
{
    struct judged judged;
    json_array(j, "mistakes");
    for (int i = 0; i < zm_position_plies(all) && !live_hides(live); i++) {
        char text[MOVE_TEXT];
        zm_position_show_played(all, i, text, sizeof text);
        if (judgement(live, all, i, &judged) && judged.loss >= mistake &&
            strcmp(text, judged.better) != 0)
            write_mistake(j, NULL, live, all, i, &judged);
    }
    json_end_array(j);
    if (live->offer >= 0 && live->offer < zm_position_plies(all) &&
        judgement(live, all, live->offer, &judged))
        write_mistake(j, "offer", live, all, live->offer, &judged);
    else
        json_null(j, "offer");
}

/* -------------------------------------------------------------------- states -- */

/* A text that a FILE was written to, under a key. */
static void write_share(struct json *j, const struct live *live)
{
    char *text = NULL;
    size_t length = 0;
    FILE *const out = live_hides(live) ? NULL : open_memstream(&text, &length);
    if (out) {
        live_share(live, out);
        fclose(out);
    }
    json_text(j, "share", text ? text : "");
    free(text);
}

static void write_position(struct json *j, const struct live *live)
{
    const size_t length =
        live->game->write && !live_hides(live) ? zm_position_write(live->position, NULL, 0) : 0;
    char *const text = length > 0 ? malloc(length + 1) : NULL;
    if (text) {
        zm_position_write(live->position, text, length + 1);
        json_text(j, "position", text);
    } else {
        json_null(j, "position");
    }
    free(text);
}

void live_write_state(struct json *j, const char *key, struct live *live, int viewer)
{
    struct zm_error error;
    struct zm_position *const copy = zm_position_copy(live->position, &error);
    const struct zm_position *const all = copy ? copy : live->position;
    while (copy && zm_position_redo(copy))
        ;
    const char *const options = game_given_options(live->game);
    json_object(j, key);
    json_text(j, "id", live->id);
    json_count(j, "version", live->version);
    json_raw(j, "game", live->info);
    json_text(j, "options", options ? options : "");
    write_seats(j, live);
    json_integer(j, "viewer", viewer);
    board_write(j, "board", live->position, zm_position_plies(live->position),
                eyes_of(live, viewer));
    write_legal(j, live, viewer);
    write_history(j, live, all, viewer);
    write_result(j, live);
    write_clock(j, live);
    json_bool(j, "paused", live->paused);
    json_text(j, "busy",
              live->thought && !think_quiet(live) ? purpose_name(think_purpose(live))
              : live->thought && think_purpose(live) == FOR_JUDGEMENT ? "judge"
                                                                      : "");
    if (live->told && live->told_ply == zm_position_plies(live->position) && !live_hides(live)) {
        live->told[strcspn(live->told, "\n")] = '\0';
        json_raw(j, "thinking", live->told);
    } else {
        json_null(j, "thinking");
    }
    write_points(j, live, zm_position_plies(all));
    write_mistakes(j, live, all);
    if (live->hinted && zm_position_legal(live->position, live->hint) && !live_hides(live))
        board_choice(j, "hint", live->position, live->hint);
    else
        json_null(j, "hint");
    json_bool(j, "teach", live->teach);
    json_bool(j, "analyse", live->analyse);
    write_position(j, live);
    write_share(j, live);
    json_languages(j, "error", live->error);
    json_end_object(j);
    zm_position_free(copy);
}

void live_write_summary(struct json *j, struct live *live)
{
    const char *const options = game_given_options(live->game);
    json_object(j, NULL);
    json_text(j, "id", live->id);
    json_text(j, "game", live->game->name);
    json_text(j, "title", live->game->title ? live->game->title : live->game->name);
    json_text(j, "options", options ? options : "");
    json_array(j, "seats");
    for (int i = 0; i < live->game->players; i++)
        json_text(j, NULL, live->spec[i]);
    json_end_array(j);
    json_integer(j, "plies", zm_position_plies(live->position));
    json_integer(j, "turn", zm_position_turn(live->position));
    write_result(j, live);
    json_integer(j, "touched", live->touched);
    json_end_object(j);
}

void lives_write(struct json *j, const char *key, const struct lives *lives)
{
    json_array(j, key);
    for (struct live *l = live_first(lives); l; l = l->next)
        live_write_summary(j, l);
    json_end_array(j);
}

/* -------------------------------------------------------------------- topics -- */

/* "game:ID:KEY" apart. */
struct topic {
    char kind[16], id[PART_TEXT], key[64];
};

static bool topic_read(const char *text, struct topic *t)
{
    const char *const first = strchr(text, ':');
    memset(t, 0, sizeof *t);
    if (strlen(text) >= TOPIC_TEXT)
        return false;
    if (!first) {
        snprintf(t->kind, sizeof t->kind, "%.15s", text);
        return true;
    }
    const char *const second = strchr(first + 1, ':');
    const size_t id = second ? (size_t)(second - first - 1) : strlen(first + 1);
    if ((size_t)(first - text) >= sizeof t->kind || id >= sizeof t->id ||
        (second && strlen(second + 1) >= sizeof t->key))
        return false;
    memcpy(t->kind, text, (size_t)(first - text));
    memcpy(t->id, first + 1, id);
    if (second)
        snprintf(t->key, sizeof t->key, "%s", second + 1);
    return true;
}

bool topic_good(struct server *server, const char *text)
{
    struct topic t;
    if (!topic_read(text, &t))
        return false;
    if (!strcmp(t.kind, "games") || !strcmp(t.kind, "matches") || !strcmp(t.kind, "runs"))
        return !t.id[0];
    if (!strcmp(t.kind, "run"))
        return !t.key[0] && run_exists(server, t.id);
    if (!strcmp(t.kind, "match"))
        return t.id[0] && strspn(t.id, "0123456789") == strlen(t.id) && strlen(t.id) < 19;
    if (strcmp(t.kind, "game") != 0 && strcmp(t.kind, "tree") != 0)
        return false;
    const struct live *const live = live_find(server, t.id);
    return live && live_seat_of(live, t.key) >= -1;
}

/* The text of a topic's whole state; NULL: there is none. */
static char *topic_state(struct server *server, const char *text, const char **event,
                         size_t *length)
{
    struct topic t;
    char *out = NULL;
    if (!topic_read(text, &t))
        return NULL;
    struct live *const live = !strcmp(t.kind, "game") ? live_find(server, t.id) : NULL;
    const bool games = !strcmp(t.kind, "games");
    struct json j = { .out = live || games ? open_memstream(&out, length) : NULL };
    if (!strncmp(t.kind, "run", 3))
        return runs_topic(server, t.kind, t.id, event, length);
    if (!j.out)
        return watch_topic(server, t.kind, t.id, event, length);
    json_object(&j, NULL);
    if (live) {
        *event = "state";
        json_text(&j, "topic", text);
        live_write_state(&j, "state", live, live_seat_of(live, t.key));
    } else {
        *event = "games";
        lives_write(&j, "games", server->lives);
    }
    json_end_object(&j);
    fclose(j.out);
    return out;
}

void topic_tell(struct server *server, const char *client, const char *topic)
{
    struct topic t;
    const char *event = NULL;
    size_t length = 0;
    struct live *const live =
        topic_read(topic, &t) && !strcmp(t.kind, "game") ? live_find(server, t.id) : NULL;
    if (live)
        live_go_on(live); /* it may have slept in the store */
    char *const text = topic_state(server, topic, &event, &length);
    if (text)
        hub_tell(server->hub, client, event, text, length);
    free(text);
}

static void publish(void *user, const char *topic)
{
    struct server *const server = user;
    const char *event = NULL;
    size_t length = 0;
    char *const text = topic_state(server, topic, &event, &length);
    if (text)
        hub_publish(server->hub, topic, event, text, length);
    free(text);
}

void lives_publish_now(struct server *server)
{
    hub_each(server->hub, "games", publish, server);
}

void live_publish(struct live *live)
{
    char topic[TOPIC_TEXT];
    snprintf(topic, sizeof topic, "game:%s", live->id);
    hub_each(live->server->hub, topic, publish, live->server);
    lives_publish(live->server);
}

static void publish_thinking(void *user, const char *topic)
{
    const struct live *const live = user;
    hub_publish(live->server->hub, topic, "thinking", live->told, strlen(live->told));
}

void live_publish_thinking(struct live *live)
{
    char topic[TOPIC_TEXT];
    snprintf(topic, sizeof topic, "game:%s", live->id);
    if (live->told)
        hub_each(live->server->hub, topic, publish_thinking, live);
}
