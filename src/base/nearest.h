/* nearest.h -- "did you mean ...?": the known word closest to a mistyped one. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

#include <stddef.h>

/* Keeps the closest of the words offered so far. */
struct nearest {
    const char *typed;
    const char *word; /* NULL: none is close enough to be meant */
    size_t distance;
};

struct nearest nearest_to(const char *typed);
void nearest_offer(struct nearest *n, const char *word);

#endif
