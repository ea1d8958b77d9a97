#include "server/server.h"

#include "base/sentence.h"
#include "server/errands.h"
#include "server/http.h"
#include "server/inside.h"
#include "server/library.h"
#include "server/live.h"
#include "server/runs.h"
#include "server/walks.h"
#include "server/watch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

enum { REQUEST_THREADS = 2 };

struct server_limits server_usual_limits(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (struct server_limits){ .games = 500,
                                   .bytes = 1 << 20,
                                   .rate = 2000,
                                   .connections = 12000,
                                   .streams = 500,
                                   .seconds = 60,
                                   .megabytes = 512,
                                   .workers = processors > 1 ? (int)processors : 1,
                                   .matches = processors > 1 ? (int)processors : 1,
                                   .trainings = 1,
                                   .runs = 100,
                                   .hours = 48,
                                   .idle = 30 };
}

void secret_make(char out[33])
{
    unsigned char byte[16];
    size_t got = 0;
    while (got < sizeof byte) {
        const ssize_t n = getrandom(byte + got, sizeof byte - got, 0);
        got += n > 0 ? (size_t)n : 0;
    }
    for (size_t i = 0; i < sizeof byte; i++)
        snprintf(out + 2 * i, 3, "%02x", byte[i]);
}

bool secret_same(const char *a, const char *b)
{
    const size_t length = strlen(a);
    unsigned char different = length != strlen(b);
    for (size_t i = 0; i < length && b[i]; i++)
        different |= (unsigned char)(a[i] ^ b[i]);
    return !different;
}

/* Strings of the settings are copied: the caller's may go. */
static const char *take_settings(struct server *server, const struct server_settings *settings,
                                 struct zm_error *error)
{
    const char *const host = settings->host ? settings->host : "127.0.0.1";
    server->settings = *settings;
    if (strlen(host) >= sizeof server->host ||
        (settings->token && strlen(settings->token) >= sizeof server->token) ||
        (settings->store && strlen(settings->store) >= sizeof server->store_path))
        return sentence(error, "the name of the host, the token or the store is too long");
    snprintf(server->host, sizeof server->host, "%s", host);
    if (settings->token)
        snprintf(server->token, sizeof server->token, "%s", settings->token);
    if (settings->store) {
        snprintf(server->store_path, sizeof server->store_path, "%s", settings->store);
        server->settings.store = server->store_path;
    }
    if (settings->training) {
        const char *const folder = settings->training;
        if (strlen(folder) >= sizeof server->training_path / 2 || strpbrk(folder, ",=\\"))
            return sentence(error,
                            "%.200s: the folder of the runs of training is named without "
                            "commas, equals signs and backslashes, and not so long",
                            folder);
        snprintf(server->training_path, sizeof server->training_path, "%s", folder);
        server->settings.training = server->training_path;
    }
    server->settings.host = server->host;
    server->settings.token = server->token;
    return NULL;
}

static const char *make(struct server *server, const struct server_settings *settings,
                        struct zm_error *error)
{
    if (take_settings(server, settings, error))
        return error->text;
    secret_make(server->page_token);
    secret_make(server->run);
    server->library = library_new(settings, error);
    if (!server->library)
        return error->text;
    server->hub = hub_new(settings->most.streams);
    server->errands = errands_new(REQUEST_THREADS);
    server->thinkers = errands_new(settings->most.workers);
    server->walks = walks_new();
    if (!server->hub || !server->errands || !server->thinkers || !server->walks)
        return sentence(error, "%s", out_of_memory);
    server->runs = runs_new(server, error);
    server->lives = server->runs ? lives_new(server, error) : NULL;
    server->watches = server->lives ? watches_new(server, error) : NULL;
    server->http = server->watches ? http_new(server, error) : NULL;
    return server->http ? NULL : error->text;
}

struct server *server_new(const struct server_settings *settings, struct zm_error *error)
{
    struct server *const server = calloc(1, sizeof *server);
    if (!server) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    pthread_mutex_init(&server->lock, NULL);
    if (!make(server, settings, error))
        return server;
    server_free(server);
    return NULL;
}

const char *server_address(const struct server *server)
{
    return server->address;
}

void server_free(struct server *server)
{
    if (!server)
        return;
    server_lock(server);
    server->stopping = true;
    server_unlock(server);
    if (server->hub)
        hub_stop(server->hub);
    if (server->walks)
        walks_stop(server->walks);
    if (server->watches)
        watches_stop(server->watches);
    if (server->runs)
        runs_stop(server->runs);
    if (server->lives)
        lives_stop(server->lives);
    errands_free(server->thinkers);
    errands_free(server->errands);
    http_free(server->http);
    walks_free(server->walks);
    watches_free(server->watches);
    runs_free(server->runs);
    lives_free(server->lives);
    hub_free(server->hub);
    library_free(server->library);
    pthread_mutex_destroy(&server->lock);
    free(server);
}
