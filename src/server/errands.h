/* errands.h -- a few threads that do what others have no time for, in the order in which it came.
 * Who thinks about moves and who answers requests has each its own. */
#ifndef SERVER_ERRANDS_H
#define SERVER_ERRANDS_H

#include <stdbool.h>

struct errands;

/* NULL: no memory, or no thread. */
struct errands *errands_new(int threads);
/* Waits for those under way; those that nobody has begun are done, too. */
void errands_free(struct errands *errands);

/* `urgent`: before all that are not. False: no memory. */
bool errands_add(struct errands *errands, bool urgent, void (*work)(void *user), void *user);

/* How many wait to be begun. */
int errands_waiting(struct errands *errands);

#endif
