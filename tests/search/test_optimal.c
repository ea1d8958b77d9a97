/* Monte Carlo tree search against the exact solver of Connect Four: how often it plays an optimal
 * move in the middle of the game. The usual test looks at few positions with few simulations;
 * with the word `long`, at as many as the figure in docs/theory/mcts.md. */
#include "optimal.h"
#include "tap.h"

#include <string.h>

static struct optimal try_search(const char *spec, int positions, int least, int most)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = zm_search_new(game, spec, &error);
    const struct optimal sum = optimal_moves(search, p, positions, least, most, NULL);
    printf("# %s: %d of %d optimal, %d with the exact score\n", spec, sum.kept, sum.tried,
           sum.exact);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return sum;
}

int main(int argc, char *argv[])
{
    if (argc > 1 && !strcmp(argv[1], "long")) {
        const struct optimal sum = try_search("mcts:sims=100000,reuse=off", 300, 12, 24);
        OKF(100 * sum.kept >= 97 * sum.tried, "%d of %d", sum.kept, sum.tried);
        return tap_done();
    }
    const struct optimal few = try_search("mcts:sims=4000,reuse=off,memory=16", 20, 16, 22);
    OKF(few.kept >= 19, "%d of %d", few.kept, few.tried);
    const struct optimal blind = try_search("random", 20, 16, 22);
    OKF(blind.kept <= 15, "by lot, %d of %d", blind.kept, blind.tried);
    return tap_done();
}
