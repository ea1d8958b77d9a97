/* outside_nboard.c -- Othello programs that speak NBoard's protocol, version 2 (C. Welty).
 *
 * Before every move the program is told the whole game, in GGF. The only limit the protocol
 * has a word for is the depth; if none is given, NBOARD_DEPTH is. An option o.NAME=VALUE says
 * "set NAME VALUE". */
#include "base/sentence.h"
#include "match/outside_talk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NBOARD_DEPTH = 12, SIDE = 8 };

struct nboard {
    unsigned pings;
};

static const char *refuses(const struct zm_game *game)
{
    return strcmp(game->name, "othello") != 0 ? "the protocol is for othello"
           : game->grid.rows != SIDE          ? "the protocol is for 8 x 8 squares"
                                              : NULL;
}

static const char *sync(struct outside *o, struct zm_error *error)
{
    struct nboard *const nboard = o->memory;
    const char *line, *rest;
    if (outside_say(o, error, "ping %u", ++nboard->pings))
        return error->text;
    for (;;) {
        if (outside_hear(o, &line, error))
            return error->text;
        if (outside_begins(line, "pong", &rest) && strtoul(rest, NULL, 10) == nboard->pings)
            return NULL;
    }
}

static const char *begin(struct outside *o, struct zm_error *error)
{
    if (outside_say(o, error, "nboard 2"))
        return error->text;
    for (int i = 0; i < o->spec.pairs; i++) {
        const char *const name = outside_option(o, i);
        if (name && outside_say(o, error, "set %s %s", name, o->spec.pair[i].value))
            return error->text;
    }
    return sync(o, error);
}

/* The next "set game" says it all. */
static const char *new_game(struct outside *o, struct zm_error *error)
{
    return sync(o, error);
}

/* The whole game, which is one line. */
static const char *say_game(struct outside *o, const struct zm_position *p, struct zm_error *error)
{
    size_t length;
    if (zm_ggf_write(p, NULL, 0, &length, error))
        return error->text;
    char *const text = malloc(length + 1);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    const char *wrong = zm_ggf_write(p, text, length + 1, &length, error);
    text[strcspn(text, "\n")] = '\0';
    if (!wrong)
        wrong = outside_say(o, error, "set game %s", text);
    free(text);
    return wrong;
}

/* "search F5D6C3 2.31 0 12 ...", "nodestats 12345 0.5". */
static void note(const char *line, struct zm_result *result)
{
    const char *rest;
    char word[64];
    if (outside_begins(line, "nodestats", &rest)) {
        const double nodes = strtod(rest, NULL);
        result->nodes = nodes >= 1 && nodes < 1e18 ? (uint64_t)nodes : result->nodes;
    } else if (outside_begins(line, "search", &rest)) {
        for (int i = 0; i < 4; i++)
            outside_take_word(&rest, word, sizeof word);
        const long depth = strtol(word, NULL, 10);
        result->depth = depth > 0 && depth <= SIDE * SIDE ? (int)depth : result->depth;
    }
}

/* "F5/2.31/0.5" or the same with blanks; the value and the time may be missing. */
static const char *read_answer(struct outside *o, const struct zm_position *p, const char *rest,
                               struct zm_result *result, struct zm_error *error)
{
    char word[64];
    outside_take_word(&rest, word, sizeof word);
    char *const slash = strchr(word, '/');
    const char *value = rest;
    if (slash) {
        *slash = '\0';
        value = slash + 1;
    }
    char *end;
    const double points = strtod(value, &end);
    if (end > value && fabs(points) <= SIDE * SIDE)
        outside_values(p, points, result);
    return outside_moves(o, p, word, result, error);
}

static const char *choose(struct outside *o, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    const char *line, *rest;
    outside_waits(o);
    if (say_game(o, p, error) ||
        outside_say(o, error, "set depth %d", limits->depth > 0 ? limits->depth : NBOARD_DEPTH) ||
        sync(o, error))
        return error->text;
    outside_thinks(o, limits);
    if (outside_say(o, error, "go"))
        return error->text;
    for (;;) {
        if (outside_hear(o, &line, error))
            return error->text;
        if (outside_begins(line, "===", &rest))
            break;
        note(line, result);
    }
    return read_answer(o, p, rest, result, error);
}

const struct outside_protocol outside_nboard = {
    .name = "nboard",
    .title = "an Othello program that speaks NBoard's protocol",
    .quit = "quit\n",
    .memory_size = sizeof(struct nboard),
    .refuses = refuses,
    .begin = begin,
    .new_game = new_game,
    .choose = choose,
};
