/* nboard.c -- NBoard tells the game and asks for a move, for hints or for an analysis of the
 * whole game. Any line that comes while we think ends the thinking first, as `ping` must. A
 * `go` that was ended so is not answered: the board it was about is going to change. */
#include "protocol/nboard.h"

#include "base/sentence.h"
#include "match/player.h"
#include "notation/ggf.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 60 };

struct nboard {
    struct session *session;
    int depth; /* as set; 0: not */
    struct zm_limits limits;
    bool hints;          /* tell the lines of each step */
    atomic_bool dropped; /* nobody wants the answer any more */
};

static void complain(void *user, const char *text)
{
    const struct nboard *const n = user;
    session_say(n->session, "status %s", text);
}

/* Moves as NBoard writes them: in capitals, a pass as PA. */
static void capitals(char *text)
{
    char *to = text;
    for (const char *c = text; *c; c++)
        if (!strncmp(c, "pass", 4)) {
            *to++ = 'P';
            *to++ = 'A';
            c += 3;
        } else {
            *to++ = (char)toupper((unsigned char)*c);
        }
    *to = '\0';
}

/* ------------------------------------------------------------------ thinking -- */

static void tell_line(const struct nboard *n, const zm_move line[], int length, double value,
                      bool exact, int depth)
{
    char pv[512], deep[16];
    session_show_line(n->session->position, line, length, "-", pv, sizeof pv);
    capitals(pv);
    snprintf(deep, sizeof deep, exact ? "100%%" : "%d", depth);
    session_say(n->session, "search %s %.2f 0 %s", pv, value, deep);
}

static void step(void *user, const struct zm_result *so_far)
{
    const struct nboard *const n = user;
    struct zm_line *const lines =
        n->limits.lines > 1 ? malloc((size_t)n->limits.lines * sizeof *lines) : NULL;
    const int count = lines ? zm_search_lines(n->session->search, lines, n->limits.lines) : 0;
    if (n->hints)
        tell_line(n, so_far->line, so_far->length, so_far->value, so_far->exact, so_far->depth);
    for (int i = 1; n->hints && i < count; i++)
        tell_line(n, lines[i].line, lines[i].length, lines[i].value, lines[i].exact, so_far->depth);
    free(lines);
}

static const char *think(struct nboard *n, struct zm_result *result, struct zm_error *error)
{
    return session_choose(n->session, n->session->position, &n->limits, result, error);
}

/* "=== MOVE/VALUE/SECONDS" */
static void choose(void *user)
{
    struct nboard *const n = user;
    struct session *const s = n->session;
    struct zm_result result;
    struct zm_error error;
    char move[16], value[32] = "";
    const char *const wrong = think(n, &result, &error);
    if (wrong) {
        complain(n, wrong);
        return;
    }
    session_show_line(s->position, &result.move, 1, "", move, sizeof move);
    capitals(move);
    if (!isnan(result.value))
        snprintf(value, sizeof value, "%.2f", result.value);
    session_say(s, "nodestats %llu %.2f", (unsigned long long)result.nodes, result.seconds);
    if (!n->dropped)
        session_say(s, "=== %s/%s/%.2f", move, value, result.seconds);
    session_say(s, "status");
}

static void hint(void *user)
{
    struct nboard *const n = user;
    struct session *const s = n->session;
    struct zm_result result;
    struct zm_error error;
    const char *const wrong = think(n, &result, &error);
    if (wrong) {
        complain(n, wrong);
        return;
    }
    /* Searches that do not deepen have told nothing yet. */
    if (result.depth == 0 && !isnan(result.value))
        tell_line(n, result.line, result.length, result.value, result.exact, 0);
    session_say(s, "nodestats %llu %.2f", (unsigned long long)result.nodes, result.seconds);
    session_say(s, "status");
}

/* Every position of the game, the last one first, each with its value for black. */
static void analyze(void *user)
{
    struct nboard *const n = user;
    struct session *const s = n->session;
    const int plies = zm_position_plies(s->position);
    int back = 0;
    for (; back <= plies && !s->thinker.stopped; back++) {
        struct zm_result result;
        struct zm_error error;
        double value = NAN;
        if (zm_position_turn(s->position) == ZM_OVER)
            value = zm_position_payoff(s->position, 0);
        else if (!think(n, &result, &error) && !s->thinker.stopped)
            value = result.values[0];
        if (!isnan(value))
            session_say(s, "analysis %d %.2f", plies - back, value + 0.0);
        zm_position_undo(s->position);
    }
    while (zm_position_plies(s->position) < plies && zm_position_redo(s->position))
        ;
    session_say(s, "status");
}

static void begin(struct nboard *n, void (*work)(void *user), int lines, const char *status)
{
    const struct zm_limits *const own = &n->session->setup.limits;
    const bool limited = n->depth > 0 || own->seconds > 0 || own->nodes > 0 || own->depth > 0;
    struct zm_error error;
    n->limits = (struct zm_limits){ .depth = n->depth,
                                    .nodes = limited ? 0 : PLAYER_NODES,
                                    .lines = lines };
    n->hints = work != analyze;
    n->dropped = false;
    session_say(n->session, "status %s", status);
    if (session_begin(n->session, work, n, false, &error))
        complain(n, error.text);
}

/* ------------------------------------------------------------------ commands -- */

/* NULL: done. */
typedef const char *command_fn(struct nboard *n, const char *at, struct zm_error *error);

static const char *do_nboard(struct nboard *n, const char *at, struct zm_error *error)
{
    char word[16];
    long long version;
    word_next(&at, word, sizeof word);
    if (!word_number(word, 1, 2, &version))
        return sentence(error, "nboard \"%.16s\": only versions 1 and 2 of the protocol are known",
                        word);
    session_say(n->session, "set myname Zermelo");
    return NULL;
}

