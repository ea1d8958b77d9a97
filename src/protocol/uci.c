/* uci.c -- reads what the interface says. A line that begins with unknown words is tried
 * again without them, as the specification wants; what cannot be carried out is answered
 * with `info string` and changes nothing. */
#include "protocol/uci.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "match/level.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HASH = 64, MOST_HASH = 1 << 20, MOST_THREADS = 256 };

static void complain(void *user, const char *text)
{
    const struct uci *const uci = user;
    session_say(uci->session, "info string %s", text);
}

/* ------------------------------------------------------------------ options -- */

struct change {
    struct uci *uci;
    struct session_setup *setup;
};

static const char *not_a_number(const char *name, long long least, long long most,
                                struct zm_error *error)
{
    return sentence(error, "%s takes a whole number from %lld to %lld", name, least, most);
}

static const char *set_hash(struct change *c, const char *value, struct zm_error *error)
{
    long long n;
    if (!word_number(value, 1, MOST_HASH, &n))
        return not_a_number("Hash", 1, MOST_HASH, error);
    c->setup->hash = (int)n;
    return NULL;
}

static const char *set_threads(struct change *c, const char *value, struct zm_error *error)
{
    long long n;
    if (!word_number(value, 1, MOST_THREADS, &n))
        return not_a_number("Threads", 1, MOST_THREADS, error);
    c->setup->threads = (int)n;
    return NULL;
}

static const char *set_lines(struct change *c, const char *value, struct zm_error *error)
{
    long long n;
    if (!word_number(value, 1, ZM_MAX_LINE, &n))
        return not_a_number("MultiPV", 1, ZM_MAX_LINE, error);
    c->uci->lines = (int)n;
    return NULL;
}

/* The interface tells us that it may let us ponder; we always can. */
static const char *set_ponder(struct change *c, const char *value, struct zm_error *error)
{
    (void)c;
    return !strcmp(value, "true") || !strcmp(value, "false")
               ? NULL
               : sentence(error, "Ponder takes true or false");
}

static const char *set_level(struct change *c, const char *value, struct zm_error *error)
{
    long long n;
    if (!word_number(value, 0, LEVELS, &n))
        return not_a_number("Level", 0, LEVELS, error);
    c->setup->level = (int)n;
    return NULL;
}

static const char *set_text(char *to, size_t size, const char *value, struct zm_error *error)
{
    if (strlen(value) >= size)
        return sentence(error, "the value is longer than %zu characters", size - 1);
    snprintf(to, size, "%s", strcmp(value, "<empty>") ? value : "");
    return NULL;
}

static const char *set_search(struct change *c, const char *value, struct zm_error *error)
{
    return set_text(c->setup->search, sizeof c->setup->search, value, error);
}

static const char *set_book(struct change *c, const char *value, struct zm_error *error)
{
    return set_text(c->setup->book, sizeof c->setup->book, value, error);
}

static const struct option {
    const char *name;
    bool player; /* another value is another player */
    const char *(*set)(struct change *c, const char *value, struct zm_error *error);
} option[] = {
    { "Hash", true, set_hash },      { "Threads", true, set_threads },
    { "MultiPV", false, set_lines }, { "Ponder", false, set_ponder },
    { "Level", true, set_level },    { "Search", true, set_search },
    { "Book", true, set_book },
};
enum { OPTIONS = sizeof option / sizeof *option };

static void list_options(const struct uci *uci)
{
    struct session *const s = uci->session;
    const struct session_setup *const now = &s->setup;
    session_say(s, "option name Hash type spin default %d min 1 max %d",
                now->hash > 0 ? now->hash : HASH, MOST_HASH);
    session_say(s, "option name Threads type spin default %d min 1 max %d",
                now->threads > 0 ? now->threads : 1, MOST_THREADS);
    session_say(s, "option name MultiPV type spin default %d min 1 max %d", uci->lines,
                ZM_MAX_LINE);
    session_say(s, "option name Ponder type check default false");
    session_say(s, "option name Level type spin default %d min 0 max %d", now->level, LEVELS);
    session_say(s, "option name Search type string default %s",
                now->search[0] ? now->search : session_suits(s->game));
    session_say(s, "option name Book type string default %s", now->book[0] ? now->book : "<empty>");
}

