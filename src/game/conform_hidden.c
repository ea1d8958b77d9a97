/* conform_hidden.c -- hidden information: view() and guess().
 *
 * Every view is remembered with the first state that had it. A player who meets the view
 * again cannot tell the two states apart, so everything the player is shown, is asked and
 * remembers must be the same in both. */
#include "base/numbers.h"
#include "game/conform.h"

#include <stdlib.h>

enum { DRAWS = 64 };

struct view {
    uint32_t state; /* the first one that had it                          */
    bool several;   /* other states have it too: something is hidden      */
    bool own_turn;  /* met when the player was to move: `past` is known   */
    uint64_t past;  /* what the player saw and did before, as fingerprint */
};

struct views {
    struct numbers number;
    struct view *view;
    uint32_t room;
    uint64_t past[ZM_MAX_PLAYERS];
};

struct views *views_new(void)
{
    return calloc(1, sizeof(struct views));
}

void views_free(struct views *views)
{
    if (!views)
        return;
    numbers_release(&views->number);
    free(views->view);
    free(views);
}

void views_begin_game(struct walk *w)
{
    for (int p = 0; p < ZM_MAX_PLAYERS; p++)
        w->views->past[p] = 0;
}

static uint64_t view_hash(struct walk *w, enum guarded s, int player)
{
    call_view(w, w->state[s], player, w->text);
    return zm_mix(text_hash(w->text) + (uint64_t)player);
}

void views_chosen(struct walk *w, zm_move m)
{
    char name[MOVE_TEXT];
    if (!(w->game->flags & ZM_HIDDEN) || w->turn < 0)
        return;
    uint64_t *const past = &w->views->past[w->turn];
    call_show_move(w, w->state[NOW], m, name);
    *past = zm_mix(*past ^ view_hash(w, NOW, w->turn)) ^ text_hash(name);
}

static struct view *find(struct walk *w, uint64_t hash, bool *added)
{
    struct views *const views = w->views;
    uint32_t n;
    if (!numbers_add(&views->number, hash, &n, added))
        return NULL;
    if (n >= views->room) {
        const uint32_t room = n < 512 ? 1024 : 2 * n;
        struct view *const larger = realloc(views->view, room * sizeof *larger);
        if (!larger)
            return NULL;
        views->view = larger;
        views->room = room;
    }
    if (*added)
        views->view[n] = (struct view){ .state = UINT32_MAX };
    return &views->view[n];
}

/* ---------------------------------------------------- what must be the same -- */

static uint64_t moves_hash(struct walk *w, enum guarded s, const zm_move list[], int n)
{
    char name[MOVE_TEXT];
    uint64_t sum = 0; /* the order of the moves tells nothing that counts */
    for (int i = 0; i < n; i++) {
        call_show_move(w, w->state[s], list[i], name);
        sum += zm_mix(text_hash(name));
    }
    return sum;
}

static void same_moves(struct walk *w, int player)
{
    walk_try(w, PROMISE_VIEW_MOVES);
    const int n = call_moves(w, w->state[OTHER], w->again);
    if (n != w->count || moves_hash(w, OTHER, w->again, n) != moves_hash(w, NOW, w->list, w->count))
        walk_fault(w, PROMISE_VIEW_MOVES,
                   "player %d to move has the view \"%.200s\" here and in another position with "
                   "other moves",
                   player, w->text);
}

static void sees_the_same(struct walk *w, int player)
{
    const struct zm_game *const game = w->game;
    const char *who = NULL;
    if (game->planes > 0) {
        walk_try(w, PROMISE_VIEW_SEES);
        call_features(w, w->state[NOW], player, w->feature);
        call_features(w, w->state[OTHER], player, w->feature_again);
        if (memcmp(w->feature, w->feature_again, features_of(game) * sizeof *w->feature) != 0)
            who = "features";
    }
    if (game->cells && game->grid.rows > 0) {
        walk_try(w, PROMISE_VIEW_SEES);
        call_cells(w, w->state[NOW], player, w->cell);
        call_cells(w, w->state[OTHER], player, w->cell_again);
        if (memcmp(w->cell, w->cell_again, (size_t)game->grid.rows * (size_t)game->grid.columns) !=
            0)
            who = "cells";
    }
    if (who)
        walk_fault(w, PROMISE_VIEW_SEES,
                   "%s() shows player %d a difference between positions with the same view "
                   "\"%.200s\"",
                   who, player, w->text);
}

