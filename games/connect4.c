/* connect4.c -- Connect Four: drop discs into columns; four in line win.
 *
 * The board is two 64-bit sets. A column takes a bit for each cell and an empty guard on
 * top, which keeps lines from running over into the next column. The usual board:
 *
 *      6 13 20 27 34 41 48     guard
 *      5 12 19 26 33 40 47
 *      .  .  .  .  .  .  .
 *      0  7 14 21 28 35 42     bit = 7 * column + row
 *
 * The payoff is Pascal Pons's score: on the usual board 22 minus the discs the winner has
 * played, so that the earliest possible win is worth 18, the last possible one 1, and a
 * draw 0; on other boards likewise.
 *
 * What is asked at every node is compiled twice: with the usual board a constant, and for
 * any board that fits into 64 bits (see c4_shape()). */
#include <zermelo/game.h>

#include <string.h>

struct zm_state {
    uint64_t mover; /* discs of the player to move */
    uint64_t all;   /* discs of both */
    int32_t plies;
    int32_t turn; /* 0, 1 or ZM_OVER */
    int32_t columns, rows;
};

/* A board, and the lowest cell of all its columns. */
struct board {
    int columns, rows;
    uint64_t bottom;
};

#define USUAL ((struct board){ 7, 6, 0x0040810204081ULL })
#define INLINE static inline __attribute__((always_inline))

INLINE struct board any_board(int columns, int rows)
{
    const uint64_t all = UINT64_MAX >> (64 - columns * (rows + 1));
    return (struct board){ columns, rows, all / (UINT64_MAX >> (63 - rows)) };
}

INLINE struct board board_of(const struct zm_state *s)
{
    return any_board(s->columns, s->rows);
}

INLINE int cells_of(struct board b)
{
    return b.columns * b.rows;
}

/* From a cell to the one on its right. */
INLINE int stride(struct board b)
{
    return b.rows + 1;
}

/* These rows of all columns: bit 0 is the lowest. */
INLINE uint64_t rows(struct board b, uint64_t set)
{
    return b.bottom * set;
}

INLINE uint64_t every(struct board b)
{
    return rows(b, (1ULL << b.rows) - 1);
}

/* ------------------------------------------------------------------ rules -- */

/* A move is the lowest cell of its column: what must be added to the discs to find where
 * the next one comes to lie. */
INLINE zm_move move_of(struct board b, int column)
{
    return 1ULL << column * stride(b);
}

/* Number i, 0 and up, from the middle outwards. */
INLINE zm_move middle_first(struct board b, int i)
{
    return move_of(b, b.columns / 2 + (i & 1 ? -(i + 1) / 2 : i / 2));
}

/* With the usual six rows there is no division: in the factor column number c stands seven bits
 * further down than number c - 1, and a move shifts it to the top. */
static int column_of(const struct zm_state *s, zm_move m)
{
    const uint64_t columns = 1ULL << 53 | 2ULL << 46 | 3ULL << 39 | 4ULL << 32 | 5ULL << 25 |
                             6ULL << 18 | 7ULL << 11 | 8ULL << 4;
    return s->rows == 6 ? (int)(m * columns >> 60) : __builtin_ctzll(m) / (s->rows + 1);
}

/* b & b >> d leaves the pairs in direction d; two pairs two steps apart are four. With
 * fewer than four columns there is only one direction (and no room to shift by others). */
INLINE bool four(struct board b, uint64_t set)
{
    const int d = stride(b);
    const uint64_t up = set & set >> 1;
    if (b.columns < 4)
        return up & up >> 2;
    const uint64_t flat = set & set >> d, down = set & set >> (d - 1), rise = set & set >> (d + 1);
    return (up & up >> 2) | (flat & flat >> 2 * d) | (down & down >> 2 * (d - 1)) |
           (rise & rise >> 2 * (d + 1));
}

/* What disc number k, counted from 1, is worth to the player who makes four with it. */
INLINE int worth(struct board b, int k)
{
    return (cells_of(b) + 2 - k) / 2;
}

static const char *c4_start(struct zm_state *s, const char *options)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    s->columns = USUAL.columns;
    s->rows = USUAL.rows;
    while (zm_next_option(&options, name, value)) {
        const char *at = value;
        if (strcmp(name, "size") != 0)
            return "the only option is size=, as in size=7x6: columns, then rows";
        if (!zm_read_number(&at, 2, 999, &s->columns) || *at++ != 'x' ||
            !zm_read_number(&at, 1, 999, &s->rows) || *at)
            return "size= takes two columns or more and a number of rows, as in size=7x6";
        if (s->columns * (s->rows + 1) > 64)
            return "size= is too large: columns x (rows + 1) may be 64 at most";
    }
    return NULL;
}

