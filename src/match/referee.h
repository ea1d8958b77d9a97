/* referee.h -- one game between players: whose turn it is, how long they think, how it ends. */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "match/player.h"

#include <stdatomic.h>

/* How a game is played. */
struct conditions {
    struct zm_limits limits; /* of every move: nodes, depth, seconds, or a clock with increment
                              * and moves_to_go, which then begins anew                      */
    double allowance;        /* seconds beyond the limit before a game is lost on time: on a
                              * busy machine a program does not always get the processor     */
    uint64_t proof_nodes;    /* positions that a solver may look at before every move: what it
                              * proves ends the game; 0: games are played to their end       */
    int most_plies;          /* then a game that has not ended is a draw; 0: no limit        */
};

enum ending {
    ENDED_BY_RULES,
    ENDED_ON_TIME,
    ENDED_BY_FORFEIT, /* a player failed to move: crashed, hung, moved against the rules ... */
    ENDED_BY_PROOF,
    ENDED_TOO_LONG,
    ENDED_STOPPED,  /* from outside: the game does not count */
    ENDED_BY_JUDGE, /* by the rules, but somebody else has counted */
    ENDINGS
};

/* Short, for records: "rules", "time", "forfeit" ... */
const char *ending_name(enum ending ending);

/* What a player said of a move. Value NaN: nothing. */
struct thought {
    double value, seconds;
    uint64_t nodes;
    int depth;
    bool exact;
};

struct played {
    enum ending ending;
    int culprit;                    /* who lost on time or forfeited; -1: nobody */
    char reason[300];               /* a sentence, where the rules do not tell   */
    double points[ZM_MAX_PLAYERS];  /* 1 for the best, 0 for the worst, shared by equals     */
    double seconds[ZM_MAX_PLAYERS]; /* that each player thought */
    int first;                      /* the ply after the opening */
    struct thought *thought;        /* of ply first + i          */
    int thoughts, room;
    /* Told of the opening and then of every move, by the thread that plays; may be NULL. Of the
     * opening and of what chance did there is no thought. */
    void (*moved)(void *user, const struct zm_position *p, const struct thought *thought);
    void *user;
};

void played_release(struct played *played);

/* Play on from p until the game ends; `seat` are the players of p's game, `dice` the seed of
 * chance. *stop may be set by another thread, which then lets the players know. NULL, or the
 * reason why no game could be played (memory). */
const char *referee_play(const struct conditions *conditions, struct player *const seat[],
                         struct zm_position *p, uint64_t dice, const atomic_bool *stop,
                         struct played *played, struct zm_error *error);

/* The game has ended by the rules: let the judge count it anew, for not all programs play on
 * until every stone that is dead in their eyes is off the board. If he fails, `reason` says so
 * and what the rules say stays. */
void referee_ask(struct player *judge, const struct zm_position *p, struct played *played);

#endif
