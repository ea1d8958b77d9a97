#include "base/sentence.h"
#include "match/store_file.h"
#include "match/store_inside.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A match being read; its games must replay by the rules. */
struct importing {
    struct store *store;
    int64_t id; /* 0: no match yet */
    const struct zm_game *game;
    int players;
    int line, matches, games;
    struct zm_error *error;
};

static const char *bad(const struct importing *x, const char *what)
{
    return sentence(x->error, "line %d: %s", x->line, what);
}

static double number(const json_t *object, const char *key)
{
    const json_t *const value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : NAN;
}

static double number_in(const json_t *object, const char *key, double least, double most)
{
    const double x = number(object, key);
    return x >= least && x <= most ? x : least > 0 ? least : 0;
}

static const char *string(const json_t *object, const char *key, const char *otherwise)
{
    const char *const text = json_string_value(json_object_get(object, key));
    return text ? text : otherwise;
}

static const char *read_kind(const json_t *m, enum plan_kind *kind)
{
    const char *const name = string(m, "kind", "");
    for (int i = 0; i < PLAN_KINDS; i++)
        if (!strcmp(name, plan_kind_name((enum plan_kind)i))) {
            *kind = (enum plan_kind)i;
            return NULL;
        }
    return "a match of an unknown kind";
}

static const char *import_match(struct importing *x, const json_t *m)
{
    const json_t *const players = json_object_get(m, "players");
    struct match_settings s = {
        .game = string(m, "game", ""),
        .options = string(m, "options", ""),
        .players = (int)json_array_size(players),
        .games = (uint64_t)number_in(m, "games", 1, 1e8),
        .seed = (uint64_t)json_integer_value(json_object_get(m, "seed")),
        .conditions = { .limits = { .seconds = number_in(m, "seconds", 0, 1e9),
                                    .nodes = (uint64_t)number_in(m, "nodes", 0, 1e18),
                                    .depth = (int)number_in(m, "depth", 0, 1 << 24),
                                    .clock = number_in(m, "clock", 0, 1e9),
                                    .increment = number_in(m, "increment", 0, 1e9),
                                    .moves_to_go = (int)number_in(m, "moves_to_go", 0, 1e6) },
                        .allowance = number_in(m, "allowance", 0, 1e9),
                        .proof_nodes = (uint64_t)number_in(m, "proof_nodes", 0, 1e18),
                        .most_plies = (int)number_in(m, "most_plies", 0, 1e9) },
        .openings = string(m, "openings", NULL),
        .openings_name = string(m, "openings_name", ""),
        .judge = string(m, "judge", ""),
        .random_plies = (int)number_in(m, "random_plies", 0, 1000),
        .sprt = { number_in(m, "elo0", -1e4, 1e4), number_in(m, "elo1", -1e4, 1e4),
                  number_in(m, "alpha", 0, 1), number_in(m, "beta", 0, 1),
                  json_is_true(json_object_get(m, "normalised")) },
    };
    if (json_array_size(players) < 1 || json_array_size(players) > MATCH_PLAYERS)
        return bad(x, "expected 1 to 31 players");
    for (int i = 0; i < s.players; i++) {
        s.player[i] = json_string_value(json_array_get(players, (size_t)i));
        if (!s.player[i])
            return bad(x, "a player without a name");
    }
    const char *const wrong = read_kind(m, &s.kind);
    if (wrong)
        return bad(x, wrong);
    struct zm_error why;
    if (x->game)
        zm_game_close(x->game);
    /* A plug-in is a program: a file from a stranger must not start one. */
    x->game = strchr(s.game, '/') || strchr(s.game, '.')
                  ? NULL
                  : zm_game_open(s.game, *s.options ? s.options : NULL, &why);
    if (!x->game)
        return sentence(x->error, "line %d: there is no game \"%.40s\" with options \"%.60s\"",
                        x->line, s.game, s.options);
    x->players = s.players;
    x->matches++;
    if (!store_add_match(x->store, &s, &x->id))
        return store_wrong(x->store, x->error);
    return store_finish_match(x->store, x->id, x->error);
}

