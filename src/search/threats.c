/* threats.c -- proving a win by moves that force: deepening, with the narrowest moves first.
 * Theory: docs/theory/threat-search.md */
#include "search/threats.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_BITS = 18, MOST_PLIES = 253 };

bool threats_possible(const struct zm_game *game)
{
    return game->forcing && game->insight && (game->flags & ZM_ALTERNATE);
}

/* How many plies does the attacker, to move at s, need at most? 0: not within `plies`. The
 * table knows, so that this is no search but for entries that were lost. */
static int plies_needed(struct run *run, const struct zm_state *s, int plies, int width)
{
    for (int n = 1; n <= plies; n += 2)
        if (KERNEL(run, threats)(&run->cx, s, n, width))
            return n;
    return 0;
}

/* The attacker's move that wins within `plies`. */
static zm_move winning_move(struct run *run, struct zm_state *s, int plies, int width)
{
    const struct zm_game *const game = run->search->game;
    if (!KERNEL(run, threats)(&run->cx, s, plies, width))
        return ZM_NO_MOVE;
    const uint64_t key = zm_mix(game_key(game, s) + (uint64_t)width);
    const struct zm_threat *const known = &run->cx.threats[key >> (64 - run->cx.threat_bits)];
    game->forcing(s, width, run->cx.moves);
    return known->key == key && known->won ? run->cx.moves[known->move] : ZM_NO_MOVE;
}

/* The defender's answer that puts the end off longest, of those worth a look. */
static zm_move longest_answer(struct run *run, const struct zm_state *s, int plies, int width,
                              struct zm_state *memory)
{
    const struct zm_game *const game = run->search->game;
    struct zm_bounds sure = { -game->max_payoff, game->max_payoff };
    zm_move *const list = run->cx.moves, best_if_none = (game->moves(s, list), list[0]);
    const int n = game->insight(s, &sure, list);
    if (sure.low == sure.high)
        return best_if_none;
    run->cx.moves += n;
    zm_move best = best_if_none;
    for (int i = 0, most = 0; i < n; i++) {
        memcpy(memory, s, game->state_size);
        game->play(memory, list[i]);
        const int needed = plies_needed(run, memory, plies, width);
        if (needed > most) {
            most = needed;
            best = list[i];
        }
    }
    run->cx.moves = list;
    return best;
}

static void write_line(struct run *run, struct threats_win *win, struct zm_state *s,
                       struct zm_state *memory)
{
    const struct zm_game *const game = run->search->game;
    int plies = win->plies;
    win->length = 0;
    while (win->length < ZM_MAX_LINE && game->turn(s) != ZM_OVER && !run->cx.stopped) {
        const zm_move m = win->length % 2 == 0 ? winning_move(run, s, plies, win->width)
                                               : longest_answer(run, s, plies, win->width, memory);
        if (m == ZM_NO_MOVE)
            return;
        win->line[win->length++] = m;
        game->play(s, m);
        plies--;
    }
}

const char *threats_search(struct run *run, const struct zm_state *s,
                           const struct threats_limits *limits, struct threats_win *win,
                           bool *finished, struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    struct zm_context *const cx = &run->cx;
    const bool horizon = cx->horizon;
    const uint64_t node_limit = run->node_limit;
    *win = (struct threats_win){ .width = 0 };
    struct zm_state *const copy = aligned_alloc(64, 2 * state_stride(game));
    cx->threats = calloc((size_t)1 << TABLE_BITS, sizeof *cx->threats);
    cx->threat_bits = TABLE_BITS;
    const char *wrong = NULL;
    if (!copy || !cx->threats) {
        wrong = sentence(error, "%s", out_of_memory);
        goto done;
    }
    /* The nodes spent here are some of the run's own. */
    if (limits->nodes && limits->nodes < node_limit - cx->nodes)
        run->node_limit = cx->nodes + limits->nodes;
    cx->poll_at = cx->nodes;
    memcpy(copy, s, game->state_size);
    const int most = limits->plies && limits->plies < MOST_PLIES ? limits->plies : MOST_PLIES;
    bool more = true;
    for (int width = 1; width <= limits->width && !win->width && !cx->stopped; width++) {
        more = true;
        for (int plies = 1; plies <= most && plies <= run->depth && more && !cx->stopped;
             plies += 2) {
            cx->horizon = false;
            if (KERNEL(run, threats)(cx, copy, plies, width)) {
                *win = (struct threats_win){ .width = width, .plies = plies };
                break;
            }
            more = cx->horizon;
        }
    }
    if (finished)
        *finished = win->width || (!more && !cx->stopped);
    /* Only the nodes allowed to this search are used up: the run goes on. */
    if (cx->stopped && cx->nodes < node_limit) {
        cx->stopped = false;
        run->node_limit = node_limit;
        cx->poll(cx);
    }
    run->node_limit = node_limit;
    if (win->width)
        write_line(run, win, copy, (struct zm_state *)(void *)((char *)copy + state_stride(game)));
done:
    free(copy);
    free(cx->threats);
    cx->threats = NULL;
    cx->horizon = horizon;
    return wrong;
}
