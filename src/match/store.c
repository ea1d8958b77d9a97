/* store.c -- opening the store, and writing to it. */
#include "match/store_inside.h"
#include "match/store_schema.h"

#include "base/sentence.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 60000 };

const char *store_default_path(char *out, size_t size)
{
    const char *const data = getenv("XDG_DATA_HOME"), *const home = getenv("HOME");
    if (data && *data)
        snprintf(out, size, "%s/zermelo/store.db", data);
    else
        snprintf(out, size, "%s/.local/share/zermelo/store.db", home ? home : ".");
    return out;
}

const char *store_wrong(struct store *store, struct zm_error *error)
{
    return sentence(error, "%s: %s", store->path, sqlite3_errmsg(store->db));
}

const char *store_run(struct store *store, const char *sql, struct zm_error *error)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? NULL
                                                                       : store_wrong(store, error);
}

/* ------------------------------------------------------------------ opening -- */

/* The folders that the file is to be in. */
static void make_folders(const char *path)
{
    char folder[4096];
    snprintf(folder, sizeof folder, "%s", path);
    for (char *at = folder + 1; *at; at++)
        if (*at == '/') {
            *at = '\0';
            mkdir(folder, 0777); /* if it fails, opening the file says why */
            *at = '/';
        }
}

static int64_t pragma(struct store *store, const char *name)
{
    char sql[64];
    sqlite3_stmt *statement;
    int64_t value = -1;
    snprintf(sql, sizeof sql, "PRAGMA %s", name);
    if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    if (sqlite3_step(statement) == SQLITE_ROW)
        value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

/* Under a lock that only one process can have: bring the tables up to date. */
static const char *migrate(struct store *store, struct zm_error *error)
{
    const int64_t version = pragma(store, "user_version");
    const int64_t application = pragma(store, "application_id");
    if (version < 0)
        return store_wrong(store, error);
    if (application != STORE_APPLICATION &&
        (application != 0 || version != 0 || pragma(store, "schema_version") != 0))
        return sentence(error, "%s is an SQLite file of something else, not a store", store->path);
    if (version > STORE_VERSION)
        return sentence(error, "%s is a store of version %lld; this program knows up to %d",
                        store->path, (long long)version, STORE_VERSION);
    for (int64_t i = version; i < STORE_VERSION; i++)
        if (store_run(store, steps[i], error))
            return error->text;
    if (version == STORE_VERSION)
        return NULL;
    char sql[128];
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d; PRAGMA application_id = %d", STORE_VERSION,
             STORE_APPLICATION);
    return store_run(store, sql, error);
}

static const char *prepare(struct store *store, struct zm_error *error)
{
    static const char *const sql[STATEMENTS] = {
        [ADD_GAME] = "INSERT INTO game(match, number, start, ending, reason, culprit)"
                     " VALUES(?, ?, ?, ?, ?, ?)",
        [ADD_SEAT] = "INSERT INTO seat(game, seat, place, points, seconds) VALUES(?, ?, ?, ?, ?)",
        [ADD_MOVE] = "INSERT INTO move(game, ply, move, value, exact, depth, nodes, seconds)"
                     " VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
        [BEGIN] = "BEGIN IMMEDIATE",
        [COMMIT] = "COMMIT",
        [ROLLBACK] = "ROLLBACK",
    };
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(store->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->statement[i], NULL) != SQLITE_OK)
            return store_wrong(store, error);
    return NULL;
}

static const char *begin(struct store *store, bool create, struct zm_error *error)
{
    const int flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0);
    if (create)
        make_folders(store->path);
    else if (access(store->path, F_OK) != 0)
        return sentence(error, "there is no store %s", store->path);
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
        return sentence(error, "%s cannot be opened: %s", store->path,
                        store->db ? sqlite3_errmsg(store->db) : out_of_memory);
    sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
    /* In WAL mode NORMAL loses nothing when a process ends, only when the machine does. */
    if (store_run(store,
                  "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                  "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
                  "BEGIN IMMEDIATE",
                  error))
        return error->text;
    if (migrate(store, error)) {
        struct zm_error ignored;
        store_run(store, "ROLLBACK", &ignored);
        return error->text;
    }
    if (store_run(store, "COMMIT", error))
        return error->text;
    return prepare(store, error);
}

struct store *store_open(const char *path, bool create, struct zm_error *error)
{
    struct store *const store = calloc(1, sizeof *store);
    if (!store) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    snprintf(store->path, sizeof store->path, "%s", path);
    if (!begin(store, create, error))
        return store;
    store_close(store);
    return NULL;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(store->statement[i]);
    sqlite3_close(store->db);
    free(store);
}

/* ------------------------------------------------------------------ writing -- */

/* Run a prepared statement that gives no rows; what it was bound to is forgotten. */
static bool step(struct store *store, enum statement which)
{
    sqlite3_stmt *const s = store->statement[which];
    const bool done = sqlite3_step(s) == SQLITE_DONE;
    sqlite3_reset(s);
    sqlite3_clear_bindings(s);
    return done;
}

static void bind_number(sqlite3_stmt *s, int at, double x)
{
    if (isnan(x))
        sqlite3_bind_null(s, at);
    else
        sqlite3_bind_double(s, at, x);
}

static void bind_text(sqlite3_stmt *s, int at, const char *text)
{
    sqlite3_bind_text(s, at, text, -1, SQLITE_TRANSIENT); /* NULL gives NULL */
}

