#include "cli/interrupt.h"

#include "cli/screen.h"

#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>

typedef void stop_fn(void *what);

static _Atomic(stop_fn *) stopping;
static _Atomic(void *) stopped;
static atomic_int pressed; /* the signal, or 0 */
static _Atomic time_t pressed_at;

/* A game of somebody's own may hang where no search can notice: whoever asks again a
 * second later means it. */
static void on_interrupt(int signal_number)
{
    stop_fn *const stop = stopping;
    const time_t now = time(NULL);
    if (pressed && now - pressed_at >= 1) {
        screen_close();
        signal(signal_number, SIG_DFL);
        raise(signal_number);
        return;
    }
    if (!pressed)
        pressed_at = now;
    pressed = signal_number;
    if (stop)
        stop(stopped);
}

void interrupt_calls(stop_fn *stop, void *what)
{
    stopping = (stop_fn *)0;
    stopped = what;
    stopping = stop;
    struct sigaction action = { .sa_handler = on_interrupt };
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* zm_search_stop() is one atomic store, so it may be called from a signal handler. */
static void stop_search(void *search)
{
    zm_search_stop(search);
}

void interrupt_stops(struct zm_search *search)
{
    interrupt_calls(search ? stop_search : NULL, search);
}

bool interrupted(void)
{
    return pressed != 0;
}

int interrupt_taken(void)
{
    return atomic_exchange(&pressed, 0);
}

/* The signals are let in only while ppoll() sleeps, so none slips in between the look at
 * `pressed` and the sleep. */
bool interrupt_wait(int fd)
{
    struct pollfd wanted = { .fd = fd, .events = POLLIN };
    sigset_t ours, before;
    sigemptyset(&ours);
    sigaddset(&ours, SIGINT);
    sigaddset(&ours, SIGTERM);
    sigaddset(&ours, SIGHUP);
    sigprocmask(SIG_BLOCK, &ours, &before);
    if (!pressed)
        ppoll(&wanted, 1, NULL, &before);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !pressed;
}