static void stop_and_wait(struct uci *uci)
{
    session_stop(uci->session);
    session_wait(uci->session);
}

/* "name NAME value VALUE": both may be of several words, the value may be missing. */
static bool do_setoption(struct uci *uci, const char *at)
{
    char name[64] = "", value[1024] = "", word[64];
    struct zm_error error;
    if (!word_skip(&at, "name")) {
        complain(uci, "setoption: expected name NAME value VALUE");
        return true;
    }
    struct zm_text t = { name, sizeof name, 0 };
    while (!word_skip(&at, "value") && word_next(&at, word, sizeof word))
        zm_print(&t, "%s%s", t.length ? " " : "", word);
    word_rest(at, value, sizeof value);
    struct session_setup setup = uci->session->setup;
    struct change change = { uci, &setup };
    int i = 0;
    while (i < OPTIONS && strcasecmp(option[i].name, name) != 0)
        i++;
    stop_and_wait(uci);
    if (i == OPTIONS)
        sentence(&error, "there is no option \"%.60s\"", name);
    else if (!option[i].set(&change, value, &error) &&
             (!option[i].player || !session_change(uci->session, &setup, &error)))
        return true;
    complain(uci, error.text);
    return true;
}

/* ---------------------------------------------------------------- positions -- */

/* "startpos moves ..." or "fen TEXT moves ..."; the moves may be missing. */
static bool do_position(struct uci *uci, const char *at)
{
    struct zm_error error;
    char *text = NULL;
    struct zm_position *const p = zm_position_new(uci->session->game, &error);
    const char *wrong = p ? NULL : error.text;
    if (!wrong && word_skip(&at, "fen")) {
        const char *end = at, *before;
        char word[16];
        while (before = end, !word_skip(&end, "moves") && word_next(&end, word, sizeof word))
            ;
        at += strspn(at, " \t");
        size_t length = before > at ? (size_t)(before - at) : 0;
        while (length > 0 && strchr(" \t\r", at[length - 1]))
            length--;
        text = strndup(at, length);
        wrong = text ? zm_position_read(p, text, &error) : out_of_memory;
        at = before;
    } else if (!wrong && !word_skip(&at, "startpos")) {
        wrong = "position: expected startpos or fen TEXT, then perhaps moves ...";
    }
    if (!wrong && word_skip(&at, "moves"))
        wrong = zm_position_play_text(p, at, &error);
    else if (!wrong && at[strspn(at, " \t\r")])
        wrong = "position: expected moves before the moves";
    free(text);
    if (wrong) {
        complain(uci, wrong);
        zm_position_free(p);
    } else {
        zm_position_free(uci->session->position);
        uci->session->position = p;
    }
    return true;
}

/* ----------------------------------------------------------------- commands -- */

static bool do_uci(struct uci *uci, const char *at)
{
    (void)at;
    struct session *const s = uci->session;
    session_say(s, "id name Zermelo %s (%s)", zm_version(), s->game->name);
    session_say(s, "id author the authors of Zermelo");
    list_options(uci);
    session_say(s, "uciok");
    return true;
}

static bool do_isready(struct uci *uci, const char *at)
{
    (void)at;
    session_say(uci->session, "readyok");
    return true;
}

static bool do_debug(struct uci *uci, const char *at)
{
    if (word_skip(&at, "on"))
        uci->debug = true;
    else if (word_skip(&at, "off"))
        uci->debug = false;
    else
        complain(uci, "debug: expected on or off");
    return true;
}

