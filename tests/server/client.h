/* client.h -- a browser's part in the tests: HTTP over a real socket, written here so that nothing
 * stands between the test and what the server sends. */
#ifndef CLIENT_H
#define CLIENT_H

#include <arpa/inet.h>
#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Whom to ask, and the token of its page. */
static int client_port;
static char client_token[40];
static const char *client_headers = ""; /* more of them, each with its \r\n */

struct reply {
    int status; /* 0: no answer */
    char *head, *body;
    size_t length; /* of the body */
    json_t *json;  /* of the body, or NULL */
};

__attribute__((unused)) static void reply_release(struct reply *r)
{
    free(r->head);
    json_decref(r->json);
    *r = (struct reply){ .status = 0 };
}

__attribute__((unused)) static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

__attribute__((unused)) static void nap(double seconds)
{
    const struct timespec t = { (time_t)seconds,
                                (long)((seconds - (double)(time_t)seconds) * 1e9) };
    nanosleep(&t, NULL);
}

__attribute__((unused)) static int client_connect(void)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_port = htons((uint16_t)client_port) };
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) == 0)
        return fd;
    if (fd >= 0)
        close(fd);
    return -1;
}

__attribute__((unused)) static bool client_send(int fd, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t n = send(fd, text, length, MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        text += n;
        length -= (size_t)n;
    }
    return true;
}

/* More of what the server sends, for at most `seconds`; 0: nothing came, -1: it is over. */
__attribute__((unused)) static ssize_t client_read(int fd, char *out, size_t size, double seconds)
{
    struct pollfd p = { .fd = fd, .events = POLLIN };
    if (poll(&p, 1, (int)(seconds * 1000)) <= 0)
        return 0;
    const ssize_t n = recv(fd, out, size, 0);
    return n > 0 ? n : -1;
}

/* Everything until the server closes. */
__attribute__((unused)) static char *client_read_all(int fd, size_t *length)
{
    size_t room = 1 << 16, used = 0;
    char *text = malloc(room);
    for (;;) {
        const ssize_t n = client_read(fd, text + used, room - used - 1, 30);
        if (n <= 0)
            break;
        used += (size_t)n;
        if (room - used >= 2)
            continue;
        char *const more = realloc(text, room *= 2);
        if (!more)
            break;
        text = more;
    }
    text[used] = '\0';
    *length = used;
    return text;
}

static struct reply client_take(int fd)
{
    struct reply r = { .status = 0 };
    size_t length;
    r.head = client_read_all(fd, &length);
    char *const end = strstr(r.head, "\r\n\r\n");
    if (end && !strncmp(r.head, "HTTP/1.1 ", 9)) {
        r.status = atoi(r.head + 9);
        *end = '\0';
        r.body = end + 4;
        r.length = length - (size_t)(r.body - r.head);
        r.json = json_loadb(r.body, r.length, JSON_DECODE_ANY, NULL);
    }
    close(fd);
    return r;
}

/* A request with these headers, each with its \r\n. */
__attribute__((unused)) static struct reply ask_with(const char *method, const char *path,
                                                     const char *headers, const char *body)
{
    const int fd = client_connect();
    char *text = NULL;
    struct reply r = { .status = 0 };
    if (fd < 0)
        return r;
    const int length =
        asprintf(&text, "%s %s HTTP/1.1\r\n%s%sConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
                 method, path, headers, client_headers, body ? strlen(body) : 0, body ? body : "");
    client_send(fd, text, (size_t)length);
    free(text);
    return client_take(fd);
}

__attribute__((unused, format(printf, 1, 2))) static struct reply get(const char *format, ...)
{
    char path[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(path, sizeof path, format, args);
    va_end(args);
    return ask_with("GET", path, "Host: localhost\r\n", NULL);
}

__attribute__((unused, format(printf, 2, 3))) static struct reply post(const char *path,
                                                                       const char *format, ...)
{
    char *body = NULL, headers[200];
    va_list args;
    va_start(args, format);
    if (vasprintf(&body, format, args) < 0)
        body = NULL;
    va_end(args);
    snprintf(headers, sizeof headers,
             "Host: localhost\r\nX-Zermelo-Token: %s\r\nContent-Type: application/json\r\n",
             client_token);
    const struct reply r = ask_with("POST", path, headers, body);
    free(body);
    return r;
}

/* Look the token up in the page. */
__attribute__((unused)) static bool client_begin(int port)
{
    client_port = port;
    struct reply r = get("/");
    const char *const at = r.body ? strstr(r.body, "zermelo-token\" content=\"") : NULL;
    if (at)
        snprintf(client_token, sizeof client_token, "%.32s", at + 24);
    reply_release(&r);
    return at != NULL;
}

/* -------------------------------------------------------------------- answers -- */

/* A member deep inside, "board.cells", "legal.0.move"; NULL: there is none. */
__attribute__((unused)) static json_t *inside(json_t *it, const char *path)
{
    char word[64];
    while (it && *path) {
        const size_t length = strcspn(path, ".");
        snprintf(word, sizeof word, "%.*s", (int)length, path);
        it = json_is_array(it) ? json_array_get(it, (size_t)atoi(word)) : json_object_get(it, word);
        path += length + (path[length] == '.');
    }
    return it;
}

__attribute__((unused)) static const char *text_in(json_t *it, const char *path)
{
    const char *const text = json_string_value(inside(it, path));
    return text ? text : "";
}

__attribute__((unused)) static double number_in(json_t *it, const char *path)
{
    json_t *const x = inside(it, path);
    return json_is_number(x) ? json_number_value(x) : -12345;
}

#endif
