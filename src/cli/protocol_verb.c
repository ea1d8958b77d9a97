#include "cli/protocol_verb.h"

#include "cli/crash.h"

#include <string.h>

/* A value of the command line into room of a given size. */
static int copy_value(const struct arguments *a, enum option_id id, char *to, size_t size)
{
    const char *const value = a->value[id] ? a->value[id] : "";
    if (strlen(value) >= size)
        return complain(EXIT_USAGE, "\"%.40s...\" is longer than %zu characters", value, size - 1);
    snprintf(to, size, "%s", value);
    return EXIT_DONE;
}

static int read_setup(const struct arguments *a, struct session_setup *setup)
{
    *setup = (struct session_setup){ .level = 0 };
    int code = argument_limits(a, &setup->limits);
    if (code == EXIT_DONE)
        code = copy_value(a, OPTION_SEARCH, setup->search, sizeof setup->search);
    if (code == EXIT_DONE)
        code = copy_value(a, OPTION_BOOK, setup->book, sizeof setup->book);
    setup->hash = (int)argument_number(a, OPTION_HASH, 0, 1, 1 << 20, &code);
    setup->threads = (int)argument_number(a, OPTION_THREADS, 0, 1, 256, &code);
    setup->seed = (uint64_t)argument_number(a, OPTION_SEED, 1, 0, 2147483647, &code);
    setup->limits.lines = (int)argument_number(a, OPTION_MULTI, 0, 1, ZM_MAX_LINE, &code);
    return code;
}

int protocol_verb(const struct arguments *a, const char *name,
                  void (*run)(struct session *s, FILE *in))
{
    struct session_setup setup;
    struct zm_error error;
    const int code = read_setup(a, &setup);
    if (code != EXIT_DONE)
        return code;
    const char *const end = strrchr(name, '.');
    if (end && !strcmp(end, ".so"))
        crash_names(name);
    const struct zm_game *const game = zm_game_open(name, a->value[OPTION_OPTIONS], &error);
    if (!game)
        return complain(argument_bad_game(name), "%s", error.text);
    struct session *const s = session_new(game, &setup, stdout, &error);
    if (!s)
        return complain(EXIT_USAGE, "%s", error.text);
    run(s, stdin);
    session_free(s);
    return EXIT_DONE;
}
