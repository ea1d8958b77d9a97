/* outside_xboard.c -- programs that speak the Chess Engine Communication Protocol, version 2
 * (T. Mann and H. G. Muller): "xboard" or "WinBoard" engines.
 *
 * The program is kept in force mode, in which it only notes moves; "go" has it choose one,
 * and "force" follows at once, so that it never thinks in the time of others. Other games
 * than chess are variants by the game's name, if it plays them. It is told of time and depth;
 * the protocol has no word for nodes. */
#include "match/outside_talk.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 4096 }; /* value of a feature: some play many variants */

struct xboard {
    /* Its features: what the protocol assumes until it says otherwise. */
    bool no_time, usermove, setboard, ping;
    char variants[LONGEST];
    unsigned pings;
    char told[80]; /* the time control it was told last */
    char line[1 << 10];
};

static const char *refuses(const struct zm_game *game)
{
    return game->players != 2            ? "the protocol knows two players"
           : game->flags & ZM_HAS_CHANCE ? "the protocol knows no chance"
                                         : NULL;
}

/* ---------------------------------------------------------------- features -- */

/* Cut `NAME=VALUE` or `NAME="VALUE"` off a line of features; false at its end. */
static bool take_feature(const char **at, char name[32], char value[LONGEST])
{
    *at += strspn(*at, " \t");
    const size_t length = strcspn(*at, "= \t");
    if (length == 0 && **at != '=')
        return false;
    snprintf(name, 32, "%.*s", (int)(length < 31 ? length : 31), *at);
    *at += length;
    value[0] = '\0';
    if (**at != '=')
        return true;
    ++*at;
    const bool quoted = **at == '"';
    *at += quoted;
    const size_t most = strcspn(*at, quoted ? "\"" : " \t");
    snprintf(value, LONGEST, "%.*s", (int)(most < LONGEST ? most : LONGEST - 1), *at);
    *at += most;
    *at += quoted && **at == '"';
    return true;
}

/* Take note of a feature; false: we do not go along with it. */
static bool note_feature(struct outside *o, const char *name, const char *value)
{
    struct xboard *const x = o->memory;
    const bool on = !strcmp(value, "1");
    if (!strcmp(name, "ping"))
        x->ping = on;
    else if (!strcmp(name, "setboard"))
        x->setboard = on;
    else if (!strcmp(name, "usermove"))
        x->usermove = on;
    else if (!strcmp(name, "time"))
        x->no_time = !on;
    else if (!strcmp(name, "reuse"))
        o->once = !on;
    else if (!strcmp(name, "variants"))
        snprintf(x->variants, sizeof x->variants, "%s", value);
    else if (!strcmp(name, "san"))
        return !on;
    return true;
}

/* A line of features; *done: there will be no more. done=0 asks for patience. */
static const char *answer_features(struct outside *o, const char *at, bool *done,
                                   struct zm_error *error)
{
    char name[32], value[LONGEST];
    while (take_feature(&at, name, value)) {
        if (!strcmp(name, "done")) {
            *done = !strcmp(value, "1");
            o->deadline = o->begin + o->wait;
        }
        const bool taken = note_feature(o, name, value);
        if (outside_say(o, error, "%s %s", taken ? "accepted" : "rejected", name))
            return error->text;
    }
    return NULL;
}

/* -------------------------------------------------------------------- life -- */

/* A program of version 1 says nothing, so after two seconds we go on. */
static const char *begin(struct outside *o, struct zm_error *error)
{
    static const double silence = 2;
    const char *line, *rest;
    bool done = false;
    if (outside_say(o, error, "xboard") || outside_say(o, error, "protover 2"))
        return error->text;
    o->deadline = o->begin + (silence < o->wait ? silence : o->wait);
    while (!done) {
        switch (process_read(o->process, o->deadline, -1, &line)) {
        case PROCESS_SAID:
            if (outside_begins(line, "feature", &rest) && answer_features(o, rest, &done, error))
                return error->text;
            break;
        case PROCESS_LATE:
            done = true;
            break;
        default:
            return outside_hear(o, &line, error);
        }
    }
    outside_waits(o);
    for (int i = 0; i < o->spec.pairs; i++) {
        const char *const name = outside_option(o, i);
        if (name && outside_say(o, error, "option %s=%s", name, o->spec.pair[i].value))
            return error->text;
    }
    return NULL;
}

