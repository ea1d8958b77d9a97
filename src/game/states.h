/* states.h -- a set of states in memory: each gets the number of its arrival. */
#ifndef GAME_STATES_H
#define GAME_STATES_H

#include <zermelo/zermelo.h>

struct states {
    const struct zm_game *game;
    unsigned char *state; /* `count` states of game->state_size bytes, one after another */
    uint32_t *slot;       /* open addressing: number + 1, or 0 */
    uint32_t count, room, slots;
};

const char *states_init(struct states *set, const struct zm_game *game, struct zm_error *error);
void states_release(struct states *set);

/* The number of s, which is added if it is new (*added). */
const char *states_add(struct states *set, const struct zm_state *s, uint32_t *number, bool *added,
                       struct zm_error *error);

/* Copy state number n to *s. */
void states_get(const struct states *set, uint32_t n, struct zm_state *s);

#endif
