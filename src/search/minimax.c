/* minimax.c -- plain minimax, to the end of the game or, with a depth, H-minimax. */
#include "search/roots.h"

static void best_by_minimax(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, minimax)(&run->cx, s, depth);
}

static double after_a_move(struct run *run, const struct zm_state *child, int depth, double alpha,
                           double beta, void *user)
{
    (void)alpha, (void)beta, (void)user;
    return KERNEL(run, minimax)(&run->cx, child, depth);
}

const char *search_minimax(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const struct roots_search all = { .child = after_a_move,
                                      .alpha = -ZM_INFINITY,
                                      .beta = ZM_INFINITY };
    double value;
    if (must_end(run, error))
        return error->text;
    if (run->search->watch) {
        /* The figures of a lecture show what MAX, the first player, gets. */
        run->cx.max_player = 0;
        if (trace_begin(&run->tracer, run->depth, false, error))
            return error->text;
        value = KERNEL(run, minimax)(&run->cx, run->root, run->depth);
    } else if (roots_search(run, &all, &value, error)) {
        return error->text;
    }
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    if (!run->cx.stopped)
        report_value(run, result, value, run->cx.max_player);
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, best_by_minimax);
    return NULL;
}
