/* http.c -- connections, bodies, answers. Who may ask at all is guard.c's affair. */
#include "server/http.h"
#include "server/exchange.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "base/sentence.h"
#include "server/errands.h"
#include "server/live.h"
#include "server/page.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTION_MEMORY = 32 << 10, /* headers and what is on its way */
    BACKLOG = 4096,
    SPARE_FILES = 64 /* for everything that is no connection */
};

static const char policy[] =
    "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/* ------------------------------------------------------------------- answers -- */

static void add_headers(struct MHD_Response *response, const char *type)
{
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
}

static enum MHD_Result send_response(struct MHD_Connection *connection, int status,
                                     struct MHD_Response *response)
{
    if (!response)
        return MHD_NO;
    const enum MHD_Result sent = MHD_queue_response(connection, (unsigned)status, response);
    MHD_destroy_response(response);
    return sent;
}

/* The answer of a request; its text is handed over. */
static enum MHD_Result send_answer(struct exchange *x)
{
    struct request *const r = &x->request;
    struct MHD_Response *const response = MHD_create_response_from_buffer(
        r->answer_length, r->answer ? r->answer : "", MHD_RESPMEM_MUST_COPY);
    if (response) {
        add_headers(response, r->type);
        MHD_add_response_header(response, "Cache-Control", "no-store");
        if (r->status == 429)
            MHD_add_response_header(response, "Retry-After", "1");
        if (r->status == 413 || r->status == 403)
            MHD_add_response_header(response, "Connection", "close");
    }
    return send_response(x->connection, r->status, response);
}

enum MHD_Result exchange_refuse(struct exchange *x, int status, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    request_refuse(&x->request, status, "%s", text);
    return send_answer(x);
}

static bool accepts_gzip(struct MHD_Connection *connection)
{
    const char *const accepted =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Encoding");
    return accepted && strstr(accepted, "gzip");
}

/* The page asks in the language that its switch says, other programs in their own. */
static enum language language_of(struct MHD_Connection *connection)
{
    const char *const accepted =
        MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Accept-Language");
    return accepted && !strncasecmp(accepted, "fr", 2) ? FRENCH : ENGLISH;
}

static void set_cookie(struct exchange *x, struct MHD_Response *response)
{
    char cookie[256];
    snprintf(cookie, sizeof cookie, "zermelo=%s; Path=/; HttpOnly; SameSite=Strict",
             x->http->server->token);
    if (x->sets_cookie)
        MHD_add_response_header(response, "Set-Cookie", cookie);
}

/* The page itself, with the token for its requests put where it has left room for it. */
static enum MHD_Result send_index(struct exchange *x, const struct page_file *file)
{
    static const char mark[] = "{{token}}";
    const char *const plain = (const char *)file->plain;
    const char *const at = memmem(plain, file->plain_length, mark, sizeof mark - 1);
    const size_t before = at ? (size_t)(at - plain) : file->plain_length;
    const size_t after = at ? before + sizeof mark - 1 : before;
    char *text = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&text, &length);
    if (!out)
        return exchange_refuse(x, 503, "%s", out_of_memory);
    fwrite(plain, 1, before, out);
    fputs(at ? x->http->server->page_token : "", out);
    fwrite(plain + after, 1, file->plain_length - after, out);
    fclose(out);
    struct MHD_Response *const response =
        MHD_create_response_from_buffer(length, text, MHD_RESPMEM_MUST_FREE);
    if (response) {
        add_headers(response, file->type);
        MHD_add_response_header(response, "Cache-Control", "no-store");
        set_cookie(x, response);
    } else {
        free(text);
    }
    return send_response(x->connection, 200, response);
}

/* A name for the bytes of a file, by which a browser asks whether it has them already. */
static void tag_of(const struct page_file *file, char out[24])
{
    const uint64_t hash = bytes_hash(0xCBF29CE484222325, file->plain, file->plain_length);
    snprintf(out, 24, "\"%016llx\"", (unsigned long long)hash);
}

static enum MHD_Result send_file(struct exchange *x, const struct page_file *file)
{
    char tag[24];
    tag_of(file, tag);
    const char *const known =
        MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, "If-None-Match");
    const bool same = known && strstr(known, tag);
    const bool packed = file->packed_length > 0 && accepts_gzip(x->connection);
    struct MHD_Response *const response = MHD_create_response_from_buffer(
        same     ? 0
        : packed ? file->packed_length
                 : file->plain_length,
        (void *)(uintptr_t)(packed ? file->packed : file->plain), MHD_RESPMEM_PERSISTENT);
    if (response) {
        const bool named_by_content = !strncmp(file->path, "/assets/", 8);
        add_headers(response, file->type);
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
        MHD_add_response_header(response, "ETag", tag);
        MHD_add_response_header(response, "Cache-Control",
                                named_by_content ? "public, max-age=31536000, immutable"
                                                 : "no-cache");
        if (packed && !same)
            MHD_add_response_header(response, "Content-Encoding", "gzip");
    }
    return send_response(x->connection, same ? 304 : 200, response);
}

