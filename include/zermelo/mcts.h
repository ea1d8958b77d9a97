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
    ZM_TABLE_TRIES = 16, /* places of the table in which a key may stand */
    ZM_AHEAD_PLIES = 24  /* nor is a leaf looked further ahead of     */
};

struct zm_tree {
    struct zm_stat *stat;
    struct zm_link *link;
    float *score;     /* two of each slot, where UCB1 and nothing else chooses; or NULL */
    float *prior;     /* of each move, in its block summing up to 1; or NULL */
    int64_t *amaf;    /* or NULL */
    int64_t *square;  /* sums of squared rewards, for UCB1-tuned; or NULL */
    int32_t *implied; /* minimax of evaluations, the first player's; or NULL */
    uint32_t size, root;

    uint32_t *table; /* from key to block, 1 << table_bits; NULL: a tree, not a graph */
    int table_bits;

    const struct zm_roots *roots;

    float ucb1;             /* explore, for the textbook's choice */
    double reward_of_point; /* ZM_REWARD_ONE / (2 max_payoff) */
    bool shared;            /* by several threads: add atomically */
    bool solver;            /* two players at the most, zero sum: bounds are kept */
    bool insight;           /* ... and the game's insight() is asked */
    uint64_t ahead;         /* ... or one looks ahead as far as so many nodes reach */
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

    /* Written while all of the above is read by other threads: in a cache line of its own. */
    uint32_t used __attribute__((aligned(64)));
    bool full; /* no room for new blocks: leaves are played out */
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

/* Who judges a position in place of playouts and priors, by looking at it once (a neural net):
 * weights of the moves, as priors() gives them but all above 0, and the reward that the player to
 * move may expect, 0 to 1. */
struct zm_critic {
    double (*look)(struct zm_critic *critic, const struct zm_state *s, int turn,
                   const zm_move list[], int count, float weight[]);
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
    int root_count;           /* 0: all */
    bool root_partial;        /* some legal ones are left out */
    int8_t *cells;            /* for owners() */
    struct zm_critic *critic; /* or NULL */
    uint64_t ends;            /* of games that were met in looking ahead */
    double looked; /* what it said of the position that just joined the tree; < 0: none */
    double force; /* at the root a move that was visited gets sqrt(force * prior * visits) visits */
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

/* sqrt(ln N), which every selection asks for, looked up by the first bits of N as a float: its
 * exponent and seven bits behind the leading one. Between two entries a straight line is right
 * to six digits; up to 256 there is nothing between. */
enum { ZM_ROOT_BITS = 7, ZM_ROOT_SHIFT = 23 - ZM_ROOT_BITS, ZM_ROOT_OF_ONE = 127 << ZM_ROOT_BITS };
struct zm_roots {
    float of_log[(33 << ZM_ROOT_BITS) + 1];
};

static inline float zm_root_of_log(const struct zm_roots *roots, uint32_t visits)
{
    const float number = visits ? (float)visits : 1;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    const float *const at = &roots->of_log[(bits >> ZM_ROOT_SHIFT) - ZM_ROOT_OF_ONE];
    const float rest = (float)(int32_t)(bits & ((1u << ZM_ROOT_SHIFT) - 1));
    return at[0] + (at[1] - at[0]) * (rest * (1.0F / (1 << ZM_ROOT_SHIFT)));
}

/* ---------------------------------------------------------------- selection --
 *
 * What UCB1 wants to know of a move, its mean and 1 / sqrt(n), is kept ready: it changes for
 * the move that was visited and is read for all. All means of a position stand side by side,
 * then all widths. An unknown move comes first, one that is beaten (mcts_select) never. */
#define ZM_MEAN_UNKNOWN __builtin_inff()
#define ZM_MEAN_BEATEN (-__builtin_inff())

static inline float zm_read_float(const float *x)
{
    float value;
    __atomic_load(x, &value, __ATOMIC_RELAXED);
    return value;
}

static inline void zm_write_float(float *x, float value)
{
    __atomic_store(x, &value, __ATOMIC_RELAXED);
}

/* A sum with its place as one number, the larger the better: of floats above 0 the bits are
 * ordered as they are, and of equal ones the first place is the best. */
static inline int64_t zm_placed(int32_t sum_bits, uint64_t place)
{
    return (int64_t)((uint64_t)(uint32_t)sum_bits << 32 | (UINT32_MAX - place));
}

static inline int64_t zm_sum_placed(float sum, uint64_t place)
{
    int32_t bits;
    memcpy(&bits, &sum, sizeof bits);
    return zm_placed(bits, place);
}

enum { ZM_FEW_MOVES = 16 }; /* four at once must wait for the mean that was written last */
typedef float zm_four __attribute__((vector_size(16), aligned(4), may_alias));
typedef int32_t zm_four_bits __attribute__((vector_size(16)));

static inline int64_t zm_highest_of_many(const float *mean, const float *width, uint64_t count,
                                         float scale)
{
    zm_four_bits highest = { INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN };
    zm_four_bits place = { 0, 0, 0, 0 };
    const zm_four_bits lane = { 0, 1, 2, 3 };
    int64_t best = INT64_MIN;
    /* The last four may have been looked at in part already. */
    for (uint64_t i = 0; i < count; i += 4) {
        const uint64_t at = i < count - 4 ? i : count - 4;
        const zm_four_bits sum =
            (zm_four_bits)(*(const zm_four *)&mean[at] + *(const zm_four *)&width[at] * scale);
        const zm_four_bits more = sum > highest;
        highest = (sum & more) | (highest & ~more);
        place = ((lane + (int32_t)at) & more) | (place & ~more);
    }
    for (int i = 0; i < 4; i++) {
        const int64_t other = zm_placed(highest[i], (uint32_t)place[i]);
        best = other > best ? other : best;
    }
    return best;
}

/* The place of the largest mean + scale * width, the first of equal ones; UINT32_MAX: all are
 * beaten. Nobody could foretell which is the best so far, so there is no jump; of many, four
 * are looked at at once, unless other threads write them. */
static inline uint32_t zm_highest(const float *mean, const float *width, uint64_t count,
                                  float scale, bool shared)
{
    int64_t best = INT64_MIN;
    if (shared) {
        for (uint64_t i = 0; i < count; i++) {
            const int64_t other =
                zm_sum_placed(zm_read_float(&mean[i]) + scale * zm_read_float(&width[i]), i);
            best = other > best ? other : best;
        }
    } else if (count < ZM_FEW_MOVES) {
        for (uint64_t i = 0; i < count; i++) {
            const int64_t other = zm_sum_placed(mean[i] + scale * width[i], i);
            best = other > best ? other : best;
        }
    } else {
        best = zm_highest_of_many(mean, width, count, scale);
    }
    return best < 0 ? UINT32_MAX : ~(uint32_t)best;
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
