/* tictactoe.c -- Tic-tac-toe: three in a row on 3 x 3 wins.
 *
 * A board is nine bits for each player, cell = 3 * row + column from the top left. */
#include <zermelo/game.h>

enum { CELLS = 9, LINES = 8, FULL = 0x1FF };

struct zm_state {
    uint64_t mark[2]; /* the cells of X and of O */
    int64_t turn;     /* 0, 1 or ZM_OVER */
};

/* ------------------------------------------------------------------ rules -- */

static const uint16_t line[LINES] = { 0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124 };

/* A bit for each of the 512 sets of cells: does it hold one of the lines above? */
static const uint64_t won[8] = { 0xFF80808080808080, 0xFFF0AA80FAF0AA80, 0xFFCC8080CCCC8080,
                                 0xFFFCAA80FEFCAA80, 0xFFFAF0F0AAAA8080, 0xFFFAFAF0FAFAAA80,
                                 0xFFFEF0F0EEEE8080, 0xFFFFFFFFFFFFFFFF };

static inline bool three(uint64_t set)
{
    return won[set >> 6] >> (set & 63) & 1;
}

static const char *ttt_start(struct zm_state *s, const char *options)
{
    (void)s; /* zeroed memory is the empty board */
    return options && *options ? "the game takes no options; see mnk for other boards" : NULL;
}

static int ttt_turn(const struct zm_state *s)
{
    return (int)s->turn;
}

static int ttt_moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    for (uint64_t empty = ~(s->mark[0] | s->mark[1]) & FULL; empty; empty &= empty - 1)
        list[n++] = (zm_move)__builtin_ctzll(empty);
    return n;
}

static void ttt_play(struct zm_state *s, zm_move cell)
{
    const uint64_t mine = s->mark[s->turn] |= 1ULL << cell;
    s->turn = three(mine) || (s->mark[0] | s->mark[1]) == FULL ? ZM_OVER : !s->turn;
}

static int ttt_payoff(const struct zm_state *s, int player)
{
    return three(s->mark[player]) - three(s->mark[!player]);
}

static uint64_t ttt_key(const struct zm_state *s)
{
    return zm_mix(s->mark[0] << 9 | s->mark[1] | 1u << 18);
}

/* By chance, and to the bit what moves() and chance would play: the empty cells are kept as
 * digits of four bits, the first lowest, from which the one drawn is taken out. */
static int ttt_playout(struct zm_state *s, enum zm_playout kind, uint64_t *seed, zm_move played[],
                       int most)
{
    (void)kind;
    uint64_t mark[2] = { s->mark[0], s->mark[1] }, cells = 0, from = *seed;
    uint32_t left = 0;
    int turn = (int)s->turn, plies = 0;
    for (uint64_t empty = ~(mark[0] | mark[1]) & FULL; empty; empty &= empty - 1)
        cells |= (uint64_t)__builtin_ctzll(empty) << 4 * left++;
    while (turn != ZM_OVER) {
        const uint32_t at = 4 * zm_random(&from, left--);
        const uint64_t cell = cells >> at & 15, below = (1ULL << at) - 1;
        cells = (cells & below) | (cells >> 4 & ~below);
        if (plies < most)
            played[plies] = cell;
        plies++;
        mark[turn] |= 1ULL << cell;
        turn = three(mark[turn]) || left == 0 ? ZM_OVER : !turn;
    }
    *s = (struct zm_state){ { mark[0], mark[1] }, turn };
    *seed = from;
    return plies;
}

/* The lecture's evaluation: lines still open for X minus lines still open for O. At
 * most 8, where a win is worth 10. */
static int ttt_evaluate(const struct zm_state *s, int player)
{
    int open = 0;
    for (int i = 0; i < LINES; i++)
        open += !(line[i] & s->mark[!player]) - !(line[i] & s->mark[player]);
    return open;
}

/* --------------------------------------------------------------- notation -- */

static char mark(const struct zm_state *s, int cell)
{
    return s->mark[0] >> cell & 1 ? 'X' : s->mark[1] >> cell & 1 ? 'O' : '.';
}

static void ttt_show(const struct zm_state *s, struct zm_text *out)
{
    for (int row = 0; row < 3; row++) {
        zm_print(out, "%d", 3 - row);
        for (int column = 0; column < 3; column++)
            zm_print(out, " %c", mark(s, 3 * row + column));
        zm_print(out, "\n");
    }
    zm_print(out, "  a b c\n");
}

