/* optimal.c -- how often a search plays an optimal move, by the exact solver:
 *
 *     optimal GAME SEARCH POSITIONS LEAST MOST [OPTIONS]
 *
 * on positions after LEAST to MOST random moves in which there is a choice to get wrong. A move
 * is optimal if it keeps the result (win, draw or loss); those that keep the exact score as well
 * are counted apart. */
#include "../tests/optimal.h"

#include <stdlib.h>

int main(int argc, char *argv[])
{
    struct zm_error error;
    const struct zm_game *const game =
        argc > 5 ? zm_game_open(argv[1], argc > 6 ? argv[6] : NULL, &error) : NULL;
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    struct zm_search *const search = p ? zm_search_new(game, argv[2], &error) : NULL;
    if (!search) {
        fprintf(stderr, "optimal: %s\n",
                argc > 5 ? error.text : "expected GAME SEARCH POSITIONS LEAST MOST [OPTIONS]");
        return 2;
    }
    const int count = (int)strtol(argv[3], NULL, 10), least = (int)strtol(argv[4], NULL, 10);
    const int most = (int)strtol(argv[5], NULL, 10);
    if (count < 1 || least < 0 || most < least) {
        fprintf(stderr, "optimal: expected POSITIONS above 0 and LEAST no more than MOST\n");
        return 2;
    }
    const struct optimal sum = optimal_moves(search, p, count, least, most, stderr);
    fprintf(stderr, "\n");
    printf("%s, %s: of %d positions in which a move can spoil the result, optimal %d (%.1f %%), "
           "with the exact score %d (%.1f %%)\n",
           argv[1], argv[2], sum.tried, sum.kept, 100.0 * sum.kept / sum.tried, sum.exact,
           100.0 * sum.exact / sum.tried);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return 0;
}
