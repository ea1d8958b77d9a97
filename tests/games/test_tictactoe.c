/* The lecture's evaluation of tic-tac-toe, in all 5,478 positions, against a count that
 * reads the board as text and tries every line cell by cell. */
#include "game/states.h"
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <zermelo/zermelo.h>

/* Lines without a mark of `enemy`. */
static int open_lines(const char board[9], char enemy)
{
    static const char *const line[] = { "012", "345", "678", "036", "147", "258", "048", "246" };
    int count = 0;
    for (int i = 0; i < 8; i++) {
        int blocked = 0;
        for (int k = 0; k < 3; k++)
            blocked += board[line[i][k] - '0'] == enemy;
        count += blocked == 0;
    }
    return count;
}

/* A playout is what moves() and chance would play, to the last draw. */
static int differs(const struct zm_game *game, const struct zm_state *from, uint64_t seed)
{
    struct zm_state *const fast = aligned_alloc(64, 64), *const slow = aligned_alloc(64, 64);
    uint64_t fast_seed = seed, slow_seed = seed;
    zm_move line[9], list[9];
    int plies = 0, wrong = 0;
    memcpy(fast, from, game->state_size);
    memcpy(slow, from, game->state_size);
    const int count = game->playout(fast, ZM_PLAYOUT_LIGHT, &fast_seed, line, 9);
    for (; game->turn(slow) != ZM_OVER; plies++) {
        const int n = game->moves(slow, list);
        const zm_move m = list[zm_random(&slow_seed, (uint32_t)n)];
        wrong += plies >= count || line[plies] != m;
        game->play(slow, m);
    }
    wrong += plies != count || fast_seed != slow_seed || memcmp(fast, slow, game->state_size) != 0;
    free(fast);
    free(slow);
    return wrong;
}

int main(void)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct states set;
    struct zm_state *const s = aligned_alloc(64, 64);
    uint32_t number;
    bool added;
    int wrong = 0;
    OK(game->state_size <= 64 && !states_init(&set, game, &error));
    states_add(&set, zm_position_state(p), &number, &added, &error);
    for (uint32_t n = 0; n < set.count; n++) {
        char board[9];
        zm_move list[9];
        states_get(&set, n, s);
        game->cells(s, -1, board);
        const int lead = open_lines(board, 'O') - open_lines(board, 'X');
        wrong += game->evaluate(s, 0) != lead || game->evaluate(s, 1) != -lead;
        wrong += abs(lead) >= game->max_payoff * game->unit;
        for (uint64_t seed = 1; seed <= 5; seed++)
            wrong += differs(game, s, zm_mix(seed * 10000 + n) | 1);
        const int count = game->turn(s) == ZM_OVER ? 0 : game->moves(s, list);
        for (int i = 0; i < count; i++) {
            states_get(&set, n, s);
            game->play(s, list[i]);
            states_add(&set, s, &number, &added, &error);
        }
    }
    EQ(set.count, 5478);
    EQ(wrong, 0);

    OK(!zm_position_read(p, ".O./.X./...", &error));
    EQ(game->evaluate(zm_position_state(p), 0), 6 - 4);
    EQ(game->evaluate(zm_position_state(p), 1), 4 - 6);
    states_release(&set);
    free(s);
    zm_position_free(p);
    zm_game_close(game);
    return tap_done();
}
