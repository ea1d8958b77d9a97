/* connect4.c -- Connect Four: drop discs into seven columns; four in line win.
 *
 * The board is two 64-bit sets. A column takes seven bits: six cells and an empty
 * guard on top, which keeps lines from running over into the next column.
 *
 *      6 13 20 27 34 41 48     guard
 *      5 12 19 26 33 40 47
 *      .  .  .  .  .  .  .
 *      0  7 14 21 28 35 42     bit = 7 * column + row
 *
 * The payoff is Pascal Pons's score: 22 minus the discs the winner has played, so that
 * the earliest possible win is worth 18, the last possible one 1, and a draw 0. */
#include <zermelo/game.h>

#include <string.h>

enum { ROWS = 6, COLUMNS = 7, STRIDE = ROWS + 1, CELLS = ROWS * COLUMNS };

struct zm_state {
    uint64_t mover; /* discs of the player to move */
    uint64_t all;   /* discs of both */
    int64_t plies;
    int64_t turn; /* 0, 1 or ZM_OVER */
};

/* ------------------------------------------------------------------ rules -- */

/* The lowest cell of all columns. A move is the lowest cell of its column: what must be
 * added to the discs to find where the next one comes to lie. */
#define BOTTOM 0x0040810204081ULL
#define MOVE(column) (1ULL << (column)*STRIDE)
static const zm_move middle_first[COLUMNS] = { MOVE(3), MOVE(2), MOVE(4), MOVE(1),
                                               MOVE(5), MOVE(0), MOVE(6) };

static int column_of(zm_move m)
{
    return __builtin_ctzll(m) / STRIDE;
}

/* b & b >> d leaves the pairs in direction d; two pairs two steps apart are four. */
static inline bool four(uint64_t b)
{
    uint64_t up = b & b >> 1, flat = b & b >> STRIDE;
    uint64_t down = b & b >> (STRIDE - 1), rise = b & b >> (STRIDE + 1);
    return (up & up >> 2) | (flat & flat >> 2 * STRIDE) | (down & down >> 2 * (STRIDE - 1)) |
           (rise & rise >> 2 * (STRIDE + 1));
}

static const char *c4_start(struct zm_state *s, const char *options)
{
    (void)s; /* zeroed memory is the empty board */
    return options && *options ? "the game takes no options" : NULL;
}

static int c4_turn(const struct zm_state *s)
{
    return (int)s->turn;
}

static int c4_moves(const struct zm_state *s, zm_move list[])
{
    const uint64_t full = s->all & BOTTOM << (ROWS - 1);
    if (__builtin_expect(!full, true)) {
        memcpy(list, middle_first, sizeof middle_first);
        return COLUMNS;
    }
    zm_move *end = list;
    for (int i = 0; i < COLUMNS; i++)
        if (!(full & middle_first[i] << (ROWS - 1)))
            *end++ = middle_first[i];
    return (int)(end - list);
}

static void c4_play(struct zm_state *s, zm_move m)
{
    s->mover ^= s->all;   /* the other's discs */
    s->all |= s->all + m; /* the carry finds the lowest gap */
    s->plies++;
    /* All but the other's: own discs and the new one. */
    s->turn = four(s->all ^ s->mover) || s->plies == CELLS ? ZM_OVER : s->plies & 1;
}

static int c4_payoff(const struct zm_state *s, int player)
{
    if (s->plies == CELLS && !four(s->all ^ s->mover))
        return 0;
    const int score = (CELLS + 2 - (int)s->plies) >> 1;
    return (s->plies & 1) == player ? -score : score; /* the last mover won */
}

static uint64_t c4_key(const struct zm_state *s)
{
    return zm_mix(s->mover + s->all + BOTTOM); /* unique: all plus a floor */
}

/* -------------------------------------------------------- exact knowledge -- */

