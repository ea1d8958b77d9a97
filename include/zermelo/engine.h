/* engine.h -- what the deep alpha-beta search (search/engine.tmpl.h) remembers: the table
 * of positions, which all threads share, and the rest, which each thread has of its own.
 * Included by context.h; authors of games need not read it. */
#ifndef ZM_ENGINE_H
#define ZM_ENGINE_H

/* ------------------------------------------------------------------ table -- */

enum zm_bound { ZM_UPPER = 1, ZM_LOWER = 2, ZM_EXACT = 3 };

/* What is known of a position, in 64 bits; 0: nothing. The move is kept as its place in
 * the list of moves, whose order is fixed. */
enum { ZM_COMPLETE = 255 }; /* as a depth: searched to the end of the game */

static inline uint64_t zm_known(int value, int move, int depth, enum zm_bound bound, unsigned age)
{
    return (uint32_t)value | (uint64_t)(uint16_t)move << 32 | (uint64_t)depth << 48 |
           (uint64_t)(age & 63) << 56 | (uint64_t)bound << 62;
}

static inline int zm_known_value(uint64_t known)
{
    return (int)(int32_t)(uint32_t)known;
}

static inline int zm_known_move(uint64_t known)
{
    return (int)(known >> 32 & 0xFFFF);
}

static inline int zm_known_depth(uint64_t known)
{
    return (int)(known >> 48 & 0xFF);
}

static inline unsigned zm_known_age(uint64_t known)
{
    return (unsigned)(known >> 56 & 63);
}

static inline enum zm_bound zm_known_bound(uint64_t known)
{
    return (enum zm_bound)(known >> 62);
}

/* Threads read and write without a lock: `check` is the whole key xor `known`, so that an
 * entry of which two threads wrote one half each is taken for no entry at all (Hyatt &
 * Mann 2002, "A lockless transposition-table implementation"). Relaxed atomics are plain
 * loads and stores on the machines we know. */
struct zm_entry {
    uint64_t check, known;
};
enum { ZM_BUCKET = 4 }; /* entries: a cache line */

struct zm_table {
    struct zm_entry *entry; /* ZM_BUCKET << bits of them */
    int bits;
    unsigned age; /* raised by every search: old entries go first */
};

static inline struct zm_entry *zm_table_bucket(const struct zm_table *t, uint64_t key)
{
    return &t->entry[(key >> (64 - t->bits)) * ZM_BUCKET];
}

/* What the entry knows of the position with this key. */
static inline uint64_t zm_entry_known(const struct zm_entry *entry, uint64_t key)
{
    const uint64_t known = __atomic_load_n(&entry->known, __ATOMIC_RELAXED);
    return (__atomic_load_n(&entry->check, __ATOMIC_RELAXED) ^ known) == key ? known : 0;
}

/* Written out, for compilers that do not unroll a loop inside so large a function. */
static inline uint64_t zm_table_find(const struct zm_table *t, uint64_t key)
{
    const struct zm_entry *const bucket = zm_table_bucket(t, key);
    uint64_t known;
    if ((known = zm_entry_known(&bucket[0], key)) || (known = zm_entry_known(&bucket[1], key)) ||
        (known = zm_entry_known(&bucket[2], key)))
        return known;
    return zm_entry_known(&bucket[3], key);
}

/* Keep `known`, in the place of what was known of the same position, or else of the entry
 * that is of least use: of an older search, or searched less deep. What was searched to
 * the end stays. */
static inline void zm_table_keep(struct zm_table *t, uint64_t key, uint64_t known)
{
    struct zm_entry *const bucket = zm_table_bucket(t, key), *at = bucket;
    int least = 1 << 30;
    for (int i = 0; i < ZM_BUCKET; i++) {
        const uint64_t old = __atomic_load_n(&bucket[i].known, __ATOMIC_RELAXED);
        if ((__atomic_load_n(&bucket[i].check, __ATOMIC_RELAXED) ^ old) == key) {
            if (zm_known_depth(old) == ZM_COMPLETE && zm_known_depth(known) < ZM_COMPLETE &&
                zm_known_bound(old) == ZM_EXACT)
                return;
            at = &bucket[i];
            break;
        }
        const int older = (int)((t->age - zm_known_age(old)) & 63);
        const int use = old ? zm_known_depth(old) - 8 * older : -(1 << 30);
        if (use < least) {
            least = use;
            at = &bucket[i];
        }
    }
    __atomic_store_n(&at->check, key ^ known, __ATOMIC_RELAXED);
    __atomic_store_n(&at->known, known, __ATOMIC_RELAXED);
}

