/* server.h -- `zermelo serve`: the page, the games played on it, and the matches watched.
 *
 *     http.c         connections, bodies, answers (libmicrohttpd, one thread)
 *     guard.c        who may ask
 *     request.c      a request without its connection; body.c reads what it says
 *     routes.c       the table of everything that can be asked; routes_*.c answer
 *     hub.c          the streams of events, one for each browser
 *     errands.c      threads for requests that take longer, and for searches
 *     page.c         the built page, which is part of the program
 *     library.c      the games that can be played; board.c draws them
 *     live*.c        the games being played; thought*.c what computers think
 *     watch*.c       matches
 *     runs*.c        nets that learn
 *     walks.c        recorded searches
 *
 * One lock holds for all that the games and matches are made of; searches run without it, on
 * copies. The streams have a lock of their own, which may be taken under the first one. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <zermelo/zermelo.h>

enum { MOST_PLUGINS = 32 };

/* What a stranger may make the server do; all are options of the verb. */
struct server_limits {
    int games;       /* being played and kept at a time                     */
    int bytes;       /* of the body of a request                            */
    int rate;        /* requests a second from one address                  */
    int connections; /* at a time                                           */
    int streams;     /* of these: streams of events                         */
    double seconds;  /* of thinking for one move                            */
    int megabytes;   /* of memory for one search                            */
    int workers;     /* searches at a time                                  */
    int matches;     /* matches at a time, and games of a match at a time   */
    int trainings;   /* runs of training at a time                          */
    int runs;        /* of training that are kept                           */
    double hours;    /* after which a run of training is paused             */
    double idle;     /* seconds after which a silent connection is closed   */
};

struct server_limits server_usual_limits(void);

struct server_settings {
    const char *host;  /* an address or a name; NULL: 127.0.0.1    */
    int port;          /* 0: any that is free                      */
    const char *token; /* asked of everybody; NULL: only this machine can connect */
    const char *plugin[MOST_PLUGINS];
    int plugins;
    const char *store;    /* the file that keeps the games; NULL: nothing is kept */
    const char *training; /* the folder of the runs of training; NULL: there are none */
    struct server_limits most;
};

struct server;

/* Starts at once. NULL: *error says why not. */
struct server *server_new(const struct server_settings *settings, struct zm_error *error);

/* "http://127.0.0.1:8000/", with the token where one is needed. */
const char *server_address(const struct server *server);

/* Stops thinking, saves all games, ends all connections. */
void server_free(struct server *server);

#endif
