/* instances.h -- the two instances of every kernel that the library itself holds. */
#ifndef SEARCH_INSTANCES_H
#define SEARCH_INSTANCES_H

#include <zermelo/zermelo.h>

extern const struct zm_kernels generic_kernels; /* for any game         */
extern const struct zm_kernels traced_kernels;  /* ... reporting steps  */

#endif
