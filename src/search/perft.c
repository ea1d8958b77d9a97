#include "search/perft.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "game/states.h"
#include "search/instances.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

struct counting {
    struct zm_context cx; /* first: look() finds the rest by it */
    const atomic_bool *stop;
};

enum { LOOK_STEP = 1 << 8 };

static void look(struct zm_context *cx)
{
    const struct counting *const counting = (struct counting *)cx;
    cx->stopped = atomic_load_explicit(counting->stop, memory_order_relaxed);
    cx->poll_at = cx->stopped ? UINT64_MAX : cx->nodes + LOOK_STEP;
}

const char *perft(const struct zm_position *p, int depth, struct perft_result *result,
                  struct zm_error *error)
{
    static const atomic_bool never;
    return perft_until(p, depth, &never, result, error);
}

const char *perft_until(const struct zm_position *p, int depth, const atomic_bool *stop,
                        struct perft_result *result, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    struct counting counting = { .cx = { .game = game, .poll = look }, .stop = stop };
    struct zm_context *const cx = &counting.cx;
    void *memory;
    size_t size;
    *result = (struct perft_result){ 0, 0 };
    if (zm_position_turn(p) == ZM_OVER)
        return NULL;
    if (stacks_begin(cx, depth, &memory, &size, error))
        return error->text;
    struct zm_state *const root = aligned_alloc(64, state_stride(game));
    const char *wrong = root ? NULL : sentence(error, "%s", out_of_memory);
    if (root) {
        const struct zm_kernels *const own = game->kernels;
        memcpy(root, zm_position_state(p), game->state_size);
        result->leaves = (own && own->size ? own : &generic_kernels)->perft(cx, root, depth);
        result->games = cx->games;
    }
    free(root);
    free(memory);
    return wrong;
}

const char *perft_unique(const struct zm_position *p, int depth, struct perft_result *result,
                         struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    struct states set;
    const size_t stride = state_stride(game);
    zm_move *const list = malloc((size_t)game->max_moves * sizeof *list);
    unsigned char *const memory = aligned_alloc(64, 2 * stride);
    uint32_t number;
    bool added;
    *result = (struct perft_result){ 0, 0 };
    const char *wrong = states_init(&set, game, error);
    if (!list || !memory) {
        wrong = sentence(error, "%s", out_of_memory);
        goto done;
    }
    struct zm_state *const s = (struct zm_state *)memory;
    struct zm_state *const child = (struct zm_state *)(memory + stride);
    if (!wrong)
        wrong = states_add(&set, zm_position_state(p), &number, &added, error);
    /* Breadth first: what a depth added is what the next one goes on from. */
    for (uint32_t from = 0, d = 0; !wrong && d < (uint32_t)depth && from < set.count; d++) {
        const uint32_t to = set.count;
        for (; from < to && !wrong; from++) {
            states_get(&set, from, s);
            const int n = game->turn(s) == ZM_OVER ? 0 : game->moves(s, list);
            for (int i = 0; i < n && !wrong; i++) {
                memcpy(child, s, game->state_size);
                game->play(child, list[i]);
                wrong = states_add(&set, child, &number, &added, error);
            }
        }
    }
    result->leaves = set.count;
    for (uint32_t i = 0; !wrong && i < set.count; i++) {
        states_get(&set, i, s);
        result->games += game->turn(s) == ZM_OVER;
    }
done:
    states_release(&set);
    free(memory);
    free(list);
    return wrong;
}
