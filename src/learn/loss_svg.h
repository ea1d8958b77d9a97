/* loss_svg.h -- the loss curve of a tuning as a picture. */
#ifndef LEARN_LOSS_SVG_H
#define LEARN_LOSS_SVG_H

#include "learn/work.h"

/* Draw the losses of all passes, with a line between the rounds. */
void loss_svg(const struct work *work, FILE *out);

#endif
