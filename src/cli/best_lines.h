/* best_lines.h -- the N best moves of a position, each with its value and its line. */
#ifndef CLI_BEST_LINES_H
#define CLI_BEST_LINES_H

#include <zermelo/zermelo.h>

/* The `wanted` best moves of p, the best first, in new memory for the caller to free; there
 * may be fewer or more, *count of them. A search that does not compare moves is asked about
 * each on its own, with its share of the limits. Interrupted: those that were done. NULL:
 * *error says why. */
struct zm_line *best_lines(struct zm_search *search, struct zm_position *p,
                           const struct zm_limits *limits, int wanted, int *count,
                           struct zm_error *error);

#endif
