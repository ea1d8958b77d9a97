/* outside_uci.c -- programs that speak the Universal Chess Interface (R. Huber and S.
 * Meyer-Kahlen, 2000), of whatever game: the moves are the game's own words, "fen" stands
 * before a position in the game's own notation, white is the player who begins.
 *
 * A score of 100 centipawns is one point of the game. A mate, in moves of the side that
 * gives it, is a win of the most the game pays. */
#include "base/nearest.h"
#include "base/sentence.h"
#include "match/outside_talk.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct uci {
    char options[1 << 13]; /* the names of those it offers, each with its zero */
    size_t used;
    char line[1 << 10]; /* the moves it expects */
};

/* ---------------------------------------------------------------- options -- */

/* "option name NAME type TYPE ...": NAME may have blanks. */
static void note_option(struct uci *uci, const char *rest)
{
    const char *name;
    if (!outside_begins(rest, "name", &name))
        return;
    const char *const type = strstr(name, " type ");
    size_t length = type ? (size_t)(type - name) : strlen(name);
    while (length > 0 && name[length - 1] == ' ')
        length--;
    if (length == 0 || length >= sizeof uci->options - uci->used)
        return;
    memcpy(uci->options + uci->used, name, length);
    uci->options[uci->used + length] = '\0';
    uci->used += length + 1;
}

static const char *set_option(struct outside *o, const char *name, const char *value,
                              struct zm_error *error)
{
    const struct uci *const uci = o->memory;
    struct nearest nearest = nearest_to(name);
    for (const char *at = uci->options; at < uci->options + uci->used; at += strlen(at) + 1) {
        if (!strcasecmp(at, name))
            return *value ? outside_say(o, error, "setoption name %s value %s", at, value)
                          : outside_say(o, error, "setoption name %s", at);
        nearest_offer(&nearest, at);
    }
    if (nearest.word)
        return outside_fault(o, error, "has no option \"%.40s\"; did you mean \"%.40s\"?", name,
                             nearest.word);
    return outside_fault(o, error, "has no option \"%.40s\"", name);
}

/* ------------------------------------------------------------------ the life -- */

/* Until it has done all it was told. */
static const char *sync(struct outside *o, struct zm_error *error)
{
    const char *line, *rest;
    if (outside_say(o, error, "isready"))
        return error->text;
    do {
        if (outside_hear(o, &line, error))
            return error->text;
    } while (!outside_begins(line, "readyok", &rest));
    return NULL;
}

static const char *begin(struct outside *o, struct zm_error *error)
{
    const char *line, *rest;
    if (outside_say(o, error, "uci"))
        return error->text;
    for (;;) {
        if (outside_hear(o, &line, error))
            return error->text;
        if (outside_begins(line, "uciok", &rest))
            break;
        if (outside_begins(line, "option", &rest))
            note_option(o->memory, rest);
    }
    for (int i = 0; i < o->spec.pairs; i++) {
        const char *const name = outside_option(o, i);
        if (name && set_option(o, name, o->spec.pair[i].value, error))
            return error->text;
    }
    return sync(o, error);
}

static const char *new_game(struct outside *o, struct zm_error *error)
{
    return outside_say(o, error, "ucinewgame") ? error->text : sync(o, error);
}

/* ---------------------------------------------------------------- thinking -- */

static void print_position(struct zm_text *t, const struct zm_position *p)
{
    const char *const origin = zm_position_origin(p);
    const int plies = zm_position_plies(p);
    if (origin)
        zm_print(t, "position fen %s", origin);
    else
        zm_print(t, "position startpos");
    for (int i = 0; i < plies; i++) {
        char word[256];
        zm_position_show_played(p, i, word, sizeof word);
        zm_print(t, "%s %s", i ? "" : " moves", word);
    }
}

static const char *say_position(struct outside *o, const struct zm_position *p,
                                struct zm_error *error)
{
    struct zm_text t = { NULL, 0, 0 };
    print_position(&t, p);
    char *const text = malloc(t.length + 1);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    t = (struct zm_text){ text, t.length + 1, 0 };
    print_position(&t, p);
    const char *const wrong = outside_say(o, error, "%s", text);
    free(text);
    return wrong;
}

static long long milliseconds(double seconds)
{
    const double ms = floor(seconds * 1e3);
    return ms < 1 ? 1 : ms > 1e12 ? 1000000000000 : (long long)ms;
}

