/* No allocation per node or per move: a search asks for its memory once, so it asks as
 * often for a long search as for a short one. Counted by standing before malloc() and its
 * kind, which the linker lets us do by --wrap. */
#include "game/registry.h"
#include "search/instances.h"
#include "search/search.h"
#include "tap.h"

#include <stdlib.h>

static unsigned long allocations;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    allocations++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    allocations++;
    return __real_aligned_alloc(alignment, size);
}

static struct zm_error error;

static unsigned long spent(const struct zm_game *game, const char *spec, uint64_t *nodes)
{
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = zm_search_new(game, spec, &error);
    struct zm_result result = { .nodes = 0 };
    const unsigned long before = allocations;
    if (!search || zm_search_run(search, p, NULL, &result, &error))
        printf("# %s: %s\n", spec, error.text);
    const unsigned long used = allocations - before;
    *nodes = result.nodes;
    zm_search_free(search);
    zm_position_free(p);
    return used;
}

static void test_searches(const char *name)
{
    static const char *const pair[][2] = {
        { "minimax:depth=2", "minimax:depth=5" },
        { "alphabeta:depth=2,hash=1", "alphabeta:depth=8,hash=1" },
        { "alphabeta:depth=2,hash=0", "alphabeta:depth=7,hash=0" },
        { "alphabeta:depth=2,form=minmax", "alphabeta:depth=7,form=minmax" },
        { "alphabeta:depth=2,order=best", "alphabeta:depth=5,order=best" },
        { "expectiminimax:depth=2", "expectiminimax:depth=5" },
        { "maxn:depth=2", "maxn:depth=5" },
        { "paranoid:depth=2", "paranoid:depth=6" },
        { "mcts:sims=10,memory=4", "mcts:sims=3000,memory=4" },
    };
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        uint64_t few, many;
        const unsigned long small = spent(game, pair[i][0], &few);
        const unsigned long large = spent(game, pair[i][1], &many);
        OKF(few > 0 && many > 8 * few && small > 0 && small == large,
            "%s %s: %lu allocations for %llu nodes, %lu for %llu", name, pair[i][1], small,
            (unsigned long long)few, large, (unsigned long long)many);
    }
    zm_game_close(game);
}

static void never(struct zm_context *cx)
{
    cx->poll_at = UINT64_MAX;
}

/* The kernels themselves ask for nothing at all. */
static void test_kernels(const char *name)
{
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct zm_kernels *const kernels[] = { game->kernels, &generic_kernels };
    for (int i = 0; i < 2; i++) {
        struct zm_context cx = { .game = game, .poll = never, .seed = 1 };
        void *memory;
        size_t size;
        int64_t total[ZM_MAX_PLAYERS] = { 0 };
        OK(!stacks_begin(&cx, 16, &memory, &size, &error));
        const struct zm_state *const s = zm_position_state(p);
        const unsigned long before = allocations;
        const uint64_t plies = kernels[i]->playouts(&cx, s, 1000, total);
        const uint64_t leaves = kernels[i]->perft(&cx, s, 5);
        OKF(allocations == before && plies > 1000 && leaves > 1000,
            "%s %s: %llu plies and %llu leaves", name, i ? "generic" : "specialised",
            (unsigned long long)plies, (unsigned long long)leaves);
        free(memory);
    }
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_searches("connect4");
    test_searches("tictactoe");
    test_kernels("connect4");
    test_kernels("tictactoe");
    return tap_done();
}
