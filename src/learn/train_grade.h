/* train_grade.h -- does a choice give something away, as a solver sees it?
 *
 * A mistake is a move after which the player gets less than could be had: a win that becomes a
 * draw or a loss, a draw that becomes a loss. How soon or by how much is not asked. */
#ifndef LEARN_TRAIN_GRADE_H
#define LEARN_TRAIN_GRADE_H

#include <zermelo/zermelo.h>

/* The sign of what the player to move gets by best play. False: not solved within the limits. */
bool grade_result(const struct zm_position *p, const struct zm_solve_limits *limits, int *result);

/* Grade a player on one position, of which the result is known: is the move a mistake? NULL, or
 * the reason why nobody can tell. */
const char *grade_move(const struct zm_position *p, int result, zm_move m,
                       const struct zm_solve_limits *limits, bool *mistake, struct zm_error *error);

#endif
