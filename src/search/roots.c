#include "search/roots.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *roots_begin(struct run *run, struct zm_error *error)
{
    struct zm_search *const search = run->search;
    const zm_move *list;
    const int n = zm_position_moves(run->position, &list);
    free(search->others);
    search->other_count = 0;
    search->others = malloc((size_t)(n > 0 ? n : 1) * sizeof *search->others);
    return search->others ? NULL : sentence(error, "%s", out_of_memory);
}

void roots_add(struct run *run, zm_move m, double least, double most, bool exact)
{
    struct zm_search *const search = run->search;
    const double unit = search->game->unit;
    /* A search does not see what superko forbids, so it may know more moves than are legal. */
    if (zm_position_legal(run->position, m))
        search->others[search->other_count++] =
            (struct zm_other){ m, most / unit + 0.0, least / unit + 0.0, exact };
}

/* ------------------------------------------------------------------ telling -- */

void roots_told_by(struct run *run, void (*tell)(struct run *run))
{
    run->told = run->begin;
    run->tell = run->search->listen ? tell : NULL;
}

/* The answer so far: the move that is worth most for certain. */
void roots_tell(struct run *run)
{
    struct zm_search *const search = run->search;
    const struct zm_game *const game = search->game;
    struct zm_result so_far = nothing_known(run->position);
    for (int i = 0; i < search->other_count; i++) {
        const struct zm_other *const o = &search->others[i];
        if (o->least < o->most || o->least <= so_far.value)
            continue;
        so_far.move = o->move;
        so_far.value = so_far.values[run->turn] = o->least;
    }
    if (!isnan(so_far.value) && game->players == 2 && (game->flags & ZM_ZERO_SUM))
        report_value(run, &so_far, so_far.value * game->unit, run->turn);
    so_far.line[0] = so_far.move;
    report_counts(run, &so_far, run->unlimited ? 0 : run->depth);
    search->listen(search->listen_user, &so_far);
}

/* ---------------------------------------------------------------- searching -- */

static double search_child(struct run *run, const struct roots_search *how,
                           const struct zm_state *child, bool over, double alpha, bool *exact)
{
    struct zm_context *const cx = &run->cx;
    const struct zm_game *const game = run->search->game;
    if (over) {
        cx->nodes++;
        cx->leaves++;
        *exact = true;
        return (double)game->payoff(child, run->turn) * game->unit;
    }
    const bool before = cx->horizon;
    cx->horizon = false;
    const double value = how->child(run, child, run->depth - 1, alpha, how->beta, how->user);
    *exact = !cx->horizon;
    cx->horizon |= before;
    return value;
}

const char *roots_search(struct run *run, const struct roots_search *how, double *value,
                         struct zm_error *error)
{
    struct zm_context *const cx = &run->cx;
    const struct zm_game *const game = run->search->game;
    const double worst = -(double)game->max_payoff * game->unit;
    struct zm_state *const child = aligned_alloc(64, state_stride(game));
    if (!child || roots_begin(run, error)) {
        free(child);
        return sentence(error, "%s", out_of_memory);
    }
    roots_told_by(run, roots_tell);
    cx->nodes++;
    cx->poll(cx);
    zm_move *const list = cx->moves;
    const int n = game->moves(run->root, list);
    cx->moves += n;
    if (cx->order)
        cx->order(cx, run->root, list, n, run->depth);
    double best = -ZM_INFINITY, alpha = how->alpha;
    zm_move best_move = list[0];
    for (int i = 0; i < n && !cx->stopped && best < how->beta; i++) {
        bool exact;
        memcpy(child, run->root, game->state_size);
        game->play(child, list[i]);
        const bool over = game->turn(child) == ZM_OVER;
        const double v = search_child(run, how, child, over, alpha, &exact);
        if (cx->stopped)
            break;
        const bool known = !how->prunes || v > alpha || over;
        roots_add(run, list[i], known ? v : fmin(worst, v), v, exact);
        if (v > best) {
            best = v;
            best_move = list[i];
        }
        alpha = fmax(alpha, best);
    }
    cx->moves = list;
    cx->best = best_move;
    *value = best;
    free(child);
    return NULL;
}
