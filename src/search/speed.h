/* speed.h -- how much a kernel does in a second on one core. */
#ifndef SEARCH_SPEED_H
#define SEARCH_SPEED_H

#include <zermelo/zermelo.h>

enum speed {
    SPEED_PLAYOUTS,  /* random games    */
    SPEED_PERFT,     /* leaves          */
    SPEED_ALPHABETA, /* positions       */
    SPEED_UCT,       /* simulations     */
    SPEED_MCTS,      /* simulations     */
    SPEEDS
};

/* Run the kernel on the start of the game for about `seconds` of processor time, which
 * a busy machine does not lengthen; *rate is what it did in a second. */
const char *speed_measure(const struct zm_game *game, const struct zm_kernels *kernels,
                          enum speed what, double seconds, double *rate, struct zm_error *error);

/* What more threads are worth to mcts as it suits the game: simulations a second by the clock, the
 * best of some runs in turn, so that who else uses the machine disturbs both alike. */
const char *speed_threads(const struct zm_game *game, int threads, double seconds, double *alone,
                          double *together, struct zm_error *error);

/* How the Monte Carlo searches are set: both choose by UCB1 and play out by chance, as those of
 * others that they are compared with; mcts has its solver on, as OpenSpiel's. */
const char *speed_search(const struct zm_game *game, enum speed what);

#endif