static int c4_turn(const struct zm_state *s)
{
    return s->turn;
}

INLINE int moves_on(struct board b, const struct zm_state *s, zm_move list[])
{
    const uint64_t full = s->all & b.bottom << (b.rows - 1);
    if (__builtin_expect(!full, true)) {
        for (int i = 0; i < b.columns; i++)
            list[i] = middle_first(b, i);
        return b.columns;
    }
    zm_move *end = list;
    for (int i = 0; i < b.columns; i++)
        if (!(full & middle_first(b, i) << (b.rows - 1)))
            *end++ = middle_first(b, i);
    return (int)(end - list);
}

INLINE void play_on(struct board b, struct zm_state *s, zm_move m)
{
    s->mover ^= s->all;   /* the other's discs */
    s->all |= s->all + m; /* the carry finds the lowest gap */
    s->plies++;
    /* All but the other's: own discs and the new one. */
    s->turn = four(b, s->all ^ s->mover) || s->plies == cells_of(b) ? ZM_OVER : s->plies & 1;
}

INLINE int payoff_on(struct board b, const struct zm_state *s, int player)
{
    if (s->plies == cells_of(b) && !four(b, s->all ^ s->mover))
        return 0;
    const int score = worth(b, s->plies);
    return (s->plies & 1) == player ? -score : score; /* the last mover won */
}

INLINE uint64_t key_on(struct board b, const struct zm_state *s)
{
    return zm_mix(s->mover + s->all + b.bottom); /* unique: all plus a floor */
}

/* -------------------------------------------------------- exact knowledge -- */

/* What a solver need not search for. A cell is winning for a player if a disc there makes
 * four; it is playable if a disc would come to lie there now. The idea to read all of it
 * from the sets at once is Pascal Pons's ("Solving Connect 4: how to build a perfect AI").
 * Rows are counted from the top: those at an even distance from it, the top row
 * among them, are the upper rows of pairs, the others the lower ones. */

INLINE uint64_t upper_rows(struct board b)
{
    return rows(b, (b.rows & 1 ? 0x5555555555555555ULL : 0xAAAAAAAAAAAAAAAAULL) &
                       ((1ULL << b.rows) - 1));
}

INLINE uint64_t lower_rows(struct board b)
{
    return every(b) & ~upper_rows(b);
}

/* The cells next to three of `set` in the direction of d, on any of its four places. */
INLINE uint64_t completes(uint64_t set, int d)
{
    const uint64_t above = set << d & set << 2 * d, below = set >> d & set >> 2 * d;
    return (above & (set << 3 * d | set >> d)) | (below & (set << d | set >> 3 * d));
}

/* The empty cells that win for the owner of `set`. Upwards there is nothing above. */
INLINE uint64_t winning(struct board b, uint64_t set, uint64_t all)
{
    const int d = stride(b);
    uint64_t cells = set << 1 & set << 2 & set << 3;
    if (b.columns >= 4)
        cells |= completes(set, d - 1) | completes(set, d) | completes(set, d + 1);
    return cells & every(b) & ~all;
}

/* These cells and all above them. */
INLINE uint64_t upwards(struct board b, uint64_t set)
{
    for (int n = 1; n < b.rows; n *= 2)
        set |= (set & rows(b, (1ULL << (b.rows - n)) - 1)) << n;
    return set;
}

/* An upper bound of the value for the player to move, from what the other reaches by
 * following up: playing in the same column, on top (Allis 1988, "A knowledge-based
 * approach of Connect-Four", calls it Claimeven).
 *
 * Say an even number of cells is empty; the player to move leads. The other answers each
 * disc on top of it, and so gets the upper rows of pairs. Columns with an odd number of
 * empty cells come in pairs: a disc in the lowest cell of one is answered in the lowest of
 * another, and from then on both are even. So all that the leader can ever get is the lower
 * rows and what is playable now. No four there: the leader does not win. And where the
 * follower wins on an upper row, the leader may not play below; having nothing else left at
 * last, it must.
 *
 * If an odd number is empty, the follower needs a winning cell on a lower row. In the
 * column of that cell the follower takes the lower rows, and thus has one column that makes
 * up for the odd number of empty cells; if the column is even, one of the odd ones is its
 * partner and the same holds. The leader gets the upper rows there, up to the cell below
 * the winning one, which it must play at last. */
