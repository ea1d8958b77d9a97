/* perft.h -- counting lines and positions. */
#ifndef SEARCH_PERFT_H
#define SEARCH_PERFT_H

#include <zermelo/zermelo.h>

#include <stdatomic.h>

struct perft_result {
    uint64_t leaves; /* lines of exactly `depth` moves; perft_unique: positions   */
    uint64_t games;  /* lines that finished on the way; perft_unique: of these, finished */
};

const char *perft(const struct zm_position *p, int depth, struct perft_result *result,
                  struct zm_error *error);

/* The same, until *stop becomes true: then the counts mean nothing. */
const char *perft_until(const struct zm_position *p, int depth, const atomic_bool *stop,
                        struct perft_result *result, struct zm_error *error);

/* Different positions that can be reached in at most `depth` moves, compared byte by
 * byte; all of them are kept in memory. */
const char *perft_unique(const struct zm_position *p, int depth, struct perft_result *result,
                         struct zm_error *error);

#endif
