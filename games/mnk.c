/* mnk.c -- tic-tac-toe for two or three players on any board: k marks of one's own in a
 * row, on a board of m rows and n columns, win.
 *
 * A cell takes two bits, 0 for empty or the player's number plus 1; 32 cells make a word.
 * Cells are numbered row by row from the top left. The winner gets one point from each
 * of the others. */
#include <zermelo/game.h>

#include <string.h>

enum { SIDE = 19, WORDS = (SIDE * SIDE + 31) / 32, MOST_PLAYERS = 3 };

/* More than the lines of any board, four at a cell: a won game beats every guess. */
enum { UNIT = 4 * SIDE * SIDE + 56 };

struct zm_state {
    uint64_t word[WORDS];
    int32_t rows, columns, line, players;
    int32_t cells;  /* rows * columns                           */
    int32_t marks;  /* set so far                               */
    int32_t turn;   /* a player or ZM_OVER                      */
    int32_t winner; /* the player's number plus 1; 0: nobody yet */
};

/* ------------------------------------------------------------------ rules -- */

static inline int owner(const struct zm_state *s, int cell)
{
    return (int)(s->word[cell / 32] >> cell % 32 * 2 & 3);
}

static inline void set_owner(struct zm_state *s, int cell, int who)
{
    s->word[cell / 32] |= (uint64_t)who << cell % 32 * 2;
}

static inline bool on_board(const struct zm_state *s, int row, int column)
{
    return row >= 0 && row < s->rows && column >= 0 && column < s->columns;
}

/* One direction of each line: along the row, the column and both diagonals. */
static const int down[4] = { 0, 1, 1, 1 }, right[4] = { 1, 0, 1, -1 };

/* How many marks of the same player follow the one at `cell`, one way. */
static inline int run(const struct zm_state *s, int cell, int rows, int columns)
{
    const int who = owner(s, cell);
    int row = cell / s->columns + rows, column = cell % s->columns + columns, length = 0;
    while (on_board(s, row, column) && owner(s, row * s->columns + column) == who) {
        length++;
        row += rows;
        column += columns;
    }
    return length;
}

/* Does the mark at `cell` belong to a full line? */
static inline bool in_line(const struct zm_state *s, int cell)
{
    for (int d = 0; d < 4; d++)
        if (run(s, cell, down[d], right[d]) + run(s, cell, -down[d], -right[d]) + 1 >= s->line)
            return true;
    return false;
}

static const char *mnk_start(struct zm_state *s, const char *options)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    s->rows = s->columns = s->line = s->players = 3;
    while (zm_next_option(&options, name, value)) {
        const char *at = value;
        int *const number = !strcmp(name, "rows")      ? &s->rows
                            : !strcmp(name, "columns") ? &s->columns
                            : !strcmp(name, "line")    ? &s->line
                            : !strcmp(name, "players") ? &s->players
                                                       : NULL;
        if (!number)
            return "the options are rows=, columns=, line= and players=, as in rows=3 columns=4";
        if (!zm_read_number(&at, 1, SIDE, number) || *at)
            return "rows=, columns= and line= take numbers from 1 to 19";
    }
    if (s->players != 2 && s->players != MOST_PLAYERS)
        return "players= is 2 or 3";
    if (s->line > s->rows && s->line > s->columns)
        return "line= is longer than both sides of the board: nobody could ever win";
    s->cells = s->rows * s->columns;
    return NULL;
}

static int mnk_turn(const struct zm_state *s)
{
    return s->turn;
}

static int mnk_moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    for (int base = 0; base < s->cells; base += 32) {
        const uint64_t w = s->word[base / 32], lows = 0x5555555555555555ULL;
        uint64_t empty = ~(w | w >> 1) & lows;
        if (s->cells - base < 32)
            empty &= (1ULL << 2 * (s->cells - base)) - 1;
        for (; empty; empty &= empty - 1)
            list[n++] = (zm_move)base + (zm_move)__builtin_ctzll(empty) / 2;
    }
    return n;
}

/* After the last mark, which the player before `next` set. */
static inline void settle(struct zm_state *s, int next)
{
    s->turn = s->winner || s->marks == s->cells ? ZM_OVER : next;
}

