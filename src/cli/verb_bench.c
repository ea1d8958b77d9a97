/* verb_bench.c -- how fast the searches are, and whether they still do the same.
 *
 * `bench --signature` prints one number, as Stockfish's bench does: the positions visited
 * by fixed searches of every game. It is the same on every machine; a change of it is a
 * change of what some search or game does, and a commit that means it says "Bench: N".
 * Monte Carlo searches are left out: what they visit is a matter of chance and of hints that
 * change often. */
#include "base/json.h"
#include "cli/arguments.h"
#include "search/instances.h"
#include "search/speed.h"

#include <string.h>

/* ---------------------------------------------------------------- signature -- */

/* Fixed: the number means something only while these stay as they are. */
static const char *const fixed[] = {
    "minimax:depth=6,nodes=500000",
    "alphabeta:depth=10,nodes=500000,hash=1",
    "alphabeta:depth=8,nodes=500000,form=negamax",
    "alphabeta:depth=8,nodes=500000,form=minmax,cut=strict",
    "expectiminimax:depth=6,nodes=500000",
    "maxn:depth=6,nodes=500000",
    "paranoid:depth=8,nodes=500000",
};
enum { FIXED = sizeof fixed / sizeof *fixed };

/* The positions one search visits in one game; 0 if it cannot play it. */
static uint64_t visited(const struct zm_game *game, const char *spec)
{
    struct zm_error error;
    struct zm_result result = { .nodes = 0 };
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = p ? zm_search_new(game, spec, &error) : NULL;
    uint64_t seed = 1;
    while (search && zm_position_turn(p) == ZM_CHANCE)
        zm_position_play(p, zm_position_draw(p, &seed), &error);
    if (search && zm_search_run(search, p, NULL, &result, &error))
        result.nodes = 0;
    zm_search_free(search);
    zm_position_free(p);
    return result.nodes;
}

static int signature(const struct arguments *a)
{
    uint64_t sum = 0;
    const struct zm_game *table;
    for (int g = 0; (table = zm_game_at(g)); g++) {
        struct zm_error error;
        const struct zm_game *const game = zm_game_open(table->name, NULL, &error);
        for (int i = 0; game && i < FIXED; i++)
            sum += visited(game, fixed[i]);
        zm_game_close(game);
    }
    if (a->value[OPTION_JSON]) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_count(&j, "nodes", sum);
        json_end_object(&j);
    } else {
        printf("Bench: %llu\n", (unsigned long long)sum);
    }
    return EXIT_DONE;
}

/* -------------------------------------------------------------------- speed -- */

static const struct {
    const char *name, *unit;
    const char *search; /* which must be able to play the game, or NULL */
} measure[SPEEDS] = {
    [SPEED_PLAYOUTS] = { "playouts", "games", NULL },
    [SPEED_PERFT] = { "perft", "leaves", NULL },
    [SPEED_ALPHABETA] = { "alphabeta", "nodes", "alphabeta" },
    [SPEED_UCT] = { "uct", "simulations", "uct" },
    [SPEED_MCTS] = { "mcts", "simulations", "mcts" },
};

/* What OpenSpiel (C++ core, -O3, one core) reached on a machine of the kind this was
 * written on: recorded once, not measured here. */
static const struct {
    const char *game;
    double rate[SPEEDS];
} openspiel[] = {
    { "tictactoe", { [SPEED_PLAYOUTS] = 657e3, [SPEED_PERFT] = 4.9e6, [SPEED_MCTS] = 1.24e6 } },
    { "connect4", { [SPEED_PLAYOUTS] = 144e3, [SPEED_PERFT] = 4.0e6, [SPEED_MCTS] = 146e3 } },
    { "othello", { [SPEED_PLAYOUTS] = 4.9e3, [SPEED_PERFT] = 278e3, [SPEED_MCTS] = 5.2e3 } },
    { "gomoku", { [SPEED_PLAYOUTS] = 11.0e3, [SPEED_MCTS] = 10.7e3 } },
    { "go", { [SPEED_PLAYOUTS] = 9.2e3, [SPEED_MCTS] = 8.9e3 } },
};

/* 0: there is none. */
static double recorded(const char *game, enum speed what)
{
    for (size_t i = 0; i < sizeof openspiel / sizeof *openspiel; i++)
        if (!strcmp(openspiel[i].game, game))
            return openspiel[i].rate[what];
    return 0;
}

static bool applies(const struct zm_game *game, enum speed what)
{
    if (!measure[what].search)
        return true;
    for (int i = 0; zm_search_name(i); i++)
        if (!strcmp(zm_search_name(i), measure[what].search))
            return !zm_search_refuses(i, game);
    return false;
}

static void tell(bool as_json, const char *game, enum speed what, double fast, double generic)
{
    const double peer = recorded(game, what);
    if (!as_json) {
        printf("%-10s %-10s %12.0f %12.0f %8.2f", game, measure[what].name, fast, generic,
               fast / generic);
        if (peer > 0)
            printf(" %12.0f %8.1f", peer, fast / peer);
        putchar('\n');
        fflush(stdout);
        return;
    }
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "game", game);
    json_text(&j, "measure", measure[what].name);
    json_text(&j, "unit", measure[what].unit);
    json_number(&j, "specialised", fast);
    json_number(&j, "generic", generic);
    json_number(&j, "ratio", fast / generic);
    if (peer > 0) {
        json_number(&j, "openspiel_recorded", peer);
        json_number(&j, "openspiel_ratio", fast / peer);
    }
    json_end_object(&j);
}

