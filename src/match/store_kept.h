/* store_kept.h -- games that are not over and belong to no match: a text under a name, as whoever
 * keeps them likes it. */
#ifndef MATCH_STORE_KEPT_H
#define MATCH_STORE_KEPT_H

#include "match/store.h"

const char *store_keep(struct store *store, const char *name, const char *text,
                       struct zm_error *error);
const char *store_drop(struct store *store, const char *name, struct zm_error *error);

/* Call `each` for every one, the one kept last at the end; it returns false to stop. */
const char *store_kept(struct store *store,
                       bool (*each)(void *user, const char *name, const char *text), void *user,
                       struct zm_error *error);

#endif
