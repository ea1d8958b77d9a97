/* outside_gomocup.c -- brains of the Gomocup tournaments (M. Petricek and P. Lastovicka's
 * protocol, 2005): Gomoku on square boards.
 *
 * A cell is "x,y": its column from the left and its row from the top, both from 0. In a game
 * that goes on as the brain knows it, it is told the last move (TURN); in any other the whole
 * board (BOARD). The protocol has words for time but none for nodes or depth; o.NAME=VALUE
 * says "INFO NAME VALUE". */
#include "game/registry.h"
#include "match/outside_talk.h"

#include <math.h>
#include <string.h>
#include <strings.h>

struct gomocup {
    char told[64]; /* the time for each move it was told last */
};

static const char *refuses(const struct zm_game *game)
{
    return strcmp(game->name, "gomoku") != 0 ? "the protocol is for gomoku" : NULL;
}

/* The next line that is an answer; lines for people are passed over. */
static const char *hear(struct outside *o, const char **line, struct zm_error *error)
{
    const char *rest;
    do {
        if (outside_hear(o, line, error))
            return error->text;
    } while (!**line || outside_begins(*line, "MESSAGE", &rest) ||
             outside_begins(*line, "DEBUG", &rest));
    if (outside_begins(*line, "ERROR", &rest) || outside_begins(*line, "UNKNOWN", &rest))
        return outside_fault(o, error, "answers \"%.60s\" with %s", o->asked,
                             outside_quote(*line).text);
    return NULL;
}

/* "rules=renju" among the game's options is rule 4. */
static int rule_of(const struct zm_game *game)
{
    const char *options = zm_game_options(game);
    char name[ZM_OPTION], value[ZM_OPTION];
    int rule = 0;
    while (zm_next_option(&options, name, value))
        if (!strcmp(name, "rules"))
            rule = !strcmp(value, "renju") ? 4 : !strcmp(value, "standard") ? 1 : 0;
    return rule;
}

static const char *new_game(struct outside *o, struct zm_error *error)
{
    struct gomocup *const gomocup = o->memory;
    const char *line, *rest;
    gomocup->told[0] = '\0';
    if (outside_say(o, error, "START %d", o->game->grid.rows) || hear(o, &line, error))
        return error->text;
    if (!outside_begins(line, "OK", &rest))
        return outside_fault(o, error, "answers \"%.60s\" with %s; expected OK", o->asked,
                             outside_quote(line).text);
    if (outside_say(o, error, "INFO rule %d", rule_of(o->game)) ||
        outside_say(o, error, "INFO game_type 1") || outside_say(o, error, "INFO max_memory 0"))
        return error->text;
    for (int i = 0; i < o->spec.pairs; i++) {
        const char *const name = outside_option(o, i);
        if (name && outside_say(o, error, "INFO %s %s", name, o->spec.pair[i].value))
            return error->text;
    }
    return NULL;
}

static const char *begin(struct outside *o, struct zm_error *error)
{
    (void)o;
    (void)error;
    return NULL;
}

/* ---------------------------------------------------------------- thinking -- */

static double milliseconds(double seconds)
{
    const double ms = floor(seconds * 1e3);
    return ms < 1 ? 1 : ms < 2147483647 ? ms : 2147483647;
}

/* Where no time is given it is told to take a second. */
static const char *say_time(struct outside *o, const struct zm_limits *limits,
                            struct zm_error *error)
{
    struct gomocup *const gomocup = o->memory;
    const double most = limits->seconds > 0 ? limits->seconds
                        : limits->clock > 0 ? limits->clock
                                            : 1;
    char text[64];
    snprintf(text, sizeof text, "INFO timeout_turn %.0f", milliseconds(most));
    if (strcmp(text, gomocup->told) != 0) {
        if (outside_say(o, error, "%s", text) ||
            outside_say(o, error, "INFO timeout_match %.0f",
                        limits->clock > 0 ? milliseconds(limits->clock) : 0))
            return error->text;
        snprintf(gomocup->told, sizeof gomocup->told, "%s", text);
    }
    return outside_say(o, error, "INFO time_left %.0f",
                       limits->clock > 0 ? milliseconds(limits->clock) : 2147483647);
}

static int cell_of(const struct zm_game *game, const struct zm_state *s, zm_move m)
{
    uint16_t cell[ZM_MAX_CLICKS];
    return game->clicks(s, m, cell) == 1 ? cell[0] : -1;
}

/* All stones in the order they were set: 1 its own, 2 the other's. */
static const char *say_board(struct outside *o, const struct zm_position *p, struct zm_error *error)
{
    const int columns = o->game->grid.columns, me = zm_position_turn(p);
    if (outside_say(o, error, "BOARD"))
        return error->text;
    for (int i = 0; i < zm_position_plies(p); i++) {
        const struct zm_state *const s = position_state_at(p, i);
        const int cell = cell_of(o->game, s, zm_position_played(p, i));
        if (outside_say(o, error, "%d,%d,%d", cell % columns, cell / columns,
                        o->game->turn(s) == me ? 1 : 2))
            return error->text;
    }
    return outside_say(o, error, "DONE");
}

static const char *say_turn(struct outside *o, const struct zm_position *p, struct zm_error *error)
{
    const int plies = zm_position_plies(p), columns = o->game->grid.columns;
    if (plies == 0)
        return outside_say(o, error, "BEGIN");
    if (!o->board_set)
        return say_board(o, p, error);
    const int cell =
        cell_of(o->game, position_state_at(p, plies - 1), zm_position_played(p, plies - 1));
    return outside_say(o, error, "TURN %d,%d", cell % columns, cell / columns);
}

/* "x,y" and nothing else. */
static bool read_cell(const char *line, const struct zm_grid *grid, int *cell)
{
    int x, y;
    line += strspn(line, " ");
    if (!zm_read_number(&line, 0, grid->columns - 1, &x) || *line++ != ',')
        return false;
    line += strspn(line, " ");
    if (!zm_read_number(&line, 0, grid->rows - 1, &y))
        return false;
    *cell = y * grid->columns + x;
    return line[strspn(line, " \t\r")] == '\0';
}

static const char *choose(struct outside *o, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    const char *line;
    const zm_move *list;
    int cell;
    if (zm_position_origin(p))
        return outside_fault(o, error,
                             "cannot be told by Gomocup's protocol to begin from a "
                             "position");
    outside_waits(o);
    /* If it knows another game, this is a new one. */
    if (o->board_set && outside_seen(o, p) != zm_position_plies(p) - 1) {
        o->board_set = false;
        if (new_game(o, error))
            return error->text;
    }
    if (say_time(o, limits, error))
        return error->text;
    outside_thinks(o, limits);
    if (say_turn(o, p, error) || hear(o, &line, error))
        return error->text;
    const bool read = read_cell(line, &o->game->grid, &cell);
    const int count = read ? zm_position_moves(p, &list) : 0;
    for (int i = 0; i < count; i++)
        if (cell_of(o->game, zm_position_state(p), list[i]) == cell) {
            outside_plays(o, list[i], result);
            return outside_shown(o, p, result->move, error);
        }
    return outside_fault(o, error, "played %s, which is no legal move; expected x,y",
                         outside_quote(line).text);
}

const struct outside_protocol outside_gomocup = {
    .name = "gomocup",
    .title = "a Gomoku program that speaks Gomocup's protocol",
    .quit = "END\n",
    .memory_size = sizeof(struct gomocup),
    .refuses = refuses,
    .begin = begin,
    .new_game = new_game,
    .choose = choose,
};