enum { RUNS = 3 };

/* The fastest of some runs: what else the machine does only makes them slower. */
static const char *fastest(const struct zm_game *game, const struct zm_kernels *kernels,
                           enum speed what, double seconds, double *rate, struct zm_error *error)
{
    *rate = 0;
    for (int i = 0; i < RUNS; i++) {
        double once;
        if (speed_measure(game, kernels, what, seconds, &once, error))
            return error->text;
        *rate = once > *rate ? once : *rate;
    }
    return NULL;
}

static int measure_game(const struct arguments *a, const struct zm_game *game, double seconds)
{
    struct zm_error error;
    /* Kernels a game lacks are the generic ones. */
    const struct zm_kernels *const own =
        game->kernels && game->kernels->size ? game->kernels : &generic_kernels;
    for (enum speed what = 0; what < SPEEDS; what++) {
        double fast, generic;
        if (!applies(game, what))
            continue;
        if (fastest(game, own, what, seconds, &fast, &error) ||
            fastest(game, &generic_kernels, what, seconds, &generic, &error))
            return complain(EXIT_RESOURCE, "%s", error.text);
        tell(a->value[OPTION_JSON], game->name, what, fast, generic);
    }
    return EXIT_DONE;
}

/* ------------------------------------------------------------------ threads -- */

static int measure_threads(const struct arguments *a, const struct zm_game *game, int threads,
                           double seconds)
{
    struct zm_error error;
    double alone, together;
    if (!applies(game, SPEED_MCTS))
        return EXIT_DONE;
    if (speed_threads(game, threads, seconds, &alone, &together, &error))
        return complain(EXIT_RESOURCE, "%s", error.text);
    if (!a->value[OPTION_JSON]) {
        printf("%-10s %12.0f %12.0f %8.2f\n", game->name, alone, together, together / alone);
        fflush(stdout);
        return EXIT_DONE;
    }
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "game", game->name);
    json_number(&j, "threads", threads);
    json_number(&j, "alone", alone);
    json_number(&j, "together", together);
    json_number(&j, "ratio", together / alone);
    json_end_object(&j);
    return EXIT_DONE;
}

static int measure_one(const struct arguments *a, const struct zm_game *game, int threads,
                       double seconds)
{
    return threads > 1 ? measure_threads(a, game, threads, seconds)
                       : measure_game(a, game, seconds);
}

static void head(int threads)
{
    if (threads > 1)
        printf("simulations of mcts a second by the clock, the best of three runs in turn\n"
               "%-10s %12s %9d threads %6s\n",
               "game", "1 thread", threads, "ratio");
    else
        printf("per second of one core, the best of three runs; OpenSpiel's figures are recorded, "
               "not measured here\n"
               "%-10s %-10s %12s %12s %8s %12s %8s\n",
               "game", "what", "specialised", "generic", "ratio", "OpenSpiel", "ratio");
}

static int run(const struct arguments *a)
{
    int code = EXIT_DONE;
    const double seconds = argument_number(a, OPTION_TIME, 0.2, 0.001, 1e6, &code);
    const int threads = (int)argument_number(a, OPTION_THREADS, 1, 1, 256, &code);
    if (code != EXIT_DONE)
        return code;
    if (a->value[OPTION_SIGNATURE])
        return a->words ? complain(EXIT_USAGE, "the signature is of all games: leave out \"%s\"",
                                   a->word[0])
                        : signature(a);
    if (!a->value[OPTION_JSON])
        head(threads);
    struct zm_error error;
    const struct zm_game *table;
    if (a->words) {
        const struct zm_game *const game = zm_game_open(a->word[0], NULL, &error);
        if (!game)
            return complain(EXIT_USAGE, "%s", error.text);
        code = measure_one(a, game, threads, seconds);
        zm_game_close(game);
        return code;
    }
    for (int g = 0; (table = zm_game_at(g)) && code == EXIT_DONE; g++) {
        /* A game that cannot begin without options is no game to measure. */
        const struct zm_game *const game = zm_game_open(table->name, NULL, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        if (p)
            code = measure_one(a, game, threads, seconds);
        zm_position_free(p);
        zm_game_close(game);
    }
    return code;
}

const struct verb verb_bench = {
    .name = "bench",
    .summary = "Measure how fast the searches are; or tell by a number what they do.",
    .usage = "[GAME] [options]",
    .examples = "  zermelo bench\n"
                "  zermelo bench connect4 --time 1       each figure for a second\n"
                "  zermelo bench go --threads 2 --time 5 what a second thread is worth to mcts\n"
                "  zermelo bench --signature             Bench: N, the same on every machine\n",
    .takes =
        TAKES(OPTION_JSON) | TAKES(OPTION_TIME) | TAKES(OPTION_THREADS) | TAKES(OPTION_SIGNATURE),
    .most_words = 1,
    .run = run,
};
