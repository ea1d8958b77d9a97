/* train_players.h -- threads that play games against themselves and keep them in a file. */
#ifndef LEARN_TRAIN_PLAYERS_H
#define LEARN_TRAIN_PLAYERS_H

#include "learn/train.h"

struct train_team {
    const struct zm_game *game;
    const struct train_settings *settings;
    const char *folder;    /* for the file                                      */
    struct critic *critic; /* closed in the end                                 */
    uint32_t generation;
    int threads;
    uint64_t first;              /* number of the first game ...                */
    uint64_t most;               /* ... of so many                              */
    const struct train_set *set; /* those in there have been played; or NULL    */
};

struct train_players;
struct train_players *train_players_start(const struct train_team *team, struct zm_error *error);

/* Wait so long, or until all have ended; false: they have. */
bool train_players_wait(struct train_players *players, double seconds);

/* Games of these numbers played so far, those in the set among them. */
uint64_t train_players_total(struct train_players *players);

/* Begin no more games; `now`: leave those that are being played. */
void train_players_stop(struct train_players *players, bool now);

/* After the last: NULL, or what went wrong. */
const char *train_players_end(struct train_players *players, struct zm_error *error);

#endif
