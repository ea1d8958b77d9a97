/* conform_guesses.c -- what lets a search guess: forced(), pass() and probcut(). */
#include "game/conform.h"

#include <string.h>

static void forced(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    call_begin(w, "forced", s);
    const bool once = game->forced(s), again = game->forced(s);
    call_end_const(w, "forced", s);
    if (once != again)
        walk_fault(w, PROMISE_PURE, "forced() answered %d, and %d when asked again", once, again);
}

/* pass() on a copy; either the other player moves, or nothing has changed. */
static void passing(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[OTHER];
    walk_try(w, PROMISE_PASS);
    memcpy(s, w->state[NOW], game->state_size);
    call_begin(w, "pass", s);
    const bool passed = game->pass(s);
    call_end(w, "pass", s);
    const bool same = memcmp(s, w->state[NOW], game->state_size) == 0;
    const int turn = game->turn(s);
    if (passed ? turn < 0 || turn == w->turn : !same)
        walk_fault(w, PROMISE_PASS,
                   passed ? "pass() said yes, and turn() is %d after %d"
                          : "pass() said no and changed the position (turn() is %d after %d)",
                   turn, w->turn);
}

static void probcut(struct walk *w)
{
    enum { DEEPEST = 30 };
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    walk_try(w, PROMISE_PROBCUT);
    for (int depth = 1; depth <= DEEPEST; depth++) {
        struct zm_probcut guess = { .depth = 0 };
        call_begin(w, "probcut", s);
        const bool guesses = game->probcut(s, depth, &guess);
        call_end_const(w, "probcut", s);
        if (guesses && (guess.depth < 0 || guess.depth >= depth || guess.margin < 0)) {
            walk_fault(w, PROMISE_PROBCUT, "probcut() for depth %d names depth %d and margin %d",
                       depth, guess.depth, guess.margin);
            return;
        }
    }
}

void conform_guesses(struct walk *w)
{
    if (w->turn < 0)
        return;
    if (w->game->forced)
        forced(w);
    if (w->game->pass)
        passing(w);
    if (w->game->probcut)
        probcut(w);
}
