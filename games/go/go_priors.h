/* go_priors.h -- how promising a move looks: a product of factors, one for each thing a glance
 * at it tells, after Coulom 2007, "Computing Elo ratings of move patterns in the game of Go".
 * The factors are learned: they foretell what the search, after thousands of simulations, comes
 * to prefer (bench/fit_go_priors.c). A move that tells nothing weighs 1. */

/* What a glance may tell. Behind these come the surroundings, PLAIN + their number. */
enum {
    TELLS_LINE = 0,                   /* + lines from the edge, up to 4                */
    TELLS_LONELY = TELLS_LINE + 5,    /* ... with no stone within two steps            */
    TELLS_NEAR = TELLS_LONELY + 5,    /* + how far from the last move                  */
    TELLS_CAPTURE = TELLS_NEAR + 12,  /* + size: 1, 2, 3, 4 and more                   */
    TELLS_SAVING = TELLS_CAPTURE + 4, /* the capture saves stones of one's own         */
    TELLS_SELF_ATARI,                 /* of one stone                                  */
    TELLS_SELF_ATARIS,                /* of several                                    */
    TELLS_ESCAPE,                     /* from atari, to three liberties or more        */
    TELLS_NARROW,                     /* from atari, to two                            */
    TELLS_ATARI,                      /* from which there is no way out                */
    TELLS_OPEN_ATARI,                 /* from which there is                           */
    TELLS_ROOM,                       /* for a chain with two liberties                */
    TELLS_PRESSING,                   /* takes one of three liberties                  */
    TELLS_UNSUPPORTED,                /* touches strong stones far from one's own      */
    TELLS_SHAPE,                      /* one of MoGo's                                 */
    TELLS_TIGHT,                      /* leaves two liberties                          */
    TELLS_FUTILE,                     /* runs into a ladder                            */
    TELLS_RESCUE,                     /* ... out of one that threatens                 */
    PLAIN,
    MOST_TOLD = 16
};

enum { LEARNED = PLAIN + AROUND_CLASSES };

/* In thousandths of the natural logarithm, as fit_go_priors wrote them. */
#define GO_PRIORS "../../data/go.priors"
static const int16_t learned[LEARNED] = {
#if !defined __cppcheck__ && __has_include(GO_PRIORS)
#include GO_PRIORS
#else
    0
#endif
};

static float factor[LEARNED];

/* e^x by its series, where x is small, squared back: the same on every machine. */
static float factor_of(int16_t weight)
{
    const double x = weight / 1000.0 / 64;
    double e = 1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4)));
    for (int i = 0; i < 6; i++)
        e *= e;
    return (float)e;
}

static void fill_priors(void)
{
    for (int i = 0; i < LEARNED; i++)
        factor[i] = factor_of(learned[i]);
}

/* By columns, rows and the larger of both. */
static inline int distance(int p, int q)
{
    const int rows = abs(p / STRIDE - q / STRIDE), columns = abs(p % STRIDE - q % STRIDE);
    const int far = rows + columns + (rows > columns ? rows : columns);
    return far < 12 ? far : 11;
}

/* Lines from the edge: 0 is the first. */
static inline int line_of(const struct zm_state *s, int bit)
{
    const int row = bit / STRIDE, column = bit % STRIDE;
    const int down = s->rows - 1 - row, right = s->columns - 1 - column;
    const int rows = row < down ? row : down, columns = column < right ? column : right;
    const int line = rows < columns ? rows : columns;
    return line < 4 ? line : 4;
}

/* The points within two steps. A second step from beyond the edge would come back in the next
 * row. */
static inline struct bits neighbourhood(int bit, struct bits board)
{
    const struct bits here = bits_of(bit);
    const struct bits near = bits_or(here, bits_and(bits_around(here), board));
    return bits_or(near, bits_around(near));
}

/* Does a capture at p save stones of one's own? */
static inline bool capture_saves(const struct board *b, int p, int colour)
{
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] != STONE + 1 - colour || !in_atari(b->liberties[b->head[q]]))
            continue;
        int stone = b->head[q];
        do {
            for (int k = 0; k < 4; k++) {
                const int r = stone + straight[k];
                if (b->what[r] == STONE + colour && in_atari(b->liberties[b->head[r]]))
                    return true;
            }
            stone = b->next[stone];
        } while (stone != b->head[q]);
    }
    return false;
}

/* What a move at p does for the chain of one's own at q; -1: nothing to tell. `room`: it then has
 * three liberties or more. */
