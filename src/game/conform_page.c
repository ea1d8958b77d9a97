/* conform_page.c -- what nets and the page are told: features(), slot(), cells(), clicks().
 * Each is asked twice into memory filled differently. */
#include "game/conform.h"

#include <math.h>
#include <stdlib.h>

enum { BEHIND = 64, MOVES_TRIED = 4 };

static size_t cells_of(const struct zm_game *game)
{
    return (size_t)game->grid.rows * (size_t)game->grid.columns;
}

/* ------------------------------------------------------------------- nets -- */

void call_features(struct walk *w, struct zm_state *s, int player, float *out)
{
    const size_t n = features_of(w->game);
    memset(out, 0, n * sizeof *out);
    memset(out + n, 0x33, BEHIND * sizeof *out);
    call_begin(w, "features", s);
    w->game->features(s, player, out);
    call_end_const(w, "features", s);
    const unsigned char *const behind = (const unsigned char *)(out + n);
    for (size_t i = 0; i < BEHIND * sizeof *out; i++)
        if (behind[i] != 0x33) {
            walk_fault(w, PROMISE_FEATURES, "features() wrote behind its %zu numbers", n);
            return;
        }
}

size_t features_of(const struct zm_game *game)
{
    return (size_t)game->planes * (game->grid.rows ? cells_of(game) : 1);
}

static void features(struct walk *w)
{
    const size_t n = features_of(w->game);
    walk_try(w, PROMISE_FEATURES);
    for (int p = 0; p < w->game->players; p++) {
        call_features(w, w->state[NOW], p, w->feature);
        call_features(w, w->state[NOW], p, w->feature_again);
        if (memcmp(w->feature, w->feature_again, n * sizeof *w->feature) != 0)
            walk_fault(w, PROMISE_PURE, "features() gives other numbers when asked again");
        for (size_t i = 0; i < n; i++)
            if (!isfinite(w->feature[i])) {
                walk_fault(w, PROMISE_FEATURES, "features() of player %d: number %zu is not finite",
                           p, i);
                break;
            }
    }
}

/* Does `before` see the same now as `after` once the move is played? */
static bool sees_the_same(struct walk *w, int before, int after)
{
    call_features(w, w->state[NOW], before, w->feature);
    call_features(w, w->state[CHILD], after, w->feature_again);
    return memcmp(w->feature, w->feature_again, features_of(w->game) * sizeof *w->feature) == 0;
}

/* A net is asked from the side of who moves. If it sees the same before and after a move, and so
 * does every player, it cannot know what the move did. Nobody asks it where the game is over or
 * chance decides. */
static void features_tell(struct walk *w)
{
    char name[MOVE_TEXT];
    walk_try(w, PROMISE_FEATURES_TELL);
    for (int i = 0; i < w->count && i < MOVES_TRIED; i++) {
        const zm_move m = w->list[i];
        state_copy(w, CHILD, NOW);
        walk_aside(w, "then");
        call_play(w, w->state[CHILD], m);
        walk_aside_end(w);
        const int turn = call_turn(w, w->state[CHILD]);
        bool told = turn < 0 || !sees_the_same(w, w->turn, turn);
        for (int p = 0; p < w->game->players && !told; p++)
            told = !sees_the_same(w, p, p);
        if (told)
            continue;
        call_show_move(w, w->state[NOW], m, name);
        walk_fault(w, PROMISE_FEATURES_TELL, "features() are the same before and after %s", name);
    }
}

static void slots(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    char name[MOVE_TEXT];
    walk_try(w, PROMISE_SLOT);
    for (int i = 0; i < w->count; i++) {
        call_begin(w, "slot", s);
        const int slot = game->slot(s, w->list[i]);
        call_end_const(w, "slot", s);
        if (game->slot(s, w->list[i]) != slot)
            walk_fault(w, PROMISE_PURE, "slot() gives another number when asked again");
        if (slot >= 0 && slot < game->slots)
            continue;
        call_show_move(w, s, w->list[i], name);
        walk_fault(w, PROMISE_SLOT, "slot() of %s is %d; there are %d slots", name, slot,
                   game->slots);
    }
}

/* ------------------------------------------------------------------- cells -- */