INLINE int follow_up(struct board b, const struct zm_state *s, uint64_t theirs, uint64_t playable)
{
    const int cells = cells_of(b);
    const uint64_t empty = every(b) & ~s->all;
    const uint64_t stops = theirs & upper_rows(b) & ~playable;
    const uint64_t reach = s->mover | playable | (empty & lower_rows(b) & ~upwards(b, stops));
    if (!((cells - s->plies) & 1)) {
        if (four(b, reach))
            return cells;
        if (stops)
            return -worth(b, cells + 2 - __builtin_popcountll(upwards(b, stops >> 1)));
        return four(b, (s->mover ^ s->all) | (empty & upper_rows(b) & ~playable)) ? -1 : 0;
    }
    for (uint64_t wins = theirs & lower_rows(b) & ~playable; wins;) {
        const uint64_t below = (wins & -wins) >> 1;
        const uint64_t column = ((1ULL << b.rows) - 1)
                                << __builtin_ctzll(below) / stride(b) * stride(b);
        const uint64_t lost = column & (0 - below); /* to the leader, with all above */
        const uint64_t kept = (reach & ~(column & empty & ~playable)) |
                              (column & empty & upper_rows(b) & ~lost) | below;
        if (!four(b, kept))
            return -worth(b, cells + 2 -
                                 __builtin_popcountll(upwards(b, stops >> 1 & ~column) | lost));
        wins &= ~column;
    }
    return cells;
}

INLINE int known(struct zm_bounds *bounds, int value)
{
    bounds->low = bounds->high = value;
    return 0;
}

INLINE int insight_on(struct board b, const struct zm_state *s, struct zm_bounds *bounds,
                      zm_move list[])
{
    const int plies = s->plies;
    const uint64_t playable = (s->all + b.bottom) & every(b);
    if (winning(b, s->mover, s->all) & playable)
        return known(bounds, worth(b, plies + 1));
    /* Where the other would win now, a disc must go; below such a cell, none may. */
    const uint64_t theirs = winning(b, s->mover ^ s->all, s->all);
    const uint64_t forced = theirs & playable;
    const uint64_t safe = (forced ? forced : playable) & ~(theirs >> 1);
    if (!safe || (forced & (forced - 1)))
        return known(bounds, -worth(b, plies + 2));
    if (plies >= cells_of(b) - 2)
        return known(bounds, 0);
    const int low = -worth(b, plies + 4), soon = worth(b, plies + 3);
    const int late = follow_up(b, s, theirs, playable), high = late < soon ? late : soon;
    bounds->low = low > bounds->low ? low : bounds->low;
    bounds->high = high < bounds->high ? high : bounds->high;
    int n = 0;
    for (int i = 0; i < b.columns; i++) { /* without a branch, which nobody could foretell */
        list[n] = middle_first(b, i);
        n += (safe & middle_first(b, i) * ((1ULL << b.rows) - 1)) != 0;
    }
    return n;
}

/* The more cells win for the player who has just moved, the better. */
INLINE int order_on(struct board b, const struct zm_state *s)
{
    return __builtin_popcountll(winning(b, s->mover ^ s->all, s->all));
}

INLINE uint64_t mirrored(struct board b, uint64_t set)
{
    const uint64_t column_set = UINT64_MAX >> (64 - stride(b));
    uint64_t m = 0;
    for (int column = 0; column < b.columns; column++)
        m |= (set >> column * stride(b) & column_set) << (b.columns - 1 - column) * stride(b);
    return m;
}

/* The cells of all lines of four inside `set` in the direction of d. */
INLINE uint64_t lines(uint64_t set, int d)
{
    uint64_t first = set & set >> d;
    first &= first >> 2 * d;
    first |= first << d;
    return first | first << 2 * d;
}

/* The cells through which the player whose discs these are not can still make four. */
INLINE uint64_t alive(struct board b, uint64_t discs)
{
    const uint64_t set = every(b) & ~discs;
    const int d = stride(b);
    if (b.columns < 4)
        return lines(set, 1);
    return lines(set, 1) | lines(set, d - 1) | lines(set, d) | lines(set, d + 1);
}

/* Which cells are taken, and whose discs those are through which a four is still possible.
 * Through the others goes no open line of either player, so that whose they are no longer
 * matters. Mirrored positions are the same; they are common in the opening only. */
