/* team.h -- one search by several threads: each runs the whole kernel on its own memory,
 * they share the table, and each leaves a move that another one is searching for later.
 * The first that is done has the answer for all.
 * Source: ABDADA, Weill 1996, as simplified by Kerrigan; without the marks it is the "lazy
 * SMP" of chess programs. Theory: docs/theory/engine.md */
#ifndef SEARCH_TEAM_H
#define SEARCH_TEAM_H

#include "search/search.h"

struct team;

/* `run` is the caller's and has an engine; the other threads begin as copies of it. They
 * are started by the first search that calls for them. NULL: out of memory. */
struct team *team_new(struct run *run, int threads, int depth, int played, struct zm_error *error);
void team_free(struct team *team);

/* Search the roots of run's engine. Value, root moves and cx of `run` are as after a call
 * of the kernel alone. `alone`: do not call the others. */
int team_search(struct team *team, int depth, int alpha, int beta, bool alone);

/* Positions visited by the other threads so far, and the bytes they use. */
void team_count(const struct team *team, uint64_t *nodes, uint64_t *leaves);
size_t team_size(const struct team *team);

#endif
