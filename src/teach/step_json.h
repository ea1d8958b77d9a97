/* step_json.h -- the steps of a search as an event log, one JSON object for each. */
#ifndef TEACH_STEP_JSON_H
#define TEACH_STEP_JSON_H

#include "base/json.h"
#include "teach/record_tree.h"

/* The word for a kind of step: "enter", "cut". */
const char *step_word(enum zm_step_kind kind);

/* As step_tell(). */
void step_json(struct json *j, const struct record *r, const struct zm_step *step, int here,
               uint64_t number);

#endif
