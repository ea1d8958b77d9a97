/* game_record.h -- a game of a match in a format that other programs read: SGF for games on
 * points (Gomoku, Go), GGF for Othello, PGN for all others. Every move carries what its player
 * thought: value, depth, time. */
#ifndef MATCH_GAME_RECORD_H
#define MATCH_GAME_RECORD_H

#include "match/match.h"

#include <stdio.h>

void game_record(FILE *out, const struct match *match, const struct fixture *fixture,
                 const struct zm_position *p, const struct played *played);

#endif
