/* train_svg.h -- the curves of a run of `zermelo train`. */
#ifndef LEARN_TRAIN_SVG_H
#define LEARN_TRAIN_SVG_H

#include "learn/train_state.h"

#include <stdio.h>

/* Losses, Elo and, where a solver knows, mistakes, over the generations. */
void train_svg(const struct train_state *state, FILE *out);

#endif
