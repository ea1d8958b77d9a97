/* store_read.c -- what is in the store. A file may come from a stranger: numbers are held to
 * their ranges, and a text that is missing is an empty one. */
#include "match/store_inside.h"

#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLIES = 1000000 };

static const char *text(sqlite3_stmt *s, int column)
{
    const char *const t = (const char *)sqlite3_column_text(s, column);
    return t ? t : "";
}

static const char *text_or_null(sqlite3_stmt *s, int column)
{
    return (const char *)sqlite3_column_text(s, column);
}

static int64_t within(int64_t x, int64_t least, int64_t most)
{
    return x < least ? least : x > most ? most : x;
}

static int small(sqlite3_stmt *s, int column)
{
    return (int)within(sqlite3_column_int64(s, column), 0, 1 << 30);
}

static uint64_t whole(sqlite3_stmt *s, int column)
{
    return (uint64_t)within(sqlite3_column_int64(s, column), 0, INT64_MAX);
}

static double real(sqlite3_stmt *s, int column)
{
    const double x = sqlite3_column_double(s, column);
    return isfinite(x) && x > -1e12 && x < 1e12 ? x : 0;
}

static sqlite3_stmt *select_by(struct store *store, const char *sql, int64_t id)
{
    sqlite3_stmt *s;
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    if (sqlite3_bind_parameter_count(s) > 0)
        sqlite3_bind_int64(s, 1, id);
    return s;
}

/* End a statement that gave rows until `last`. */
static const char *ended(struct store *store, sqlite3_stmt *s, int last, struct zm_error *error)
{
    const char *const wrong =
        last == SQLITE_DONE || last == SQLITE_ROW ? NULL : store_wrong(store, error);
    sqlite3_finalize(s);
    return wrong;
}

/* ----------------------------------------------------------------- settings -- */

static const char *copy(char **end, const char *from)
{
    char *const to = *end;
    const size_t length = strlen(from) + 1;
    memcpy(to, from, length);
    *end += length;
    return to;
}

static bool read_kind(const char *name, enum plan_kind *kind)
{
    for (int i = 0; i < PLAN_KINDS; i++)
        if (!strcmp(name, plan_kind_name((enum plan_kind)i))) {
            *kind = (enum plan_kind)i;
            return true;
        }
    return false;
}

static void read_settings(sqlite3_stmt *s, struct match_settings *m)
{
    struct conditions *const c = &m->conditions;
    m->games = whole(s, 3);
    m->seed = (uint64_t)sqlite3_column_int64(s, 4);
    c->limits.nodes = whole(s, 5);
    c->limits.depth = small(s, 6);
    c->limits.seconds = real(s, 7);
    c->limits.clock = real(s, 8);
    c->limits.increment = real(s, 9);
    c->limits.moves_to_go = small(s, 10);
    c->allowance = real(s, 11);
    c->proof_nodes = whole(s, 12);
    c->most_plies = small(s, 13);
    m->random_plies = (int)within(sqlite3_column_int64(s, 14), 0, 10000);
    m->sprt =
        (struct sprt){ real(s, 17), real(s, 18), real(s, 19), real(s, 20), small(s, 21) != 0 };
}

static const char *read_players(struct store *store, int64_t id, struct match_settings *m,
                                char **memory, size_t *length, struct zm_error *error)
{
    FILE *const out = open_memstream(memory, length);
    if (!out)
        return sentence(error, "%s", out_of_memory);
    sqlite3_stmt *const s = select_by(store,
                                      "SELECT name FROM entrant JOIN player ON player = player.id"
                                      " WHERE match = ? ORDER BY place",
                                      id);
    int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    for (; last == SQLITE_ROW && m->players < MATCH_PLAYERS; last = sqlite3_step(s)) {
        fwrite(text(s, 0), 1, strlen(text(s, 0)) + 1, out);
        m->players++;
    }
    const char *const wrong = ended(store, s, last, error);
    fclose(out);
    return wrong;
}

