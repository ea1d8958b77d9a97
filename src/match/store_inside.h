/* store_inside.h -- what the files of the store share. */
#ifndef MATCH_STORE_INSIDE_H
#define MATCH_STORE_INSIDE_H

#include "match/store.h"

#include <sqlite3.h>

enum statement { ADD_GAME, ADD_SEAT, ADD_MOVE, BEGIN, COMMIT, ROLLBACK, STATEMENTS };

struct store {
    char path[4096];
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS]; /* those that every game needs */
};

/* What SQLite says was wrong, with the name of the file. */
const char *store_wrong(struct store *store, struct zm_error *error);

/* Within a transaction: a match, or a game. False: store_wrong() says why. */
bool store_add_match(struct store *store, const struct match_settings *settings, int64_t *id);
bool store_add_game(struct store *store, int64_t match, const struct fixture *fixture,
                    const struct zm_position *p, const struct played *played);

/* Statements without results. */
const char *store_run(struct store *store, const char *sql, struct zm_error *error);

#endif
