/* conform_exact.c -- what a game claims to know for sure, insight(), solve_key() and finish(),
 * against plain minimax wherever the end of the game is near enough. */
#include "base/numbers.h"
#include "game/conform.h"
#include "game/registry.h"

#include <stdlib.h>

enum { MOST_NODES = 4000, DEEPEST = 24, MOST_VALUES = 1 << 20 };

struct values {
    struct numbers number; /* of each solve_key() ...                      */
    int *value;            /* ... the value of the first position with it  */
    uint32_t room;
    unsigned char *states; /* DEEPEST states of the lines looked at        */
    zm_move *lists;        /* ... and their moves                          */
    void *finish_memory;   /* as finish() left it                          */
    int nodes;
};

static bool claims_to_know(const struct zm_game *game)
{
    return game->insight || game->solve_key || game->finish;
}

struct values *values_new(const struct zm_game *game)
{
    struct values *const v = calloc(1, sizeof *v);
    if (!v || !claims_to_know(game))
        return v;
    const size_t memory = ((size_t)game->finish_memory + 63) & ~(size_t)63;
    v->states = aligned_alloc(64, (DEEPEST + 1) * state_stride(game));
    v->lists = malloc((DEEPEST + 1) * (size_t)game->max_moves * sizeof *v->lists);
    v->finish_memory = memory ? aligned_alloc(64, memory) : NULL;
    if (!v->states || !v->lists || (memory && !v->finish_memory)) {
        values_free(v);
        return NULL;
    }
    if (memory)
        memset(v->finish_memory, 0, memory);
    memset(v->states, 0, (DEEPEST + 1) * state_stride(game));
    return v;
}

void values_free(struct values *v)
{
    if (!v)
        return;
    numbers_release(&v->number);
    free(v->value);
    free(v->states);
    free(v->lists);
    free(v->finish_memory);
    free(v);
}

static uint64_t call_solve_key(struct walk *w, const struct zm_state *s)
{
    const uint64_t key = w->game->solve_key(s);
    if (key != w->game->solve_key(s))
        walk_fault(w, PROMISE_PURE, "solve_key() gave another number when asked again");
    return key;
}

/* A position with this key and value was met: an earlier one must have had the same. */
static void compare_by_key(struct walk *w, const struct zm_state *s, int value)
{
    struct values *const v = w->values;
    uint32_t k;
    bool added;
    if (!w->game->solve_key || v->number.count >= MOST_VALUES)
        return;
    walk_try(w, PROMISE_SOLVE_KEY);
    if (!numbers_add(&v->number, call_solve_key(w, s), &k, &added))
        return;
    if (k >= v->room) {
        const uint32_t room = v->room ? 2 * v->room : 1024;
        int *const larger = realloc(v->value, room * sizeof *larger);
        if (!larger)
            return;
        v->value = larger;
        v->room = room;
    }
    if (added)
        v->value[k] = value;
    else if (v->value[k] != value)
        walk_fault(w, PROMISE_SOLVE_KEY,
                   "a position in reach has the value %d, and an earlier one with the same "
                   "solve_key() %d",
                   value, v->value[k]);
}

/* The value of s for who moves there, by minimax, if `known`. */
static int minimax(struct walk *w, const struct zm_state *s, int depth, bool *known)
{
    const struct zm_game *const game = w->game;
    struct values *const v = w->values;
    struct zm_state *const child =
        (struct zm_state *)(void *)(v->states + (size_t)depth * state_stride(game));
    zm_move *const list = v->lists + (size_t)depth * (size_t)game->max_moves;
    const int me = game->turn(s), n = game->moves(s, list);
    int best = -game->max_payoff;
    for (int i = 0; i < n && *known; i++) {
        memcpy(child, s, game->state_size);
        game->play(child, list[i]);
        const int next = game->turn(child);
        if (++v->nodes > MOST_NODES || depth == DEEPEST)
            *known = false;
        else {
            const int value = next == ZM_OVER ? game->payoff(child, me)
                              : next == me    ? minimax(w, child, depth + 1, known)
                                              : -minimax(w, child, depth + 1, known);
            best = value > best ? value : best;
        }
    }
    if (*known)
        compare_by_key(w, s, best);
    return best;
}

/* The value of NOW for who moves there. */
static bool value_of(struct walk *w, int *value)
{
    bool known = true;
    w->values->nodes = 0;
    call_begin(w, "solve_key", w->state[NOW]);
    *value = minimax(w, w->state[NOW], 0, &known);
    call_end_const(w, "solve_key", w->state[NOW]);
    return known;
}