static bool add_moves(struct store *store, int64_t game, const struct zm_position *p,
                      const struct played *played)
{
    const int plies = zm_position_plies(p);
    sqlite3_stmt *const s = store->statement[ADD_MOVE];
    for (int i = 0; i < plies; i++) {
        char move[128];
        const int at = i - played->first;
        const struct thought *const thought =
            at >= 0 && at < played->thoughts ? &played->thought[at] : NULL;
        zm_position_show_played(p, i, move, sizeof move);
        sqlite3_bind_int64(s, 1, game);
        sqlite3_bind_int(s, 2, i);
        sqlite3_bind_text(s, 3, move, -1, SQLITE_STATIC);
        if (thought && thought->seconds > 0) {
            bind_number(s, 4, thought->value);
            sqlite3_bind_int(s, 5, thought->exact);
            sqlite3_bind_int(s, 6, thought->depth);
            sqlite3_bind_int64(s, 7, (int64_t)thought->nodes);
            bind_number(s, 8, thought->seconds);
        }
        if (!step(store, ADD_MOVE))
            return false;
    }
    return true;
}

bool store_add_game(struct store *store, int64_t match, const struct fixture *fixture,
                    const struct zm_position *p, const struct played *played)
{
    sqlite3_stmt *s = store->statement[ADD_GAME];
    sqlite3_bind_int64(s, 1, match);
    sqlite3_bind_int64(s, 2, (int64_t)fixture->number);
    bind_text(s, 3, zm_position_origin(p));
    bind_text(s, 4, ending_name(played->ending));
    bind_text(s, 5, played->reason[0] ? played->reason : NULL);
    if (played->culprit >= 0)
        sqlite3_bind_int(s, 6, played->culprit);
    if (!step(store, ADD_GAME))
        return false;
    const int64_t game = sqlite3_last_insert_rowid(store->db);
    s = store->statement[ADD_SEAT];
    for (int i = 0; i < zm_position_game(p)->players; i++) {
        sqlite3_bind_int64(s, 1, game);
        sqlite3_bind_int(s, 2, i);
        sqlite3_bind_int(s, 3, fixture->player[i]);
        sqlite3_bind_double(s, 4, played->points[i]);
        sqlite3_bind_double(s, 5, played->seconds[i]);
        if (!step(store, ADD_SEAT))
            return false;
    }
    return add_moves(store, game, p, played);
}

const char *store_game(struct store *store, int64_t match, const struct fixture *fixture,
                       const struct zm_position *p, const struct played *played,
                       struct zm_error *error)
{
    if (!step(store, BEGIN))
        return store_wrong(store, error);
    if (store_add_game(store, match, fixture, p, played) && step(store, COMMIT))
        return NULL;
    store_wrong(store, error);
    step(store, ROLLBACK);
    return error->text;
}

/* Prepare, bind by the letters of `types` (i integer, r real, t text) and run. */
static bool run_once(struct store *store, const char *sql, const char *types, ...)
{
    sqlite3_stmt *s;
    va_list args;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return false;
    va_start(args, types);
    for (int i = 0; types[i]; i++) {
        if (types[i] == 'i')
            sqlite3_bind_int64(s, i + 1, va_arg(args, int64_t));
        else if (types[i] == 'r')
            sqlite3_bind_double(s, i + 1, va_arg(args, double));
        else
            bind_text(s, i + 1, va_arg(args, const char *));
    }
    va_end(args);
    const bool done = sqlite3_step(s) == SQLITE_DONE;
    return sqlite3_finalize(s) == SQLITE_OK && done;
}

bool store_add_match(struct store *store, const struct match_settings *m, int64_t *id)
{
    const struct zm_limits *const l = &m->conditions.limits;
    if (!run_once(store,
                  "INSERT INTO match(game, options, kind, games, seed, nodes, depth, seconds,"
                  " clock, increment, moves_to_go, allowance, proof_nodes, most_plies,"
                  " random_plies, openings, openings_name, elo0, elo1, alpha, beta, normalised,"
                  " judge)"
                  " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  "tttiiiirrririiittrrrrit", m->game, m->options, plan_kind_name(m->kind),
                  (int64_t)m->games, (int64_t)m->seed, (int64_t)l->nodes, (int64_t)l->depth,
                  l->seconds, l->clock, l->increment, (int64_t)l->moves_to_go,
                  m->conditions.allowance, (int64_t)m->conditions.proof_nodes,
                  (int64_t)m->conditions.most_plies, (int64_t)m->random_plies, m->openings,
                  m->openings_name, m->sprt.elo0, m->sprt.elo1, m->sprt.alpha, m->sprt.beta,
                  (int64_t)m->sprt.normalised, m->judge ? m->judge : ""))
        return false;
    *id = sqlite3_last_insert_rowid(store->db);
    for (int i = 0; i < m->players; i++)
        if (!run_once(store, "INSERT OR IGNORE INTO player(game, options, name) VALUES(?, ?, ?)",
                      "ttt", m->game, m->options, m->player[i]) ||
            !run_once(store,
                      "INSERT INTO entrant(match, place, player) SELECT ?, ?, id FROM player"
                      " WHERE game = ? AND options = ? AND name = ?",
                      "iittt", *id, (int64_t)i, m->game, m->options, m->player[i]))
            return false;
    return true;
}

const char *store_new_match(struct store *store, const struct match_settings *settings, int64_t *id,
                            struct zm_error *error)
{
    if (!step(store, BEGIN))
        return store_wrong(store, error);
    if (store_add_match(store, settings, id) && step(store, COMMIT))
        return NULL;
    store_wrong(store, error);
    step(store, ROLLBACK);
    return error->text;
}

const char *store_finish_match(struct store *store, int64_t id, struct zm_error *error)
{
    return run_once(store,
                    "UPDATE match SET finished = datetime('now')"
                    " WHERE id = ? AND finished IS NULL",
                    "i", id)
               ? NULL
               : store_wrong(store, error);
}
