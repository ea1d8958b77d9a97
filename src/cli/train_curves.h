/* train_curves.h -- the figures of all generations as a grid of curves, each with its first and
 * its last. */
#ifndef CLI_TRAIN_CURVES_H
#define CLI_TRAIN_CURVES_H

#include "cli/pen.h"
#include "learn/train_state.h"

/* Of the first so many generations, in about so many lines, after a blank one. How many lines they
 * took without it. */
int train_curves(struct pen *pen, const struct train_state *state, uint32_t generations, int lines);

#endif
