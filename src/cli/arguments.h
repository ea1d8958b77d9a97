/* arguments.h -- what stands on the command line after the verb. Every option of the
 * program is in one table; each verb says which of them it takes. */
#ifndef CLI_ARGUMENTS_H
#define CLI_ARGUMENTS_H

#include <zermelo/zermelo.h>

/* Exit codes. */
enum {
    EXIT_DONE = 0,
    EXIT_FAILED = 1,  /* the task failed: a check found faults, a file has an illegal move */
    EXIT_USAGE = 2,   /* wrong words on the command line */
    EXIT_INPUT = 3,   /* a bad input file */
    EXIT_RESOURCE = 4 /* memory, a file that cannot be written */
};
enum { EXIT_INTERRUPTED = 130 };

enum option_id {
    OPTION_HELP,
    OPTION_JSON,
    OPTION_OPTIONS,
    OPTION_POSITION,
    OPTION_MOVES,
    OPTION_SEARCH,
    OPTION_DEPTH,
    OPTION_NODES,
    OPTION_TIME,
    OPTION_MEMORY,
    OPTION_SEED,
    OPTION_GAMES,
    OPTION_MULTI,
    OPTION_X,
    OPTION_O,
    OPTION_SEAT,
    OPTION_LOAD,
    OPTION_SAVE,
    OPTION_UNIQUE,
    OPTION_SPLIT,
    OPTION_ALGORITHM,
    OPTION_STEPS,
    OPTION_SVG,
    OPTION_SIGNATURE,
    OPTION_ROUNDS,
    OPTION_RANDOM,
    OPTION_HASH,
    OPTION_THREADS,
    OPTION_OUT,
    OPTION_WORK,
    OPTION_STRATEGY,
    OPTION_BOOK,
    OPTION_KIND,
    OPTION_OPENINGS,
    OPTION_CLOCK,
    OPTION_ALLOW,
    OPTION_PARALLEL,
    OPTION_SPRT,
    OPTION_ADJUDICATE,
    OPTION_JUDGE,
    OPTION_LONGEST,
    OPTION_STORE,
    OPTION_NO_STORE,
    OPTION_RESUME,
    OPTION_ANCHOR,
    OPTION_RECORDS,
    OPTION_ONLY_BEST,
    OPTION_HOST,
    OPTION_PORT,
    OPTION_TOKEN,
    OPTION_PLUGIN,
    OPTION_LIMIT,
    OPTION_TRAINING,
    OPTION_SHEET,
    OPTION_ASK,
    OPTION_SOLUTION,
    OPTION_LANGUAGE,
    OPTION_DIR,
    OPTION_NET,
    OPTION_GATE,
    OPTION_HEADS,
    OPTION_FROM,
    OPTION_COUNT
};
#define TAKES(id) (1ULL << (id))
/* What a verb that works on a position takes. */
#define TAKES_POSITION (TAKES(OPTION_OPTIONS) | TAKES(OPTION_POSITION) | TAKES(OPTION_MOVES))
#define TAKES_LIMIT (TAKES(OPTION_DEPTH) | TAKES(OPTION_NODES) | TAKES(OPTION_TIME))

enum { MOST_WORDS = 32 };

struct arguments {
    const struct verb *verb;
    const char *word[MOST_WORDS]; /* what is not an option */
    int words;
    const char *value[OPTION_COUNT];  /* NULL: not given; a switch has "" */
    const char *seat[ZM_MAX_PLAYERS]; /* the values of --seat, which may be repeated */
    int seats;
    const char *anchor[MOST_WORDS]; /* the same of --anchor */
    int anchors;
    const char *plugin[MOST_WORDS]; /* ... of --plugin */
    int plugins;
    const char *limit[MOST_WORDS]; /* ... and of --limit */
    int limits;
};

struct verb {
    const char *name, *summary;
    const char *usage; /* "GAME [options]" */
    const char *examples;
    uint64_t takes;
    int least_words, most_words;
    int (*run)(const struct arguments *a);
};

/* Read argv after the verb; EXIT_DONE, or EXIT_USAGE after telling what is wrong. */
int arguments_read(struct arguments *a, const struct verb *verb, int argc, char *argv[]);
void arguments_help(const struct verb *verb);

/* A number; if it is none, says so and sets *exit_code. */
double argument_number(const struct arguments *a, enum option_id id, double fallback, double least,
                       double most, int *exit_code);

/* --time, --nodes and --depth. */
int argument_limits(const struct arguments *a, struct zm_limits *limits);

/* The exit code for a game that cannot be opened: a name is usage, a path is input. */
int argument_bad_game(const char *spec);

/* Open word[0] with --options and go to --position and --moves. The caller closes. */
int argument_position(const struct arguments *a, const struct zm_game **game,
                      struct zm_position **p);

/* --book for this game, or NULL without one; EXIT_DONE or after telling what is wrong. */
int argument_book(const struct arguments *a, const struct zm_game *game, struct zm_book **book);

/* Is the game a plug-in, and so a program? */
bool argument_is_plugin(const char *spec);
/* A store may come from somebody else: a plug-in that it names is loaded only if the command
 * line names it, too. */
int argument_trusts(const struct arguments *a, const char *game);

/* Open --store, or the user's own; `create`: make it if there is none. */
struct store;
int argument_store(const struct arguments *a, bool create, struct store **store);

/* --search, or what suits the game best, with --seed put in; NULL: nothing does. */
const char *argument_search(const struct arguments *a, const struct zm_game *game, char *out,
                            size_t size);

/* Tell what is wrong on stderr, as one line, and return the exit code. */
__attribute__((format(printf, 2, 3))) int complain(int exit_code, const char *format, ...);

#endif
