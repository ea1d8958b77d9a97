/* speed.h -- how much a kernel does in a second on one core. */
#ifndef SEARCH_SPEED_H
#define SEARCH_SPEED_H

#include <zermelo/zermelo.h>

enum speed {
    SPEED_PLAYOUTS,  /* random games    */
    SPEED_PERFT,     /* leaves          */
    SPEED_ALPHABETA, /* positions       */
    SPEED_UCT,       /* simulations     */
    SPEEDS
};

/* Run the kernel on the start of the game for about `seconds` of processor time, which
 * a busy machine does not lengthen; *rate is what it did in a second. */
const char *speed_measure(const struct zm_game *game, const struct zm_kernels *kernels,
                          enum speed what, double seconds, double *rate, struct zm_error *error);

#endif
