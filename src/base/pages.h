/* pages.h -- memory for large tables that are read here and there. */
#ifndef BASE_PAGES_H
#define BASE_PAGES_H

#include <stddef.h>

/* `size` bytes, not zeroed, in huge pages where the system has them: a table then needs
 * few entries of the address cache. NULL: no memory. Given back with free(). */
void *pages_new(size_t size);

/* The same, zeroed by the system when it is first touched: a large table that is not
 * filled costs no time. Given back with pages_release(), which wants the same size. */
void *pages_zeroed(size_t size);
void pages_release(void *memory, size_t size);

#endif