static const char *read_seats(struct importing *x, const json_t *g, struct fixture *fixture,
                              struct played *played)
{
    const json_t *const seats = json_object_get(g, "seats");
    if (json_array_size(seats) != (size_t)x->game->players)
        return bad(x, "not as many seats as the game has");
    for (int i = 0; i < x->game->players; i++) {
        const json_t *const seat = json_array_get(seats, (size_t)i);
        const double place = number(seat, "place"), points = number(seat, "points");
        if (!(place >= 0 && place < x->players) || !(points >= 0 && points <= 1))
            return bad(x, "a seat needs the place of a player and 0 to 1 points");
        fixture->player[i] = (int)place;
        played->points[i] = points;
        played->seconds[i] = number_in(seat, "seconds", 0, 1e9);
    }
    const double number_of = number(g, "number");
    if (!(number_of >= 0 && number_of < 1e15))
        return bad(x, "a game without its number");
    fixture->number = (uint64_t)number_of;
    return NULL;
}

static const char *read_moves(struct importing *x, const json_t *g, struct zm_position *p,
                              struct played *played)
{
    const json_t *const moves = json_object_get(g, "moves");
    const size_t n = json_array_size(moves);
    struct zm_error why;
    played->thought = calloc(n + 1, sizeof *played->thought);
    played->thoughts = (int)n;
    if (!played->thought)
        return sentence(x->error, "%s", out_of_memory);
    for (size_t i = 0; i < n; i++) {
        const json_t *const move = json_array_get(moves, i);
        const char *const text = string(move, "move", "");
        const zm_move m = zm_position_read_move(p, text, &why);
        if (m == ZM_NO_MOVE || zm_position_play(p, m, &why))
            return sentence(x->error, "line %d: move %zu: %s", x->line, i + 1, why.text);
        played->thought[i] = (struct thought){
            .value = number(move, "value"),
            .seconds = number_in(move, "seconds", 0, 1e9),
            .nodes = (uint64_t)number_in(move, "nodes", 0, 1e18),
            .depth = (int)number_in(move, "depth", 0, 1e6),
            .exact = json_is_true(json_object_get(move, "exact")),
        };
    }
    return NULL;
}

static const char *import_game(struct importing *x, const json_t *g)
{
    struct zm_error why;
    struct fixture fixture = { .number = 0 };
    struct played played = { .culprit = -1 };
    if (x->id == 0)
        return bad(x, "a game before any match");
    const char *wrong = read_seats(x, g, &fixture, &played);
    if (wrong)
        return wrong;
    const char *const ending = string(g, "ending", "");
    for (int i = 0; i < ENDINGS; i++)
        if (!strcmp(ending, ending_name((enum ending)i)))
            played.ending = (enum ending)i;
    snprintf(played.reason, sizeof played.reason, "%.290s", string(g, "reason", ""));
    if (json_object_get(g, "culprit"))
        played.culprit = (int)number_in(g, "culprit", 0, x->game->players - 1);
    struct zm_position *const p = zm_position_new(x->game, &why);
    const char *const start = string(g, "position", NULL);
    if (!p || (start && zm_position_read(p, start, &why)))
        wrong = bad(x, why.text);
    if (!wrong)
        wrong = read_moves(x, g, p, &played);
    if (!wrong && !store_add_game(x->store, x->id, &fixture, p, &played))
        wrong = store_wrong(x->store, x->error);
    x->games++;
    zm_position_free(p);
    played_release(&played);
    return wrong;
}

static const char *import_line(struct importing *x, const char *line, size_t length)
{
    json_error_t why;
    json_t *const object = json_loadb(line, length, JSON_REJECT_DUPLICATES, &why);
    if (!json_is_object(object)) {
        json_decref(object);
        return sentence(x->error, "line %d: expected a JSON object: %.100s", x->line, why.text);
    }
    const json_t *const match = json_object_get(object, "match");
    const char *const wrong =
        json_is_object(match) ? import_match(x, match) : import_game(x, object);
    json_decref(object);
    return wrong;
}

const char *store_import(struct store *store, const char *text, int *matches, int *games,
                         struct zm_error *error)
{
    struct importing x = { .store = store, .error = error };
    const char *wrong = store_run(store, "BEGIN IMMEDIATE", error);
    if (wrong)
        return wrong;
    while (!wrong && *text) {
        const size_t length = strcspn(text, "\n");
        x.line++;
        if (strspn(text, " \t\r") < length)
            wrong = import_line(&x, text, length);
        text += length + (text[length] == '\n');
    }
    if (!wrong && x.matches == 0)
        wrong = sentence(error, "there is no match in it");
    if (!wrong)
        wrong = store_run(store, "COMMIT", error);
    if (wrong) {
        struct zm_error ignored;
        store_run(store, "ROLLBACK", &ignored);
    }
    if (x.game)
        zm_game_close(x.game);
    *matches = x.matches;
    *games = x.games;
    return wrong;
}
