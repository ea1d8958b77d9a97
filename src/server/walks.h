/* walks.h -- searches of real games that were recorded and can be looked at: the last few. */
#ifndef SERVER_WALKS_H
#define SERVER_WALKS_H

#include "teach/walk.h"

#include <stdatomic.h>

struct json;
struct walks;

struct walks *walks_new(void); /* NULL: out of memory */
/* Searches that are being recorded come to an end. */
void walks_stop(struct walks *walks);
void walks_free(struct walks *walks);

/* One search is recorded at a time. False: one is; else walks_done() must follow. */
bool walks_start(struct walks *walks);
void walks_done(struct walks *walks);
const atomic_bool *walks_stopping(const struct walks *walks);

/* Keep a walk, and the game that it is of: both are the table's from now on. What was looked at
 * the longest time ago is forgotten for it. */
void walks_keep(struct walks *walks, struct walk *walk, const struct zm_game *game,
                const char id[33]);

/* The tree of a walk from node n on, folded to `most` marks. False: there is none, or no such
 * node. */
bool walks_show(struct walks *walks, const char *id, struct json *j, const char *key, uint32_t n,
                int most);

#endif
