/* go_playouts.c -- how many random games of Go a second, on one core, from the empty board,
 * against libEGO's: 66,900 light playouts on 9x9 and 16,800 on 19x19 (shared/anchors.md).
 *
 *     build/bench/go_playouts [seconds] */
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void measure(const char *options, enum zm_playout kind, double seconds, double anchor)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("go", options, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (!p) {
        fprintf(stderr, "go_playouts: %s\n", error.text);
        exit(1);
    }
    struct zm_state *const s = aligned_alloc(64, (game->state_size + 63) / 64 * 64);
    uint64_t seed = 1, games = 0, plies = 0;
    int64_t black = 0;
    const double begin = cpu_seconds();
    double spent = 0;
    while (spent < seconds) {
        for (int i = 0; i < 100; i++) {
            memcpy(s, zm_position_state(p), game->state_size);
            plies += (uint64_t)game->playout(s, kind, &seed, NULL, 0);
            black += game->payoff(s, 0) > 0;
        }
        games += 100;
        spent = cpu_seconds() - begin;
    }
    printf("%-16s %-6s %8.0f games/s  %5.1f moves/game  %4.1f ns/move  Black wins %4.1f %%",
           options, kind == ZM_PLAYOUT_LIGHT ? "light" : "heavy", (double)games / spent,
           (double)plies / (double)games, spent / (double)plies * 1e9,
           100.0 * (double)black / (double)games);
    if (anchor > 0)
        printf("  %.2f times libEGO", (double)games / spent / anchor);
    printf("\n");
    free(s);
    zm_position_free(p);
    zm_game_close(game);
}

int main(int argc, char **argv)
{
    const double seconds = argc > 1 ? strtod(argv[1], NULL) : 2;
    measure("size=9", ZM_PLAYOUT_LIGHT, seconds, 66900);
    measure("size=19", ZM_PLAYOUT_LIGHT, seconds, 16800);
    measure("size=9", ZM_PLAYOUT_HEAVY, seconds, 0);
    measure("size=19", ZM_PLAYOUT_HEAVY, seconds, 0);
    return 0;
}
