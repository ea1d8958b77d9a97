/* train_mistakes.h -- `zermelo train grade NET FILE...`: how many mistakes a net makes on positions
 * of which the result is known. Any search may be graded (--search), to be compared with. */
#ifndef CLI_TRAIN_MISTAKES_H
#define CLI_TRAIN_MISTAKES_H

#include "cli/arguments.h"

/* Returns an exit code. */
int train_mistakes(const struct arguments *a);

#endif
