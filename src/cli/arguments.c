#include "cli/arguments.h"

#include "base/files.h"
#include "base/nearest.h"
#include "cli/crash.h"
#include "game/registry.h"
#include "match/store.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name, *value, *help;
} option[OPTION_COUNT] = {
    [OPTION_HELP] = { "--help", NULL, "show this help" },
    [OPTION_JSON] = { "--json", NULL, "write JSON to the standard output" },
    [OPTION_OPTIONS] = { "--options", "TEXT", "options of the game: \"rows=3 columns=4\"" },
    [OPTION_POSITION] = { "--position", "TEXT", "begin at this position, in the game's notation" },
    [OPTION_MOVES] = { "--moves", "TEXT", "then play these moves: \"4 4 4\", 444, f5d6c3" },
    [OPTION_SEARCH] = { "--search", "SEARCH", "NAME[:key=value,...]; see `zermelo help searches`" },
    [OPTION_DEPTH] = { "--depth", "N", "at most N plies deep" },
    [OPTION_NODES] = { "--nodes", "N", "at most N positions" },
    [OPTION_TIME] = { "--time", "S", "at most S seconds" },
    [OPTION_MEMORY] = { "--memory", "MB", "at most so many megabytes (default 512)" },
    [OPTION_SEED] = { "--seed", "N", "the same seed gives the same result (default 1)" },
    [OPTION_GAMES] = { "--games", "N", "play N games" },
    [OPTION_MULTI] = { "--multi", "N", "the N best moves, each with its value and line" },
    [OPTION_X] = { "--x", "PLAYER", "who has the first seat: human, level:1 .. level:10, SEARCH" },
    [OPTION_O] = { "--o", "PLAYER", "who has the second seat" },
    [OPTION_SEAT] = { "--seat", "N=PLAYER", "who has seat N; may be repeated" },
    [OPTION_LOAD] = { "--load", "FILE", "go on with a saved game" },
    [OPTION_SAVE] = { "--save", "FILE", "keep the game in this file, move by move" },
    [OPTION_UNIQUE] = { "--unique", NULL, "count different positions, not lines" },
    [OPTION_SPLIT] = { "--split", NULL, "show the count of each first move" },
    [OPTION_ALGORITHM] = { "--algorithm", "SEARCH", "NAME[:key=value,...], as for --search" },
    [OPTION_STEPS] = { "--steps", NULL, "tell every step of the search in a sentence" },
    [OPTION_SIGNATURE] = { "--signature", NULL,
                           "print one number that tells what the searches do" },
    [OPTION_ROUNDS] = { "--rounds", "N", "how often to play and learn (default 5; train: 30)" },
    [OPTION_RANDOM] = { "--random", "N", "openings of up to N moves by lot" },
    [OPTION_HASH] = { "--hash", "MB", "megabytes for the table of positions (default 64)" },
    [OPTION_THREADS] = { "--threads", "N", "work on N threads (default 1)" },
    [OPTION_OUT] = { "--out", "FILE", "write to this file (tune: default GAME.weights)" },
    [OPTION_WORK] = { "--work", "FILE", "keep what is done so far there (default OUT.work)" },
    [OPTION_STRATEGY] = { "--strategy", "NAME", "how to prove: questions (default), mtdf or pns" },
    [OPTION_BOOK] = { "--book", "FILE", "an opening book, as `zermelo book` makes it" },
    [OPTION_KIND] = { "--kind", "KIND", "round-robin (default), gauntlet or knockout" },
    [OPTION_OPENINGS] = { "--openings", "FILE", "begin with these: PGN, SGF, or lines of moves" },
    [OPTION_CLOCK] = { "--clock", "S[+I][/N]",
                       "S seconds for a game, I more each move, S again "
                       "after N moves" },
    [OPTION_ALLOW] = { "--allow", "S", "so much later than allowed is in time (default 0.5)" },
    [OPTION_PARALLEL] = { "--parallel", "N", "play N games at a time (default 1)" },
    [OPTION_SPRT] = { "--sprt", "E0,E1[,A,B]",
                      "stop when the first two are known to be E0 or E1 "
                      "apart; E1n: normalised" },
    [OPTION_ADJUDICATE] = { "--adjudicate", "N", "end games that a solver proves with N nodes" },
    [OPTION_JUDGE] = { "--judge", "PLAYER", "a program by GTP counts the games that are over" },
    [OPTION_LONGEST] = { "--longest", "N", "a game of N moves is a draw" },
    [OPTION_STORE] = { "--store", "FILE", "the store of matches (default: the user's own)" },
    [OPTION_NO_STORE] = { "--no-store", NULL, "keep nothing" },
    [OPTION_RESUME] = { "--resume", "ID", "go on with this match of the store; last: the newest" },
    [OPTION_RECORDS] = { "--records", "FILE", "add every game to this file: SGF, GGF or PGN" },
    [OPTION_ANCHOR] = { "--anchor", "PLAYER=ELO", "this player has this rating; may be repeated" },
    [OPTION_ONLY_BEST] = { "--only-best", NULL, "prove the value and one best move, no others" },
    [OPTION_HOST] = { "--host", "ADDRESS", "let other machines connect; needs --token" },
    [OPTION_PORT] = { "--port", "N", "listen on this port (default 8017; 0: any that is free)" },
    [OPTION_TOKEN] = { "--token", "TEXT", "ask this of everybody who connects" },
    [OPTION_PLUGIN] = { "--plugin", "FILE",
                        "a game of your own (.so), or a net (.net); may be repeated" },
    [OPTION_LIMIT] = { "--limit", "NAME=N", "what one may ask of the server; may be repeated" },
    [OPTION_TRAINING] = { "--training", "DIR",
                          "the folder of the runs of `zermelo train` (default: beside the store)" },
    [OPTION_SHEET] = { "--sheet", "FILE", "write an exercise to print, FILE.svg or FILE.pdf" },
    [OPTION_ASK] = { "--ask", "WORDS", "what it asks for: values,windows,cuts,choices" },
    [OPTION_SOLUTION] = { "--solution", NULL, "with the answers filled in" },
    [OPTION_LANGUAGE] = { "--language", "en|fr", "the language of sentences and sheets" },
    [OPTION_DIR] = { "--dir", "DIR", "keep everything in this folder (default GAME.train)" },
    [OPTION_NET] = { "--net", "CxB", "a net of C channels and B blocks" },
    [OPTION_GATE] = { "--gate", "SCORE", "what a new net must score: 0.55, always or sprt" },
    [OPTION_FROM] = { "--from", "NET", "begin with this net instead of one that knows nothing" },
    [OPTION_HEADS] = { "--heads", "on|off", "score and owners learned too, if the game has them" },
    [OPTION_SVG] = { "--svg", "FILE", "write a picture to this file" },
};

