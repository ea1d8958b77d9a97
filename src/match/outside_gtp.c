/* outside_gtp.c -- programs that speak the Go Text Protocol, version 2 (G. Farneback, 2002),
 * of any game of two players: black begins, the moves are the game's own words.
 *
 * Every command has a number, and so has its answer; an answer ends with an empty line. GTP
 * has words for time but none for nodes or depth: those are set where the program is, by
 * its command or by o.NAME=VALUE, which says "NAME VALUE" at its start. */
#include "game/registry.h"
#include "match/outside_talk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct gtp {
    unsigned id;
    bool settings, left;  /* it knows time_settings, time_left */
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

static const char *new_game(struct outside *o, struct zm_error *error)
{
    const struct zm_grid *const grid = &o->game->grid;
    struct gtp *const gtp = o->memory;
    char command[32];
    gtp->told[0] = '\0';
    snprintf(command, sizeof command, "boardsize %d", grid->rows);
    if (grid->rows > 0 && grid->rows == grid->columns && ask(o, NULL, command, error))
        return error->text;
    return ask(o, NULL, "clear_board", error);
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

/* Let its board see what p has played. */
static const char *show(struct outside *o, const struct zm_position *p, struct zm_error *error)
{
    const int seen = outside_seen(o, p);
    if (zm_position_origin(p))
        return outside_fault(o, error, "cannot be told by GTP to begin from a position");
    if (seen < 0 && ask(o, NULL, "clear_board", error))
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

const struct outside_protocol outside_gtp = {
    .name = "gtp",
    .title = "a program that speaks the Go Text Protocol",
    .quit = "quit\n",
    .memory_size = sizeof(struct gtp),
    .refuses = refuses,
    .begin = begin,
    .new_game = new_game,
    .choose = choose,
};
