#include "server/live.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "server/library.h"
#include "server/runs.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ------------------------------------------------------------------- making -- */

bool live_is_person(const struct live *live, int player)
{
    return !strcmp(live->spec[player], "human");
}

const char *live_seat(struct live *live, const char *const spec[], struct zm_error *error)
{
    const int players = live->game->players;
    struct player *sits[ZM_MAX_PLAYERS] = { NULL };
    char *about[ZM_MAX_PLAYERS] = { NULL };
    const char *wrong = NULL;
    for (int i = 0; i < players && !wrong; i++) {
        char named[SPEC_TEXT];
        wrong = think_seat(live->server, spec[i], named, error);
        if (!wrong) {
            sits[i] = player_new(live->game, named, zm_mix(live->seed + (uint64_t)i), error);
            wrong = sits[i] ? NULL : runs_conceal(live->server, error);
        }
        if (!wrong && player_about(sits[i]))
            about[i] = strdup(player_about(sits[i]));
    }
    for (int i = 0; i < players; i++) {
        struct player *const other = wrong ? sits[i] : live->player[i];
        char *const text = wrong ? about[i] : live->about[i];
        if (!wrong) {
            const bool person = player_is_human(sits[i]);
            live->player[i] = person ? NULL : sits[i];
            live->about[i] = about[i];
            snprintf(live->spec[i], sizeof live->spec[i], "%s", spec[i]);
            zm_position_set_seat(live->position, i, spec[i]);
            if (person)
                player_free(sits[i]);
            if (person && !live->key[i][0])
                secret_make(live->key[i]);
        }
        player_free(other);
        free(text);
    }
    return wrong;
}

struct live *live_new(struct server *server, const struct zm_game *game, struct zm_position *p,
                      const char *const seat[], struct zm_error *error)
{
    struct live *const live = calloc(1, sizeof *live);
    if (!live) {
        sentence(error, "%s", out_of_memory);
        zm_position_free(p);
        zm_game_close(game);
        return NULL;
    }
    char secret[33];
    secret_make(secret);
    live->server = server;
    snprintf(live->id, sizeof live->id, "%.12s", secret);
    live->seed = strtoull(secret + 16, NULL, 16) | 1;
    live->dice = zm_mix(live->seed) | 1;
    live->game = game;
    live->position = p;
    live->offer = -1;
    live->loser = -1;
    live->version = 1;
    live->touched = time(NULL);
    live->began = live->since = clock_now();
    live->info = library_info(live->server->library, game);
    if (live->info && !live_seat(live, seat, error))
        return live;
    if (!live->info)
        sentence(error, "%s", out_of_memory);
    live_free(live);
    return NULL;
}

void live_free(struct live *live)
{
    if (!live)
        return;
    for (int i = 0; i < ZM_MAX_PLAYERS; i++) {
        player_free(live->player[i]);
        free(live->about[i]);
    }
    free(live->leaf);
    free(live->told);
    free(live->tree);
    free(live->info);
    zm_position_free(live->position);
    zm_game_close(live->game);
    free(live);
}

/* -------------------------------------------------------------------- plies -- */

struct leaf *live_leaf(struct live *live, int ply)
{
    if (ply >= live->leaves) {
        const int room = ply + 32;
        struct leaf *const more = realloc(live->leaf, (size_t)room * sizeof *more);
        if (!more)
            return NULL;
        memset(more + live->leaves, 0, (size_t)(room - live->leaves) * sizeof *more);
        live->leaf = more;
        live->leaves = room;
    }
    return &live->leaf[ply];
}

int live_end(const struct live *live)
{
    struct zm_position *const p = live->position;
    const int here = zm_position_plies(p);
    int end = here;
    while (zm_position_redo(p))
        end++;
    while (zm_position_plies(p) > here)
        zm_position_undo(p);
    return end;
}

/* What was known of plies from here on belongs to another line. */
static void forget_from(struct live *live, int ply)
{
    for (int i = ply; i < live->leaves; i++)
        live->leaf[i] = (struct leaf){ .seconds = 0 };
    if (live->filled > ply)
        live->filled = ply;
}

bool live_over(const struct live *live)
{
    return live->ending != NOT_ENDED || zm_position_turn(live->position) == ZM_OVER;
}

bool live_hides(const struct live *live)
{
    return (live->game->flags & ZM_HIDDEN) && !live_over(live);
}

int live_seat_of(const struct live *live, const char *key)
{
    if (!key || !*key)
        return -1;
    for (int i = 0; i < live->game->players; i++)
        if (live->key[i][0] && secret_same(live->key[i], key))
            return i;
    return -2;
}

/* ------------------------------------------------------------------- clocks -- */

static int running(const struct live *live)
{
    const int turn = zm_position_turn(live->position);
    return live->clocked && !live->paused && !live_over(live) && turn >= 0 ? turn : -1;
}

double live_clock_left(const struct live *live, int player, double now)
{
    const double left = live->left[player] - (running(live) == player ? now - live->since : 0);
    return left > 0 ? left : 0;
}

void live_clock_start(struct live *live, double seconds, double increment)
{
    live->clocked = seconds > 0;
    live->allowed = seconds;
    live->increment = increment;
    live->since = clock_now();
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        live->left[i] = seconds;
}

