/* train_live.h -- the dashboard of a run on the terminal, while it goes on. */
#ifndef CLI_TRAIN_LIVE_H
#define CLI_TRAIN_LIVE_H

#include "cli/train_dashboard.h"

struct train_live {
    struct train_view view;
    double since; /* when the sitting, or the generation under way began */
    double told;  /* when it was drawn last */
    bool drawn, utf8, colour;
};

/* Is there a terminal that is large enough, and able? */
bool train_live_fits(void);

/* Nothing is drawn yet: what goes wrong at once needs no dashboard. The state is that of train().
 */
void train_live_begin(struct train_live *live, const struct train_state *state, const char *folder,
                      uint32_t rounds);

/* What the run tells; a tick says only that time goes by. */
void train_live_progress(struct train_live *live, const struct train_progress *progress);
void train_live_generation(struct train_live *live);
void train_live_tick(struct train_live *live);

/* The terminal is as it was. How many generations the run has. */
uint32_t train_live_end(struct train_live *live);

#endif
