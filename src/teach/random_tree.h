/* random_tree.h -- trees drawn by lot, as texts that `tree` reads: the same seed, the same
 * tree. They are laid out to be read and changed by people. */
#ifndef TEACH_RANDOM_TREE_H
#define TEACH_RANDOM_TREE_H

#include "base/spec.h"

struct random_tree_kind {
    int players;  /* 2: MAX and MIN; more: tuples        */
    int depth;    /* plies                               */
    int width;    /* moves of a node, at most            */
    int highest;  /* utilities lie in 1 .. highest; with `losses` in -highest .. highest */
    bool uniform; /* every node has `width` moves, every line `depth` plies; else by lot */
    bool chance;  /* every second ply is chance's        */
    bool losses;
    uint64_t seed;
};

/* What stands for "ordinary": two players, three plies, three moves, 1 .. 20. */
extern const struct random_tree_kind random_tree_usual;

/* "random:depth=3,width=3,seed=5,players=2,highest=20,uniform,chance,losses"; a tree too large
 * to be looked at is refused. */
const char *random_tree_read(struct random_tree_kind *kind, const char *spec,
                             struct zm_error *error);

/* The text, to be freed by the caller; NULL: out of memory. */
char *random_tree_write(const struct random_tree_kind *kind);

#endif
