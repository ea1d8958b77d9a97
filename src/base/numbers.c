#include "base/numbers.h"

#include <stdlib.h>

void numbers_release(struct numbers *set)
{
    free(set->key);
    free(set->slot);
    *set = (struct numbers){ 0 };
}

/* Where the key is, or where it would go. The multiplier is 2^64 divided by the golden
 * ratio (Knuth, volume 3): a fingerprint may be poor in its low bits. */
static uint32_t find(const struct numbers *set, uint64_t key)
{
    uint32_t i = (uint32_t)(key * 0x9E3779B97F4A7C15ULL >> 32) & (set->slots - 1);
    while (set->slot[i] && set->key[i] != key)
        i = (i + 1) & (set->slots - 1);
    return i;
}

static bool grow(struct numbers *set)
{
    struct numbers larger = { .count = set->count, .slots = set->slots ? set->slots * 2 : 1024 };
    if (set->slots > UINT32_MAX / 2)
        return false;
    larger.key = malloc((size_t)larger.slots * sizeof *larger.key);
    larger.slot = calloc(larger.slots, sizeof *larger.slot);
    if (!larger.key || !larger.slot) {
        numbers_release(&larger);
        return false;
    }
    for (uint32_t i = 0; i < set->slots; i++)
        if (set->slot[i]) {
            const uint32_t to = find(&larger, set->key[i]);
            larger.key[to] = set->key[i];
            larger.slot[to] = set->slot[i];
        }
    struct numbers smaller = *set;
    *set = larger;
    numbers_release(&smaller);
    return true;
}

bool numbers_add(struct numbers *set, uint64_t key, uint32_t *number, bool *added)
{
    if (set->count >= set->slots / 2 && !grow(set))
        return false;
    const uint32_t i = find(set, key);
    *added = set->slot[i] == 0;
    if (*added) {
        set->key[i] = key;
        set->slot[i] = ++set->count;
    }
    *number = set->slot[i] - 1;
    return true;
}
