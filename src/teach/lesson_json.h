/* lesson_json.h -- a lesson as one JSON object: the nodes in pre-order, the lines of
 * pseudo-code, and the steps, each with its sentence, its line and its numbers. Where a
 * number stands for "none yet", as in a window that is open, there is null. */
#ifndef TEACH_LESSON_JSON_H
#define TEACH_LESSON_JSON_H

#include "base/json.h"
#include "teach/lesson.h"

void lesson_json(struct json *j, const char *key, const struct lesson *lesson);

#endif
