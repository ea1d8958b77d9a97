/* gomoku.c -- Gomoku, five in a row, on a square board of 5 to 20 lines.
 *
 * rules=freestyle  five or more in a row win
 * rules=standard   exactly five win; a longer row is worth nothing
 * rules=renju      white wins with five or more, black with exactly five; black may not make
 *                  a longer row, two fours or two open threes at once (unless the same stone
 *                  makes five). What a four and an open three is: gomoku_lines.h.
 *
 * A full board is a draw; so is, in Renju, a board on which black has only forbidden cells
 * left. There are no opening rules. The game is written over several files, each included
 * once, here: the searches at the end of this one are compiled with all of it. */
#include <zermelo/game.h>

#include <pthread.h>
#include <string.h>

#include "gomoku_lines.h"

#include "gomoku_board.h"

#include "gomoku_threats.h"
#include "gomoku_value.h"

static void fill_tables(void)
{
    fill_classes();
    fill_levels();
    for (int colour = 0; colour < 2; colour++)
        for (int cell = 0; cell < MOST_CELLS; cell++)
            stone_key[colour][cell] = zm_mix(2 * (uint64_t)cell + (uint64_t)colour + 1);
}

/* Threads may open the game at the same time. */
static void gm_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
}

/* ------------------------------------------------------------------ rules -- */

static const char *read_options(struct zm_state *s, const char *options)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    s->size = 15;
    while (zm_next_option(&options, name, value)) {
        const char *at = value;
        if (!strcmp(name, "size")) {
            if (!zm_read_number(&at, 5, MOST_SIZE, &s->size) || *at)
                return "size= takes a number from 5 to 20";
        } else if (!strcmp(name, "rules")) {
            s->rules = !strcmp(value, "freestyle")  ? FREESTYLE
                       : !strcmp(value, "standard") ? STANDARD
                       : !strcmp(value, "renju")    ? RENJU
                                                    : -1;
            if (s->rules < 0)
                return "rules= is freestyle, standard or renju";
        } else {
            return "the options are size= and rules=, as in size=15 rules=freestyle";
        }
    }
    s->cells = s->size * s->size;
    return NULL;
}

static const char *gm_start(struct zm_state *s, const char *options)
{
    const char *const wrong = read_options(s, options);
    if (!wrong)
        clear_board(s);
    return wrong;
}

static const char *gm_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .turn = 0 };
    const char *const wrong = read_options(&s, options);
    shape->max_moves = shape->max_plies = shape->slots = s.cells;
    shape->grid = (struct zm_grid){ s.size, s.size, ZM_POINTS };
    return wrong;
}

static int gm_turn(const struct zm_state *s)
{
    return s->turn;
}

static int gm_moves(const struct zm_state *s, zm_move list[])
{
    return list_all(s, s->turn, list);
}

static bool gm_legal(const struct zm_state *s, zm_move m)
{
    return m < (zm_move)s->cells && !owner(s, (int)m) && s->level[s->turn][m] != FORBIDDEN;
}

/* Who moves next, after the stones have changed. */
static inline void settle(struct zm_state *s)
{
    const int next = s->stones & 1;
    const bool over = s->winner || s->stones + s->levels[next][FORBIDDEN] == s->cells;
    s->turn = over ? ZM_OVER : next;
}

static void gm_play(struct zm_state *s, zm_move m)
{
    const int me = s->turn, cell = (int)m;
    s->winner = s->level[me][cell] == WINS ? me + BLACK : 0;
    put_stone(s, cell, me);
    settle(s);
}

#include "gomoku_playout.h"

static void gm_save(const struct zm_state *s, zm_move m, void *memory)
{
    (void)s, (void)m, (void)memory; /* the stones tell everything */
}

static void gm_undo(struct zm_state *s, zm_move m, const void *memory)
{
    (void)memory;
    take_stone(s, (int)m, (s->stones - 1) & 1);
    s->winner = 0;
    s->turn = s->stones & 1;
}

static int gm_payoff(const struct zm_state *s, int player)
{
    return s->winner == 0 ? 0 : s->winner == player + BLACK ? 1 : -1;
}

static uint64_t gm_key(const struct zm_state *s)
{
    return s->key;
}

/* --------------------------------------------------------------- notation -- */

static const char letter[] = ".XO";

