/* train_sign.h -- signs of life of a run, for whoever looks at its folder from outside:
 *
 *   lock       held by the process that trains, so that there is never a second one
 *   progress   how far it is, replaced by rename, twice a second at the most:
 *
 *   zermelo progress 1
 *   playing 3 rounds=30 threads=2 games=12 wanted=250 step=0 steps=0 positions=9000
 *           policy=1.2 value=0.8 score=nan left=512                     (on one line)
 *
 * The run itself never reads them: without them it goes on just as well. */
#ifndef LEARN_TRAIN_SIGN_H
#define LEARN_TRAIN_SIGN_H

#include "learn/train.h"

struct train_sign {
    struct train_watch watch; /* what the run tells is written down here, and passed on */
    const struct train_watch *to;
    const char *folder;
    int lock, threads;
    double told;
    enum train_phase phase;
    uint32_t generation;
};

/* Take the lock of the folder, which is there. Refused if another process has it. Until then
 * sign->watch is not to be used. */
const char *train_sign_begin(struct train_sign *sign, const char *folder, int threads,
                             const struct train_watch *to, struct zm_error *error);
void train_sign_end(struct train_sign *sign);

/* Does anybody train in this folder? */
bool train_sign_lives(const char *folder);

/* How far the run in this folder was when it last said so; false: nothing is known. */
bool train_sign_load(const char *folder, struct train_progress *progress, int *threads);

/* The text, to be freed (NULL: no memory), and back; false: it is none. */
char *train_progress_write(const struct train_progress *progress, int threads);
bool train_progress_read(struct train_progress *progress, int *threads, const char *text);

#endif
