/* expectiminimax.c -- minimax for games with dice, coins or cards. */
#include "search/search.h"

static void best_by_expectiminimax(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, expectiminimax)(&run->cx, s, depth);
}

const char *search_expectiminimax(struct run *run, struct zm_result *result, struct zm_error *error)
{
    if (must_end(run, error))
        return error->text;
    if (run->search->watch) {
        run->cx.max_player = 0; /* as in minimax.c */
        if (trace_begin(&run->tracer, run->depth, false, error))
            return error->text;
    }
    const double value = KERNEL(run, expectiminimax)(&run->cx, run->root, run->depth);
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    if (!run->cx.stopped)
        report_value(run, result, value, run->cx.max_player);
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, best_by_expectiminimax);
    return NULL;
}
