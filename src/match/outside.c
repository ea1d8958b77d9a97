/* outside.c -- the life of an outside program: started at first need, told of each new game,
 * asked for moves, ended by force when it fails and started again. */
#include "match/outside.h"

#include "base/clock.h"
#include "base/nearest.h"
#include "base/sentence.h"
#include "match/outside_talk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static const struct outside_protocol *const protocols[] = { &outside_uci, &outside_xboard,
                                                            &outside_gtp, &outside_gomocup,
                                                            &outside_nboard };
enum { PROTOCOLS = sizeof protocols / sizeof *protocols };

/* How long a program may take to end after it was asked to. */
static const double patience = 0.5;

const char *outside_name(int i)
{
    return i >= 0 && i < PROTOCOLS ? protocols[i]->name : NULL;
}

const char *outside_title(int i)
{
    return i >= 0 && i < PROTOCOLS ? protocols[i]->title : NULL;
}

static const struct outside_protocol *find(const char *name)
{
    for (int i = 0; i < PROTOCOLS; i++)
        if (!strcmp(protocols[i]->name, name))
            return protocols[i];
    return NULL;
}

bool outside_is(const char *name)
{
    return find(name) != NULL;
}

/* ------------------------------------------------------------------ making -- */

/* What stands after the name, besides cmd= and o.NAME=. */
static const struct number {
    const char *name;
    double least, most;
    bool whole;
} numbers[] = {
    { "time", 0.001, 1e9, false }, { "nodes", 1, 1e18, true },   { "depth", 1, 1 << 24, true },
    { "allow", 0, 1e6, false },    { "wait", 0.01, 1e6, false },
};
enum { TIME, NODES, DEPTH, ALLOW, WAIT, NUMBERS };

static const char *unknown(const struct outside *o, const char *key, struct zm_error *error)
{
    struct nearest nearest = nearest_to(key);
    nearest_offer(&nearest, "cmd");
    for (int i = 0; i < NUMBERS; i++)
        nearest_offer(&nearest, numbers[i].name);
    if (nearest.word)
        return sentence(error, "%s has no option \"%.40s\"; did you mean %s?", o->protocol->name,
                        key, nearest.word);
    return sentence(error,
                    "%s has no option \"%.40s\"; expected cmd, time, nodes, depth, allow, wait, "
                    "or o.NAME for an option of the program itself",
                    o->protocol->name, key);
}

static const char *read_number(const struct number *n, const char *text, double *value,
                               struct zm_error *error)
{
    char *end;
    *value = strtod(text, &end);
    if (end == text || *end || !(*value >= n->least && *value <= n->most) ||
        (n->whole && *value != floor(*value)))
        return sentence(error, "%s=%.40s: expected a %snumber from %.16g to %.16g", n->name, text,
                        n->whole ? "whole " : "", n->least, n->most);
    return NULL;
}

const char *outside_option(const struct outside *o, int i)
{
    const char *const key = o->spec.pair[i].key;
    return !strncmp(key, "o.", 2) && key[2] ? key + 2 : NULL;
}

static const char *read_options(struct outside *o, struct zm_error *error)
{
    double value[NUMBERS] = { [ALLOW] = 5, [WAIT] = 60 };
    for (int i = 0; i < o->spec.pairs; i++) {
        const char *const key = o->spec.pair[i].key, *const text = o->spec.pair[i].value;
        int n = 0;
        while (n < NUMBERS && strcmp(numbers[n].name, key) != 0)
            n++;
        if (n == NUMBERS && strcmp(key, "cmd") != 0 && !outside_option(o, i))
            return unknown(o, key, error);
        if (!text)
            return sentence(error, "option \"%.40s\" lacks its value, as in %s=...", key, key);
        if (strpbrk(text, "\n\r") || strpbrk(key, "\n\r"))
            return sentence(error, "option \"%.40s\" has a line break in it", key);
        if (n < NUMBERS && read_number(&numbers[n], text, &value[n], error))
            return error->text;
        if (!strcmp(key, "cmd"))
            o->command = text;
    }
    if (!o->command)
        return sentence(error, "%s lacks its program, as in %s:cmd=PROGRAM", o->protocol->name,
                        o->protocol->name);
    o->own = (struct zm_limits){ .seconds = value[TIME],
                                 .nodes = (uint64_t)value[NODES],
                                 .depth = (int)value[DEPTH] };
    o->allow = value[ALLOW];
    o->wait = value[WAIT];
    return process_check(o->command, o->program, sizeof o->program, error);
}