int complain(int exit_code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("zermelo: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return exit_code;
}

static int find_option(const char *name, size_t length)
{
    for (int i = 0; i < OPTION_COUNT; i++)
        if (strlen(option[i].name) == length && !strncmp(option[i].name, name, length))
            return i;
    return -1;
}

static int unknown_option(const struct verb *verb, const char *name, size_t length)
{
    char typed[64];
    snprintf(typed, sizeof typed, "%.*s", (int)length, name);
    struct nearest nearest = nearest_to(typed);
    for (int i = 0; i < OPTION_COUNT; i++)
        if (verb->takes & TAKES(i))
            nearest_offer(&nearest, option[i].name);
    if (nearest.word)
        return complain(EXIT_USAGE, "%s has no option %s; did you mean %s?", verb->name, typed,
                        nearest.word);
    return complain(EXIT_USAGE, "%s has no option %s; see zermelo %s --help", verb->name, typed,
                    verb->name);
}

/* One argument that begins with "--"; *i moves on if its value is the next one. */
static int read_option(struct arguments *a, int argc, char *argv[], int *i)
{
    const char *const text = argv[*i];
    const size_t length = strcspn(text, "=");
    const int id = find_option(text, length);
    if (id < 0 || !((a->verb->takes | TAKES(OPTION_HELP)) & TAKES(id)))
        return unknown_option(a->verb, text, length);
    if (!option[id].value) {
        if (text[length])
            return complain(EXIT_USAGE, "%s takes no value", option[id].name);
        a->value[id] = "";
        return EXIT_DONE;
    }
    if (text[length])
        a->value[id] = text + length + 1;
    else if (*i + 1 < argc)
        a->value[id] = argv[++*i];
    else
        return complain(EXIT_USAGE, "%s lacks its value: expected %s %s", option[id].name,
                        option[id].name, option[id].value);
    if (id == OPTION_SEAT) {
        if (a->seats == ZM_MAX_PLAYERS)
            return complain(EXIT_USAGE, "--seat more than %d times", ZM_MAX_PLAYERS);
        a->seat[a->seats++] = a->value[id];
    }
    if (id == OPTION_PLUGIN || id == OPTION_LIMIT) {
        int *const count = id == OPTION_PLUGIN ? &a->plugins : &a->limits;
        if (*count == MOST_WORDS)
            return complain(EXIT_USAGE, "%s more than %d times", option[id].name, MOST_WORDS);
        (id == OPTION_PLUGIN ? a->plugin : a->limit)[(*count)++] = a->value[id];
    }
    if (id == OPTION_ANCHOR) {
        if (a->anchors == MOST_WORDS)
            return complain(EXIT_USAGE, "--anchor more than %d times", MOST_WORDS);
        a->anchor[a->anchors++] = a->value[id];
    }
    return EXIT_DONE;
}

int arguments_read(struct arguments *a, const struct verb *verb, int argc, char *argv[])
{
    *a = (struct arguments){ .verb = verb };
    bool words_only = false;
    for (int i = 0; i < argc; i++) {
        if (!words_only && !strcmp(argv[i], "--")) {
            words_only = true;
        } else if (!words_only && !strncmp(argv[i], "--", 2)) {
            const int code = read_option(a, argc, argv, &i);
            if (code != EXIT_DONE)
                return code;
        } else if (a->words == verb->most_words || a->words == MOST_WORDS) {
            return complain(EXIT_USAGE, "\"%s\" is one word too many: zermelo %s %s", argv[i],
                            verb->name, verb->usage);
        } else {
            a->word[a->words++] = argv[i];
        }
    }
    if (a->words < verb->least_words && !a->value[OPTION_HELP])
        return complain(EXIT_USAGE, "%s needs more: zermelo %s %s", verb->name, verb->name,
                        verb->usage);
    return EXIT_DONE;
}

void arguments_help(const struct verb *verb)
{
    printf("%s\n\nExamples:\n%s\nUsage: zermelo %s %s\n\nOptions:\n", verb->summary, verb->examples,
           verb->name, verb->usage);
    for (int i = 0; i < OPTION_COUNT; i++) {
        char left[64];
        if (!((verb->takes | TAKES(OPTION_HELP)) & TAKES(i)))
            continue;
        snprintf(left, sizeof left, "%s%s%s", option[i].name, option[i].value ? " " : "",
                 option[i].value ? option[i].value : "");
        printf("  %-20s %s\n", left, option[i].help);
    }
}

double argument_number(const struct arguments *a, enum option_id id, double fallback, double least,
                       double most, int *exit_code)
{
    const char *const text = a->value[id];
    if (!text)
        return fallback;
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= least && value <= most))
        *exit_code = complain(EXIT_USAGE, "%s %s: expected a number from %.16g to %.16g",
                              option[id].name, text, least, most);
    return value;
}

