/* train_grade.h -- how often a net's choice gives something away, as a solver sees it.
 *
 * A mistake is a move after which the player gets less than could be had: a win that becomes a
 * draw or a loss, a draw that becomes a loss. How soon or by how much is not asked. */
#ifndef LEARN_TRAIN_GRADE_H
#define LEARN_TRAIN_GRADE_H

#include "search/critic.h"

/* Positions in which there is a mistake to be made. */
struct yardstick;

/* `wanted` positions by lot, fewer if the solver cannot solve as many with reasonable work; *out is
 * NULL if there are none at all. */
const char *yardstick_new(const struct zm_game *game, int wanted, uint64_t seed,
                          struct yardstick **out, struct zm_error *error);
void yardstick_free(struct yardstick *yardstick);
int yardstick_count(const struct yardstick *yardstick);

/* The part of the positions in which this search makes a mistake; it is made anew for each. */
const char *yardstick_grade(const struct yardstick *yardstick, struct critic *critic,
                            const char *search, double *mistakes, struct zm_error *error);

/* The sign of what the player to move gets by best play. False: not solved within the limits. */
bool grade_result(const struct zm_position *p, const struct zm_solve_limits *limits, int *result);

/* Grade a player on one position, of which the result is known: is the move a mistake? NULL, or
 * the reason why nobody can tell. */
const char *grade_move(const struct zm_position *p, int result, zm_move m,
                       const struct zm_solve_limits *limits, bool *mistake, struct zm_error *error);

#endif
