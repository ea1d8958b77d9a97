/* interrupt.h -- Ctrl-C stops the search that runs, and the verb still says its result. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <zermelo/zermelo.h>

/* From now on Ctrl-C stops `search`; NULL: it only sets interrupted(). */
void interrupt_stops(struct zm_search *search);
bool interrupted(void);

/* The same for anything: stop(what) is called in the signal handler. NULL: nothing is. */
void interrupt_calls(void (*stop)(void *what), void *what);

/* The signal that came since the last call, or 0. */
int interrupt_taken(void);

/* Wait until fd has something to read or has ended; false: a signal came first, even one
 * that came before the call. */
bool interrupt_wait(int fd);

#endif
