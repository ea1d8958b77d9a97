/* pseudocode.h -- each search in a few lines, and which of them a step is. */
#ifndef TEACH_PSEUDOCODE_H
#define TEACH_PSEUDOCODE_H

#include "teach/lesson.h"

/* Line i of the search of the lesson, in its language; false: there are no more. */
bool pseudocode_line(const struct lesson *lesson, int i, struct zm_text *out);

/* The line that the step at `node` is. */
int pseudocode_lit(const struct lesson *lesson, const struct zm_step *step, int node);

#endif
