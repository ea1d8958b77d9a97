/* play_board.c -- the board in colour. The game writes a diagram in whatever way it likes;
 * if the letters of its cells can be found in it row by row, each gets the colour of its
 * owner and the last move is shown in reverse. Otherwise the diagram stays as it is. */
#include "cli/play.h"
#include "cli/screen.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The diagram, its length, and for each of its characters the cell it shows or -1. */
struct diagram {
    char *text;
    int *cell;
    size_t length;
};

/* A character that stands for itself: nothing but blanks and lines beside it. */
static bool alone(const char *text, size_t at)
{
    return !isspace((unsigned char)text[at]) && !isalnum((unsigned char)text[at + 1]) &&
           (at == 0 || !isalnum((unsigned char)text[at - 1]));
}

/* Find the letters of one row, one after the other, in the line that begins at `at`. */
static bool match_row(struct diagram *d, size_t at, const char letter[], int first, int columns)
{
    for (size_t begin = at; d->text[begin] && d->text[begin] != '\n'; begin++) {
        int found = 0;
        size_t i = begin;
        for (; found < columns && d->text[i] && d->text[i] != '\n'; i++) {
            if (!alone(d->text, i))
                continue;
            if (d->text[i] == letter[first + found])
                found++;
            else if (!strchr("|/\\", d->text[i]))
                break;
        }
        if (found < columns)
            continue;
        for (size_t k = begin, n = 0; n < (size_t)columns; k++)
            if (alone(d->text, k) && d->text[k] == letter[first + (int)n])
                d->cell[k] = first + (int)n++;
        return true;
    }
    return false;
}

static bool match(struct diagram *d, const struct zm_game *game, const char letter[])
{
    int row = 0;
    for (size_t at = 0; at < d->length && row < game->grid.rows;) {
        row += match_row(d, at, letter, row * game->grid.columns, game->grid.columns);
        const char *const end = strchr(d->text + at, '\n');
        if (!end)
            break;
        at = (size_t)(end - d->text) + 1;
    }
    return row == game->grid.rows;
}

/* X and O, capitals and small letters, the third player's mark: each its own colour. */
static int colour_of(char letter)
{
    static const char known[] = "XOxo";
    static const int colour[] = { 33, 36, 33, 36 };
    const char *const at = strchr(known, letter);
    if (at)
        return colour[at - known];
    return isupper((unsigned char)letter) ? 35 : 32;
}

static void print_coloured(const struct diagram *d, const char now[], const char before[])
{
    for (size_t i = 0; i < d->length; i++) {
        const int cell = d->cell[i];
        if (cell < 0 || now[cell] == '.')
            putchar(d->text[i]);
        else
            printf("\033[%s%dm%c\033[0m", before[cell] != now[cell] ? "1;7;" : "1;",
                   colour_of(now[cell]), d->text[i]);
        if (d->text[i] == '\n' && i + 1 < d->length)
            fputs("  ", stdout);
    }
}

/* The cells now and before the last move; equal where there was none. */
static bool read_cells(const struct play *play, char *now, char *before)
{
    struct zm_error error;
    const struct zm_game *const game = play->game;
    struct zm_position *const last = zm_position_copy(play->position, &error);
    if (!last)
        return false;
    zm_position_undo(last);
    game->cells(zm_position_state(play->position), -1, now);
    game->cells(zm_position_state(last), -1, before);
    zm_position_free(last);
    return true;
}

void play_board(const struct play *play)
{
    const struct zm_game *const game = play->game;
    const int turn = zm_position_turn(play->position);
    const bool hidden = (game->flags & ZM_HIDDEN) && turn >= 0;
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns;
    struct zm_text size = { NULL, 0, 0 };
    if (hidden)
        game->view(zm_position_state(play->position), turn, &size);
    else
        game->show(zm_position_state(play->position), &size);
    struct diagram d = { malloc(size.length + 2), calloc(size.length + 1, sizeof *d.cell),
                         size.length };
    char *const now = calloc(cells + 1, 1), *const before = calloc(cells + 1, 1);
    if (d.text && d.cell && now && before) {
        struct zm_text t = { d.text, size.length + 1, 0 };
        d.text[0] = d.text[d.length + 1] = '\0';
        if (hidden)
            game->view(zm_position_state(play->position), turn, &t);
        else
            game->show(zm_position_state(play->position), &t);
        for (size_t i = 0; i < d.length; i++)
            d.cell[i] = -1;
        const bool coloured = screen_colour() && !hidden && game->cells && cells > 0 &&
                              read_cells(play, now, before) && match(&d, game, now);
        for (size_t i = 0; i < d.length && !coloured; i++)
            d.cell[i] = -1;
        fputs("\n  ", stdout);
        print_coloured(&d, now, before);
        fputs(d.length > 0 && d.text[d.length - 1] == '\n' ? "\n" : "\n\n", stdout);
    }
    free(d.text);
    free(d.cell);
    free(now);
    free(before);
}
