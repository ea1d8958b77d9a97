/* gomoku_naive.h -- Gomoku once more, as slowly and plainly as possible: a board of letters
 * on which stones are put and lines are walked along. No table, no window, nothing kept. */
#ifndef GOMOKU_NAIVE_H
#define GOMOKU_NAIVE_H

#include <stdbool.h>
#include <string.h>

enum naive_rules { N_FREESTYLE, N_STANDARD, N_RENJU };

struct naive {
    int size, rules;
    char cell[400]; /* '.', 'X' (black) or 'O', row by row from the top */
};

static const int naive_down[4] = { 0, 1, 1, 1 }, naive_right[4] = { 1, 0, 1, -1 };

static inline char naive_at(const struct naive *b, int row, int column)
{
    const bool inside = row >= 0 && row < b->size && column >= 0 && column < b->size;
    return inside ? b->cell[row * b->size + column] : '#';
}

/* The stones in a row through a stone, itself included. */
static inline int naive_row(const struct naive *b, int cell, int d)
{
    const char who = b->cell[cell];
    int length = 1;
    for (int way = -1; way <= 1; way += 2)
        for (int i = 1; naive_at(b, cell / b->size + way * i * naive_down[d],
                                 cell % b->size + way * i * naive_right[d]) == who;
             i++)
            length++;
    return length;
}

static inline bool naive_is_five(const struct naive *b, char who, int length)
{
    const bool exact = b->rules == N_STANDARD || (b->rules == N_RENJU && who == 'X');
    return length == 5 || (length > 5 && !exact);
}

/* Does the stone on the cell win? */
static inline bool naive_wins(const struct naive *b, int cell)
{
    for (int d = 0; d < 4; d++)
        if (naive_is_five(b, b->cell[cell], naive_row(b, cell, d)))
            return true;
    return false;
}

static inline bool naive_could_win(struct naive *b, int cell, char who)
{
    if (b->cell[cell] != '.')
        return false;
    b->cell[cell] = who;
    const bool wins = naive_wins(b, cell);
    b->cell[cell] = '.';
    return wins;
}

/* An empty cell where `who` would win, or -1. */
static inline int naive_winning_cell(struct naive *b, char who)
{
    for (int cell = 0; cell < b->size * b->size; cell++)
        if (naive_could_win(b, cell, who))
            return cell;
    return -1;
}

/* What the stone on `cell` has made of its line in direction d, from best to worst. */
enum naive_made {
    N_OVERLINE,
    N_FIVE,
    N_STRAIGHT,
    N_TWO_FOURS,
    N_FOUR,
    N_OPEN_THREE,
    N_THREE,
    N_OPEN_TWO,
    N_TWO,
    N_LESS
};

/* `more` further stones of the same colour may be set on the line, within five cells. */
static inline enum naive_made naive_made_of(struct naive *b, int cell, int d, int more)
{
    const char who = b->cell[cell];
    const int length = naive_row(b, cell, d), row = cell / b->size, column = cell % b->size;
    if (naive_is_five(b, who, length))
        return N_FIVE;
    if (length > 5)
        return N_OVERLINE;
    if (more == 0)
        return N_LESS;
    int fives = 0;
    enum naive_made best = N_LESS;
    for (int i = -5; i <= 5; i++) {
        const int r = row + i * naive_down[d], c = column + i * naive_right[d];
        if (naive_at(b, r, c) != '.')
            continue;
        b->cell[r * b->size + c] = who;
        const enum naive_made next = naive_made_of(b, cell, d, more - 1);
        fives += next == N_FIVE;
        if (next > N_FIVE && next < best)
            best = next;
        b->cell[r * b->size + c] = '.';
    }
    /* Four in a row become five only at their ends. */
    if (fives >= 2)
        return length == 4 ? N_STRAIGHT : N_TWO_FOURS;
    if (fives == 1)
        return N_FOUR;
    return best == N_STRAIGHT                      ? N_OPEN_THREE
           : best == N_TWO_FOURS || best == N_FOUR ? N_THREE
           : best == N_OPEN_THREE                  ? N_OPEN_TWO
           : best == N_THREE                       ? N_TWO
                                                   : N_LESS;
}

/* The level of an empty cell, numbered as in games/gomoku/gomoku_lines.h. */
static inline int naive_level(struct naive *b, int cell, char who)
{
    int n[N_LESS + 1] = { 0 };
    b->cell[cell] = who;
    for (int d = 0; d < 4; d++)
        n[naive_made_of(b, cell, d, 4)]++;
    b->cell[cell] = '.';
    const int fours = n[N_STRAIGHT] + n[N_FOUR] + 2 * n[N_TWO_FOURS];
    if (n[N_FIVE])
        return 15;
    if (b->rules == N_RENJU && who == 'X' && (n[N_OVERLINE] || fours > 1 || n[N_OPEN_THREE] > 1))
        return 1;
    if (fours > 1 || n[N_STRAIGHT])
        return 14;
    const bool more = n[N_THREE] + n[N_OPEN_TWO] > 0;
    if (fours == 1)
        return n[N_OPEN_THREE] ? 13 : more ? 12 : 11;
    if (n[N_OPEN_THREE])
        return n[N_OPEN_THREE] > 1 ? 10 : more ? 9 : 8;
    if (n[N_THREE])
        return n[N_THREE] > 1 ? 7 : n[N_OPEN_TWO] ? 6 : 5;
    return n[N_OPEN_TWO] > 1 ? 4 : n[N_OPEN_TWO] ? 3 : n[N_TWO] ? 2 : 0;
}

/* Does `who`, to move, win by fours alone within so many plies? */
static inline bool naive_vcf(struct naive *b, char who, int plies)
{
    const char other = who == 'X' ? 'O' : 'X';
    const int at_once = naive_winning_cell(b, who), must = naive_winning_cell(b, other);
    if (at_once >= 0 || plies < 3)
        return at_once >= 0 && plies > 0;
    for (int cell = 0; cell < b->size * b->size; cell++) {
        if (b->cell[cell] != '.' || (must >= 0 && cell != must) ||
            (b->rules == N_RENJU && who == 'X' && naive_level(b, cell, who) == 1))
            continue;
        b->cell[cell] = who;
        bool wins = false;
        const int answer = naive_winning_cell(b, who);
        if (answer >= 0 && naive_winning_cell(b, other) < 0) {
            const bool forbidden =
                b->rules == N_RENJU && other == 'X' && naive_level(b, answer, other) == 1;
            b->cell[answer] = other;
            wins = forbidden || (!naive_wins(b, answer) && naive_vcf(b, who, plies - 2));
            b->cell[answer] = '.';
        }
        b->cell[cell] = '.';
        if (wins)
            return true;
    }
    return false;
}

#endif
