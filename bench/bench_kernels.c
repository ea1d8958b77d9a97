/* bench_kernels.c -- runs one workload on Connect Four in one variant, so that a tool can
 * count its instructions:
 *
 *     bench_kernels WORKLOAD SIZE generic|specialised|handwritten|PLUGIN.so
 *
 * and prints "nodes value". All variants of a workload must print the same: they do the
 * same search. The workload "none" does nothing: what it costs is to be subtracted. */
#include "handwritten_connect4.h"

#include "search/engine.h"
#include "search/instances.h"

#include <stdlib.h>
#include <string.h>

enum { TABLE_MEGABYTES = 1, POLL_STEP = 65536, SEED = 12345 };

/* A poll that never stops, at about the pace of a real one. */
static void poll(struct zm_context *cx)
{
    cx->poll_at = cx->nodes + POLL_STEP;
}

static void hand_poll(struct hand *h)
{
    h->poll_at = h->nodes + POLL_STEP;
}

struct job {
    const char *workload;
    long size;
    const struct zm_kernels *kernels;
    struct zm_context *cx;
    const struct zm_state *root;
    struct hand *hand;
    int64_t total[ZM_MAX_PLAYERS];
    long long value;
};

static bool is(const struct job *job, const char *workload)
{
    return !strcmp(job->workload, workload);
}

static bool run_hand(struct job *job)
{
    struct hand *const h = job->hand;
    const int depth = (int)job->size;
    if (is(job, "perft"))
        job->value = (long long)hand_perft(h, depth);
    else if (is(job, "negamax"))
        job->value = hand_negamax(h, depth);
    else if (is(job, "engine"))
        job->value = hand_engine(h, depth);
    else if (is(job, "playouts"))
        hand_playouts(h, (uint64_t)job->size, job->total);
    else
        return is(job, "none");
    return true;
}

/* Without what only the game knows: the hand-written search does not know it either. */
static int run_engine(struct job *job, int depth)
{
    struct zm_context *const cx = job->cx;
    cx->engine->parts &= ~(unsigned)(ZM_PART_INSIGHT | ZM_PART_ORDER);
    engine_roots(cx->engine, cx->moves, cx->game->moves(job->root, cx->moves));
    return job->kernels->engine(cx, job->root, depth, -ZM_INFINITY, ZM_INFINITY);
}

static bool run_kernel(struct job *job)
{
    const struct zm_kernels *const k = job->kernels;
    const int depth = (int)job->size;
    if (is(job, "perft"))
        job->value = (long long)k->perft(job->cx, job->root, depth);
    else if (is(job, "negamax"))
        job->value = k->negamax(job->cx, job->root, depth, -ZM_INFINITY, ZM_INFINITY);
    else if (is(job, "engine"))
        job->value = run_engine(job, depth);
    else if (is(job, "playouts"))
        k->playouts(job->cx, job->root, (uint64_t)job->size, job->total);
    else
        return is(job, "none");
    return true;
}

static int fail(const char *why)
{
    fprintf(stderr, "bench_kernels: %s\n", why);
    return 2;
}

int main(int argc, char *argv[])
{
    struct zm_error error;
    if (argc != 4)
        return fail("expected WORKLOAD SIZE generic|specialised|handwritten|PLUGIN.so");
    const char *const variant = argv[3];
    const bool plugin = strchr(variant, '/');
    const bool hand = !strcmp(variant, "handwritten"), generic = !strcmp(variant, "generic");
    if (!plugin && !hand && !generic && strcmp(variant, "specialised") != 0)
        return fail("there is no such variant");
    const struct zm_game *const game = zm_game_open(plugin ? variant : "connect4", NULL, &error);
    if (!game)
        return fail(error.text);
    struct zm_position *const p = zm_position_new(game, &error);
    static struct hand_engine engine;
    struct zm_table table;
    struct zm_context cx = { .game = game, .poll = poll, .seed = SEED };
    if (!p || table_begin(&table, TABLE_MEGABYTES, &error) ||
        engine_begin(&cx, &table, 64, 0, &error))
        return fail("out of memory");
    engine.table = (struct hand_entry *)(void *)table.entry;
    engine.table_bits = table.bits;
    struct hand h = { .poll = hand_poll, .seed = SEED, .engine = &engine };
    struct job job = { .workload = argv[1],
                       .size = strtol(argv[2], NULL, 10),
                       .kernels = hand      ? NULL
                                  : generic ? &generic_kernels
                                            : game->kernels,
                       .cx = &cx,
                       .root = zm_position_state(p),
                       .hand = &h };
    if (!(hand ? run_hand : run_kernel)(&job))
        return fail("there is no such workload");
    printf("%llu %lld\n", (unsigned long long)(hand ? h.nodes : cx.nodes),
           job.value + job.total[0]);
    engine_end(&cx);
    table_end(&table);
    zm_position_free(p);
    zm_game_close(game);
    return 0;
}