const char *store_match(struct store *store, int64_t id, struct match_settings *settings,
                        char **memory, struct zm_error *error)
{
    char *names = NULL;
    size_t names_length = 0;
    *settings = (struct match_settings){ .players = 0 };
    *memory = NULL;
    sqlite3_stmt *const s = select_by(
        store,
        "SELECT game, options, kind, games, seed, nodes, depth, seconds, clock, increment,"
        " moves_to_go, allowance, proof_nodes, most_plies, random_plies, openings, openings_name,"
        " elo0, elo1, alpha, beta, normalised, judge FROM match WHERE id = ?",
        id);
    const int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    const char *wrong = NULL;
    if (last == SQLITE_DONE)
        wrong = sentence(error, "%s has no match %lld", store->path, (long long)id);
    else if (last != SQLITE_ROW)
        wrong = store_wrong(store, error);
    else if (!read_kind(text(s, 2), &settings->kind))
        wrong = sentence(error, "%s: match %lld is of an unknown kind, \"%.40s\"", store->path,
                         (long long)id, text(s, 2));
    else
        wrong = read_players(store, id, settings, &names, &names_length, error);
    if (!wrong) {
        read_settings(s, settings);
        const size_t size = strlen(text(s, 0)) + strlen(text(s, 1)) + strlen(text(s, 15)) +
                            strlen(text(s, 16)) + strlen(text(s, 22)) + names_length + 5;
        char *end = *memory = malloc(size);
        if (end) {
            settings->game = copy(&end, text(s, 0));
            settings->options = copy(&end, text(s, 1));
            settings->openings = text_or_null(s, 15) ? copy(&end, text(s, 15)) : NULL;
            settings->openings_name = copy(&end, text(s, 16));
            settings->judge = copy(&end, text(s, 22));
            if (names)
                memcpy(end, names, names_length);
            for (int i = 0; i < settings->players; i++, end += strlen(end) + 1)
                settings->player[i] = end;
        } else {
            wrong = sentence(error, "%s", out_of_memory);
        }
    }
    free(names);
    sqlite3_finalize(s);
    return wrong;
}

bool store_finished(struct store *store, int64_t id)
{
    sqlite3_stmt *const s =
        select_by(store, "SELECT 1 FROM match WHERE id = ? AND finished IS NOT NULL", id);
    const bool finished = s && sqlite3_step(s) == SQLITE_ROW;
    sqlite3_finalize(s);
    return finished;
}

const char *store_unfinished(struct store *store, int64_t *id, struct zm_error *error)
{
    sqlite3_stmt *const s = select_by(store, "SELECT max(id) FROM match WHERE finished IS NULL", 0);
    const int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    *id = last == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
    return ended(store, s, last, error);
}

/* -------------------------------------------------------------------- lists -- */

const char *store_matches(struct store *store,
                          bool (*each)(void *user, const struct stored_match *match), void *user,
                          struct zm_error *error)
{
    sqlite3_stmt *const s =
        select_by(store,
                  "SELECT id, game, options, kind, begun, finished,"
                  " (SELECT group_concat(name, ', ') FROM"
                  "   (SELECT name FROM entrant JOIN player ON player = player.id"
                  "    WHERE match = match.id ORDER BY place)),"
                  " (SELECT count(*) FROM game WHERE match = match.id) FROM match ORDER BY id DESC",
                  0);
    int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    for (; last == SQLITE_ROW; last = sqlite3_step(s)) {
        const struct stored_match m = {
            .id = sqlite3_column_int64(s, 0),
            .game = text(s, 1),
            .options = text(s, 2),
            .kind = text(s, 3),
            .begun = text(s, 4),
            .finished = text_or_null(s, 5),
            .players = text(s, 6),
            .games = whole(s, 7),
        };
        if (!each(user, &m))
            break;
    }
    return ended(store, s, last, error);
}

enum { NAME_TEXT = 600 };

static bool read_seats(struct stored_game *g, sqlite3_stmt *s, char name[ZM_MAX_PLAYERS][NAME_TEXT])
{
    int last;
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, g->id);
    for (g->seats = 0; (last = sqlite3_step(s)) == SQLITE_ROW; g->seats++) {
        if (g->seats == ZM_MAX_PLAYERS)
            return false;
        snprintf(name[g->seats], NAME_TEXT, "%s", text(s, 3));
        g->seat[g->seats].place = small(s, 0);
        g->seat[g->seats].points = real(s, 1);
        g->seat[g->seats].seconds = real(s, 2);
        g->seat[g->seats].name = name[g->seats];
    }
    return last == SQLITE_DONE;
}

struct moves {
    struct stored_move *move;
    char *text;
    size_t length;
};

/* The texts first, all in one block; then they are cut apart. */
static bool read_moves(struct stored_game *g, sqlite3_stmt *s, struct moves *m)
{
    int room = 0, last;
    FILE *const out = open_memstream(&m->text, &m->length);
    if (!out)
        return false;
    sqlite3_reset(s);
    sqlite3_bind_int64(s, 1, g->id);
    for (g->plies = 0; (last = sqlite3_step(s)) == SQLITE_ROW && g->plies < MOST_PLIES;
         g->plies++) {
        if (g->plies == room) {
            room = room ? 2 * room : 64;
            struct stored_move *const more = realloc(m->move, (size_t)room * sizeof *more);
            if (!more)
                break;
            m->move = more;
        }
        fwrite(text(s, 0), 1, strlen(text(s, 0)) + 1, out);
        m->move[g->plies] = (struct stored_move){
            .thought = sqlite3_column_type(s, 5) != SQLITE_NULL,
            .value = sqlite3_column_type(s, 1) == SQLITE_NULL ? NAN : real(s, 1),
            .exact = small(s, 2) != 0,
            .depth = small(s, 3),
            .nodes = whole(s, 4),
            .seconds = real(s, 5),
        };
    }
    fclose(out);
    char *at = m->text;
    for (int i = 0; i < g->plies; i++, at += strlen(at) + 1)
        m->move[i].move = at;
    g->move = m->move;
    return last == SQLITE_DONE;
}

