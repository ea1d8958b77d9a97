/* tree_layout.c -- the tidy tree of Reingold & Tilford, "Tidier drawings of trees", 1981:
 * the subtrees of a node are drawn by themselves and pushed together until their
 * outlines touch. An outline is the reach to the left and right at each ply below the
 * root of a subtree, measured from that root. Labels have widths, so each node has a
 * reach of its own. */
#include "teach/tree_layout.h"

#include <stdlib.h>

struct outline {
    int plies;
    double *left, *right;
};

static bool outline_init(struct outline *o, int plies)
{
    o->left = malloc((size_t)plies * sizeof *o->left);
    o->right = malloc((size_t)plies * sizeof *o->right);
    return o->left && o->right;
}

static void outline_release(struct outline *o)
{
    free(o->left);
    free(o->right);
    o->left = o->right = NULL;
}

/* Put a finished subtree to the right of those that `o` has below its root; return the x
 * of its root, where the first subtree's is 0. */
static double push(struct outline *o, const struct outline *below, double gap)
{
    double x = 0;
    for (int ply = 0; ply < below->plies && ply + 1 < o->plies; ply++)
        if (o->right[ply + 1] + gap - below->left[ply] > x)
            x = o->right[ply + 1] + gap - below->left[ply];
    for (int ply = 0; ply < below->plies; ply++) {
        if (ply + 1 == o->plies) {
            o->left[ply + 1] = below->left[ply] + x;
            o->plies++;
        }
        o->right[ply + 1] = below->right[ply] + x;
    }
    return x;
}

/* Put all children of node n in, and n in the middle over them. */
static void gather(struct laid *node, struct outline *outline, int n, double gap)
{
    struct outline *const o = &outline[n];
    double last = 0;
    o->plies = 1;
    o->left[0] = -node[n].left;
    o->right[0] = node[n].right;
    for (int c = n + 1; c < node[n].end; c = node[c].end) {
        last = node[c].x = push(o, &outline[c], gap);
        outline_release(&outline[c]);
    }
    for (int c = n + 1; c < node[n].end; c = node[c].end)
        node[c].x -= last / 2;
    for (int ply = 1; ply < o->plies; ply++) {
        o->left[ply] -= last / 2;
        o->right[ply] -= last / 2;
    }
}

/* The plies of the subtree of n, whose children's are known. */
static int height(const struct laid *node, const struct outline *outline, int n)
{
    int most = 0;
    for (int c = n + 1; c < node[n].end; c = node[c].end)
        if (outline[c].plies > most)
            most = outline[c].plies;
    return most + 1;
}

bool tree_layout(struct laid *node, int count, double gap, double *width)
{
    struct outline *const outline = calloc((size_t)count, sizeof *outline);
    bool done = outline != NULL;
    /* Backwards in pre-order: children come before their parents. */
    for (int n = count - 1; n >= 0 && done; n--) {
        done = outline_init(&outline[n], height(node, outline, n));
        if (done)
            gather(node, outline, n, gap);
    }
    double least = 0, most = 0;
    node[0].x = 0;
    for (int n = 0; n < count; n++) {
        if (n > 0)
            node[n].x += node[node[n].parent].x;
        least = node[n].x - node[n].left < least ? node[n].x - node[n].left : least;
        most = node[n].x + node[n].right > most ? node[n].x + node[n].right : most;
    }
    for (int n = 0; n < count; n++)
        node[n].x -= least;
    *width = most - least;
    for (int n = 0; n < count && outline; n++)
        outline_release(&outline[n]);
    free(outline);
    return done;
}
