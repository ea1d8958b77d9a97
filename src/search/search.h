/* search.h -- inside the library: a search, the memory it runs in, and one run of it. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "search/options.h"
#include "search/timing.h"
#include "search/trace.h"

#include <stdatomic.h>

struct algorithm;
struct alphazero;
struct mcts;
struct order;

struct zm_search {
    const struct zm_game *game;
    const struct algorithm *algorithm;
    struct search_options options;
    const struct zm_kernels *kernels; /* these, to measure them; NULL: the game's own */
    zm_watch_fn *watch;
    void *watch_user;
    bool watch_deep; /* the deep search itself, not its textbook form */
    zm_listen_fn *listen;
    void *listen_user;
    atomic_bool stop;
    uint64_t seed;
    atomic_bool hit;       /* see zm_search_hit() */
    struct zm_table table; /* kept from one run to the next */
    struct zm_line *lines; /* of the last run */
    int line_count;
    struct zm_other *others; /* ... and what it found out about the other moves */
    int other_count;
    uint64_t together; /* a search of fewer positions is faster done by one thread alone */
    struct zm_uct uct;
    struct mcts *_Atomic mcts;   /* its tree, kept from one run to the next */
    struct alphazero *alphazero; /* with a net, or NULL */
};

/* One run: the context of its kernels, its limits, the memory of its stacks. */
struct run {
    struct zm_context cx; /* first: poll() finds the run by it */
    struct zm_search *search;
    const struct zm_position *position;
    const struct zm_state *root;
    int turn; /* who moves at the root */
    struct timing timing;
    double begin, deadline, last_poll;
    bool ponders; /* the clock does not run yet */
    uint64_t node_limit, poll_step;
    const atomic_bool *over; /* another thread is done; NULL: there is none */
    int lines;               /* how many moves to compare */
    const zm_move *moves;    /* look at these alone ... */
    int move_count;          /* ... unless there are none */
    int depth;               /* the deepest a kernel may be asked to go */
    bool unlimited;
    void (*tell)(struct run *run); /* who listens, about every tenth of a second; NULL: nobody */
    double told;                   /* when that was done last  */
    void *teller;                  /* what it needs for it     */
    struct zm_tracer tracer;
    void *memory;
    size_t memory_size;
    struct order *order;
};

/* What an algorithm does with a run; *result is zeroed and has a legal move. */
typedef const char *search_fn(struct run *run, struct zm_result *result, struct zm_error *error);

struct algorithm {
    const char *name, *also, *title;
    unsigned takes;
    const char *(*refuses)(const struct zm_game *game); /* NULL, or the reason */
    search_fn *search;
};

/* By name; NULL: *error has the nearest right one. */
const struct algorithm *algorithm_find(const char *name, struct zm_error *error);

search_fn search_minimax, search_alphabeta, search_paranoid, search_expectiminimax, search_maxn,
    search_mcts, search_uct, search_pns, search_random;

/* --- for the algorithms --- */

/* Set the limits of run->search's options and these, from now on; NULL: none. */
void run_limits(struct run *run, const struct zm_limits *limits);

/* What cx.poll is: looks at the clock, the node limit and the stop button. */
void run_poll(struct zm_context *cx);

/* The kernel of this game, or the generic or traced one. */
#define KERNEL(run, kernel) (kernels_of(run, offsetof(struct zm_kernels, kernel))->kernel)
const struct zm_kernels *kernels_of(const struct run *run, size_t offset);

/* Without a depth limit a plain search of a game that may never end would not either. */
const char *must_end(const struct run *run, struct zm_error *error);

/* The answer before anything is found out: some legal move, and no value. */
struct zm_result nothing_known(const struct zm_position *p);

/* Counters, time and the rest that every algorithm reports the same way. */
void report_counts(const struct run *run, struct zm_result *result, int depth);

/* Two players, zero sum: v points for `player`, the opposite for the other. */
void report_value(const struct run *run, struct zm_result *result, double v, int player);

/* Sort moves best-first or worst-first by their true value (search/order.c). */
const char *order_begin(struct run *run, struct zm_error *error);
void order_end(struct run *run);

/* Follow the best moves after the first by searching again (search/line.c): `best` runs
 * the kernel on a state with so much depth left and leaves the move in cx.best. */
typedef void line_fn(struct run *run, const struct zm_state *s, int depth);
void line_by_searching(struct run *run, struct zm_result *result, int depth, line_fn *best);

/* As zm_search_watch(), but `alphabeta` stays the deep search on a table that plays, on one
 * thread: what is watched is what it does in earnest. */
void search_watch_deep(struct zm_search *search, zm_watch_fn *watch, void *user);

/* Deepen step by step on the transposition table (search/deepening.c). */
search_fn search_deepening;

/* Does it, and so can compare several moves? (search/alphabeta.c) */
bool search_compares(const struct zm_search *search);

/* Get memory for the stacks of `plies` plies. */
const char *stacks_begin(struct zm_context *cx, int plies, void **memory, size_t *size,
                         struct zm_error *error);

/* ... and for those of the kernel `exact`, which keeps all children of a line. */
const char *branches_begin(struct zm_context *cx, int plies, void **memory, size_t *size,
                           struct zm_error *error);

#endif
