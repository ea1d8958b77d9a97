/* paranoid.c -- any number of players reduced to two: me against all the others, who
 * are thought to care for nothing but my loss. That lets alpha-beta prune. Source:
 * Sturtevant & Korf 2000, "On pruning techniques for multi-player games". The value is
 * a guarantee: what I get at least, whatever they do. */
#include "search/roots.h"

static void best_by_paranoid(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, alphabeta)(&run->cx, s, depth, -ZM_INFINITY, ZM_INFINITY);
}

const char *search_paranoid(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const struct search_options *const o = &run->search->options;
    if (must_end(run, error) || (o->order > ORDER_GIVEN && order_begin(run, error)))
        return error->text;
    if (run->search->watch && trace_begin(&run->tracer, run->depth, false, error))
        return error->text;
    run->cx.strict = o->cut == CUT_STRICT;
    double value;
    if (run->search->watch)
        value = KERNEL(run, alphabeta)(&run->cx, run->root, run->depth, -ZM_INFINITY, ZM_INFINITY);
    else if (alphabeta_roots(run, false, &value, error))
        return error->text;
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    if (!run->cx.stopped)
        result->value = result->values[run->turn] = value / run->search->game->unit;
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, best_by_paranoid);
    return NULL;
}