/* Interfaces that do not send it want no less: what is remembered never does harm. */
static bool do_newgame(struct uci *uci, const char *at)
{
    (void)at;
    struct zm_error error;
    stop_and_wait(uci);
    if (session_forget(uci->session, &error) || session_restart(uci->session, &error))
        complain(uci, error.text);
    return true;
}

static bool do_go(struct uci *uci, const char *at)
{
    uci_go(uci, at);
    return true;
}

static bool do_bench(struct uci *uci, const char *at)
{
    uci_bench(uci, at);
    return true;
}

static bool do_stop(struct uci *uci, const char *at)
{
    (void)at;
    stop_and_wait(uci);
    return true;
}

static bool do_ponderhit(struct uci *uci, const char *at)
{
    (void)at;
    if (uci->ponders)
        session_hit(uci->session);
    uci->ponders = false;
    return true;
}

/* Free engines need no registration. */
static bool do_register(struct uci *uci, const char *at)
{
    (void)uci, (void)at;
    return true;
}

static bool do_quit(struct uci *uci, const char *at)
{
    (void)uci, (void)at;
    return false;
}

static bool do_show(struct uci *uci, const char *at)
{
    (void)at;
    struct session *const s = uci->session;
    const struct zm_position *const p = s->position;
    char *const board = session_board(p);
    const size_t size = zm_position_write(p, NULL, 0) + 1;
    char *const text = malloc(size);
    if (board && text) {
        zm_position_write(p, text, size);
        session_say(s, "%s\nPosition: %s\nKey: %016llX", board, text,
                    (unsigned long long)game_key(s->game, zm_position_state(p)));
    }
    free(text);
    free(board);
    return true;
}

static bool do_eval(struct uci *uci, const char *at)
{
    (void)at;
    struct session *const s = uci->session;
    const struct zm_position *const p = s->position;
    const int turn = zm_position_turn(p);
    if (turn == ZM_OVER)
        session_say(s, "Evaluation: the game is over, %+d for the first player",
                    zm_position_payoff(p, 0));
    else if (!s->game->evaluate)
        session_say(s, "Evaluation: this game has none");
    else
        session_say(s, "Evaluation: %+.2f points for %s",
                    (double)s->game->evaluate(zm_position_state(p), turn < 0 ? 0 : turn) /
                        s->game->unit,
                    turn < 0 ? "the first player" : "the player to move");
    return true;
}

static const struct command {
    const char *name;
    bool (*run)(struct uci *uci, const char *at); /* false: leave */
} command[] = {
    { "uci", do_uci },           { "debug", do_debug },
    { "isready", do_isready },   { "setoption", do_setoption },
    { "register", do_register }, { "ucinewgame", do_newgame },
    { "position", do_position }, { "go", do_go },
    { "stop", do_stop },         { "ponderhit", do_ponderhit },
    { "quit", do_quit },         { "d", do_show },
    { "eval", do_eval },         { "bench", do_bench },
};
enum { COMMANDS = sizeof command / sizeof *command };

static bool read_line(void *user, const char *line)
{
    struct uci *const uci = user;
    char word[32], text[128];
    for (const char *at = line; word_next(&at, word, sizeof word);)
        for (int i = 0; i < COMMANDS; i++)
            if (!strcmp(command[i].name, word))
                return command[i].run(uci, at);
    word_rest(line, word, sizeof word);
    snprintf(text, sizeof text, "unknown command \"%s\"", word);
    if (word[0])
        complain(uci, text);
    return true;
}

void uci_run(struct session *s, FILE *in)
{
    static const struct protocol protocol = { read_line, complain };
    struct uci uci = { .session = s,
                       .lines = s->setup.limits.lines > 0 ? s->setup.limits.lines : 1 };
    session_listen(s, uci_step, &uci);
    session_serve(s, in, &protocol, &uci);
    uci_done(&uci);
    session_listen(s, NULL, NULL);
}
