/* train_ladder.h -- how strong a generation is beside players that never learn.
 *
 * Where no solver can grade a net, it is measured by games with fixed searches. The ladder has
 * rungs of rising strength; on each stand mcts and alphabeta, with four times the work of the rung
 * below, as far as the game suits them. A generation begins where the one before it ended, and goes
 * up while it wins clearly, or down while it loses clearly, some rungs at the most: so it costs
 * about as much as the match with the champion. The likeliest Elo of all generations and searches,
 * by all these games of the run, makes one scale; its 0 is the lowest rung's first search.
 *
 * The games are matches in the run's store: what was played before a kill is not played again. */
#ifndef LEARN_TRAIN_LADDER_H
#define LEARN_TRAIN_LADDER_H

#include "learn/train.h"

/* Games with each search of a rung, and the most rungs of one generation. */
enum { LADDER_RUNGS = 7, LADDER_GAMES = 10, LADDER_CLIMB = 3 };

/* Let a generation of the state climb, and rate all of them again. *stopped: by watch->stop(); then
 * nothing in the state has changed. `progress` is filled in and told. */
const char *train_ladder(const struct zm_game *game, struct train_state *state, const char *folder,
                         uint32_t generation, int threads, const struct train_watch *watch,
                         struct train_progress *progress, bool *stopped, struct zm_error *error);

#endif