static const char *games(struct store *store, const char *condition, int64_t id, bool with_moves,
                         bool (*each)(void *user, const struct stored_game *game), void *user,
                         struct zm_error *error)
{
    char sql[400], name[ZM_MAX_PLAYERS][NAME_TEXT];
    struct moves moves = { NULL, NULL, 0 };
    bool goes_on = true, whole_game = true;
    snprintf(sql, sizeof sql,
             "SELECT game.id, match, number, match.game, options, start, ending, reason, culprit,"
             " ended FROM game JOIN match ON match = match.id %s ORDER BY game.match, number",
             condition);
    sqlite3_stmt *const s = select_by(store, sql, id);
    sqlite3_stmt *const seats = select_by(
        store,
        "SELECT seat.place, points, seconds, name FROM seat JOIN game ON game.id = seat.game"
        " LEFT JOIN entrant ON entrant.match = game.match AND entrant.place = seat.place"
        " LEFT JOIN player ON player.id = player WHERE seat.game = ? ORDER BY seat",
        0);
    sqlite3_stmt *const list = select_by(
        store,
        "SELECT move, value, exact, depth, nodes, seconds FROM move WHERE game = ? ORDER BY ply",
        0);
    int last = s && seats && list ? sqlite3_step(s) : SQLITE_ERROR;
    for (; last == SQLITE_ROW && goes_on && whole_game; last = sqlite3_step(s)) {
        struct stored_game g = {
            .id = sqlite3_column_int64(s, 0),
            .match = sqlite3_column_int64(s, 1),
            .number = whole(s, 2),
            .game = text(s, 3),
            .options = text(s, 4),
            .start = text_or_null(s, 5),
            .ending = text(s, 6),
            .reason = text(s, 7),
            .culprit = sqlite3_column_type(s, 8) == SQLITE_NULL ? -1 : small(s, 8),
            .ended = text(s, 9),
        };
        whole_game = read_seats(&g, seats, name);
        if (whole_game && with_moves) {
            free(moves.text);
            moves.text = NULL;
            whole_game = read_moves(&g, list, &moves);
        }
        goes_on = whole_game && each(user, &g);
    }
    const char *wrong =
        whole_game && goes_on && last != SQLITE_DONE ? store_wrong(store, error) : NULL;
    if (!whole_game)
        wrong = sentence(error, "%s: a game cannot be read whole", store->path);
    sqlite3_finalize(s);
    sqlite3_finalize(seats);
    sqlite3_finalize(list);
    free(moves.move);
    free(moves.text);
    return wrong;
}

const char *store_games(struct store *store, int64_t match, bool with_moves,
                        bool (*each)(void *user, const struct stored_game *game), void *user,
                        struct zm_error *error)
{
    return games(store, match ? "WHERE match = ?" : "", match, with_moves, each, user, error);
}

const char *store_one(struct store *store, int64_t id,
                      bool (*each)(void *user, const struct stored_game *game), void *user,
                      struct zm_error *error)
{
    return games(store, "WHERE game.id = ?", id, true, each, user, error);
}

/* ------------------------------------------------------------------ finding -- */

/* The numbers of the games that fit; with a count of -1: how many there are. */
static sqlite3_stmt *select_fitting(struct store *store, const struct store_wish *wish, bool counts)
{
    sqlite3_stmt *s;
    char sql[800];
    snprintf(sql, sizeof sql,
             "SELECT %s FROM game JOIN match ON match = match.id WHERE (?1 = 0 OR match = ?1)"
             " AND (?2 = '' OR match.game = ?2) AND (?4 = '' OR instr(ending, ?4) > 0)"
             " AND (?3 = '' OR EXISTS(SELECT 1 FROM entrant JOIN player ON player = player.id"
             "   WHERE entrant.match = match.id AND instr(name, ?3) > 0"
             "   AND EXISTS(SELECT 1 FROM seat WHERE seat.game = game.id"
             "     AND seat.place = entrant.place))) %s",
             counts ? "count(*)" : "game.id",
             counts ? "" : "ORDER BY game.id DESC LIMIT ?5 OFFSET ?6");
    if (sqlite3_prepare_v2(store->db, sql, -1, &s, NULL) != SQLITE_OK)
        return NULL;
    const char *const part[] = { wish->game, wish->player, wish->ending };
    sqlite3_bind_int64(s, 1, wish->match);
    for (int i = 0; i < 3; i++)
        sqlite3_bind_text(s, i + 2, part[i] ? part[i] : "", -1, SQLITE_STATIC);
    if (!counts) {
        sqlite3_bind_int64(s, 5, wish->count);
        sqlite3_bind_int64(s, 6, wish->offset);
    }
    return s;
}

