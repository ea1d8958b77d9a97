/* weights.h -- learned weights as the text that a game's C file includes: the inside of the
 * initialiser of its array `learned`, with a comment that says what it is. Weights that are 0 are
 * left out: "[17]=5,-3," means that number 17 is 5 and 18 is -3. So a game needs no code to get its
 * weights, and is compiled again when they change. */
#ifndef LEARN_WEIGHTS_H
#define LEARN_WEIGHTS_H

#include <zermelo/zermelo.h>

/* Write them; `command` says how they were made. */
const char *weights_write(const char *path, const struct zm_game *game, const int16_t weight[],
                          const char *command, struct zm_error *error);

/* Read `count` weights from a text that may be anything. `name` is for the sentence. */
const char *weights_read(const char *text, const char *name, int16_t weight[], int count,
                         struct zm_error *error);

#endif
