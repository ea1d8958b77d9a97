/* questions.h -- the exact value of a position by the kernels `exact` and `pns`. */
#ifndef SOLVE_QUESTIONS_H
#define SOLVE_QUESTIONS_H

#include "search/search.h"

/* The value of s, where a player is to move, in points for that player; it means nothing
 * if the run was stopped. */
int value_by_questions(struct run *run, const struct zm_state *s, enum zm_strategy strategy);

#endif
