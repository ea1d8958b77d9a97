/* exchange.h -- a request on its way, as http.c and guard.c see it. */
#ifndef SERVER_EXCHANGE_H
#define SERVER_EXCHANGE_H

#include "server/inside.h"

enum { RATES = 1024 };

/* What one address has left: it is given `rate` a second, and can save up two seconds. */
struct rate {
    uint64_t address;
    double left, when;
};

struct http {
    struct server *server;
    struct MHD_Daemon *daemon;
    int socket;
    struct rate rate[RATES];
};

/* A request on its way: the body as it comes, then the answer. */
struct exchange {
    struct http *http;
    struct MHD_Connection *connection;
    struct request request;
    char *body;
    size_t length, room;
    bool too_long;
    bool away; /* an errand is about it; when it comes back, `ready` */
    bool ready;
    bool sets_cookie;
    char method[8];
    char *path;
};

/* Before the body comes. MHD_YES: go on; anything else has been answered: *answered. */
enum MHD_Result exchange_guard(struct exchange *x, bool *answered);

/* Answer with a sentence. */
__attribute__((format(printf, 3, 4))) enum MHD_Result
exchange_refuse(struct exchange *x, int status, const char *format, ...);

#endif
