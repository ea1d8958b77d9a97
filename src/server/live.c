#include "server/live.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "match/store_kept.h"
#include "server/library.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct lives {
    struct server *server;
    struct live *first;
    int count;
    struct store *store; /* of the keeper alone; or NULL */
    pthread_t keeper;
    bool started, ending;
    pthread_cond_t wake;
    char (*gone)[LIVE_ID]; /* closed, and still in the store */
    int gone_count;
    bool changed; /* the list of all games, since it was told */
    double told;
};

static const double list_every = 0.3; /* seconds: it is long */

void lives_publish(struct server *server)
{
    server->lives->changed = true;
}

struct live *live_first(const struct lives *lives)
{
    return lives->first;
}

struct live *live_find(struct server *server, const char *id)
{
    struct live *live = server->lives->first;
    while (live && strcmp(live->id, id) != 0)
        live = live->next;
    return live;
}

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
        wrong = think_allows(live->server, live->game, spec[i], error);
        if (!wrong && strlen(spec[i]) >= sizeof live->spec[i])
            wrong = sentence(error, "the name of a player is too long");
        if (!wrong) {
            sits[i] = player_new(live->game, spec[i], zm_mix(live->seed + (uint64_t)i), error);
            wrong = sits[i] ? NULL : error->text;
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
    live->info = library_info(game);
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
    free(live->info);
    zm_position_free(live->position);
    zm_game_close(live->game);
    free(live);
}

/* Nobody looks at it: of these the one that was touched longest ago. */
static struct live *least_touched(struct lives *lives)
{
    struct live *least = NULL;
    for (struct live *l = lives->first; l; l = l->next) {
        char topic[TOPIC_TEXT];
        snprintf(topic, sizeof topic, "game:%s", l->id);
        if ((!least || l->touched < least->touched) && !hub_is_heard(lives->server->hub, topic))
            least = l;
    }
    return least;
}

const char *live_add(struct live *live, struct zm_error *error)
{
    struct lives *const lives = live->server->lives;
    const int most = live->server->settings.most.games;
    if (lives->count >= most) {
        struct live *const least = least_touched(lives);
        if (!least || time(NULL) - least->touched < 60)
            return sentence(error, "%d games are open, as many as there may be: close one", most);
        live_close(least);
    }
    live->next = lives->first;
    lives->first = live;
    lives->count++;
    live->dirty = true;
    return NULL;
}

/* The store forgets it, too. */
void live_close(struct live *live)
{
    struct server *const server = live->server;
    struct lives *const lives = server->lives;
    struct live **at = &lives->first;
    char text[64];
    think_cancel(live);
    while (*at != live)
        at = &(*at)->next;
    *at = live->next;
    lives->count--;
    char(*const more)[LIVE_ID] =
        realloc(lives->gone, (size_t)(lives->gone_count + 1) * sizeof *more);
    if (more) {
        lives->gone = more;
        memcpy(lives->gone[lives->gone_count++], live->id, LIVE_ID);
    }
    const int length = snprintf(text, sizeof text, "{\"id\":\"%s\"}", live->id);
    char topic[TOPIC_TEXT];
    snprintf(topic, sizeof topic, "game:%s", live->id);
    hub_publish(server->hub, topic, "closed", text, (size_t)length);
    live->closed = true;
    if (live->thoughts == 0)
        live_free(live); /* else the last of them does */
    lives_publish(server);
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
static void clock_settle(struct live *live)
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
    clock_settle(live);
    think_cancel(live);
    live->ending = ENDED_TIME;
    live->loser = turn;
    live_changed(live);
}

