/* tune.h -- `zermelo tune`: rounds of games against itself, and weights fitted to them.
 *
 * The weights begin at 0. The games of a round are played by the weights that the round
 * before has found; what is fitted are the results of this round and of the one before. */
#ifndef LEARN_TUNE_H
#define LEARN_TUNE_H

#include "learn/work.h"

struct tune_settings {
    const char *search;      /* NULL: what suits the game                     */
    struct zm_limits limits; /* of each move: depth, nodes                    */
    uint32_t rounds, games;  /* `games` in the last round, fewer before       */
    int random;              /* the longest opening by lot; -1: what suits    */
    uint64_t seed;
    int threads;
    double megabytes; /* for the positions                             */
    const char *path; /* of the work file                              */
};

struct tune_progress {
    uint32_t round, rounds; /* counted from 1 */
    uint32_t games, played; /* of this round  */
    bool fitting;
    size_t positions;    /* to learn from             */
    double seconds_left; /* of playing, about         */
};

/* Who watches. Called by the thread that called tune(). */
struct tune_watch {
    void (*progress)(void *user, const struct tune_progress *progress);
    void (*point)(void *user, const struct fit_point *point);
    bool (*stop)(void *user);
    void *user;
};

/* NULL if the game has an evaluation to be learned, else the reason why not. */
const char *tune_refuses(const struct zm_game *game);

/* Tune the game; its weights are in game->learned and in work->weight after that. A tuning
 * that was interrupted goes on where the work file says. *stopped: by watch->stop(); the
 * work file is up to date then. The work is to be released in any case. */
const char *tune(const struct zm_game *game, const struct tune_settings *settings,
                 const struct tune_watch *watch, struct work *work, bool *stopped,
                 struct zm_error *error);

#endif
