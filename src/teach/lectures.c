#include "teach/lectures.h"

#include "teach/lecture_texts.h"

#include <stddef.h>
#include <string.h>

static const struct lecture lectures[] = {
    { "two-ply",
      { "The two-ply tree of the textbooks", "L'arbre à deux coups des manuels" },
      "minimax",
      "alphabeta" },
    { "not-uniform",
      { "27 leaves in no special order", "27 feuilles sans ordre particulier" },
      "alphabeta",
      "minimax" },
    { "uniform-best",
      { "27 leaves, best moves first", "27 feuilles, les meilleurs coups d'abord" },
      "alphabeta",
      "minimax" },
    { "uniform-worst",
      { "27 leaves, worst moves first", "27 feuilles, les pires coups d'abord" },
      "alphabeta",
      "alphabeta:order=best" },
    { "weak-or-strict",
      { "Cut at the bound or beyond it?", "Couper à la borne ou au-delà ?" },
      "alphabeta:cut=weak",
      "alphabeta:cut=strict" },
    { "horizon",
      { "The horizon effect", "L'effet d'horizon" },
      "alphabeta:depth=2",
      "alphabeta:depth=3" },
    { "coin-flip",
      { "A coin is flipped", "Pile ou face" },
      "expectiminimax",
      "uct:sims=30,seed=1" },
    { "transformed-before",
      { "Chance: sizes count (before)", "Hasard : la grandeur compte (avant)" },
      "expectiminimax",
      NULL },
    { "transformed-after",
      { "Chance: sizes count (after)", "Hasard : la grandeur compte (après)" },
      "expectiminimax",
      NULL },
    { "chance-pruned",
      { "Cuts where chance decides", "Couper là où le hasard décide" },
      "expectiminimax:prune=star1",
      "expectiminimax" },
    { "three-players", { "Three players", "Trois joueurs" }, "maxn", "paranoid" },
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

const char *lecture_tree(const struct lecture *lecture)
{
    for (int i = 0; lecture_texts[i].name; i++)
        if (!strcmp(lecture_texts[i].name, lecture->name))
            return lecture_texts[i].text;
    return "";
}
