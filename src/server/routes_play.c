/* routes_play.c -- the requests that change a game. */
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

/* The same for what changes the game: where information is hidden only with a key. */
static struct live *game_to_change(struct request *r, int *viewer)
{
    struct live *const live = game_of(r, viewer);
    if (live && (live->game->flags & ZM_HIDDEN) && *viewer < 0) {
        request_refuse(r, 403, "in this game a seat is opened by its key alone");
        return NULL;
    }
    return live;
}

/* The game has changed: tell everybody, go on, and answer. */
static void answer_changed(struct request *r, struct live *live, int viewer)
{
    live_changed(live);
    live_go_on(live);
    live_write_state(r->json, NULL, live, viewer);
}

void get_game(struct request *r)
{
    int viewer;
    struct live *const live = game_of(r, &viewer);
    if (!live)
        return;
    live_go_on(live); /* it may have slept in the store */
    live_write_state(r->json, NULL, live, viewer);
}

void post_close(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    live_close(live);
    json_object(r->json, NULL);
    json_bool(r->json, "done", true);
    json_end_object(r->json);
}

void post_move(struct request *r)
{
    struct zm_error error;
    const char *text = NULL;
    double ply = -1;
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !body_text(r, "move", &text) || !body_number(r, "ply", 0, 1e9, &ply))
        return;
    const int turn = zm_position_turn(live->position), here = zm_position_plies(live->position);
    if (!text) {
        request_refuse(r, 400, "\"move\" is missing");
    } else if (ply >= 0 && (int)ply != here) {
        request_refuse(r, 409, "the move is meant for another position: %d moves are played", here);
    } else if (live_over(live)) {
        request_refuse(r, 409, "the game is over");
    } else if (live->paused) {
        request_refuse(r, 409, "the game is paused");
    } else if (turn < 0 || !live_is_person(live, turn)) {
        request_refuse(r, 409, "it is not a person's turn");
    } else if (live_hides(live) && viewer != turn) {
        request_refuse(r, 403, "it is the turn of player %d", turn + 1);
    } else {
        const zm_move m = zm_position_read_move(live->position, text, &error);
        if (m == ZM_NO_MOVE) {
            request_refuse(r, 422, "%s", error.text);
            return;
        }
        think_cancel(live);
        live->offer = -1;
        if (live_play(live, m, &error))
            request_refuse(r, 422, "%s", error.text);
        else
            answer_changed(r, live, viewer);
    }
}

/* Where information is hidden, a move that was seen cannot be unseen. */
static bool may_go_back(struct request *r, const struct live *live)
{
    if (!live_hides(live))
        return true;
    request_refuse(r, 409, "moves are not taken back where information is hidden");
    return false;
}

static void go_to(struct request *r, struct live *live, int viewer, int ply)
{
    const int end = live_end(live);
    if (ply < 0 || ply > end) {
        request_refuse(
            r, 409, ply < 0 ? "there is no move to take back" : "there is no move to play again");
        return;
    }
    live_goto(live, ply);
    answer_changed(r, live, viewer);
}

/* The last decision of somebody before `ply`; -1: there is none. `person`: of a person. */
static int decision_before(const struct live *live, int ply, bool person)
{
    for (int i = ply - 1; i >= 0; i--) {
        const int turn = live->game->turn(position_state_at(live->position, i));
        if (turn >= 0 && (!person || live_is_person(live, turn)))
            return i;
    }
    return -1;
}

/* Chance decides by itself and would decide again at once: it goes with the move before it. And
 * whoever takes back a move does not want the computer to play it again: the game is paused if
 * it would. */
void post_undo(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !may_go_back(r, live))
        return;
    const int ply = decision_before(live, zm_position_plies(live->position), false);
    if (ply >= 0 && !live_is_person(live, live->game->turn(position_state_at(live->position, ply))))
        live->paused = true;
    go_to(r, live, viewer, ply);
}

void post_redo(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (live && may_go_back(r, live))
        go_to(r, live, viewer, zm_position_plies(live->position) + 1);
}

void post_takeback(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (live && may_go_back(r, live))
        go_to(r, live, viewer, decision_before(live, zm_position_plies(live->position), true));
}

void post_goto(struct request *r)
{
    double ply = -1;
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !may_go_back(r, live) || !body_number(r, "ply", 0, 1e9, &ply))
        return;
    if (ply < 0 || ply > live_end(live))
        request_refuse(r, 422, "\"ply\": expected a number from 0 to %d", live_end(live));
    else
        go_to(r, live, viewer, (int)ply);
}

void post_keep(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    live->offer = -1;
    answer_changed(r, live, viewer);
}

void post_restart(struct request *r)
{
    struct zm_error error;
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    live_goto(live, 0);
    struct zm_position *const p = zm_position_new(live->game, &error);
    const char *const origin = zm_position_origin(live->position);
    if (!p || (origin && zm_position_read(p, origin, &error))) {
        zm_position_free(p);
        request_refuse(r, 503, "%s", error.text);
        return;
    }
    for (int i = 0; i < live->game->players; i++)
        zm_position_set_seat(p, i, live->spec[i]);
    zm_position_free(live->position);
    live->position = p;
    memset(live->leaf, 0, (size_t)live->leaves * sizeof *live->leaf);
    live->filled = 0;
    live->paused = false;
    live_clock_start(live, live->allowed, live->increment);
    answer_changed(r, live, viewer);
}

