/* tuples.c -- any number of players: max^n over all positions, each valued once however
 * many ways lead to it. The value of a position is a tuple, one number for each player;
 * who moves takes the child that is best for itself, the first of equals.
 * Theory: docs/theory/maxn.md
 *
 * With more than two players that is one equilibrium of possibly many: where a player has
 * equally good moves, its choice may be worth much to the others. Whether that happens
 * anywhere in the game is reported. */
#include "solve/graph.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct tuples {
    struct job *job;
    struct graph g;
    double *value; /* players + 1 numbers for each position: the tuple, and its error */
    size_t width;
    struct zm_state *memory;
};

static double *value_of(const struct tuples *t, uint32_t n)
{
    return t->value + n * t->width;
}

static double *error_of(const struct tuples *t, uint32_t n)
{
    return value_of(t, n) + t->width - 1;
}

static void at_the_end(struct tuples *t, uint32_t n)
{
    states_get(&t->g.set, n, t->memory);
    for (int p = 0; p < t->job->game->players; p++)
        value_of(t, n)[p] = t->job->game->payoff(t->memory, p);
}

static void of_chance(struct tuples *t, uint32_t n)
{
    double *const mean = value_of(t, n);
    const int players = t->job->game->players;
    double weights = 0, error = 0;
    for (uint64_t e = t->g.first[n]; e < t->g.first[n + 1]; e++) {
        const struct edge edge = t->g.edge[e];
        for (int p = 0; p < players; p++)
            mean[p] += edge.weight * value_of(t, edge.to)[p];
        weights += edge.weight;
        error = fmax(error, *error_of(t, edge.to));
    }
    for (int p = 0; p < players; p++)
        mean[p] /= weights;
    /* As in intervals.c. */
    const double count = (double)(t->g.first[n + 1] - t->g.first[n]);
    *error_of(t, n) = error + (count + 2) * DBL_EPSILON * t->job->game->max_payoff;
}

static bool differ(const struct tuples *t, const double *a, const double *b)
{
    for (int p = 0; p < t->job->game->players; p++)
        if (a[p] != b[p])
            return true;
    return false;
}

static void of_choice(struct tuples *t, uint32_t n)
{
    const int me = t->g.turn[n];
    const struct edge *const begin = t->g.edge + t->g.first[n], *best = begin;
    const struct edge *const end = t->g.edge + t->g.first[n + 1];
    for (const struct edge *e = begin; e < end; e++)
        if (value_of(t, e->to)[me] > value_of(t, best->to)[me])
            best = e;
    const double *const tuple = value_of(t, best->to);
    memcpy(value_of(t, n), tuple, t->width * sizeof *tuple);
    for (const struct edge *e = begin; e < end; e++)
        if (value_of(t, e->to)[me] == tuple[me] && differ(t, value_of(t, e->to), tuple))
            t->job->solution->unique = false;
}

static const char *solve_component(void *user, const uint32_t member[], uint32_t count)
{
    struct tuples *const t = user;
    const uint32_t n = *member;
    if (component_cycles(&t->g, member, count)) {
        t->job->solution->outcome = ZM_SOLVE_REFUSED;
        return sentence(t->job->error,
                        "%s cannot be solved: positions come back, and max^n has no value where "
                        "players can go round for ever",
                        t->job->game->name);
    }
    if (t->g.turn[n] == ZM_OVER)
        at_the_end(t, n);
    else if (t->g.turn[n] == ZM_CHANCE)
        of_chance(t, n);
    else
        of_choice(t, n);
    return NULL;
}

static void report(const struct tuples *t)
{
    struct zm_solution *const solution = t->job->solution;
    const int turn = t->job->turn, seat = turn == ZM_CHANCE ? 0 : turn;
    for (int p = 0; p < t->job->game->players; p++)
        solution->values[p] = value_of(t, 0)[p];
    solution->value = solution->values[seat];
    solution->error = *error_of(t, 0);
    for (int i = 0; i < solution->count; i++) {
        const uint32_t child = t->g.edge[t->g.first[0] + (uint64_t)i].to;
        solution->move_value[i] = value_of(t, child)[seat];
        solution->best[i] = turn != ZM_CHANCE && solution->move_value[i] == solution->value;
        solution->error = fmax(solution->error, *error_of(t, child));
    }
}

const char *solve_by_tuples(struct job *job)
{
    struct tuples t = { .job = job, .width = (size_t)job->game->players + 1 };
    job->solution->method = "max^n over all positions";
    const char *wrong = graph_build(&t.g, job, t.width * sizeof *t.value + COMPONENT_BYTES);
    if (wrong)
        goto done;
    t.value = calloc(t.g.set.count * t.width, sizeof *t.value);
    t.memory = aligned_alloc(64, state_stride(job->game));
    if (!t.value || !t.memory) {
        wrong = job_out_of_memory(job, t.g.set.count);
        goto done;
    }
    wrong = each_component(&t.g, job, solve_component, &t);
    if (!wrong)
        report(&t);
done:
    free(t.value);
    free(t.memory);
    graph_release(&t.g);
    return wrong;
}
