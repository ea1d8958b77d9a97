/* players.h -- a server of our own and what people do with its games, for the tests. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "client.h"
#include "tap.h"

#include "server/server.h"

static struct server *server;
static struct zm_error error;
static char folder[] = "/tmp/zermelo-server-XXXXXX", store[64], training[64];

static bool start(struct server_limits most)
{
    struct server_settings settings = { .store = store, .training = training, .most = most };
    const char *const plugin = getenv("KUHN");
    if (plugin)
        settings.plugin[settings.plugins++] = plugin;
    static char net[512];
    snprintf(net, sizeof net, "%s/data/tictactoe.net", getenv("SOURCE"));
    settings.plugin[settings.plugins++] = net;
    server = server_new(&settings, &error);
    if (!server)
        return false;
    const char *const port = strrchr(server_address(server), ':');
    return client_begin(atoi(port + 1));
}

__attribute__((unused)) static struct server_limits usual(void)
{
    struct server_limits most = server_usual_limits();
    most.rate = 100000;
    most.seconds = 2;
    most.workers = 2;
    most.matches = 2;
    return most;
}

static char id[64], key[2][64];

/* A new game; the state in the answer belongs to the caller. */
__attribute__((unused)) static struct reply create(const char *body)
{
    struct reply r = post("/api/games", "%s", body);
    snprintf(id, sizeof id, "%s", text_in(r.json, "id"));
    for (int i = 0; i < 2; i++) {
        char path[16];
        snprintf(path, sizeof path, "keys.%d", i);
        snprintf(key[i], sizeof key[i], "%s", text_in(r.json, path));
    }
    return r;
}

__attribute__((unused, format(printf, 2, 3))) static struct reply command(const char *what,
                                                                          const char *format, ...)
{
    char path[128], body[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    snprintf(path, sizeof path, "/api/games/%s/%s", id, what);
    return post(path, "%s", body);
}

/* The game, once the computer has nothing more to do. */
__attribute__((unused)) static struct reply settled(void)
{
    const double until = now() + 60;
    for (;;) {
        struct reply r = get("/api/games/%s", id);
        if (r.status != 200 || (!*text_in(r.json, "busy") && now() < until))
            return r;
        if (now() >= until) {
            reply_release(&r);
            return r;
        }
        reply_release(&r);
        nap(0.005);
    }
}

__attribute__((unused)) static bool is_null(json_t *it, const char *path)
{
    return json_is_null(inside(it, path));
}

__attribute__((unused)) static int plies(json_t *state)
{
    return (int)json_array_size(inside(state, "history"));
}

/* ---------------------------------------------------------------------- stream -- */

struct stream {
    int fd;
    char *text;
    size_t length, room;
};

__attribute__((unused)) static struct stream stream_open(const char *client)
{
    struct stream s = { .fd = client_connect(), .room = 1 << 16 };
    char request[256];
    s.text = calloc(1, s.room);
    snprintf(request, sizeof request,
             "GET /api/events?client=%s HTTP/1.1\r\nHost: localhost\r\n\r\n", client);
    client_send(s.fd, request, strlen(request));
    return s;
}

__attribute__((unused)) static void stream_close(struct stream *s)
{
    if (s->fd >= 0)
        close(s->fd);
    free(s->text);
    *s = (struct stream){ .fd = -1 };
}

/* Until this was heard, counted from `from`. */
__attribute__((unused)) static bool hears(struct stream *s, const char *what, size_t from)
{
    const double until = now() + 20;
    while (now() < until) {
        if (s->length >= from && strstr(s->text + from, what))
            return true;
        if (s->room - s->length < (1 << 15)) {
            s->room *= 2;
            s->text = realloc(s->text, s->room);
        }
        const ssize_t n = client_read(s->fd, s->text + s->length, s->room - s->length - 1, 0.1);
        if (n < 0)
            return s->length >= from && strstr(s->text + from, what);
        s->length += (size_t)n;
        s->text[s->length] = '\0';
    }
    return false;
}

/* The last chunk has come: the stream is over, though not the connection. */
__attribute__((unused)) static bool is_cut(struct stream *s)
{
    return hears(s, "\r\n0\r\n\r\n", 0);
}

/* ------------------------------------------------------------------------- all -- */

/* A server with a store of its own in a folder of its own. */
static bool begin(void)
{
    if (!mkdtemp(folder))
        return false;
    snprintf(store, sizeof store, "%s/store.db", folder);
    snprintf(training, sizeof training, "%s/training", folder);
    OKF(start(usual()), "%s", error.text);
    return server;
}

static int end(void)
{
    char command_line[128];
    server_free(server);
    snprintf(command_line, sizeof command_line, "rm -r %s", folder);
    OK(system(command_line) == 0);
    return tap_done();
}

#endif
