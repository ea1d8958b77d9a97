/* interrupt.h -- Ctrl-C stops the search that runs, and the verb still says its result. */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include <zermelo/zermelo.h>

/* From now on Ctrl-C stops `search`; NULL: it only sets interrupted(). */
void interrupt_stops(struct zm_search *search);
bool interrupted(void);

#endif
