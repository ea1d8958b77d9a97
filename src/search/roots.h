/* roots.h -- what is known of each move at the root, for the searches that do not deepen: kept
 * for zm_search_others(), and told to who listens while the search goes on.
 *
 * The kernels of the textbook know no root: they go down from any position and leave a move and
 * a value. So the first ply is walked through here, once, and the kernels are called for the
 * positions after it. They visit what they would visit if they were called for the root, in the
 * same order, and are not a comparison slower. */
#ifndef SEARCH_ROOTS_H
#define SEARCH_ROOTS_H

#include "search/search.h"

/* Nothing is known of any move; room for all. */
const char *roots_begin(struct run *run, struct zm_error *error);

/* A move is worth between `least` and `most`, in the search's units, for who moves. */
void roots_add(struct run *run, zm_move m, double least, double most, bool exact);

/* The value of a child, for who moves at the root, by a kernel: of use is only whether it lies
 * above alpha, and where then. */
typedef double roots_fn(struct run *run, const struct zm_state *child, int depth, double alpha,
                        double beta, void *user);

/* Search the root with `depth` plies to go: all its moves by `child`, within alpha and beta if
 * the search prunes. As a kernel it leaves the best move in cx.best; of a search that was stopped
 * that is the best of those moves that were searched in full. The traced instances tell of the
 * root themselves: not for who watches. */
struct roots_search {
    roots_fn *child;
    void *user;
    bool prunes;
    double alpha, beta;
};
const char *roots_search(struct run *run, const struct roots_search *how, double *value,
                         struct zm_error *error);

/* ... by alpha-beta in one of its two forms (search/alphabeta.c). */
const char *alphabeta_roots(struct run *run, bool negamax, double *value, struct zm_error *error);

/* Tell who listens, from now on and until told otherwise, by calling `tell` about every tenth of
 * a second. It tells by roots_tell() or by itself. */
void roots_told_by(struct run *run, void (*tell)(struct run *run));
void roots_tell(struct run *run);

#endif
