/* questions.h -- the exact value of a position by the kernels `exact` and `pns`. */
#ifndef SOLVE_QUESTIONS_H
#define SOLVE_QUESTIONS_H

#include "search/search.h"

/* The value of s, where a player is to move, in points for that player; it means nothing
 * if the run was stopped. */
int value_by_questions(struct run *run, const struct zm_state *s, enum zm_strategy strategy);

/* What to ask of a value in low .. high, which was first .. at first, after the answer
 * `last` (0 before any): "at least so much?", in low + 1 .. high. */
int next_question(enum zm_strategy strategy, struct zm_bounds first, int low, int high, int last);

/* Does s bring at least t points to the player to move? `depth` is how far to look at most;
 * -1: that was not enough, or the run was stopped. */
int at_least(struct run *run, const struct zm_state *s, int depth, int t,
             enum zm_strategy strategy);

#endif
