/* alphabeta.c -- alpha-beta: plain in two forms, or deepening step by step on a
 * transposition table, which is the default and by far the fastest. */
#include "search/roots.h"

static void best_by_negamax(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, negamax)(&run->cx, s, depth, -ZM_INFINITY, ZM_INFINITY);
}

static void best_by_minmax(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, alphabeta)(&run->cx, s, depth, -ZM_INFINITY, ZM_INFINITY);
}

static double by_minmax(struct run *run, const struct zm_state *child, int depth, double alpha,
                        double beta, void *user)
{
    (void)user;
    return KERNEL(run, alphabeta)(&run->cx, child, depth, (int)alpha, (int)beta);
}

static double by_negamax(struct run *run, const struct zm_state *child, int depth, double alpha,
                         double beta, void *user)
{
    (void)user;
    const int low = (int)alpha, high = (int)beta;
    return run->search->game->turn(child) == run->turn
               ? KERNEL(run, negamax)(&run->cx, child, depth, low, high)
               : -KERNEL(run, negamax)(&run->cx, child, depth, -high, -low);
}

const char *alphabeta_roots(struct run *run, bool negamax, double *value, struct zm_error *error)
{
    const struct roots_search all = { .child = negamax ? by_negamax : by_minmax,
                                      .prunes = true,
                                      .alpha = -ZM_INFINITY,
                                      .beta = ZM_INFINITY };
    return roots_search(run, &all, value, error);
}

static const char *plain(struct run *run, struct zm_result *result, bool negamax,
                         struct zm_error *error)
{
    const struct search_options *const o = &run->search->options;
    if (must_end(run, error) || (o->order > ORDER_GIVEN && order_begin(run, error)))
        return error->text;
    if (run->search->watch) {
        if (!negamax)
            run->cx.max_player = 0; /* as in minimax.c */
        if (trace_begin(&run->tracer, run->depth, negamax, error))
            return error->text;
    }
    run->cx.strict = o->cut == CUT_STRICT;
    double value;
    if (!run->search->watch) {
        if (alphabeta_roots(run, negamax, &value, error))
            return error->text;
    } else {
        value = (negamax ? KERNEL(run, negamax) : KERNEL(run, alphabeta))(
            &run->cx, run->root, run->depth, -ZM_INFINITY, ZM_INFINITY);
    }
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    if (!run->cx.stopped)
        report_value(run, result, value, negamax ? run->turn : run->cx.max_player);
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, negamax ? best_by_negamax : best_by_minmax);
    return NULL;
}

bool search_compares(const struct zm_search *search)
{
    const struct search_options *const o = &search->options;
    if (search->algorithm->search == search_mcts)
        return !search->watch;
    return search->algorithm->search == search_alphabeta && o->hash != 0 && o->form < 0 &&
           o->cut < 0 && o->order < 0 && (!search->watch || search->watch_deep);
}

const char *search_alphabeta(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const struct search_options *const o = &run->search->options;
    const bool watched = run->search->watch != NULL;
    if (!search_compares(run->search)) {
        /* Lectures draw MAX and MIN; the negamax form is for those who ask for it. */
        const bool negamax = o->form >= 0 ? o->form == FORM_NEGAMAX : !watched;
        return plain(run, result, negamax, error);
    }
    return search_deepening(run, result, error);
}
