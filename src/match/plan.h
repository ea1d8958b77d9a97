/* plan.h -- who plays whom, in which seats and from which opening.
 *
 * Players meet in encounters: as many players as the game has seats. An encounter plays each
 * opening once from every seat (two players: once each way round), so that nobody gains by
 * the opening. Games have numbers, and the number says everything about a game: so games may
 * be played in any order, by several threads, in several sittings. */
#ifndef MATCH_PLAN_H
#define MATCH_PLAN_H

#include "match/rating.h"

enum plan_kind { PLAN_ROUND_ROBIN, PLAN_GAUNTLET, PLAN_KNOCKOUT, PLAN_KINDS };

const char *plan_kind_name(enum plan_kind kind);

struct fixture {
    uint64_t number;
    uint64_t opening;
    int player[ZM_MAX_PLAYERS]; /* in each seat */
};

struct plan;

/* `games` of each encounter, rounded up to whole openings; in a knockout, of each tie, which
 * goes on for as many again while it is even, then the player named first goes on. */
struct plan *plan_new(enum plan_kind kind, int players, int seats, uint64_t games,
                      struct zm_error *error);
void plan_free(struct plan *plan);

/* Games there will be: in a knockout at least. */
uint64_t plan_total(const struct plan *plan);

enum plan_next { PLAN_GAME, PLAN_WAITS, PLAN_DONE };

/* The next game that nobody plays; PLAN_WAITS: that depends on games being played. */
enum plan_next plan_next(struct plan *plan, struct fixture *fixture);

/* The game of this number, if there can be one. */
bool plan_fixture(const struct plan *plan, uint64_t number, struct fixture *fixture);

/* It was played, maybe in an earlier sitting; points are those of the seats. False: it was
 * not to be played, or has been. */
bool plan_played(struct plan *plan, const struct fixture *fixture, const double points[]);

/* It was not played to its end: somebody else may play it. */
void plan_given_back(struct plan *plan, const struct fixture *fixture);

/* How often player a has beaten b, and the results of pairs of games with one opening, from
 * a's side (elo.h); false: they have not met. */
struct encounter {
    uint64_t game[3], pair[5];
};
bool plan_encounter(const struct plan *plan, int a, int b, struct encounter *encounter);

/* Ratings of all players by the games played so far. */
const char *plan_rate(const struct plan *plan, struct rated rated[], struct zm_error *error);

/* Who has won a knockout; -1: not decided, or no knockout. */
int plan_winner(const struct plan *plan);

#endif