static const char *sync(struct outside *o, struct zm_error *error)
{
    struct xboard *const x = o->memory;
    const char *line, *rest;
    if (!x->ping)
        return NULL;
    if (outside_say(o, error, "ping %u", ++x->pings))
        return error->text;
    for (;;) {
        if (outside_hear(o, &line, error))
            return error->text;
        if (outside_begins(line, "pong", &rest) && strtoul(rest, NULL, 10) == x->pings)
            return NULL;
    }
}

/* "normal,suicide,connect4": is the name among them? */
static bool lists(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = list; *at; at += strcspn(at, ","), at += *at == ',')
        if (!strncmp(at, name, length) && strchr(", ", at[length]))
            return true;
    return false;
}

static const char *new_game(struct outside *o, struct zm_error *error)
{
    struct xboard *const x = o->memory;
    const bool chess = !strcmp(o->game->name, "chess");
    x->told[0] = '\0';
    if (!chess && !*x->variants)
        return outside_fault(o, error, "did not answer \"protover 2\" with variants that it plays");
    if (!chess && !lists(x->variants, o->game->name))
        return outside_fault(o, error, "does not play %s; its variants: %s", o->game->name,
                             outside_quote(x->variants).text);
    if (outside_say(o, error, "new") ||
        (!chess && outside_say(o, error, "variant %s", o->game->name)))
        return error->text;
    if (outside_say(o, error, "force") || outside_say(o, error, "post") ||
        outside_say(o, error, "easy"))
        return error->text;
    return sync(o, error);
}

/* ---------------------------------------------------------------- thinking -- */

/* Say it if it was not said last. */
static const char *say_once(struct outside *o, const char *text, struct zm_error *error)
{
    struct xboard *const x = o->memory;
    if (!strcmp(x->told, text))
        return NULL;
    snprintf(x->told, sizeof x->told, "%s", text);
    return outside_say(o, error, "%s", text);
}

static double centiseconds(double seconds)
{
    const double cs = floor(seconds * 100);
    return cs < 1 ? 1 : cs < 1e9 ? cs : 1e9;
}

/* The time control, in words that count whole seconds, and the clocks, in hundredths. A time
 * for each move that is no whole number is a session of one move, with the time on the clock. */
static const char *say_limits(struct outside *o, const struct zm_limits *limits,
                              struct zm_error *error)
{
    const struct xboard *const x = o->memory;
    const double each = limits->seconds;
    const double clock = limits->clock > 0 ? limits->clock : each;
    char text[80] = "";
    if (limits->clock > 0)
        snprintf(text, sizeof text, "level %d %.0f:%02.0f %.16g", limits->moves_to_go,
                 floor(ceil(clock) / 60), fmod(ceil(clock), 60), limits->increment);
    else if (each > 0 && each == floor(each))
        snprintf(text, sizeof text, "st %.0f", each);
    else if (each > 0)
        snprintf(text, sizeof text, "level 1 %.0f:%02.0f 0", floor(ceil(each) / 60),
                 fmod(ceil(each), 60));
    const bool running = limits->clock > 0 && !strncmp(x->told, "level", 5);
    if (*text && !running && say_once(o, text, error))
        return error->text;
    if (limits->depth > 0 && outside_say(o, error, "sd %d", limits->depth))
        return error->text;
    if (clock <= 0 || x->no_time)
        return NULL;
    const double other = limits->other_clock > 0 ? limits->other_clock : clock;
    return outside_say(o, error, "time %.0f", centiseconds(clock))
               ? error->text
               : outside_say(o, error, "otim %.0f", centiseconds(other));
}

