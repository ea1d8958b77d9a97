/* intervals.c -- one player, or two of a zero-sum game, with chance and with positions that
 * can come back: interval iteration. Every position has a lower and an upper bound of its
 * value, at first the least and the most that the game pays. Each sweep replaces the
 * bounds of a position by what follows from those of its children, and so brings them
 * closer; both stay true at every moment, so the error in the end is known, which plain
 * value iteration cannot tell. Source: Haddad & Monmege 2014, "Reachability in MDPs:
 * refining convergence of value iteration"; for two players Eisentraut et al. 2022.
 * Theory: docs/theory/solving.md
 *
 * Components are solved one by one, those that play goes to first, so that only positions
 * that can lead back to each other are swept together; the others need a single look.
 *
 * Rounding: a mean of n numbers is computed with a relative error of less than n + 2
 * halves of DBL_EPSILON. Twice that is taken off the lower bound and added to the upper
 * one, so that they bound the true value and not only the computed one.
 *
 * What it cannot do: where players can go round for ever without chance ending it, the
 * bounds of such positions may never meet. Then the answer is refused. */
#include "solve/graph.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

struct bounds {
    double low, high; /* of the first player's value, in points */
};

struct intervals {
    struct job *job;
    struct graph g;
    struct bounds *bounds;
    struct zm_state *memory;
    double most;  /* the most the game pays */
    bool decided; /* every end met so far is worth 1 or -1 */
};

static struct bounds at_the_end(struct intervals *iv, uint32_t n)
{
    states_get(&iv->g.set, n, iv->memory);
    const double payoff = iv->job->game->payoff(iv->memory, 0);
    if (fabs(payoff) != 1)
        iv->decided = false;
    return (struct bounds){ payoff, payoff };
}

static struct bounds of_chance(const struct intervals *iv, uint32_t n)
{
    struct bounds sum = { 0, 0 };
    double weights = 0;
    for (uint64_t e = iv->g.first[n]; e < iv->g.first[n + 1]; e++) {
        const struct edge edge = iv->g.edge[e];
        sum.low += edge.weight * iv->bounds[edge.to].low;
        sum.high += edge.weight * iv->bounds[edge.to].high;
        weights += edge.weight;
    }
    const double count = (double)(iv->g.first[n + 1] - iv->g.first[n]);
    const double rounding = count == 1 ? 0 : (count + 2) * DBL_EPSILON * iv->most;
    return (struct bounds){ sum.low / weights - rounding, sum.high / weights + rounding };
}

static struct bounds of_choice(const struct intervals *iv, uint32_t n)
{
    const double sign = iv->g.turn[n] == 0 ? 1 : -1;
    struct bounds best = { -INFINITY, -INFINITY };
    for (uint64_t e = iv->g.first[n]; e < iv->g.first[n + 1]; e++) {
        const struct bounds child = iv->bounds[iv->g.edge[e].to];
        best.low = fmax(best.low, sign * (sign > 0 ? child.low : child.high));
        best.high = fmax(best.high, sign * (sign > 0 ? child.high : child.low));
    }
    return sign > 0 ? best : (struct bounds){ -best.high, -best.low };
}

/* Bring the bounds of n closer; return by how much at most. */
static double look(struct intervals *iv, uint32_t n)
{
    struct bounds *const old = &iv->bounds[n];
    const struct bounds found = iv->g.turn[n] == ZM_OVER     ? at_the_end(iv, n)
                                : iv->g.turn[n] == ZM_CHANCE ? of_chance(iv, n)
                                                             : of_choice(iv, n);
    const struct bounds new = { fmax(old->low, found.low), fmin(old->high, found.high) };
    const double moved = fmax(new.low - old->low, old->high - new.high);
    *old = new;
    return moved;
}

/* Sweep until the bounds stand still. */
static const char *solve_component(void *user, const uint32_t member[], uint32_t count)
{
    struct intervals *const iv = user;
    const bool cycles = component_cycles(&iv->g, member, count);
    double moved;
    do {
        moved = 0;
        for (uint32_t i = 0; i < count; i++) {
            moved = fmax(moved, look(iv, member[i]));
            if (job_step(iv->job))
                return job_stopped(iv->job);
        }
    } while (cycles && moved > DBL_EPSILON / 16 * iv->most);
    return NULL;
}

static const char *too_wide(struct job *job, double error)
{
    job->solution->outcome = ZM_SOLVE_REFUSED;
    return sentence(job->error,
                    "%s cannot be solved: its players can go round for ever, and the bounds of "
                    "the value stay %g apart",
                    job->game->name, 2 * error);
}

static double middle(struct bounds b)
{
    return b.low / 2 + b.high / 2;
}

static const char *report(struct intervals *iv)
{
    const double precise = 1e-9;
    struct job *const job = iv->job;
    struct zm_solution *const solution = job->solution;
    const double sign = job->turn == 1 ? -1 : 1;
    const struct bounds root = iv->bounds[0];
    solution->value = sign * middle(root) + 0.0;
    solution->error = (root.high - root.low) / 2;
    for (int i = 0; i < solution->count; i++) {
        const struct bounds b = iv->bounds[iv->g.edge[iv->g.first[0] + (uint64_t)i].to];
        solution->move_value[i] = sign * middle(b) + 0.0;
        solution->error = fmax(solution->error, (b.high - b.low) / 2);
        /* Optimal unless it is certainly worse. */
        solution->best[i] =
            job->turn != ZM_CHANCE && (sign > 0 ? b.high >= root.low : b.low <= root.high);
    }
    if (solution->error > precise * iv->most)
        return too_wide(job, solution->error);
    for (int p = 0; p < job->game->players; p++)
        solution->values[p] = (p == 0 ? 1 : -1) * middle(root) + 0.0;
    if (iv->decided && job->game->players == 2)
        solution->win = (1 + solution->value) / 2;
    return NULL;
}

const char *solve_by_intervals(struct job *job)
{
    const struct zm_game *const game = job->game;
    struct intervals iv = { .job = job, .most = game->max_payoff, .decided = true };
    job->solution->method = "interval iteration over all positions";
    const char *wrong = graph_build(&iv.g, job, sizeof *iv.bounds + COMPONENT_BYTES);
    if (wrong)
        goto done;
    iv.bounds = malloc(iv.g.set.count * sizeof *iv.bounds);
    iv.memory = aligned_alloc(64, state_stride(game));
    if (!iv.bounds || !iv.memory) {
        wrong = job_out_of_memory(job, iv.g.set.count);
        goto done;
    }
    for (uint32_t n = 0; n < iv.g.set.count; n++)
        iv.bounds[n] = (struct bounds){ -iv.most, iv.most };
    wrong = each_component(&iv.g, job, solve_component, &iv);
    if (!wrong)
        wrong = report(&iv);
done:
    free(iv.bounds);
    free(iv.memory);
    graph_release(&iv.g);
    return wrong;
}