/* Take off what has run so far. */
void live_clock_settle(struct live *live)
{
    const double now = clock_now();
    const int turn = running(live);
    if (turn >= 0)
        live->left[turn] = live_clock_left(live, turn, now);
    live->since = now;
}

void live_tick(struct live *live, double now)
{
    const int turn = running(live);
    if (turn < 0 || live_clock_left(live, turn, now) > 0)
        return;
    live_clock_settle(live);
    think_cancel(live);
    live->ending = ENDED_TIME;
    live->loser = turn;
    live_changed(live);
}

void live_pause(struct live *live, bool paused)
{
    if (paused == live->paused)
        return;
    live_clock_settle(live);
    if (paused)
        think_cancel(live);
    live->paused = paused;
    live->since = live->began = clock_now();
    live_changed(live);
    live_go_on(live);
}

/* -------------------------------------------------------------------- moves -- */

/* Something is otherwise than before: whatever is thought about is void. */
void live_changed(struct live *live)
{
    live->version++;
    live->touched = time(NULL);
    live->dirty = true;
    live_publish(live);
}

const char *live_play(struct live *live, zm_move m, struct zm_error *error)
{
    const int turn = zm_position_turn(live->position), ply = zm_position_plies(live->position);
    struct leaf *const leaf = live_leaf(live, ply + 1) ? live_leaf(live, ply) : NULL;
    const double now = clock_now();
    if (!leaf)
        return sentence(error, "%s", out_of_memory);
    live_clock_settle(live);
    /* The same move again keeps the line that was taken back. */
    bool same = zm_position_redo(live->position);
    if (same && zm_position_played(live->position, ply) != m) {
        zm_position_undo(live->position);
        same = false;
    }
    if (!same && zm_position_play(live->position, m, error))
        return error->text;
    if (!same) {
        forget_from(live, ply + 1);
        leaf->judged.known = false;
    }
    if (turn >= 0) {
        leaf->seconds = now - live->began;
        if (live->clocked)
            live->left[turn] += live->increment;
    }
    live->began = live->since = now;
    live->hinted = false;
    live->error[0] = '\0';
    return NULL;
}

void live_goto(struct live *live, int ply)
{
    think_cancel(live);
    live_clock_settle(live);
    while (zm_position_plies(live->position) > ply && zm_position_undo(live->position))
        ;
    while (zm_position_plies(live->position) < ply && zm_position_redo(live->position))
        ;
    live->ending = NOT_ENDED;
    live->loser = -1;
    live->offer = -1;
    live->hinted = false;
    live->error[0] = '\0';
    live->began = live->since = clock_now();
    free(live->told);
    free(live->tree);
    live->told = live->tree = NULL;
}

/* Where chance has only one say, or any: it decides at once. */
static void chance_decides(struct live *live)
{
    struct zm_error error;
    while (zm_position_turn(live->position) == ZM_CHANCE) {
        const zm_move m = zm_position_draw(live->position, &live->dice);
        if (m == ZM_NO_MOVE || live_play(live, m, &error))
            return;
        live_changed(live);
    }
}

/* The last move of a person, if it is there to be judged: its ply, or -1. */
static int to_be_judged(struct live *live)
{
    for (int ply = zm_position_plies(live->position) - 1; ply >= 0; ply--) {
        const struct zm_position *const p = live->position;
        const int turn = live->game->turn(position_state_at(p, ply));
        const struct leaf *const leaf = live_leaf(live, ply);
        if (turn == ZM_CHANCE)
            continue;
        return turn >= 0 && live_is_person(live, turn) && leaf && !leaf->judged.known ? ply : -1;
    }
    return -1;
}

/* What a player said of it may be a joke of a low level. */
static bool analysed(const struct leaf *leaf)
{
    return leaf->point.known && !leaf->point.player;
}

/* A ply that the analysis has not looked at; -1: none. */
static int to_be_analysed(struct live *live)
{
    const int here = zm_position_plies(live->position);
    const struct leaf *const leaf = live_leaf(live, here);
    if (leaf && !analysed(leaf) && zm_position_turn(live->position) >= 0)
        return here;
    for (; live->filled < here; live->filled++) {
        const struct leaf *const other = live_leaf(live, live->filled);
        if (other && !analysed(other) &&
            live->game->turn(position_state_at(live->position, live->filled)) >= 0)
            return live->filled;
    }
    return -1;
}

void live_go_on(struct live *live)
{
    if (live->thought || live->server->stopping)
        return;
    if (!live->paused && live->ending == NOT_ENDED)
        chance_decides(live);
    const int turn = zm_position_turn(live->position);
    const bool over = live_over(live), hides = live->game->flags & ZM_HIDDEN;
    if (live->teach && !hides && !live->paused && live->ending == NOT_ENDED) {
        const int ply = to_be_judged(live);
        if (ply >= 0) {
            think_begin(live, FOR_JUDGEMENT, ply);
            return;
        }
    }
    if (!over && !live->paused && live->offer < 0 && turn >= 0 && !live_is_person(live, turn) &&
        !live->error[0]) {
        think_begin(live, FOR_MOVE, zm_position_plies(live->position));
        return;
    }
    if (live->analyse && !hides) {
        const int ply = to_be_analysed(live);
        if (ply >= 0)
            think_begin(live, FOR_ANALYSIS, ply);
    }
}
