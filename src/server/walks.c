#include "server/walks.h"

#include "server/inside.h"
#include "teach/walk_json.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 4 };

struct kept {
    char id[33]; /* "": free */
    struct walk walk;
    const struct zm_game *game;
    uint64_t used;
};

struct walks {
    pthread_mutex_t lock;
    atomic_bool stopping, busy;
    uint64_t clock; /* rises with every look */
    struct kept kept[KEPT];
};

struct walks *walks_new(void)
{
    struct walks *const walks = calloc(1, sizeof *walks);
    if (walks)
        pthread_mutex_init(&walks->lock, NULL);
    return walks;
}

void walks_stop(struct walks *walks)
{
    atomic_store(&walks->stopping, true);
}

static void forget(struct kept *kept)
{
    if (!kept->id[0])
        return;
    walk_end(&kept->walk);
    zm_game_close(kept->game);
    *kept = (struct kept){ 0 };
}

void walks_free(struct walks *walks)
{
    if (!walks)
        return;
    for (int i = 0; i < KEPT; i++)
        forget(&walks->kept[i]);
    pthread_mutex_destroy(&walks->lock);
    free(walks);
}

bool walks_start(struct walks *walks)
{
    return !atomic_exchange(&walks->busy, true);
}

void walks_done(struct walks *walks)
{
    atomic_store(&walks->busy, false);
}

const atomic_bool *walks_stopping(const struct walks *walks)
{
    return &walks->stopping;
}

void walks_keep(struct walks *walks, struct walk *walk, const struct zm_game *game,
                const char id[33])
{
    pthread_mutex_lock(&walks->lock);
    struct kept *oldest = &walks->kept[0];
    for (int i = 1; i < KEPT; i++)
        if (walks->kept[i].used < oldest->used)
            oldest = &walks->kept[i];
    forget(oldest);
    *oldest = (struct kept){ .walk = *walk, .game = game, .used = ++walks->clock };
    memcpy(oldest->id, id, sizeof oldest->id);
    pthread_mutex_unlock(&walks->lock);
}

bool walks_show(struct walks *walks, const char *id, struct json *j, const char *key, uint32_t n,
                int most)
{
    bool done = false;
    pthread_mutex_lock(&walks->lock);
    for (int i = 0; i < KEPT && *id; i++)
        if (!strcmp(walks->kept[i].id, id)) {
            walks->kept[i].used = ++walks->clock;
            done = walk_json(j, key, &walks->kept[i].walk, n, most);
        }
    pthread_mutex_unlock(&walks->lock);
    return done;
}
