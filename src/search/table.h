/* table.h -- the transposition table of the deep search: memory for it. What it holds and
 * how it is read is in <zermelo/engine.h>. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include <zermelo/zermelo.h>

/* An empty table of at most so many megabytes, and at least two buckets. */
const char *table_begin(struct zm_table *table, double megabytes, struct zm_error *error);
void table_end(struct zm_table *table);
size_t table_size(const struct zm_table *table);

/* How full it is with what the present search has kept, out of 1000; a sample tells. */
int table_fill(const struct zm_table *table);

/* Forget everything. */
void table_clear(struct zm_table *table);

#endif
