/* tree_nodes.h -- how an explicit tree lies in memory, inside the games/tree folder only.
 *
 * The whole tree is part of the position, in one block without a pointer: the nodes in
 * the order of the text (pre-order), then the utilities, then the names.
 *
 *  1. The first child of node n is n + 1; after a child c the next one is node[c].end;
 *     the children end at node[n].end. A leaf's end is n + 1.
 *  2. A move is the number of the node it leads to.
 *  3. Only `at` changes while a game is played. */
#ifndef GAMES_TREE_NODES_H
#define GAMES_TREE_NODES_H

#include <zermelo/game.h>

enum {
    MOST_NODES = 100000, /* a position is a few megabytes at most ...             */
    DEEPEST = 250,       /* ... and so is a game: positions are kept for taking back */
    MOST_CHILDREN = 1000,
    LONGEST_NAME = 40,
    LARGEST_UTILITY = 10000000,
    LARGEST_WEIGHT = 1000000000 /* the sum at a node, which must fit in 32 bits */
};

struct tree_node {
    uint32_t end;
    uint32_t parent;
    uint32_t move;    /* offset of the name of the move that leads here; 0: by its place */
    uint32_t name;    /* offset of the node's own name; 0: none                          */
    uint32_t utility; /* 1 + which: of a leaf the payoffs, else an estimate; 0: none     */
    uint32_t weight;  /* of the outcome that leads here                                  */
    uint32_t over;    /* while reading: the denominator it was written with              */
    int32_t turn;     /* a player, ZM_CHANCE or ZM_OVER                                  */
    uint16_t place;   /* among its siblings, from 0                                      */
    uint16_t depth;   /* the root has 0                                                  */
};

struct zm_state {
    uint32_t at; /* where the game stands */
    uint32_t players;
    uint32_t nodes, utilities, names; /* how many; names: bytes */
    uint32_t reserved;
    unsigned char data[];
};

static inline struct tree_node *tree_nodes(const struct zm_state *s)
{
    return (struct tree_node *)(void *)s->data;
}

/* s->players whole numbers. */
static inline int32_t *tree_utility(const struct zm_state *s, uint32_t which)
{
    return (int32_t *)(void *)(tree_nodes(s) + s->nodes) + (size_t)which * s->players;
}

static inline char *tree_names(const struct zm_state *s)
{
    return (char *)tree_utility(s, s->utilities);
}

static inline size_t tree_size(const struct zm_state *s)
{
    return sizeof *s + s->nodes * sizeof(struct tree_node) +
           (size_t)s->utilities * s->players * sizeof(int32_t) + s->names;
}

/* The name of the move that leads to node n: its own, or a letter for the depth and its
 * place among its siblings: a1 a2 a3, then b1 b2 ... */
void tree_move_name(const struct zm_state *s, uint32_t n, char name[LONGEST_NAME + 1]);

/* Read a tree from text. measure() fills in the four sizes of *s, of which tree_size()
 * follows; build() reads the same text into a block of that size. NULL, or what is
 * wrong, with line and column. */
const char *tree_measure(struct zm_state *s, const char *text);
const char *tree_build(struct zm_state *s, const char *text);

#endif
