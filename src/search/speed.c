#include "search/speed.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "search/engine.h"
#include "search/mcts_tree.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

static const double TABLE_MEGABYTES = 1;
enum { PLIES = 64, TREE_NODES = 1 << 20, POLL_STEP = 1024 };

struct measure {
    struct zm_context cx; /* first: poll() finds the measure by it */
    const struct zm_kernels *kernels;
    const struct zm_state *root;
    struct zm_uct tree;
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
    case SPEED_ALPHABETA:
        engine_roots(cx->engine, cx->moves, cx->game->moves(m->root, cx->moves));
        m->kernels->engine(cx, m->root, depth, -ZM_INFINITY, ZM_INFINITY);
        return (double)(cx->nodes - nodes);
    default:
        m->tree.node[0] = (struct zm_uct_node){ .move = ZM_NO_MOVE };
        m->tree.used = 1;
        m->tree.full = false;
        m->kernels->uct(cx, m->root, 1 << 16);
        return m->tree.node[0].visits;
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

const char *speed_measure(const struct zm_game *game, const struct zm_kernels *kernels,
                          enum speed what, double seconds, double *rate, struct zm_error *error)
{
    struct measure m = {
        .cx = { .game = game, .poll = poll, .seed = 1 },
        .kernels = kernels,
        .tree = { .size = TREE_NODES, .explore = 1.4142135623730951, .roots = roots_table() }
    };
    struct zm_table table = { .entry = NULL };
    void *stacks = NULL;
    size_t size;
    struct zm_position *const p = zm_position_new(game, error);
    struct zm_state *const root = aligned_alloc(64, state_stride(game));
    m.tree.node = malloc(TREE_NODES * sizeof *m.tree.node);
    const char *wrong = p ? NULL : error->text;
    if (wrong)
        goto done;
    if (!root || !m.tree.node) {
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
    m.cx.uct = &m.tree;
    m.deepest = game->max_plies > 0 && game->max_plies < PLIES ? game->max_plies : PLIES;
    m.cx.max_player = game->turn(root);
    run(&m, what, seconds);
    *rate = m.done / m.spent;
done:
    free(stacks);
    free(m.tree.node);
    engine_end(&m.cx);
    table_end(&table);
    free(root);
    zm_position_free(p);
    return wrong;
}
