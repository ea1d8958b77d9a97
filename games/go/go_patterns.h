/* go_patterns.h -- what the eight points around a point tell, looked up by their code. */

enum {
    EYE = 1,    /* EYE << colour: an eye of this colour, or something that looks like one */
    PATTERN = 4 /* a good place to answer a move next to it                              */
};

static uint8_t around_tells[1 << 16];

/* An empty point with own stones or walls on all sides is taken for an eye if the other colour
 * holds at most one of its corners, at the edge none. */
static bool looks_like_eye(unsigned code, int colour)
{
    int theirs = 0, walls = 0;
    for (int i = 0; i < 8; i++) {
        const unsigned what = code >> 2 * i & 3;
        if (i < 4 && what != WALL && what != (unsigned)(STONE + colour))
            return false;
        theirs += i >= 4 && what == (unsigned)(STONE + 1 - colour);
        walls += i >= 4 && what == WALL;
    }
    return theirs + (walls > 0) < 2;
}

/* The shapes that MoGo's playouts answered with (Gelly, Wang, Munos & Teytaud 2006,
 * "Modification of UCT with patterns in Monte-Carlo Go"): for both colours, turned and mirrored.
 * X and O stones, '.' empty, '#' beyond the edge, x anything but X, o anything but O, '?'
 * anything. The move is in the middle. */
static const char *const shapes[] = {
    "XOX"
    "..."
    "???", /* a hane between two stones */
    "XO."
    "..."
    "?.?", /* a hane that cuts nothing */
    "XO?"
    "X.."
    "x.?", /* a turn */
    ".O."
    "X.."
    "...", /* a shoulder hit */
    "XO?"
    "O.o"
    "?o?", /* a cut */
    "XO?"
    "O.X"
    "???", /* a cut that was peeped at */
    "?X?"
    "O.O"
    "ooo", /* a push through */
    "OX?"
    "o.O"
    "???", /* a cut of a knight's move */
    "X.?"
    "O.?"
    "##?", /* a chase along the edge */
    "OX?"
    "X.O"
    "###", /* against a cut at the edge */
    "?X?"
    "x.O"
    "###", /* against a connection at the edge */
    "?XO"
    "x.x"
    "###", /* down to the edge */
    "?OX"
    "X.O"
    "###", /* a cut at the edge */
};

/* Places in a shape, and the same eight in the order of `code`. */
static const int shape_place[8] = { 1, 7, 3, 5, 0, 2, 6, 8 };

static int shape_turned(int place, int symmetry)
{
    int row = place / 3, column = place % 3;
    if (symmetry & 1)
        column = 2 - column;
    if (symmetry & 2)
        row = 2 - row;
    return symmetry & 4 ? 3 * column + row : 3 * row + column;
}

/* What may stand where the shape says c, as a set of bits. */
static unsigned shape_allows(char c, int swapped)
{
    const unsigned x = 1u << (STONE + swapped), o = 1u << (STONE + 1 - swapped);
    switch (c) {
    case 'X':
        return x;
    case 'O':
        return o;
    case '.':
        return 1u << EMPTY;
    case '#':
        return 1u << WALL;
    case 'x':
        return 15 & ~x;
    case 'o':
        return 15 & ~o;
    default:
        return 15;
    }
}

static void mark_codes(const unsigned allowed[8], int i, unsigned code)
{
    if (i == 8) {
        around_tells[code] |= PATTERN;
        return;
    }
    for (unsigned what = 0; what < 4; what++)
        if (allowed[i] >> what & 1)
            mark_codes(allowed, i + 1, code | what << 2 * i);
}

static void fill_patterns(void)
{
    for (unsigned code = 0; code < 1 << 16; code++)
        for (int colour = 0; colour < 2; colour++)
            if (looks_like_eye(code, colour))
                around_tells[code] |= (uint8_t)(EYE << colour);
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++)
        for (int symmetry = 0; symmetry < 16; symmetry++) {
            unsigned allowed[8];
            for (int i = 0; i < 8; i++)
                allowed[i] =
                    shape_allows(shapes[k][shape_turned(shape_place[i], symmetry)], symmetry >> 3);
            mark_codes(allowed, 0, 0);
        }
}

static inline bool is_eye(const struct board *b, int p, int colour)
{
    return around_tells[b->code[p]] >> colour & EYE;
}

static inline bool is_pattern(const struct board *b, int p)
{
    return around_tells[b->code[p]] & PATTERN;
}
