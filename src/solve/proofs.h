/* proofs.h -- the table of the kernel `exact`: what was proved of which position. */
#ifndef SOLVE_PROOFS_H
#define SOLVE_PROOFS_H

#include <zermelo/zermelo.h>

/* Give a context a table that grows up to so many megabytes; false: no memory. */
bool proofs_begin(struct zm_context *cx, double megabytes);
void proofs_end(struct zm_context *cx);

/* Begin again with an empty table. */
void proofs_forget(struct zm_context *cx);

/* Bytes asked for. */
size_t proofs_size(const struct zm_context *cx);

#endif