/* ... by one of its moves. */
static int value_by(struct walk *w, zm_move m)
{
    bool known = true;
    struct zm_state *const child = w->state[CHILD];
    state_copy(w, CHILD, NOW);
    call_play(w, child, m);
    const int next = call_turn(w, child);
    w->values->nodes = 0;
    return next == ZM_OVER   ? call_payoff(w, child, w->turn)
           : next == w->turn ? minimax(w, child, 0, &known)
                             : -minimax(w, child, 0, &known);
}

static bool is_move(const struct walk *w, zm_move m)
{
    for (int i = 0; i < w->count; i++)
        if (w->list[i] == m)
            return true;
    return false;
}

/* The list that insight() wrote into w->again; false: it cannot be used. */
static bool sound_list(struct walk *w, const struct zm_bounds *b, int n)
{
    const int most = w->game->max_payoff;
    walk_try(w, PROMISE_INSIGHT);
    if (b->low < -most || b->high > most || b->low > b->high) {
        walk_fault(w, PROMISE_INSIGHT,
                   "insight() gives the bounds %d to %d; payoffs lie in %d to %d", b->low, b->high,
                   -most, most);
        return false;
    }
    if (n < 0 || n > w->count || (n == 0 && b->low != b->high)) {
        walk_fault(w, PROMISE_INSIGHT, "insight() lists %d of %d moves for a value of %d to %d", n,
                   w->count, b->low, b->high);
        return false;
    }
    for (int i = 0; i < n; i++) {
        bool twice = false;
        for (int j = 0; j < i; j++)
            twice |= w->again[j] == w->again[i];
        if (twice || !is_move(w, w->again[i])) {
            walk_fault(w, PROMISE_INSIGHT, "insight() lists the number %llu, %s",
                       (unsigned long long)w->again[i],
                       twice ? "and lists it again" : "moves() does not");
            return false;
        }
    }
    return true;
}

static void true_bounds(struct walk *w, const struct zm_bounds *b, int n, int value)
{
    walk_try(w, PROMISE_INSIGHT_TRUE);
    if (value < b->low || value > b->high) {
        walk_fault(w, PROMISE_INSIGHT_TRUE, "the value is %d; insight() says %d to %d", value,
                   b->low, b->high);
        return;
    }
    int best = b->low;
    for (int i = 0; i < n && b->low < b->high; i++) {
        const int by = value_by(w, w->again[i]);
        best = by > best ? by : best;
    }
    if (best != value && b->low < b->high)
        walk_fault(w, PROMISE_INSIGHT_TRUE,
                   "the value is %d, but the moves that insight() lists give %d", value, best);
}

/* Is what finish() answers to low .. high true of the value? Outside of the window it is only
 * to be a bound. */
static void true_finish(struct walk *w, int value, int low, int high, void *memory)
{
    const struct zm_game *const game = w->game;
    const struct zm_bounds window = { low, high };
    uint64_t nodes = 0;
    int answer = 0;
    if (low < -game->max_payoff || high > game->max_payoff)
        return;
    call_begin(w, "finish", w->state[NOW]);
    const bool known = game->finish(w->state[NOW], &window, &answer, &nodes, memory);
    call_end_const(w, "finish", w->state[NOW]);
    if (!known)
        return;
    walk_try(w, PROMISE_FINISH);
    const bool right = answer <= low    ? value <= answer
                       : answer >= high ? value >= answer
                                        : value == answer;
    if (!right)
        walk_fault(w, PROMISE_FINISH, "the value is %d; finish() asked for %d to %d says %d", value,
                   low, high, answer);
}

static void check_finish(struct walk *w, int value)
{
    const int most = w->game->max_payoff;
    void *const memory[] = { NULL, w->values->finish_memory };
    for (int i = 0; i < 2; i++) {
        true_finish(w, value, value - 1, value, memory[i]);
        true_finish(w, value, value, value + 1, memory[i]);
        true_finish(w, value, -most, most, memory[i]);
    }
}

void conform_exact(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    if (!claims_to_know(game) || w->turn < 0)
        return;
    struct zm_bounds b = { -game->max_payoff, game->max_payoff };
    int n = 0, value;
    bool usable = false;
    if (game->order) {
        call_begin(w, "order", s);
        const int order = game->order(s), again = game->order(s);
        if (order != again)
            walk_fault(w, PROMISE_PURE, "order() gave another number when asked again");
        call_end_const(w, "order", s);
    }
    if (game->insight) {
        call_begin(w, "insight", s);
        n = game->insight(s, &b, w->again);
        call_end_const(w, "insight", s);
        usable = sound_list(w, &b, n);
    }
    if (!value_of(w, &value))
        return;
    if (usable)
        true_bounds(w, &b, n, value);
    if (game->finish)
        check_finish(w, value);
}
