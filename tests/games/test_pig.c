/* Pig: solved values against value iteration written for Pig alone. */
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

static struct zm_error error;

/* The chance that the player to move wins with i points of its own, j of the other's and k
 * in this turn, as in Neller & Presser 2004; with the rule that k = 0 may hold, which must
 * not matter. */
enum { GOAL = 20 };
static double chance[GOAL][GOAL][GOAL + 6];

static double win(int i, int j, int k)
{
    return i + k >= GOAL ? 1 : chance[i][j][k];
}

static double by_hand(void)
{
    double moved = 1;
    while (moved > 1e-15) {
        moved = 0;
        for (int i = 0; i < GOAL; i++)
            for (int j = 0; j < GOAL; j++)
                for (int k = 0; i + k < GOAL; k++) {
                    double roll = 1 - chance[j][i][0];
                    for (int face = 2; face <= 6; face++)
                        roll += win(i, j, k + face);
                    roll /= 6;
                    const double hold = 1 - chance[j][i + k][0];
                    const double best = roll > hold ? roll : hold;
                    moved = fmax(moved, fabs(best - chance[i][j][k]));
                    chance[i][j][k] = best;
                }
    }
    return chance[0][0][0];
}

static struct zm_solution solved(const struct zm_game *game, const char *position)
{
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution solution;
    OKF(!zm_position_read(p, position, &error), "%s", position);
    OKF(!zm_solve(p, NULL, &solution, &error), "%s", position);
    OK(solution.error < 1e-12);
    zm_position_free(p);
    return solution;
}

static void test_values(void)
{
    const struct zm_game *const game = zm_game_open("pig", "goal=20", &error);
    struct zm_solution s = solved(game, "0-0+0 1");
    NEAR(s.win, by_hand(), 1e-12);
    NEAR(s.value, 2 * s.win - 1, 1e-15);
    NEAR(s.values[0], -s.values[1], 0);
    zm_solution_release(&s);

    s = solved(game, "3-11+6 1");
    NEAR(s.win, win(3, 11, 6), 1e-12);
    EQ(s.count, 2);
    EQ(s.best[0] + s.best[1], 1);
    NEAR(fmax(s.move_value[0], s.move_value[1]), s.value, 1e-12);
    NEAR(s.move_value[1], 1 - 2 * chance[11][9][0], 1e-12);
    zm_solution_release(&s);

    /* The same for the second player, whose value has the other sign inside. */
    s = solved(game, "11-3+6 2");
    NEAR(s.win, win(3, 11, 6), 1e-12);
    NEAR(s.values[1], s.value, 0);
    NEAR(s.move_value[1], 1 - 2 * chance[11][9][0], 1e-12);
    zm_solution_release(&s);

    /* While the die rolls: six outcomes, none of them a choice; the first player's value. */
    s = solved(game, "3-11+6 1*");
    EQ(s.count, 6);
    for (int i = 0; i < 6; i++)
        EQ(s.best[i], 0);
    NEAR(s.move_value[0], 1 - 2 * chance[11][3][0], 1e-12);
    NEAR(s.move_value[5], 2 * win(3, 11, 12) - 1, 1e-12);
    zm_solution_release(&s);

    s = solved(game, "15-3+6 1");
    EQ(s.count, 1);
    NEAR(s.value, 1, 0);
    zm_solution_release(&s);
    zm_game_close(game);
}

static void test_rules(void)
{
    const struct zm_game *const game = zm_game_open("pig", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    OK(zm_position_play_text(p, "hold", &error) != NULL);
    OK(!zm_position_play_text(p, "roll 6 roll 4 hold roll 5 roll 1 roll 3", &error));
    char text[64];
    zm_position_write(p, text, sizeof text);
    SAME(text, "10-0+3 1");
    OK(!zm_position_read(p, "94-90+5 1", &error));
    const zm_move *list;
    EQ(zm_position_moves(p, &list), 2);
    OK(!zm_position_play_text(p, "roll 2", &error));
    EQ(zm_position_moves(p, &list), 1);
    OK(!zm_position_play_text(p, "hold", &error));
    EQ(zm_position_turn(p), ZM_OVER);
    EQ(zm_position_payoff(p, 0), 1);
    EQ(zm_position_payoff(p, 1), -1);
    static const char *const bad[] = { "",          "0-0",      "0-0+1 1",  "1-0+0 1",
                                       "100-0+0 1", "0-0+0 3",  "0-0+0 1x", "0-100+5 1",
                                       "0-106+0 1", "99-0+9 1", "95-0+5 1*" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        OKF(zm_position_read(p, bad[i], &error) != NULL, "\"%s\"", bad[i]);
    OK(!zm_position_read(p, "0-101+0 1", &error));
    EQ(zm_position_turn(p), ZM_OVER);
    zm_position_free(p);
    zm_game_close(game);
    static const char *const options[] = { "goal=0", "goal=1001", "goal=5x", "target=50" };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        const struct zm_game *const odd = zm_game_open("pig", options[i], &error);
        OKF(odd && !zm_position_new(odd, &error), "\"%s\": %s", options[i], error.text);
        zm_game_close(odd);
    }
}

int main(void)
{
    test_values();
    test_rules();
    return tap_done();
}
