/* verb_best.c -- the best move of a position, its value and the line it expects. */
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/best_lines.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "notation/sgf.h"
#include "teach/kind.h"

#include <math.h>
#include <stdlib.h>

enum { SECONDS = 5 };

enum { TREE_NODES = 100 };

/* The most visited part of the tree of a search that keeps one. */
static void say_tree(struct json *j, const struct zm_position *p, struct zm_search *search)
{
    struct zm_tree_node node[TREE_NODES];
    const int count = search ? zm_search_tree(search, node, TREE_NODES) : 0;
    if (count > 0)
        tree_nodes_json(j, "tree", p, node, count);
}

/* By how much who moves is ahead in the end, in points, where the search foretells it; else NaN. */
static double score_of(const struct zm_position *p, struct zm_search *search)
{
    const struct zm_game *const game = zm_position_game(p);
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns;
    const int turn = zm_position_turn(p);
    double points = NAN;
    if (!search || !game->owners || !(game->flags & ZM_MARGIN) || turn < 0)
        return NAN;
    double *const share = malloc((size_t)game->players * cells * sizeof *share);
    if (share && zm_search_owners(search, share, &points) == 0)
        points = NAN;
    free(share);
    return (turn == 0 ? points : -points) / sgf_point_unit(game);
}

static void write_json(struct zm_position *p, const struct zm_result *r, const char *search,
                       struct zm_search *told)
{
    const struct zm_game *const game = zm_position_game(p);
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    say_position(&j, p);
    json_text(&j, "search", search);
    if (r->move != ZM_NO_MOVE)
        say_move(&j, "move", p, r->move);
    json_number(&j, "value", r->value);
    json_array(&j, "values");
    for (int i = 0; i < game->players; i++)
        json_number(&j, NULL, r->values[i]);
    json_end_array(&j);
    if (isfinite(score_of(p, told)))
        json_number(&j, "score", score_of(p, told));
    json_bool(&j, "exact", r->exact);
    if (r->exact && say_result(game, r->value))
        json_text(&j, "result", say_result(game, r->value));
    say_line(&j, p, r->line, r->length);
    json_integer(&j, "depth", r->depth);
    if (r->distance > 0)
        json_integer(&j, "distance", r->distance);
    json_count(&j, "nodes", r->nodes);
    json_count(&j, "leaves", r->leaves);
    json_number(&j, "seconds", r->seconds);
    json_count(&j, "memory", r->memory);
    json_bool(&j, "stopped", r->stopped);
    if (r->full)
        json_bool(&j, "full", true);
    say_tree(&j, p, told);
    json_end_object(&j);
}

static void write_text(struct zm_position *p, const struct zm_result *r, const char *search,
                       struct zm_search *told)
{
    char text[256];
    const struct zm_game *const game = zm_position_game(p);
    const int players = game->players;
    if (r->move != ZM_NO_MOVE) {
        zm_position_show_move(p, r->move, text, sizeof text);
        printf("move   %s\n", text);
    }
    if (isnan(r->value))
        puts("value  not known: the search was stopped too soon");
    else
        printf("value  %.6g for the %s (%s)\n", r->value,
               r->move == ZM_NO_MOVE ? "first player" : "player to move",
               say_kind(game, r->value, r->exact));
    const double score = score_of(p, told);
    if (isfinite(score))
        printf("score  %+.1f expected for the player to move\n", score);
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
    printf("search %s, depth %d, %llu nodes, %llu leaves, %.3f s%s%s\n", search, r->depth,
           (unsigned long long)r->nodes, (unsigned long long)r->leaves, r->seconds,
           r->stopped ? ", stopped" : "", r->full ? ", memory full" : "");
}

/* ------------------------------------------------------------------- --multi -- */

