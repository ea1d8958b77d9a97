/* job.h -- inside the library: one call of zm_solve(), and the methods that can do it. */
#ifndef SOLVE_JOB_H
#define SOLVE_JOB_H

#include "search/search.h"

struct job {
    struct run run; /* first: poll() finds the job by it */
    struct zm_search search;
    const struct zm_game *game;
    const struct zm_position *position;
    const struct zm_state *root;
    int turn; /* who moves at the root; may be ZM_CHANCE */
    struct zm_solve_limits limits;
    struct zm_solution *solution;
    struct zm_error *error;
};

/* A method fills in value, values, move_value, best and what it has to report, or returns
 * the reason why it cannot. The moves are there, and `win` is -1, `unique` true. */
typedef const char *method_fn(struct job *job);

method_fn solve_by_table;     /* two players or one, no chance, no cycles */
method_fn solve_by_intervals; /* two players or one, chance and cycles    */
method_fn solve_by_history;   /* two players, positions may not come back */
method_fn solve_by_tuples;    /* any number of players, no cycles         */

/* Before these: is there a win by force? NULL and solution->complete false: yes. */
method_fn solve_by_threats;

/* Can solve_by_table() value every position of this game, at most `depth` moves long? */
bool solves_by_table(const struct zm_game *game, int depth);

/* Why a method gives up. */
const char *job_stopped(struct job *job);
const char *job_out_of_memory(struct job *job, uint64_t positions);

/* Count one more step of work; true: stop. */
static inline bool job_step(struct job *job)
{
    struct zm_context *const cx = &job->run.cx;
    if (++cx->nodes >= cx->poll_at)
        cx->poll(cx);
    return cx->stopped;
}

#endif
