/* verb_perft.c -- counts the lines of a game: the test every move generator must pass. */
#include "base/clock.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "search/perft.h"

#include <stdlib.h>
#include <string.h>

static int tell(const struct arguments *a, struct zm_position *p, int depth)
{
    struct perft_result r;
    struct zm_error error;
    const double begin = clock_now();
    const char *const wrong =
        a->value[OPTION_UNIQUE] ? perft_unique(p, depth, &r, &error) : perft(p, depth, &r, &error);
    if (wrong)
        return complain(EXIT_RESOURCE, "%s", wrong);
    const double seconds = clock_now() - begin;
    const bool unique = a->value[OPTION_UNIQUE] != NULL;
    if (a->value[OPTION_JSON]) {
        struct json j = { .out = stdout };
        json_object(&j, NULL);
        json_text(&j, "game", zm_game_spec(zm_position_game(p)));
        json_integer(&j, "depth", depth);
        json_count(&j, unique ? "positions" : "leaves", r.leaves);
        json_count(&j, unique ? "finished" : "games", r.games);
        json_number(&j, "seconds", seconds);
        json_end_object(&j);
    } else if (unique) {
        printf("%2d %20llu positions: %llu to play, %llu finished  %.3f s\n", depth,
               (unsigned long long)r.leaves, (unsigned long long)(r.leaves - r.games),
               (unsigned long long)r.games, seconds);
    } else {
        printf("%2d %20llu leaves, %llu finished games  %.3f s\n", depth,
               (unsigned long long)r.leaves, (unsigned long long)r.games, seconds);
    }
    fflush(stdout);
    return EXIT_DONE;
}

/* The count below each first move. */
static int split(const struct arguments *a, struct zm_position *p, int depth)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    zm_move *const first = malloc((size_t)n * sizeof *first + 1);
    int code = EXIT_DONE;
    if (!first)
        return complain(EXIT_RESOURCE, "out of memory");
    memcpy(first, list, (size_t)n * sizeof *first);
    for (int i = 0; i < n && code == EXIT_DONE; i++) {
        char text[256];
        struct zm_error error;
        struct perft_result r = { 1, 0 };
        zm_position_show_move(p, first[i], text, sizeof text);
        const char *wrong = zm_position_play(p, first[i], &error);
        if (!wrong && depth > 1)
            wrong = perft(p, depth - 1, &r, &error);
        if (wrong) {
            code = complain(EXIT_RESOURCE, "%s", wrong);
        } else if (a->value[OPTION_JSON]) {
            struct json j = { .out = stdout };
            json_object(&j, NULL);
            json_text(&j, "move", text);
            json_count(&j, "leaves", r.leaves);
            json_end_object(&j);
        } else {
            printf("%-8s %20llu\n", text, (unsigned long long)r.leaves);
        }
        zm_position_undo(p);
    }
    free(first);
    return code;
}

static int run(const struct arguments *a)
{
    const struct zm_game *game;
    struct zm_position *p;
    char *end;
    const long depth = strtol(a->word[1], &end, 10);
    if (*end || depth < 1 || depth > 1000)
        return complain(EXIT_USAGE, "depth \"%s\": expected a whole number from 1 to 1000",
                        a->word[1]);
    int code = argument_position(a, &game, &p);
    if (code != EXIT_DONE)
        return code;
    if (a->value[OPTION_SPLIT])
        code = split(a, p, (int)depth);
    /* Every depth on the way: the first ones cost nothing, and a mistake shows early. */
    for (int d = a->value[OPTION_UNIQUE] ? (int)depth : 1; d <= depth && code == EXIT_DONE; d++)
        code = tell(a, p, d);
    zm_position_free(p);
    zm_game_close(game);
    return code;
}

const struct verb verb_perft = {
    .name = "perft",
    .summary = "Count the lines of play up to a depth, or the different positions.",
    .usage = "GAME DEPTH [options]",
    .examples = "  zermelo perft connect4 8\n"
                "  zermelo perft tictactoe 9 --unique       5478 positions\n"
                "  zermelo perft connect4 5 --split --moves 44\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES(OPTION_LOAD) | TAKES(OPTION_UNIQUE) |
             TAKES(OPTION_SPLIT),
    .least_words = 2,
    .most_words = 2,
    .run = run,
};
