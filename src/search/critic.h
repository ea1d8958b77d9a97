/* critic.h -- who looks at a position once and says what it is worth and which moves look good,
 * in place of playouts and priors: a neural net.
 *
 * The search asks for it here; src/learn/net_critic.c, which knows nets, answers. So the search
 * needs no word about nets, and a test may put in a critic of its own (<zermelo/mcts.h>). */
#ifndef SEARCH_CRITIC_H
#define SEARCH_CRITIC_H

#include <zermelo/zermelo.h>

/* What all threads share. */
struct critic;

/* How a thread looks. */
struct critic_how {
    uint64_t seed;
    double megabytes; /* of judgements kept for positions met again; 0: none       */
    bool turns;       /* look from a side drawn by lot, by the game's symmetries   */
    bool all;         /* ... or from all of them, for the mean                     */
    bool whole;       /* in 32 bits, as it was trained, not in 8                   */
};

/* NULL if the game tells a net what it must know, else the reason why not. */
const char *critic_refuses(const struct zm_game *game);

/* The critic in a file, which must be for this game with these options; NULL: the one that comes
 * with the program. It is counted how often it is kept: closed as often, it is gone. */
struct critic *critic_open(const struct zm_game *game, const char *path, struct zm_error *error);
struct critic *critic_keep(struct critic *critic);
void critic_close(struct critic *critic);

/* What it expects of the end besides who wins: the points of `turn`, who moves in s, and how likely
 * each cell is each player's, share[player * cells + cell]. Once, and from any thread. False: it
 * cannot say. */
bool critic_foretell(struct critic *critic, const struct zm_state *s, int turn, double *points,
                     double share[]);

/* For one thread; NULL: *error says why not. The critic is closed after that. */
struct zm_critic *critic_begin(struct critic *critic, const struct critic_how *how,
                               struct zm_error *error);
void critic_end(struct zm_critic *thread);

#endif
