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

/* ----------------------------------------------------------- surroundings -- */

/* The surroundings of a point, seen by the colour that is to move, turned and mirrored: which of
 * these it is. The code that is the least of its images gives it its number. */
enum { AROUND_CLASSES = 8740 };
static uint16_t around_number[1 << 16];

/* Where each of the eight points comes from when the surroundings are turned. */
static void find_turns(int from[8][8])
{
    for (int symmetry = 0; symmetry < 8; symmetry++)
        for (int i = 0; i < 8; i++) {
            const int place = shape_turned(shape_place[i], symmetry);
            int k = 0;
            while (shape_place[k] != place)
                k++;
            from[symmetry][i] = k;
        }
}

static void number_surroundings(void)
{
    int from[8][8], next = 0;
    find_turns(from);
    for (unsigned code = 0; code < 1 << 16; code++) {
        unsigned least = code;
        for (int symmetry = 1; symmetry < 8; symmetry++) {
            unsigned turned = 0;
            for (int i = 0; i < 8; i++)
                turned |= (code >> 2 * from[symmetry][i] & 3) << 2 * i;
            least = turned < least ? turned : least;
        }
        around_number[code] = least == code ? (uint16_t)next++ : around_number[least];
    }
}

/* Black and white exchanged: 1 and 2, the codes whose two bits differ. */
static inline unsigned code_swapped(unsigned code)
{
    return code ^ ((code ^ code >> 1) & 0x5555) * 3;
}

static inline int around_class(const struct board *b, int p, int colour)
{
    return around_number[colour == BLACK ? b->code[p] : code_swapped(b->code[p])];
}

static void fill_patterns(void)
{
    number_surroundings();
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