/* Let its board see what p has played. */
static const char *show(struct outside *o, const struct zm_position *p, struct zm_error *error)
{
    const struct xboard *const x = o->memory;
    const char *const origin = zm_position_origin(p);
    const int seen = outside_seen(o, p);
    if (origin && !x->setboard)
        return outside_fault(o, error, "cannot begin from a position: it lacks setboard");
    if (seen < 0 && o->board_set && o->once)
        return outside_fault(o, error, "cannot begin anew: it asked for reuse=0");
    if (seen < 0 && o->board_set && new_game(o, error))
        return error->text;
    if (seen < 0 && origin && outside_say(o, error, "setboard %s", origin))
        return error->text;
    for (int i = seen < 0 ? 0 : seen; i < zm_position_plies(p); i++) {
        char word[256];
        zm_position_show_played(p, i, word, sizeof word);
        if (outside_say(o, error, "%s%s", x->usermove ? "usermove " : "", word))
            return error->text;
    }
    return outside_shown(o, p, ZM_NO_MOVE, error);
}

/* "9 156 1084 48000 Nf3 Nc6": depth, score in hundredths, time in hundredths of a second,
 * nodes, the moves it expects. From 100000 on a score is a mate in so many moves. */
static void note_thinking(struct xboard *x, const struct zm_position *p, const char *line,
                          struct zm_result *result)
{
    long long number[4];
    for (int i = 0; i < 4; i++) {
        char word[32], *end;
        outside_take_word(&line, word, sizeof word);
        number[i] = strtoll(word, &end, 10);
        /* Some write "9." or "9+" for the depth. */
        if (end == word || (*end && (i > 0 || !strchr(".+-&", *end) || end[1])))
            return;
    }
    if (number[0] <= 0 || number[0] >= 1 << 24 || number[3] < 0)
        return;
    const long long size = llabs(number[1] < -LLONG_MAX ? LLONG_MAX : number[1]);
    const int most = zm_position_game(p)->max_payoff;
    const bool mate = size >= 100000 && size < 200000;
    outside_values(p, !mate ? (double)number[1] / 100 : number[1] > 0 ? most : -most, result);
    result->distance = !mate           ? 0
                       : number[1] > 0 ? (int)(2 * (size - 100000) + 1)
                                       : (int)(2 * (size - 100000));
    result->depth = (int)number[0];
    result->nodes = (uint64_t)number[3];
    snprintf(x->line, sizeof x->line, "%s", line);
}

/* Is the line about a mistake or the end of the game, and not a move? NULL: it is not. */
static const char *complaint(struct outside *o, const char *line, struct zm_error *error)
{
    const char *rest;
    if (outside_begins(line, "resign", &rest)) {
        o->board_set = false;
        return outside_resigns(o, error);
    }
    if (outside_begins(line, "1-0", &rest) || outside_begins(line, "0-1", &rest) ||
        outside_begins(line, "1/2-1/2", &rest))
        return outside_fault(o, error, "claims %s instead of a move", outside_quote(line).text);
    if (!strncmp(line, "Illegal move", 12) || !strncmp(line, "Error", 5))
        return outside_fault(o, error, "answers %s", outside_quote(line).text);
    return NULL;
}

static const char *choose(struct outside *o, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    struct xboard *const x = o->memory;
    const char *line, *rest;
    char word[64];
    x->line[0] = '\0';
    outside_waits(o);
    if (show(o, p, error) || say_limits(o, limits, error) || sync(o, error))
        return error->text;
    outside_thinks(o, limits);
    if (outside_say(o, error, "go"))
        return error->text;
    for (;;) {
        if (outside_hear(o, &line, error) || complaint(o, line, error))
            return error->text;
        if (outside_begins(line, "move", &rest))
            break;
        note_thinking(x, p, line, result);
    }
    outside_take_word(&rest, word, sizeof word);
    outside_expects(p, x->line, result);
    if (outside_moves(o, p, word, result, error) || outside_say(o, error, "force"))
        return error->text;
    return outside_shown(o, p, result->move, error);
}

const struct outside_protocol outside_xboard = {
    .name = "xboard",
    .title = "a program that speaks xboard's protocol, version 2",
    .quit = "quit\n",
    .stop = "?",
    .memory_size = sizeof(struct xboard),
    .refuses = refuses,
    .begin = begin,
    .new_game = new_game,
    .choose = choose,
};
