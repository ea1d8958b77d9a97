/* mnk_exact.h -- what is certain about k in a row for two players without a search, on
 * boards of up to 64 cells. Part of mnk.c.
 *
 * A set of cells is 64 bits, one for each cell. A window is k cells in a row: who owns all
 * of them wins. It is open for a player as long as the other has no mark in it.
 *
 * Beside threats there is a bound that proves draws: Erdos & Selfridge 1973, "On a
 * combinatorial game". Let every window that is open for a player weigh 2^-e if e of its
 * cells are empty. A mark of the other in the cell through which most weight goes takes
 * away at least as much as the player's next mark can add, so once the sum is below 1 with
 * the other to move it stays there, and a completed window would weigh 1. */

enum { MOST_CELLS = 64 };

/* All windows of one direction: they begin at a cell of `first`, the cells of the one that
 * begins at cell 0 would be `shape`. */
struct windows {
    uint64_t first, shape;
};

/* What a player's open windows amount to. Weights are in units of 2^-k. */
struct prospect {
    uint64_t wins;               /* empty cells that complete a window       */
    uint64_t reach;              /* cells of open windows                    */
    int weight;                  /* of all of them                           */
    int through[MOST_CELLS];     /* of those through an empty cell           */
    uint64_t answer[MOST_CELLS]; /* after a mark there, these would be wins  */
};

/* Bits 0, 2, 4 ... of a word moved together. */
static inline uint64_t every_second(uint64_t w)
{
    w &= 0x5555555555555555ULL;
    w = (w | w >> 1) & 0x3333333333333333ULL;
    w = (w | w >> 2) & 0x0F0F0F0F0F0F0F0FULL;
    w = (w | w >> 4) & 0x00FF00FF00FF00FFULL;
    w = (w | w >> 8) & 0x0000FFFF0000FFFFULL;
    return (w | w >> 16) & 0x00000000FFFFFFFFULL;
}

static inline uint64_t marks_of(const struct zm_state *s, int player)
{
    return every_second(s->word[0] >> player) | every_second(s->word[1] >> player) << 32;
}

static inline uint64_t lowest(int bits)
{
    return bits <= 0 ? 0 : UINT64_MAX >> (64 - bits);
}

static inline struct windows windows_of(const struct zm_state *s, int direction)
{
    const int k = s->line, step = down[direction] * s->columns + right[direction];
    const int rows = s->rows - down[direction] * (k - 1);
    const int columns = s->columns - (right[direction] ? k - 1 : 0);
    struct windows w = { 0, 0 };
    if (rows <= 0 || columns <= 0)
        return w;
    for (int i = 0; i < k; i++)
        w.shape |= 1ULL << i * step;
    const uint64_t one_a_row = lowest(rows * s->columns) / lowest(s->columns);
    w.first = one_a_row * lowest(columns) << (right[direction] < 0 ? k - 1 : 0);
    /* A window to the lower left begins at its upper right cell. */
    return w;
}

/* The open windows of the owner of `mine`. */
static inline void look_ahead(const struct zm_state *s, uint64_t mine, uint64_t theirs,
                              struct prospect *p)
{
    const int k = s->line;
    memset(p, 0, sizeof *p);
    for (int d = 0; d < 4; d++) {
        const struct windows w = windows_of(s, d);
        for (uint64_t left = w.first; left; left &= left - 1) {
            const uint64_t cells = w.shape << __builtin_ctzll(left);
            if (cells & theirs)
                continue;
            uint64_t empty = cells & ~mine;
            const int missing = __builtin_popcountll(empty), weight = 1 << (k - missing);
            p->reach |= cells;
            p->weight += weight;
            if (missing == 1)
                p->wins |= empty;
            if (missing == 2) {
                const uint64_t other = empty & (empty - 1);
                p->answer[__builtin_ctzll(empty)] |= other;
                p->answer[__builtin_ctzll(other)] |= empty ^ other;
            }
            for (; empty; empty &= empty - 1)
                p->through[__builtin_ctzll(empty)] += weight;
        }
    }
}

static inline bool several(uint64_t set)
{
    return set & (set - 1);
}

/* The empty cells that would leave the owner two ways or more to win at once. */
static inline uint64_t forks(const struct prospect *p, uint64_t empty)
{
    uint64_t set = 0;
    for (; empty; empty &= empty - 1)
        if (several(p->answer[__builtin_ctzll(empty)]))
            set |= empty & -empty;
    return set;
}

/* The empty cells that do something about all forks of the other: on the fork itself, on
 * one of its two ends, or with a threat of one's own, which must be answered first. */
static inline uint64_t defences(const struct prospect *mine, const struct prospect *theirs,
                                uint64_t empty, uint64_t fork)
{
    uint64_t set = empty, threats = 0;
    for (; fork; fork &= fork - 1) {
        const uint64_t ends = theirs->answer[__builtin_ctzll(fork)];
        set &= (fork & -fork) | (several(ends & (ends - 1)) ? 0 : ends);
    }
    for (uint64_t left = empty; left; left &= left - 1)
        if (mine->answer[__builtin_ctzll(left)])
            threats |= left & -left;
    return set | threats;
}

/* Can the owner, who is to move, never complete a window? After any first mark the weight
 * must be below 1. */
static inline bool hopeless(const struct prospect *p, uint64_t empty, int one)
{
    int most = 0;
    for (; empty; empty &= empty - 1) {
        const int through = p->through[__builtin_ctzll(empty)];
        most = through > most ? through : most;
    }
    return p->weight + most < one;
}

