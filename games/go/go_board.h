/* go_board.h -- a board on which thousands of moves are played on, with its chains kept up to
 * date. Playouts and priors set it up from a position; nothing of it stays.
 *
 * Points are bits moved by a row and a column, `bit + OFFSET`, so that walls are all around. A
 * chain is the ring of its stones (`next`), known by one of them, its `head`.
 *
 * Liberties are pseudo-liberties (Lukasz Lew's libEGO): a liberty counts once for each stone of
 * the chain next to it, which makes adding and joining trivial. Their number, the sum of their
 * points and the sum of the squares share one word. All of them are the same point, the chain
 * is in atari, if and only if number * squares == sum * sum (Cauchy-Schwarz).
 *
 * `code` holds what is on the eight points around, two bits each: straight ones in the low byte,
 * diagonal ones above. Eyes and patterns are looked up with it (go_patterns.h). */

#if GO_LINES < 12
typedef uint8_t go_point;
#else
typedef uint16_t go_point;
#endif

enum { EMPTY, STONE, WALL = 3 }; /* a stone of colour c is STONE + c */
enum { OFFSET = STRIDE + 1, POINTS = (LINES + 2) * STRIDE + 1, NOWHERE = 0 };

struct board {
    uint64_t liberties[POINTS]; /* of the chain with this head */
    uint16_t code[POINTS];
    uint8_t what[POINTS];
    go_point head[POINTS]; /* of the stone's chain          */
    go_point next[POINTS];
    go_point size[POINTS];  /* of the chain with this head: its stones */
    go_point empty[POINTS]; /* the empty points in any order */
    go_point place[POINTS]; /* where each stands there       */
    int empties;
    int ko; /* or NOWHERE */
};

static const int straight[4] = { -STRIDE, STRIDE, -1, 1 };
static const int around8[8] = { -STRIDE,     STRIDE,      -1,         1,
                                -STRIDE - 1, -STRIDE + 1, STRIDE - 1, STRIDE + 1 };
/* Seen from the neighbour in direction i, the point lies in direction opposite[i]. */
static const int opposite[8] = { 1, 0, 3, 2, 7, 6, 5, 4 };

/* One pseudo-liberty at p: 1 in the low 16 bits, p from bit 16, its square from bit 36. */
static inline uint64_t liberty(int p)
{
    return (uint64_t)p * ((uint64_t)p << 36 | 1 << 16) + 1;
}

static inline unsigned liberty_count(uint64_t liberties)
{
    return liberties & 0xFFFF;
}

static inline bool in_atari(uint64_t liberties)
{
    const uint64_t sum = liberties >> 16 & 0xFFFFF;
    return (liberties & 0xFFFF) * (liberties >> 36) == sum * sum;
}

/* The only liberty of a chain in atari; four stones at most are next to it. */
static inline int last_liberty(uint64_t liberties)
{
    const unsigned sum = liberties >> 16 & 0xFFFFF;
    switch (liberties & 0xFFFF) {
    case 1:
        return (int)sum;
    case 2:
        return (int)(sum / 2);
    case 3:
        return (int)(sum / 3);
    default:
        return (int)(sum / 4);
    }
}

static inline bool has_empty_neighbour(unsigned code)
{
    return ((code | code >> 1) & 0x55) != 0x55;
}

/* A bit, at twice its number, for each straight direction in which a stone of `colour` stands. */
static inline unsigned of_colour(unsigned code, int colour)
{
    const unsigned black = code & 0x55, white = code >> 1 & 0x55;
    return colour == 0 ? black & ~white : white & ~black;
}

static inline void recolour(struct board *b, int p, unsigned change)
{
    for (int i = 0; i < 8; i++)
        b->code[p + around8[i]] ^= (uint16_t)(change << 2 * opposite[i]);
}

static inline void add_empty(struct board *b, int p)
{
    b->place[p] = (go_point)b->empties;
    b->empty[b->empties++] = (go_point)p;
}

static inline void drop_empty(struct board *b, int p)
{
    const int at = b->place[p], moved = b->empty[--b->empties];
    b->empty[at] = (go_point)moved;
    b->place[moved] = (go_point)at;
}

/* ------------------------------------------------------------------ moves -- */

/* The chains of p and q, two heads, become one. */
static inline void join(struct board *b, int p, int q)
{
    if (b->size[p] < b->size[q]) {
        const int other = p;
        p = q;
        q = other;
    }
    b->liberties[p] += b->liberties[q];
    b->size[p] = (go_point)(b->size[p] + b->size[q]);
    int stone = q;
    do {
        b->head[stone] = (go_point)p;
        stone = b->next[stone];
    } while (stone != q);
    const go_point after = b->next[p];
    b->next[p] = b->next[q];
    b->next[q] = after;
}

