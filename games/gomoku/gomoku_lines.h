/* gomoku_lines.h -- what a stone on an empty cell would make of the lines through it.
 *
 * A line through a cell is seen through a window: the cell in the middle, REACH cells on
 * either side. For each colour the window has a class, named after what a stone in the
 * middle would make. All classes come from two facts, what a five is and what one more
 * stone leads to:
 *
 *   FIVE        five in a row (freestyle: or more; exact: no more)
 *   OVERLINE    exact only: six or more in a row
 *   OPEN_FOUR   the straight four: four in a row, and a stone at either end makes FIVE
 *   TWO_FOURS   two cells of this line make FIVE, but they are not the ends of four in a row
 *   FOUR        one cell makes FIVE
 *   OPEN_THREE  one more stone makes OPEN_FOUR
 *   THREE       one more stone makes FOUR or TWO_FOURS
 *   OPEN_TWO    one more stone makes OPEN_THREE;  TWO: ... THREE
 *   OPEN_ONE    one more stone makes OPEN_TWO;    ONE: ... TWO
 *
 * "One more stone" may make what is forbidden to black in Renju; nobody looks: that is the
 * simple, non-recursive definition of an open three.
 *
 * Only lines that hold the middle count. All of them lie within four cells of it, and
 * whether a five is longer is seen at the fifth: REACH is 4 for freestyle, 5 for the rest.
 *
 * The classes of the four directions together give the level of the cell for a colour. */

enum line_class {
    NONE,
    ONE,
    OPEN_ONE,
    TWO,
    OPEN_TWO,
    THREE,
    OPEN_THREE,
    FOUR,
    TWO_FOURS,
    OPEN_FOUR,
    FIVE,
    OVERLINE,
    CLASSES = 16 /* they take four bits */
};

/* From the worst to the best. */
enum level {
    NOTHING,
    FORBIDDEN, /* black in Renju */
    A_TWO,
    AN_OPEN_TWO,
    OPEN_TWOS,
    A_THREE,
    THREE_AND_OPEN_TWO,
    THREES,
    AN_OPEN_THREE,
    OPEN_THREE_AND_MORE,
    OPEN_THREES,
    A_FOUR,
    FOUR_AND_MORE,
    FOUR_AND_OPEN_THREE,
    TWO_FIVES, /* an open four or two fours: then FIVE can be made at two cells */
    WINS,
    LEVELS
};

enum rules { FREESTYLE, STANDARD, RENJU };
enum { DIRECTIONS = 4, NEAR = 4, FAR = 5 };

/* In a line a cell takes two bits. */
enum cell { EMPTY, BLACK, WHITE, BORDER };

/* By the windows' 2 * REACH cells around the middle: black's class in the lower four bits,
 * white's in the upper. */
static uint8_t near_classes[1 << 4 * NEAR];                                 /* freestyle */
static uint8_t standard_classes[1 << 4 * FAR], renju_classes[1 << 4 * FAR]; /* the others */

/* By the classes of four directions, four bits each; [1] is for black in Renju. */
static uint8_t level_of[2][1 << 4 * DIRECTIONS];

/* ----------------------------------------------- windows as one colour sees them -- */

/* Three states of the 2 * FAR cells make a number: 0 empty, 1 one's own, 2 anything else. */
enum { VIEW_CELLS = 2 * FAR, VIEWS = 59049, OWN = 1, OTHER = 2 };

/* The run of own stones through the middle: how long, and the cells at its ends, as places
 * in digit[] (-1 and VIEW_CELLS: outside). */
static int run_through_middle(const int digit[VIEW_CELLS], int *before, int *after)
{
    *before = FAR - 1;
    *after = FAR;
    while (*before >= 0 && digit[*before] == OWN)
        --*before;
    while (*after < VIEW_CELLS && digit[*after] == OWN)
        ++*after;
    return *after - *before; /* the middle is not in digit[] */
}

