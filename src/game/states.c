/* states.c -- open addressing with linear probing, at most half full. */
#include "game/states.h"

#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

static const char *full(const struct states *set, struct zm_error *error)
{
    return sentence(error, "out of memory after %u positions", set->count);
}

const char *states_init(struct states *set, const struct zm_game *game, struct zm_error *error)
{
    *set = (struct states){ .game = game, .room = 1024, .slots = 4096 };
    set->state = malloc((size_t)set->room * game->state_size);
    set->slot = calloc(set->slots, sizeof *set->slot);
    if (set->state && set->slot)
        return NULL;
    states_release(set);
    return full(set, error);
}

void states_release(struct states *set)
{
    free(set->state);
    free(set->slot);
    set->state = NULL;
    set->slot = NULL;
}

/* The slot of s: where it is, or where it would go. The bytes are hashed, not the
 * game's key, which may call two states equal that differ in memory. */
static uint32_t find(const struct states *set, const struct zm_state *s)
{
    const size_t size = set->game->state_size;
    uint32_t i = (uint32_t)zm_hash_bytes(s, size) & (set->slots - 1);
    while (set->slot[i] && memcmp(set->state + (set->slot[i] - 1) * size, s, size) != 0)
        i = (i + 1) & (set->slots - 1);
    return i;
}

static bool grow_states(struct states *set)
{
    if (set->room > UINT32_MAX / 2)
        return false;
    unsigned char *larger = realloc(set->state, (size_t)set->room * 2 * set->game->state_size);
    if (!larger)
        return false;
    set->state = larger;
    set->room *= 2;
    return true;
}

static bool grow_slots(struct states *set)
{
    if (set->slots > UINT32_MAX / 2)
        return false;
    uint32_t *const old = set->slot;
    set->slot = calloc((size_t)set->slots * 2, sizeof *set->slot);
    if (!set->slot) {
        set->slot = old;
        return false;
    }
    free(old);
    set->slots *= 2;
    const size_t size = set->game->state_size;
    for (uint32_t n = 0; n < set->count; n++) {
        uint32_t i =
            (uint32_t)zm_hash_bytes((void *)(set->state + n * size), size) & (set->slots - 1);
        while (set->slot[i])
            i = (i + 1) & (set->slots - 1);
        set->slot[i] = n + 1;
    }
    return true;
}

const char *states_add(struct states *set, const struct zm_state *s, uint32_t *number, bool *added,
                       struct zm_error *error)
{
    uint32_t i = find(set, s);
    *added = set->slot[i] == 0;
    if (*added) {
        if (set->count == set->room && !grow_states(set))
            return full(set, error);
        if (set->count >= set->slots / 2) {
            if (!grow_slots(set))
                return full(set, error);
            i = find(set, s);
        }
        const size_t size = set->game->state_size;
        memcpy(set->state + set->count * size, s, size);
        set->slot[i] = ++set->count;
    }
    *number = set->slot[i] - 1;
    return NULL;
}

void states_get(const struct states *set, uint32_t n, struct zm_state *s)
{
    memcpy(s, set->state + (size_t)n * set->game->state_size, set->game->state_size);
}