static void gm_show(const struct zm_state *s, struct zm_text *out)
{
    for (int row = 0; row < s->size; row++) {
        zm_print(out, "%2d", s->size - row);
        for (int column = 0; column < s->size; column++)
            zm_print(out, " %c", letter[owner(s, row * s->size + column)]);
        zm_print(out, "\n");
    }
    zm_print(out, "  ");
    for (int column = 0; column < s->size; column++)
        zm_print(out, " %c", 'a' + column);
    zm_print(out, "\n");
}

static void gm_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    zm_print(out, "%c%d", 'a' + (int)m % s->size, s->size - (int)m / s->size);
}

/* The rows from the top with '/' between them: X black, O white, a number for so many empty
 * cells. */
static void gm_write(const struct zm_state *s, struct zm_text *out)
{
    for (int row = 0; row < s->size; row++) {
        int empty = 0;
        zm_print(out, "%s", row ? "/" : "");
        for (int column = 0; column <= s->size; column++) {
            const int who = column < s->size ? owner(s, row * s->size + column) : BORDER;
            if (who == EMPTY) {
                empty++;
                continue;
            }
            if (empty)
                zm_print(out, "%d", empty);
            empty = 0;
            if (who != BORDER)
                zm_print(out, "%c", letter[who]);
        }
    }
}

/* The next cells of the text: what they are, and how many; 0: none of these. */
static int read_some(const char **text, int *who)
{
    int count = 1;
    *who = **text == 'X' ? BLACK : **text == 'O' ? WHITE : EMPTY;
    if (*who || **text == '.') {
        ++*text;
        return 1;
    }
    return zm_read_number(text, 1, MOST_SIZE, &count) ? count : 0;
}

static const char *read_stones(struct zm_state *s, const char *text)
{
    for (int row = 0; row < s->size; row++) {
        if (row > 0 && *text++ != '/')
            return "a row is too long or the last one is missing: expected '/' after each row but "
                   "the last";
        for (int column = 0; column < s->size;) {
            int who;
            const int count = read_some(&text, &who);
            if (count == 0)
                return "expected X or O for stones, numbers or dots for empty cells, row by row "
                       "from the top, '/' between them";
            if (column + count > s->size)
                return "a row has more cells than the board";
            if (who)
                put_stone(s, row * s->size + column, who - BLACK);
            column += count;
        }
    }
    return *text ? "more follows the last row" : NULL;
}

/* The stones of the row through the cell. */
static int row_length(const struct zm_state *s, int cell, int direction)
{
    const struct place p = place_of(s, cell, direction);
    const uint64_t line = s->line[direction][p.index], who = line >> 2 * (p.at + FAR) & 3;
    int length = 1;
    for (int at = p.at - 1; (line >> 2 * (at + FAR) & 3) == who; at--)
        length++;
    for (int at = p.at + 1; (line >> 2 * (at + FAR) & 3) == who; at++)
        length++;
    return length;
}

static bool has_won(const struct zm_state *s, int colour)
{
    const bool exact = s->rules == STANDARD || (s->rules == RENJU && colour == 0);
    for (int cell = 0; cell < s->cells; cell++)
        for (int d = 0; owner(s, cell) == colour + BLACK && d < DIRECTIONS; d++) {
            const int length = row_length(s, cell, d);
            if (length == 5 || (length > 5 && !exact))
                return true;
        }
    return false;
}

static const char *gm_read(struct zm_state *s, const char *text)
{
    clear_board(s);
    const char *const wrong = read_stones(s, text);
    if (wrong)
        return wrong;
    int ahead = 0;
    for (int cell = 0; cell < s->cells; cell++)
        ahead += owner(s, cell) == BLACK ? 1 : owner(s, cell) == WHITE ? -1 : 0;
    if (ahead != (s->stones & 1))
        return "black begins and both set stones in turn: there must be as many X as O, or one "
               "more";
    const int last = 1 - (s->stones & 1);
    if (has_won(s, 1 - last))
        return "five in a row of the player who did not move last";
    s->winner = has_won(s, last) ? last + BLACK : 0;
    settle(s);
    return NULL;
}

/* --------------------------------------------------- symmetry, nets, page -- */

