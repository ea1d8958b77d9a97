/* train_gate.h -- the match that a candidate plays with the champion. */
#ifndef LEARN_TRAIN_GATE_H
#define LEARN_TRAIN_GATE_H

#include "learn/train.h"

struct gate_result {
    double score; /* of the candidate, 0 to 1 */
    uint64_t played;
    bool better;
};

/* Play it in the store of the run's folder, where games of a sitting before count as played.
 * *stopped: by watch->stop(). `progress` is filled in and told. */
const char *train_gate(const struct zm_game *game, const struct train_settings *settings,
                       const char *folder, uint32_t champion, uint32_t candidate, int threads,
                       const struct train_watch *watch, struct train_progress *progress,
                       struct gate_result *result, bool *stopped, struct zm_error *error);

/* The search as it plays in earnest: without noise, lots and fast searches. */
void train_earnest(const char *search, char *out, size_t size);

#endif
