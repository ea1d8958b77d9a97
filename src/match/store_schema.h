/* store_schema.h -- the tables of the store. A change is a new entry in `steps` that brings a
 * store of the version before up to date; entries are never changed, because stores made by
 * them exist. */
#ifndef MATCH_STORE_SCHEMA_H
#define MATCH_STORE_SCHEMA_H

enum { STORE_APPLICATION = 0x5A65726D }; /* "Zerm": tells our files from other SQLite files */

static const char *const steps[] = {
    /* 1: `place` is a player's number in the list of the match, `seat` where it sat in a game.
     * A move without `seconds` was made by nobody: by the opening, or by chance. */
    "CREATE TABLE player("
    "  id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, name TEXT NOT NULL,"
    "  UNIQUE(game, options, name));"
    "CREATE TABLE match("
    "  id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, kind TEXT NOT NULL,"
    "  games INTEGER NOT NULL, seed INTEGER NOT NULL,"
    "  nodes INTEGER NOT NULL, depth INTEGER NOT NULL, seconds REAL NOT NULL,"
    "  clock REAL NOT NULL, increment REAL NOT NULL, moves_to_go INTEGER NOT NULL,"
    "  allowance REAL NOT NULL, proof_nodes INTEGER NOT NULL, most_plies INTEGER NOT NULL,"
    "  random_plies INTEGER NOT NULL, openings TEXT, openings_name TEXT,"
    "  elo0 REAL NOT NULL, elo1 REAL NOT NULL, alpha REAL NOT NULL, beta REAL NOT NULL,"
    "  normalised INTEGER NOT NULL,"
    "  begun TEXT NOT NULL DEFAULT (datetime('now')), finished TEXT);"
    "CREATE TABLE entrant("
    "  match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE, place INTEGER NOT NULL,"
    "  player INTEGER NOT NULL REFERENCES player, PRIMARY KEY(match, place)) WITHOUT ROWID;"
    "CREATE INDEX entrant_player ON entrant(player);"
    "CREATE TABLE game("
    "  id INTEGER PRIMARY KEY, match INTEGER NOT NULL REFERENCES match ON DELETE CASCADE,"
    "  number INTEGER NOT NULL, start TEXT, ending TEXT NOT NULL, reason TEXT, culprit INTEGER,"
    "  ended TEXT NOT NULL DEFAULT (datetime('now')), UNIQUE(match, number));"
    "CREATE TABLE seat("
    "  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, seat INTEGER NOT NULL,"
    "  place INTEGER NOT NULL, points REAL NOT NULL CHECK(points BETWEEN 0 AND 1),"
    "  seconds REAL NOT NULL, PRIMARY KEY(game, seat)) WITHOUT ROWID;"
    "CREATE TABLE move("
    "  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE, ply INTEGER NOT NULL,"
    "  move TEXT NOT NULL, value REAL, exact INTEGER, depth INTEGER, nodes INTEGER,"
    "  seconds REAL, PRIMARY KEY(game, ply)) WITHOUT ROWID;",
    /* 2: a program that counts the games that have ended by the rules. */
    "ALTER TABLE match ADD COLUMN judge TEXT NOT NULL DEFAULT '';",
    /* 3: games of the page, which belong to no match. */
    ("CREATE TABLE kept(name TEXT PRIMARY KEY, text TEXT NOT NULL,"
     "  changed TEXT NOT NULL DEFAULT (datetime('now'))) WITHOUT ROWID;"),
};

enum { STORE_VERSION = sizeof steps / sizeof *steps };

#endif
