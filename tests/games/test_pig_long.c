/* Pig to 100, two million positions: the published value. */
#include "tap.h"

#include <zermelo/zermelo.h>

int main(void)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("pig", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution solution;
    OK(!zm_solve(p, NULL, &solution, &error));
    NEAR(solution.win, 0.530592725274, 5e-13);
    NEAR(solution.value, 0.061185450548, 1e-12);
    OK(solution.error < 5e-13);
    zm_solution_release(&solution);
    zm_position_free(p);
    zm_game_close(game);
    return tap_done();
}
