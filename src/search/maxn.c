/* maxn.c -- max^n: every player for itself. */
#include "search/search.h"

static void best_by_maxn(struct run *run, const struct zm_state *s, int depth)
{
    double value[ZM_MAX_PLAYERS];
    KERNEL(run, maxn)(&run->cx, s, depth, value);
}

const char *search_maxn(struct run *run, struct zm_result *result, struct zm_error *error)
{
    double value[ZM_MAX_PLAYERS] = { 0 };
    if (must_end(run, error))
        return error->text;
    if (run->search->watch && trace_begin(&run->tracer, run->depth, false, error))
        return error->text;
    KERNEL(run, maxn)(&run->cx, run->root, run->depth, value);
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    for (int p = 0; p < run->search->game->players && !run->cx.stopped; p++)
        result->values[p] = value[p] / run->search->game->unit;
    result->value = result->values[run->turn];
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, best_by_maxn);
    return NULL;
}
