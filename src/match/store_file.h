/* store_file.h -- matches out of a store and into another, as lines of JSON: one for a match,
 * then one for each of its games. */
#ifndef MATCH_STORE_FILE_H
#define MATCH_STORE_FILE_H

#include "match/store.h"

#include <stdio.h>

/* Write a match, or all of them (0). */
const char *store_export(struct store *store, int64_t match, FILE *out, struct zm_error *error);

/* Read what store_export() wrote, and add it under new numbers. All of it is added, or, where
 * a line is wrong, nothing. */
const char *store_import(struct store *store, const char *text, int *matches, int *games,
                         struct zm_error *error);

/* One game as a line of JSON. */
void store_game_json(FILE *out, const struct stored_game *game);

#endif
