/* solve_othello.c -- how fast Othello endgames are solved: CPU time and positions visited for
 * each position of the FFO suite, from an empty table each, on one core; and the figures of
 * Edax as ratios (docs/theory/othello-endgame.md says where from).
 * Usage: solve_othello [FILE [MEGABYTES [FIRST [LAST]]]], with the numbers of positions. */
#include "solve/proofs.h"
#include "solve/questions.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <zermelo/zermelo.h>

enum { FIRST = 40, LAST = 59 };

static double cpu_seconds(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

int main(int argc, char **argv)
{
    struct zm_error error;
    const char *const path = argc > 1 ? argv[1] : "../shared/oracles/othello/fforum-40-59.obf";
    const double megabytes = argc > 2 ? atof(argv[2]) : 512;
    const int first = argc > 3 ? atoi(argv[3]) : FIRST, last = argc > 4 ? atoi(argv[4]) : 49;
    const struct zm_game *const game = zm_game_open("othello", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    FILE *const in = fopen(path, "r");
    struct zm_search search = { .game = game };
    struct run run = { .search = &search, .cx = { .game = game, .poll = run_poll } };
    char line[1024];
    double sum = 0;
    uint64_t nodes = 0;
    int wrong = 0;
    if (!in) {
        printf("skipped: no file %s\n", path);
        return 0;
    }
    run_limits(&run, NULL);
    if (!p || branches_begin(&run.cx, run.depth, &run.memory, &run.memory_size, &error) ||
        !proofs_begin(&run.cx, megabytes)) {
        fclose(in);
        return 4;
    }
    for (int number = FIRST; number <= last && fgets(line, sizeof line, in); number++) {
        if (number < first)
            continue;
        const char *const score = strchr(line, ':');
        if (!score || zm_position_read(p, line, &error)) {
            printf("#%d: %s\n", number, error.text);
            fclose(in);
            return 3;
        }
        proofs_forget(&run.cx);
        const uint64_t before = run.cx.nodes;
        const double begin = cpu_seconds();
        const int value = value_by_questions(&run, zm_position_state(p), ZM_QUESTIONS);
        const double seconds = cpu_seconds() - begin;
        const bool right = value == atoi(score + 1);
        sum += seconds;
        nodes += run.cx.nodes - before;
        wrong += !right;
        printf("#%d %+3d %9.3f s %13llu nodes %6.2f M/s%s\n", number, value, seconds,
               (unsigned long long)(run.cx.nodes - before),
               (double)(run.cx.nodes - before) / seconds / 1e6, right ? "" : "  WRONG");
        fflush(stdout);
    }
    printf("%9.3f s %13llu nodes %6.2f M/s", sum, (unsigned long long)nodes,
           (double)nodes / sum / 1e6);
    if (first == 40 && last == 49)
        printf("   Edax (23.6 s) %.2f", 23.6 / sum);
    putchar('\n');
    fclose(in);
    proofs_end(&run.cx);
    free(run.memory);
    zm_position_free(p);
    zm_game_close(game);
    return wrong != 0;
}
