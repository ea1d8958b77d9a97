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

/* The terms of the present position in w->term; -1: they are no good. */
static int list_terms(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    walk_try(w, PROMISE_TERMS);
    call_begin(w, "terms", s);
    const int n = game->terms(s, w->term);
    call_end_const(w, "terms", s);
    if (n < 0 || n > game->max_terms) {
        walk_fault(w, PROMISE_TERMS, "terms() lists %d terms; max_terms is %d", n, game->max_terms);
        return -1;
    }
    for (int i = 0; i < n; i++)
        if (w->term[i].index < 0 || w->term[i].index >= game->learned_count) {
            walk_fault(w, PROMISE_TERMS, "term %d has the index %d; there are %d weights", i + 1,
                       (int)w->term[i].index, game->learned_count);
            return -1;
        }
    return n;
}

static void learned(struct walk *w)
{
    const struct zm_game *const game = w->game;
    const long long most = (long long)game->max_payoff * game->unit - 1;
    long long sum = 0;
    if (game->learned_count == 0 || w->turn < 0)
        return;
    const int n = list_terms(w), value = game->evaluate(w->state[NOW], w->turn);
    if (n < 0)
        return;
    walk_try(w, PROMISE_LEARNED);
    for (int i = 0; i < n; i++)
        sum += (long long)game->learned[w->term[i].index] * w->term[i].times;
    sum = sum > most ? most : sum < -most ? -most : sum;
    if (value != sum)
        walk_fault(w, PROMISE_LEARNED, "evaluate() gives %d, the terms add up to %lld", value, sum);
}

void conform_value(struct walk *w)
{
    if (w->turn == ZM_OVER) {
        payoffs(w);
        return;
    }
    evaluations(w);
    learned(w);
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
