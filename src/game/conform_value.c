/* conform_value.c -- payoffs, evaluations, and the weights of chance. */
#include "game/conform.h"

static void payoffs(struct walk *w)
{
    const struct zm_game *const game = w->game;
    long long sum = 0;
    walk_try(w, PROMISE_PAYOFF);
    for (int p = 0; p < game->players; p++) {
        const int payoff = call_payoff(w, w->state[NOW], p);
        sum += payoff;
        if (payoff > game->max_payoff || payoff < -game->max_payoff)
            walk_fault(w, PROMISE_PAYOFF, "payoff() gives player %d %d; max_payoff is %d", p,
                       payoff, game->max_payoff);
    }
    if (!(game->flags & ZM_ZERO_SUM))
        return;
    walk_try(w, PROMISE_ZERO_SUM);
    if (sum != 0)
        walk_fault(w, PROMISE_ZERO_SUM, "the payoffs add up to %lld", sum);
}

static void evaluations(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    const long long bound = (long long)game->max_payoff * game->unit;
    int value[ZM_MAX_PLAYERS];
    if (!game->evaluate)
        return;
    walk_try(w, PROMISE_EVALUATE);
    for (int p = 0; p < game->players; p++) {
        call_begin(w, "evaluate", s);
        value[p] = game->evaluate(s, p);
        const int again = game->evaluate(s, p);
        call_end_const(w, "evaluate", s);
        if (value[p] != again)
            walk_fault(w, PROMISE_PURE, "evaluate() answered %d, and %d when asked again", value[p],
                       again);
        if (value[p] >= bound || value[p] <= -bound)
            walk_fault(w, PROMISE_EVALUATE,
                       "evaluate() gives player %d %d; it must be inside %lld to %lld", p, value[p],
                       1 - bound, bound - 1);
    }
    if (game->players != 2 || !(game->flags & ZM_ZERO_SUM))
        return;
    walk_try(w, PROMISE_EVALUATE_SUM);
    if ((long long)value[0] + value[1] != 0)
        walk_fault(w, PROMISE_EVALUATE_SUM, "evaluate() gives player 0 %d and player 1 %d",
                   value[0], value[1]);
}

void conform_value(struct walk *w)
{
    if (w->turn == ZM_OVER)
        payoffs(w);
    else
        evaluations(w);
}

/* weights() is asked twice, over different bytes: what it did not write shows. */
void conform_chance(struct walk *w)
{
    enum { BEHIND = 16 };
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    const size_t room = ((size_t)w->count + BEHIND) * sizeof *w->weight;
    uint64_t sum = 0;
    walk_try(w, PROMISE_WEIGHTS);
    memset(w->weight, 0x11, room);
    memset(w->weight_again, 0x22, room);
    call_begin(w, "weights", s);
    game->weights(s, w->weight);
    game->weights(s, w->weight_again);
    call_end_const(w, "weights", s);
    for (int i = 0; i < w->count; i++) {
        sum += w->weight[i];
        if (w->weight[i] != w->weight_again[i]) {
            walk_fault(w, PROMISE_WEIGHTS,
                       "weights() does not write the weight of outcome %d of %d", i + 1, w->count);
            return;
        }
        if (w->weight[i] == 0)
            walk_fault(w, PROMISE_WEIGHTS, "outcome %d of %d has weight 0", i + 1, w->count);
    }
    if (sum > UINT32_MAX)
        walk_fault(w, PROMISE_WEIGHTS, "the weights add up to %llu, which does not fit in 32 bits",
                   (unsigned long long)sum);
    if (w->weight[w->count] != 0x11111111 || w->weight_again[w->count] != 0x22222222)
        walk_fault(w, PROMISE_WEIGHTS, "weights() writes more weights than there are outcomes (%d)",
                   w->count);
}
