/* What each search must say about positions whose truth is known, and what it refuses. */
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

static struct zm_error error;

/* Search a position of a game from scratch; on refusal the move is ZM_NO_MOVE. */
static struct zm_result ask(const char *name, const char *position, const char *spec,
                            const struct zm_limits *limits, char *move_text)
{
    struct zm_result result = { .move = ZM_NO_MOVE };
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *search = NULL;
    if (!position || !zm_position_read(p, position, &error))
        search = zm_search_new(game, spec, &error);
    if (search && zm_search_run(search, p, limits, &result, &error))
        result.move = ZM_NO_MOVE;
    if (move_text)
        move_text[0] = '\0';
    if (move_text && result.move != ZM_NO_MOVE)
        zm_position_show_move(p, result.move, move_text, 16);
    /* The line must be playable, and begin with the move. */
    if (result.move != ZM_NO_MOVE) {
        int played = 0;
        while (played < result.length && !zm_position_play(p, result.line[played], &error))
            played++;
        OKF(result.length > 0 && played == result.length && result.line[0] == result.move, "%s %s",
            name, spec);
    }
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return result;
}

static void test_minimax(void)
{
    const struct zm_result r = ask("tictactoe", NULL, "minimax", NULL, NULL);
    EQ(r.nodes, 549946);
    EQ(r.leaves, 255168);
    OK(r.value == 0 && r.exact && !r.stopped);
    EQ(r.depth, 9);
    EQ(r.length, 9);
    const struct zm_limits two = { .depth = 2 };
    const struct zm_result h = ask("tictactoe", NULL, "minimax", &two, NULL);
    EQ(h.leaves, 72);
    OK(!h.exact);
}

/* X can win at once by c3, or more slowly. */
static void test_sooner(void)
{
    char move[16];
    const struct zm_result win = ask("tictactoe", "XX./OO./...", "alphabeta", NULL, move);
    SAME(move, "c3");
    OK(win.value == 1 && win.exact && win.depth == 1);
    /* O cannot hold both c3 and a1 (or c1): the longest resistance takes a threat away. */
    const struct zm_result loss = ask("tictactoe", "X.X/O../XO.", "alphabeta", NULL, move);
    OK(loss.value == -1 && loss.exact);
    OK(!strcmp(move, "b3") || !strcmp(move, "b2"));
}

static void test_alternatives_agree_on_nodes(void)
{
    const struct zm_limits six = { .depth = 6 };
    const struct zm_result negamax = ask("connect4", NULL, "alphabeta:form=negamax", &six, NULL);
    const struct zm_result minmax = ask("connect4", NULL, "alphabeta:form=minmax", &six, NULL);
    EQ(negamax.nodes, minmax.nodes);
    EQ(negamax.leaves, minmax.leaves);
    const struct zm_result strict =
        ask("connect4", NULL, "alphabeta:form=minmax,cut=strict", &six, NULL);
    OK(strict.leaves > minmax.leaves);
}

/* With perfect order 9 x 8 x 7 leaves shrink to about the square root; with the worst to
 * no fewer than as given. */
static void test_order(void)
{
    const struct zm_limits four = { .depth = 4 };
    const struct zm_result all = ask("tictactoe", NULL, "minimax", &four, NULL);
    const struct zm_result given = ask("tictactoe", NULL, "alphabeta:hash=0", &four, NULL);
    const struct zm_result best = ask("tictactoe", NULL, "alphabeta:order=best", &four, NULL);
    const struct zm_result worst = ask("tictactoe", NULL, "alphabeta:order=worst", &four, NULL);
    EQ(all.leaves, 3024);
    OKF(best.leaves < given.leaves, "%llu %llu", (unsigned long long)best.leaves,
        (unsigned long long)given.leaves);
    OKF(given.leaves < worst.leaves, "%llu", (unsigned long long)worst.leaves);
    OK(worst.leaves <= all.leaves);
}

static void test_mcts(void)
{
    char move[16];
    ask("tictactoe", "XX./OO./...", "mcts:sims=500", NULL, move);
    SAME(move, "c3");
    ask("tictactoe", "XX./O../..O", "mcts:sims=500,final=ratio", NULL, move);
    SAME(move, "c3");
    /* The same seed gives the same tree; another seed another one. */
    const struct zm_result a = ask("connect4", NULL, "mcts:sims=2000,cut=off,seed=7", NULL, NULL);
    const struct zm_result b = ask("connect4", NULL, "mcts:sims=2000,cut=off,seed=7", NULL, NULL);
    const struct zm_result c = ask("connect4", NULL, "mcts:sims=2000,cut=off,seed=8", NULL, NULL);
    OK(a.value == b.value && a.nodes == b.nodes && a.move == b.move);
    OK(a.nodes != c.nodes);
    /* One megabyte holds 32,768 nodes: the search goes on when they are used up. */
    const struct zm_result full = ask("connect4", NULL, "mcts:sims=100000,memory=1", NULL, NULL);
    EQ(full.leaves, 100000);
}

static void test_limits(void)
{
    const struct zm_limits nodes = { .nodes = 5000 };
    for (int i = 0; zm_search_name(i); i++) {
        if (!strcmp(zm_search_name(i), "random") || !strcmp(zm_search_name(i), "alphazero"))
            continue;
        const struct zm_result r = ask("connect4", NULL, zm_search_name(i), &nodes, NULL);
        OKF(r.stopped && r.nodes >= 5000 && r.nodes < 5100, "%s: %llu nodes", zm_search_name(i),
            (unsigned long long)r.nodes);
        OK(!r.exact);
    }
}

static bool refused(const char *name, const char *spec, const char *reason)
{
    error.text[0] = '\0';
    const struct zm_result r = ask(name, NULL, spec, NULL, NULL);
    if (r.move == ZM_NO_MOVE && strstr(error.text, reason))
        return true;
    printf("# %s %s: %s\n", name, spec, error.text);
    return false;
}

static void test_refusals(void)
{
    OK(refused("tictactoe", "alfabeta", "did you mean alphabeta"));
    OK(refused("tictactoe", "minimax:dept=3", "did you mean depth"));
    OK(refused("tictactoe", "minimax:depth=0", "from 1"));
    OK(refused("tictactoe", "minimax:depth=2.5", "whole number"));
    OK(refused("tictactoe", "minimax:depth", "lacks its value"));
    OK(refused("tictactoe", "minimax:sims=3", "no option \"sims\""));
    OK(refused("tictactoe", "alphabeta:order=middling", "given or best or worst"));
    OK(refused("pig", "alphabeta", "chance"));
    OK(refused("pig", "expectiminimax", "for ever"));
    OK(refused("mnk", "minimax", "two players"));
    OK(refused("mnk", "expectiminimax", "two players"));
}

static void test_over(void)
{
    struct zm_result result;
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = zm_search_new(game, "minimax", &error);
    zm_position_read(p, "XXX/OO./...", &error);
    SAME(zm_search_run(search, p, NULL, &result, &error), "the game is over");
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_minimax();
    test_sooner();
    test_alternatives_agree_on_nodes();
    test_order();
    test_mcts();
    test_limits();
    test_refusals();
    test_over();
    return tap_done();
}
