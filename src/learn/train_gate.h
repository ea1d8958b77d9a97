/* train_gate.h -- the match that a candidate plays with the champion, and what any match of a run
 * needs. */
#ifndef LEARN_TRAIN_GATE_H
#define LEARN_TRAIN_GATE_H

#include "base/spec.h"
#include "learn/train.h"
#include "match/match.h"

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

/* --- matches of the run --- */

/* A generation as the player of a match. */
void train_player(const char *search, const char *folder, uint32_t generation, char out[SPEC_TEXT]);

/* Who hears of a match; `stopped` by them. */
struct train_told {
    const struct train_watch *watch;
    struct train_progress *progress;
    bool stopped;
};
struct match_watch train_told_watch(struct train_told *told);

/* The match of these players, seed and games that a kill has interrupted, or that was played to its
 * end before the state said so; 0: there is none. */
int64_t train_match_kept(struct store *store, const struct match_settings *settings);

int train_opening_plies(const struct zm_game *game);

#endif
