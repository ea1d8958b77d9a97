/* report.h -- a match as a page to look at: the table, Elo with its interval as a picture, how
 * it came about game by game, and how the players used their time. */
#ifndef MATCH_REPORT_H
#define MATCH_REPORT_H

#include "match/store.h"

#include <stdio.h>

/* HTML in one file, without anything from elsewhere. */
const char *report_html(struct store *store, int64_t id, FILE *out, struct zm_error *error);

#endif