/* NOW and OTHER give `player` the same view, which is in w->text. */
static void cannot_tell_apart(struct walk *w, int player)
{
    const int turn = call_turn(w, w->state[OTHER]);
    walk_try(w, PROMISE_VIEW_TURN);
    if ((turn == player) != (w->turn == player)) {
        walk_fault(w, PROMISE_VIEW_TURN,
                   "player %d has the view \"%.200s\" here and in another position, but is to move "
                   "in one of them only",
                   player, w->text);
        return;
    }
    if (turn == player)
        same_moves(w, player);
    sees_the_same(w, player);
}

static void remembers_the_past(struct walk *w, int player, struct view *v)
{
    const uint64_t past = w->views->past[player];
    walk_try(w, PROMISE_RECALL);
    if (v->own_turn && v->past != past)
        walk_fault(w, PROMISE_RECALL,
                   "player %d had this view, \"%.200s\", before, after seeing or doing something "
                   "else: the view has lost it",
                   player, w->text);
    v->own_turn = true;
    v->past = past;
}

/* ------------------------------------------------------------------ guesses -- */

static void call_guess(struct walk *w, enum guarded which, int player, uint64_t *seed)
{
    struct zm_state *const s = w->state[which];
    call_begin(w, "guess", s);
    w->game->guess(s, player, seed);
    call_end(w, "guess", s);
}

static void guess_fits(struct walk *w, int player, uint64_t view)
{
    uint64_t seed = zm_mix(w->seed) | 1, same = seed;
    state_copy(w, OTHER, NOW);
    state_copy(w, SPARE, NOW);
    call_guess(w, OTHER, player, &seed);
    call_guess(w, SPARE, player, &same);
    if (!state_same(w, OTHER, SPARE))
        walk_fault(w, PROMISE_PURE, "guess() with the same seed gave two different positions");
    walk_try(w, PROMISE_GUESS_VIEW);
    if (view_hash(w, OTHER, player) != view) {
        call_view(w, w->state[NOW], player, w->text_again);
        walk_fault(
            w, PROMISE_GUESS_VIEW,
            "guess() changed the view of player %d from \"%.150s\" to \"%.150s\": it changes "
            "what the player knows, or view() tells what the player cannot know",
            player, w->text_again, w->text);
        return;
    }
    if (call_turn(w, w->state[OTHER]) != w->turn) {
        walk_fault(w, PROMISE_GUESS_VIEW, "guess() changed whose turn it is");
        return;
    }
    walk_try(w, PROMISE_GUESS_PLAYS);
    walk_aside(w, "after a guess for player %d:", player);
    const char *const wrong = walk_can_play(w, OTHER);
    walk_aside_end(w);
    if (wrong)
        walk_fault(w, PROMISE_GUESS_PLAYS, "guess() made a position that cannot be played: %s",
                   wrong);
}

/* Several states have this view: over many draws guess() must find another one. */
static void guess_varies(struct walk *w, int player)
{
    uint64_t seed = zm_mix(w->seed + 1) | 1;
    walk_try(w, PROMISE_GUESS_VARIES);
    for (int i = 0; i < DRAWS; i++) {
        state_copy(w, OTHER, NOW);
        call_guess(w, OTHER, player, &seed);
        if (!state_same(w, OTHER, NOW))
            return;
    }
    walk_fault(
        w, PROMISE_GUESS_VARIES,
        "%d guesses for player %d changed nothing, though other positions have the same view",
        DRAWS, player);
}

/* --------------------------------------------------------------- each view -- */

static void one_view(struct walk *w, int player, bool fresh, uint32_t number)
{
    const uint64_t hash = view_hash(w, NOW, player);
    bool added;
    struct view *const v = find(w, hash, &added);
    if (!v)
        return;
    if (w->turn == player)
        remembers_the_past(w, player, v);
    if (!fresh)
        return;
    if (v->state == UINT32_MAX)
        v->state = number;
    bool second = false;
    if (v->state != number && v->state != UINT32_MAX) {
        second = !v->several;
        v->several = true;
        states_get(&w->seen, v->state, w->state[OTHER]);
        cannot_tell_apart(w, player);
    }
    if (w->turn == player && w->game->guess) {
        if (second)
            guess_varies(w, player);
        guess_fits(w, player, hash);
    }
}

void conform_views(struct walk *w, bool fresh, uint32_t number)
{
    if (!(w->game->flags & ZM_HIDDEN))
        return;
    for (int p = 0; p < w->game->players; p++)
        one_view(w, p, fresh, number);
}
