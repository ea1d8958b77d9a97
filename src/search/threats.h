/* threats.h -- proving a win by moves that force. */
#ifndef SEARCH_THREATS_H
#define SEARCH_THREATS_H

#include "search/search.h"

/* A win by force: the plies to the end at most, and a line with the answers that put it off
 * longest. */
struct threats_win {
    int width; /* 0: none was found */
    int plies;
    int length;
    zm_move line[ZM_MAX_LINE];
};

/* How much is to be tried: moves of width 1, then of up to `width`; so many plies, and so
 * many nodes for all of it. */
struct threats_limits {
    int width, plies;
    uint64_t nodes;
};

/* Can the game be searched so? */
bool threats_possible(const struct zm_game *game);

/* Look for a win by force of the player to move at s, the shortest of the narrowest kind
 * first. The run has its stacks; it may be stopped afterwards if its own limits were met.
 * *finished, if not NULL: there is no win by moves of this width at all, or it was found. */
const char *threats_search(struct run *run, const struct zm_state *s,
                           const struct threats_limits *limits, struct threats_win *win,
                           bool *finished, struct zm_error *error);

#endif
