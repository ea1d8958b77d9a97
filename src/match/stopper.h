/* stopper.h -- one stop button for a player that runs several searches in turn. */
#ifndef MATCH_STOPPER_H
#define MATCH_STOPPER_H

#include <zermelo/zermelo.h>

#include <stdatomic.h>

struct stopper {
    _Atomic(struct zm_search *) running;
    atomic_bool pressed;
};

/* As zm_search_run(); once the button is pressed every search returns at once. */
const char *stopper_run(struct stopper *stopper, struct zm_search *search,
                        const struct zm_position *p, const struct zm_limits *limits,
                        struct zm_result *result, struct zm_error *error);

/* From any thread or signal handler. */
void stopper_press(struct stopper *stopper);

#endif
