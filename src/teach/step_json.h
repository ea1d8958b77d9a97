/* step_json.h -- the steps of a search as JSON, in two forms: as an event log, one object for each
 * step, that can be read by itself; and for the page, which has the tree and is told numbers of
 * nodes (the type LessonStep of web/api/api.txt). */
#ifndef TEACH_STEP_JSON_H
#define TEACH_STEP_JSON_H

#include "base/json.h"
#include "teach/record_tree.h"

/* The word for a kind of step: "enter", "cut". */
const char *step_word(enum zm_step_kind kind);

/* Moves by their text and values as numbers, or children by their number in the record and
 * values as text. */
enum step_form { STEP_LOG, STEP_PAGE };

/* What belongs to this kind of step. As step_tell(). */
void step_numbers_json(struct json *j, const struct record *r, const struct zm_step *step, int here,
                       enum step_form form);

/* One object of the log. */
void step_json(struct json *j, const struct record *r, const struct zm_step *step, int here,
               uint64_t number);

#endif
