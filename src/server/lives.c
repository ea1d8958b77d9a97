/* lives.c -- all games of the server: how many there may be, who keeps memory, and the thread that
 * looks after the clocks, the signs of life and the store. */
#include "server/live.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "match/store_kept.h"

#include <errno.h>
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
        if (!oldest || warm <= most)
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
        live_clock_settle(l);
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