/* Bit 0 mirrors left and right, bit 1 top and bottom, bit 2 the main diagonal. */
static int turned(const struct zm_state *s, int cell, int symmetry)
{
    int row = cell / s->size, column = cell % s->size;
    if (symmetry & 1)
        column = s->size - 1 - column;
    if (symmetry & 2)
        row = s->size - 1 - row;
    return symmetry & 4 ? column * s->size + row : row * s->size + column;
}

static void gm_transform(struct zm_state *s, int symmetry)
{
    const struct zm_state before = *s;
    clear_board(s);
    for (int cell = 0; cell < s->cells; cell++)
        if (owner(&before, cell))
            put_stone(s, turned(s, cell, symmetry), owner(&before, cell) - BLACK);
}

static zm_move gm_transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    return (zm_move)turned(s, (int)m, symmetry);
}

/* Of oneself, then of the other: the stones; then likewise the empty cells where one makes five,
 * two cells to make five, another four, an open three. At last ones for Black, whom Renju binds. */
enum { KINDS = 5, PLANES = 2 * KINDS + 1 };
static void gm_features(const struct zm_state *s, int player, float *plane)
{
    static const uint8_t kind_of[LEVELS] = {
        [AN_OPEN_THREE] = 4, [OPEN_THREE_AND_MORE] = 4, [OPEN_THREES] = 4, [A_FOUR] = 3,
        [FOUR_AND_MORE] = 3, [FOUR_AND_OPEN_THREE] = 3, [TWO_FIVES] = 2,   [WINS] = 1,
    };
    for (int cell = 0; cell < s->cells; cell++)
        for (int side = 0; side < 2; side++) {
            const int colour = side == 0 ? player : 1 - player, what = owner(s, cell);
            const int kind = what ? 0 : kind_of[s->level[colour][cell]];
            if (what == colour + BLACK || kind > 0)
                plane[(2 * kind + side) * s->cells + cell] = 1;
        }
    for (int cell = 0; cell < s->cells && player == 0; cell++)
        plane[2 * KINDS * s->cells + cell] = 1;
}

static int gm_slot(const struct zm_state *s, zm_move m)
{
    (void)s;
    return (int)m;
}

static void gm_cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < s->cells; i++)
        cell[i] = letter[owner(s, i)];
}

static int gm_clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    (void)s;
    cell[0] = (uint16_t)m;
    return 1;
}

/* By matches of 100 games at 10,000 nodes a move, against this with 24 moves: 12 moves won 59
 * and 58, 16 moves 55, 40 moves 49 and a half. Within the error of such a match (5) were no
 * reductions (48), those after 8 moves (52), a window of 400 (49), quiescence of 2 plies (52)
 * and of 12 (46); reductions after the first move (43) and futility (44) were worse. */
static const struct zm_policy policy = {
    .reduce_depth = 3,
    .reduce_after = 3,
    .window = 1000,
    .quiescent_plies = 6,
    .most_moves = 12,
};

static const struct zm_game gomoku = {
    ZM_GAME("gomoku"),
    .title = "Gomoku",
    .options = "size=15 rules=freestyle",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_SOONER,
    .players = 2,
    .max_moves = 15 * 15,
    .max_plies = 15 * 15,
    .max_payoff = 1,
    .unit = UNIT,
    .grid = { 15, 15, ZM_POINTS },
    .prepare = gm_prepare,
    .start = gm_start,
    .shape = gm_shape,
    .turn = gm_turn,
    .moves = gm_moves,
    .loud_moves = gm_loud_moves,
    .legal = gm_legal,
    .play = gm_play,
    .save = gm_save,
    .undo = gm_undo,
    .payoff = gm_payoff,
    .key = gm_key,
    .evaluate = gm_evaluate,
    .insight = gm_insight,
    .forced = gm_forced,
    .forcing = gm_forcing,
    .playout = gm_playout,
    .policy = &policy,
    .learned_count = TERMS,
    .learned = worth,
    .max_terms = TERMS,
    .terms = gm_terms,
    .show = gm_show,
    .show_move = gm_show_move,
    .write = gm_write,
    .read = gm_read,
    .symmetries = 8,
    .transform = gm_transform,
    .transform_move = gm_transform_move,
    .planes = PLANES,
    .features = gm_features,
    .slots = 15 * 15,
    .slot = gm_slot,
    .cells = gm_cells,
    .clicks = gm_clicks,
};

#define ZM_THIS gomoku
#include <zermelo/kernels.h>
