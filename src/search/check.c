/* check.c -- zm_check(): the conformance walk, and the kernels compiled for the game
 * against the generic ones, which must agree to the last node. */
#include "game/conform.h"
#include "game/registry.h"
#include "search/engine.h"
#include "search/instances.h"
#include "search/threats.h"

#include "base/sentence.h"

#include <stdlib.h>

/* A comparison is broken off after so many nodes, so that it ends in any game. */
enum {
    MOST_NODES = 5000,
    DEPTH = 5,
    PROOF_BITS = 8,
    THREAT_BITS = 8,
    GAMES = 10,
    POSITIONS = 64,
    PLIES = 10
};

static const double TABLE_MEGABYTES = 0.016;

struct kernel_run {
    struct walk *walk;
    struct zm_state *root;
    struct zm_table table;
    struct zm_proof *proofs;
    struct zm_context start;  /* a context with its memory, before a run */
    struct zm_context exact;  /* ... the same for the kernel exact       */
    struct zm_context engine; /* ... and for the kernel engine           */
    int player;
};

/* What a kernel computed and how. */
struct outcome {
    double value[ZM_MAX_PLAYERS];
    uint64_t nodes, leaves, games;
    zm_move best;
    bool stopped;
};

static void stop(struct zm_context *cx)
{
    cx->stopped = true;
    cx->poll_at = UINT64_MAX;
}

static struct zm_context begin(struct kernel_run *r)
{
    struct zm_context cx = r->start;
    cx.max_player = r->player;
    memcpy(r->root, r->walk->state[NOW], r->walk->game->state_size);
    table_clear(&r->table);
    memset(r->proofs, 0, ZM_PROOFS * sizeof *r->proofs << PROOF_BITS);
    return cx;
}

static void end(const struct zm_context *cx, struct outcome *o)
{
    o->nodes = cx->nodes;
    o->leaves = cx->leaves;
    o->games = cx->games;
    o->best = cx->best;
    o->stopped = cx->stopped;
}

typedef void kernel_fn(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o);

static void run_perft(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    cx.poll_at = 1 + 4 * MOST_NODES / (uint64_t)cx.game->max_moves; /* it counts no leaves */
    o->value[0] = (double)k->perft(&cx, r->root, DEPTH);
    end(&cx, o);
}

static void run_playouts(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    int64_t total[ZM_MAX_PLAYERS] = { 0 };
    const uint64_t plies = k->playouts(&cx, r->root, GAMES, total);
    for (int p = 0; p < ZM_MAX_PLAYERS; p++)
        o->value[p] = (double)total[p];
    end(&cx, o);
    o->nodes += plies;
}

static void run_minimax(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    o->value[0] = k->minimax(&cx, r->root, DEPTH);
    end(&cx, o);
}

static void run_alphabeta(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    o->value[0] = k->alphabeta(&cx, r->root, DEPTH, -ZM_INFINITY, ZM_INFINITY);
    end(&cx, o);
}

static void run_negamax(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    o->value[0] = k->negamax(&cx, r->root, DEPTH, -ZM_INFINITY, ZM_INFINITY);
    end(&cx, o);
}

static void run_engine(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    begin(r);
    struct zm_context cx = r->engine;
    engine_forget(cx.engine);
    engine_roots(cx.engine, cx.moves, cx.game->moves(r->root, cx.moves));
    o->value[0] = k->engine(&cx, r->root, DEPTH, -ZM_INFINITY, ZM_INFINITY);
    end(&cx, o);
}

static void run_exact(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    begin(r);
    struct zm_context cx = r->exact;
    memset(cx.finish_memory, 0, (size_t)cx.game->finish_memory);
    o->value[0] = k->exact(&cx, r->root, DEPTH, 1);
    end(&cx, o);
}

static void run_threats(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    memset(cx.threats, 0, sizeof *cx.threats << THREAT_BITS);
    o->value[0] = k->threats(&cx, r->root, DEPTH, 2);
    end(&cx, o);
}

static void run_expectiminimax(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    o->value[0] = k->expectiminimax(&cx, r->root, DEPTH);
    end(&cx, o);
}

static void run_star(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    const double most = (double)cx.game->max_payoff * cx.game->unit;
    cx.probing = true;
    o->value[0] = k->star(&cx, r->root, DEPTH, -most, most);
    end(&cx, o);
}

static void run_maxn(struct kernel_run *r, const struct zm_kernels *k, struct outcome *o)
{
    struct zm_context cx = begin(r);
    k->maxn(&cx, r->root, DEPTH, o->value);
    end(&cx, o);
}

static bool any_game(const struct zm_game *game)
{
    (void)game;
    return true;
}

static bool chance_for_two(const struct zm_game *game)
{
    return game->players <= 2 && (game->players == 1 || (game->flags & ZM_ZERO_SUM));
}

static bool certain_for_two(const struct zm_game *game)
{
    return chance_for_two(game) && !(game->flags & ZM_HAS_CHANCE);
}

