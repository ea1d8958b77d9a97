/* train_inside.h -- a run under way, for the files that carry out its phases. */
#ifndef LEARN_TRAIN_INSIDE_H
#define LEARN_TRAIN_INSIDE_H

#include "learn/net_critic.h"
#include "learn/train.h"
#include "learn/train_sign.h"

struct training {
    const struct zm_game *game;
    const char *folder;
    const struct train_limits *limits;
    const struct train_watch *watch;
    struct train_state *state;
    struct train_set set;
    struct yardstick *yardstick;
    struct train_progress progress;
    size_t counted; /* games of the set that the progress tells of */
    struct train_sign sign;
    double begin, before; /* this sitting; seconds of those before it */
    bool stopped;
};

/* How often who watches is told, in seconds. */
static const double tell_every = 0.25;

/* Tell who watches how far it is; true: it is to stop. */
bool training_tell(struct training *t);

/* --- train_files.c --- */

const char *training_save_state(const struct training *t, struct zm_error *error);
const char *training_read_games(struct training *t, struct zm_error *error);
const char *training_save_net(const struct training *t, const struct net *net, uint32_t generation,
                              const char *path, struct zm_error *error);
/* One that must be for this game. */
struct net *training_load_net(const struct training *t, const char *path, struct zm_error *error);
struct critic *training_critic(const struct training *t, uint32_t generation,
                               struct zm_error *error);

/* --- train_learn.c --- */

/* The next generation learns from the games of the last rounds. */
const char *training_learn(struct training *t, struct zm_error *error);

/* --- train_measure.c --- */

/* What a generation is worth beside perfect play, or else beside fixed searches. */
const char *training_measure(struct training *t, struct train_generation *g,
                             struct zm_error *error);

#endif