static void take_seats(struct request *r, struct live *live, const char *const seat[], int viewer)
{
    struct zm_error error;
    think_cancel(live);
    if (live_seat(live, seat, &error)) {
        request_refuse(r, 422, "%s", error.text);
        live_go_on(live);
        return;
    }
    live->error[0] = '\0';
    answer_changed(r, live, viewer);
}

/* The keys go with the persons. */
void post_swap(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    const int players = live->game->players;
    char(*spec)[SPEC_TEXT] = malloc(ZM_MAX_PLAYERS * sizeof *spec);
    char key[ZM_MAX_PLAYERS][LIVE_KEY];
    const char *seat[ZM_MAX_PLAYERS];
    if (!spec) {
        request_refuse(r, 503, "%s", out_of_memory);
        return;
    }
    for (int i = 0; i < players; i++) {
        const int to = (i + 1) % players;
        memcpy(spec[to], live->spec[i], SPEC_TEXT);
        memcpy(key[to], live->key[i], LIVE_KEY);
        seat[to] = spec[to];
    }
    memcpy(live->key, key, (size_t)players * sizeof *key);
    take_seats(r, live, seat, viewer >= 0 ? (viewer + 1) % players : viewer);
    free(spec);
}

void post_seats(struct request *r)
{
    const char *seat[ZM_MAX_PLAYERS];
    int viewer, seats;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !body_texts(r, "seats", ZM_MAX_PLAYERS, seat, &seats))
        return;
    if (seats != live->game->players)
        request_refuse(r, 422, "\"seats\": expected %d players", live->game->players);
    else
        take_seats(r, live, seat, viewer);
}

/* A switch of the body that must be there. */
static bool read_switch(struct request *r, bool *on)
{
    if (body_has(r, "on"))
        return body_bool(r, "on", on);
    request_refuse(r, 400, "\"on\" is missing: expected true or false");
    return false;
}

void post_pause(struct request *r)
{
    bool on = false;
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !read_switch(r, &on))
        return;
    live_pause(live, on);
    live_write_state(r->json, NULL, live, viewer);
}

void post_resign(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    const int turn = zm_position_turn(live->position);
    int who = viewer;
    if (who < 0 && turn >= 0 && live_is_person(live, turn))
        who = turn;
    for (int i = 0; who < 0 && i < live->game->players; i++)
        if (live_is_person(live, i))
            who = i;
    if (live_over(live) || who < 0) {
        request_refuse(r, 409, who < 0 ? "no person plays" : "the game is over");
        return;
    }
    think_cancel(live);
    live->ending = ENDED_RESIGNED;
    live->loser = who;
    live->offer = -1;
    answer_changed(r, live, viewer);
}

void post_hint(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    const int turn = zm_position_turn(live->position);
    if (live_over(live) || turn < 0 || !live_is_person(live, turn)) {
        request_refuse(r, 409, "a hint is for a person who is to move");
        return;
    }
    if (live->game->flags & ZM_HIDDEN) {
        request_refuse(r, 409, "there are no hints where information is hidden");
        return;
    }
    think_cancel(live);
    live->hinted = false;
    think_begin(live, FOR_HINT, zm_position_plies(live->position));
    live_write_state(r->json, NULL, live, viewer);
}

void post_now(struct request *r)
{
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live)
        return;
    think_now(live);
    live_write_state(r->json, NULL, live, viewer);
}

void post_analyse(struct request *r)
{
    struct zm_error error;
    bool on = false;
    const char *by = NULL;
    int viewer;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !read_switch(r, &on) || !body_text(r, "by", &by))
        return;
    if (on && (live->game->flags & ZM_HIDDEN)) {
        request_refuse(r, 409, "there is no analysis where information is hidden");
        return;
    }
    if (by && *by) {
        struct zm_search *const search =
            think_allows(r->server, live->game, by, &error) || strlen(by) >= SPEC_TEXT
                ? NULL
                : zm_search_new(live->game, by, &error);
        if (!search) {
            request_refuse(r, 422, "%s", error.text);
            return;
        }
        zm_search_free(search);
    }
    if (by && strcmp(by, live->analyse_by) != 0) { /* everything anew */
        snprintf(live->analyse_by, sizeof live->analyse_by, "%s", by);
        live->filled = 0;
        for (int i = 0; i < live->leaves; i++)
            live->leaf[i].point.player = true;
    }
    live->analyse = on;
    live->error[0] = '\0';
    if (live->thought && think_purpose(live) == FOR_ANALYSIS)
        think_cancel(live);
    answer_changed(r, live, viewer);
}

void post_teach(struct request *r)
{
    int viewer;
    bool on = false;
    struct live *const live = game_to_change(r, &viewer);
    if (!live || !read_switch(r, &on))
        return;
    live->teach = on;
    if (!on)
        live->offer = -1;
    /* What was played before is not judged now. */
    for (int i = 0; on && i < zm_position_plies(live->position); i++) {
        struct leaf *const leaf = live_leaf(live, i);
        if (leaf)
            leaf->judged.known = true;
    }
    answer_changed(r, live, viewer);
}
