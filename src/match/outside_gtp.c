/* outside_gtp.c -- programs that speak the Go Text Protocol, version 2 (G. Farneback, 2002),
 * of any game of two players: black begins, the moves are the game's own words.
 *
 * Every command has a number, and so has its answer; an answer ends with an empty line. GTP
 * has words for time but none for nodes or depth: those are set where the program is, by
 * its command or by o.NAME=VALUE, which says "NAME VALUE" at its start. */
#include "game/registry.h"
#include "match/outside_talk.h"
#include "notation/sgf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct gtp {
    unsigned id;
    bool settings, left;  /* it knows time_settings, time_left */
    bool rectangular;     /* ... and boards that are not square */
    char told[64];        /* the time_settings of this game */
    char answer[1 << 13]; /* to the last command */
};

static const char *refuses(const struct zm_game *game)
{
    return game->players != 2            ? "GTP knows two players"
           : game->flags & ZM_HAS_CHANCE ? "GTP knows no chance"
                                         : NULL;
}

/* ----------------------------------------------------------------- answers -- */

/* Is this the first line of the answer to command number `id`? "=ID text", "?ID text". A
 * program that leaves the number out is understood as well. */
static bool answers(const char *line, unsigned id, bool *refused, const char **text)
{
    if (*line != '=' && *line != '?')
        return false;
    char *end;
    const bool numbered = line[1] >= '0' && line[1] <= '9';
    const unsigned long its = numbered ? strtoul(line + 1, &end, 10) : id;
    *refused = *line == '?';
    *text = numbered ? end : line + 1;
    *text += strspn(*text, " \t");
    return its == id;
}

/* Hear the answer to the last command into gtp->answer: lines with '\n' between. */
static const char *hear_answer(struct outside *o, bool *refused, struct zm_error *error)
{
    struct gtp *const gtp = o->memory;
    struct zm_text t = { gtp->answer, sizeof gtp->answer, 0 };
    const char *line, *text;
    do {
        if (outside_hear(o, &line, error))
            return error->text;
    } while (!answers(line, gtp->id, refused, &text));
    zm_print(&t, "%s", text);
    for (;;) {
        if (outside_hear(o, &line, error))
            return error->text;
        if (!*line)
            return NULL;
        zm_print(&t, "\n%s", line);
    }
}

/* Say a command and hear its answer; *refused, or if that is NULL it is a fault. */
static const char *ask(struct outside *o, bool *refused, const char *command,
                       struct zm_error *error)
{
    struct gtp *const gtp = o->memory;
    bool no = false;
    if (outside_say(o, error, "%u %s", ++gtp->id, command) || hear_answer(o, &no, error))
        return error->text;
    if (refused)
        *refused = no;
    else if (no)
        return outside_fault(o, error, "refuses \"%.60s\": %s", command,
                             outside_quote(gtp->answer).text);
    return NULL;
}

/* -------------------------------------------------------------------- life -- */

