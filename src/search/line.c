/* line.c -- the principal variation of searches that keep no table: the best move is
 * played and the search run again from there, and so on. Each step costs about one
 * branching factor less than the one before; the line ends early where they cost more
 * together than the search itself did. */
#include "game/registry.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

void line_by_searching(struct run *run, struct zm_result *result, int depth, line_fn *best)
{
    const struct zm_game *const game = run->search->game;
    struct zm_context *const cx = &run->cx;
    struct zm_state *const s = aligned_alloc(64, state_stride(game));
    result->line[0] = result->move;
    result->length = 1;
    if (!s || cx->stopped || run->search->watch) {
        free(s);
        return;
    }
    const uint64_t spent = cx->nodes + 1000;
    run->node_limit = cx->nodes + spent;
    cx->poll_at = cx->nodes;
    memcpy(s, run->root, game->state_size);
    while (result->length < ZM_MAX_LINE && result->length < depth) {
        game->play(s, result->line[result->length - 1]);
        if (game->turn(s) < 0)
            break;
        best(run, s, depth - result->length);
        if (cx->stopped)
            break;
        result->line[result->length++] = cx->best;
    }
    free(s);
}
