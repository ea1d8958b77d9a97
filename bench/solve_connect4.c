/* solve_connect4.c -- how fast Connect Four is solved: CPU time and positions visited for
 * each set of solved positions, from an empty table each, on one core; and the figures of
 * the best other solvers known as ratios (docs/theory/solving.md says where from).
 * Usage: solve_connect4 FOLDER [MEGABYTES [SETS]], where SETS are some of the letters below. */
#include "solve/proofs.h"
#include "solve/questions.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <zermelo/zermelo.h>

/* Mean CPU seconds of others: Pascal Pons's solver and ChristopheSteininger's c4, exact
 * scores, one core, 64-84 MB. */
static const struct set {
    char letter;
    const char *file, *what;
    int lines;
    double pons, c4;
} sets[] = {
    { 'e', "Test_L3_R1", "end-easy", 1000, 16e-6, 10.7e-6 },
    { 'm', "Test_L2_R1", "middle-easy", 1000, 80e-6, 105e-6 },
    { 'M', "Test_L2_R2", "middle-medium", 1000, 5.9e-3, 2.67e-3 },
    { 'b', "Test_L1_R1", "begin-easy", 1000, 0.39e-3, 5.3e-3 },
    { 'B', "Test_L1_R2", "begin-medium", 200, 147e-3, 101e-3 },
    { 'H', "Test_L1_R3", "begin-hard", 20, 4.1, 1.51 },
    { '0', NULL, "empty board", 1, 569, 33.4 },
};

static double cpu_seconds(void)
{
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    return (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
           1e-6 * (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec);
}

struct bench {
    const struct zm_game *game;
    struct zm_search search;
    struct run run;
};

/* CPU seconds to solve the position after these moves; false: the score is wrong. */
static bool solve(struct bench *b, const char *moves, int score, double *seconds)
{
    struct zm_error error;
    struct zm_position *const p = zm_position_new(b->game, &error);
    int value = ZM_INFINITY;
    if (p && !zm_position_play_text(p, moves, &error)) {
        proofs_forget(&b->run.cx);
        const double begin = cpu_seconds();
        value = value_by_questions(&b->run, zm_position_state(p), ZM_QUESTIONS);
        *seconds += cpu_seconds() - begin;
    }
    zm_position_free(p);
    return value == score;
}

static bool run_set(struct bench *b, const struct set *set, const char *folder)
{
    char path[4096], moves[64] = "";
    int score = 1, wrong = 0, solved = 0;
    double seconds = 0;
    FILE *in = NULL;
    if (set->file) {
        snprintf(path, sizeof path, "%s/%s", folder, set->file);
        in = fopen(path, "r");
        if (!in) {
            printf("%-14s skipped: no file %s\n", set->what, path);
            return true;
        }
    }
    b->run.cx.nodes = 0;
    b->run.cx.poll_at = 0;
    for (; solved < set->lines && (!in || fscanf(in, "%63s %d", moves, &score) == 2); solved++)
        wrong += !solve(b, moves, score, &seconds);
    if (in)
        fclose(in);
    const double mean = seconds / solved;
    printf("%-14s %5d positions %12.1f us %14.1f nodes %6.2f M/s   Pons %6.2f  c4 %6.2f%s\n",
           set->what, solved, mean * 1e6, (double)b->run.cx.nodes / solved,
           (double)b->run.cx.nodes / seconds / 1e6, set->pons / mean, set->c4 / mean,
           wrong ? "  WRONG SCORES" : "");
    fflush(stdout);
    return wrong == 0;
}

int main(int argc, char **argv)
{
    struct zm_error error;
    struct bench b = { 0 };
    const char *const folder = argc > 1 ? argv[1] : "../shared/oracles/connect4";
    const double megabytes = argc > 2 ? atof(argv[2]) : 64;
    bool good = true;
    b.game = zm_game_open("connect4", NULL, &error);
    b.search.game = b.game;
    b.run.search = &b.search;
    b.run.cx = (struct zm_context){ .game = b.game, .poll = run_poll };
    run_limits(&b.run, NULL);
    if (branches_begin(&b.run.cx, b.run.depth, &b.run.memory, &b.run.memory_size, &error) ||
        !proofs_begin(&b.run.cx, megabytes))
        return 4;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
        if (argc <= 3 || strchr(argv[3], sets[i].letter))
            good &= run_set(&b, &sets[i], folder);
    proofs_end(&b.run.cx);
    free(b.run.memory);
    zm_game_close(b.game);
    return good ? 0 : 1;
}
