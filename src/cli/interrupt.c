#include "cli/interrupt.h"

#include <signal.h>
#include <stdatomic.h>

static _Atomic(struct zm_search *) running;
static atomic_bool pressed;

/* zm_search_stop() is one atomic store, so it may be called from a signal handler. */
static void on_interrupt(int signal_number)
{
    (void)signal_number;
    struct zm_search *const search = running;
    pressed = true;
    if (search)
        zm_search_stop(search);
}

void interrupt_stops(struct zm_search *search)
{
    running = search;
    struct sigaction action = { .sa_handler = on_interrupt };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupted(void)
{
    return pressed;
}