static inline int helps_chain(const struct board *b, int p, int q, int colour, bool room)
{
    go_point two[2];
    const int liberties = few_liberties(b, q, 2, two);
    if (liberties == 1) {
        struct board next = *b;
        if (room)
            return TELLS_ESCAPE;
        put(&next, p, colour);
        if (few_liberties(&next, q, 2, two) == 2 &&
            (catches(&next, two[0], q, colour) || catches(&next, two[1], q, colour)))
            return TELLS_FUTILE;
        return TELLS_NARROW;
    }
    if (liberties != 2 || !room)
        return -1;
    return catches(b, two[0], q, colour) || catches(b, two[1], q, colour) ? TELLS_RESCUE
                                                                          : TELLS_ROOM;
}

/* And to the chain of the other colour at q. */
static inline int harms_chain(const struct board *b, int p, int q, int colour)
{
    go_point three[3];
    const int liberties = few_liberties(b, q, 3, three);
    if (liberties == 2)
        return catches(b, p, q, 1 - colour) ? TELLS_ATARI : TELLS_OPEN_ATARI;
    return liberties == 3 ? TELLS_PRESSING : -1;
}

/* What the move at p does to the stones next to it. */
static inline int glance_at_chains(const struct board *b, int p, int colour, uint16_t told[])
{
    const int captured = captures_at(b, p, colour);
    int n = 0, stones;
    if (captured) {
        told[n++] = (uint16_t)(TELLS_CAPTURE + (captured < 4 ? captured : 4) - 1);
        if (capture_saves(b, p, colour))
            told[n++] = TELLS_SAVING;
        return n;
    }
    if (is_self_atari(b, p, colour, &stones)) {
        told[n++] = stones == 1 ? TELLS_SELF_ATARI : TELLS_SELF_ATARIS;
        return n;
    }
    const bool room = gains_room(b, p, colour);
    if (!room)
        told[n++] = TELLS_TIGHT;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] == EMPTY || b->what[q] == WALL)
            continue;
        const int what = b->what[q] == STONE + colour ? helps_chain(b, p, q, colour, room)
                                                      : harms_chain(b, p, q, colour);
        bool known = what < 0;
        for (int k = 0; k < n; k++)
            known |= told[k] == what;
        if (!known)
            told[n++] = (uint16_t)what;
    }
    return n;
}

/* Does the move touch stones of the other colour, none of them in danger, with no stone of one's
 * own near by? It only makes them stronger. */
static inline bool unsupported(const struct board *b, const struct zm_state *s, int p, int colour,
                               struct bits near)
{
    bool touches = false;
    for (int i = 0; i < 4; i++) {
        const int q = p + straight[i];
        if (b->what[q] != STONE + 1 - colour)
            continue;
        touches = true;
        if (liberty_count(b->liberties[b->head[q]]) < 3)
            return false;
    }
    return touches && !bits_meet(near, s->stones[colour]);
}

/* All that a glance at a move tells; how much. */
static int glance(const struct board *b, const struct zm_state *s, struct bits board, int bit,
                  int colour, uint16_t told[])
{
    const int p = bit + OFFSET;
    const struct bits near = neighbourhood(bit, board);
    int n = glance_at_chains(b, p, colour, told);
    const bool lonely = !bits_meet(near, bits_or(s->stones[BLACK], s->stones[WHITE]));
    told[n++] = (uint16_t)((lonely ? TELLS_LONELY : TELLS_LINE) + line_of(s, bit));
    if (s->last < PASS)
        told[n++] = (uint16_t)(TELLS_NEAR + distance(bit, s->last));
    if (unsupported(b, s, p, colour, near))
        told[n++] = TELLS_UNSUPPORTED;
    if (is_pattern(b, p))
        told[n++] = TELLS_SHAPE;
    told[n++] = (uint16_t)(PLAIN + around_class(b, p, colour));
    return n;
}

/* Does nobody need to look at the move? Own eyes are kept, and what is settled is left alone. */
static inline bool pointless(const struct board *b, int bit, int colour, const struct bits *settled)
{
    return is_eye(b, bit + OFFSET, colour) || bits_has(settled, bit);
}

GO_APART void game_priors(const struct zm_state *s, const zm_move list[], int count, float weight[])
{
    struct board b;
    const int colour = s->turn;
    const struct bits settled = bits_or(pass_alive(s, BLACK), pass_alive(s, WHITE));
    const struct bits board = board_of(s);
    board_set(&b, s);
    for (int i = 0; i < count; i++) {
        const int bit = (int)list[i];
        uint16_t told[MOST_TOLD];
        if (bit == PASS) {
            weight[i] = s->last == PASS ? 0.5F : 0.02F;
        } else if (pointless(&b, bit, colour, &settled)) {
            weight[i] = 0;
        } else {
            weight[i] = 1;
            for (int n = glance(&b, s, board, bit, colour, told); n-- > 0;)
                weight[i] *= factor[told[n]];
        }
    }
}