static void ttt_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    zm_print(out, "%c%d", (char)('a' + m % 3), 3 - (int)m / 3);
}

/* The rows from the top, '/' between them: "X.O/.X./..O". */
static void ttt_write(const struct zm_state *s, struct zm_text *out)
{
    for (int cell = 0; cell < CELLS; cell++)
        zm_print(out, "%s%c", cell && cell % 3 == 0 ? "/" : "", mark(s, cell));
}

static const char *ttt_read(struct zm_state *s, const char *text)
{
    uint64_t set[2] = { 0, 0 };
    int cell = 0;
    for (; *text; text++) {
        if (*text == '/' && cell > 0 && cell % 3 == 0)
            continue;
        if (*text != 'X' && *text != 'O' && *text != '.')
            return "only X, O, . and / between rows are allowed, as in X.O/.X./..O";
        if (cell == CELLS)
            return "more than nine cells";
        if (*text != '.')
            set[*text == 'O'] |= 1ULL << cell;
        cell++;
    }
    if (cell != CELLS)
        return "fewer than nine cells; expected rows like X.O/.X./..O";
    const int next = __builtin_popcountll(set[0]) - __builtin_popcountll(set[1]);
    if (next != 0 && next != 1)
        return "X must have as many marks as O, or one more";
    if (three(set[next]))
        return "three in a row for the player to move";
    s->mark[0] = set[0];
    s->mark[1] = set[1];
    s->turn = three(set[!next]) || (set[0] | set[1]) == FULL ? ZM_OVER : next;
    return NULL;
}

/* The number of a cell, 1 to 9 from the top left, does as well as its name. */
static zm_move ttt_read_move(const struct zm_state *s, const char *text)
{
    (void)s;
    return text[0] >= '1' && text[0] <= '9' && !text[1] ? (zm_move)(text[0] - '1') : ZM_NO_MOVE;
}

/* --------------------------------------------------- symmetry, nets, page -- */

/* Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the main diagonal. */
static int turned(int cell, int symmetry)
{
    int row = cell / 3, column = cell % 3;
    if (symmetry & 1)
        column = 2 - column;
    if (symmetry & 2)
        row = 2 - row;
    return symmetry & 4 ? 3 * column + row : 3 * row + column;
}

static void ttt_transform(struct zm_state *s, int symmetry)
{
    uint64_t set[2] = { 0, 0 };
    for (int cell = 0; cell < CELLS; cell++)
        for (int p = 0; p < 2; p++)
            set[p] |= (s->mark[p] >> cell & 1) << turned(cell, symmetry);
    s->mark[0] = set[0];
    s->mark[1] = set[1];
}

static zm_move ttt_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    (void)s;
    return (zm_move)turned((int)m, symmetry);
}

/* Two planes: own marks, the other's marks. */
static void ttt_features(const struct zm_state *s, int player, float *plane)
{
    for (int cell = 0; cell < CELLS; cell++) {
        plane[cell] = s->mark[player] >> cell & 1 ? 1.0F : 0.0F;
        plane[CELLS + cell] = s->mark[!player] >> cell & 1 ? 1.0F : 0.0F;
    }
}

static int ttt_slot(const struct zm_state *s, zm_move m)
{
    (void)s;
    return (int)m;
}

static void ttt_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < CELLS; i++)
        cell[i] = mark(s, i);
}

static int ttt_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    (void)s;
    cell[0] = (uint16_t)m;
    return 1;
}

static const struct zm_game tictactoe = {
    ZM_GAME("tictactoe"),
    .title = "Tic-tac-toe",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_SOONER,
    .players = 2,
    .max_moves = CELLS,
    .max_plies = CELLS,
    .max_payoff = 1,
    .unit = 10,
    .grid = { 3, 3, ZM_SQUARES },
    .start = ttt_start,
    .turn = ttt_turn,
    .moves = ttt_moves,
    .play = ttt_play,
    .payoff = ttt_payoff,
    .playout = ttt_playout,
    .key = ttt_key,
    .evaluate = ttt_evaluate,
    .show = ttt_show,
    .show_move = ttt_show_move,
    .write = ttt_write,
    .read = ttt_read,
    .read_move = ttt_read_move,
    .symmetries = 8,
    .transform = ttt_transform,
    .transform_move = ttt_transform_move,
    .planes = 2,
    .features = ttt_features,
    .slots = CELLS,
    .slot = ttt_slot,
    .cells = ttt_cells,
    .clicks = ttt_clicks,
};

#define ZM_THIS tictactoe
#include <zermelo/kernels.h>
