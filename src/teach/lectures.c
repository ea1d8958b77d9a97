#include "teach/lectures.h"

#include <stddef.h>
#include <string.h>

/* Made from docs/trees by tools/quote.sh: X(name, "text"). */
#define X(name, text) static const char tree_##name[] = text;
#include <lectures.inc>
#undef X

static const struct lecture lectures[] = {
    { "two-ply",
      { "The two-ply tree of the textbooks", "L'arbre à deux coups des manuels" },
      "minimax",
      "alphabeta",
      tree_two_ply },
    { "not-uniform",
      { "27 leaves in no special order", "27 feuilles sans ordre particulier" },
      "alphabeta",
      "minimax",
      tree_not_uniform },
    { "uniform-best",
      { "27 leaves, best moves first", "27 feuilles, les meilleurs coups d'abord" },
      "alphabeta",
      "minimax",
      tree_uniform_best },
    { "uniform-worst",
      { "27 leaves, worst moves first", "27 feuilles, les pires coups d'abord" },
      "alphabeta",
      "alphabeta:order=best",
      tree_uniform_worst },
    { "weak-or-strict",
      { "Cut at the bound or beyond it?", "Couper à la borne ou au-delà ?" },
      "alphabeta:cut=weak",
      "alphabeta:cut=strict",
      tree_weak_or_strict },
    { "horizon",
      { "The horizon effect", "L'effet d'horizon" },
      "alphabeta:depth=2",
      "alphabeta:depth=3",
      tree_horizon },
    { "coin-flip",
      { "A coin is flipped", "Pile ou face" },
      "expectiminimax",
      "uct:sims=30,seed=1",
      tree_coin_flip },
    { "transformed-before",
      { "Chance: sizes count (before)", "Hasard : la grandeur compte (avant)" },
      "expectiminimax",
      NULL,
      tree_transformed_before },
    { "transformed-after",
      { "Chance: sizes count (after)", "Hasard : la grandeur compte (après)" },
      "expectiminimax",
      NULL,
      tree_transformed_after },
    { "three-players",
      { "Three players", "Trois joueurs" },
      "maxn",
      "paranoid",
      tree_three_players },
};
enum { LECTURES = sizeof lectures / sizeof *lectures };

const struct lecture *lecture_at(int i)
{
    return i >= 0 && i < LECTURES ? &lectures[i] : NULL;
}

const struct lecture *lecture_find(const char *name)
{
    for (int i = 0; i < LECTURES; i++)
        if (!strcmp(lectures[i].name, name))
            return &lectures[i];
    return NULL;
}