struct outside *outside_new(const struct zm_game *game, const char *text, struct zm_error *error)
{
    struct outside *const o = calloc(1, sizeof *o);
    if (!o) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    o->wake = -1;
    o->game = game;
    if (spec_read(&o->spec, text, error))
        goto failed;
    o->protocol = find(o->spec.name);
    if (!o->protocol) {
        sentence(error, "there is no protocol \"%.40s\"", o->spec.name);
        goto failed;
    }
    if (read_options(o, error))
        goto failed;
    const char *const refused = game->flags & ZM_HIDDEN
                                    ? "a program outside would see what is hidden from its player"
                                : o->protocol->refuses ? o->protocol->refuses(game)
                                                       : NULL;
    if (refused) {
        sentence(error, "%s cannot play %s: %s", o->protocol->name, game->name, refused);
        goto failed;
    }
    o->memory = calloc(1, o->protocol->memory_size ? o->protocol->memory_size : 1);
    o->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!o->memory || o->wake < 0) {
        sentence(error, "%s", o->memory ? "out of file descriptors" : out_of_memory);
        goto failed;
    }
    return o;
failed:
    outside_free(o);
    return NULL;
}

void outside_free(struct outside *o)
{
    if (!o)
        return;
    if (o->protocol)
        process_end(o->process, o->protocol->quit, patience);
    if (o->wake >= 0)
        close(o->wake);
    free(o->memory);
    free(o->board_origin);
    free(o->board_move);
    free(o);
}

/* ---------------------------------------------------------------- its life -- */

static void end_by_force(struct outside *o)
{
    process_end(o->process, NULL, 0);
    o->process = NULL;
}

static const char *start(struct outside *o, struct zm_error *error)
{
    o->process = process_start(o->command, error);
    if (!o->process)
        return error->text;
    memset(o->memory, 0, o->protocol->memory_size);
    o->board_set = o->greeted = o->once = false;
    outside_waits(o);
    return o->protocol->begin(o, error);
}

/* See that it runs and knows of the new game. */
static const char *ready(struct outside *o, struct zm_error *error)
{
    o->thinking = false;
    if (!o->process && start(o, error))
        return error->text;
    if (!o->greeted) {
        o->board_set = false;
        outside_waits(o);
        if (o->protocol->new_game(o, error))
            return error->text;
        o->greeted = true;
    }
    return NULL;
}

void outside_new_game(struct outside *o)
{
    if (o->process && o->once && o->greeted) {
        process_end(o->process, o->protocol->quit, patience);
        o->process = NULL;
    }
    const bool ran = o->process != NULL;
    o->greeted = false;
    o->failed = ready(o, &o->failure) != NULL;
    if (o->failed)
        end_by_force(o);
    /* What happened to it after its last game is no fault in this one. */
    if (o->failed && ran) {
        o->failed = ready(o, &o->failure) != NULL;
        if (o->failed)
            end_by_force(o);
    }
}

static double tighter(double a, double b)
{
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

/* The tighter of the caller's limits and its own; without any it has a second. */
static struct zm_limits limits_of(const struct outside *o, const struct zm_limits *limits)
{
    struct zm_limits all = limits ? *limits : (struct zm_limits){ 0 };
    all.seconds = tighter(all.seconds, o->own.seconds);
    all.nodes = (uint64_t)tighter((double)all.nodes, (double)o->own.nodes);
    all.depth = (int)tighter(all.depth, o->own.depth);
    if (all.seconds <= 0 && all.nodes == 0 && all.depth <= 0 && all.clock <= 0)
        all.seconds = 1;
    return all;
}

/* It has answered, or failed to. */
static void done(struct outside *o, bool wrong)
{
    uint64_t count;
    o->failed = false;
    o->thinking = false;
    if (wrong && !o->sound)
        end_by_force(o);
    o->pressed = false;
    while (read(o->wake, &count, sizeof count) > 0)
        ;
}

const char *outside_choose(struct outside *o, const struct zm_position *p,
                           const struct zm_limits *limits, struct zm_result *result,
                           struct zm_error *error)
{
    const struct zm_limits all = limits_of(o, limits);
    const char *wrong;
    *result = (struct zm_result){ .move = ZM_NO_MOVE, .value = NAN };
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        result->values[i] = NAN;
    o->sound = false;
    o->hurried = false;
    if (o->failed) {
        *error = o->failure;
        wrong = error->text;
    } else {
        wrong = ready(o, error);
        if (!wrong)
            wrong = o->protocol->choose(o, p, &all, result, error);
    }
    done(o, wrong != NULL);
    return wrong ? error->text : NULL;
}

bool outside_scores(const struct outside *o)
{
    return o->protocol->score != NULL;
}

const char *outside_score(struct outside *o, const struct zm_position *p, double *points,
                          struct zm_error *error)
{
    o->sound = o->hurried = false;
    outside_new_game(o);
    const char *wrong = o->failed ? sentence(error, "%s", o->failure.text) : NULL;
    if (!wrong) {
        outside_waits(o);
        wrong = o->protocol->score(o, p, points, error);
    }
    done(o, wrong != NULL);
    return wrong ? error->text : NULL;
}

void outside_stop(struct outside *o)
{
    const uint64_t one = 1;
    o->pressed = true;
    const ssize_t written = write(o->wake, &one, sizeof one);
    (void)written; /* it could only be full, which wakes as well */
}
