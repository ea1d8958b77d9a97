/* alphabeta.c -- alpha-beta: plain in two forms, or deepening step by step on a
 * transposition table, which is the default and by far the fastest. */
#include "search/search.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

enum { HASH_MEGABYTES = 64 };

/* ------------------------------------------------------------------- plain -- */

static void best_by_negamax(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, negamax)(&run->cx, s, depth, -ZM_INFINITY, ZM_INFINITY);
}

static void best_by_minmax(struct run *run, const struct zm_state *s, int depth)
{
    KERNEL(run, alphabeta)(&run->cx, s, depth, -ZM_INFINITY, ZM_INFINITY);
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
    const int value =
        negamax
            ? KERNEL(run, negamax)(&run->cx, run->root, run->depth, -ZM_INFINITY, ZM_INFINITY)
            : KERNEL(run, alphabeta)(&run->cx, run->root, run->depth, -ZM_INFINITY, ZM_INFINITY);
    result->move = run->cx.best;
    result->exact = !run->cx.horizon && !run->cx.stopped;
    if (!run->cx.stopped)
        report_value(run, result, value, negamax ? run->turn : run->cx.max_player);
    report_counts(run, result, run->depth);
    line_by_searching(run, result, run->depth, negamax ? best_by_negamax : best_by_minmax);
    return NULL;
}

/* ------------------------------------------------------------- with a table -- */

const char *table_begin(struct zm_search *search, double megabytes, struct zm_error *error)
{
    if (search->tt)
        return NULL;
    int bits = 10;
    while (((double)(sizeof *search->tt << (bits + 1))) <= megabytes * 1048576 && bits < 40)
        bits++;
    search->tt = calloc((size_t)1 << bits, sizeof *search->tt);
    if (!search->tt)
        return sentence(error, "out of memory: the table asked for %.0f MB", megabytes);
    search->tt_bits = bits;
    return NULL;
}

/* The move the table remembers for s, or ZM_NO_MOVE. */
static zm_move remembered(struct run *run, const struct zm_state *s)
{
    const struct zm_game *const game = run->search->game;
    const uint64_t key = game_key(game, s);
    const struct zm_tt_entry *const entry = &run->cx.tt[key >> (64 - run->cx.tt_bits)];
    const int n = game->moves(s, run->cx.moves);
    return entry->bound && entry->key == key && entry->move < n ? run->cx.moves[entry->move]
                                                                : ZM_NO_MOVE;
}

/* Follow the remembered moves for the principal variation. */
static void line_from_table(struct run *run, struct zm_result *result)
{
    const struct zm_game *const game = run->search->game;
    struct zm_state *const s = aligned_alloc(64, state_stride(game));
    zm_move m = result->move;
    result->length = 0;
    if (s)
        memcpy(s, run->root, game->state_size);
    while (m != ZM_NO_MOVE && result->length < ZM_MAX_LINE) {
        result->line[result->length++] = m;
        if (!s)
            break;
        game->play(s, m);
        m = game->turn(s) < 0 ? ZM_NO_MOVE : remembered(run, s);
    }
    free(s);
}

/* Deepen until the limit, or until the value is certain: no line met the horizon, or one
 * side wins whatever is beyond. A win found at the least depth is the soonest; a loss is
 * put off longest by the move of the depth before, which did not see it yet. */
static const char *deepening(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    const int certain = game->max_payoff * game->unit;
    const bool step = game->evaluate || (game->flags & ZM_SOONER) || run->deadline < 1e300 ||
                      run->node_limit != UINT64_MAX;
    if (!step && must_end(run, error))
        return error->text;
    run->cx.tt = run->search->tt;
    run->cx.tt_bits = run->search->tt_bits;
    int done = 0;
    for (int depth = step ? 1 : run->depth; depth <= run->depth; depth++) {
        run->cx.horizon = false;
        const int value =
            KERNEL(run, tablesearch)(&run->cx, run->root, depth, -ZM_INFINITY, ZM_INFINITY);
        if (run->cx.stopped) {
            if (done == 0 && run->cx.best != ZM_NO_MOVE)
                result->move = run->cx.best;
            break;
        }
        const bool lost = value <= -certain;
        const zm_move best = run->cx.best != ZM_NO_MOVE ? run->cx.best : remembered(run, run->root);
        if (!(lost && done > 0) && best != ZM_NO_MOVE)
            result->move = best;
        done = depth;
        report_value(run, result, value, run->turn);
        result->exact = !run->cx.horizon || lost || value >= certain;
        if (result->exact)
            break;
    }
    report_counts(run, result, done);
    line_from_table(run, result);
    return NULL;
}

const char *search_alphabeta(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const struct search_options *const o = &run->search->options;
    const bool watched = run->search->watch != NULL;
    if (o->hash == 0 || o->form >= 0 || o->cut >= 0 || o->order >= 0 || watched) {
        /* Lectures draw MAX and MIN; the negamax form is for those who ask for it. */
        const bool negamax = o->form >= 0 ? o->form == FORM_NEGAMAX : !watched;
        return plain(run, result, negamax, error);
    }
    if (table_begin(run->search, o->hash > 0 ? o->hash : HASH_MEGABYTES, error))
        return error->text;
    return deepening(run, result, error);
}
