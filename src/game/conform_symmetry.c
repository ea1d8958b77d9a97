/* conform_symmetry.c -- turning the board and playing give the same in either order. */
#include "game/conform.h"

#include <stdlib.h>

enum { TRIED = 8, MOVES_TRIED = 8, GROUP_TRIED = 64 };

static void call_transform(struct walk *w, enum guarded which, int symmetry)
{
    struct zm_state *const s = w->state[which];
    call_begin(w, "transform", s);
    w->game->transform(s, symmetry);
    call_end(w, "transform", s);
}

static zm_move call_transform_move(struct walk *w, zm_move m, int symmetry)
{
    struct zm_state *const s = w->state[NOW];
    call_begin(w, "transform_move", s);
    const zm_move turned = w->game->transform_move(s, m, symmetry);
    call_end_const(w, "transform_move", s);
    return turned;
}

static void identity(struct walk *w)
{
    walk_try(w, PROMISE_IDENTITY);
    state_copy(w, OTHER, NOW);
    call_transform(w, OTHER, 0);
    if (!state_same(w, OTHER, NOW))
        walk_fault(w, PROMISE_IDENTITY, "transform() by symmetry 0 changes the position");
    for (int i = 0; i < w->count && i < MOVES_TRIED; i++)
        if (call_transform_move(w, w->list[i], 0) != w->list[i])
            walk_fault(w, PROMISE_IDENTITY, "transform_move() by symmetry 0 changes move number %d",
                       i + 1);
}

/* OTHER is NOW transformed: does one of the symmetries lead back? */
static void has_inverse(struct walk *w, int symmetry)
{
    walk_try(w, PROMISE_INVERSE);
    for (int back = 0; back < w->game->symmetries; back++) {
        state_copy(w, SPARE, OTHER);
        call_transform(w, SPARE, back);
        if (state_same(w, SPARE, NOW))
            return;
    }
    walk_fault(w, PROMISE_INVERSE, "no symmetry undoes symmetry %d", symmetry);
}

static bool same_result(struct walk *w, int symmetry)
{
    walk_try(w, PROMISE_SYM_RESULT);
    const int turn = call_turn(w, w->state[OTHER]);
    if (turn != w->turn) {
        walk_fault(w, PROMISE_SYM_RESULT, "turn() is %d, and %d after symmetry %d", w->turn, turn,
                   symmetry);
        return false;
    }
    for (int p = 0; turn == ZM_OVER && p < w->game->players; p++) {
        const int before = call_payoff(w, w->state[NOW], p);
        const int after = call_payoff(w, w->state[OTHER], p);
        if (before != after)
            walk_fault(w, PROMISE_SYM_RESULT, "player %d gets %d, and %d after symmetry %d", p,
                       before, after, symmetry);
    }
    return true;
}

/* Both lists, each sorted, must be the same. */
static bool same_moves(struct walk *w, int symmetry)
{
    walk_try(w, PROMISE_SYM_MOVES);
    const int n = call_moves(w, w->state[OTHER], w->again);
    for (int i = 0; i < n; i++)
        w->order[i] = (struct sorted){ w->again[i], i };
    if (n == w->count) {
        walk_sort(w, n);
        for (int i = 0; i < n; i++)
            w->again[i] = w->order[i].hash;
        for (int i = 0; i < n; i++)
            w->order[i] = (struct sorted){ call_transform_move(w, w->list[i], symmetry), i };
        walk_sort(w, n);
        int i = 0;
        while (i < n && w->order[i].hash == w->again[i])
            i++;
        if (i == n)
            return true;
    }
    walk_fault(w, PROMISE_SYM_MOVES,
               "the moves mapped by symmetry %d are not those of the transformed position",
               symmetry);
    return false;
}

/* What stands on each cell of all planes, as one number, sorted. */
static int cells_hashed(struct walk *w, enum guarded which, int player)
{
    const int cells = w->game->grid.rows * w->game->grid.columns;
    call_features(w, w->state[which], player, w->feature);
    for (int cell = 0; cell < cells; cell++) {
        uint64_t hash = 0;
        for (int plane = 0; plane < w->game->planes; plane++) {
            uint32_t bits;
            memcpy(&bits, &w->feature[plane * cells + cell], sizeof bits);
            hash = zm_mix(hash ^ bits) + 1;
        }
        w->cell_hash[which == NOW ? cell : cells + cell] = hash;
    }
    return cells;
}

static int by_hash(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return a < b ? -1 : a > b;
}

