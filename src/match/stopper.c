#include "match/stopper.h"

#include "search/search.h"

const char *stopper_run(struct stopper *stopper, struct zm_search *search,
                        const struct zm_position *p, const struct zm_limits *limits,
                        struct zm_result *result, struct zm_error *error)
{
    stopper->running = search;
    search->stop = false; /* a button pressed too late for its last run */
    if (stopper->pressed)
        zm_search_stop(search);
    const char *const wrong = zm_search_run(search, p, limits, result, error);
    stopper->running = NULL;
    return wrong;
}

void stopper_press(struct stopper *stopper)
{
    stopper->pressed = true;
    struct zm_search *const search = stopper->running;
    if (search)
        zm_search_stop(search);
}
