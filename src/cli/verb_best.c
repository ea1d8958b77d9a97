/* verb_best.c -- the best move of a position, its value and the line it expects. */
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/say.h"

#include <math.h>

static void write_json(struct zm_position *p, const struct zm_result *r, const char *search)
{
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    say_position(&j, p);
    json_text(&j, "search", search);
    say_move(&j, "move", p, r->move);
    json_number(&j, "value", r->value);
    json_array(&j, "values");
    for (int i = 0; i < zm_position_game(p)->players; i++)
        json_number(&j, NULL, r->values[i]);
    json_end_array(&j);
    json_bool(&j, "exact", r->exact);
    if (r->exact)
        json_text(&j, "result", say_result(r->value));
    say_line(&j, p, r->line, r->length);
    json_integer(&j, "depth", r->depth);
    json_count(&j, "nodes", r->nodes);
    json_count(&j, "leaves", r->leaves);
    json_number(&j, "seconds", r->seconds);
    json_count(&j, "memory", r->memory);
    json_bool(&j, "stopped", r->stopped);
    json_end_object(&j);
}

static void write_text(struct zm_position *p, const struct zm_result *r, const char *search)
{
    char text[256];
    const int players = zm_position_game(p)->players;
    zm_position_show_move(p, r->move, text, sizeof text);
    printf("move   %s\n", text);
    if (isnan(r->value))
        puts("value  not known: the search was stopped too soon");
    else
        printf("value  %.6g for the player to move (%s)\n", r->value,
               r->exact ? say_result(r->value) : "an estimate");
    if (players > 2) {
        printf("values");
        for (int i = 0; i < players; i++)
            if (isnan(r->values[i]))
                printf(" ?");
            else
                printf(" %.6g", r->values[i]);
        putchar('\n');
    }
    printf("line  ");
    print_line(p, r->line, r->length);
    printf("search %s, depth %d, %llu nodes, %llu leaves, %.3f s%s\n", search, r->depth,
           (unsigned long long)r->nodes, (unsigned long long)r->leaves, r->seconds,
           r->stopped ? ", stopped" : "");
}

static int run(const struct arguments *a)
{
    const struct zm_game *game;
    struct zm_position *p;
    struct zm_limits limits;
    struct zm_result result;
    struct zm_error error;
    int code = argument_limits(a, &limits);
    if (code == EXIT_DONE)
        code = argument_position(a, &game, &p);
    if (code != EXIT_DONE)
        return code;
    char chosen[512];
    const char *const spec = argument_search(a, game, chosen, sizeof chosen);
    struct zm_search *const search = zm_search_new(game, spec, &error);
    if (!search) {
        code = complain(EXIT_USAGE, "%s", error.text);
    } else {
        interrupt_stops(search);
        const char *const wrong = zm_search_run(search, p, &limits, &result, &error);
        interrupt_stops(NULL);
        if (wrong)
            code = complain(EXIT_USAGE, "%s", wrong);
        else if (a->value[OPTION_JSON])
            write_json(p, &result, spec);
        else
            write_text(p, &result, spec);
        if (interrupted())
            code = EXIT_INTERRUPTED;
    }
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return code;
}

const struct verb verb_best = {
    .name = "best",
    .summary = "Find the best move, its value and the line it expects.",
    .usage = "GAME [options]",
    .examples = "  zermelo best tictactoe\n"
                "  zermelo best connect4 --moves 4445 --time 2\n"
                "  zermelo best tictactoe --position X.O/.X./..O --search minimax --json\n"
                "  zermelo best mnk --search maxn\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES_LIMIT | TAKES(OPTION_SEARCH) |
             TAKES(OPTION_SEED),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