static enum MHD_Result send_stream(struct exchange *x)
{
    struct server *const server = x->http->server;
    const char *const client =
        MHD_lookup_connection_value(x->connection, MHD_GET_ARGUMENT_KIND, "client");
    char **topics = NULL, hello[96];
    if (!hub_client_good(client))
        return exchange_refuse(x, 400, "client: expected 16 to %d letters and digits",
                               CLIENT_TEXT - 1);
    struct MHD_Response *const response = hub_stream(server->hub, client, x->connection, &topics);
    if (!response) {
        free(topics);
        return exchange_refuse(x, 503, "there are too many streams (%d); close a page",
                               server->settings.most.streams);
    }
    add_headers(response, "text/event-stream");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    MHD_add_response_header(response, "X-Accel-Buffering", "no");
    snprintf(hello, sizeof hello, "{\"server\":\"%s\"}", server->run);
    hub_tell(server->hub, client, "hello", hello, strlen(hello));
    for (int i = 0; topics && topics[i]; i++) {
        server_lock(server);
        topic_tell(server, client, topics[i]);
        server_unlock(server);
        free(topics[i]);
    }
    free(topics);
    return send_response(x->connection, 200, response);
}

/* ------------------------------------------------------------------ requests -- */

static enum MHD_Result take_query(void *user, enum MHD_ValueKind kind, const char *name,
                                  const char *value)
{
    struct request *const r = user;
    (void)kind;
    if (r->queries == QUERY_MOST)
        return MHD_NO;
    r->query[r->queries].name = name;
    r->query[r->queries].value = value;
    r->queries++;
    return MHD_YES;
}

static bool take_body(struct exchange *x, const char *data, size_t size)
{
    const size_t most = (size_t)x->http->server->settings.most.bytes;
    if (x->too_long || x->length + size > most) {
        x->length += size;
        x->too_long = true;
        return x->length < 4 * most; /* some more may come before the answer is read */
    }
    if (x->length + size > x->room) {
        const size_t room = 2 * (x->length + size);
        char *const more = realloc(x->body, room);
        if (!more)
            return false;
        x->body = more;
        x->room = room;
    }
    memcpy(x->body + x->length, data, size);
    x->length += size;
    return true;
}

static void run_errand(void *user)
{
    struct exchange *const x = user;
    request_answer(&x->request);
    __atomic_store_n(&x->ready, true, __ATOMIC_RELEASE);
    MHD_resume_connection(x->connection);
}

/* Under the lock, so that no errand is begun once they have come to their end. */
static enum MHD_Result send_away(struct exchange *x)
{
    struct server *const server = x->http->server;
    server_lock(server);
    const bool stopping = server->stopping;
    if (!stopping) {
        x->away = true;
        MHD_suspend_connection(x->connection);
        if (!errands_add(server->errands, false, run_errand, x)) {
            request_refuse(&x->request, 503, "%s", out_of_memory);
            x->ready = true;
            MHD_resume_connection(x->connection);
        }
    }
    server_unlock(server);
    return stopping ? exchange_refuse(x, 503, "the server is about to stop") : MHD_YES;
}

/* All of the request is here. */
static enum MHD_Result answer(struct exchange *x)
{
    struct request *const r = &x->request;
    const bool get = strcmp(x->method, "POST") != 0;
    if (x->too_long)
        return exchange_refuse(x, 413, "the body is longer than %d bytes",
                               x->http->server->settings.most.bytes);
    if (get && strncmp(x->path, "/api/", 5) != 0) {
        const struct page_file *const file = page_find(x->path);
        if (!file)
            return exchange_refuse(x, 404, "there is no page %.200s", x->path);
        return !strcmp(file->path, "/index.html") ? send_index(x, file) : send_file(x, file);
    }
    if (get && !strcmp(x->path, "/api/events"))
        return send_stream(x);
    r->server = x->http->server;
    r->method = get ? "GET" : "POST";
    r->path = x->path;
    r->text = x->body;
    r->length = x->length;
    MHD_get_connection_values(x->connection, MHD_GET_ARGUMENT_KIND, take_query, r);
    if (!request_find(r))
        return send_answer(x);
    if (!(r->route->flags & ROUTE_SLOW)) {
        request_answer(r);
        return send_answer(x);
    }
    return send_away(x);
}