int argument_limits(const struct arguments *a, struct zm_limits *limits)
{
    int code = EXIT_DONE;
    *limits =
        (struct zm_limits){ .seconds = argument_number(a, OPTION_TIME, 0, 0.001, 1e9, &code) };
    limits->nodes = (uint64_t)argument_number(a, OPTION_NODES, 0, 1, 1e18, &code);
    limits->depth = (int)argument_number(a, OPTION_DEPTH, 0, 1, 1 << 24, &code);
    return code;
}

int argument_bad_game(const char *spec)
{
    return strchr(spec, '/') || strchr(spec, '.') ? EXIT_INPUT : EXIT_USAGE;
}

/* The position that a saved game of the game named on the command line leads to. */
static int load_position(const struct arguments *a, const struct zm_game **game,
                         struct zm_position **p)
{
    enum { LONGEST_FILE = 1 << 20 };
    const char *const path = a->value[OPTION_LOAD];
    char spec[4096];
    struct zm_error error;
    if (a->value[OPTION_OPTIONS] || a->value[OPTION_POSITION])
        return complain(EXIT_USAGE, "a saved game has its own options and position: leave "
                                    "--options and --position out");
    char *const text = file_read(path, LONGEST_FILE, &error);
    if (!text)
        return complain(EXIT_INPUT, "%s", error.text);
    int code = EXIT_DONE;
    if (zm_record_spec(text, spec, sizeof spec, &error))
        code = complain(EXIT_INPUT, "%s: %s", path, error.text);
    else if (strcmp(spec, a->word[0]) != 0)
        code = complain(EXIT_INPUT, "%s is a game of %s, not of %s", path, spec, a->word[0]);
    if (code == EXIT_DONE) {
        *p = zm_record_read(text, game, &error);
        if (!*p)
            code = complain(EXIT_INPUT, "%s: %s", path, error.text);
    }
    free(text);
    if (code == EXIT_DONE && a->value[OPTION_MOVES] &&
        zm_position_play_text(*p, a->value[OPTION_MOVES], &error)) {
        zm_position_free(*p);
        zm_game_close(*game);
        code = complain(EXIT_USAGE, "%s", error.text);
    }
    return code;
}

