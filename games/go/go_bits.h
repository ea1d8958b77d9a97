/* go_bits.h -- sets of points as bits.
 *
 * A row of the board takes STRIDE bits, one more than the longest row has points, so that a
 * set moved by one point or by one row never runs into the next row: what leaves the board
 * falls on bits that `board` does not have. Point (row, column) is bit row * STRIDE + column,
 * row 0 being the top. All of it is plain words; the compiler unrolls the loops. */

/* Searches are compiled with everything inlined that they call. What is long and has loops over
 * sets in it gains nothing by that, and the compiler would take minutes. */
#define GO_APART __attribute__((noinline)) static

enum { STRIDE = LINES + 1, WORDS = (LINES * STRIDE + 63) / 64 };

struct bits {
    uint64_t word[WORDS];
};

static inline struct bits bits_and(struct bits a, struct bits b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct bits bits_or(struct bits a, struct bits b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct bits bits_without(struct bits a, struct bits b)
{
    for (int i = 0; i < WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool bits_any(struct bits a)
{
    uint64_t all = 0;
    for (int i = 0; i < WORDS; i++)
        all |= a.word[i];
    return all != 0;
}

static inline bool bits_same(struct bits a, struct bits b)
{
    uint64_t differ = 0;
    for (int i = 0; i < WORDS; i++)
        differ |= a.word[i] ^ b.word[i];
    return !differ;
}

static inline bool bits_meet(struct bits a, struct bits b)
{
    return bits_any(bits_and(a, b));
}

static inline int bits_count(struct bits a)
{
    int n = 0;
    for (int i = 0; i < WORDS; i++)
        n += __builtin_popcountll(a.word[i]);
    return n;
}

static inline bool bits_has(const struct bits *a, int point)
{
    return a->word[point / 64] >> point % 64 & 1;
}

static inline void bits_flip(struct bits *a, int point)
{
    a->word[point / 64] ^= 1ULL << point % 64;
}

static inline struct bits bits_of(int point)
{
    struct bits a = { { 0 } };
    bits_flip(&a, point);
    return a;
}

/* The first point, which is there, is taken out. */
static inline int bits_take(struct bits *a)
{
    int i = 0;
    while (!a->word[i])
        i++;
    const int bit = __builtin_ctzll(a->word[i]);
    a->word[i] &= a->word[i] - 1;
    return 64 * i + bit;
}

static inline int bits_first(struct bits a)
{
    return bits_take(&a);
}

static inline struct bits bits_up(struct bits a, int by)
{
    struct bits moved;
    for (int i = WORDS - 1; i >= 0; i--)
        moved.word[i] = a.word[i] << by | (i > 0 ? a.word[i - 1] >> (64 - by) : 0);
    return moved;
}

static inline struct bits bits_down(struct bits a, int by)
{
    struct bits moved;
    for (int i = 0; i < WORDS; i++)
        moved.word[i] = a.word[i] >> by | (i + 1 < WORDS ? a.word[i + 1] << (64 - by) : 0);
    return moved;
}

/* The neighbours of all points of a, points beyond the board among them. */
static inline struct bits bits_around(struct bits a)
{
    return bits_or(bits_or(bits_up(a, 1), bits_down(a, 1)),
                   bits_or(bits_up(a, STRIDE), bits_down(a, STRIDE)));
}

/* What can be reached from `from` by steps inside `inside`. */
static inline struct bits bits_flood(struct bits from, struct bits inside)
{
    for (;;) {
        const struct bits more = bits_or(from, bits_and(bits_around(from), inside));
        if (bits_same(more, from))
            return from;
        from = more;
    }
}
