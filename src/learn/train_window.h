/* train_window.h -- the positions of the games that a net learns from, and batches of them. */
#ifndef LEARN_TRAIN_WINDOW_H
#define LEARN_TRAIN_WINDOW_H

#include "learn/net.h"
#include "learn/train_games.h"

struct train_window;

/* How many games to learn from when so many have been played, `round` in each round: at first
 * all, later a part that grows more slowly (Wu 2019). */
size_t train_window_games(size_t played, size_t round);

/* The positions of the last games of the set that were played before `end` (their number). */
struct train_window *train_window_new(const struct zm_game *game, const struct train_set *set,
                                      uint64_t end, size_t round, struct zm_error *error);
void train_window_free(struct train_window *window);
size_t train_window_games_in(const struct train_window *window);
size_t train_window_positions(const struct train_window *window);

/* `count` positions by lot, each seen from a side by lot. They live until the next call. */
const struct net_sample *train_window_batch(struct train_window *window, uint64_t seed, int count);

enum { TRAIN_BATCH = 256 };

#endif