static bool lists(const char *list, const char *command)
{
    const size_t length = strlen(command);
    for (const char *at = list; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (!strncmp(at, command, length) && (!at[length] || strchr("\n\r \t", at[length])))
            return true;
    return false;
}

static const char *begin(struct outside *o, struct zm_error *error)
{
    struct gtp *const gtp = o->memory;
    bool refused = false;
    if (ask(o, &refused, "list_commands", error))
        return error->text;
    gtp->settings = !refused && lists(gtp->answer, "time_settings");
    gtp->left = !refused && lists(gtp->answer, "time_left");
    gtp->rectangular = !refused && lists(gtp->answer, "rectangular_boardsize");
    for (int i = 0; i < o->spec.pairs; i++) {
        char command[256];
        const char *const name = outside_option(o, i);
        if (!name)
            continue;
        snprintf(command, sizeof command, "%s %s", name, o->spec.pair[i].value);
        if (ask(o, NULL, command, error))
            return error->text;
    }
    return NULL;
}

/* The size of the board and, in Go, what white gets for moving second. */
static const char *new_game(struct outside *o, struct zm_error *error)
{
    const struct zm_grid *const grid = &o->game->grid;
    struct gtp *const gtp = o->memory;
    char command[ZM_OPTION + 8], komi[ZM_OPTION];
    gtp->told[0] = '\0';
    if (gtp->rectangular && grid->rows != grid->columns)
        snprintf(command, sizeof command, "rectangular_boardsize %d %d", grid->columns, grid->rows);
    else
        snprintf(command, sizeof command, "boardsize %d", grid->rows);
    if (grid->rows > 0 && (grid->rows == grid->columns || gtp->rectangular) &&
        ask(o, NULL, command, error))
        return error->text;
    if (ask(o, NULL, "clear_board", error))
        return error->text;
    sgf_komi(o->game, komi);
    snprintf(command, sizeof command, "komi %s", komi);
    return *komi ? ask(o, NULL, command, error) : NULL;
}

/* ---------------------------------------------------------------- thinking -- */

/* A time for each move is Canadian byo-yomi of one stone from the beginning; an increment is
 * the nearest thing to it: byo-yomi of one stone after the clock, which time_left then keeps
 * true. GTP counts whole seconds. */
static const char *say_time(struct outside *o, const struct zm_limits *limits, int turn,
                            struct zm_error *error)
{
    struct gtp *const gtp = o->memory;
    const bool clock = limits->clock > 0;
    char command[64];
    if (!clock && limits->seconds <= 0)
        return NULL;
    if (clock)
        snprintf(command, sizeof command, "time_settings %.0f %.0f %d", ceil(limits->clock),
                 ceil(limits->increment), limits->increment > 0);
    else
        snprintf(command, sizeof command, "time_settings 0 %.0f 1", ceil(limits->seconds));
    const bool told = clock ? gtp->told[0] != '\0' : !strcmp(gtp->told, command);
    if (gtp->settings && !told) {
        if (ask(o, NULL, command, error))
            return error->text;
        snprintf(gtp->told, sizeof gtp->told, "%s", command);
    }
    if (!gtp->left || !clock)
        return NULL;
    snprintf(command, sizeof command, "time_left %c %.0f 0", "bw"[turn], floor(limits->clock));
    return ask(o, NULL, command, error);
}

/* The stones that lie on the board before the first move. In Go they can be played one by one in
 * any order: a chain that has a liberty in the end has it all the time, so that none is taken. */
static const char *show_stones(struct outside *o, const struct zm_position *p,
                               struct zm_error *error)
{
    const struct zm_game *const game = o->game;
    const bool go = !strcmp(game->name, "go");
    char cell[SGF_LINES * SGF_LINES];
    struct zm_error ignored;
    if (!go)
        return zm_position_origin(p)
                   ? outside_fault(o, error, "cannot be told by GTP to begin from a position")
                   : NULL;
    struct zm_position *const empty = zm_position_copy(p, error);
    if (!empty)
        return error->text;
    game->cells(position_state_at(p, 0), -1, cell);
    char none[sizeof cell];
    memset(none, '.', sizeof none);
    const char *wrong = sgf_set_up(empty, none, 0, &ignored);
    const zm_move *list;
    const int n = wrong ? 0 : zm_position_moves(empty, &list);
    for (int i = 0; !wrong && i < n; i++) {
        uint16_t at[ZM_MAX_CLICKS];
        char word[32], command[64];
        if (game->clicks(zm_position_state(empty), list[i], at) != 1 || cell[at[0]] == '.')
            continue;
        zm_position_show_move(empty, list[i], word, sizeof word);
        snprintf(command, sizeof command, "play %c %s", cell[at[0]] == 'X' ? 'b' : 'w', word);
        wrong = ask(o, NULL, command, error);
    }
    zm_position_free(empty);
    return wrong;
}

/* Let its board see what p has played. */
static const char *show(struct outside *o, const struct zm_position *p, struct zm_error *error)
{
    const int seen = outside_seen(o, p);
    if (seen < 0 && (ask(o, NULL, "clear_board", error) || show_stones(o, p, error)))
        return error->text;
    for (int i = seen < 0 ? 0 : seen; i < zm_position_plies(p); i++) {
        char word[256], command[300];
        zm_position_show_played(p, i, word, sizeof word);
        snprintf(command, sizeof command, "play %c %s",
                 "bw"[o->game->turn(position_state_at(p, i))], word);
        if (ask(o, NULL, command, error))
            return error->text;
    }
    return outside_shown(o, p, ZM_NO_MOVE, error);
}

static const char *choose(struct outside *o, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    struct gtp *const gtp = o->memory;
    const int turn = zm_position_turn(p);
    outside_waits(o);
    if (show(o, p, error) || say_time(o, limits, turn, error))
        return error->text;
    outside_thinks(o, limits);
    if (ask(o, NULL, turn == 0 ? "genmove b" : "genmove w", error))
        return error->text;
    gtp->answer[strcspn(gtp->answer, " \t\r\n")] = '\0';
    if (!strcasecmp(gtp->answer, "resign")) {
        o->board_set = false;
        return outside_resigns(o, error);
    }
    if (outside_moves(o, p, gtp->answer, result, error))
        return error->text;
    return outside_shown(o, p, result->move, error);
}

/* "B+3.5", "W+12", "0". */
static const char *score(struct outside *o, const struct zm_position *p, double *points,
                         struct zm_error *error)
{
    struct gtp *const gtp = o->memory;
    char *end = gtp->answer;
    o->board_set = false;
    if (show(o, p, error) || ask(o, NULL, "final_score", error))
        return error->text;
    const bool black = !strncasecmp(gtp->answer, "B+", 2),
               white = !strncasecmp(gtp->answer, "W+", 2);
    *points = black || white ? strtod(gtp->answer + 2, &end) : 0;
    const bool none = !strcmp(gtp->answer, "0") || !strcasecmp(gtp->answer, "draw") ||
                      !strcasecmp(gtp->answer, "jigo");
    if (!none && (!(*points > 0) || end == gtp->answer + 2 || (*end && !strchr(" \t\r\n", *end))))
        return outside_fault(o, error, "gives the score %s; expected one as B+3.5, W+12 or 0",
                             outside_quote(gtp->answer).text);
    *points = white ? -*points : *points;
    return NULL;
}

const struct outside_protocol outside_gtp = {
    .name = "gtp",
    .title = "a program that speaks the Go Text Protocol",
    .quit = "quit\n",
    .memory_size = sizeof(struct gtp),
    .refuses = refuses,
    .begin = begin,
    .new_game = new_game,
    .choose = choose,
    .score = score,
};