static const char *say_go(struct outside *o, const struct zm_limits *limits, int turn,
                          struct zm_error *error)
{
    char text[400];
    struct zm_text t = { text, sizeof text, 0 };
    zm_print(&t, "go");
    if (limits->clock > 0) {
        const double other = limits->other_clock > 0 ? limits->other_clock : limits->clock;
        const double clock[2] = { turn == 1 ? other : limits->clock,
                                  turn == 1 ? limits->clock : other };
        const double add[2] = { turn == 1 ? limits->other_increment : limits->increment,
                                turn == 1 ? limits->increment : limits->other_increment };
        zm_print(&t, " wtime %lld btime %lld", milliseconds(clock[0]), milliseconds(clock[1]));
        if (add[0] > 0)
            zm_print(&t, " winc %lld", milliseconds(add[0]));
        if (add[1] > 0)
            zm_print(&t, " binc %lld", milliseconds(add[1]));
        if (limits->moves_to_go > 0)
            zm_print(&t, " movestogo %d", limits->moves_to_go);
    }
    if (limits->seconds > 0)
        zm_print(&t, " movetime %lld", milliseconds(limits->seconds));
    if (limits->nodes > 0)
        zm_print(&t, " nodes %llu", (unsigned long long)limits->nodes);
    if (limits->depth > 0)
        zm_print(&t, " depth %d", limits->depth);
    return outside_say(o, error, "%s", text);
}

static long long number(const char **at)
{
    char word[32], *end;
    outside_take_word(at, word, sizeof word);
    const long long n = strtoll(word, &end, 10);
    return *end ? 0 : n;
}

/* "score cp 35", "score mate -3", each perhaps followed by lowerbound or upperbound, which
 * are words that nobody misses. */
static void note_score(const struct zm_position *p, const char **at, struct zm_result *result)
{
    char kind[16];
    outside_take_word(at, kind, sizeof kind);
    const long long n = number(at);
    if (!strcmp(kind, "cp")) {
        outside_values(p, (double)n / 100, result);
        result->distance = 0;
    } else if (!strcmp(kind, "mate") && n > -100000 && n < 100000) {
        const int most = zm_position_game(p)->max_payoff;
        outside_values(p, n > 0 ? most : -most, result);
        result->distance = (int)(n > 0 ? 2 * n - 1 : -2 * n);
    }
}

/* "info depth 12 score cp 35 nodes 12345 pv e2e4 e7e5". Of several lines only the best. */
static void note_info(struct uci *uci, const struct zm_position *p, const char *at,
                      struct zm_result *result)
{
    struct zm_result heard = *result;
    const char *line = NULL;
    for (char word[32]; outside_take_word(&at, word, sizeof word), *word;) {
        if (!strcmp(word, "multipv")) {
            if (number(&at) > 1)
                return;
        } else if (!strcmp(word, "depth")) {
            const long long depth = number(&at);
            heard.depth = depth > 0 && depth < 1 << 24 ? (int)depth : heard.depth;
        } else if (!strcmp(word, "nodes")) {
            const long long nodes = number(&at);
            heard.nodes = nodes > 0 ? (uint64_t)nodes : heard.nodes;
        } else if (!strcmp(word, "score")) {
            note_score(p, &at, &heard);
        } else if (!strcmp(word, "pv")) {
            line = at;
            break;
        } else if (!strcmp(word, "string")) {
            break;
        }
    }
    *result = heard;
    if (line)
        snprintf(uci->line, sizeof uci->line, "%s", line);
}

static const char *choose(struct outside *o, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    struct uci *const uci = o->memory;
    const char *line, *rest;
    char word[64];
    uci->line[0] = '\0';
    outside_waits(o);
    if (say_position(o, p, error) || sync(o, error))
        return error->text;
    outside_thinks(o, limits);
    if (say_go(o, limits, zm_position_turn(p), error))
        return error->text;
    for (;;) {
        if (outside_hear(o, &line, error))
            return error->text;
        if (outside_begins(line, "info", &rest))
            note_info(uci, p, rest, result);
        else if (outside_begins(line, "bestmove", &rest))
            break;
    }
    outside_take_word(&rest, word, sizeof word);
    outside_expects(p, uci->line, result);
    return outside_moves(o, p, word, result, error);
}

const struct outside_protocol outside_uci = {
    .name = "uci",
    .title = "a program that speaks the Universal Chess Interface",
    .quit = "quit\n",
    .stop = "stop",
    .memory_size = sizeof(struct uci),
    .begin = begin,
    .new_game = new_game,
    .choose = choose,
};
