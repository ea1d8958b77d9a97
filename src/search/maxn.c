/* maxn.c -- max^n: every player for itself. */
#include "base/sentence.h"
#include "game/registry.h"
#include "search/roots.h"

#include <stdlib.h>
#include <string.h>

static void best_by_maxn(struct run *run, const struct zm_state *s, int depth)
{
    double value[ZM_MAX_PLAYERS];
    KERNEL(run, maxn)(&run->cx, s, depth, value);
}

/* `user` keeps what everybody gets by the best move so far. */
static double after_a_move(struct run *run, const struct zm_state *child, int depth, double alpha,
                           double beta, void *user)
{
    double value[ZM_MAX_PLAYERS];
    (void)beta;
    KERNEL(run, maxn)(&run->cx, child, depth, value);
    if (value[run->turn] > alpha)
        memcpy(user, value, sizeof value);
    return value[run->turn];
}

/* What everybody gets if the game is over with the best move. */
static const char *payoffs(const struct run *run, double value[], struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    struct zm_state *const s = aligned_alloc(64, state_stride(game));
    if (!s)
        return sentence(error, "%s", out_of_memory);
    memcpy(s, run->root, game->state_size);
    game->play(s, run->cx.best);
    for (int p = 0; p < game->players && game->turn(s) == ZM_OVER; p++)
        value[p] = (double)game->payoff(s, p) * game->unit;
    free(s);
    return NULL;
}

const char *search_maxn(struct run *run, struct zm_result *result, struct zm_error *error)
{
    double value[ZM_MAX_PLAYERS] = { 0 }, own;
    const struct roots_search all = {
        .child = after_a_move, .user = value, .alpha = -ZM_INFINITY, .beta = ZM_INFINITY
    };
    if (must_end(run, error))
        return error->text;
    if (run->search->watch) {
        if (trace_begin(&run->tracer, run->depth, false, error))
            return error->text;
        KERNEL(run, maxn)(&run->cx, run->root, run->depth, value);
    } else if (roots_search(run, &all, &own, error) || payoffs(run, value, error)) {
        return error->text;
    }
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    for (int p = 0; p < run->search->game->players && !run->cx.stopped; p++)
        result->values[p] = value[p] / run->search->game->unit;
    result->value = result->values[run->turn];
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, best_by_maxn);
    return NULL;
}
