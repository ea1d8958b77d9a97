/* The distance is Damerau's (1964): insertions, deletions, changes and swaps of
 * neighbours, which cover most typing mistakes. */
#include "base/nearest.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { LONGEST = 31 };

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t distance(const char *a, const char *b)
{
    const size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return SIZE_MAX;
    size_t d[LONGEST + 1][LONGEST + 1];
    for (size_t i = 0; i <= n; i++)
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = smaller(smaller(d[i - 1][j], d[i][j - 1]) + 1,
                              d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = smaller(d[i][j], d[i - 2][j - 2] + 1);
        }
    return d[n][m];
}

struct nearest nearest_to(const char *typed)
{
    return (struct nearest){ .typed = typed, .word = NULL, .distance = strlen(typed) / 3 + 2 };
}

void nearest_offer(struct nearest *n, const char *word)
{
    const size_t length = strlen(n->typed);
    const bool begins = length >= 2 && !strncmp(n->typed, word, length);
    const size_t d = begins ? 1 : distance(n->typed, word);
    if (d < n->distance) {
        n->distance = d;
        n->word = word;
    }
}
