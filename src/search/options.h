/* options.h -- what may follow a search's name: "alphabeta:depth=4,order=best". */
#ifndef SEARCH_OPTIONS_H
#define SEARCH_OPTIONS_H

#include "base/spec.h"

/* Which options a search takes. */
enum option_set {
    TAKES_LIMITS = 1 << 0,  /* depth time nodes               */
    TAKES_PRUNING = 1 << 1, /* cut order seed                 */
    TAKES_FORM = 1 << 2,    /* form hash threads without      */
    TAKES_TREE = 1 << 3,    /* sims c final memory (and time) */
    TAKES_SEED = 1 << 4,
    TAKES_PROOF = 1 << 5, /* time nodes hash */
    TAKES_MCTS = 1 << 6,  /* what makes Monte Carlo tree search strong */
    TAKES_NET = 1 << 7,   /* ... with a net; net=FILE itself is no number */
    TAKES_STAR = 1 << 8   /* prune order seed */
};

enum { CUT_WEAK, CUT_STRICT };
enum { ORDER_GIVEN, ORDER_BEST, ORDER_WORST, ORDER_RANDOM };
enum { FORM_NEGAMAX, FORM_MINMAX };
enum { PRUNE_NONE, PRUNE_STAR1, PRUNE_STAR2 };
enum { FINAL_VISITS, FINAL_RATIO };
enum { AS_SUITS = -1, OFF = -2 }; /* the game; or said to be off */

struct search_options {
    double depth, time, nodes;
    double clock; /* seconds for all moves of a game; a player takes off what it has used */
    double cut, order, form; /* -1: not asked for */
    double prune;
    double hash; /* megabytes; -1: not asked for */
    double threads;
    double without; /* a set of enum zm_part */
    double sims, explore, final, memory;
    double select, playouts, cut_plies, fpu, rave, grave, bias, widen, implicit;
    double priors, solver, insight, ahead, graph, reuse, halving;
    double noise, alpha, temperature, force, fast, gumbel, symmetry, cache, precision;
    double seed;
};

const char *options_read(struct search_options *o, const struct spec *spec, unsigned takes,
                         struct zm_error *error);

/* For people: "depth=N time=S ..." */
const char *options_help(unsigned takes);

#endif
