/* timing.h -- how long to think about a move when a clock runs. */
#ifndef SEARCH_TIMING_H
#define SEARCH_TIMING_H

#include <zermelo/zermelo.h>

/* Seconds from the start of the clock: what the move should take, and what it may take at
 * the very most. INFINITY: no limit. */
struct timing {
    double wanted, most;
};

/* `played` moves have been made so far. */
struct timing timing_of(const struct zm_limits *limits, const struct zm_game *game, int played);

/* Should a search that has taken `seconds` begin another, deeper step? `stable`: for how
 * many steps the best move has been the same; `effort`: the part of the work that went
 * into it. */
bool timing_go_on(const struct timing *timing, double seconds, int stable, double effort);

#endif
