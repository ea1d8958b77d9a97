/* gomoku_problems.h -- for tests and the program that makes problems: asking the library for
 * a win by force. */
#ifndef GOMOKU_PROBLEMS_H
#define GOMOKU_PROBLEMS_H

#include "game/registry.h"
#include "search/threats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Look for a win by force in p: by fours alone (width 1) or by open threes as well (2). The
 * stacks of the search are made for it and freed. */
static inline struct threats_win win_by_force(const struct zm_position *p, int width, int plies,
                                              uint64_t nodes, bool *finished)
{
    const struct zm_game *const game = zm_position_game(p);
    struct zm_error error;
    struct zm_search search = { .game = game };
    struct run run = { .search = &search, .turn = zm_position_turn(p) };
    struct threats_win win = { .width = 0 };
    const struct threats_limits limits = { .width = width, .plies = plies, .nodes = nodes };
    struct zm_state *const root = aligned_alloc(64, state_stride(game));
    run.cx = (struct zm_context){ .game = game, .poll = run_poll };
    run_limits(&run, NULL);
    if (!root || stacks_begin(&run.cx, run.depth, &run.memory, &run.memory_size, &error)) {
        printf("Bail out! out of memory\n");
        exit(1);
    }
    memcpy(root, zm_position_state(p), game->state_size);
    if (threats_search(&run, root, &limits, &win, finished, &error)) {
        printf("Bail out! %s\n", error.text);
        exit(1);
    }
    free(run.memory);
    free(root);
    return win;
}

#endif
