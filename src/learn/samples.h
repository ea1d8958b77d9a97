/* samples.h -- the positions to learn from, each with the result of its game.
 *
 * A position is kept as its state and not as its terms, which would take ten times the
 * room: terms() is called again whenever the position is looked at. */
#ifndef LEARN_SAMPLES_H
#define LEARN_SAMPLES_H

#include "learn/selfplay.h"

struct samples {
    const struct zm_game *game;
    size_t stride; /* bytes of a state, with padding */
    size_t count, room;
    unsigned char *state;
    float *target; /* what the player to move got: 0 lost all .. 1 won all */
};

static inline const struct zm_state *samples_state(const struct samples *set, size_t i)
{
    return (const struct zm_state *)(const void *)(set->state + i * set->stride);
}

/* Room for so many positions of the game; false: no memory. */
bool samples_begin(struct samples *set, const struct zm_game *game, size_t room);
void samples_release(struct samples *set);

/* Bytes that one position takes. */
size_t samples_bytes(const struct zm_game *game);

/* Replay a game, which must be sound, and add the positions after its opening in which a
 * player moves, one of `thin` by lot. False: no memory. */
bool samples_add(struct samples *set, const struct game_line *line, uint32_t thin, uint64_t *seed);

/* Can the line be replayed? For lines that come from a file. */
bool line_sound(const struct zm_game *game, const struct game_line *line);

#endif