INLINE uint64_t solve_key_on(struct board b, const struct zm_state *s)
{
    const uint64_t other = s->mover ^ s->all;
    uint64_t mine = s->all + b.bottom + (s->mover & alive(b, other));
    uint64_t theirs = other & alive(b, s->mover);
    if (s->plies < cells_of(b) / 3) {
        const uint64_t m = mirrored(b, mine), t = mirrored(b, theirs);
        if (m < mine || (m == mine && t < theirs)) {
            mine = m;
            theirs = t;
        }
    }
    /* Turned by half a word, because sets that differ in their high bits only would have
     * products that do so too, and few enough bits to cancel out. */
    const uint64_t product = theirs * 0xD6E8FEB86659FD93ULL;
    return zm_mix(mine * 0x9E3779B97F4A7C15ULL + (product << 32 | product >> 32));
}

/* What is asked at every node, for one board. */
#define FUNCTIONS(name, board)                                                                     \
    static int name##_moves(const struct zm_state *s, zm_move list[])                              \
    {                                                                                              \
        return moves_on(board, s, list);                                                           \
    }                                                                                              \
    static void name##_play(struct zm_state *s, zm_move m)                                         \
    {                                                                                              \
        play_on(board, s, m);                                                                      \
    }                                                                                              \
    static int name##_payoff(const struct zm_state *s, int player)                                 \
    {                                                                                              \
        return payoff_on(board, s, player);                                                        \
    }                                                                                              \
    static uint64_t name##_key(const struct zm_state *s)                                           \
    {                                                                                              \
        return key_on(board, s);                                                                   \
    }                                                                                              \
    static int name##_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])  \
    {                                                                                              \
        return insight_on(board, s, bounds, list);                                                 \
    }                                                                                              \
    static int name##_order(const struct zm_state *s)                                              \
    {                                                                                              \
        return order_on(board, s);                                                                 \
    }                                                                                              \
    static uint64_t name##_solve_key(const struct zm_state *s)                                     \
    {                                                                                              \
        return solve_key_on(board, s);                                                             \
    }
FUNCTIONS(usual, USUAL)
FUNCTIONS(sized, board_of(s))

#include "connect4_evaluation.h"

static const char *c4_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .turn = 0 };
    const char *const wrong = c4_start(&s, options);
    if (wrong)
        return wrong;
    const struct board b = board_of(&s);
    shape->max_moves = shape->slots = b.columns;
    shape->max_plies = cells_of(b);
    shape->max_payoff = worth(b, 7) > 1 ? worth(b, 7) : 1;
    shape->grid = (struct zm_grid){ b.rows, b.columns, ZM_SQUARES };
    if (b.columns != USUAL.columns || b.rows != USUAL.rows) {
        shape->kernels = NULL; /* they know the usual board only */
        shape->moves = sized_moves;
        shape->play = sized_play;
        shape->payoff = sized_payoff;
        shape->key = sized_key;
        shape->insight = sized_insight;
        shape->order = sized_order;
        shape->solve_key = sized_solve_key;
        shape->evaluate = NULL;
        shape->learned_count = 0;
    }
    return NULL;
}

/* --------------------------------------------------------------- notation -- */

/* 'x' for the first player, 'o' for the second, '.' for an empty cell. */
static char disc(const struct zm_state *s, int row, int column)
{
    const int bit = column * (s->rows + 1) + row;
    if (!(s->all >> bit & 1))
        return '.';
    return ((s->mover >> bit & 1) != 0) == !(s->plies & 1) ? 'x' : 'o';
}

/* Columns are called 1 to 9, then a, b, c ... */
static char name_of(int column)
{
    return (char)(column < 9 ? '1' + column : 'a' + column - 9);
}

static void c4_show(const struct zm_state *s, struct zm_text *out)
{
    for (int row = s->rows - 1; row >= 0; row--)
        for (int column = 0; column < s->columns; column++)
            zm_print(out, "%c%s", disc(s, row, column), column == s->columns - 1 ? "\n" : " ");
    for (int column = 0; column < s->columns; column++)
        zm_print(out, "%c%s", name_of(column), column == s->columns - 1 ? "\n" : " ");
}

static void c4_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    zm_print(out, "%c", name_of(column_of(s, m)));
}

/* Columns from the left, each from the bottom, '/' between them: "x/oxo/////x". */
static void c4_write(const struct zm_state *s, struct zm_text *out)
{
    for (int column = 0; column < s->columns; column++) {
        for (int row = 0; row < s->rows && disc(s, row, column) != '.'; row++)
            zm_print(out, "%c", disc(s, row, column));
        zm_print(out, "%s", column < s->columns - 1 ? "/" : "");
    }
}

