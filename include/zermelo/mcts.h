/* mcts.h -- the tree of Monte Carlo tree search (search/mcts.tmpl.h), which all threads
 * share, and what each thread has of its own. Included by context.h; authors of games need
 * not read it.
 *
 * The tree is one array of slots, in blocks. A block is a position: slot 0 is the position
 * itself, the slots behind it are its moves. What is read at every selection stands in
 * `stat`, the rest in `link`, so that the moves of a Connect Four position fill two cache
 * lines. Links are 32-bit places in the array; place 0 is never a block.
 *
 * Threads read and write without a lock. Invariants:
 *   1. A block is filled in before the slot that leads to it is told its place.
 *   2. `total` and `visits` only grow while a search runs; a visit is counted on the way
 *      down, its reward on the way up, so that a thread under way counts as a loss for who
 *      chose the move and drives other threads elsewhere (virtual loss).
 *   3. Bounds only get closer. */
#ifndef ZM_MCTS_H
#define ZM_MCTS_H

/* Rewards, 0..1, are kept as whole numbers: sums do not depend on their order. */
enum { ZM_REWARD_ONE = 1 << 20 };

/* Bounds of the value in points of the first player. In a game that pays more than 16 bits
 * hold they stay open. low > high: superko forbids the move. */
struct zm_stat {
    int64_t total;   /* rewards of who chose the move, in slot 0 of who moves there; where
                      * nobody does, of the first player                               */
    uint32_t visits; /* in slot 0 those that went on from the position                 */
    uint32_t bounds; /* zm_bounds_pack()                                               */
};

enum {
    ZM_SLOT_SEEN = 1,     /* was visited: `turn` is known                              */
    ZM_SLOT_REPEATED = 2, /* ends the game because the position has been there before  */
    ZM_SLOT_PARTIAL = 4,  /* slot 0: not all moves are listed, nor proven worse        */
    ZM_SLOT_BUSY = 1      /* as a child: some thread is just making it                 */
};

struct zm_link {
    uint64_t what;  /* the move; in slot 0 the key                                      */
    uint32_t child; /* the block it leads to, 0: none yet; in slot 0 the number of moves */
    int16_t turn;   /* who moves there                                                  */
    uint16_t flags;
};

/* What the same move was worth whenever it was played later (all moves as first): visits
 * above ZM_AMAF_BITS, below them the sum of rewards in 256ths, added to in one go. */
enum { ZM_AMAF_BITS = 36, ZM_AMAF_ONE = 256 };

enum zm_select { ZM_SELECT_UCB1, ZM_SELECT_TUNED, ZM_SELECT_PUCT };
enum zm_playouts { ZM_PLAYOUTS_RANDOM, ZM_PLAYOUTS_LIGHT, ZM_PLAYOUTS_HEAVY, ZM_PLAYOUTS_MAST };

enum {
    ZM_TREE_PLIES = 1024, /* no simulation goes deeper in the tree            */
    ZM_LINE_PLIES = 1024, /* moves of a playout that are remembered           */
    ZM_AMAF_TABLE = 1 << 12,
    ZM_MAST_TABLE = 1 << 12,
    ZM_TABLE_TRIES = 16 /* places of the table in which a key may stand */
};

struct zm_tree {
    struct zm_stat *stat;
    struct zm_link *link;
    float *prior;     /* of each move, in its block summing up to 1; or NULL */
    int64_t *amaf;    /* or NULL */
    int64_t *square;  /* sums of squared rewards, for UCB1-tuned; or NULL */
    int32_t *implied; /* minimax of evaluations, the first player's; or NULL */
    uint32_t size, used, root;
    bool full; /* no room for new blocks: leaves are played out */

    uint32_t *table; /* from key to block, 1 << table_bits; NULL: a tree, not a graph */
    int table_bits;

    const struct zm_roots *roots;

    bool shared;  /* by several threads: add atomically */
    bool solver;  /* two players at the most, zero sum: bounds are kept */
    bool insight; /* ... and the game's insight() is asked */
    bool owners;

    enum zm_select select;
    enum zm_playouts playouts;
    int cut;        /* plies of a playout before evaluate(); -1: none */
    double explore; /* the constant C */
    double fpu;     /* an untried move is worth so much less than its parent; < 0: comes first */
    double rave;    /* K of the weight of AMAF; 0: off */
    uint32_t grave; /* a position visited less asks an ancestor's AMAF */
    double bias, widen, implicit;
    uint32_t forced; /* this slot of the root alone; 0: choose */
};

struct zm_way_taken {
    uint32_t block, slot;
    int turn;
};

struct zm_played {
    zm_move move;
    int player;
};

/* A move that was played in the simulation `stamp`, or that an ancestor lists. */
struct zm_amaf_seen {
    zm_move move;
    uint32_t stamp;
    uint32_t number; /* the player; or the slot of an ancestor that lists the move */
};