void live_pause(struct live *live, bool paused)
{
    if (paused == live->paused)
        return;
    clock_settle(live);
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
    clock_settle(live);
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
    clock_settle(live);
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
    live->told = NULL;
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

/* ------------------------------------------------------------------- memory -- */

void lives_cool(struct lives *lives)
{
    const int most = 2 * lives->server->settings.most.workers;
    for (;;) {
        struct live *oldest = NULL;
        int warm = 0;
        for (struct live *l = lives->first; l; l = l->next) {
            warm += l->warm;
            if (l->warm && (!oldest || l->touched < oldest->touched))
                oldest = l;
        }
        if (warm <= most)
            return;
        for (int i = 0; i < oldest->game->players; i++) {
            player_free(oldest->player[i]);
            oldest->player[i] = NULL; /* made anew when it is needed */
        }
        oldest->warm = false;
    }
}

/* ------------------------------------------------------------------ keeping -- */

static struct live *first_dirty(const struct lives *lives)
{
    struct live *live = lives->first;
    while (live && !live->dirty)
        live = live->next;
    return live;
}

/* Write what has changed to the store; the lock is open while the file is written. */
static void keep_all(struct lives *lives)
{
    struct server *const server = lives->server;
    struct zm_error error;
    bool failed = false;
    server_lock(server);
    while (lives->gone_count > 0) {
        char id[LIVE_ID];
        memcpy(id, lives->gone[--lives->gone_count], LIVE_ID);
        server_unlock(server);
        store_drop(lives->store, id, &error);
        server_lock(server);
    }
    struct live *live;
    while ((live = first_dirty(lives)) && !failed) {
        char id[LIVE_ID];
        char *const text = live_kept(live);
        memcpy(id, live->id, LIVE_ID);
        live->dirty = false;
        server_unlock(server);
        failed = !text || store_keep(lives->store, id, text, &error);
        free(text);
        server_lock(server);
        live = failed ? live_find(server, id) : NULL; /* it may be gone by now */
        if (live)
            live->dirty = true;
    }
    server_unlock(server);
}

/* The clocks, the signs of life, and what is to be saved. */
static void *keep(void *user)
{
    struct lives *const lives = user;
    struct server *const server = lives->server;
    int tick = 0;
    server_lock(server);
    while (!lives->ending) {
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        while (!lives->ending &&
               pthread_cond_timedwait(&lives->wake, &server->lock, &until) != ETIMEDOUT)
            ;
        const double now = clock_now();
        for (struct live *l = lives->first; l; l = l->next)
            live_tick(l, now);
        if (lives->changed && now - lives->told >= list_every) {
            lives->changed = false;
            lives->told = now;
            lives_publish_now(server);
        }
        if (++tick % 10 == 0) {
            server_unlock(server);
            hub_tick(server->hub, now);
            if (lives->store)
                keep_all(lives);
            server_lock(server);
        }
    }
    server_unlock(server);
    if (lives->store)
        keep_all(lives);
    return NULL;
}

static bool restore(void *user, const char *id, const char *text)
{
    struct lives *const lives = user;
    struct zm_error error;
    struct live *const live = lives->count < lives->server->settings.most.games
                                  ? live_restore(lives->server, text, &error)
                                  : NULL;
    if (live && !strcmp(live->id, id)) {
        live->next = lives->first;
        lives->first = live;
        lives->count++;
    } else {
        live_free(live); /* of a plug-in that is not here today: it stays in the store */
    }
    return true;
}

static const char *open_store(struct lives *lives, struct zm_error *error)
{
    if (!lives->server->settings.store)
        return NULL;
    lives->store = store_open(lives->server->settings.store, true, error);
    return lives->store ? store_kept(lives->store, restore, lives, error) : error->text;
}

struct lives *lives_new(struct server *server, struct zm_error *error)
{
    struct lives *const lives = calloc(1, sizeof *lives);
    if (!lives) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&lives->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    lives->server = server;
    server->lives = lives;
    if (!open_store(lives, error)) {
        lives->started = !pthread_create(&lives->keeper, NULL, keep, lives);
        if (lives->started)
            return lives;
        sentence(error, "no thread could be started");
    }
    server->lives = NULL;
    lives_free(lives);
    return NULL;
}

void lives_stop(struct lives *lives)
{
    server_lock(lives->server);
    for (struct live *l = lives->first; l; l = l->next) {
        clock_settle(l);
        think_cancel(l);
        l->dirty = true;
    }
    lives->ending = true;
    pthread_cond_signal(&lives->wake);
    server_unlock(lives->server);
    if (lives->started)
        pthread_join(lives->keeper, NULL);
    lives->started = false;
}

void lives_free(struct lives *lives)
{
    if (!lives)
        return;
    while (lives->first) {
        struct live *const live = lives->first;
        lives->first = live->next;
        live_free(live);
    }
    store_close(lives->store);
    pthread_cond_destroy(&lives->wake);
    free(lives->gone);
    free(lives);
}
