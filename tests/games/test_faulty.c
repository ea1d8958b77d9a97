/* The checker checked: games with one mistake each, built by faulty/meson.build, which says
 * what the check must find. Arguments: FILE.so=promise[+promise,...], or FILE.so= for a
 * sound game. */
#include "run.h"
#include "tap.h"

#include <zermelo/zermelo.h>

static int check(const char *file, const char *more)
{
    return run("check '%s' --games 500 %s", file, more);
}

/* The value of "key":"..." behind `at`, copied out; returns where it ends, or NULL. */
static const char *value(const char *at, const char *key, char *out, size_t size)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
    at = at ? strstr(at, quoted) : NULL;
    if (!at)
        return NULL;
    at += strlen(quoted);
    size_t length = 0;
    while (at[length] && at[length] != '"')
        length += at[length] == '\\' ? 2 : 1;
    snprintf(out, size, "%.*s", (int)length, at);
    return at + length;
}

static int named(const char *list, const char *word)
{
    const size_t length = strlen(word);
    for (; *list; list += strcspn(list, "+,"), list += *list != '\0')
        if (!strncmp(list, word, length) && strcspn(list, "+,") == length)
            return 1;
    return 0;
}

static const char *base_name(const char *file)
{
    const char *const slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static char proven[ZM_MOST_PROMISES];

static void note_proven(const char *promise)
{
    for (int i = 0; zm_promise_at(i); i++)
        if (!strcmp(zm_promise_at(i)->name, promise))
            proven[i] = 1;
}

static void finds(const char *file, const char *expected)
{
    char wanted[64], promise[64], moves[1024], text[1024];
    const char *const name = base_name(file);
    const int code = check(file, "--json");
    if (!*expected) {
        OKF(code == 0 && strstr(output, "\"faults\":[]"), "%s is sound: %s", name, said());
        return;
    }
    OKF(code == 1, "%s: exit code %d: %s", name, code, said());
    snprintf(wanted, sizeof wanted, "%.*s", (int)strcspn(expected, "+"), expected);
    int found = 0;
    for (const char *at = output; (at = value(at, "promise", promise, sizeof promise));) {
        value(at, "text", text, sizeof text);
        value(at, "moves", moves, sizeof moves);
        OKF(named(expected, promise), "%s: %s: %s after \"%s\"", name, promise, text, moves);
        OK(strlen(text) > 10);
        if (!strcmp(promise, wanted)) {
            found++;
            note_proven(promise);
        }
    }
    OKF(found == 1, "%s: %s", name, wanted);
}

/* The moves just reported lead to the fault, and no shorter list does. */
static void leads_there(const char *file)
{
    char moves[1024], text[1024];
    const char *const name = base_name(file);
    value(output, "moves", moves, sizeof moves);
    value(output, "text", text, sizeof text);
    if (!strcmp(name, "board_show_nothing.so"))
        SAME(moves, "b2");
    if (!strcmp(name, "board_exit_in_show.so")) {
        SAME(moves, "b2");
        OKF(strstr(text, "show() ended the program") != NULL, "%s", text);
    }
    if (!strcmp(name, "board_undo_forgets.so"))
        SAME(moves, "");
    if (!strcmp(name, "board_payoff_loser.so"))
        EQ(strlen(moves), 5 * 2 + 4); /* the quickest win takes five marks */
    if (!strcmp(name, "board_max_plies_small.so"))
        EQ(strlen(moves), 5 * 2 + 4);
    if (!strcmp(name, "cards_view_leaks.so"))
        EQ(strlen(moves), strlen("card1 card2"));
    if (!strcmp(name, "board_crash_in_play.so")) {
        OKF(strstr(text, "play() crashed") != NULL, "%s", text);
        /* X has one of a2 and b2, and the other is being played. */
        const char *const last = strstr(text, "then ");
        OKF(last && (strstr(last, "a2") || strstr(last, "b2")), "%s", text);
        OKF(strstr(moves, "a2") || strstr(moves, "b2"), "%s", moves);
    }
    if (!strcmp(name, "board_loop_in_moves.so")) {
        OKF(strstr(text, "moves() does not return") != NULL, "%s", text);
        EQ(strlen(moves), 3 * 2 + 2);
    }
}

/* The report for people. */
static void tells_people(const char *file)
{
    EQ(check(file, ""), 1);
    OKF(strstr(output, "undo      FAULT\n") != NULL, "%s", said());
    OK(strstr(output, "  undo-restores: ") != NULL);
    OK(strstr(output, "    moves:    none, at the start\n") != NULL);
    OK(strstr(output, "\nkey       ok") != NULL);
    OK(strstr(output, "\n500 games, ") != NULL);
    OK(strstr(output, ", 1 fault\n") != NULL);
}

int main(int argc, char *argv[])
{
    for (int i = 1; i < argc; i++) {
        char *const equals = strrchr(argv[i], '=');
        if (!equals)
            return 2;
        *equals = '\0';
        finds(argv[i], equals + 1);
        leads_there(argv[i]);
        if (strstr(argv[i], "undo_forgets"))
            tells_people(argv[i]);
    }
    for (int i = 0; zm_promise_at(i); i++)
        OKF(proven[i], "some mistake breaks the promise %s", zm_promise_at(i)->name);
    return tap_done();
}
