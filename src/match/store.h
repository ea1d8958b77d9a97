/* store.h -- one SQLite file with matches, their players, games and moves.
 *
 * Several processes may use it at once. A game is there with all its moves or not at all;
 * what was written survives the end of the process, whatever ended it. */
#ifndef MATCH_STORE_H
#define MATCH_STORE_H

#include "match/match.h"

struct store;

/* Where the store is if nobody says otherwise: $XDG_DATA_HOME/zermelo/store.db. */
const char *store_default_path(char *out, size_t size);

/* `create`: make the file and its folder if there is none. A file that is no store, or one of
 * a later version, is refused; an earlier version is brought up to date. */
struct store *store_open(const char *path, bool create, struct zm_error *error);
void store_close(struct store *store);

/* Begin a match; *id is its number. */
const char *store_new_match(struct store *store, const struct match_settings *settings, int64_t *id,
                            struct zm_error *error);
/* It has come to its end. */
const char *store_finish_match(struct store *store, int64_t id, struct zm_error *error);

/* The settings of a match, whose strings live in `memory`, to be freed by the caller. */
const char *store_match(struct store *store, int64_t id, struct match_settings *settings,
                        char **memory, struct zm_error *error);
/* Has it come to its end? An imported one has, whatever it holds: to go on with it would start
 * the programs that a stranger's file names. */
bool store_finished(struct store *store, int64_t id);
/* The newest match that has not come to its end; 0: there is none. */
const char *store_unfinished(struct store *store, int64_t *id, struct zm_error *error);

/* A game has ended: all of it in one transaction. `p` stands at its end. */
const char *store_game(struct store *store, int64_t match, const struct fixture *fixture,
                       const struct zm_position *p, const struct played *played,
                       struct zm_error *error);

/* ---------------------------------------------------------------- reading -- */

struct stored_match {
    int64_t id;
    const char *game, *options, *kind, *begun, *finished; /* finished is NULL while it goes on */
    const char *players;                                  /* joined by ", " */
    uint64_t games;                                       /* played         */
};

struct stored_move {
    const char *move;
    bool thought; /* by a player, not in the opening nor by chance */
    double value; /* NaN: not told */
    bool exact;
    int depth;
    uint64_t nodes;
    double seconds;
};

struct stored_game {
    int64_t id, match;
    uint64_t number;
    const char *game, *options, *start, *ending, *reason, *ended;
    int culprit; /* seat; -1: nobody */
    int seats;
    struct {
        int place; /* in the match */
        const char *name;
        double points, seconds;
    } seat[ZM_MAX_PLAYERS];
    int plies;
    const struct stored_move *move; /* only where asked for */
};

/* Call `each` for every match, newest first, or game (of one match, or of all: 0) in order.
 * It returns false to stop. What it is given lives until it returns. */
const char *store_matches(struct store *store,
                          bool (*each)(void *user, const struct stored_match *match), void *user,
                          struct zm_error *error);
const char *store_games(struct store *store, int64_t match, bool with_moves,
                        bool (*each)(void *user, const struct stored_game *game), void *user,
                        struct zm_error *error);
/* The game of this number, if there is one, with its moves. */
const char *store_one(struct store *store, int64_t id,
                      bool (*each)(void *user, const struct stored_game *game), void *user,
                      struct zm_error *error);

/* Games that fit, newest first: `count` of them after `offset`. A match of 0 and texts that are
 * NULL or empty fit all; player and ending need only be part of the name. *total: all that fit. */
struct store_wish {
    int64_t match;
    const char *game, *player, *ending;
    int64_t offset, count;
};
const char *store_find(struct store *store, const struct store_wish *wish,
                       bool (*each)(void *user, const struct stored_game *game), void *user,
                       int64_t *total, struct zm_error *error);

/* The results of all games of this game between players, for rate(): calls with each pair. */
const char *store_results(struct store *store, const char *game, const char *options,
                          bool (*each)(void *user, const char *a, const char *b, uint64_t wins,
                                       uint64_t draws, uint64_t losses),
                          void *user, struct zm_error *error);

/* Is everything as it should be? NULL, or the first fault. */
const char *store_check(struct store *store, struct zm_error *error);

#endif