/* ... and whose it is in the end. */
static void add_owners(struct walk *w, enum guarded which)
{
    enum { BEHIND = 64 }; /* how much is written is looked at elsewhere */
    const int cells = w->game->grid.rows * w->game->grid.columns;
    uint64_t *const hash = w->cell_hash + (which == NOW ? 0 : cells);
    int8_t *const owner = calloc(1, (size_t)cells + BEHIND);
    if (!owner)
        return;
    call_begin(w, "owners", w->state[which]);
    w->game->owners(w->state[which], owner);
    call_end_const(w, "owners", w->state[which]);
    for (int cell = 0; cell < cells; cell++)
        hash[cell] = zm_mix(hash[cell] ^ (uint8_t)owner[cell]);
    free(owner);
}

/* Which cell goes where the game does not tell; but none may get lost or change. */
static void same_features(struct walk *w, int symmetry)
{
    walk_try(w, PROMISE_FEATURES_SYM);
    for (int p = 0; p < w->game->players; p++) {
        const size_t cells = (size_t)cells_hashed(w, NOW, p);
        cells_hashed(w, OTHER, p);
        qsort(w->cell_hash, cells, sizeof *w->cell_hash, by_hash);
        qsort(w->cell_hash + cells, cells, sizeof *w->cell_hash, by_hash);
        if (memcmp(w->cell_hash, w->cell_hash + cells, cells * sizeof *w->cell_hash) != 0)
            walk_fault(w, PROMISE_FEATURES_SYM,
                       "to player %d features() after symmetry %d are others, not elsewhere", p,
                       symmetry);
    }
}

/* Owners go where the cells go: nets learn them from boards that are turned. */
static void same_owners(struct walk *w, int symmetry)
{
    walk_try(w, PROMISE_OWNERS_SYM);
    const size_t cells = (size_t)cells_hashed(w, NOW, 0);
    cells_hashed(w, OTHER, 0);
    add_owners(w, NOW);
    add_owners(w, OTHER);
    qsort(w->cell_hash, cells, sizeof *w->cell_hash, by_hash);
    qsort(w->cell_hash + cells, cells, sizeof *w->cell_hash, by_hash);
    if (memcmp(w->cell_hash, w->cell_hash + cells, cells * sizeof *w->cell_hash) != 0)
        walk_fault(w, PROMISE_OWNERS_SYM, "owners() after symmetry %d are others, not elsewhere",
                   symmetry);
}

static void commutes(struct walk *w, zm_move m, int symmetry)
{
    char name[MOVE_TEXT];
    walk_try(w, PROMISE_SYM_PLAY);
    state_copy(w, TWIN, NOW);
    walk_aside(w, "then");
    call_play(w, w->state[TWIN], m);
    walk_aside_end(w);
    call_transform(w, TWIN, symmetry);
    state_copy(w, SPARE, OTHER);
    walk_aside(w, "then symmetry %d and", symmetry);
    call_play(w, w->state[SPARE], call_transform_move(w, m, symmetry));
    walk_aside_end(w);
    if (state_same(w, TWIN, SPARE))
        return;
    call_show_move(w, w->state[NOW], m, name);
    walk_fault(
        w, PROMISE_SYM_PLAY,
        "%s, then symmetry %d, gives another position than symmetry %d, then the move mapped", name,
        symmetry, symmetry);
}

void conform_symmetry(struct walk *w)
{
    const int symmetries = w->game->symmetries;
    if (symmetries < 2)
        return;
    identity(w);
    const int first = symmetries > TRIED ? (int)walk_choose(w, (uint32_t)symmetries) : 0;
    for (int i = 0; i < symmetries && i < TRIED; i++) {
        const int symmetry = (first + i) % symmetries;
        state_copy(w, OTHER, NOW);
        call_transform(w, OTHER, symmetry);
        if (symmetries <= GROUP_TRIED)
            has_inverse(w, symmetry);
        if (w->game->planes > 0 && w->game->grid.rows > 0)
            same_features(w, symmetry);
        if (w->game->planes > 0 && w->game->grid.rows > 0 && w->game->owners && w->turn == ZM_OVER)
            same_owners(w, symmetry);
        if (!same_result(w, symmetry) || w->turn == ZM_OVER || !same_moves(w, symmetry))
            continue;
        const uint32_t start = walk_choose(w, (uint32_t)w->count);
        for (int k = 0; k < w->count && k < MOVES_TRIED; k++)
            commutes(w, w->list[((int)start + k) % w->count], symmetry);
    }
}
