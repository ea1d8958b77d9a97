/* Nim against its theory (Bouton 1901): the mover loses exactly where the heaps' binary sum
 * without carry is 0; in misere play too, unless all heaps are single objects, when the
 * mover loses exactly if their number is odd. */
#include "tap.h"

#include <zermelo/zermelo.h>

static struct zm_error error;

static int theory(const int heap[], int heaps, bool misere)
{
    int sum = 0, largest = 0;
    for (int i = 0; i < heaps; i++) {
        sum ^= heap[i];
        largest = heap[i] > largest ? heap[i] : largest;
    }
    return (misere && largest <= 1 ? sum == 0 : sum != 0) ? 1 : -1;
}

static double value(const struct zm_game *game, const struct zm_position *p, const char *spec)
{
    struct zm_result result = { .exact = false };
    struct zm_search *const search = zm_search_new(game, spec, &error);
    if (search && zm_search_run(search, p, NULL, &result, &error))
        result.exact = false;
    zm_search_free(search);
    return result.exact ? result.value : NAN;
}

/* All sizes up to `largest`, in ascending order: the order of heaps does not matter. */
static int wrong, tuples;

static void try_heaps(int heap[], int heaps, int most_heaps, int largest, const char *spec)
{
    for (int misere = 0; heaps > 0 && misere < 2; misere++) {
        char options[100];
        int used =
            snprintf(options, sizeof options, "play=%s heaps=", misere ? "misere" : "normal");
        for (int i = 0; i < heaps; i++)
            used += snprintf(options + used, sizeof options - (size_t)used, "%s%d", i ? "," : "",
                             heap[i]);
        const struct zm_game *const game = zm_game_open("nim", options, &error);
        struct zm_position *const p = zm_position_new(game, &error);
        const int wanted = theory(heap, heaps, misere);
        if (value(game, p, spec) != wanted && wrong++ < 5)
            printf("# %s: %s by %s, wanted %d\n", options, "wrong", spec, wanted);
        tuples++;
        zm_position_free(p);
        zm_game_close(game);
    }
    for (int size = heaps ? heap[heaps - 1] : 1; heaps < most_heaps && size <= largest; size++) {
        heap[heaps] = size;
        try_heaps(heap, heaps + 1, most_heaps, largest, spec);
    }
}

static void test_theory(void)
{
    int heap[8];
    try_heaps(heap, 0, 3, 6, "alphabeta:hash=1");
    EQ(wrong, 0);
    EQ(tuples, 2 * (6 + 21 + 56)); /* one, two, three heaps; normal and misere */
    try_heaps(heap, 0, 8, 1, "alphabeta:hash=1");
    try_heaps(heap, 0, 3, 2, "minimax");
    try_heaps(heap, 0, 2, 4, "minimax");
    EQ(wrong, 0);
}

/* Solving tells which moves win: exactly those that make the sum 0. */
static void test_moves(void)
{
    const struct zm_game *const game = zm_game_open("nim", "heaps=3,5,7", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution solution;
    OK(!zm_solve(p, &(struct zm_solve_limits){ .megabytes = 1 }, &solution, &error));
    EQ(solution.count, 15);
    for (int i = 0; i < solution.count; i++) {
        int heap[3] = { 3, 5, 7 };
        heap[solution.move[i] / 64] -= (int)solution.move[i] % 64;
        EQ(solution.best[i], (heap[0] ^ heap[1] ^ heap[2]) == 0);
        NEAR(solution.move_value[i], solution.best[i] ? 1 : -1, 0);
    }
    zm_solution_release(&solution);
    zm_position_free(p);
    zm_game_close(game);
}

static void test_options(void)
{
    static const char *const bad[] = { "heaps=",      "heaps=0",
                                       "heaps=64",    "heaps=3,",
                                       "heaps=,3",    "heaps=3;4",
                                       "play=fair",   "heaps=1,1,1,1,1,1,1,1,1",
                                       "heaps=3 4 5", "piles=3" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        OKF(zm_game_open("nim", bad[i], &error) == NULL, "\"%s\": %s", bad[i], error.text);
    const struct zm_game *const game = zm_game_open("nim", "heaps=63,63,63,63,63,63,63,63", &error);
    OK(game && game->max_moves == 504 && game->max_plies == 504);
    zm_game_close(game);
}

int main(void)
{
    test_theory();
    test_moves();
    test_options();
    return tap_done();
}