/* What a solver need not search for. A cell is winning for a player if a disc there makes
 * four; it is playable if a disc would come to lie there now. The idea to read all of it
 * from the sets at once is Pascal Pons's ("Solving Connect 4: how to build a perfect AI").
 * Rows are counted from 1, as people do: odd rows are the bits 0, 2 and 4 of a column. */

#define BOARD (BOTTOM * 0x3F)
#define ODD (BOTTOM * 0x15)
#define EVEN (BOTTOM * 0x2A)

/* The cells next to three of b in the direction of d, on any of its four places. */
static inline uint64_t completes(uint64_t b, int d)
{
    const uint64_t above = b << d & b << 2 * d, below = b >> d & b >> 2 * d;
    return (above & (b << 3 * d | b >> d)) | (below & (b << d | b >> 3 * d));
}

/* The empty cells that win for the owner of b. Upwards there is nothing above. */
static inline uint64_t winning(uint64_t b, uint64_t all)
{
    return ((b << 1 & b << 2 & b << 3) | completes(b, STRIDE - 1) | completes(b, STRIDE) |
            completes(b, STRIDE + 1)) &
           BOARD & ~all;
}

/* These cells and all above them. */
static inline uint64_t upwards(uint64_t b)
{
    b |= b << 1 & BOARD;
    b |= (b & BOTTOM * 0x0F) << 2;
    return b | (b & BOTTOM * 0x03) << 4;
}

/* What disc number k, counted from 1, is worth to the player who makes four with it. */
static inline int worth(int k)
{
    return (CELLS + 2 - k) / 2;
}

/* An upper bound of the value for the player to move, from what the other reaches by
 * following up: playing in the same column, on top (Allis 1988, "A knowledge-based
 * approach of Connect-Four", calls it Claimeven).
 *
 * Say the first player is to move, and follows nothing. The other answers each disc on top
 * of it, and so gets the even rows. Columns with an odd number of empty cells come in
 * pairs: a disc in the lowest cell of one is answered in the lowest of another, and from
 * then on both are even. So all that the leader can ever get is the odd rows and what is
 * playable now. No four there: the leader does not win. And where the follower wins on an
 * even row, the leader may not play below; having nothing else left at last, it must.
 *
 * If the second player leads, the first one needs a winning cell on an odd row. In the
 * column of that cell the follower takes the odd rows, and thus has one column that makes
 * up for the odd number of empty cells; if the column is even, one of the odd ones is its
 * partner and the same holds. The leader gets the even rows there, up to the cell below
 * the winning one, which it must play at last. */
static inline int follow_up(const struct zm_state *s, uint64_t theirs, uint64_t playable)
{
    const uint64_t empty = BOARD & ~s->all;
    const uint64_t stops = theirs & EVEN & ~playable;
    const uint64_t reach = s->mover | playable | (empty & ODD & ~upwards(stops));
    const int plies = (int)s->plies;
    if (!(plies & 1)) {
        if (four(reach))
            return CELLS;
        if (stops)
            return -worth(CELLS + 2 - __builtin_popcountll(upwards(stops >> 1)));
        return four((s->mover ^ s->all) | (empty & EVEN & ~playable)) ? -1 : 0;
    }
    for (uint64_t wins = theirs & ODD & ~playable; wins;) {
        const uint64_t below = (wins & -wins) >> 1;
        const uint64_t column = 0x3FULL << __builtin_ctzll(below) / STRIDE * STRIDE;
        const uint64_t lost = column & (0 - below); /* to the leader, with all above */
        const uint64_t kept =
            (reach & ~(column & empty & ~playable)) | (column & empty & EVEN & ~lost) | below;
        if (!four(kept))
            return -worth(CELLS + 2 - __builtin_popcountll(upwards(stops >> 1 & ~column) | lost));
        wins &= ~column;
    }
    return CELLS;
}

static inline int known(struct zm_bounds *bounds, int value)
{
    bounds->low = bounds->high = value;
    return 0;
}

