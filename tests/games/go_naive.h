/* go_naive.h -- Go as the rule book says it, on plain arrays, with every board of the game kept
 * and compared: slow and obviously right. Points are numbered row by row from the top; moves
 * are points, or `rows * columns` for a pass. */
#ifndef GO_NAIVE_H
#define GO_NAIVE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { NAIVE_CELLS = 19 * 19 };
enum naive_superko { NAIVE_POSITIONAL, NAIVE_SITUATIONAL, NAIVE_NONE };

struct naive {
    int rows, columns, cells;
    enum naive_superko superko;
    bool suicide;
    char board[NAIVE_CELLS + 1]; /* '.', 'X', 'O' */
    char mover;                  /* 'X' or 'O' */
    int passes;
    char (*past)[NAIVE_CELLS + 2]; /* every board so far, the present one last, and who moved */
    int past_count, past_room;
};

static char naive_other(char colour)
{
    return colour == 'X' ? 'O' : 'X';
}

static int naive_neighbours(const struct naive *n, int point, int list[4])
{
    const int row = point / n->columns, column = point % n->columns;
    int count = 0;
    if (row > 0)
        list[count++] = point - n->columns;
    if (row + 1 < n->rows)
        list[count++] = point + n->columns;
    if (column > 0)
        list[count++] = point - 1;
    if (column + 1 < n->columns)
        list[count++] = point + 1;
    return count;
}

/* Mark the points connected to `point` of the same colour. */
static void naive_mark(const struct naive *n, const char *board, int point, bool in[])
{
    int list[4];
    in[point] = true;
    for (int i = naive_neighbours(n, point, list) - 1; i >= 0; i--)
        if (!in[list[i]] && board[list[i]] == board[point])
            naive_mark(n, board, list[i], in);
}

/* Does a point of the marked set have a neighbour that is `what`? */
static bool naive_touches(const struct naive *n, const char *board, const bool in[], char what)
{
    for (int p = 0; p < n->cells; p++) {
        int list[4];
        for (int i = in[p] ? naive_neighbours(n, p, list) - 1 : -1; i >= 0; i--)
            if (board[list[i]] == what)
                return true;
    }
    return false;
}

/* Take off the chain at `point` if it has no liberty; how many stones were taken off. */
static int naive_take(const struct naive *n, char *board, int point)
{
    bool in[NAIVE_CELLS] = { false };
    int taken = 0;
    naive_mark(n, board, point, in);
    if (naive_touches(n, board, in, '.'))
        return 0;
    for (int p = 0; p < n->cells; p++)
        if (in[p]) {
            board[p] = '.';
            taken++;
        }
    return taken;
}

static void naive_remember(struct naive *n)
{
    if (n->past_count == n->past_room) {
        n->past_room = n->past_room ? 2 * n->past_room : 64;
        n->past = realloc(n->past, (size_t)n->past_room * sizeof *n->past);
    }
    memset(n->past[n->past_count], 0, sizeof *n->past);
    memcpy(n->past[n->past_count], n->board, (size_t)n->cells);
    n->past[n->past_count++][NAIVE_CELLS + 1] = n->mover;
}

static void naive_start(struct naive *n, int columns, int rows, enum naive_superko superko,
                        bool suicide)
{
    *n = (struct naive){ .rows = rows,
                         .columns = columns,
                         .cells = rows * columns,
                         .superko = superko,
                         .suicide = suicide,
                         .mover = 'X' };
    memset(n->board, '.', (size_t)n->cells);
    naive_remember(n);
}

/* The board after a stone at `point`; false if the rules, superko apart, forbid it. */
static bool naive_after(const struct naive *n, int point, char *board)
{
    int list[4], taken = 0;
    memcpy(board, n->board, sizeof n->board);
    if (board[point] != '.')
        return false;
    board[point] = n->mover;
    for (int i = naive_neighbours(n, point, list) - 1; i >= 0; i--)
        if (board[list[i]] == naive_other(n->mover))
            taken += naive_take(n, board, list[i]);
    const int own = taken ? 0 : naive_take(n, board, point);
    return own == 0 || (n->suicide && (own > 1 || n->superko != NAIVE_NONE));
}

static bool naive_legal(const struct naive *n, int move)
{
    char board[NAIVE_CELLS + 1];
    if (n->passes == 2)
        return false;
    if (move == n->cells)
        return true;
    if (!naive_after(n, move, board))
        return false;
    /* The simple ko is a repetition of the board two moves ago, who moves included. */
    const int from = n->superko == NAIVE_NONE && n->past_count > 1 ? n->past_count - 2 : 0;
    for (int i = from; i < n->past_count; i++)
        if (!memcmp(n->past[i], board, (size_t)n->cells) &&
            (n->superko == NAIVE_POSITIONAL ||
             n->past[i][NAIVE_CELLS + 1] == naive_other(n->mover)))
            return false;
    return true;
}

static void naive_play(struct naive *n, int move)
{
    char board[NAIVE_CELLS + 1];
    if (move == n->cells) {
        n->passes++;
    } else {
        naive_after(n, move, board);
        memcpy(n->board, board, sizeof board);
        n->passes = 0;
    }
    n->mover = naive_other(n->mover);
    naive_remember(n);
}

/* Who owns each point: its stone, or the colour that alone touches its empty region. */
static void naive_owners(const struct naive *n, char owner[])
{
    for (int p = 0; p < n->cells; p++) {
        bool in[NAIVE_CELLS] = { false };
        owner[p] = n->board[p];
        if (owner[p] != '.')
            continue;
        naive_mark(n, n->board, p, in);
        const bool x = naive_touches(n, n->board, in, 'X');
        const bool o = naive_touches(n, n->board, in, 'O');
        owner[p] = x == o ? '.' : x ? 'X' : 'O';
    }
}

static void naive_end(struct naive *n)
{
    free(n->past);
}

#endif
