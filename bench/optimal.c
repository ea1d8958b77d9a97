/* optimal.c -- how often a search plays an optimal move, by the exact solver:
 *
 *     optimal GAME SEARCH POSITIONS LEAST MOST [OPTIONS]
 *
 * on positions after LEAST to MOST random moves in which there is a choice to get wrong. A move
 * is optimal if it keeps the result (win, draw or loss); those that keep the exact score as well
 * are counted apart. */
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>

static struct zm_error error;

static int sign(double value)
{
    return (value > 0) - (value < 0);
}

static bool random_position(struct zm_position *p, int plies, uint64_t *seed)
{
    while (zm_position_undo(p)) {
    }
    for (int i = 0; i < plies; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        if (n == 0)
            return false;
        zm_position_play(p, list[zm_random(seed, (uint32_t)n)], &error);
    }
    return zm_position_turn(p) >= 0;
}

int main(int argc, char *argv[])
{
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
    const struct zm_solve_limits limits = { .megabytes = 64 };
    uint64_t seed = 2026;
    int tried = 0, kept = 0, exact = 0;
    while (tried < count && most >= least && least >= 0) {
        struct zm_solution s;
        struct zm_result r;
        if (!random_position(p, least + (int)zm_random(&seed, (uint32_t)(most - least + 1)), &seed))
            continue;
        if (!zm_solve(p, &limits, &s, &error) && s.complete) {
            bool choice = false;
            for (int i = 0; i < s.count; i++)
                choice |= sign(s.move_value[i]) != sign(s.value);
            if (choice && !zm_search_run(search, p, NULL, &r, &error)) {
                tried++;
                for (int i = 0; i < s.count; i++)
                    if (s.move[i] == r.move) {
                        kept += sign(s.move_value[i]) == sign(s.value);
                        exact += s.best[i];
                    }
                fprintf(stderr, "\r%d of %d: %d optimal", tried, count, kept);
            }
        }
        zm_solution_release(&s);
    }
    fprintf(stderr, "\n");
    printf("%s, %s: of %d positions in which a move can spoil the result, optimal %d (%.1f %%), "
           "with the exact score %d (%.1f %%)\n",
           argv[1], argv[2], tried, kept, 100.0 * kept / tried, exact, 100.0 * exact / tried);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return 0;
}