static int c4_insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    const int plies = (int)s->plies;
    const uint64_t playable = (s->all + BOTTOM) & BOARD;
    if (winning(s->mover, s->all) & playable)
        return known(bounds, worth(plies + 1));
    /* Where the other would win now, a disc must go; below such a cell, none may. */
    const uint64_t theirs = winning(s->mover ^ s->all, s->all);
    const uint64_t forced = theirs & playable;
    const uint64_t safe = (forced ? forced : playable) & ~(theirs >> 1);
    if (!safe || (forced & (forced - 1)))
        return known(bounds, -worth(plies + 2));
    if (plies >= CELLS - 2)
        return known(bounds, 0);
    const int low = -worth(plies + 4), soon = worth(plies + 3);
    const int late = follow_up(s, theirs, playable), high = late < soon ? late : soon;
    bounds->low = low > bounds->low ? low : bounds->low;
    bounds->high = high < bounds->high ? high : bounds->high;
    int n = 0;
    for (int i = 0; i < COLUMNS; i++) { /* without a branch, which nobody could foretell */
        list[n] = middle_first[i];
        n += (safe & middle_first[i] * 0x3F) != 0;
    }
    return n;
}

/* The more cells win for the player who has just moved, the better. */
static int c4_order(const struct zm_state *s)
{
    return __builtin_popcountll(winning(s->mover ^ s->all, s->all));
}

static uint64_t mirrored(uint64_t b)
{
    uint64_t m = 0;
    for (int column = 0; column < COLUMNS; column++)
        m |= (b >> column * STRIDE & 0x7F) << (COLUMNS - 1 - column) * STRIDE;
    return m;
}

/* The cells of all lines of four inside b in the direction of d. */
static inline uint64_t lines(uint64_t b, int d)
{
    uint64_t first = b & b >> d;
    first &= first >> 2 * d;
    first |= first << d;
    return first | first << 2 * d;
}

/* The cells through which the player whose discs these are not can still make four. */
static inline uint64_t alive(uint64_t discs)
{
    const uint64_t b = BOARD & ~discs;
    return lines(b, 1) | lines(b, STRIDE - 1) | lines(b, STRIDE) | lines(b, STRIDE + 1);
}

/* Which cells are taken, and whose discs those are through which a four is still possible.
 * Through the others goes no open line of either player, so that whose they are no longer
 * matters. Mirrored positions are the same; they are common in the opening only. */
static uint64_t c4_solve_key(const struct zm_state *s)
{
    enum { OPENING = 14 };
    const uint64_t other = s->mover ^ s->all;
    uint64_t mine = s->all + BOTTOM + (s->mover & alive(other)), theirs = other & alive(s->mover);
    if (s->plies < OPENING) {
        const uint64_t m = mirrored(mine), t = mirrored(theirs);
        if (m < mine || (m == mine && t < theirs)) {
            mine = m;
            theirs = t;
        }
    }
    return zm_mix(mine * 0x9E3779B97F4A7C15ULL + theirs * 0xD6E8FEB86659FD93ULL);
}

/* --------------------------------------------------------------- notation -- */

/* 'x' for the first player, 'o' for the second, '.' for an empty cell. */
static char disc(const struct zm_state *s, int row, int column)
{
    int bit = column * STRIDE + row;
    if (!(s->all >> bit & 1))
        return '.';
    return ((s->mover >> bit & 1) != 0) == !(s->plies & 1) ? 'x' : 'o';
}

static void c4_show(const struct zm_state *s, struct zm_text *out)
{
    for (int row = ROWS - 1; row >= 0; row--)
        for (int column = 0; column < COLUMNS; column++)
            zm_print(out, "%c%s", disc(s, row, column), column == COLUMNS - 1 ? "\n" : " ");
    zm_print(out, "1 2 3 4 5 6 7\n");
}

static void c4_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    zm_print(out, "%d", column_of(m) + 1);
}