/* Write the cells of the set, those through which most weight goes first. */
static inline int heaviest_first(const struct prospect *mine, const struct prospect *theirs,
                                 uint64_t set, zm_move list[])
{
    int n = 0, key[MOST_CELLS];
    for (; set; set &= set - 1, n++) {
        const int cell = __builtin_ctzll(set);
        const int weight = mine->through[cell] + theirs->through[cell];
        int at = n;
        for (; at > 0 && key[at - 1] < weight; at--) {
            key[at] = key[at - 1];
            list[at] = list[at - 1];
        }
        key[at] = weight;
        list[at] = (zm_move)cell;
    }
    return n;
}

static inline int known(struct zm_bounds *bounds, int value)
{
    bounds->low = bounds->high = value;
    return 0;
}

/* A mark where no window is open for anybody is a pass, and an own mark more never harms:
 * such cells need no look as long as there are others. */
static int certain_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    if (s->cells > MOST_CELLS)
        return mnk_moves(s, list);
    const uint64_t mine = marks_of(s, s->turn), other = marks_of(s, !s->turn);
    const uint64_t empty = lowest(s->cells) & ~mine & ~other;
    const int one = 1 << s->line;
    struct prospect me, they;
    look_ahead(s, mine, other, &me);
    if (me.wins)
        return known(bounds, 1);
    look_ahead(s, other, mine, &they);
    if (several(they.wins))
        return known(bounds, -1);
    const uint64_t free = they.wins ? they.wins : empty & (me.reach | they.reach);
    if (forks(&me, free))
        return known(bounds, 1);
    bounds->high = hopeless(&me, empty, one) ? 0 : bounds->high;
    bounds->low = they.weight < one ? 0 : bounds->low;
    if (bounds->low == bounds->high)
        return 0;
    const uint64_t fork = they.wins ? 0 : forks(&they, empty);
    const uint64_t good = fork ? defences(&me, &they, free, fork) : free;
    return good ? heaviest_first(&me, &they, good, list) : known(bounds, -1);
}

/* ------------------------------------------------------------------- keys -- */

/* The rows in reverse order. */
static inline uint64_t flipped(const struct zm_state *s, uint64_t set)
{
    uint64_t out = 0;
    for (int row = 0; row < s->rows; row++)
        out = out << s->columns | (set >> row * s->columns & lowest(s->columns));
    return out;
}

/* All cells in reverse order: half a turn. */
static inline uint64_t reversed(const struct zm_state *s, uint64_t set)
{
    set = (set >> 1 & 0x5555555555555555ULL) | (set & 0x5555555555555555ULL) << 1;
    set = (set >> 2 & 0x3333333333333333ULL) | (set & 0x3333333333333333ULL) << 2;
    set = (set >> 4 & 0x0F0F0F0F0F0F0F0FULL) | (set & 0x0F0F0F0F0F0F0F0FULL) << 4;
    return __builtin_bswap64(set) >> (64 - s->cells);
}

/* Mirrored at the main diagonal of a square board. */
static inline uint64_t transposed(const struct zm_state *s, uint64_t set)
{
    uint64_t out = 0;
    for (; set; set &= set - 1) {
        const int cell = __builtin_ctzll(set);
        out |= 1ULL << (cell % s->columns * s->columns + cell / s->columns);
    }
    return out;
}

/* What still matters: own marks in windows open for oneself, and the empty cells of open
 * windows. The least of the turned and mirrored ones stands for all. */
struct essence {
    uint64_t mine, theirs, empty;
};

static inline void take_less(struct essence *best, uint64_t mine, uint64_t theirs, uint64_t empty)
{
    if (mine < best->mine ||
        (mine == best->mine &&
         (theirs < best->theirs || (theirs == best->theirs && empty < best->empty))))
        *best = (struct essence){ mine, theirs, empty };
}

static inline void take_least(const struct zm_state *s, struct essence *best, struct essence e)
{
    const uint64_t mine = flipped(s, e.mine), theirs = flipped(s, e.theirs);
    const uint64_t empty = flipped(s, e.empty);
    take_less(best, e.mine, e.theirs, e.empty);
    take_less(best, mine, theirs, empty);
    take_less(best, reversed(s, e.mine), reversed(s, e.theirs), reversed(s, e.empty));
    take_less(best, reversed(s, mine), reversed(s, theirs), reversed(s, empty));
}

/* The cells of all windows without a mark of the other. */
static inline uint64_t reach_of(const struct zm_state *s, uint64_t theirs)
{
    uint64_t reach = 0;
    for (int d = 0; d < 4; d++) {
        const struct windows w = windows_of(s, d);
        for (uint64_t left = w.first; left; left &= left - 1) {
            const uint64_t cells = w.shape << __builtin_ctzll(left);
            reach |= cells & theirs ? 0 : cells;
        }
    }
    return reach;
}

static uint64_t essential_key(const struct zm_state *s)
{
    if (s->cells > MOST_CELLS)
        return mnk_key(s);
    const int turn = s->turn > 0;
    const uint64_t mine = marks_of(s, turn), other = marks_of(s, !turn);
    const uint64_t my_reach = reach_of(s, other), their_reach = reach_of(s, mine);
    const struct essence e = { mine & my_reach, other & their_reach,
                               (my_reach | their_reach) & ~mine & ~other };
    struct essence best = e;
    take_least(s, &best, e);
    if (s->rows == s->columns)
        take_least(s, &best,
                   (struct essence){ transposed(s, e.mine), transposed(s, e.theirs),
                                     transposed(s, e.empty) });
    return zm_mix(best.mine ^ zm_mix(best.theirs ^ zm_mix(best.empty)));
}
