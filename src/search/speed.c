#include "search/speed.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "search/engine.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

static const double TABLE_MEGABYTES = 1;
enum { PLIES = 64, POLL_STEP = 1024 };

struct measure {
    struct zm_context cx; /* first: poll() finds the measure by it */
    const struct zm_kernels *kernels;
    const struct zm_state *root;
    double deadline, spent;
    double done;
    int deepest;
};

static void poll(struct zm_context *cx)
{
    cx->poll_at = cx->nodes + POLL_STEP;
    cx->stopped = clock_processor() >= ((struct measure *)cx)->deadline;
}

/* One more piece of work; returns how much of it was done. */
static double work(struct measure *m, enum speed what, int round)
{
    struct zm_context *const cx = &m->cx;
    int64_t total[ZM_MAX_PLAYERS] = { 0 };
    const uint64_t nodes = cx->nodes, games = cx->games;
    const int depth = 1 + round % m->deepest;
    switch (what) {
    case SPEED_PLAYOUTS:
        m->kernels->playouts(cx, m->root, UINT64_MAX, total);
        return (double)(cx->games - games);
    case SPEED_PERFT:
        return (double)m->kernels->perft(cx, m->root, depth);
    default:
        engine_roots(cx->engine, cx->moves, cx->game->moves(m->root, cx->moves));
        m->kernels->engine(cx, m->root, depth, -ZM_INFINITY, ZM_INFINITY);
        return (double)(cx->nodes - nodes);
    }
}

static void run(struct measure *m, enum speed what, double seconds)
{
    for (int round = 0; m->spent < seconds; round++) {
        /* A small game is soon searched to its end: begin again, with an empty table. */
        if (round % m->deepest == 0 && m->cx.engine)
            table_clear(&m->cx.engine->table);
        const double begin = clock_processor();
        m->deadline = begin + seconds - m->spent;
        m->cx.poll_at = m->cx.nodes;
        m->cx.stopped = false;
        m->done += work(m, what, round);
        m->spent += clock_processor() - begin;
    }
}

static const char *measure_kernel(const struct zm_game *game, const struct zm_kernels *kernels,
                                  enum speed what, double seconds, double *rate,
                                  struct zm_error *error)
{
    struct measure m = { .cx = { .game = game, .poll = poll, .seed = 1 }, .kernels = kernels };
    struct zm_table table = { .entry = NULL };
    void *stacks = NULL;
    size_t size;
    struct zm_position *const p = zm_position_new(game, error);
    struct zm_state *const root = aligned_alloc(64, state_stride(game));
    const char *wrong = p ? NULL : error->text;
    if (wrong)
        goto done;
    if (!root) {
        wrong = sentence(error, "%s", out_of_memory);
        goto done;
    }
    wrong = table_begin(&table, TABLE_MEGABYTES, error);
    if (!wrong && what == SPEED_ALPHABETA)
        wrong = engine_begin(&m.cx, &table, PLIES, 0, error);
    else if (!wrong)
        wrong = stacks_begin(&m.cx, PLIES, &stacks, &size, error);
    if (wrong)
        goto done;
    memcpy(root, zm_position_state(p), game->state_size);
    m.root = root;
    m.deepest = game->max_plies > 0 && game->max_plies < PLIES ? game->max_plies : PLIES;
    m.cx.max_player = game->turn(root);
    run(&m, what, seconds);
    *rate = m.done / m.spent;
done:
    free(stacks);
    engine_end(&m.cx);
    table_end(&table);
    free(root);
    zm_position_free(p);
    return wrong;
}

/* Monte Carlo searches as anybody runs them, for as long as is measured, beginning anew with an
 * empty tree whenever the start of the game is proven. The first run, which meets memory that
 * nobody has touched yet, is not counted. */
static const char *measure_search(const struct zm_game *game, const struct zm_kernels *kernels,
                                  const char *spec, double seconds, double *rate,
                                  struct zm_error *error)
{
    struct zm_position *const p = zm_position_new(game, error);
    struct zm_search *const search = p ? zm_search_new(game, spec, error) : NULL;
    const char *wrong = search ? NULL : error->text;
    double done = 0, spent = 0;
    uint64_t seed = 1;
    while (!wrong && zm_position_turn(p) == ZM_CHANCE)
        wrong = zm_position_play(p, zm_position_draw(p, &seed), error);
    if (search)
        search->kernels = kernels;
    for (int round = 0; !wrong && spent < seconds; round++) {
        struct zm_result result;
        const struct zm_limits limits = { .seconds = seconds - spent };
        const double begin = clock_processor();
        wrong = zm_search_run(search, p, &limits, &result, error);
        if (round > 0) {
            spent += clock_processor() - begin;
            done += (double)result.leaves;
        }
    }
    *rate = done / spent;
    zm_search_free(search);
    zm_position_free(p);
    return wrong;
}

const char *speed_search(const struct zm_game *game, enum speed what)
{
    if (what == SPEED_UCT)
        return "uct";
    return game->playout ? "mcts:select=ucb1,priors=off,fpu=off,rave=off,cut=off,graph=off,"
                           "reuse=off,playouts=light"
                         : "mcts:select=ucb1,priors=off,fpu=off,rave=off,cut=off,graph=off,"
                           "reuse=off";
}

const char *speed_measure(const struct zm_game *game, const struct zm_kernels *kernels,
                          enum speed what, double seconds, double *rate, struct zm_error *error)
{
    if (what == SPEED_UCT || what == SPEED_MCTS)
        return measure_search(game, kernels, speed_search(game, what), seconds, rate, error);
    return measure_kernel(game, kernels, what, seconds, rate, error);
}

/* ------------------------------------------------------------------ threads -- */

enum { ROUNDS = 3 };

/* Simulations a second by the clock on the wall, from the start of the game and with an empty
 * tree, again and again. */
static const char *by_the_clock(struct zm_search *search, const struct zm_position *p,
                                double seconds, double *rate, struct zm_error *error)
{
    const double begin = clock_now();
    double done = 0, spent = 0;
    while (spent < seconds) {
        struct zm_result result;
        const struct zm_limits limits = { .seconds = seconds - spent };
        if (zm_search_run(search, p, &limits, &result, error))
            return error->text;
        done += (double)result.leaves;
        spent = clock_now() - begin;
    }
    *rate = done / spent > *rate ? done / spent : *rate;
    return NULL;
}

const char *speed_threads(const struct zm_game *game, int threads, double seconds, double *alone,
                          double *together, struct zm_error *error)
{
    char spec[64];
    snprintf(spec, sizeof spec, "mcts:memory=512,reuse=off,threads=%d", threads);
    struct zm_position *const p = zm_position_new(game, error);
    struct zm_search *const one =
        p ? zm_search_new(game, "mcts:memory=512,reuse=off", error) : NULL;
    struct zm_search *const many = one ? zm_search_new(game, spec, error) : NULL;
    const char *wrong = many ? NULL : error->text;
    double cold = 0; /* memory that nobody has touched yet is not counted */
    *alone = *together = 0;
    for (int round = 0; !wrong && round <= ROUNDS; round++) {
        wrong = by_the_clock(one, p, seconds, round ? alone : &cold, error);
        if (!wrong)
            wrong = by_the_clock(many, p, seconds, round ? together : &cold, error);
    }
    zm_search_free(one);
    zm_search_free(many);
    zm_position_free(p);
    return wrong;
}
