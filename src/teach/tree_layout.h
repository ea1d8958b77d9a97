/* tree_layout.h -- where the nodes of a recorded tree stand on paper. */
#ifndef TEACH_TREE_LAYOUT_H
#define TEACH_TREE_LAYOUT_H

#include <stdbool.h>

/* How far a node and its labels reach to both sides of its middle; then where that is. */
struct laid {
    int parent; /* -1: the root */
    int end;    /* its subtree ends before this node */
    double left, right;
    double x;
};

/* A tidy drawing: nodes of one ply never come closer than `gap`, a parent stands in the
 * middle over its children, and equal subtrees look equal. Nodes are in pre-order. The
 * leftmost reach is 0; *width is the whole. False: out of memory. */
bool tree_layout(struct laid *node, int count, double gap, double *width);

#endif
