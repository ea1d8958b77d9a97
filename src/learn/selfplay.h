/* selfplay.h -- games that the program plays against itself, to learn from.
 *
 * A game is a function of the rules, the weights, the settings and its seed: it is played
 * by a search of its own that has seen no other game. So it does not matter which thread
 * plays it, or in which session of a tuning that was interrupted. */
#ifndef LEARN_SELFPLAY_H
#define LEARN_SELFPLAY_H

#include <zermelo/zermelo.h>

/* A game as the place of each move in the list of moves(). Its first moves are drawn by
 * lot, for variety; what they led to says nothing about the positions before them. */
struct game_line {
    bool played;
    uint32_t opening;
    uint32_t length; /* 0: called off, for it did not end */
    int32_t result;  /* payoff() of the first player      */
    uint16_t *place;
};

struct selfplay {
    const struct zm_game *game;
    char search[256];
    struct zm_limits limits; /* of each move                      */
    uint32_t random;         /* the longest opening drawn by lot  */
};

/* No game may be longer than this. */
uint32_t selfplay_longest(const struct zm_game *game);

/* Play a game into *line, which must be zero. */
const char *selfplay(const struct selfplay *how, uint64_t seed, struct game_line *line,
                     struct zm_error *error);

void line_release(struct game_line *line);

#endif
