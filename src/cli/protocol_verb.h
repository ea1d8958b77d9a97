/* protocol_verb.h -- what the verbs that speak a protocol share. */
#ifndef CLI_PROTOCOL_VERB_H
#define CLI_PROTOCOL_VERB_H

#include "cli/arguments.h"
#include "protocol/session.h"

#define TAKES_PROTOCOL                                                                             \
    (TAKES(OPTION_OPTIONS) | TAKES(OPTION_SEARCH) | TAKES(OPTION_HASH) | TAKES(OPTION_THREADS) |   \
     TAKES(OPTION_BOOK) | TAKES(OPTION_MULTI) | TAKES(OPTION_SEED) | TAKES_LIMIT)

/* Open the game and let `run` speak on the standard input and output. */
int protocol_verb(const struct arguments *a, const char *game,
                  void (*run)(struct session *s, FILE *in));

#endif
