/* mnk: what takes seconds and not more. On 3 x 4 cells, three in a row, three players; and
 * for two players the boards whose winner is known. */
#include "game/states.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

/* Paranoid values by looking at all positions, written differently from the searches: what
 * `seat` gets at least if both others play against it. Positions are valued from the last
 * one found back to the first: each move adds a mark, so children are found later. */
static int paranoid(const struct zm_game *game, const struct states *set, int seat)
{
    int8_t *const value = malloc(set->count);
    struct zm_state *const s = aligned_alloc(64, 192), *const child = aligned_alloc(64, 192);
    zm_move list[12];
    struct zm_error error;
    for (uint32_t n = set->count; n-- > 0;) {
        states_get(set, n, s);
        if (game->turn(s) == ZM_OVER) {
            value[n] = (int8_t)game->payoff(s, seat);
            continue;
        }
        const int count = game->moves(s, list), me = game->turn(s) == seat ? 1 : -1;
        int best = -100;
        for (int i = 0; i < count; i++) {
            uint32_t number;
            bool added;
            memcpy(child, s, game->state_size);
            game->play(child, list[i]);
            states_add((struct states *)set, child, &number, &added, &error);
            if (me * value[number] > best)
                best = me * value[number];
        }
        value[n] = (int8_t)(me * best);
    }
    const int result = value[0];
    free(value);
    free(s);
    free(child);
    return result;
}

/* Uiterwijk & van den Herik 2000, "The advantage of the initiative". */
static void test_solved(const char *options, double value)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("mnk", options, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution s;
    const bool solved = !zm_solve(p, NULL, &s, &error);
    OKF(solved && s.value == value, "%s: %g", options, s.value);
    zm_solution_release(&s);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    struct zm_error error;
    test_solved("players=2 rows=6 columns=5 line=4", 1);
    test_solved("players=2 rows=5 columns=6 line=4", 1);
    test_solved("players=2 rows=6 columns=6 line=4", 1);
    test_solved("players=2 rows=7 columns=4 line=4", 0);
    test_solved("players=2 rows=6 columns=6 line=5", 0);

    const struct zm_game *const game = zm_game_open("mnk", "rows=3 columns=4", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution solution;
    OK(!zm_solve(p, NULL, &solution, &error));
    for (int i = 0; i < 3; i++)
        NEAR(solution.values[i], 0, 0);
    OK(!solution.unique);
    zm_solution_release(&solution);

    struct states set;
    struct zm_state *const s = aligned_alloc(64, 192);
    zm_move list[12];
    uint32_t number, finished = 0;
    bool added;
    OK(game->state_size <= 192 && !states_init(&set, game, &error));
    states_add(&set, zm_position_state(p), &number, &added, &error);
    for (uint32_t n = 0; n < set.count; n++) {
        states_get(&set, n, s);
        finished += game->turn(s) == ZM_OVER;
        const int count = game->turn(s) == ZM_OVER ? 0 : game->moves(s, list);
        for (int i = 0; i < count; i++) {
            states_get(&set, n, s);
            game->play(s, list[i]);
            states_add(&set, s, &number, &added, &error);
        }
    }
    EQ(set.count - finished, 1071253);
    EQ(solution.positions, set.count);
    for (int seat = 0; seat < 3; seat++)
        EQ(paranoid(game, &set, seat), -1);
    states_release(&set);
    free(s);
    zm_position_free(p);
    zm_game_close(game);
    return tap_done();
}
