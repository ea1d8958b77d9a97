/* mcts_tree.h -- inside the search `mcts`: its tree, which lives from one run to the next,
 * and the threads that walk it. */
#ifndef SEARCH_MCTS_TREE_H
#define SEARCH_MCTS_TREE_H

#include "search/search.h"

#include <pthread.h>

struct mcts {
    struct zm_tree tree;
    void *memory;
    size_t memory_size;
    struct zm_walker **walker; /* one for each thread */
    int walkers;
    /* Held while the tree is laid out anew or told to somebody, never while it is searched:
     * then its memory stays where it is. */
    pthread_mutex_t lock;
    struct zm_state *last; /* the position at the root, `last_plies` after the start */
    int last_plies;
    uint64_t past;     /* of all positions before, where repetitions count       */
    uint32_t survivor; /* of sequential halving; 0: none                          */
    bool last_limited; /* it looked at some moves alone                           */
};

/* The tree of a search, from any thread; NULL: none yet. */
struct mcts *mcts_of(struct zm_search *search);

/* Filled when it is asked for first. */
const struct zm_roots *roots_table(void);

/* Before a run: get the memory, set the options, and keep of the last tree what is below the
 * present position. */
const char *mcts_begin(struct run *run, struct zm_error *error);
void mcts_free(struct mcts *mcts);

/* Memory for a thread; its tree is run->search's. NULL: none. */
struct zm_walker *walker_new(const struct run *run);
void walker_free(struct zm_walker *w);

/* How much the mean of a move weighs against its prior, where the move visited most has so many
 * visits (Danihelka & al. 2022). */
double mcts_sigma(uint32_t most);

/* ------------------------------------------------------------------- threads -- */

struct mcts_team;
struct mcts_team *mcts_team_new(struct run *run, int threads, struct zm_error *error);

/* Start the threads that help. They and the leader take simulations until none are left. */
void mcts_team_run(struct mcts_team *team, uint64_t simulations);
uint64_t mcts_team_take(struct mcts_team *team);

/* Stop the helpers and add what they did to the leader's counts. */
void mcts_team_join(struct mcts_team *team);
void mcts_team_free(struct mcts_team *team);

/* --------------------------------------------------------------- what it found -- */

/* The slot to play in a block; 0: none was visited. */
uint32_t final_slot(const struct zm_search *search, uint32_t block);

/* Move, value, bounds and line of the root; `result` has a legal move. */
void final_result(const struct run *run, struct zm_result *result);
int final_lines(const struct zm_search *search, struct zm_line lines[], int most);

/* Do the bounds of the root leave no doubt? */
bool final_settled(const struct zm_search *search);

#endif
