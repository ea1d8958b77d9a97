/* context.h -- what a search needs while it runs, and the table of searches that
 * are compiled once per game. Included by game.h; authors of games need not read it.
 *
 * The memory comes from outside: the library makes one context per thread, and a
 * kernel allocates nothing. Lists of moves live on one stack (`moves` is its free
 * end), so recursion costs no more than the moves it looks at. */
#ifndef ZM_CONTEXT_H
#define ZM_CONTEXT_H

#include <string.h>
#include <zermelo/engine.h>
#include <zermelo/mcts.h>
#include <zermelo/ordering.h>

/* What a solver knows of a position: bounds of its value in points, the move that was best
 * when it was searched last, as its place in insight() counted from 1 (0: not known), and the
 * work that it took, as the bits of the number of nodes. 0 is an empty entry. `what` is
 * low << 38 | high << 12 | move << 6 | work, either bound in 26 bits. (Proof-number search
 * keeps its own two numbers above the last bits of the work.) A bucket fills a cache line. */
struct zm_proof {
    uint64_t key;
    uint64_t what;
};
enum { ZM_PROOFS = 4 }; /* in a bucket */

/* How much was needed to find something out, for the table's choice of what to forget. */
static inline int zm_work(uint64_t nodes)
{
    return nodes >> 62 ? 63 : 64 - __builtin_clzll(nodes | 1);
}

static inline uint64_t zm_proof_pack(int low, int high, int move, int work)
{
    return (uint64_t)low << 38 | ((uint64_t)high & 0x3FFFFFF) << 12 |
           (uint64_t)(move < 64 ? move : 0) << 6 | (uint64_t)work;
}

static inline int zm_proof_low(uint64_t what)
{
    return (int)((int64_t)what >> 38);
}

static inline int zm_proof_high(uint64_t what)
{
    return (int)((int64_t)(what << 26) >> 38);
}

static inline int zm_proof_move(uint64_t what)
{
    return (int)(what >> 6 & 63);
}

static inline int zm_proof_work(uint64_t what)
{
    return (int)(what & 63);
}

/* What a search for a win by force knows of a position and the player to move there. */
struct zm_threat {
    uint64_t key;
    uint16_t move; /* that wins: its place in forcing()       */
    uint8_t won;   /* within so many plies; 0: not known      */
    uint8_t open;  /* no win by force within so many plies    */
};

/* A child that a solver has looked at: bounds of its value for who moves there. */
struct zm_branch {
    uint64_t key;
    int32_t low, high;
    int32_t order; /* the largest is searched first        */
    int32_t depth; /* left for the search from there       */
    int32_t state; /* its place among the children's states */
    int16_t same;  /* who moves there looks at it as well   */
    int16_t first; /* the move to look at first there, counted from 1; 0: not known */
};

/* A node of the UCT tree. Children stand side by side in the tree's one array. At the
 * root and below chance nodes, where nobody chose, `total` is the first player's. */
struct zm_uct_node {
    zm_move move; /* that leads here                                      */
    double total; /* rewards of the player who chose `move`, each in 0..1 */
    uint32_t visits;
    uint32_t parent;
    uint32_t child;    /* index of the first child                             */
    uint16_t children; /* 0: not expanded yet */
    int16_t turn;      /* who chooses among the children                       */
};

struct zm_uct {
    struct zm_uct_node *node; /* node[0] is the root, node[0 .. used-1] are in use  */
    float *score;             /* two of each node: mean and width (mcts.h)          */
    uint32_t size, used;
    float explore; /* the constant C of UCB1; sqrt(2) in the theory       */
    const struct zm_roots *roots;
    bool full; /* no room for new nodes: leaves are played out       */
};

/* What trying one move has shown of an outcome of a chance node (star): the move, between what
 * its value lies, and the outcome's. */
struct zm_probe {
    zm_move move;
    double low, high, outcome_low, outcome_high;
};

/* Payoffs and evaluations times `unit` lie well inside +-ZM_INFINITY. */
enum { ZM_INFINITY = 1 << 30 };

struct zm_tracer;

struct zm_context {
    const struct zm_game *game;
    zm_move *moves;        /* free end of the stack of move lists               */
    uint32_t *weights;     /* free end of the stack of chance weights           */
    unsigned char *states; /* free end of the stack of states (generic instance) */

    uint64_t nodes;  /* positions visited                                       */
    uint64_t leaves; /* of these: finished games and positions at the horizon   */
    uint64_t games;  /* perft, playouts: finished games                         */
    zm_move best;    /* the move chosen by the call that returned last          */
    bool horizon;    /* the depth limit was met: values are estimates           */