const char *store_find(struct store *store, const struct store_wish *wish,
                       bool (*each)(void *user, const struct stored_game *game), void *user,
                       int64_t *total, struct zm_error *error)
{
    sqlite3_stmt *const all = select_fitting(store, wish, true);
    const bool counted = all && sqlite3_step(all) == SQLITE_ROW;
    *total = counted ? sqlite3_column_int64(all, 0) : 0;
    sqlite3_finalize(all);
    if (!counted)
        return store_wrong(store, error);
    sqlite3_stmt *const s = select_fitting(store, wish, false);
    const char *wrong = NULL;
    int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    for (; last == SQLITE_ROW && !wrong; last = wrong ? last : sqlite3_step(s))
        wrong = store_one(store, sqlite3_column_int64(s, 0), each, user, error);
    const char *const ends = ended(store, s, last, error);
    return wrong ? wrong : ends;
}

/* ------------------------------------------------------------------ results -- */

const char *store_results(struct store *store, const char *game, const char *options,
                          bool (*each)(void *user, const char *a, const char *b, uint64_t wins,
                                       uint64_t draws, uint64_t losses),
                          void *user, struct zm_error *error)
{
    sqlite3_stmt *const s =
        select_by(store,
                  "SELECT pa.name, pb.name, sum(a.points > b.points), sum(a.points = b.points),"
                  " sum(a.points < b.points) FROM game JOIN match ON game.match = match.id"
                  " JOIN seat a ON a.game = game.id JOIN seat b ON b.game = game.id"
                  " JOIN entrant ea ON ea.match = match.id AND ea.place = a.place"
                  " JOIN entrant eb ON eb.match = match.id AND eb.place = b.place"
                  " JOIN player pa ON pa.id = ea.player JOIN player pb ON pb.id = eb.player"
                  " WHERE pa.id < pb.id AND match.game = ? AND match.options = ?"
                  " GROUP BY pa.id, pb.id ORDER BY pa.id, pb.id",
                  0);
    if (s) {
        sqlite3_bind_text(s, 1, game, -1, SQLITE_STATIC);
        sqlite3_bind_text(s, 2, options, -1, SQLITE_STATIC);
    }
    int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    for (; last == SQLITE_ROW; last = sqlite3_step(s))
        if (!each(user, text(s, 0), text(s, 1), whole(s, 2), whole(s, 3), whole(s, 4)))
            break;
    return ended(store, s, last, error);
}

/* -------------------------------------------------------------------- check -- */

/* The first row of a query that should have none, as a fault. */
static const char *none(struct store *store, const char *sql, const char *what,
                        struct zm_error *error)
{
    sqlite3_stmt *const s = select_by(store, sql, 0);
    const int last = s ? sqlite3_step(s) : SQLITE_ERROR;
    const char *wrong = NULL;
    if (last == SQLITE_ROW)
        wrong = sentence(error, "%s: %s %s", store->path, what, text(s, 0));
    else if (last != SQLITE_DONE)
        wrong = store_wrong(store, error);
    sqlite3_finalize(s);
    return wrong;
}

const char *store_check(struct store *store, struct zm_error *error)
{
    sqlite3_stmt *const s = select_by(store, "PRAGMA integrity_check", 0);
    const char *wrong = NULL;
    if (!s || sqlite3_step(s) != SQLITE_ROW)
        wrong = store_wrong(store, error);
    else if (strcmp(text(s, 0), "ok") != 0)
        wrong = sentence(error, "%s is damaged: %.200s", store->path, text(s, 0));
    sqlite3_finalize(s);
    if (!wrong)
        wrong = none(store, "PRAGMA foreign_key_check",
                     "a row without what it belongs to, in table", error);
    if (!wrong)
        wrong = none(store, "SELECT id FROM game WHERE id NOT IN (SELECT game FROM seat)",
                     "nobody sat in game", error);
    if (!wrong)
        wrong = none(store,
                     "SELECT game FROM move GROUP BY game"
                     " HAVING count(*) <> max(ply) + 1 OR min(ply) <> 0",
                     "moves are missing in game", error);
    return wrong;
}
