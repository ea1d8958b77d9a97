/* openings.h -- where the games of a match begin. */
#ifndef MATCH_OPENINGS_H
#define MATCH_OPENINGS_H

#include <zermelo/zermelo.h>

struct openings;

/* The openings in a text: PGN, SGF, or a line each that is a list of moves or a position in
 * the game's notation (EPD: what follows a semicolon is passed over). `name` is for messages.
 * Each must be legal, and not the end of a game. */
struct openings *openings_read(const struct zm_game *game, const char *text, const char *name,
                               struct zm_error *error);

/* Openings of `plies` moves by lot. Of several, the one is taken that a short search finds
 * the most balanced, where a search can tell; 0: every game begins at the beginning. */
struct openings *openings_random(const struct zm_game *game, int plies, uint64_t seed,
                                 struct zm_error *error);
void openings_free(struct openings *openings);

/* How many there are; 0: as many as one likes. */
int openings_count(const struct openings *openings);

/* A new position after opening `number`, counted round and round. From any thread. NULL: out
 * of memory. */
struct zm_position *openings_begin(const struct openings *openings, uint64_t number,
                                   struct zm_error *error);

#endif
