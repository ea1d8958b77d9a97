/* graph.h -- all positions that can be reached from the root, and the moves between them.
 * The root is number 0. */
#ifndef SOLVE_GRAPH_H
#define SOLVE_GRAPH_H

#include "game/states.h"
#include "solve/job.h"

struct edge {
    uint32_t to;
    uint32_t weight; /* of a chance outcome */
};

struct graph {
    struct states set;
    int16_t *turn;   /* of each position                               */
    uint64_t *first; /* edge[first[n] .. first[n + 1]) leave n, in order of moves() */
    struct edge *edge;
    uint64_t edges, edge_room;
    uint32_t room; /* for turn and first */
    size_t memory; /* bytes, with what the method keeps for each position */
};

/* `keeps`: bytes that the method will keep for each position, which count too. */
const char *graph_build(struct graph *g, struct job *job, size_t keeps);
void graph_release(struct graph *g);

/* Call `each` for every strongly connected component, those that can be reached from it
 * before it. Within it, play mostly goes from later members to earlier
 * ones. `each` returns NULL to go on. */
typedef const char *component_fn(void *user, const uint32_t member[], uint32_t count);
const char *each_component(const struct graph *g, struct job *job, component_fn *each, void *user);

/* Bytes each_component() needs for a position. */
enum { COMPONENT_BYTES = 4 * sizeof(uint32_t) + sizeof(uint64_t) };

/* Can a position of the component come back? */
bool component_cycles(const struct graph *g, const uint32_t member[], uint32_t count);

#endif