/* Columns from the left, each from the bottom, '/' between them: "x/oxo/////x". */
static void c4_write(const struct zm_state *s, struct zm_text *out)
{
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS && disc(s, row, column) != '.'; row++)
            zm_print(out, "%c", disc(s, row, column));
        zm_print(out, "%s", column < COLUMNS - 1 ? "/" : "");
    }
}

static const char *c4_read(struct zm_state *s, const char *text)
{
    uint64_t set[2] = { 0, 0 };
    int column = 0, row = 0, count[2] = { 0, 0 };
    for (; *text; text++) {
        if (*text == '/') {
            if (++column == COLUMNS)
                return "more than seven columns";
            row = 0;
            continue;
        }
        if (*text != 'x' && *text != 'o')
            return "only x, o and / are allowed, as in x/oxo/////x";
        if (row == ROWS)
            return "more than six discs in a column";
        set[*text == 'o'] |= 1ULL << (column * STRIDE + row++);
        count[*text == 'o']++;
    }
    if (column != COLUMNS - 1)
        return "fewer than seven columns; expected six / between them";
    if (count[0] != count[1] && count[0] != count[1] + 1)
        return "x must have as many discs as o, or one more";
    int next = count[0] - count[1];
    *s = (struct zm_state){ .mover = set[next],
                            .all = set[0] | set[1],
                            .plies = count[0] + count[1] };
    if (four(set[next]))
        return "four in line for the player to move";
    s->turn = four(set[!next]) || s->plies == CELLS ? ZM_OVER : next;
    return NULL;
}

/* --------------------------------------------------- symmetry, nets, page -- */

static void c4_transform(struct zm_state *s, int symmetry)
{
    if (symmetry == 1) {
        s->mover = mirrored(s->mover);
        s->all = mirrored(s->all);
    }
}

static zm_move c4_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    (void)s;
    return symmetry == 1 ? MOVE(COLUMNS - 1 - column_of(m)) : m;
}

/* Two planes: own discs, the other's discs; rows from the top. */
static void c4_features(const struct zm_state *s, int player, float *plane)
{
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            char c = disc(s, ROWS - 1 - row, column);
            if (c != '.')
                plane[(c == "xo"[player] ? 0 : CELLS) + row * COLUMNS + column] = 1;
        }
}

static int c4_slot(const struct zm_state *s, zm_move m)
{
    (void)s;
    return column_of(m);
}

static void c4_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < CELLS; i++)
        cell[i] = disc(s, ROWS - 1 - i / COLUMNS, i % COLUMNS);
}

/* A click on the cell where the disc will lie. */
static int c4_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    const int column = column_of(m);
    int row = 0;
    while (disc(s, row, column) != '.')
        row++;
    cell[0] = (uint16_t)((ROWS - 1 - row) * COLUMNS + column);
    return 1;
}

static const struct zm_game connect4 = {
    ZM_GAME("connect4"),
    .title = "Connect Four",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_MARGIN,
    .players = 2,
    .max_moves = COLUMNS,
    .max_plies = CELLS,
    .max_payoff = 18,
    .unit = 1,
    .grid = { ROWS, COLUMNS, ZM_SQUARES },
    .start = c4_start,
    .turn = c4_turn,
    .moves = c4_moves,
    .play = c4_play,
    .payoff = c4_payoff,
    .key = c4_key,
    .show = c4_show,
    .show_move = c4_show_move,
    .write = c4_write,
    .read = c4_read,
    .symmetries = 2,
    .transform = c4_transform,
    .transform_move = c4_transform_move,
    .planes = 2,
    .features = c4_features,
    .slots = COLUMNS,
    .slot = c4_slot,
    .cells = c4_cells,
    .clicks = c4_clicks,
    .insight = c4_insight,
    .solve_key = c4_solve_key,
    .order = c4_order,
};

#define ZM_THIS connect4
#include <zermelo/kernels.h>
