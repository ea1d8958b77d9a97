/* verb_solve.c -- the exact value of a position, and of every move in it. */
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/say.h"

#include <math.h>
#include <string.h>

static void write_json(struct zm_position *p, const struct zm_solution *s)
{
    const struct zm_game *const game = zm_position_game(p);
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    say_position(&j, p);
    json_number(&j, "value", s->value);
    json_array(&j, "values");
    for (int i = 0; i < game->players; i++)
        json_number(&j, NULL, s->values[i]);
    json_end_array(&j);
    if (say_result(game, s->value))
        json_text(&j, "result", say_result(game, s->value));
    if (s->win >= 0)
        json_number(&j, "win", s->win);
    json_bool(&j, "exact", true);
    json_bool(&j, "complete", s->complete);
    json_number(&j, "error", s->error);
    if (game->players > 2)
        json_bool(&j, "unique", s->unique);
    json_array(&j, "moves");
    for (int i = 0; i < s->count; i++) {
        json_object(&j, NULL);
        say_move(&j, "move", p, s->move[i]);
        json_number(&j, "value", s->move_value[i]);
        json_bool(&j, "best", s->best[i]);
        json_end_object(&j);
    }
    json_end_array(&j);
    if (s->length > 0)
        say_line(&j, p, s->line, s->length);
    json_text(&j, "method", s->method);
    json_count(&j, "nodes", s->nodes);
    json_count(&j, "positions", s->positions);
    json_count(&j, "memory", s->memory);
    json_number(&j, "seconds", s->seconds);
    json_end_object(&j);
}

static void write_moves(const struct zm_position *p, const struct zm_solution *s)
{
    for (int best = 1; best >= 0; best--)
        for (int i = 0; i < s->count; i++) {
            char text[256];
            if (s->best[i] != (best == 1))
                continue;
            zm_position_show_move(p, s->move[i], text, sizeof text);
            if (!isnan(s->move_value[i]))
                printf("  %-8s %.12g%s\n", text, s->move_value[i], s->best[i] ? "  best" : "");
        }
}

static void write_text(struct zm_position *p, const struct zm_solution *s)
{
    const struct zm_game *const game = zm_position_game(p);
    const bool chance = zm_position_turn(p) == ZM_CHANCE;
    const char *const who = chance ? "the first player" : "the player to move";
    const char *const word = say_result(game, s->value);
    printf("value  %.12g for %s%s%s%s\n", s->value, who, word ? " (" : "", word ? word : "",
           word ? ")" : "");
    if (game->players > 2) {
        printf("values");
        for (int i = 0; i < game->players; i++)
            printf(" %.12g", s->values[i]);
        putchar('\n');
    }
    if (s->win >= 0)
        printf("win    %.12f is the chance that %s wins\n", s->win, who);
    if (s->error > 0)
        printf("error  less than %.1g, from rounding\n", s->error);
    if (!s->unique)
        puts("note   one of several equilibria: players with equally good moves decide what "
             "others get");
    puts(chance ? "outcomes" : "moves");
    write_moves(p, s);
    if (!s->complete)
        puts("  others   not looked at");
    if (s->length > 0) {
        printf("line  ");
        print_line(p, s->line, s->length);
    }
    printf("proof  %s: %llu nodes", s->method, (unsigned long long)s->nodes);
    if (s->positions)
        printf(", %llu positions", (unsigned long long)s->positions);
    printf(", %zu MB, %.3f s\n", s->memory >> 20, s->seconds);
}

static bool stop(void *user)
{
    (void)user;
    return interrupted();
}

/* The exit code for what kept the position from being solved. */
static int failed(const struct zm_game *game, const struct zm_solution *s, const char *wrong)
{
    if (interrupted())
        return complain(EXIT_INTERRUPTED,
                        "%s, and nothing of it is kept: try --only-best, which has less to prove, "
                        "or `zermelo best %s --time 10` for an estimate",
                        wrong, game->name);
    return complain(s->outcome == ZM_SOLVE_REFUSED   ? EXIT_USAGE
                    : s->outcome == ZM_SOLVE_STOPPED ? EXIT_FAILED
                                                     : EXIT_RESOURCE,
                    "%s", wrong);
}

/* --strategy; if there is no such, says so and sets *code. */
static enum zm_strategy strategy(const struct arguments *a, int *code)
{
    static const char *const name[] = {
        [ZM_QUESTIONS] = "questions", [ZM_MTDF] = "mtdf", [ZM_PROOF_NUMBERS] = "pns"
    };
    const char *const text = a->value[OPTION_STRATEGY];
    for (int i = ZM_QUESTIONS; text && i <= ZM_PROOF_NUMBERS; i++)
        if (!strcmp(text, name[i]))
            return (enum zm_strategy)i;
    if (text)
        *code = complain(EXIT_USAGE, "--strategy %.40s: expected questions, mtdf or pns", text);
    return ZM_QUESTIONS;
}

static int run(const struct arguments *a)
{
    const struct zm_game *game;
    struct zm_position *p;
    struct zm_limits limits;
    struct zm_solution solution;
    struct zm_error error;
    int code = argument_limits(a, &limits);
    const double megabytes = argument_number(a, OPTION_MEMORY, 0, 1, 1 << 24, &code);
    const enum zm_strategy how = strategy(a, &code);
    if (code == EXIT_DONE)
        code = argument_position(a, &game, &p);
    if (code != EXIT_DONE)
        return code;
    struct zm_book *book;
    code = argument_book(a, game, &book);
    if (code != EXIT_DONE) {
        zm_position_free(p);
        zm_game_close(game);
        return code;
    }
    interrupt_stops(NULL);
    const struct zm_solve_limits within = { .seconds = limits.seconds,
                                            .nodes = limits.nodes,
                                            .megabytes = megabytes,
                                            .stop = stop,
                                            .strategy = how,
                                            .book = book,
                                            .only_best = a->value[OPTION_ONLY_BEST] != NULL };
    const char *const wrong = zm_solve(p, &within, &solution, &error);
    if (wrong)
        code = failed(game, &solution, wrong);
    else if (a->value[OPTION_JSON])
        write_json(p, &solution);
    else
        write_text(p, &solution);
    zm_solution_release(&solution);
    zm_book_close(book);
    zm_position_free(p);
    zm_game_close(game);
    return code;
}

const struct verb verb_solve = {
    .name = "solve",
    .summary = "Find the exact value of a position and all optimal moves.",
    .usage = "GAME [options]",
    .examples = "  zermelo solve tictactoe\n"
                "  zermelo solve connect4 --moves 111111222222333333\n"
                "  zermelo solve pig                        0.530592725274 for who begins\n"
                "  zermelo solve othello --options size=6 --only-best\n"
                "  zermelo solve mnk --options \"rows=3 columns=4\"\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES(OPTION_LOAD) | TAKES(OPTION_NODES) |
             TAKES(OPTION_TIME) | TAKES(OPTION_MEMORY) | TAKES(OPTION_STRATEGY) |
             TAKES(OPTION_BOOK) | TAKES(OPTION_ONLY_BEST),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
