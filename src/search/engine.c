#include "search/engine.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>

/* The parts of one allocation, each aligned for anything. */
struct layout {
    size_t states, moves, ranks, roots, keys, end;
};

static size_t place(size_t *end, size_t count, size_t size)
{
    const size_t at = *end;
    *end += (count * size + 63) & ~(size_t)63;
    return at;
}

/* Every call below another is a ply shallower, but for positions in which a player must
 * answer (each costs a ply less, up to twice the depth of the root) and quiescence. */
static size_t levels_of(const struct zm_game *game, int depth)
{
    return (size_t)depth * (game->forced ? 3 : 1) + (game->loud_moves ? ZM_MAX_PLY : 0) + 4;
}

static struct layout layout_of(const struct zm_game *game, int depth, int played)
{
    struct layout at;
    const size_t levels = levels_of(game, depth), moves = (size_t)game->max_moves;
    size_t end = (sizeof(struct zm_engine) + 63) & ~(size_t)63;
    at.states = place(&end, game->undo && !game->pass ? 2 : 2 * levels, state_stride(game));
    at.moves = place(&end, levels * moves, sizeof(zm_move));
    at.ranks = place(&end, levels * moves, sizeof(int64_t));
    at.roots = place(&end, moves, sizeof(struct zm_root));
    at.keys = place(&end, (size_t)played + levels + ZM_MAX_PLY, sizeof(uint64_t));
    at.end = end;
    return at;
}

size_t engine_size(const struct zm_game *game, int depth, int played)
{
    return layout_of(game, depth, played).end;
}

const char *engine_begin(struct zm_context *cx, const struct zm_table *table, int depth, int played,
                         struct zm_error *error)
{
    const struct layout at = layout_of(cx->game, depth, played);
    unsigned char *const memory = aligned_alloc(64, at.end);
    if (!memory)
        return sentence(error, "out of memory: the search asked for %zu MB", at.end >> 20);
    struct zm_engine *const e = cx->engine = (struct zm_engine *)(void *)memory;
    memset(e, 0, sizeof *e);
    memset(memory + at.states, 0, at.moves - at.states);
    cx->states = memory + at.states;
    cx->moves = (zm_move *)(void *)(memory + at.moves);
    e->rank = (int64_t *)(void *)(memory + at.ranks);
    e->root = (struct zm_root *)(void *)(memory + at.roots);
    e->keys = (uint64_t *)(void *)(memory + at.keys);
    e->table = *table;
    e->parts = ZM_PARTS;
    e->settled = ZM_NOT_SETTLED;
    engine_forget(e);
    return NULL;
}

void engine_end(struct zm_context *cx)
{
    free(cx->engine);
    cx->engine = NULL;
}

void engine_roots(struct zm_engine *e, const zm_move list[], int count)
{
    for (int i = 0; i < count; i++) {
        e->root[i] = (struct zm_root){
            .move = list[i], .value = -ZM_INFINITY, .most = ZM_INFINITY, .length = 1
        };
        e->root[i].line[0] = list[i];
    }
    e->roots = count;
    e->first_root = 0;
}

void engine_forget(struct zm_engine *e)
{
    memset(e->history, 0, sizeof e->history);
    for (int i = 0; i < 2 * ZM_HISTORY; i++)
        e->counter[i] = ZM_NO_MOVE;
    for (int i = 0; i <= ZM_MAX_PLY; i++)
        e->killer[i][0] = e->killer[i][1] = ZM_NO_MOVE;
}

int engine_moves(const struct zm_engine *e, const struct zm_game *game, const struct zm_state *s,
                 zm_move list[])
{
    struct zm_bounds unused = { -game->max_payoff, game->max_payoff };
    return game->insight && (e->parts & ZM_PART_INSIGHT) ? game->insight(s, &unused, list)
                                                         : game->moves(s, list);
}
