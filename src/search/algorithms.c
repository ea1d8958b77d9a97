/* algorithms.c -- the one table that names every search, and which games each can bear. */
#include "base/nearest.h"
#include "base/sentence.h"
#include "search/critic.h"
#include "search/search.h"

#include <string.h>

static const char peeks[] = "players do not see everything in this game, and the search would "
                            "look into hidden cards";

static const char *zero_sum(const struct zm_game *game)
{
    if (game->flags & (ZM_HIDDEN | ZM_SIMULTANEOUS))
        return peeks;
    if (game->players > 2)
        return "it is for two players and this game has more: use maxn, paranoid or mcts";
    if (game->players == 2 && !(game->flags & ZM_ZERO_SUM))
        return "it is for zero-sum games, in which one wins what the other loses: use maxn or mcts";
    return NULL;
}

static const char *deterministic_zero_sum(const struct zm_game *game)
{
    const char *const why = zero_sum(game);
    if (!why && (game->flags & ZM_HAS_CHANCE))
        return "it knows no chance nodes: use expectiminimax or mcts";
    return why;
}

/* A proof that goes round in a circle proves nothing, and whether it does depends on the way
 * that led to a position, which the table does not know. */
static const char *without_cycles(const struct zm_game *game)
{
    const char *const why = deterministic_zero_sum(game);
    if (!why && (game->flags & ZM_CYCLES))
        return "positions can come back in this game, which its proofs do not allow: use alphabeta";
    return why;
}

static const char *any_players(const struct zm_game *game)
{
    return game->flags & (ZM_HIDDEN | ZM_SIMULTANEOUS) ? peeks : NULL;
}

static const char *deterministic(const struct zm_game *game)
{
    const char *const why = any_players(game);
    if (!why && (game->flags & ZM_HAS_CHANCE))
        return "it knows no chance nodes: use maxn or mcts";
    return why;
}

static const char *with_net(const struct zm_game *game)
{
    const char *const why = deterministic_zero_sum(game);
    if (!why && game->players != 2)
        return "it is for two players";
    return why ? why : critic_refuses(game);
}

static const char *nothing(const struct zm_game *game)
{
    (void)game;
    return NULL;
}

static const struct algorithm algorithms[] = {
    { "minimax", "h-minimax", "Minimax", TAKES_LIMITS, deterministic_zero_sum, search_minimax },
    { "alphabeta", "alpha-beta", "Alpha-beta", TAKES_LIMITS | TAKES_PRUNING | TAKES_FORM,
      deterministic_zero_sum, search_alphabeta },
    { "expectiminimax", "expectimax", "Expectiminimax", TAKES_LIMITS | TAKES_STAR, zero_sum,
      search_expectiminimax },
    { "maxn", "max^n", "Max^n", TAKES_LIMITS, any_players, search_maxn },
    { "paranoid", NULL, "Paranoid", TAKES_LIMITS | TAKES_PRUNING, deterministic, search_paranoid },
    { "mcts", NULL, "Monte Carlo tree search", TAKES_TREE | TAKES_MCTS, any_players, search_mcts },
    { "alphazero", "az", "Monte Carlo tree search led by a neural net", TAKES_TREE | TAKES_NET,
      with_net, search_mcts },
    { "uct", NULL, "Monte Carlo tree search as first taught", TAKES_TREE, any_players, search_uct },
    { "pns", "df-pn", "Proof-number search", TAKES_PROOF, without_cycles, search_pns },
    { "random", NULL, "Random moves", TAKES_SEED, nothing, search_random },
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

int zm_search_find(const char *name)
{
    for (int i = 0; i < ALGORITHMS; i++)
        if (!strcmp(algorithms[i].name, name) ||
            (algorithms[i].also && !strcmp(algorithms[i].also, name)))
            return i;
    return -1;
}

const struct algorithm *algorithm_find(const char *name, struct zm_error *error)
{
    const int found = zm_search_find(name);
    if (found >= 0)
        return &algorithms[found];
    struct nearest nearest = nearest_to(name);
    for (int i = 0; i < ALGORITHMS; i++)
        nearest_offer(&nearest, algorithms[i].name);
    if (nearest.word)
        sentence(error, "there is no search \"%.40s\"; did you mean %s?", name, nearest.word);
    else
        sentence(error, "there is no search \"%.40s\"; `zermelo help searches` lists them", name);
    return NULL;
}

static const struct algorithm *at(int i)
{
    return i >= 0 && i < ALGORITHMS ? &algorithms[i] : NULL;
}

const char *zm_search_name(int i)
{
    return at(i) ? at(i)->name : NULL;
}

const char *zm_search_title(int i)
{
    return at(i) ? at(i)->title : NULL;
}

const char *zm_search_options(int i)
{
    return at(i) ? options_help(at(i)->takes) : NULL;
}

const char *zm_search_refuses(int i, const struct zm_game *game)
{
    return at(i) ? at(i)->refuses(game) : "there is no such search";
}
