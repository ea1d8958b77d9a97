/* runs_tell.c -- who listens is told how the runs go. Nobody tells this server when a file changes
 * that another program writes; so a thread looks, now and then, and only while somebody listens. */
#include "server/runs.h"

#include "base/json.h"
#include "base/sentence.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

static const long look_every = 500; /* milliseconds */

/* As JSON on one line, to be freed; NULL: there is no such thing. */
static char *text_of(struct server *server, const char *topic)
{
    char *text = NULL;
    size_t length = 0;
    bool found = true;
    struct json j = { .out = open_memstream(&text, &length) };
    if (!j.out)
        return NULL;
    if (!strcmp(topic, "runs")) {
        json_object(&j, NULL);
        runs_write(&j, "runs", server);
        json_end_object(&j);
    } else {
        found = run_write(&j, server, topic + strlen("run:"), true);
    }
    fclose(j.out);
    if (found)
        return text;
    free(text);
    return NULL;
}

static struct told **find(struct runs *runs, const char *topic)
{
    struct told **at = &runs->told;
    while (*at && strcmp((*at)->topic, topic) != 0)
        at = &(*at)->next;
    return at;
}

static void note(void *user, const char *topic)
{
    struct runs *const runs = user;
    struct told **const at = find(runs, topic);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (*at)
            snprintf((*at)->topic, sizeof(*at)->topic, "%s", topic);
    }
    if (*at)
        (*at)->heard = true;
}

/* Which topics are heard of: what was told of others is forgotten. Under the lock. */
static void take_topics(struct runs *runs)
{
    for (struct told *t = runs->told; t; t = t->next)
        t->heard = false;
    hub_each(runs->server->hub, "runs", note, runs);
    hub_each(runs->server->hub, "run", note, runs);
    for (struct told **at = &runs->told; *at;) {
        struct told *const t = *at;
        if (t->heard) {
            at = &t->next;
            continue;
        }
        *at = t->next;
        free(t->text);
        free(t);
    }
}

/* Only this thread changes the list, so it may be walked through while the lock is let go. */
static void tell_all(struct runs *runs)
{
    struct server *const server = runs->server;
    take_topics(runs);
    for (struct told *t = runs->told; t && !runs->ending; t = t->next) {
        server_unlock(server);
        char *const text = text_of(server, t->topic);
        server_lock(server);
        if (!text || (t->text && !strcmp(text, t->text))) {
            free(text);
            continue;
        }
        free(t->text);
        t->text = text;
        hub_publish(server->hub, t->topic, strcmp(t->topic, "runs") ? "run" : "runs", text,
                    strlen(text));
    }
}

static void *look(void *user)
{
    struct runs *const runs = user;
    server_lock(runs->server);
    while (!runs->ending) {
        tell_all(runs);
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += look_every * 1000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        if (!runs->ending)
            pthread_cond_timedwait(&runs->wake, &runs->server->lock, &until);
    }
    server_unlock(runs->server);
    return NULL;
}

char *runs_topic(struct server *server, const char *kind, const char *id, const char **event,
                 size_t *length)
{
    char topic[TOPIC_TEXT];
    snprintf(topic, sizeof topic, "%s%s%s", kind, *id ? ":" : "", id);
    const struct told *const told = *find(server->runs, topic);
    char *const text = told && told->text ? strdup(told->text) : NULL;
    *event = *id ? "run" : "runs";
    *length = text ? strlen(text) : 0;
    return text;
}

struct runs *runs_new(struct server *server, struct zm_error *error)
{
    struct runs *const runs = calloc(1, sizeof *runs);
    if (!runs) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    runs->server = server;
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&runs->ended, &monotonic);
    pthread_cond_init(&runs->wake, &monotonic);
    pthread_condattr_destroy(&monotonic);
    server->runs = runs;
    if (!server->settings.training)
        return runs; /* there is nothing to look at */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    runs->started = pthread_create(&runs->teller, NULL, look, runs) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (runs->started)
        return runs;
    sentence(error, "no thread could be started");
    server->runs = NULL;
    runs_free(runs);
    return NULL;
}
