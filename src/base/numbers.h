/* numbers.h -- 64-bit fingerprints, each with the number of its arrival: 0, 1, 2, ... */
#ifndef BASE_NUMBERS_H
#define BASE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

struct numbers {
    uint64_t *key;  /* open addressing, at most half full */
    uint32_t *slot; /* number + 1, or 0                   */
    uint32_t count, slots;
};

void numbers_release(struct numbers *set);

/* The number of the fingerprint, which is added if it is new (*added). False: no memory.
 * A set that is all zero is empty. */
bool numbers_add(struct numbers *set, uint64_t key, uint32_t *number, bool *added);

#endif
