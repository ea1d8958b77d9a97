/* threats_first.c -- a win by force is a proof far shorter than the value of every move:
 * looked for first, with a part of what the limits allow.
 * Theory: docs/theory/threat-search.md */
#include "search/threats.h"
#include "solve/job.h"

#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>

enum { WIDEST = 2, NODES = 50000000, SHARE = 4 };

/* The value is the best there is, and one move has it. */
static void report(struct job *job, const struct threats_win *win)
{
    struct zm_solution *const solution = job->solution;
    const double value = job->game->max_payoff;
    solution->complete = false;
    solution->method = win->width == 1 ? "a win by force, every move with one answer"
                                       : "a win by force, every move with few answers";
    solution->value = value;
    for (int p = 0; p < job->game->players; p++)
        solution->values[p] = p == job->turn ? value : -value;
    solution->length = win->length;
    memcpy(solution->line, win->line, (size_t)win->length * sizeof *win->line);
    for (int i = 0; i < solution->count; i++) {
        solution->best[i] = solution->move[i] == win->line[0];
        solution->move_value[i] = solution->best[i] ? value : NAN;
    }
}

const char *solve_by_threats(struct job *job)
{
    struct run *const run = &job->run;
    const double deadline = run->deadline;
    const uint64_t left = run->node_limit / SHARE;
    const struct threats_limits limits = { .width = WIDEST, .nodes = left < NODES ? left : NODES };
    struct threats_win win;
    void *memory = NULL;
    size_t size;
    if (!isinf(deadline))
        run->deadline = run->begin + (deadline - run->begin) / SHARE;
    const char *wrong = stacks_begin(&run->cx, run->depth, &memory, &size, job->error);
    if (!wrong)
        wrong = threats_search(run, job->root, &limits, &win, NULL, job->error);
    if (wrong)
        job->solution->outcome = ZM_SOLVE_MEMORY;
    else if (win.length > 0)
        report(job, &win);
    run->deadline = deadline;
    run->cx.stopped = false; /* if it was more than a share of the limits, the next one sees */
    run->cx.poll_at = 0;
    job->solution->memory = size;
    free(memory);
    return wrong;
}
