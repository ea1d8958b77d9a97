/* train_players.h -- threads that play games against themselves and keep them in a file. */
#ifndef LEARN_TRAIN_PLAYERS_H
#define LEARN_TRAIN_PLAYERS_H

#include "learn/train.h"

struct train_team {
    const struct zm_game *game;
    const struct train_settings *settings;
    const char *folder;    /* for the file, if keep is NULL                     */
    struct critic *critic; /* closed in the end                                 */
    uint32_t generation;
    int threads;
    uint64_t first;              /* number of the first game ...                */
    uint64_t most;               /* ... of so many                              */
    const struct train_set *set; /* those in there have been played; or NULL    */
    /* What is done with a game instead, by one thread at a time. */
    const char *(*keep)(void *user, const struct train_game *game, struct zm_error *error);
    void *user;
};

/* For those who play along, in the folder or elsewhere: the round that their games count for, the
 * one after this while its games are learned from; and a team with numbers that nobody else has,
 * drawn by lot. */
uint64_t train_guest_round(const struct train_state *state);
struct train_team train_guest_team(const struct zm_game *game, const struct train_state *state,
                                   struct critic *critic, int threads, uint64_t lot);

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
