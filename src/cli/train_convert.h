/* train_convert.h -- `zermelo train export` and `import`: nets for other programs, and back. */
#ifndef CLI_TRAIN_CONVERT_H
#define CLI_TRAIN_CONVERT_H

#include "cli/arguments.h"

/* The first word says which, the two others from where and to where. */
int train_convert(const struct arguments *a);

#endif