static void mnk_play(struct zm_state *s, zm_move cell)
{
    const int me = s->turn;
    set_owner(s, (int)cell, me + 1);
    s->marks++;
    s->winner = in_line(s, (int)cell) ? me + 1 : 0;
    settle(s, me + 1 == s->players ? 0 : me + 1);
}

static int points(const struct zm_state *s, int winner, int player)
{
    return winner == player + 1 ? s->players - 1 : -1;
}

static int mnk_payoff(const struct zm_state *s, int player)
{
    return s->winner ? points(s, s->winner, player) : 0;
}

static uint64_t mnk_key(const struct zm_state *s)
{
    uint64_t h = (uint64_t)s->cells;
    for (int i = 0; 32 * i < s->cells; i++)
        h = zm_mix(h ^ s->word[i]);
    return h;
}

/* ------------------------------------------------------------- evaluation -- */

/* The only player with marks in the line of cells that begins here, as number plus 1; 0 if
 * there is no line, nobody is in it yet, or nobody can complete it any more. */
static int only_owner(const struct zm_state *s, int row, int column, int d)
{
    if (!on_board(s, row + down[d] * (s->line - 1), column + right[d] * (s->line - 1)))
        return 0;
    int who = 0;
    for (int i = 0; i < s->line; i++) {
        const int here = owner(s, (row + down[d] * i) * s->columns + column + right[d] * i);
        if (here && who && here != who)
            return 0;
        who = here ? here : who;
    }
    return who;
}

/* Every line that only one player can still complete counts as much for and against as
 * its completion would in points. With two players that is the lecture's rule for
 * tic-tac-toe, lines open for me minus lines open for the other: the lines open for both
 * cancel. */
static int mnk_evaluate(const struct zm_state *s, int player)
{
    int value = 0;
    for (int row = 0; row < s->rows; row++)
        for (int column = 0; column < s->columns; column++)
            for (int d = 0; d < 4; d++) {
                const int who = only_owner(s, row, column, d);
                value += who ? points(s, who, player) : 0;
            }
    return value;
}

/* --------------------------------------------------------------- notation -- */

/* The third player's triangle is an A. */
static const char mark[] = ".XOA";

static void mnk_show(const struct zm_state *s, struct zm_text *out)
{
    const int wide = s->rows > 9 ? 2 : 1;
    for (int row = 0; row < s->rows; row++) {
        zm_print(out, "%*d", wide, s->rows - row);
        for (int column = 0; column < s->columns; column++)
            zm_print(out, " %c", mark[owner(s, row * s->columns + column)]);
        zm_print(out, "\n");
    }
    zm_print(out, "%*s", wide, "");
    for (int column = 0; column < s->columns; column++)
        zm_print(out, " %c", 'a' + column);
    zm_print(out, "\n");
}

static void mnk_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    zm_print(out, "%c%d", 'a' + (int)m % s->columns, s->rows - (int)m / s->columns);
}

/* The rows from the top, '/' between them: "X.O/.XA/...". */
static void mnk_write(const struct zm_state *s, struct zm_text *out)
{
    for (int cell = 0; cell < s->cells; cell++)
        zm_print(out, "%s%c", cell && cell % s->columns == 0 ? "/" : "", mark[owner(s, cell)]);
}

static const char *read_cells(struct zm_state *s, const char *text, int count[])
{
    int cell = 0;
    for (; *text; text++) {
        if (*text == '/' && cell > 0 && cell % s->columns == 0)
            continue;
        const char *const found = strchr(mark, *text);
        const int who = found ? (int)(found - mark) : -1;
        if (who < 0 || who > s->players)
            return "expected . for empty cells, a letter for each player in the order X, O, A, "
                   "and / between rows";
        if (cell == s->cells)
            return "more cells than the board has";
        set_owner(s, cell++, who);
        count[who]++;
    }
    return cell == s->cells ? NULL : "fewer cells than the board has";
}

