/* trace.h -- between a traced kernel and who watches it. Kernels tell only what they
 * know at the moment; the tracer follows them through the tree and adds the ply of each
 * step and, to a cut, which ancestor set the bound that made it. */
#ifndef SEARCH_TRACE_H
#define SEARCH_TRACE_H

#include <zermelo/zermelo.h>

struct zm_tracer {
    zm_watch_fn *watch;
    void *user;
    bool negamax; /* a child's alpha is its parent's beta, negated */
    int ply;
    int room;
    /* For each ply of the path: at which ply alpha and beta were set; -1: nowhere yet. */
    struct trace_owner {
        int alpha, beta;
    } * owner;
};

/* `plies` is the deepest the search can go. */
const char *trace_begin(struct zm_tracer *tracer, int plies, bool negamax, struct zm_error *error);
void trace_end(struct zm_tracer *tracer);
void trace_step(struct zm_tracer *tracer, struct zm_step *step);

#endif
