/* bytable.c -- two players, zero-sum, nothing left to chance, no position twice: the value
 * of each move by alpha-beta to the end of the game on one transposition table.
 *
 * Each value is found with questions "at least t points?" (search/proof.tmpl.h). Such a
 * search cuts far more than one with an open window, and the table keeps what the
 * earlier questions proved. The first questions are "won?" and "drawn?"; then
 * the interval that is left is halved. Source: the bisection is Coplan 1982, "A special-
 * purpose machine for an improved search algorithm for deep chess combinations"; the
 * name C* too. Theory: docs/theory/transposition-table.md */
#include "solve/job.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

/* The next question for a value known to be in low .. high: a number in low+1 .. high. */
static int question(int low, int high)
{
    if (low < 1 && high >= 1)
        return 1;
    if (low < 0 && high >= 0)
        return 0;
    return low + (high - low + 1) / 2;
}

/* The value of *child, in points for the player at the root. */
static int value_of(struct job *job, struct zm_state *child)
{
    const struct zm_game *const game = job->game;
    struct zm_context *const cx = &job->run.cx;
    const int next = game->turn(child), depth = job->run.depth;
    if (next == ZM_OVER)
        return game->payoff(child, job->turn);
    int low = -game->max_payoff, high = game->max_payoff;
    while (low < high && !cx->stopped) {
        const int t = question(low, high);
        const int value = next == job->turn ? KERNEL(&job->run, proof)(cx, child, depth, t)
                                            : -KERNEL(&job->run, proof)(cx, child, depth, 1 - t);
        if (value >= t)
            low = value;
        else
            high = value;
    }
    return low;
}

/* An earlier move that leads to the same position turned or mirrored, or -1. Then a
 * symmetry that leaves the root as it is turns the one move into the other. */
static int twin(const struct job *job, int i, struct zm_state *memory)
{
    const struct zm_game *const game = job->game;
    for (int symmetry = 1; symmetry < game->symmetries; symmetry++) {
        memcpy(memory, job->root, game->state_size);
        game->transform(memory, symmetry);
        if (memcmp(memory, job->root, game->state_size) != 0)
            continue;
        const zm_move image = game->transform_move(job->root, job->solution->move[i], symmetry);
        for (int j = 0; j < i; j++)
            if (job->solution->move[j] == image)
                return j;
    }
    return -1;
}

static void value_of_moves(struct job *job, struct zm_state *child)
{
    struct zm_solution *const solution = job->solution;
    const struct zm_game *const game = job->game;
    solution->value = -game->max_payoff;
    for (int i = 0; i < solution->count && !job->run.cx.stopped; i++) {
        const int same = twin(job, i, child);
        if (same >= 0) {
            solution->move_value[i] = solution->move_value[same];
            continue;
        }
        memcpy(child, job->root, game->state_size);
        game->play(child, solution->move[i]);
        solution->move_value[i] = value_of(job, child);
        if (solution->move_value[i] > solution->value)
            solution->value = solution->move_value[i];
    }
    for (int i = 0; i < solution->count; i++)
        solution->best[i] = solution->move_value[i] == solution->value;
    for (int p = 0; p < game->players; p++)
        solution->values[p] = (p == job->turn ? solution->value : -solution->value) + 0.0;
}

const char *solve_by_table(struct job *job)
{
    struct run *const run = &job->run;
    job->solution->method = "alpha-beta with a transposition table";
    struct zm_state *const child = aligned_alloc(64, state_stride(job->game));
    if (!child || stacks_begin(&run->cx, run->depth, &run->memory, &run->memory_size, job->error) ||
        table_begin(&job->search, job->limits.megabytes, job->error)) {
        free(child);
        job->solution->outcome = ZM_SOLVE_MEMORY;
        return sentence(job->error, "out of memory: the table asked for %.0f MB",
                        job->limits.megabytes);
    }
    run->cx.tt = job->search.tt;
    run->cx.tt_bits = job->search.tt_bits;
    job->solution->memory = run->memory_size + (sizeof *run->cx.tt << run->cx.tt_bits);
    value_of_moves(job, child);
    free(child);
    if (run->cx.stopped)
        return job_stopped(job);
    if (run->cx.horizon) {
        job->solution->outcome = ZM_SOLVE_REFUSED;
        return sentence(job->error,
                        "%s cannot be solved: a game lasted longer than its %d moves at most",
                        job->game->name, run->depth);
    }
    return NULL;
}
