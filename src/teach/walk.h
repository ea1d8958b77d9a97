/* walk.h -- the whole walk of a search through a real game, millions of nodes, to be looked
 * at afterwards: a flat array in the order of the visits, which is pre-order.
 *
 *  1. node[0] is the search itself; its children are the steps of deepening, theirs the moves
 *     at the root. The subtree of n is node[n .. n + size - 1]; its first child is n + 1.
 *  2. `total` counts all positions visited in the subtree, whether they are still kept or not.
 *     That of node[0] is what the search reports as its nodes.
 *  3. When the array is full, finished subtrees of fewer than `least` positions are dropped,
 *     and `least` grows until half the room is free: a search of any length fits, and what is
 *     lost is what is too small to be seen. */
#ifndef TEACH_WALK_H
#define TEACH_WALK_H

#include <zermelo/zermelo.h>

#include <stdatomic.h>

enum walk_flags {
    WALK_LEAF = 1 << 0,    /* the end of a game or the horizon         */
    WALK_HIGH = 1 << 1,    /* at least so good: the rest was cut       */
    WALK_LOW = 1 << 2,     /* at most so good                          */
    WALK_PASS = 1 << 3,    /* by passing, to see what that costs       */
    WALK_AGAIN = 1 << 4,   /* the same position, less deep             */
    WALK_STOPPED = 1 << 5, /* a limit came in between: no value        */
    WALK_STEP = 1 << 6     /* the root itself, once for each step of deepening */
};

struct walk_node {
    zm_move move;
    uint32_t total;
    uint32_t size;
    int32_t value; /* as the search has it: see walk.mover */
    uint16_t ply;  /* node[0] has 0 */
    uint8_t depth; /* that was left, 255 and more being the same */
    uint8_t flags;
};

struct walk_open {
    uint32_t node;
    double alpha, beta;
};

struct walk {
    const struct zm_game *game;
    struct zm_state *root;
    struct walk_node *node;
    uint32_t count, room;
    uint32_t least;
    bool mover;     /* values are of who moves at the node; else of the first player */
    bool no_memory; /* or the nodes of one line alone fill the room                  */
    uint16_t deepest;
    struct walk_open *open; /* the way from node[0] to where the search stands */
    int opens, opens_room;
    struct zm_result result;
    char spec[256];
    const atomic_bool *stop;  /* somebody wants the search to end; may be NULL */
    struct zm_search *search; /* while it runs */
};

/* Run the search `spec` on p within the limits and keep its walk in at most so many
 * megabytes. It ends early when *stop becomes true, if that is not NULL. */
const char *walk_begin(struct walk *walk, const struct zm_position *p, const char *spec,
                       const struct zm_limits *limits, double megabytes, const atomic_bool *stop,
                       struct zm_error *error);
void walk_end(struct walk *walk);

/* A walk that is told its steps by hand: for tests, and walk_begin() is made of these. */
const char *walk_open_memory(struct walk *walk, const struct zm_position *p, double megabytes,
                             struct zm_error *error);
void walk_step(struct walk *walk, const struct zm_step *step);

/* ------------------------------------------------------------------- folding -- */

/* One of at most so many marks that stand for a subtree. `rest` is not 0 where it stands for
 * several children of its parent that are too small to be shown one by one: how many. */
struct walk_mark {
    uint32_t node;
    int parent;             /* its place in the list, before this one; -1: the first */
    int ply;                /* below the first mark */
    uint32_t total, before; /* positions visited in it, and by its parent before it */
    uint32_t rest;
};

/* The subtree of node n, folded: its largest parts, `most` marks in all, every mark behind its
 * parent, and children in the order of the visits. Takes time by the number of marks, not by
 * that of nodes. Returns how many; -1: out of memory. */
int walk_fold(const struct walk *walk, uint32_t n, int most, struct walk_mark list[]);

/* The way from node[0] to n, both included; returns how many there are, at most `most`. */
int walk_way(const struct walk *walk, uint32_t n, uint32_t way[], int most);

#endif