struct zm_mast {
    float total, visits;
};

/* What a thread has of its own. */
struct zm_walker {
    struct zm_tree *tree;
    struct zm_way_taken path[ZM_TREE_PLIES];
    struct zm_played line[ZM_LINE_PLIES];
    zm_move moves[ZM_LINE_PLIES];
    struct zm_amaf_seen seen[ZM_AMAF_TABLE];
    uint32_t stamp;
    struct zm_mast *mast; /* players x ZM_MAST_TABLE, or NULL */
    float *weights;       /* of priors(): max_moves, twice */
    uint32_t *owned;      /* players x cells: playouts in which the cell was the player's */
    uint64_t owned_of;    /* playouts counted there */
    int64_t points;       /* payoffs of the first player in these, summed up */
    uint64_t *keys;       /* of the game so far, then of the path (repetitions) */
    int key_root;
    double *root_total; /* rewards of all players by slot of the root, or NULL */
    const zm_move *root_moves;
    int root_count;    /* 0: all */
    bool root_partial; /* some legal ones are left out */
    int8_t *cells;     /* for owners() */
};

#define ZM_READ(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define ZM_WRITE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)

/* Add, and give what was there before. A thread that is alone need not lock the bus. */
static inline uint32_t zm_count(bool shared, uint32_t *x, uint32_t d)
{
    if (shared)
        return __atomic_fetch_add(x, d, __ATOMIC_RELAXED);
    const uint32_t before = ZM_READ(*x);
    ZM_WRITE(*x, before + d);
    return before;
}

static inline void zm_sum(bool shared, int64_t *x, int64_t d)
{
    if (shared)
        __atomic_fetch_add(x, d, __ATOMIC_RELAXED);
    else
        ZM_WRITE(*x, ZM_READ(*x) + d);
}

enum { ZM_BOUND_MOST = 32000 };

static inline uint32_t zm_bounds_pack(int low, int high)
{
    return (uint32_t)(uint16_t)low | (uint32_t)(uint16_t)high << 16;
}

static inline int zm_bounds_low(uint32_t bounds)
{
    return (int16_t)(uint16_t)bounds;
}

static inline int zm_bounds_high(uint32_t bounds)
{
    return (int16_t)(uint16_t)(bounds >> 16);
}

/* Worse than anything, whoever chooses. */
#define ZM_BOUNDS_FORBIDDEN zm_bounds_pack(INT16_MAX, INT16_MIN)

static inline bool zm_bounds_forbidden(uint32_t bounds)
{
    return zm_bounds_low(bounds) > zm_bounds_high(bounds);
}

/* The natural logarithm of a number of visits. Unlike libm's it is the same on every
 * machine: a power of two times m, sqrt(1/2) <= m < sqrt(2), and the series of the area
 * hyperbolic tangent. */
static inline double zm_log(uint32_t visits)
{
    if (visits < 2)
        return 0;
    int power = 31 - __builtin_clz(visits);
    double m = (double)visits / (double)(1u << power);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        power++;
    }
    const double s = (m - 1) / (m + 1), z = s * s;
    const double sum =
        1 +
        z * (1 / 3. +
             z * (1 / 5. + z * (1 / 7. + z * (1 / 9. + z * (1 / 11. + z * (1 / 13. + z / 15))))));
    return power * 0.69314718055994530942 + 2 * s * sum;
}

/* What UCB1 asks for most, looked up: sqrt(ln N) and 1 / sqrt(n). */
enum { ZM_ROOTS = 4096 };
struct zm_roots {
    double of_log[ZM_ROOTS], inverse[ZM_ROOTS];
};

static inline double zm_root_of_log(const struct zm_roots *roots, uint32_t visits)
{
    return visits < ZM_ROOTS ? roots->of_log[visits] : __builtin_sqrt(zm_log(visits));
}

static inline double zm_inverse_root(const struct zm_roots *roots, uint32_t visits)
{
    return visits < ZM_ROOTS ? roots->inverse[visits] : 1 / __builtin_sqrt((double)visits);
}

/* exp(x): a power of two times the series on a small interval. */
static inline double zm_exp(double x)
{
    if (x < -40)
        return 0;
    if (x > 40)
        x = 40;
    const int power = (int)(x * 1.4426950408889634 + (x < 0 ? -0.5 : 0.5));
    const double r = x - power * 0.69314718055994530942;
    const double sum =
        1 + r * (1 + r / 2 * (1 + r / 3 * (1 + r / 4 * (1 + r / 5 * (1 + r / 6 * (1 + r / 7))))));
    const uint64_t bits = (uint64_t)(1023 + power) << 52;
    double two;
    memcpy(&two, &bits, sizeof two);
    return sum * two;
}

#endif
