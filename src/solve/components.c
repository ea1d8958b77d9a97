/* components.c -- the strongly connected components of the graph of positions: the parts
 * within which play can go round in circles. Source: Tarjan 1972, "Depth-first search and
 * linear graph algorithms", with a stack of our own instead of recursion, for a game may
 * be a million moves deep.
 *
 * A position is new (lowest 0), open or done (lowest DONE). An open position leads to an
 * open one whose number is `lowest`; if in the end that is itself, it heads a component.
 * As in Pearce 2016, "A space-efficient algorithm for finding strongly connected
 * components", a position goes on the stack when the walk leaves it, not when it enters:
 * so the members of a component stand in an order in which, but for the steps that close
 * circles, play goes from later ones to earlier ones. */
#include "solve/graph.h"

#include <stdlib.h>

static const uint32_t DONE = UINT32_MAX;

struct walk {
    const struct graph *g;
    uint32_t *number; /* in the order of discovery, from 1 */
    uint32_t *lowest;
    uint32_t *open; /* the stack: left by the walk, not in a component yet  */
    uint32_t *path; /* from the root to where the walk is ...               */
    uint64_t *next; /* ... and the edge that each position on it looks at   */
    uint32_t opened, length, counter;
};

static void enter(struct walk *w, uint32_t n)
{
    w->number[n] = w->lowest[n] = ++w->counter;
    w->path[w->length] = n;
    w->next[w->length++] = w->g->first[n];
}

/* Look at the edges of n, the end of the path, until one leads to a new position: true if
 * it went there. Coming back from it, the same edge is looked at again. */
static bool deeper(struct walk *w, uint32_t n)
{
    for (uint64_t *next = &w->next[w->length - 1]; *next < w->g->first[n + 1]; (*next)++) {
        const uint32_t to = w->g->edge[*next].to;
        if (w->lowest[to] == 0) {
            enter(w, to);
            return true;
        }
        if (w->lowest[to] != DONE && w->lowest[to] < w->lowest[n])
            w->lowest[n] = w->lowest[to];
    }
    return false;
}

/* The component that n heads: what was found after n and is still on the stack, and n. */
static const char *close_component(struct walk *w, uint32_t n, component_fn *each, void *user)
{
    uint32_t from = w->opened - 1;
    while (from > 0 && w->number[w->open[from - 1]] > w->number[n])
        from--;
    for (uint32_t i = from; i < w->opened; i++)
        w->lowest[w->open[i]] = DONE;
    const char *const wrong = each(user, w->open + from, w->opened - from);
    w->opened = from;
    return wrong;
}

static const char *walk(struct walk *w, struct job *job, component_fn *each, void *user)
{
    const char *wrong = NULL;
    enter(w, 0);
    while (w->length > 0 && !wrong) {
        const uint32_t n = w->path[w->length - 1];
        if (deeper(w, n))
            continue;
        w->length--;
        w->open[w->opened++] = n;
        if (w->lowest[n] == w->number[n])
            wrong = close_component(w, n, each, user);
        if (!wrong && job_step(job))
            wrong = job_stopped(job);
    }
    return wrong;
}

const char *each_component(const struct graph *g, struct job *job, component_fn *each, void *user)
{
    const size_t count = g->set.count;
    struct walk w = { .g = g,
                      .number = malloc(count * sizeof *w.number),
                      .lowest = calloc(count, sizeof *w.lowest),
                      .open = malloc(count * sizeof *w.open),
                      .path = malloc(count * sizeof *w.path),
                      .next = malloc(count * sizeof *w.next) };
    const char *wrong = w.number && w.lowest && w.open && w.path && w.next
                            ? walk(&w, job, each, user)
                            : job_out_of_memory(job, count);
    free(w.number);
    free(w.lowest);
    free(w.open);
    free(w.path);
    free(w.next);
    return wrong;
}

bool component_cycles(const struct graph *g, const uint32_t member[], uint32_t count)
{
    if (count > 1)
        return true;
    for (uint64_t e = g->first[*member]; e < g->first[*member + 1]; e++)
        if (g->edge[e].to == *member)
            return true;
    return false;
}
