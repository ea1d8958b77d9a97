/* scaling.c -- what a second thread is worth to the deep search:
 *
 *     scaling GAME DEPTH [THREADS [OPTIONS]]
 *
 * searches the same positions (after 0, 4, 8 ... moves of a game played by the search
 * itself) to a fixed depth, alone and with THREADS threads (2), each with a new table, and
 * prints how many more positions a second that visits and how much sooner it is done. The two
 * values may differ a little where the game has a probcut(): what it cuts depends on the
 * window that a position is met with, and so on what the other thread has found already. */
#include <zermelo/zermelo.h>

#include <stdio.h>
#include <stdlib.h>

enum { POSITIONS = 6, APART = 4, MEGABYTES = 256 };

static struct zm_error error;

static struct zm_result run(const struct zm_position *p, int depth, int threads)
{
    char spec[64];
    struct zm_result result = { .nodes = 0 };
    const struct zm_limits limits = { .depth = depth };
    snprintf(spec, sizeof spec, "alphabeta:hash=%d,threads=%d", MEGABYTES, threads);
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    if (!search || zm_search_run(search, p, &limits, &result, &error)) {
        fprintf(stderr, "scaling: %s\n", error.text);
        exit(2);
    }
    zm_search_free(search);
    return result;
}

int main(int argc, char *argv[])
{
    const int depth = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    const int threads = argc > 3 ? (int)strtol(argv[3], NULL, 10) : 2;
    const struct zm_game *const game =
        argc > 2 ? zm_game_open(argv[1], argc > 4 ? argv[4] : NULL, &error) : NULL;
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (!p || depth < 1 || threads < 1) {
        fprintf(stderr, "scaling: %s\n", argc > 2 ? error.text : "expected GAME DEPTH [THREADS]");
        return 2;
    }
    double alone_s = 0, team_s = 0, alone_n = 0, team_n = 0;
    run(p, depth, threads); /* whoever comes first pays for cold caches and for memory */
    for (int i = 0; i < POSITIONS && zm_position_turn(p) >= 0; i++) {
        const struct zm_result alone = run(p, depth, 1), team = run(p, depth, threads);
        printf("position %d: value %g and %g, %.2f s and %.2f s, %.2f and %.2f million nodes\n", i,
               alone.value, team.value, alone.seconds, team.seconds, 1e-6 * (double)alone.nodes,
               1e-6 * (double)team.nodes);
        alone_s += alone.seconds;
        team_s += team.seconds;
        alone_n += (double)alone.nodes;
        team_n += (double)team.nodes;
        for (int k = 0; k < APART && zm_position_turn(p) >= 0; k++)
            zm_position_play(p, run(p, depth < 6 ? depth : 6, 1).move, &error);
    }
    printf("%d threads: %.2f times the nodes a second, %.2f times the speed to depth %d\n", threads,
           team_n / team_s / (alone_n / alone_s), alone_s / team_s, depth);
    zm_position_free(p);
    zm_game_close(game);
    return 0;
}
