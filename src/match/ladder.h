/* ladder.h -- from the weakest opponent to the strongest, rung by rung; and which ten rungs are
 * the levels of a game, so that they are about equally far apart in Elo. docs/levels.md has
 * the figures, `bench/levels` makes them. */
#ifndef MATCH_LADDER_H
#define MATCH_LADDER_H

#include <zermelo/zermelo.h>

enum { LEVELS = 10, RUNGS = 23 };

struct rung {
    int depth;            /* 0: no limit                                              */
    uint64_t nodes;       /* for all moves together                                   */
    double seconds;       /* the same: for games so slow that nobody would wait       */
    double overlooks;     /* how often the answers to a move are not looked at        */
    double noise;         /* of the average difference between moves                  */
    uint64_t simulations; /* where random games judge                                 */
    bool careless;        /* even a game that is over with the move may be overlooked */
};

extern const struct rung ladder[RUNGS];

/* The rung of level 1 .. LEVELS of this game. */
int ladder_rung(const struct zm_game *game, int level);

#endif
