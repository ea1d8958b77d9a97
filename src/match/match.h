/* match.h -- a match or tournament: games between players from openings, several at a time,
 * each in the store before the next one starts, and what the results say. */
#ifndef MATCH_MATCH_H
#define MATCH_MATCH_H

#include "match/elo.h"
#include "match/plan.h"
#include "match/referee.h"

enum { MATCH_PLAYERS = 31 };

/* Everything that decides how the games go. The same settings give the same games where the
 * players are limited by nodes or depth. */
struct match_settings {
    const char *game, *options; /* as for zm_game_open(); options may be "" */
    enum plan_kind kind;
    int players;
    const char *player[MATCH_PLAYERS]; /* NAME[:key=value,...] */
    uint64_t games;                    /* of each encounter    */
    uint64_t seed;
    struct conditions conditions;
    const char *openings;      /* the text of a file of openings, or NULL ... */
    const char *openings_name; /* ... and its name                            */
    int random_plies;          /* else so many moves by lot                   */
    const char *judge;         /* a program that counts games that ended by the rules, or "" */
    struct sprt sprt;          /* of the first player against the second; elo0 == elo1: none */
};

struct match;
struct store;

/* Told after every game and, on the way, about five times a second. The match does not go on
 * before they return. All may be NULL. */
struct match_watch {
    void (*game)(void *user, const struct match *match, const struct fixture *fixture,
                 const struct zm_position *p, const struct played *played);
    void (*progress)(void *user, const struct match *match);
    void *user;
    /* Told of every move of the games being played, by the threads that play them, several at
     * once; the match itself may not be looked at. No thought: the opening, or chance. */
    void (*move)(void *user, const struct fixture *fixture, const struct zm_position *p,
                 const struct thought *thought);
};

/* Nothing is played yet. With a store the match is kept there, under `id`, or a new one if
 * that is 0; games that it holds count as played. NULL: *error says why. */
struct match *match_new(const struct match_settings *settings, struct store *store, int64_t id,
                        struct zm_error *error);
void match_free(struct match *match);

/* Play, `parallel` games at a time, until all is played, the sequential test has decided, or
 * match_stop(). NULL, or the reason why it cannot go on (memory, the store). */
const char *match_run(struct match *match, int parallel, const struct match_watch *watch,
                      struct zm_error *error);

/* Make match_run() return soon; games that have not ended do not count. From any thread or
 * signal handler. */
void match_stop(struct match *match);

const struct match_settings *match_settings(const struct match *match);
const struct zm_game *match_game(const struct match *match);
int64_t match_id(const struct match *match); /* 0 without a store */

/* How it stands. Between calls of the watch only from the thread of match_run(). */
struct standing {
    int player; /* its place in the settings */
    uint64_t games, wins, draws, losses;
    double points;
    double seconds;       /* that it thought, in this sitting */
    uint64_t time_losses; /* in this sitting                  */
    uint64_t forfeits;
};
uint64_t match_played(const struct match *match);
uint64_t match_total(const struct match *match);
bool match_stopped(const struct match *match);
double match_seconds(const struct match *match);      /* of this sitting */
double match_seconds_left(const struct match *match); /* about; NaN: not known */
/* Best first; `out` has room for all players. */
void match_standings(const struct match *match, struct standing out[]);
bool match_encounter(const struct match *match, int a, int b, struct encounter *encounter);
const char *match_rate(const struct match *match, struct rated rated[], struct zm_error *error);
int match_winner(const struct match *match); /* of a knockout, or -1 */
enum sprt_verdict match_verdict(const struct match *match);
double match_ratio(const struct match *match); /* of the sequential test */

#endif