/* The class of a view; those with more own stones are known. */
static int class_of_view(const uint8_t known[VIEWS], int view, bool exact)
{
    int digit[VIEW_CELLS], more[VIEW_CELLS], before, after, fives = 0, best = NONE;
    for (int i = 0, rest = view; i < VIEW_CELLS; i++, rest /= 3)
        digit[i] = rest % 3;
    const int run = run_through_middle(digit, &before, &after);
    if (run >= 5)
        return run > 5 && exact ? OVERLINE : FIVE;
    for (int i = 0, power = 1; i < VIEW_CELLS; i++, power *= 3) {
        more[i] = digit[i] == EMPTY ? known[view + power] : NONE;
        fives += more[i] == FIVE;
        if (more[i] < FIVE && more[i] > best)
            best = more[i];
    }
    if (fives >= 2)
        return run == 4 && more[before] == FIVE && more[after] == FIVE ? OPEN_FOUR : TWO_FOURS;
    static const uint8_t one_less[] = {
        [OPEN_FOUR] = OPEN_THREE,
        [TWO_FOURS] = THREE,
        [FOUR] = THREE,
        [OPEN_THREE] = OPEN_TWO,
        [THREE] = TWO,
        [OPEN_TWO] = OPEN_ONE,
        [TWO] = ONE,
    };
    return fives ? FOUR : one_less[best];
}

/* From the highest number down: one more own stone makes a higher one. */
static void fill_views(uint8_t class[VIEWS], bool exact)
{
    for (int view = VIEWS - 1; view >= 0; view--)
        class[view] = (uint8_t)class_of_view(class, view, exact);
}

/* --------------------------------------------------------- windows of the board -- */

/* Half a window, FAR cells of two bits, as digits of a view. */
static uint16_t half_view[2][1 << 2 * FAR];

static void fill_half_views(void)
{
    for (int half = 0; half < 1 << 2 * FAR; half++)
        for (int colour = 0; colour < 2; colour++) {
            int view = 0;
            for (int i = FAR - 1; i >= 0; i--) {
                const int cell = half >> 2 * i & 3;
                view = 3 * view + (cell == EMPTY ? EMPTY : cell == colour + BLACK ? OWN : OTHER);
            }
            half_view[colour][half] = (uint16_t)view;
        }
}

static int view_of(int colour, int before, int after)
{
    return half_view[colour][before] + 243 * half_view[colour][after];
}

static uint8_t both_classes(const uint8_t black[VIEWS], const uint8_t white[VIEWS], int before,
                            int after)
{
    return (uint8_t)(black[view_of(0, before, after)] | white[view_of(1, before, after)] << 4);
}

static void fill_classes(void)
{
    static uint8_t free_class[VIEWS], exact_class[VIEWS];
    fill_views(free_class, false);
    fill_views(exact_class, true);
    fill_half_views();
    for (int window = 0; window < 1 << 4 * NEAR; window++) {
        /* What is beyond does not matter: take it for the border. */
        const int before = (window & 0xFF) << 2 | BORDER, after = window >> 8 | BORDER << 8;
        near_classes[window] = both_classes(free_class, free_class, before, after);
    }
    for (int window = 0; window < 1 << 4 * FAR; window++) {
        const int before = window & 0x3FF, after = window >> 10;
        standard_classes[window] = both_classes(exact_class, exact_class, before, after);
        renju_classes[window] = both_classes(exact_class, free_class, before, after);
    }
}

/* ------------------------------------------------------------------------ levels -- */

static int level_of_counts(const int n[CLASSES], bool restricted)
{
    if (n[FIVE])
        return WINS;
    const int fours = n[FOUR] + n[OPEN_FOUR] + 2 * n[TWO_FOURS];
    if (restricted && (n[OVERLINE] || fours >= 2 || n[OPEN_THREE] >= 2))
        return FORBIDDEN;
    if (fours >= 2 || n[OPEN_FOUR])
        return TWO_FIVES;
    const bool more = n[THREE] || n[OPEN_TWO];
    if (fours)
        return n[OPEN_THREE] ? FOUR_AND_OPEN_THREE : more ? FOUR_AND_MORE : A_FOUR;
    if (n[OPEN_THREE])
        return n[OPEN_THREE] > 1 ? OPEN_THREES : more ? OPEN_THREE_AND_MORE : AN_OPEN_THREE;
    if (n[THREE])
        return n[THREE] > 1 ? THREES : n[OPEN_TWO] ? THREE_AND_OPEN_TWO : A_THREE;
    if (n[OPEN_TWO])
        return n[OPEN_TWO] > 1 ? OPEN_TWOS : AN_OPEN_TWO;
    return n[TWO] ? A_TWO : NOTHING;
}

static void fill_levels(void)
{
    for (int code = 0; code < 1 << 4 * DIRECTIONS; code++) {
        int n[CLASSES] = { 0 };
        for (int d = 0; d < DIRECTIONS; d++)
            n[code >> 4 * d & 15]++;
        for (int restricted = 0; restricted < 2; restricted++)
            level_of[restricted][code] = (uint8_t)level_of_counts(n, restricted);
    }
}
