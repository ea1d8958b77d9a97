/* order.c -- perfect, worst possible and random move ordering, to see what order is worth: with
 * the best move first alpha-beta reads about b^(m/2) leaves, with the worst first all
 * b^m. The true value of every move is found by plain minimax (expectiminimax) beforehand, in
 * a context of its own whose nodes do not count. Equal moves keep their order. */
#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "search/instances.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

struct ranked {
    zm_move move;
    int place;
    double value;
};

struct order {
    struct zm_context cx; /* first: poll() finds the order by it */
    struct run *run;
    void *stacks;
    struct zm_state *child;
    struct ranked *ranked;
};

static int by_value(const void *a, const void *b)
{
    const struct ranked *const x = a, *const y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->place - y->place;
}

static double true_value(struct zm_context *cx, const struct zm_state *s, int depth)
{
    if (cx->game->turn(s) == ZM_OVER)
        return (double)cx->game->payoff(s, cx->max_player) * cx->game->unit;
    return cx->game->flags & ZM_HAS_CHANCE ? generic_kernels.expectiminimax(cx, s, depth)
                                           : generic_kernels.minimax(cx, s, depth);
}

static void order_moves(struct zm_context *cx, const struct zm_state *s, zm_move list[], int count,
                        int depth)
{
    const struct run *const run = (struct run *)cx;
    struct order *const order = run->order;
    const struct zm_game *const game = cx->game;
    /* Values are one player's, the same throughout: with three players an opponent's
     * best move is, to the paranoid, the one that is worst for MAX. */
    order->cx.max_player = cx->max_player;
    const bool ascending =
        (game->turn(s) == cx->max_player) == (run->search->options.order == ORDER_WORST);
    for (int i = 0; i < count && !order->cx.stopped; i++) {
        memcpy(order->child, s, game->state_size);
        game->play(order->child, list[i]);
        const double value = true_value(&order->cx, order->child, depth - 1);
        order->ranked[i] = (struct ranked){ list[i], i, ascending ? -value : value };
    }
    if (order->cx.stopped) {
        cx->stopped = true;
        return;
    }
    qsort(order->ranked, (size_t)count, sizeof *order->ranked, by_value);
    for (int i = 0; i < count; i++)
        list[i] = order->ranked[i].move;
}

/* By lot, from the search's seed: Fisher & Yates 1938, as by Durstenfeld 1964. */
static void shuffle_moves(struct zm_context *cx, const struct zm_state *s, zm_move list[],
                          int count, int depth)
{
    (void)s;
    (void)depth;
    for (int i = count - 1; i > 0; i--) {
        const int k = (int)zm_random(&cx->seed, (uint32_t)i + 1);
        const zm_move m = list[i];
        list[i] = list[k];
        list[k] = m;
    }
}

static void poll(struct zm_context *cx)
{
    const struct run *const run = ((struct order *)cx)->run;
    cx->poll_at = cx->nodes + 1024;
    cx->stopped = atomic_load_explicit(&run->search->stop, memory_order_relaxed) ||
                  clock_now() >= run->deadline;
}

const char *order_begin(struct run *run, struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    struct order *const order = calloc(1, sizeof *order);
    size_t size;
    if (run->search->options.order == ORDER_RANDOM) {
        free(order);
        run->cx.order = shuffle_moves;
        return NULL;
    }
    if (!order)
        return sentence(error, "%s", out_of_memory);
    run->order = order;
    order->run = run;
    order->cx = (struct zm_context){ .game = game, .poll = poll };
    order->child = aligned_alloc(64, state_stride(game));
    order->ranked = malloc((size_t)game->max_moves * sizeof *order->ranked);
    if (!order->child || !order->ranked)
        return sentence(error, "%s", out_of_memory);
    run->cx.order = order_moves;
    return stacks_begin(&order->cx, run->depth, &order->stacks, &size, error);
}

void order_end(struct run *run)
{
    if (!run->order)
        return;
    free(run->order->stacks);
    free(run->order->child);
    free(run->order->ranked);
    free(run->order);
}
