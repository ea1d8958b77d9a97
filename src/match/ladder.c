#include "match/ladder.h"

#include <string.h>

const struct rung ladder[RUNGS] = {
    { 1, 20000, 1, 0.60, 3.00, 3, true },          { 1, 20000, 1, 0.40, 2.00, 6, false },
    { 1, 20000, 1, 0.30, 1.50, 10, false },        { 1, 20000, 1, 0.15, 1.00, 15, false },
    { 2, 40000, 1, 0.45, 1.20, 20, false },        { 2, 40000, 1, 0.30, 0.90, 30, false },
    { 2, 40000, 1, 0.20, 0.70, 50, false },        { 2, 40000, 1, 0.10, 0.45, 80, false },
    { 3, 100000, 1, 0.12, 0.45, 120, false },      { 3, 100000, 1, 0.07, 0.30, 200, false },
    { 3, 100000, 1, 0.03, 0.20, 350, false },      { 4, 200000, 1, 0.04, 0.20, 500, false },
    { 4, 200000, 1, 0.02, 0.14, 800, false },      { 5, 400000, 1, 0.02, 0.12, 1500, false },
    { 5, 400000, 1, 0.01, 0.08, 2500, false },     { 6, 800000, 2, 0.01, 0.07, 4000, false },
    { 7, 1200000, 2, 0.005, 0.05, 7000, false },   { 8, 2000000, 2, 0.00, 0.04, 12000, false },
    { 9, 3000000, 3, 0.00, 0.03, 20000, false },   { 10, 5000000, 4, 0.00, 0.02, 40000, false },
    { 12, 8000000, 4, 0.00, 0.01, 100000, false }, { 16, 20000000, 5, 0.00, 0.00, 200000, false },
    { 0, 20000000, 6, 0.00, 0.00, 300000, false },
};

static const struct {
    const char *game;
    unsigned char rung[LEVELS];
} levels[] = {
#define LEVELS_OF(game, ...) { game, { __VA_ARGS__ } },
#include "match/levels.def"
#undef LEVELS_OF
};

int ladder_rung(const struct zm_game *game, int level)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (!strcmp(levels[i].game, game->name) || !*levels[i].game)
            return levels[i].rung[level - 1];
    return 0;
}
