/* step_tell.h -- a step of a search as a sentence: what happened, and why. */
#ifndef TEACH_STEP_TELL_H
#define TEACH_STEP_TELL_H

#include "teach/record_tree.h"

/* `here` is the node the step happens in; the record has taken the step already. */
void step_tell(struct zm_text *out, const struct record *r, const struct zm_step *step, int here);

/* A value of a step in points; a bound that is none stays what it is. */
double step_points(const struct record *r, double value);

/* The child of n by m; -1: not known. */
int step_child(const struct record *r, int n, zm_move m);

/* The node at ply `by` on the way to n; -1: none, the first window. */
int step_ancestor(const struct record *r, int n, int by);

#endif
