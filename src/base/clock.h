#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

/* Seconds since some fixed moment; never goes back. */
double clock_now(void);

/* Seconds for which a processor has worked for this thread. */
double clock_processor(void);

#endif
