/* expectiminimax.c -- minimax for games with dice, coins or cards: plain, or pruned by Star1 or
 * Star2. The order of the moves is worth something only to those who prune. */
#include "base/sentence.h"
#include "search/roots.h"

#include <stdlib.h>

static double value_of(struct run *run, const struct zm_state *s, int depth)
{
    const struct zm_game *const game = run->search->game;
    const double most = (double)game->max_payoff * game->unit;
    if (run->search->options.prune == PRUNE_NONE)
        return KERNEL(run, expectiminimax)(&run->cx, s, depth);
    return KERNEL(run, star)(&run->cx, s, depth, -most, most);
}

static void best_by_expectiminimax(struct run *run, const struct zm_state *s, int depth)
{
    value_of(run, s, depth);
}

static double plain(struct run *run, const struct zm_state *child, int depth, double alpha,
                    double beta, void *user)
{
    (void)alpha, (void)beta, (void)user;
    return KERNEL(run, expectiminimax)(&run->cx, child, depth);
}

static double by_star(struct run *run, const struct zm_state *child, int depth, double alpha,
                      double beta, void *user)
{
    (void)user;
    return KERNEL(run, star)(&run->cx, child, depth, alpha, beta);
}

static const char *search_roots(struct run *run, double *value, struct zm_error *error)
{
    const bool prunes = run->search->options.prune != PRUNE_NONE;
    const double most = prunes ? (double)run->search->game->max_payoff * run->search->game->unit
                               : (double)ZM_INFINITY;
    const struct roots_search all = {
        .child = prunes ? by_star : plain, .prunes = prunes, .alpha = -most, .beta = most
    };
    return roots_search(run, &all, value, error);
}

/* Room for what is known of the outcomes on the way to any position. */
static const char *probes_begin(struct run *run, struct zm_probe **probes, struct zm_error *error)
{
    const size_t count = ((size_t)run->depth + 2) * (size_t)run->search->game->max_moves;
    *probes = malloc(count * sizeof **probes);
    if (!*probes)
        return sentence(error, "%s", out_of_memory);
    run->memory_size += count * sizeof **probes;
    run->cx.probes = *probes;
    run->cx.probing = run->search->options.prune == PRUNE_STAR2;
    return NULL;
}

const char *search_expectiminimax(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const struct search_options *const o = &run->search->options;
    struct zm_probe *probes = NULL;
    if (must_end(run, error) || (o->order > ORDER_GIVEN && order_begin(run, error)) ||
        (o->prune > PRUNE_NONE && probes_begin(run, &probes, error)))
        return error->text;
    if (run->search->watch) {
        run->cx.max_player = 0; /* as in minimax.c */
        if (trace_begin(&run->tracer, run->depth, false, error)) {
            free(probes);
            return error->text;
        }
    }
    double value;
    if (run->search->watch) {
        value = value_of(run, run->root, run->depth);
    } else if (search_roots(run, &value, error)) {
        free(probes);
        return error->text;
    }
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    if (!run->cx.stopped)
        report_value(run, result, value, run->cx.max_player);
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, best_by_expectiminimax);
    free(probes);
    return NULL;
}
