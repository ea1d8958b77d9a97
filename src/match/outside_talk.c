/* outside_talk.c -- what the protocols share: lines in and out with deadlines, complaints as
 * sentences, moves and values as the library has them. */
#include "match/outside_talk.h"

#include "base/clock.h"
#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* -------------------------------------------------------------- complaints -- */

/* Printable, whatever the program wrote. */
static void print_plain(struct zm_text *t, const char *text, size_t most)
{
    for (size_t i = 0; i < most && text[i]; i++)
        zm_print(t, "%c", text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
}

struct outside_word outside_quote(const char *text)
{
    enum { MOST = 60 };
    struct outside_word word = { "" };
    struct zm_text t = { word.text, sizeof word.text, 0 };
    zm_print(&t, "\"");
    print_plain(&t, text, MOST);
    zm_print(&t, strnlen(text, MOST + 1) > MOST ? "...\"" : "\"");
    return word;
}

const char *outside_fault(const struct outside *o, struct zm_error *error, const char *format, ...)
{
    char what[sizeof error->text];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const char *const last = o->process ? process_complaint(o->process) : "";
    struct zm_text t = { error->text, sizeof error->text, 0 };
    print_plain(&t, o->program, sizeof o->program);
    zm_print(&t, " ");
    print_plain(&t, what, sizeof what);
    if (*last) {
        zm_print(&t, "; it complained: ");
        print_plain(&t, last, strlen(last));
    }
    return error->text;
}

/* -------------------------------------------------------------------- lines -- */

void outside_waits(struct outside *o)
{
    o->begin = clock_now();
    o->deadline = o->begin + o->wait;
    process_budget(o->process);
}

void outside_thinks(struct outside *o, const struct zm_limits *limits)
{
    outside_waits(o);
    o->thinking = true;
    double seconds = limits->seconds;
    if (limits->clock > 0 && (seconds <= 0 || limits->clock < seconds))
        seconds = limits->clock;
    if (seconds > 0)
        o->deadline = o->begin + seconds + o->allow;
}

const char *outside_say(struct outside *o, struct zm_error *error, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    char *const text = length >= 0 ? malloc((size_t)length + 2) : NULL;
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(args);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    snprintf(o->asked, sizeof o->asked, "%s", text);
    text[length] = '\n';
    const bool told = process_write(o->process, text, (size_t)length + 1, o->deadline);
    free(text);
    if (told)
        return NULL;
    if (clock_now() >= o->deadline)
        return outside_fault(o, error, "does not read what it is told");
    char fate[80];
    struct zm_text t = { fate, sizeof fate, 0 };
    process_fate(o->process, &t);
    return outside_fault(o, error, "%s", fate);
}

/* The stop button was pressed: it has no more than the allowance left, and if it thinks
 * about a move it is told. */
static const char *hurry(struct outside *o, struct zm_error *error)
{
    const double soon = clock_now() + o->allow;
    o->deadline = soon < o->deadline ? soon : o->deadline;
    if (!o->thinking)
        return NULL;
    o->hurried = true;
    return o->protocol->stop ? outside_say(o, error, "%s", o->protocol->stop)
                             : outside_fault(o, error, "was stopped before it had moved");
}

const char *outside_hear(struct outside *o, const char **line, struct zm_error *error)
{
    char fate[80];
    struct zm_text t = { fate, sizeof fate, 0 };
    uint64_t count;
    for (;;) {
        if (o->pressed && !o->hurried && hurry(o, error))
            return error->text;
        switch (process_read(o->process, o->deadline, o->wake, line)) {
        case PROCESS_SAID:
            return NULL;
        case PROCESS_WOKEN:
            while (read(o->wake, &count, sizeof count) > 0)
                ;
            break;
        case PROCESS_LATE:
            return outside_fault(o, error, "did not answer %s within %.3g s",
                                 outside_quote(o->asked).text, o->deadline - o->begin);
        case PROCESS_CLOSED:
            process_fate(o->process, &t);
            return outside_fault(o, error, "%s instead of answering %s", fate,
                                 outside_quote(o->asked).text);
        case PROCESS_ENDLESS:
            return outside_fault(o, error, "wrote a line of more than %d characters", PROCESS_LINE);
        case PROCESS_FLOODED:
            return outside_fault(o, error, "wrote more than %d megabytes before an answer",
                                 PROCESS_ANSWER >> 20);
        }
    }
}

void outside_take_word(const char **line, char *word, size_t size)
{
    const char *const at = *line + strspn(*line, " \t");
    const size_t length = strcspn(at, " \t");
    snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), at);
    *line = at + length;
}