static const char *mnk_read(struct zm_state *s, const char *text)
{
    int count[MOST_PLAYERS + 1] = { 0 };
    const char *const wrong = read_cells(s, text, count);
    if (wrong)
        return wrong;
    s->marks = s->cells - count[0];
    const int next = s->marks % s->players, last = (next + s->players - 1) % s->players;
    for (int p = 0; p < s->players; p++)
        if (count[p + 1] != (s->marks + s->players - 1 - p) / s->players)
            return "the players set marks in turn: nobody may be more than one ahead";
    for (int cell = 0; cell < s->cells; cell++)
        if (owner(s, cell) && in_line(s, cell)) {
            if (owner(s, cell) != last + 1)
                return "a full line of a player who did not move last";
            s->winner = last + 1;
        }
    settle(s, next);
    return NULL;
}

/* The number of a cell, 1 and up from the top left, does as well as its name. */
static zm_move mnk_read_move(const struct zm_state *s, const char *text)
{
    int number;
    return zm_read_number(&text, 1, s->cells, &number) && !*text ? (zm_move)(number - 1)
                                                                 : ZM_NO_MOVE;
}

/* --------------------------------------------------- symmetry, nets, page -- */

/* Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the main diagonal, which only
 * a square board has. */
static int turned(const struct zm_state *s, int cell, int symmetry)
{
    int row = cell / s->columns, column = cell % s->columns;
    if (symmetry & 1)
        column = s->columns - 1 - column;
    if (symmetry & 2)
        row = s->rows - 1 - row;
    return symmetry & 4 ? column * s->columns + row : row * s->columns + column;
}

static void mnk_transform(struct zm_state *s, int symmetry)
{
    const struct zm_state before = *s;
    memset(s->word, 0, sizeof s->word);
    for (int cell = 0; cell < s->cells; cell++)
        set_owner(s, turned(s, cell, symmetry), owner(&before, cell));
}

static zm_move mnk_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    return (zm_move)turned(s, (int)m, symmetry);
}

/* A plane for each player's marks: one's own, then those of who moves next, and so on. */
static void mnk_features(const struct zm_state *s, int player, float *plane)
{
    for (int cell = 0; cell < s->cells; cell++)
        if (owner(s, cell)) {
            const int behind = (owner(s, cell) - 1 - player + s->players) % s->players;
            plane[behind * s->cells + cell] = 1;
        }
}

static int mnk_slot(const struct zm_state *s, zm_move m)
{
    (void)s;
    return (int)m;
}

static void mnk_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < s->cells; i++)
        cell[i] = mark[owner(s, i)];
}

static int mnk_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    (void)s;
    cell[0] = (uint16_t)m;
    return 1;
}

#include "mnk_exact.h"

static const char *mnk_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .turn = 0 };
    const char *const wrong = mnk_start(&s, options);
    if (wrong)
        return wrong;
    if (s.players == 2) {
        shape->flags |= ZM_ALTERNATE;
    } else {
        shape->insight = NULL;
        shape->solve_key = NULL;
    }
    shape->players = shape->planes = s.players;
    shape->max_moves = shape->max_plies = shape->slots = s.cells;
    shape->max_payoff = s.players - 1;
    shape->grid = (struct zm_grid){ s.rows, s.columns, ZM_SQUARES };
    shape->symmetries = s.rows == s.columns ? 8 : 4;
    return NULL;
}

static const struct zm_game mnk = {
    ZM_GAME("mnk"),
    .title = "Tic-tac-toe m x n x k",
    .options = "rows=3 columns=3 line=3 players=3",
    .flags = ZM_ZERO_SUM | ZM_SOONER,
    .players = 3,
    .max_moves = 9,
    .max_plies = 9,
    .max_payoff = 2,
    .unit = UNIT,
    .grid = { 3, 3, ZM_SQUARES },
    .start = mnk_start,
    .turn = mnk_turn,
    .moves = mnk_moves,
    .play = mnk_play,
    .payoff = mnk_payoff,
    .key = mnk_key,
    .evaluate = mnk_evaluate,
    .shape = mnk_shape,
    .show = mnk_show,
    .show_move = mnk_show_move,
    .write = mnk_write,
    .read = mnk_read,
    .read_move = mnk_read_move,
    .symmetries = 8,
    .transform = mnk_transform,
    .transform_move = mnk_transform_move,
    .planes = 3,
    .features = mnk_features,
    .slots = 9,
    .slot = mnk_slot,
    .cells = mnk_cells,
    .clicks = mnk_clicks,
    .insight = certain_insight,
    .solve_key = essential_key,
};

#define ZM_THIS mnk
#include <zermelo/kernels.h>