/* ----------------------------------------------------------------- engine -- */

/* The parts of the search that can be left out, to see what each is worth. */
enum zm_part {
    ZM_PART_PVS = 1 << 0,        /* null windows after the first move               */
    ZM_PART_ASPIRATION = 1 << 1, /* a narrow window around the value of before      */
    ZM_PART_KILLERS = 1 << 2,    /* moves that cut beside this position come early  */
    ZM_PART_COUNTERS = 1 << 3,   /* ... and those that answered the same move       */
    ZM_PART_HISTORY = 1 << 4,    /* ... and those that cut often                    */
    ZM_PART_ORDER = 1 << 5,      /* the game's order()                              */
    ZM_PART_INTERNAL = 1 << 6,   /* no remembered move: a shallow search finds one  */
    ZM_PART_ENHANCED = 1 << 7,   /* look into the table for all children first      */
    ZM_PART_INSIGHT = 1 << 8,    /* the game's insight()                            */
    ZM_PART_QUIESCENCE = 1 << 9, /* the game's loud_moves()                         */
    ZM_PART_SELECTIVE = 1 << 10, /* the game's policy                               */
    ZM_PART_DISTANCE = 1 << 11,  /* nobody looks for a win later than one at hand   */
    ZM_PARTS = (1 << 12) - 1
};

/* Values beyond max_payoff * unit are wins (ZM_SOONER): the sooner, the further. */
enum { ZM_SOON = 4096 };

enum {
    ZM_MAX_PLY = 512, /* no line is searched deeper */
    ZM_PV = 64,       /* the longest line kept      */
    ZM_HISTORY_BITS = 10,
    ZM_HISTORY = 1 << ZM_HISTORY_BITS /* moves of a player told apart by history */
};

/* A move at the root. */
struct zm_root {
    zm_move move;
    int value;      /* -ZM_INFINITY: not better than others of the same depth */
    int most;       /* it is worth at most this; ZM_INFINITY: not known       */
    int length;     /* of the line that begins with the move                  */
    uint64_t nodes; /* spent on it so far                                     */
    zm_move line[ZM_PV];
};

/* Moves that some thread searches at the moment: others take another one first. */
enum { ZM_BUSY = 1 << 14 };

/* A position on the way to the one that is searched, in which threads share the moves: once
 * another thread has the answer, all work below is in vain. */
struct zm_shared {
    uint64_t key;
    int depth, alpha, beta, ply;
};
enum { ZM_SHARED = 64, ZM_NOT_SETTLED = -1 };

struct zm_engine {
    struct zm_table table;
    unsigned parts;
    int root_depth;
    int64_t *rank; /* free end of the stack of moves in the order of trying */
    struct zm_root *root;
    int roots, first_root; /* those before first_root are not looked at        */
    uint64_t *busy;        /* [ZM_BUSY], shared; NULL: one thread              */

    /* The shared positions of the line that is searched. The search gives up (cx->stopped)
     * as far as number `settled`, whose answer another thread has found. */
    struct zm_shared shared[ZM_SHARED];
    int shared_count, settled;
    uint64_t answer; /* as in the table */

    /* Keys of the game so far and of the line that is searched, for repetitions. */
    uint64_t *keys;
    int key_count, key_root;

    int32_t history[2 * ZM_HISTORY]; /* by player and move                  */
    zm_move counter[2 * ZM_HISTORY]; /* by who moved before, and that move */
    zm_move killer[ZM_MAX_PLY + 1][2];
    int length[ZM_PV + 1];
    zm_move line[ZM_PV + 1][ZM_PV + 1];
    int deepest; /* plies from the root that a line with an open window came to */
};

#endif
