/* guard.c -- who may ask, how much and how often.
 *
 * What is checked before anything is done, in this order:
 *
 * 1. The Host header names this server: a stranger's page whose name was made to point here
 *    (DNS rebinding) is told apart by it.
 * 2. With --host, the token: in the address, in the cookie that was then set, or in a header.
 * 3. Not too many requests from one address.
 * 4. A POST shows the page's own token, which only who could read the page knows, says that its
 *    body is JSON, and comes from no other origin.
 * 5. The body is not too long: by its length, if it tells that, and while it comes. */
#include "server/exchange.h"

#include "base/clock.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

static const char *header(struct exchange *x, const char *name)
{
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

/* The name in a Host header, without the port and the brackets of an IPv6 address. */
static bool host_name(const char *host, char *out, size_t size)
{
    const char *end;
    if (*host == '[') {
        end = strchr(++host, ']');
        if (!end)
            return false;
    } else {
        end = host + strcspn(host, ":");
    }
    if ((size_t)(end - host) >= size || end == host)
        return false;
    memcpy(out, host, (size_t)(end - host));
    out[end - host] = '\0';
    return true;
}

static bool is_address(const char *name)
{
    unsigned char memory[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, name, memory) == 1 || inet_pton(AF_INET6, name, memory) == 1;
}

/* A name that was made to point here can be anything but an address or a name of our own. */
static bool host_good(const struct server *server, const char *host)
{
    char name[256], own[256] = "";
    if (!host || !host_name(host, name, sizeof name))
        return false;
    if (!strcasecmp(name, "localhost") || !strcmp(name, "127.0.0.1") || !strcmp(name, "::1"))
        return true;
    if (!server->token[0])
        return false;
    gethostname(own, sizeof own - 1);
    return !strcasecmp(name, server->host) || !strcasecmp(name, own) || is_address(name);
}

static bool cookie_good(const char *cookies, const char *token)
{
    for (const char *at = cookies; at && *at; at += *at == ';') {
        at += strspn(at, " ");
        const size_t length = strcspn(at, ";");
        char value[128];
        if (length > 8 && length - 8 < sizeof value && !strncmp(at, "zermelo=", 8)) {
            memcpy(value, at + 8, length - 8);
            value[length - 8] = '\0';
            if (secret_same(value, token))
                return true;
        }
        at += length;
    }
    return false;
}

static bool token_good(struct exchange *x)
{
    const struct server *const server = x->http->server;
    const char *const bearer = header(x, "Authorization");
    const char *const asked =
        MHD_lookup_connection_value(x->connection, MHD_GET_ARGUMENT_KIND, "token");
    if (!server->token[0])
        return true;
    x->sets_cookie = asked && secret_same(asked, server->token);
    return x->sets_cookie || cookie_good(header(x, "Cookie"), server->token) ||
           (bearer && !strncmp(bearer, "Bearer ", 7) && secret_same(bearer + 7, server->token));
}

static uint64_t address_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *const info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    uint64_t half[2] = { 0, 0 };
    if (!info || !info->client_addr)
        return 0;
    if (info->client_addr->sa_family == AF_INET) {
        half[0] = ((const struct sockaddr_in *)(const void *)info->client_addr)->sin_addr.s_addr;
    } else {
        const struct sockaddr_in6 *const six = (const void *)info->client_addr;
        memcpy(half, &six->sin6_addr, sizeof half);
    }
    return zm_mix(half[0] ^ zm_mix(half[1] + 1));
}

/* Only the thread of the connections is here. */
static bool rate_good(struct http *http, struct MHD_Connection *connection)
{
    const double per_second = http->server->settings.most.rate, now = clock_now();
    const uint64_t address = address_of(connection);
    struct rate *const rate = &http->rate[address % RATES];
    if (rate->address != address || rate->when == 0)
        *rate = (struct rate){ address, 2 * per_second, now };
    rate->left += (now - rate->when) * per_second;
    if (rate->left > 2 * per_second)
        rate->left = 2 * per_second;
    rate->when = now;
    if (rate->left < 1)
        return false;
    rate->left -= 1;
    return true;
}

static bool origin_good(struct exchange *x)
{
    const char *const origin = header(x, "Origin"), *const host = header(x, "Host");
    const char *const at = origin ? strstr(origin, "://") : NULL;
    return !origin || (at && host && !strcasecmp(at + 3, host));
}

static bool is_json(const char *type)
{
    return type && !strncasecmp(type, "application/json", 16) &&
           (!type[16] || type[16] == ';' || type[16] == ' ');
}

enum MHD_Result exchange_guard(struct exchange *x, bool *answered)
{
    const struct server_limits *const most = &x->http->server->settings.most;
    const bool get = !strcmp(x->method, "GET") || !strcmp(x->method, "HEAD");
    *answered = true;
    if (!host_good(x->http->server, header(x, "Host")))
        return exchange_refuse(x, 421,
                               "this server goes by the name localhost, not by the one asked for");
    if (!token_good(x))
        return exchange_refuse(
            x, 401, "this server needs its token: open the address that `zermelo serve` printed");
    if (!rate_good(x->http, x->connection))
        return exchange_refuse(x, 429, "too many requests: at most %d a second", most->rate);
    if (!get && strcmp(x->method, "POST") != 0)
        return exchange_refuse(x, 405, "only GET and POST are known here");
    if (!get) {
        const char *const length = header(x, "Content-Length");
        const char *const shown = header(x, "X-Zermelo-Token");
        if (!shown || !secret_same(shown, x->http->server->page_token))
            return exchange_refuse(
                x, 403, "the page's token is missing or out of date: load the page anew");
        if (!origin_good(x))
            return exchange_refuse(x, 403, "this request comes from another page");
        if (!is_json(header(x, "Content-Type")))
            return exchange_refuse(x, 415, "the body must be application/json");
        if (length && strtoull(length, NULL, 10) > (unsigned long long)most->bytes)
            return exchange_refuse(x, 413, "the body is longer than %d bytes", most->bytes);
    }
    *answered = false;
    return MHD_YES;
}