static const char *set_depth(struct nboard *n, const char *at, struct zm_error *error)
{
    char word[16];
    long long depth;
    word_next(&at, word, sizeof word);
    if (!word_number(word, 1, DEEPEST, &depth))
        return sentence(error, "set depth: expected a whole number from 1 to %d", DEEPEST);
    n->depth = (int)depth;
    session_say(n->session, "set myname Zermelo%d", n->depth);
    return NULL;
}

/* Does the game of q go on with that of p? */
static bool goes_on(const struct zm_position *p, const struct zm_position *q)
{
    const char *const from = zm_position_origin(p), *const to = zm_position_origin(q);
    const int plies = zm_position_plies(p);
    if (strcmp(from ? from : "", to ? to : "") != 0 || plies > zm_position_plies(q))
        return false;
    for (int i = 0; i < plies; i++)
        if (zm_position_played(p, i) != zm_position_played(q, i))
            return false;
    return true;
}

/* Go where `to` is, which is a position of the same game opened another time. */
static const char *go_to(struct session *s, const struct zm_position *to, struct zm_error *error)
{
    const char *wrong = session_restart(s, error);
    if (!wrong && zm_position_origin(to))
        wrong = zm_position_read(s->position, zm_position_origin(to), error);
    for (int i = 0; !wrong && i < zm_position_plies(to); i++)
        wrong = zm_position_play(s->position, zm_position_played(to, i), error);
    return wrong;
}

/* The protocol has no word for a new game: it is one if it does not go on with the last. */
static const char *set_game(struct nboard *n, const char *at, struct zm_error *error)
{
    struct session *const s = n->session;
    const struct zm_game *game;
    char options[32];
    struct zm_position *const told = ggf_read_one(at, &game, error);
    if (!told)
        return error->text;
    const int size = game->grid.rows;
    const char *wrong = NULL;
    snprintf(options, sizeof options, "size=%d", size);
    if (s->game->grid.rows != size)
        wrong = session_reopen(s, options, error);
    else if (!goes_on(s->position, told))
        wrong = session_forget(s, error);
    if (!wrong)
        wrong = go_to(s, told, error);
    zm_position_free(told);
    zm_game_close(game);
    return wrong;
}

static const char *do_set(struct nboard *n, const char *at, struct zm_error *error)
{
    if (word_skip(&at, "depth"))
        return set_depth(n, at, error);
    if (word_skip(&at, "game"))
        return set_game(n, at, error);
    if (word_skip(&at, "contempt"))
        return NULL; /* a draw is worth what it is worth */
    return sentence(error, "set: expected depth, game or contempt");
}

/* "F5/2.1/3.4": what follows the move is of no use to us. */
static const char *do_move(struct nboard *n, const char *at, struct zm_error *error)
{
    char word[16];
    word_next(&at, word, sizeof word);
    word[strcspn(word, "/")] = '\0';
    if (!word[0])
        return sentence(error, "move: expected a move, as in move F5/1.20/0.5");
    return zm_position_play_text(n->session->position, word, error);
}

static const char *do_hint(struct nboard *n, const char *at, struct zm_error *error)
{
    char word[16];
    long long lines = 1;
    if (word_next(&at, word, sizeof word) && !word_number(word, 1, ZM_MAX_LINE, &lines))
        return sentence(error, "hint: expected a whole number from 1 to %d", ZM_MAX_LINE);
    begin(n, hint, (int)lines, "Zermelo is analyzing");
    return NULL;
}

static const char *do_go(struct nboard *n, const char *at, struct zm_error *error)
{
    (void)at, (void)error;
    begin(n, choose, 1, "Zermelo is thinking");
    return NULL;
}

static const char *do_analyze(struct nboard *n, const char *at, struct zm_error *error)
{
    (void)at, (void)error;
    begin(n, analyze, 1, "Zermelo is analyzing the game");
    return NULL;
}

static const char *do_ping(struct nboard *n, const char *at, struct zm_error *error)
{
    (void)error;
    char word[32];
    word_next(&at, word, sizeof word);
    session_say(n->session, "pong %s", word);
    return NULL;
}

/* There is no book to add the game to. */
static const char *do_learn(struct nboard *n, const char *at, struct zm_error *error)
{
    (void)at, (void)error;
    session_say(n->session, "learned");
    return NULL;
}

static const struct command {
    const char *name;
    command_fn *run;
} command[] = {
    { "nboard", do_nboard }, { "set", do_set },   { "move", do_move },   { "hint", do_hint },
    { "go", do_go },         { "ping", do_ping }, { "learn", do_learn }, { "analyze", do_analyze },
};
enum { COMMANDS = sizeof command / sizeof *command };

static bool read_line(void *user, const char *line)
{
    struct nboard *const n = user;
    struct zm_error error;
    const char *at = line;
    char word[32];
    int i = 0;
    if (!word_next(&at, word, sizeof word))
        return true;
    if (!strcmp(word, "quit"))
        return false;
    n->dropped = true;
    session_stop(n->session);
    session_wait(n->session);
    while (i < COMMANDS && strcmp(command[i].name, word) != 0)
        i++;
    if (i == COMMANDS)
        session_say(n->session, "status unknown command \"%s\"", word);
    else if (command[i].run(n, at, &error))
        complain(n, error.text);
    return true;
}

void nboard_run(struct session *s, FILE *in)
{
    static const struct protocol protocol = { read_line, complain };
    struct nboard n = { .session = s };
    session_listen(s, step, &n);
    session_serve(s, in, &protocol, &n);
    session_listen(s, NULL, NULL);
}
