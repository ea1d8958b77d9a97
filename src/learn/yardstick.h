/* yardstick.h -- positions in which there is a mistake to be made, and that a solver knows. Every
 * generation of a training is graded on the same ones; none of them comes from its games.
 *
 * Of a small game they are all that it has, up to symmetry; of others, some by lot of each third of
 * the game's length, as far as the solver can solve them with reasonable work. A game of which it
 * solves too few has no yardstick; to find that out takes some seconds at the most. */
#ifndef LEARN_YARDSTICK_H
#define LEARN_YARDSTICK_H

#include "search/critic.h"

/* Stages: thirds of the longest game. Difficulties: how many positions the solver had to visit to
 * know what every move leads to (fewer than 1,000; than 30,000; more). */
enum { YARDSTICK_STAGES = 3, YARDSTICK_DIFFICULTIES = 3 };

struct yardstick_grades {
    uint32_t asked[YARDSTICK_STAGES][YARDSTICK_DIFFICULTIES];
    uint32_t wrong[YARDSTICK_STAGES][YARDSTICK_DIFFICULTIES];
};

struct yardstick;

/* At most `wanted` positions by lot, unless the game is so small that all are taken; *out is NULL
 * if there are less than a third of them, or if stop(), which may be NULL, told to give up. */
const char *yardstick_new(const struct zm_game *game, int wanted, uint64_t seed,
                          bool (*stop)(void *user), void *user, struct yardstick **out,
                          struct zm_error *error);
void yardstick_free(struct yardstick *yardstick);
int yardstick_count(const struct yardstick *yardstick);

/* Has it positions of the first stage, so that it speaks of the whole game? */
bool yardstick_begins(const struct yardstick *yardstick);

/* In which of the positions does this search make a mistake? It is made anew for each. */
const char *yardstick_grade(const struct yardstick *yardstick, struct critic *critic,
                            const char *search, struct yardstick_grades *grades,
                            struct zm_error *error);

/* The same of one of them, added to the grades. */
const char *yardstick_grade_one(const struct yardstick *yardstick, int which, struct critic *critic,
                                const char *search, struct yardstick_grades *grades,
                                struct zm_error *error);

/* The part of all that was wrong; NaN: nothing was asked. */
double yardstick_mistakes(const struct yardstick_grades *grades);

#endif
