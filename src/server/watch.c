#include "server/watch.h"
#include "server/routes.h"

#include "base/json.h"
#include "base/sentence.h"

#include <stdlib.h>

struct watches {
    struct server *server;
};

struct watches *watches_new(struct server *server, struct zm_error *error)
{
    struct watches *const w = calloc(1, sizeof *w);
    if (!w)
        sentence(error, "%s", out_of_memory);
    else
        w->server = server;
    return w;
}
void watches_stop(struct watches *watches)
{
    (void)watches;
}
void watches_free(struct watches *watches)
{
    free(watches);
}
char *watch_topic(struct server *server, const char *kind, const char *id, const char **event,
                  size_t *length)
{
    (void)server;
    (void)kind;
    (void)id;
    (void)event;
    (void)length;
    return NULL;
}
struct zm_position *watch_stored(struct server *server, int64_t id, const struct zm_game **game,
                                 struct zm_error *error)
{
    (void)server;
    (void)id;
    *game = NULL;
    sentence(error, "not yet");
    return NULL;
}
static void later(struct request *r)
{
    request_refuse(r, 501, "not yet");
}
void get_matches(struct request *r)
{
    later(r);
}
void post_matches(struct request *r)
{
    later(r);
}
void get_match(struct request *r)
{
    later(r);
}
void post_match_pause(struct request *r)
{
    later(r);
}
void post_match_resume(struct request *r)
{
    later(r);
}
void get_stored(struct request *r)
{
    later(r);
}
