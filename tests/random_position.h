/* random_position.h -- where tests and benchmarks begin: after so many moves by lot. */
#ifndef RANDOM_POSITION_H
#define RANDOM_POSITION_H

#include <zermelo/zermelo.h>

/* From the start of the game; false: it was over before, or chance moves now. */
static inline bool random_position(struct zm_position *p, int plies, uint64_t *seed)
{
    struct zm_error error;
    while (zm_position_undo(p)) {
    }
    for (int i = 0; i < plies; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        if (n == 0)
            return false;
        zm_position_play(p, list[zm_random(seed, (uint32_t)n)], &error);
    }
    return zm_position_turn(p) >= 0;
}

#endif
