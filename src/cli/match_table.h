/* match_table.h -- how a match stands, for people and as JSON. */
#ifndef CLI_MATCH_TABLE_H
#define CLI_MATCH_TABLE_H

#include "match/match.h"

#include <stdio.h>

/* The players, best first, with their points, ratings and results against each other. Returns
 * how many lines were written. */
int match_table(FILE *out, const struct match *match);

/* What is known about the difference of two players; for more, nothing. */
void match_summary(FILE *out, const struct match *match);

void match_json(FILE *out, const struct match *match);

#endif
