/* graph.c -- breadth first: positions are numbered as they arrive, so that the queue is
 * the set itself. */
#include "solve/graph.h"

#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

/* What was asked for so far and what the method will ask for. Arrays grow by doubling, so
 * the bound is overstepped by one doubling at most before the answer is no. */
static bool fits(struct graph *g, const struct job *job, size_t keeps)
{
    const size_t size = job->game->state_size;
    g->memory = (size_t)g->set.room * size + (size_t)g->set.slots * sizeof *g->set.slot +
                g->room * (sizeof *g->turn + sizeof *g->first) + g->edge_room * sizeof *g->edge +
                g->set.count * keeps;
    return (double)g->memory <= job->limits.megabytes * 1048576;
}

static bool grow_nodes(struct graph *g)
{
    const uint32_t room = g->room ? 2 * g->room : 1024;
    int16_t *const turn = realloc(g->turn, room * sizeof *turn);
    if (turn)
        g->turn = turn;
    uint64_t *const first = realloc(g->first, ((size_t)room + 1) * sizeof *first);
    if (first)
        g->first = first;
    if (!turn || !first)
        return false;
    g->room = room;
    return true;
}

static bool grow_edges(struct graph *g, size_t more)
{
    if (g->edges + more <= g->edge_room)
        return true;
    const uint64_t room = 2 * (g->edge_room + more);
    struct edge *const edge = realloc(g->edge, room * sizeof *edge);
    if (!edge)
        return false;
    g->edge = edge;
    g->edge_room = room;
    return true;
}

/* Add the moves of position n, and where they lead. */
static bool expand(struct graph *g, struct job *job, uint32_t n, struct zm_state *s,
                   struct zm_state *child)
{
    const struct zm_game *const game = job->game;
    struct zm_context *const cx = &job->run.cx;
    states_get(&g->set, n, s);
    g->turn[n] = (int16_t)game->turn(s);
    g->first[n] = g->edges;
    if (g->turn[n] == ZM_OVER)
        return true;
    const int count = game->moves(s, cx->moves);
    if (g->turn[n] == ZM_CHANCE)
        game->weights(s, cx->weights);
    if (!grow_edges(g, (size_t)count))
        return false;
    for (int i = 0; i < count; i++) {
        struct edge *const edge = &g->edge[g->edges++];
        bool added;
        edge->weight = g->turn[n] == ZM_CHANCE ? cx->weights[i] : 0;
        memcpy(child, s, game->state_size);
        game->play(child, cx->moves[i]);
        if (states_add(&g->set, child, &edge->to, &added, job->error))
            return false;
    }
    return true;
}

const char *graph_build(struct graph *g, struct job *job, size_t keeps)
{
    const size_t stride = state_stride(job->game);
    struct run *const run = &job->run;
    uint32_t root;
    bool added;
    *g = (struct graph){ .room = 0 };
    unsigned char *const memory = aligned_alloc(64, 2 * stride);
    bool room = memory && !states_init(&g->set, job->game, job->error) &&
                !stacks_begin(&run->cx, 1, &run->memory, &run->memory_size, job->error) &&
                !states_add(&g->set, job->root, &root, &added, job->error);
    uint32_t n = 0;
    for (; room && n < g->set.count && !job_step(job); n++)
        room = (n < g->room || grow_nodes(g)) &&
               expand(g, job, n, (void *)memory, (void *)(memory + stride)) && fits(g, job, keeps);
    free(memory);
    if (!room)
        return job_out_of_memory(job, g->set.count);
    if (run->cx.stopped)
        return job_stopped(job);
    g->first[n] = g->edges;
    job->solution->positions = n;
    job->solution->memory = g->memory;
    return NULL;
}

void graph_release(struct graph *g)
{
    states_release(&g->set);
    free(g->turn);
    free(g->first);
    free(g->edge);
}