static enum MHD_Result handle(void *user, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **memory)
{
    struct exchange *x = *memory;
    bool answered;
    (void)version;
    if (!x) {
        x = calloc(1, sizeof *x);
        if (!x)
            return MHD_NO;
        *memory = x;
        x->http = user;
        x->connection = connection;
        x->request.language = language_of(connection);
        snprintf(x->method, sizeof x->method, "%s", strlen(method) < 8 ? method : "?");
        x->path = strdup(path);
        return x->path ? exchange_guard(x, &answered) : MHD_NO;
    }
    if (x->away)
        return __atomic_load_n(&x->ready, __ATOMIC_ACQUIRE) ? send_answer(x) : MHD_YES;
    if (*size > 0) {
        const bool taken = take_body(x, data, *size);
        *size = 0;
        return taken ? MHD_YES : MHD_NO;
    }
    return answer(x);
}

static void completed(void *user, struct MHD_Connection *connection, void **memory,
                      enum MHD_RequestTerminationCode why)
{
    struct exchange *const x = *memory;
    (void)user;
    (void)connection;
    (void)why;
    if (!x)
        return;
    request_release(&x->request);
    free(x->body);
    free(x->path);
    free(x);
    *memory = NULL;
}

/* -------------------------------------------------------------------- making -- */

/* Room for the connections among the files that a process may have open. */
static int room_for(int connections)
{
    struct rlimit files;
    const rlim_t wanted = (rlim_t)connections + SPARE_FILES;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return connections;
    if (files.rlim_cur < wanted) {
        files.rlim_cur =
            files.rlim_max == RLIM_INFINITY || files.rlim_max > wanted ? wanted : files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        getrlimit(RLIMIT_NOFILE, &files);
    }
    return files.rlim_cur < wanted ? (int)files.rlim_cur - SPARE_FILES : connections;
}

static int listen_at(const struct server *server, const struct addrinfo *a)
{
    const int yes = 1;
    const int fd = socket(a->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    (void)server;
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, a->ai_addr, a->ai_addrlen) == 0 && listen(fd, BACKLOG) == 0)
        return fd;
    const int why = errno;
    close(fd);
    errno = why;
    return -1;
}

static const char *open_socket(struct http *http, struct zm_error *error)
{
    const struct server *const server = http->server;
    const struct addrinfo wanted = { .ai_family = AF_UNSPEC,
                                     .ai_socktype = SOCK_STREAM,
                                     .ai_flags = AI_PASSIVE | AI_NUMERICSERV };
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%d", server->settings.port);
    const int wrong = getaddrinfo(server->host, port, &wanted, &found);
    if (wrong)
        return sentence(error, "--host %s: %s", server->host, gai_strerror(wrong));
    for (const struct addrinfo *a = found; a && http->socket < 0; a = a->ai_next)
        http->socket = listen_at(server, a);
    const int why = errno;
    freeaddrinfo(found);
    if (http->socket >= 0)
        return NULL;
    return sentence(error, "%s port %d cannot be used: %s%s", server->host, server->settings.port,
                    strerror(why), why == EADDRINUSE ? "; choose another with --port" : "");
}

static void name_address(struct http *http)
{
    struct server *const server = http->server;
    struct sockaddr_storage at;
    socklen_t length = sizeof at;
    char port[8] = "";
    getsockname(http->socket, (struct sockaddr *)&at, &length);
    getnameinfo((struct sockaddr *)&at, length, NULL, 0, port, sizeof port, NI_NUMERICSERV);
    char name[256];
    const bool any = !strcmp(server->host, "0.0.0.0") || !strcmp(server->host, "::");
    if (any && gethostname(name, sizeof name) == 0)
        name[sizeof name - 1] = '\0';
    else
        snprintf(name, sizeof name, strchr(server->host, ':') ? "[%s]" : "%s", server->host);
    snprintf(server->address, sizeof server->address, "http://%s:%s/%s%s", name, port,
             server->token[0] ? "?token=" : "", server->token);
}

static void no_log(void *user, const char *format, va_list args)
{
    (void)user;
    (void)format;
    (void)args;
}

struct http *http_new(struct server *server, struct zm_error *error)
{
    struct http *const http = calloc(1, sizeof *http);
    if (!http) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    http->server = server;
    http->socket = -1;
    signal(SIGPIPE, SIG_IGN);
    if (open_socket(http, error)) {
        free(http);
        return NULL;
    }
    const struct server_limits *const most = &server->settings.most;
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
        handle, http, MHD_OPTION_EXTERNAL_LOGGER, no_log, NULL, MHD_OPTION_LISTEN_SOCKET,
        http->socket, MHD_OPTION_CONNECTION_LIMIT, (unsigned)room_for(most->connections),
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)(most->idle + 0.5),
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED,
        completed, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!http->daemon) {
        close(http->socket);
        free(http);
        sentence(error, "the server could not be started: %s", strerror(errno));
        return NULL;
    }
    name_address(http);
    return http;
}

void http_free(struct http *http)
{
    if (!http)
        return;
    MHD_stop_daemon(http->daemon);
    free(http);
}
