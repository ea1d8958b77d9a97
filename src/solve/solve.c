/* solve.c -- picks the method that suits the game, and everything around it. */
#include "solve/job.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "game/registry.h"
#include "search/threats.h"

#include <stdlib.h>
#include <string.h>

enum { MEGABYTES = 512 };

static const char *refused(struct job *job, const char *why)
{
    job->solution->outcome = ZM_SOLVE_REFUSED;
    return sentence(job->error, "%s cannot be solved: %s", job->game->name, why);
}

const char *job_stopped(struct job *job)
{
    job->solution->outcome = ZM_SOLVE_STOPPED;
    return sentence(job->error, "stopped after %llu nodes without a proof",
                    (unsigned long long)job->run.cx.nodes);
}

const char *job_out_of_memory(struct job *job, uint64_t positions)
{
    job->solution->outcome = ZM_SOLVE_MEMORY;
    return sentence(job->error,
                    "more than %llu positions are within reach, too many for %.0f MB of memory",
                    (unsigned long long)positions, job->limits.megabytes);
}

static void poll(struct zm_context *cx)
{
    struct job *const job = (struct job *)cx;
    if (job->limits.stop && job->limits.stop(job->limits.user))
        zm_search_stop(&job->search);
    run_poll(cx);
}

/* Two sides at most, and what one wins the other loses. */
static bool two_sided(const struct zm_game *game)
{
    return game->players == 1 || (game->players == 2 && (game->flags & ZM_ZERO_SUM));
}

/* A search by recursion must be sure to end, and not too deep. */
bool solves_by_table(const struct zm_game *game, int depth)
{
    return two_sided(game) && game->max_plies > 0 && game->max_plies <= depth &&
           game->repetition == ZM_REPEAT_HARMLESS &&
           !(game->flags & (ZM_HAS_CHANCE | ZM_CYCLES | ZM_HIDDEN | ZM_SIMULTANEOUS));
}

static method_fn *method_for(const struct job *job)
{
    if (!two_sided(job->game))
        return solve_by_tuples;
    if (job->game->repetition == ZM_REPEAT_ILLEGAL)
        return solve_by_history;
    return solves_by_table(job->game, job->run.depth) ? solve_by_table : solve_by_intervals;
}

static const char *ready(struct job *job)
{
    if (job->turn == ZM_OVER)
        return refused(job, "the game is over");
    if (job->game->flags & (ZM_HIDDEN | ZM_SIMULTANEOUS))
        return refused(job, "players do not see everything, so that a position alone has no "
                            "value; that takes an equilibrium");
    if (job->game->repetition == ZM_REPEAT_DRAWS ||
        (job->game->repetition == ZM_REPEAT_ILLEGAL &&
         (!two_sided(job->game) || (job->game->flags & ZM_HAS_CHANCE))))
        return refused(job, "its rule for repeated positions makes the value depend on the past");
    return NULL;
}

static bool copy_moves(struct job *job, const struct zm_position *p)
{
    struct zm_solution *const solution = job->solution;
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    solution->move = malloc((size_t)n * sizeof *solution->move);
    solution->move_value = calloc((size_t)n, sizeof *solution->move_value);
    solution->best = calloc((size_t)n, sizeof *solution->best);
    if (!solution->move || !solution->move_value || !solution->best)
        return false;
    memcpy(solution->move, list, (size_t)n * sizeof *list);
    solution->count = n;
    return true;
}

const char *zm_solve(const struct zm_position *p, const struct zm_solve_limits *limits,
                     struct zm_solution *solution, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    struct job job = { .search = { .game = game },
                       .game = game,
                       .position = p,
                       .turn = zm_position_turn(p),
                       .solution = solution,
                       .error = error };
    *solution = (struct zm_solution){ .win = -1, .unique = true, .complete = true };
    if (limits)
        job.limits = *limits;
    if (job.limits.megabytes <= 0)
        job.limits.megabytes = MEGABYTES;
    job.run.search = &job.search;
    job.run.turn = job.turn;
    job.run.cx = (struct zm_context){ .game = game, .poll = poll };
    run_limits(&job.run,
               &(struct zm_limits){ .seconds = job.limits.seconds, .nodes = job.limits.nodes });
    if (ready(&job))
        return error->text;
    /* A copy, because kernels with undo() play on in place. */
    struct zm_state *const root = aligned_alloc(64, state_stride(game));
    const char *wrong = NULL;
    if (!root || !copy_moves(&job, p)) {
        solution->outcome = ZM_SOLVE_MEMORY;
        wrong = sentence(error, "%s", out_of_memory);
    } else {
        memcpy(root, zm_position_state(p), game->state_size);
        job.root = root;
        if (threats_possible(game))
            wrong = solve_by_threats(&job);
        if (!wrong && solution->complete)
            wrong = method_for(&job)(&job);
    }
    solution->nodes = job.run.cx.nodes;
    solution->seconds = clock_now() - job.run.begin;
    free(root);
    free(job.run.memory);
    return wrong ? error->text : NULL;
}

void zm_solution_release(struct zm_solution *solution)
{
    free(solution->move);
    free(solution->move_value);
    free(solution->best);
    solution->move = NULL;
    solution->move_value = NULL;
    solution->best = NULL;
}
