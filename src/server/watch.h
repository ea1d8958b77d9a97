/* watch.h -- matches: those being played by this server, and those in the store.
 *
 *     watch.c         starting, pausing and going on; what the match tells on its way
 *     watch_store.c   the list of matches, and the games of the store
 *     watch_json.c    a match as the page shows it
 *     routes_watch.c  the requests
 *
 * A match has a lock of its own, under which it tells how it goes; the server's lock may be taken
 * then. Never the other way round: whoever holds the server's lock does not touch a match but for
 * match_stop(), and reads only the texts that were written last. */
#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H

#include "match/store.h"
#include "server/inside.h"

enum { CURVE_POINTS = 200, WATCH_BOARDS = 64 };

/* How the ratings came about, game by game; thinned out when it gets long. */
struct curve {
    int players, points;
    uint64_t games, step, next; /* counted, and when the next point is due */
    struct meeting *meeting;    /* of every pair, a < b                    */
    struct curve_point {
        uint64_t games;
        double elo[MATCH_PLAYERS], error[MATCH_PLAYERS];
    } * point;
};

bool curve_begin(struct curve *curve, int players);
void curve_count(struct curve *curve, int seats, const int place[], const double points[]);
void curve_end(struct curve *curve);

struct watch_board {
    bool used;
    uint64_t number;
    double told;
    double value[ZM_MAX_PLAYERS];
    char *text; /* MatchBoard, JSON */
};

struct watch {
    struct server *server;
    int64_t id;
    char *begun, *finished;
    struct match_settings settings;
    char *memory; /* its strings */
    struct store *store;
    struct match *match; /* while it runs */
    int parallel;
    struct curve curve;
    pthread_t thread;
    bool started, running;
    double told;
    /* Under the server's lock. */
    struct watch_board board[WATCH_BOARDS];
    char *text; /* MatchState without the boards' part, which is added when it is asked for */
    char error[400];
    struct watch *next;
};

struct watches {
    struct server *server;
    struct watch *first;
    pthread_cond_t ended;
    pthread_mutex_t reading; /* of `store`: the requests read it one after the other */
    struct store *store;     /* or NULL */
    char *list;              /* MatchList, as it was told last */
};

struct watches *watches_new(struct server *server, struct zm_error *error);
/* Ends the games being played; they do not count. Without the lock. */
void watches_stop(struct watches *watches);
void watches_free(struct watches *watches);

/* The whole state of a topic, "matches" or "match" with its number, to be freed; NULL: none. */
char *watch_topic(struct server *server, const char *kind, const char *id, const char **event,
                  size_t *length);

/* The following are called without the server's lock, and may take their time. */

/* A game of the store, at its end, with what its players thought of every position: plies + 1
 * leaves, to be freed. */
struct leaf;
struct zm_position *watch_stored(struct server *server, int64_t id, const struct zm_game **game,
                                 struct leaf **leaf, struct zm_error *error);

/* Begin a match, or go on with one of the store (settings NULL); the strings of the settings need
 * not live on. *id is its number. */
const char *watch_start(struct server *server, const struct match_settings *settings, int parallel,
                        int64_t *id, struct zm_error *error);
const char *watch_pause(struct server *server, int64_t id, struct zm_error *error);

/* The state of a match, running or not, to be freed; NULL: *error says why not. */
char *watch_state(struct server *server, int64_t id, struct zm_error *error);
/* All matches, as a JSON array. */
const char *watch_list(struct server *server, struct json *j, const char *key,
                       struct zm_error *error);
/* The games of the store that fit. */
const char *watch_find(struct server *server, const struct store_wish *wish, struct json *j,
                       struct zm_error *error);

/* Tell who listens that the list is another one. */
void watch_publish_list(struct server *server);
/* Under the server's lock: one that was played here; NULL: it was not. */
struct watch *watch_find_running(const struct watches *watches, int64_t id);
const char *watch_no_store(struct zm_error *error);

/* ------------------------------------------------------------------- telling -- */

/* MatchState as JSON, but for the end of it, which watch_whole() puts there. */
char *watch_write(const struct watch *watch, const struct match *match, bool running);
/* With the boards of this moment, to be freed. */
char *watch_whole(const struct watch *watch);
char *watch_board_write(const struct watch *watch, const struct fixture *fixture,
                        const struct zm_position *p, const struct watch_board *board, bool over);

#endif
