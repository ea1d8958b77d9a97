/* questions.h -- the exact value of a position by the kernel `exact`, and its table. */
#ifndef SOLVE_QUESTIONS_H
#define SOLVE_QUESTIONS_H

#include "search/search.h"

/* The table of proofs of a context, as large as fits; false: no memory. */
bool proofs_begin(struct zm_context *cx, double megabytes);
size_t proofs_size(const struct zm_context *cx);
void proofs_forget(struct zm_context *cx);
void proofs_end(struct zm_context *cx);

/* The value of s, where a player is to move, in points for that player; it means nothing
 * if the run was stopped. */
int value_by_questions(struct run *run, const struct zm_state *s);

#endif
