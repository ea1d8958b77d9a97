/* conform_monte_carlo.c -- what Monte Carlo search asks: playout(), priors() and owners(). */
#include "game/conform.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST_LINE = 8192, BEHIND = 64 };

/* Replay the line from NOW in OTHER; NULL, or what is wrong. */
static const char *replay(struct walk *w, const zm_move line[], int count)
{
    struct zm_state *const s = w->state[OTHER];
    state_copy(w, OTHER, NOW);
    for (int i = 0; i < count; i++) {
        if (call_turn(w, s) == ZM_OVER)
            return "its line goes on after the end of the game";
        const int n = call_moves(w, s, w->again);
        int at = 0;
        while (at < n && w->again[at] != line[i])
            at++;
        if (at >= n)
            return "its line has a move that is not legal";
        call_play(w, s, line[i]);
    }
    return state_same(w, OTHER, TWIN) ? NULL : "its line leads to another position";
}

static void playout(struct walk *w, enum zm_playout kind)
{
    struct zm_state *const end = w->state[TWIN];
    zm_move *const line = malloc(LONGEST_LINE * sizeof *line);
    const uint64_t before = walk_choose(w, 1 << 30) + 1ULL;
    const char *wrong = NULL;
    if (!line)
        return;
    walk_try(w, PROMISE_PLAYOUT);
    int plies[2];
    for (int i = 0; i < 2; i++) { /* first as a search for speed asks, without a line */
        uint64_t seed = before;
        state_copy(w, TWIN, NOW);
        call_begin(w, "playout", end);
        plies[i] = w->game->playout(end, kind, &seed, i ? line : NULL, i ? LONGEST_LINE : 0);
        call_end(w, "playout", end);
    }
    if (plies[0] != plies[1])
        wrong = "the same seed gives another game";
    else if (call_turn(w, end) != ZM_OVER)
        wrong = "it leaves a game that is not over";
    else if (plies[1] >= 0 && plies[1] <= LONGEST_LINE)
        wrong = replay(w, line, plies[1]);
    if (wrong)
        walk_fault(w, PROMISE_PLAYOUT, "playout() of %d moves (%s): %s", plies[1],
                   kind == ZM_PLAYOUT_LIGHT ? "light" : "heavy", wrong);
    free(line);
}

static void priors(struct walk *w)
{
    struct zm_state *const s = w->state[NOW];
    float *const weight = malloc(((size_t)w->count + BEHIND) * sizeof *weight);
    if (!weight)
        return;
    walk_try(w, PROMISE_PRIORS);
    memset(weight, 0x33, ((size_t)w->count + BEHIND) * sizeof *weight);
    call_begin(w, "priors", s);
    w->game->priors(s, w->list, w->count, weight);
    call_end_const(w, "priors", s);
    for (int i = 0; i < w->count; i++)
        if (!isfinite(weight[i]) || weight[i] < 0) {
            char name[MOVE_TEXT];
            call_show_move(w, s, w->list[i], name);
            walk_fault(w, PROMISE_PRIORS, "priors() gives %s the weight %g", name,
                       (double)weight[i]);
            break;
        }
    const unsigned char *const behind = (const unsigned char *)(weight + w->count);
    for (size_t i = 0; i < BEHIND * sizeof *weight; i++)
        if (behind[i] != 0x33) {
            walk_fault(w, PROMISE_PRIORS, "priors() wrote behind its %d weights", w->count);
            break;
        }
    free(weight);
}

static void owners(struct walk *w)
{
    const size_t cells = (size_t)w->game->grid.rows * (size_t)w->game->grid.columns;
    struct zm_state *const s = w->state[NOW];
    int8_t *const owner = malloc(cells + BEHIND);
    if (!owner)
        return;
    walk_try(w, PROMISE_OWNERS);
    memset(owner, 0x33, cells + BEHIND);
    call_begin(w, "owners", s);
    w->game->owners(s, owner);
    call_end_const(w, "owners", s);
    for (size_t i = 0; i < cells + BEHIND; i++)
        if (i < cells ? owner[i] < -1 || owner[i] >= w->game->players : owner[i] != 0x33) {
            walk_fault(w, PROMISE_OWNERS, "owners() gives cell %zu of %zu to %d", i, cells,
                       owner[i]);
            break;
        }
    free(owner);
}

void conform_monte_carlo(struct walk *w)
{
    const struct zm_game *const game = w->game;
    for (int kind = ZM_PLAYOUT_LIGHT; game->playout && kind <= ZM_PLAYOUT_HEAVY; kind++)
        playout(w, (enum zm_playout)kind);
    if (game->priors && w->turn >= 0)
        priors(w);
    if (game->owners && game->grid.rows > 0 && w->turn == ZM_OVER)
        owners(w);
}
