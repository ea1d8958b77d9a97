/* train.h -- `zermelo train`: a net learns a game from its rules alone.
 *
 * Rounds: the champion plays against itself, a candidate learns from the games of the last rounds
 * and plays a match with the champion, whom it follows if it is the better one. All that a run
 * has, lies in one folder:
 *
 *   state            what was done so far (train_state.h), replaced by rename
 *   games/           files of games (train_games.h), one of each process that plays, added to
 *   nets/0003.net    the net of a generation, which appears by rename
 *   nets/0003.raw    beside it, of the last one, the weights as training left them: what plays is
 *                    their running mean
 *   nets/0003.opt    and the optimiser's memory
 *   nets/part-*      the same of a generation that is being trained
 *   gates.db         the matches, in the format of `zermelo store`
 *   lock, progress   who trains, and how far it is (train_sign.h)
 *
 * So a run goes on after any kill by the same command, and processes that share the folder may
 * play with it (train_join()). Theory: docs/theory/alphazero.md */
#ifndef LEARN_TRAIN_H
#define LEARN_TRAIN_H

#include "learn/train_games.h"
#include "learn/train_state.h"
#include "search/critic.h"

#include <stdatomic.h>

/* What a generation is measured by: a match with the champion, perfect play or fixed searches. */
enum train_trial { TRIAL_CHAMPION, TRIAL_SOLVER, TRIAL_LADDER };

struct train_progress {
    enum train_phase phase;
    enum train_trial trial; /* no other than the first but while it is under way */
    uint32_t generation, rounds;
    uint64_t games, wanted;            /* of this round: self-play or match    */
    uint64_t step, steps;              /* of training, or of TRIAL_SOLVER      */
    uint64_t positions;                /* in the window                        */
    uint64_t all_games, all_positions; /* of the whole run, 0: not counted yet */
    struct net_losses losses;
    double score;        /* of the candidate so far; NaN: none   */
    double seconds_left; /* of the run, about; NaN: not known    */
};

/* Who watches, called by the thread that called train(). */
struct train_watch {
    void (*progress)(void *user, const struct train_progress *progress);
    void (*generation)(void *user, const struct train_state *state,
                       const struct train_generation *generation);
    bool (*stop)(void *user);
    void *user;
};

struct train_limits {
    uint32_t rounds;
    int threads;
};

/* NULL if nets can learn this game, else the reason why not. */
const char *train_refuses(const struct zm_game *game);

/* The search by which a game is learned if none is given, and the size of its net. */
void train_suits(const struct zm_game *game, struct train_settings *settings);

/* Train in this folder until so many rounds are done. *stopped: by watch->stop(). The state is to
 * be released in any case. */
const char *train(const struct zm_game *game, const struct train_settings *settings,
                  const char *folder, const struct train_limits *limits,
                  const struct train_watch *watch, struct train_state *state, bool *stopped,
                  struct zm_error *error);

/* Play for the run in this folder, on so many threads, until it is done or stopped. */
const char *train_join(const char *folder, int threads, const struct train_watch *watch,
                       struct zm_error *error);

/* The path of a generation's net. */
enum { TRAIN_PATH = 4096 };
void train_net_path(const char *folder, uint32_t generation, const char *ending,
                    char out[TRAIN_PATH]);

/* --- inside --- */

/* Games of a round begin at this number; those of who joined have the bit below set. */
enum { TRAIN_ROUND_BITS = 40 };

/* Play game `number` by the net of `critic`, which is kept. A game that was stopped has no plies
 * and is not to be kept (*stopped). */
const char *train_play(const struct zm_game *game, struct critic *critic, const char *search,
                       uint64_t seed, uint64_t number, uint32_t generation, const atomic_bool *stop,
                       struct train_game *out, bool *stopped, struct zm_error *error);

#endif