void call_cells(struct walk *w, struct zm_state *s, int player, char *out)
{
    const size_t n = cells_of(w->game);
    memset(out, 0, n);
    memset(out + n, 0x33, BEHIND);
    call_begin(w, "cells", s);
    w->game->cells(s, player, out);
    call_end_const(w, "cells", s);
    for (size_t i = 0; i < BEHIND; i++)
        if (out[n + i] != 0x33) {
            walk_fault(w, PROMISE_CELLS, "cells() wrote behind its %zu cells", n);
            return;
        }
}

static void cells(struct walk *w)
{
    const size_t n = cells_of(w->game);
    walk_try(w, PROMISE_CELLS);
    for (int p = -1; p < w->game->players; p++) {
        call_cells(w, w->state[NOW], p, w->cell);
        call_cells(w, w->state[NOW], p, w->cell_again);
        if (memcmp(w->cell, w->cell_again, n) != 0)
            walk_fault(w, PROMISE_PURE, "cells() gives other letters when asked again");
        for (size_t i = 0; i < n; i++)
            if (w->cell[i] <= ' ' || w->cell[i] > '~') {
                walk_fault(w, PROMISE_CELLS, "cells() for player %d: cell %zu has no letter", p, i);
                break;
            }
    }
}

/* ------------------------------------------------------------------ clicks -- */

struct clicks {
    int count, move;
    uint16_t cell[ZM_MAX_CLICKS];
};

static int compare(const void *a, const void *b)
{
    const struct clicks *const x = a, *const y = b;
    for (int i = 0; i < x->count && i < y->count; i++)
        if (x->cell[i] != y->cell[i])
            return x->cell[i] < y->cell[i] ? -1 : 1;
    return x->count - y->count;
}

static bool begins_with(const struct clicks *longer, const struct clicks *shorter)
{
    return shorter->count <= longer->count &&
           !memcmp(longer->cell, shorter->cell, (size_t)shorter->count * sizeof *shorter->cell);
}

static bool clicks_of(struct walk *w, int index, struct clicks *c)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    uint16_t cell[4 * ZM_MAX_CLICKS];
    char name[MOVE_TEXT];
    memset(cell, 0x33, sizeof cell);
    call_begin(w, "clicks", s);
    const int n = game->clicks(s, w->list[index], cell);
    call_end_const(w, "clicks", s);
    bool inside = n >= 0 && n <= ZM_MAX_CLICKS && cell[ZM_MAX_CLICKS] == 0x3333;
    for (int i = 0; inside && i < n; i++)
        inside = cell[i] < cells_of(game);
    if (!inside) {
        call_show_move(w, s, w->list[index], name);
        walk_fault(w, PROMISE_CLICKS,
                   "clicks() of %s: %d clicks; expected at most %d, each on one of the %zu cells",
                   name, n, ZM_MAX_CLICKS, cells_of(game));
        return false;
    }
    *c = (struct clicks){ .count = n, .move = index };
    memcpy(c->cell, cell, (size_t)n * sizeof *cell);
    return true;
}

/* In sorted order, what begins with another stands right behind one such. A move without
 * clicks is not played on the board. */
static void clicks(struct walk *w)
{
    struct clicks *const all = malloc((size_t)w->count * sizeof *all);
    int n = 0;
    if (!all)
        return;
    walk_try(w, PROMISE_CLICKS);
    walk_try(w, PROMISE_CLICKS_ONE);
    for (int i = 0; i < w->count; i++)
        n += clicks_of(w, i, &all[n]) && all[n].count > 0;
    qsort(all, (size_t)n, sizeof *all, compare);
    for (int i = 1; i < n; i++)
        if (begins_with(&all[i], &all[i - 1]) && w->list[all[i].move] != w->list[all[i - 1].move]) {
            char a[MOVE_TEXT], b[MOVE_TEXT];
            call_show_move(w, w->state[NOW], w->list[all[i - 1].move], a);
            call_show_move(w, w->state[NOW], w->list[all[i].move], b);
            walk_fault(w, PROMISE_CLICKS_ONE, "the clicks of %s %s those of %s", b,
                       all[i].count == all[i - 1].count ? "are" : "begin with", a);
        }
    free(all);
}

void conform_page(struct walk *w)
{
    const struct zm_game *const game = w->game;
    if (game->planes > 0)
        features(w);
    if (game->planes > 0 && w->turn >= 0 && !(game->flags & ZM_HIDDEN))
        features_tell(w);
    if (game->slots > 0 && w->turn >= 0)
        slots(w);
    if (game->cells && game->grid.rows > 0)
        cells(w);
    if (game->clicks && game->grid.rows > 0 && w->turn >= 0)
        clicks(w);
}
