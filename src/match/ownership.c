#include "match/ownership.h"

#include "game/registry.h"
#include "notation/sgf.h"

#include <stdlib.h>
#include <string.h>

bool ownership(const struct zm_position *p, int pairs, uint64_t seed, double share[])
{
    const struct zm_game *const game = zm_position_game(p);
    const int cells = game->grid.rows * game->grid.columns;
    char cell[OWNERSHIP_CELLS];
    int8_t owner[OWNERSHIP_CELLS];
    struct zm_error ignored;
    if (!game->playout || !game->owners || !game->cells || cells > OWNERSHIP_CELLS)
        return false;
    struct zm_position *const q = zm_position_copy(p, &ignored);
    struct zm_state *const s = aligned_alloc(64, state_stride(game));
    bool good = q && s;
    game->cells(zm_position_state(p), -1, cell);
    for (int i = 0; i < cells; i++)
        share[i] = 0;
    seed |= 1;
    for (int turn = 0; good && turn < 2; turn++) {
        good = !sgf_set_up(q, cell, turn, &ignored);
        for (int i = 0; good && i < pairs; i++) {
            memcpy(s, zm_position_state(q), game->state_size);
            game->playout(s, ZM_PLAYOUT_HEAVY, &seed, NULL, 0);
            game->owners(s, owner);
            for (int k = 0; k < cells; k++)
                share[k] += owner[k] < 0 ? 0 : owner[k] == 0 ? 1.0 : -1.0;
        }
    }
    for (int i = 0; i < cells; i++)
        share[i] /= 2.0 * pairs;
    free(s);
    zm_position_free(q);
    return good;
}

int ownership_chains(const struct zm_grid *grid, const char cell[], int chain[])
{
    const int cells = grid->rows * grid->columns;
    int stack[OWNERSHIP_CELLS], chains = 0;
    for (int i = 0; i < OWNERSHIP_CELLS; i++)
        chain[i] = -1;
    for (int i = 0; i < cells; i++) {
        if (cell[i] == '.' || chain[i] >= 0)
            continue;
        int depth = 0;
        stack[depth++] = i;
        chain[i] = chains;
        while (depth > 0) {
            const int at = stack[--depth], row = at / grid->columns, column = at % grid->columns;
            const int next[] = { row > 0 ? at - grid->columns : -1,
                                 row + 1 < grid->rows ? at + grid->columns : -1,
                                 column > 0 ? at - 1 : -1,
                                 column + 1 < grid->columns ? at + 1 : -1 };
            for (int k = 0; k < 4; k++)
                if (next[k] >= 0 && chain[next[k]] < 0 && cell[next[k]] == cell[i]) {
                    chain[next[k]] = chains;
                    stack[depth++] = next[k];
                }
        }
        chains++;
    }
    return chains;
}

bool ownership_clean(const struct zm_position *p, uint64_t seed, char cell[], char dead[])
{
    const struct zm_game *const game = zm_position_game(p);
    const int cells = game->grid.rows * game->grid.columns;
    double share[OWNERSHIP_CELLS], sum[OWNERSHIP_CELLS] = { 0 };
    int chain[OWNERSHIP_CELLS];
    if (!ownership(p, OWNERSHIP_PAIRS, seed, share))
        return false;
    game->cells(zm_position_state(p), -1, cell);
    ownership_chains(&game->grid, cell, chain);
    for (int i = 0; i < cells; i++)
        if (chain[i] >= 0)
            sum[chain[i]] += cell[i] == 'X' ? share[i] : -share[i];
    for (int i = 0; i < cells; i++) {
        const bool goes = chain[i] >= 0 && sum[chain[i]] < 0;
        if (dead)
            dead[i] = goes ? cell[i] : '.';
        if (goes)
            cell[i] = '.';
    }
    return true;
}

enum ownership_pass ownership_pass(const struct zm_position *p, struct zm_result *result)
{
    const struct zm_game *const game = zm_position_game(p);
    const int turn = zm_position_turn(p);
    struct zm_error ignored;
    char cell[OWNERSHIP_CELLS], word[8] = "";
    const zm_move *list;
    if (!game->playout || !game->owners || turn < 0 || zm_position_plies(p) == 0)
        return PASS_UNCLEAR;
    zm_position_show_played(p, zm_position_plies(p) - 1, word, sizeof word);
    const int n = zm_position_moves(p, &list);
    struct zm_position *const q = strcmp(word, "pass") != 0 ? NULL : zm_position_copy(p, &ignored);
    if (!q)
        return PASS_UNCLEAR;
    const zm_move pass = list[n - 1];
    const bool over = !zm_position_play(q, pass, &ignored) && zm_position_turn(q) == ZM_OVER;
    const int points = over ? zm_position_payoff(q, turn) : 0;
    const bool counts =
        points > 0 && ownership_clean(p, 1, cell, NULL) && !sgf_set_up(q, cell, ZM_OVER, &ignored);
    const bool wins = counts && zm_position_payoff(q, turn) > 0;
    if (wins) {
        *result = (struct zm_result){ .move = pass, .value = points, .exact = true, .length = 1 };
        result->line[0] = pass;
        result->values[turn] = points;
        result->values[1 - turn] = -points;
    }
    zm_position_free(q);
    return wins ? PASS_WINS : counts ? PASS_DECEIVES : PASS_UNCLEAR;
}
