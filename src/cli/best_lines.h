/* best_lines.h -- the N best moves of a position, each with its value and its line. */
#ifndef CLI_BEST_LINES_H
#define CLI_BEST_LINES_H

#include <zermelo/zermelo.h>

struct best_line {
    double value; /* for the player to move */
    bool exact;
    int length;
    zm_move line[ZM_MAX_LINE]; /* begins with the move itself */
};

/* Every move of p, the best first, in new memory for the caller to free; *count of them.
 * Each is searched on its own, with its share of the limits. Interrupted: those that were
 * done. NULL: *error says why. */
struct best_line *best_lines(struct zm_search *search, struct zm_position *p,
                             const struct zm_limits *limits, int *count, struct zm_error *error);

#endif