int argument_position(const struct arguments *a, const struct zm_game **game,
                      struct zm_position **p)
{
    struct zm_error error;
    const char *const spec = a->word[0];
    const size_t length = strlen(spec);
    *p = NULL;
    if (a->value[OPTION_LOAD])
        return load_position(a, game, p);
    if (length > 3 && !strcmp(spec + length - 3, ".so"))
        crash_names(spec);
    *game = zm_game_open(spec, a->value[OPTION_OPTIONS], &error);
    if (!*game)
        return complain(argument_bad_game(spec), "%s", error.text);
    *p = zm_position_new(*game, &error);
    const char *wrong = *p ? NULL : error.text;
    if (!wrong && a->value[OPTION_POSITION])
        wrong = zm_position_read(*p, a->value[OPTION_POSITION], &error);
    if (!wrong && a->value[OPTION_MOVES])
        wrong = zm_position_play_text(*p, a->value[OPTION_MOVES], &error);
    if (!wrong)
        return EXIT_DONE;
    zm_position_free(*p);
    zm_game_close(*game);
    return complain(EXIT_USAGE, "%s", wrong);
}

int argument_book(const struct arguments *a, const struct zm_game *game, struct zm_book **book)
{
    struct zm_error error;
    *book = NULL;
    if (!a->value[OPTION_BOOK])
        return EXIT_DONE;
    *book = zm_book_open(game, a->value[OPTION_BOOK], &error);
    return *book ? EXIT_DONE : complain(EXIT_INPUT, "%s", error.text);
}

bool argument_is_plugin(const char *spec)
{
    const size_t length = strlen(spec);
    return length > 3 && !strcmp(spec + length - 3, ".so");
}

int argument_trusts(const struct arguments *a, const char *game)
{
    for (int i = 0; i < a->words; i++)
        if (!strcmp(a->word[i], game))
            return EXIT_DONE;
    if (!argument_is_plugin(game))
        return EXIT_DONE;
    return complain(EXIT_USAGE,
                    "the store names the plug-in %s, which is a program; if you trust it, name it "
                    "at the end of the command",
                    game);
}

int argument_store(const struct arguments *a, bool create, struct store **store)
{
    struct zm_error error;
    char path[4096];
    const char *const given = a->value[OPTION_STORE];
    *store = store_open(given ? given : store_default_path(path, sizeof path), create, &error);
    return *store ? EXIT_DONE : complain(create ? EXIT_RESOURCE : EXIT_INPUT, "%s", error.text);
}

/* Exact searches first, where they can play the game at all; NULL: none can. Those that
 * look so far and no further are for who gives a depth. */
static const char *suits(const struct arguments *a, const struct zm_game *game)
{
    static const char *const preferred[] = { "alphabeta", "expectiminimax", "maxn", "mcts" };
    if (game_is_simulated(game) && !zm_search_refuses(zm_search_find("mcts"), game))
        return "mcts";
    for (size_t i = 0; i < sizeof preferred / sizeof *preferred; i++) {
        const bool by_depth = i == 1 || i == 2;
        if ((a->value[OPTION_DEPTH] || !by_depth) &&
            !zm_search_refuses(zm_search_find(preferred[i]), game))
            return preferred[i];
    }
    return NULL;
}

/* Does the search that `spec` names take this option ("seed=")? */
static bool takes_option(const char *spec, const char *name)
{
    char search[32];
    snprintf(search, sizeof search, "%.*s", (int)strcspn(spec, ":"), spec);
    const char *const options = zm_search_options(zm_search_find(search));
    return options && strstr(options, name);
}

const char *argument_search(const struct arguments *a, const struct zm_game *game, char *out,
                            size_t size)
{
    static const struct {
        enum option_id id;
        const char *name;
    } passed_on[] = { { OPTION_SEED, "seed=" },
                      { OPTION_HASH, "hash=" },
                      { OPTION_THREADS, "threads=" } };
    const char *const spec = a->value[OPTION_SEARCH] ? a->value[OPTION_SEARCH] : suits(a, game);
    if (!spec)
        return NULL;
    struct zm_text t = { out, size, 0 };
    zm_print(&t, "%s", spec);
    for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
        const char *const value = a->value[passed_on[i].id];
        if (value && takes_option(spec, passed_on[i].name))
            zm_print(&t, "%c%s%s", strchr(out, ':') ? ',' : ':', passed_on[i].name, value);
    }
    return out;
}
