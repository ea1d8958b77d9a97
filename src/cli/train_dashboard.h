/* train_dashboard.h -- a run of `zermelo train` as one screen of text: how far it is, its curves,
 * its last generations. Nothing here knows of terminals. */
#ifndef CLI_TRAIN_DASHBOARD_H
#define CLI_TRAIN_DASHBOARD_H

#include "learn/train.h"

/* The losses of one training, in so many parts of it; NaN: it is not there yet, or was not seen. */
enum { TRAIN_PARTS = 240 };
struct train_losses {
    double policy[TRAIN_PARTS], value[TRAIN_PARTS];
    uint32_t generation; /* 0: none was seen */
    int seen;            /* parts            */
};

/* What is shown. */
struct train_view {
    const struct train_state *state; /* may still be empty */
    struct train_progress progress;
    const char *folder;
    uint32_t rounds;
    double seconds; /* since the run began */
    struct train_losses losses;
};

/* On what. */
struct train_paper {
    int width, height;
    bool utf8, colour;
};

/* Smaller ones have no room for it. */
enum { TRAIN_LEAST_WIDTH = 60, TRAIN_LEAST_HEIGHT = 16 };

/* Keep what the progress tells of a training. */
void train_losses_add(struct train_losses *losses, const struct train_progress *progress);

/* Generations of a state that are complete: the last may still be measured. */
uint32_t train_finished(const struct train_state *state, const struct train_progress *progress);

/* At most so many lines of at most so many columns, with ends of lines between them. */
void train_dashboard(const struct train_view *view, const struct train_paper *paper,
                     struct zm_text *out);

#endif