static const char *c4_read(struct zm_state *s, const char *text)
{
    const struct board b = board_of(s);
    uint64_t set[2] = { 0, 0 };
    int column = 0, row = 0, count[2] = { 0, 0 };
    for (; *text; text++) {
        if (*text == '/') {
            if (++column == b.columns)
                return "more columns than the board has";
            row = 0;
            continue;
        }
        if (*text != 'x' && *text != 'o')
            return "only x, o and / are allowed, as in x/oxo/////x";
        if (row == b.rows)
            return "more discs in a column than it has cells";
        set[*text == 'o'] |= 1ULL << (column * stride(b) + row++);
        count[*text == 'o']++;
    }
    if (column != b.columns - 1)
        return "fewer columns than the board has; expected a / between each two";
    if (count[0] != count[1] && count[0] != count[1] + 1)
        return "x must have as many discs as o, or one more";
    const int next = count[0] - count[1];
    s->mover = set[next];
    s->all = set[0] | set[1];
    s->plies = count[0] + count[1];
    if (four(b, set[next]))
        return "four in line for the player to move";
    s->turn = four(b, set[!next]) || s->plies == cells_of(b) ? ZM_OVER : next;
    return NULL;
}

/* --------------------------------------------------- symmetry, nets, page -- */

static void c4_transform(struct zm_state *s, int symmetry)
{
    if (symmetry == 1) {
        s->mover = mirrored(board_of(s), s->mover);
        s->all = mirrored(board_of(s), s->all);
    }
}

static zm_move c4_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    return symmetry == 1 ? move_of(board_of(s), s->columns - 1 - column_of(s, m)) : m;
}

/* Five planes, rows from the top: own discs, the other's; the cells that win for oneself, for the
 * other; and the empty cells one gets if from now on every disc is answered on top of it, which
 * decides the games in which nobody wins before the columns fill up (see follow_up()). */
enum { PLANES = 5 };
static void c4_features(const struct zm_state *s, int player, float *plane)
{
    const struct board b = board_of(s);
    const uint64_t mine = player == (s->plies & 1) ? s->mover : s->mover ^ s->all;
    const uint64_t theirs = mine ^ s->all, empty = every(b) & ~s->all;
    const bool leads = (player == (s->plies & 1)) == !((cells_of(b) - s->plies) & 1);
    const uint64_t set[PLANES] = { mine, theirs, winning(b, mine, s->all),
                                   winning(b, theirs, s->all),
                                   empty & (leads ? lower_rows(b) : upper_rows(b)) };
    for (int i = 0; i < PLANES; i++)
        for (uint64_t left = set[i]; left; left &= left - 1) {
            const int bit = __builtin_ctzll(left), row = bit % stride(b), column = bit / stride(b);
            plane[i * cells_of(b) + (b.rows - 1 - row) * b.columns + column] = 1;
        }
}

static int c4_slot(const struct zm_state *s, zm_move m)
{
    return column_of(s, m);
}

static void c4_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < s->rows * s->columns; i++)
        cell[i] = disc(s, s->rows - 1 - i / s->columns, i % s->columns);
}

/* A click on the cell where the disc will lie. */
static int c4_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    const int column = column_of(s, m);
    int row = 0;
    while (disc(s, row, column) != '.')
        row++;
    cell[0] = (uint16_t)((s->rows - 1 - row) * s->columns + column);
    return 1;
}

static const struct zm_game connect4 = {
    ZM_GAME("connect4"),
    .title = "Connect Four",
    .options = "size=7x6",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_MARGIN,
    .players = 2,
    .max_moves = 7,
    .max_plies = 42,
    .max_payoff = 18,
    .unit = UNIT,
    .grid = { 6, 7, ZM_SQUARES },
    .start = c4_start,
    .turn = c4_turn,
    .moves = usual_moves,
    .play = usual_play,
    .payoff = usual_payoff,
    .key = usual_key,
    .shape = c4_shape,
    .show = c4_show,
    .show_move = c4_show_move,
    .write = c4_write,
    .read = c4_read,
    .symmetries = 2,
    .transform = c4_transform,
    .transform_move = c4_transform_move,
    .planes = PLANES,
    .features = c4_features,
    .slots = 7,
    .slot = c4_slot,
    .cells = c4_cells,
    .clicks = c4_clicks,
    .insight = usual_insight,
    .solve_key = usual_solve_key,
    .order = usual_order,
    .evaluate = c4_evaluate,
    .learned_count = LEARNED,
    .learned = c4_learned,
    .max_terms = FEATURES,
    .terms = c4_terms,
};

#define ZM_THIS connect4
#include <zermelo/kernels.h>
