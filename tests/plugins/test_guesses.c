/* The search that guesses (tests/games/guess.c has every hook for it) calls nothing proven
 * that is not true, always has a legal move, and with its guesses left out finds what
 * minimax finds. */
#include "tap.h"

#include <zermelo/zermelo.h>

#include <math.h>

enum { POSITIONS = 150 };

static struct zm_error error;

static double value_by(const struct zm_position *p, const char *spec, int depth, bool *exact)
{
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    const struct zm_limits limits = { .depth = depth };
    struct zm_result result = { .value = NAN };
    if (!search || zm_search_run(search, p, &limits, &result, &error) ||
        !zm_position_legal(p, result.move))
        printf("# %s: %s\n", spec, error.text);
    zm_search_free(search);
    *exact = result.exact;
    return result.value;
}

int main(int argc, char *argv[])
{
    char path[2048];
    snprintf(path, sizeof path, "%s/guess.so", argc > 1 ? argv[1] : ".");
    const struct zm_game *const game = zm_game_open(path, NULL, &error);
    if (!OKF(game != NULL, "%s", game ? "" : error.text))
        return tap_done();
    uint64_t seed = 99;
    int proven = 0, wrong = 0, differ = 0, odd = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        for (int k = 6 + (int)zm_random(&seed, 10); k > 0 && zm_position_turn(p) >= 0; k--) {
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        }
        if (zm_position_turn(p) < 0)
            zm_position_undo(p);
        struct zm_solution truth;
        bool exact;
        OK(!zm_solve(p, NULL, &truth, &error));
        for (int depth = 1; depth <= 9; depth++) {
            static const char *const spec[] = { "alphabeta:hash=1", "alphabeta:hash=0.001",
                                                "alphabeta:hash=1,threads=3" };
            for (int k = 0; k < 3; k++) {
                const double value = value_by(p, spec[k], depth, &exact);
                odd += !(fabs(value) <= 1);
                proven += exact;
                wrong += exact && value != truth.value;
            }
        }
        for (int depth = 1; depth <= 4; depth++) {
            const char plain[] = "alphabeta:hash=0.001,without=selective+quiescence";
            const double value = value_by(p, plain, depth, &exact);
            differ += value != value_by(p, "minimax", depth, &exact);
        }
        zm_solution_release(&truth);
        zm_position_free(p);
    }
    OKF(odd == 0, "%d values out of bounds", odd);
    OKF(proven > 500 && wrong == 0, "of %d proven values %d wrong", proven, wrong);
    OKF(differ == 0, "%d differ from minimax", differ);
    zm_game_close(game);
    return tap_done();
}