/* The kernels and the kind of game that each can bear. */
static const struct {
    const char *name;
    size_t offset;
    kernel_fn *run;
    bool (*fits)(const struct zm_game *game);
} kernel[] = {
    { "perft", offsetof(struct zm_kernels, perft), run_perft, any_game },
    { "playouts", offsetof(struct zm_kernels, playouts), run_playouts, any_game },
    { "minimax", offsetof(struct zm_kernels, minimax), run_minimax, certain_for_two },
    { "alphabeta", offsetof(struct zm_kernels, alphabeta), run_alphabeta, certain_for_two },
    { "negamax", offsetof(struct zm_kernels, negamax), run_negamax, certain_for_two },
    { "engine", offsetof(struct zm_kernels, engine), run_engine, certain_for_two },
    { "exact", offsetof(struct zm_kernels, exact), run_exact, certain_for_two },
    { "expectiminimax", offsetof(struct zm_kernels, expectiminimax), run_expectiminimax,
      chance_for_two },
    { "star", offsetof(struct zm_kernels, star), run_star, chance_for_two },
    { "maxn", offsetof(struct zm_kernels, maxn), run_maxn, any_game },
    { "threats", offsetof(struct zm_kernels, threats), run_threats, threats_possible },
};
enum { KERNELS = sizeof kernel / sizeof *kernel };

static bool same(const struct outcome *a, const struct outcome *b, int players)
{
    for (int p = 0; p < players; p++)
        if (!a->stopped && a->value[p] != b->value[p])
            return false;
    return a->nodes == b->nodes && a->leaves == b->leaves && a->games == b->games &&
           a->stopped == b->stopped && (a->stopped || a->best == b->best);
}

static void compare(struct kernel_run *r)
{
    struct walk *const w = r->walk;
    const struct zm_kernels *const own = w->game->kernels;
    for (int i = 0; i < KERNELS && !walk_late(w); i++) {
        struct outcome o = { 0 }, general = { 0 };
        if (!kernel[i].fits(w->game) || kernel[i].offset + sizeof(void (*)(void)) > own->size)
            continue;
        walk_try(w, PROMISE_KERNELS);
        call_begin(w, kernel[i].name, r->root);
        kernel[i].run(r, own, &o);
        kernel[i].run(r, &generic_kernels, &general);
        w->check->calling[0] = '\0';
        if (!same(&o, &general, w->game->players))
            walk_fault(w, PROMISE_KERNELS,
                       "%s compiled for the game: value %g, %llu nodes; in general: value %g, %llu "
                       "nodes",
                       kernel[i].name, o.value[0], (unsigned long long)o.nodes, general.value[0],
                       (unsigned long long)general.nodes);
    }
}

/* Compare at the start and after some random moves. */
static const char *compare_kernels(struct walk *w, struct zm_error *error)
{
    const struct zm_game *const game = w->game;
    void *memory = NULL, *branches = NULL;
    size_t size;
    struct kernel_run r = { .walk = w };
    r.start = (struct zm_context){ .game = game,
                                   .poll = stop,
                                   .poll_at = MOST_NODES,
                                   .seed = 1,
                                   .threat_bits = THREAT_BITS,
                                   .proof_bits = PROOF_BITS };
    const char *wrong = stacks_begin(&r.start, DEPTH + 2, &memory, &size, error);
    r.root = aligned_alloc(64, state_stride(game));
    r.start.proofs = r.proofs = calloc(ZM_PROOFS << PROOF_BITS, sizeof *r.proofs);
    r.start.threats = calloc((size_t)1 << THREAT_BITS, sizeof *r.start.threats);
    r.start.probes = malloc((DEPTH + 2) * (size_t)game->max_moves * sizeof *r.start.probes);
    r.exact = r.engine = r.start;
    r.exact.proofs_left = UINT64_MAX;
    if (!wrong)
        wrong = branches_begin(&r.exact, DEPTH + 2, &branches, &size, error);
    if (!wrong)
        wrong = table_begin(&r.table, TABLE_MEGABYTES, error);
    if (!wrong)
        wrong = engine_begin(&r.engine, &r.table, DEPTH + 2, 0, error);
    if (!wrong && (!r.root || !r.proofs || !r.start.threats || !r.start.probes))
        wrong = sentence(error, "%s", out_of_memory);
    for (int i = 0; i < POSITIONS && !wrong && !walk_late(w); i++) {
        walk_lead(w, i == 0 ? 0 : (int)walk_choose(w, PLIES));
        r.player = w->turn < 0 ? 0 : w->turn;
        if (!w->broken && w->turn != ZM_OVER)
            compare(&r);
    }
    free(r.root);
    engine_end(&r.engine);
    table_end(&r.table);
    free(r.proofs);
    free(r.start.threats);
    free(r.start.probes);
    free(memory);
    free(branches);
    return wrong;
}

const char *zm_check(const struct zm_game *game, struct zm_check *check, struct zm_error *error)
{
    struct walk w;
    const char *wrong = walk_init(&w, game, check, error);
    if (wrong)
        return wrong;
    walk_all(&w);
    /* The kernels trust the game: they are run only if nothing speaks against it. */
    if (check->faults == 0 && game->kernels && game->kernels->size)
        wrong = compare_kernels(&w, error);
    walk_try(&w, PROMISE_CRASH);
    check->done = !wrong;
    walk_release(&w);
    return wrong;
}
