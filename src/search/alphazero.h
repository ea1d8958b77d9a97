/* alphazero.h -- the search `alphazero`: mcts, with a critic in place of playouts and priors, and
 * what self-play needs beside it: noise, moves by lot, and what a net is to learn from the tree.
 * Theory: docs/theory/alphazero.md */
#ifndef SEARCH_ALPHAZERO_H
#define SEARCH_ALPHAZERO_H

#include "search/critic.h"
#include "search/search.h"

struct alphazero;

/* Fill in what suits this search where mcts would choose otherwise. */
void alphazero_suits(const struct zm_game *game, struct search_options *o);

/* With this critic, which is then closed with it; NULL: *error says why not. */
struct alphazero *alphazero_new(const struct zm_search *search, struct critic *critic,
                                struct zm_error *error);
void alphazero_free(struct alphazero *alphazero);

/* The critic of a thread. */
struct zm_critic *alphazero_critic(const struct alphazero *alphazero, int thread);

/* As critic_foretell(). */
bool alphazero_foretell(const struct alphazero *alphazero, const struct zm_state *s, int turn,
                        double *points, double share[]);

/* Put in a critic of the test's own, for one thread; it is not freed. */
void alphazero_test(struct zm_search *search, struct zm_critic *critic);

/* --- for mcts.c --- */

/* The root is laid out: draw what is drawn by lot. Changes the number of simulations, if this
 * is to be a fast search. */
void alphazero_begin(struct run *run, uint64_t *simulations);
/* A number of the Gumbel distribution for a move at the root; 0 without noise. */
double alphazero_gumbel(struct run *run);
/* Choose by lot where that is asked for. */
void alphazero_end(struct run *run, struct zm_result *result);

/* --- for self-play --- */

/* A search with a critic that is no file. The critic is the search's own from now on. */
struct zm_search *alphazero_search(const struct zm_game *game, const char *spec,
                                   struct critic *critic, struct zm_error *error);

/* What the last run teaches: the moves of the root, how much of the policy each is to have (of
 * all 1), and bounds of the value in points for who moves. Returns how many moves; 0: nothing,
 * it was a fast search. `list` and `share` have room for game->max_moves. */
struct taught {
    double value;  /* the mean of who moves, 0 to 1 */
    int low, high; /* bounds in points of who moves; they meet where it is proven */
};
int alphazero_taught(const struct zm_search *search, zm_move list[], double share[],
                     struct taught *taught);

/* The moves of the root and what the net expects of each, with noise where that is asked for.
 * Returns how many; 0: the position was decided before the net was asked. */
int alphazero_priors(const struct zm_search *search, zm_move list[], double share[]);

/* --- formulas, for tests --- */

/* P_i = N_i^(1/t) / sum. */
void temperature_shares(const uint32_t visits[], int count, double temperature, double share[]);

/* Numbers of a symmetric Dirichlet distribution, which sum up to 1. */
void dirichlet(uint64_t *seed, double alpha, int count, double share[]);

/* Policy-target pruning (Wu 2019): take back what was forced on moves other than the most visited
 * one, as far as PUCT alone would not have made the visits. */
struct root_move {
    uint32_t visits;
    double prior, mean; /* of who moves, 0 to 1 */
};
void prune_forced(const struct root_move move[], int count, double explore, double force,
                  uint32_t visits[]);

#endif