static void write_lines_json(struct zm_position *p, const struct zm_line best[], int count,
                             const char *search)
{
    const struct zm_game *const game = zm_position_game(p);
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    say_position(&j, p);
    json_text(&j, "search", search);
    json_array(&j, "moves");
    for (int i = 0; i < count; i++) {
        json_object(&j, NULL);
        say_move(&j, "move", p, best[i].line[0]);
        json_number(&j, "value", best[i].value);
        json_bool(&j, "exact", best[i].exact);
        if (best[i].exact && say_result(game, best[i].value))
            json_text(&j, "result", say_result(game, best[i].value));
        say_line(&j, p, best[i].line, best[i].length);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
}

static void write_lines_text(struct zm_position *p, const struct zm_line best[], int count)
{
    const struct zm_game *const game = zm_position_game(p);
    for (int i = 0; i < count; i++) {
        printf("%2d. %9.6g  %-11s ", i + 1, best[i].value,
               say_kind(game, best[i].value, best[i].exact));
        print_line(p, best[i].line, best[i].length);
    }
}

static int tell_lines(const struct arguments *a, struct zm_search *search, struct zm_position *p,
                      const struct zm_limits *limits, const char *spec)
{
    struct zm_error error;
    int code = EXIT_DONE, count;
    const int wanted = (int)argument_number(a, OPTION_MULTI, 1, 1, 1 << 20, &code);
    if (code != EXIT_DONE)
        return code;
    struct zm_line *const best = best_lines(search, p, limits, wanted, &count, &error);
    if (!best)
        return complain(EXIT_USAGE, "%s", error.text);
    if (a->value[OPTION_JSON])
        write_lines_json(p, best, count < wanted ? count : wanted, spec);
    else
        write_lines_text(p, best, count < wanted ? count : wanted);
    free(best);
    return EXIT_DONE;
}

static int tell_best(const struct arguments *a, struct zm_search *search, struct zm_position *p,
                     const struct zm_limits *limits, const char *spec)
{
    struct zm_result result;
    struct zm_error error;
    const char *const wrong = zm_search_run(search, p, limits, &result, &error);
    if (wrong)
        return complain(EXIT_USAGE, "%s", wrong);
    if (a->value[OPTION_JSON])
        write_json(p, &result, spec, search);
    else
        write_text(p, &result, spec, search);
    return EXIT_DONE;
}

/* By --book, if it knows all moves of p; false: a search must think. */
static bool told_by_book(const struct arguments *a, struct zm_position *p, int *code)
{
    struct zm_result result;
    struct zm_book *book;
    *code = argument_book(a, zm_position_game(p), &book);
    const bool told = book && !a->value[OPTION_MULTI] && zm_book_best(book, p, &result);
    if (told && a->value[OPTION_JSON])
        write_json(p, &result, "book", NULL);
    else if (told)
        write_text(p, &result, "book", NULL);
    zm_book_close(book);
    return told || *code != EXIT_DONE;
}

static int run(const struct arguments *a)
{
    const struct zm_game *game;
    struct zm_position *p;
    struct zm_limits limits;
    struct zm_error error;
    struct zm_search *search = NULL;
    int code = argument_limits(a, &limits);
    if (code == EXIT_DONE)
        code = argument_position(a, &game, &p);
    if (code != EXIT_DONE)
        return code;
    if (told_by_book(a, p, &code))
        goto done;
    /* Who names a search knows what it costs; for the others there is an answer soon. */
    if (!a->value[OPTION_SEARCH] && limits.seconds <= 0 && !limits.nodes && !limits.depth)
        limits.seconds = SECONDS;
    char chosen[512];
    const char *const spec = argument_search(a, game, chosen, sizeof chosen);
    search = spec ? zm_search_new(game, spec, &error) : NULL;
    if (!spec) {
        code = complain(EXIT_USAGE, "no search can play %s: %s", game->name,
                        zm_search_refuses(zm_search_find("mcts"), game));
    } else if (!search) {
        code = complain(EXIT_USAGE, "%s", error.text);
    } else {
        interrupt_stops(search);
        code = (a->value[OPTION_MULTI] ? tell_lines : tell_best)(a, search, p, &limits, spec);
        interrupt_stops(NULL);
        if (interrupted())
            code = EXIT_INTERRUPTED;
    }
done:
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return code;
}

const struct verb verb_best = {
    .name = "best",
    .summary = "Find the best move, its value and the line it expects.",
    .usage = "GAME [options]",
    .examples = "  zermelo best tictactoe                   5 seconds at most\n"
                "  zermelo best connect4 --moves 4445 --time 2\n"
                "  zermelo best tictactoe --position X.O/.X./..O --search minimax --json\n"
                "  zermelo best connect4 --multi 3 --depth 10    the three best moves\n"
                "  zermelo best othello --time 10 --threads 2 --hash 1024\n"
                "  zermelo best mnk --search maxn\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES(OPTION_LOAD) | TAKES_LIMIT |
             TAKES(OPTION_SEARCH) | TAKES(OPTION_SEED) | TAKES(OPTION_MULTI) | TAKES(OPTION_BOOK) |
             TAKES(OPTION_HASH) | TAKES(OPTION_THREADS),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