static inline void lift_chain(struct board *b, int head, int colour)
{
    int stone = head;
    do {
        const uint64_t here = liberty(stone);
        b->what[stone] = EMPTY;
        b->head[stone] = NOWHERE;
        recolour(b, stone, (unsigned)(STONE + colour));
        add_empty(b, stone);
        for (int i = 0; i < 4; i++)
            b->liberties[b->head[stone + straight[i]]] += here;
        stone = b->next[stone];
    } while (stone != head);
}

/* Put a stone of `colour` at p and take off what that captures; how many. Heads of empty points
 * and walls are NOWHERE, whose liberties are never asked for, which saves a question each. */
static inline int put(struct board *b, int p, int colour)
{
    const int mine = STONE + colour;
    const unsigned code = b->code[p];
    uint64_t liberties = 0;
    unsigned dead = 0;
    int captured = 0, victim = NOWHERE;
    drop_empty(b, p);
    b->what[p] = (uint8_t)mine;
    recolour(b, p, (unsigned)mine);
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        liberties += b->what[q] == EMPTY ? liberty(q) : 0;
        b->liberties[b->head[q]] -= liberty(p);
        dead |= (unsigned)!liberty_count(b->liberties[b->head[q]]) << 2 * i;
    }
    b->head[p] = b->next[p] = (go_point)p;
    b->size[p] = 1;
    b->liberties[p] = liberties;
    for (unsigned left = of_colour(code, colour); left; left &= left - 1) {
        const int friend = b->head[p + straight[__builtin_ctz(left) / 2]];
        if (friend != b->head[p])
            join(b, b->head[p], friend);
    }
    for (unsigned left = dead & of_colour(code, 1 - colour); left; left &= left - 1) {
        const int q = p + straight[__builtin_ctz(left) / 2];
        if (b->what[q] == EMPTY)
            continue; /* of a chain that was just lifted */
        victim = b->head[q];
        captured += b->size[victim];
        lift_chain(b, victim, 1 - colour);
    }
    b->ko =
        captured == 1 && b->next[p] == p && liberty_count(b->liberties[p]) == 1 ? victim : NOWHERE;
    return captured;
}

/* May `colour` play at p, which is empty? Suicide is not looked at: nobody who plays fast wants
 * it. */
static inline bool may_put(const struct board *b, int p, int colour)
{
    if (has_empty_neighbour(b->code[p]))
        return true;
    if (p == b->ko)
        return false;
    const int mine = STONE + colour;
    bool may = false;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i], what = b->what[q];
        may |= (what != WALL) & (in_atari(b->liberties[b->head[q]]) != (what == mine));
    }
    return may;
}

/* ------------------------------------------------------ from a position, back -- */

static void board_set(struct board *b, const struct zm_state *s)
{
    memset(b->what, WALL, sizeof b->what);
    memset(b->head, NOWHERE, sizeof b->head);
    memset(b->code, 0, sizeof b->code); /* walls have one too, which recolour() turns over */
    b->empties = 0;
    for (int row = 0; row < s->rows; row++)
        for (int column = 0; column < s->columns; column++) {
            const int p = row * STRIDE + column + OFFSET;
            b->what[p] = EMPTY;
            add_empty(b, p);
        }
    for (int i = 0; i < b->empties; i++) {
        const int p = b->empty[i];
        unsigned code = 0;
        for (int k = 0; k < 8; k++)
            code |= (unsigned)b->what[p + around8[k]] << 2 * k;
        b->code[p] = (uint16_t)code;
    }
    for (int colour = 0; colour < 2; colour++) {
        struct bits left = s->stones[colour];
        while (bits_any(left))
            put(b, bits_take(&left) + OFFSET, colour);
    }
    b->ko = s->ko == NONE ? NOWHERE : s->ko + OFFSET;
}

/* The stones of the board back into the position, which has ended with two passes. */
static void board_end(const struct board *b, struct zm_state *s)
{
    struct bits stones[2] = { { { 0 } } };
    uint64_t hash = 0;
    for (int row = 0; row < s->rows; row++)
        for (int column = 0; column < s->columns; column++) {
            const int bit = row * STRIDE + column, what = b->what[bit + OFFSET];
            if (what == EMPTY)
                continue;
            bits_flip(&stones[what - STONE], bit);
            hash ^= stone_key(what - STONE, bit);
        }
    s->stones[BLACK] = stones[BLACK];
    s->stones[WHITE] = stones[WHITE];
    s->hash = hash;
    s->ko = NONE;
    s->last = PASS;
    s->turn = ZM_OVER;
}
