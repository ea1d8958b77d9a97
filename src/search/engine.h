/* engine.h -- memory for the kernel `engine`: one for each thread, on a shared table. */
#ifndef SEARCH_ENGINE_H
#define SEARCH_ENGINE_H

#include "search/table.h"

/* The deepest search the table can tell from a complete one. */
enum { ENGINE_DEPTH = ZM_COMPLETE - 1 };

/* Give cx an engine of its own and the stacks for searches of up to `depth` plies after a
 * game of `played` moves; all parts are on. */
const char *engine_begin(struct zm_context *cx, const struct zm_table *table, int depth, int played,
                         struct zm_error *error);
void engine_end(struct zm_context *cx);
size_t engine_size(const struct zm_game *game, int depth, int played);

/* The moves to choose from; at most max_moves of the game. */
void engine_roots(struct zm_engine *engine, const zm_move list[], int count);

/* Forget killers, counter moves and history. */
void engine_forget(struct zm_engine *engine);

/* The moves that the kernel lists in a node below the root, to which the places kept in
 * the table refer; returns how many. */
int engine_moves(const struct zm_engine *engine, const struct zm_game *game,
                 const struct zm_state *s, zm_move list[]);

#endif