bool outside_begins(const char *line, const char *word, const char **rest)
{
    const size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || (line[length] && !strchr(" \t", line[length])))
        return false;
    *rest = line + length + strspn(line + length, " \t");
    return true;
}

/* -------------------------------------------------------------------- moves -- */

const char *outside_resigns(struct outside *o, struct zm_error *error)
{
    o->sound = true;
    return outside_fault(o, error, "resigned");
}

void outside_plays(struct outside *o, zm_move m, struct zm_result *result)
{
    result->move = m;
    result->seconds = clock_now() - o->begin;
    result->stopped = o->hurried;
    if (result->length == 0 || result->line[0] != m) {
        result->line[0] = m;
        result->length = 1;
    }
    o->thinking = false;
}

const char *outside_moves(struct outside *o, const struct zm_position *p, const char *word,
                          struct zm_result *result, struct zm_error *error)
{
    const zm_move m = zm_position_read_move(p, word, error);
    if (m == ZM_NO_MOVE)
        return outside_fault(o, error, "played %s, which is no legal move",
                             outside_quote(word).text);
    outside_plays(o, m, result);
    return NULL;
}

void outside_values(const struct zm_position *p, double value, struct zm_result *result)
{
    const struct zm_game *const game = zm_position_game(p);
    const int turn = zm_position_turn(p);
    result->value = value;
    if (turn < 0)
        return;
    result->values[turn] = value;
    if (game->players == 2 && game->flags & ZM_ZERO_SUM)
        result->values[1 - turn] = -value;
}

void outside_expects(const struct zm_position *p, const char *words, struct zm_result *result)
{
    struct zm_error ignored;
    struct zm_position *const copy = zm_position_copy(p, &ignored);
    int length = 0;
    while (copy && length < ZM_MAX_LINE) {
        char word[64];
        outside_take_word(&words, word, sizeof word);
        const zm_move m = *word ? zm_position_read_move(copy, word, &ignored) : ZM_NO_MOVE;
        if (m == ZM_NO_MOVE || zm_position_play(copy, m, &ignored))
            break;
        result->line[length++] = m;
    }
    result->length = length;
    zm_position_free(copy);
}

/* -------------------------------------------------------------- their boards -- */

int outside_seen(const struct outside *o, const struct zm_position *p)
{
    const char *const origin = zm_position_origin(p);
    if (!o->board_set || zm_position_plies(p) < o->board_plies || !origin != !o->board_origin ||
        (origin && strcmp(origin, o->board_origin) != 0))
        return -1;
    for (int i = 0; i < o->board_plies; i++)
        if (zm_position_played(p, i) != o->board_move[i])
            return -1;
    return o->board_plies;
}

const char *outside_shown(struct outside *o, const struct zm_position *p, zm_move m,
                          struct zm_error *error)
{
    const char *const origin = zm_position_origin(p);
    const int plies = zm_position_plies(p);
    if (o->board_room < plies + 1) {
        zm_move *const more = realloc(o->board_move, 2 * (size_t)(plies + 1) * sizeof *more);
        if (!more)
            return sentence(error, "%s", out_of_memory);
        o->board_move = more;
        o->board_room = 2 * (plies + 1);
    }
    free(o->board_origin);
    o->board_origin = origin ? strdup(origin) : NULL;
    o->board_set = !origin || o->board_origin;
    o->board_plies = plies;
    for (int i = 0; i < plies; i++)
        o->board_move[i] = zm_position_played(p, i);
    if (m != ZM_NO_MOVE)
        o->board_move[o->board_plies++] = m;
    return NULL;
}