    /* When `nodes` reaches poll_at the kernel calls poll(), which looks at the
     * clock and the stop button and sets poll_at anew, or `stopped`. A stopped
     * kernel returns at once; its value means nothing, its `best` is legal. */
    bool stopped;
    uint64_t poll_at;
    void (*poll)(struct zm_context *cx);

    int max_player; /* min/max forms: values are this player's                  */
    int strict;     /* 1: cut on v > beta, 0: on v >= beta (generic instance)   */
    uint64_t seed;

    /* Sorts the moves of s before plain alpha-beta looks at them (generic instance). */
    void (*order)(struct zm_context *cx, const struct zm_state *s, zm_move list[], int count,
                  int depth);

    struct zm_engine *engine;
    struct zm_uct *uct;
    struct zm_walker *walker;
    struct zm_tracer *tracer; /* traced instance only */
    struct zm_proof *proofs;  /* ZM_PROOFS << proof_bits entries */
    int proof_bits, proof_bits_most;
    /* A small table stays in the cache, so it grows with the work: after so many proofs
     * more, more_proofs() is called. */
    uint64_t proofs_left;
    void (*more_proofs)(struct zm_context *cx);
    struct zm_branch *branches; /* free end of the stack of children (exact) */
    struct zm_threat *threats;  /* 1 << threat_bits entries */
    int threat_bits;
    void *finish_memory; /* for finish() (exact) */
    /* With at least so much depth left, a position and its images have one key (exact). */
    int symmetry_depth;
    struct zm_state *image;
    /* Guesses before the proof (exact): percent of probcut()'s margin; 0: prove. What is only
     * guessed is kept under keys of its own: these bits are turned over in each. */
    int doubt;
    uint64_t doubt_key, guess_key; /* of this search, and of the one before it */
    struct zm_probe *probes;       /* free end of the stack of outcomes (star)  */
    bool probing;                  /* Star2 */
};

#define ZM_KERNEL_LIST(X)                                                                          \
    X(uint64_t, perft, (struct zm_context *, const struct zm_state *, int))                        \
    X(uint64_t, playouts, (struct zm_context *, const struct zm_state *, uint64_t, int64_t *))     \
    X(int, minimax, (struct zm_context *, const struct zm_state *, int))                           \
    X(int, alphabeta, (struct zm_context *, const struct zm_state *, int, int, int))               \
    X(int, negamax, (struct zm_context *, const struct zm_state *, int, int, int))                 \
    X(double, expectiminimax, (struct zm_context *, const struct zm_state *, int))                 \
    X(void, maxn, (struct zm_context *, const struct zm_state *, int, double *))                   \
    X(void, uct, (struct zm_context *, const struct zm_state *, uint64_t))                         \
    X(int, exact, (struct zm_context *, const struct zm_state *, int, int))                        \
    X(int, engine, (struct zm_context *, const struct zm_state *, int, int, int))                  \
    X(bool, threats, (struct zm_context *, const struct zm_state *, int, int))                     \
    X(int, pns, (struct zm_context *, const struct zm_state *, int, int))                          \
    X(void, mcts, (struct zm_context *, const struct zm_state *, uint64_t))                        \
    X(double, star, (struct zm_context *, const struct zm_state *, int, double, double))           \
    X(bool, wins_within, (struct zm_context *, const struct zm_state *, int, int))

/* Kernels are only ever added at the end; `size` tells which ones are there. */
struct zm_kernels {
    size_t size;
#define X(type, name, args) type(*name) args;
    ZM_KERNEL_LIST(X)
#undef X
};

#ifndef __cplusplus
__attribute__((unused)) static const struct zm_kernels zm_kernels_;
#endif

static inline uint64_t zm_hash_bytes(const struct zm_state *s, size_t size)
{
    const unsigned char *p = (const unsigned char *)s;
    uint64_t h = size, w;
    for (; size >= 8; size -= 8, p += 8) {
        memcpy(&w, p, 8);
        h = zm_mix(h ^ w);
    }
    if (size) {
        w = 0;
        memcpy(&w, p, size);
        h = zm_mix(h ^ w);
    }
    return h;
}

/* The index of a random element, each with probability weight / sum. */
static inline int zm_pick(uint64_t *seed, const uint32_t weight[], int count)
{
    uint32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += weight[i];
    uint32_t at = zm_random(seed, sum);
    int i = 0;
    while (i < count - 1 && at >= weight[i])
        at -= weight[i++];
    return i;
}

#endif
