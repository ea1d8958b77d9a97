/* bytable.c -- two players, zero-sum, nothing left to chance, no position twice: the value
 * of each move, by questions (questions.c) on one table of proofs.
 * Theory: docs/theory/solving.md */
#include "solve/book.h"
#include "solve/job.h"
#include "solve/proofs.h"
#include "solve/questions.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The value of *child, in points for the player at the root. */
static int value_of(struct job *job, struct zm_state *child)
{
    const int next = job->game->turn(child);
    if (next == ZM_OVER)
        return job->game->payoff(child, job->turn);
    int value;
    if (!job->limits.book || !book_find(job->limits.book, child, &value))
        value = value_by_questions(&job->run, child, job->limits.strategy);
    return next == job->turn ? value : -value;
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

/* Is move i one that reaches the value of the root? -1: not known within `depth` plies. */
static int reaches(struct job *job, int i, int depth, struct zm_state *child)
{
    const struct zm_game *const game = job->game;
    const int value = (int)job->solution->value;
    int known;
    memcpy(child, job->root, game->state_size);
    game->play(child, job->solution->move[i]);
    const int next = game->turn(child);
    if (next == ZM_OVER)
        return game->payoff(child, job->turn) == value;
    if (job->limits.book && book_find(job->limits.book, child, &known))
        return (next == job->turn ? known : -known) == value;
    if (next == job->turn)
        return at_least(&job->run, child, depth, value, job->limits.strategy);
    const int more = at_least(&job->run, child, depth, 1 - value, job->limits.strategy);
    return more < 0 ? -1 : !more;
}

/* The value of the root first, in which most moves need only be refuted; then a move that
 * reaches it. Its proof is in the table as a rule, so that a glance finds it; whatever the
 * table has lost is proved again. */
static void value_and_best(struct job *job, struct zm_state *child)
{
    struct zm_solution *const solution = job->solution;
    struct zm_context *const cx = &job->run.cx;
    const int depth[] = { 0, 2, job->run.depth };
    int best = -1;
    memcpy(child, job->root, job->game->state_size);
    solution->value = value_of(job, child);
    for (size_t d = 0; d < sizeof depth / sizeof *depth && best < 0; d++)
        for (int i = 0; i < solution->count && best < 0 && !cx->stopped; i++)
            if (reaches(job, i, depth[d], child) == 1)
                best = i;
    for (int i = 0; i < solution->count; i++)
        solution->move_value[i] = i == best ? solution->value : NAN;
    solution->complete = solution->count == 1;
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
}

/* What follows from the values. */
static void complete(struct job *job)
{
    struct zm_solution *const solution = job->solution;
    for (int i = 0; i < solution->count; i++)
        solution->best[i] = solution->move_value[i] == solution->value;
    for (int p = 0; p < job->game->players; p++)
        solution->values[p] = (p == job->turn ? solution->value : -solution->value) + 0.0;
}

const char *solve_by_table(struct job *job)
{
    struct run *const run = &job->run;
    static const char *const method[] = {
        [ZM_QUESTIONS] = "alpha-beta with a table of proofs",
        [ZM_MTDF] = "MTD(f) with a table of proofs",
        [ZM_PROOF_NUMBERS] = "proof-number search",
    };
    job->solution->method = method[job->limits.strategy];
    struct zm_state *const child = aligned_alloc(64, state_stride(job->game));
    if (!child ||
        branches_begin(&run->cx, run->depth, &run->memory, &run->memory_size, job->error) ||
        !proofs_begin(&run->cx, job->limits.megabytes)) {
        free(child);
        job->solution->outcome = ZM_SOLVE_MEMORY;
        return sentence(job->error, "out of memory: the table asked for %.0f MB",
                        job->limits.megabytes);
    }
    job->solution->memory = run->memory_size + proofs_size(&run->cx);
    if (job->limits.only_best)
        value_and_best(job, child);
    else
        value_of_moves(job, child);
    complete(job);
    free(child);
    proofs_end(&run->cx);
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
