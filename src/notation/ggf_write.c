/* ggf_write.c -- a game of Othello as a GGF record (ggf.h) in one line. */
#include "notation/ggf.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

/* There is no way to write a bracket inside a value. */
static void write_name(struct zm_text *t, const char *tag, const char *name)
{
    zm_print(t, "%s[", tag);
    for (; name && *name; name++)
        zm_print(t, "%c", *name == ']' || iscntrl((unsigned char)*name) ? '_' : *name);
    zm_print(t, "]");
}

/* The board before the first move, with * for black. */
static void write_board(struct zm_text *t, const struct zm_position *p)
{
    char board[128] = "";
    struct zm_text b = { board, sizeof board, 0 };
    zm_position_game(p)->write(position_state_at(p, 0), &b);
    const int size = zm_position_game(p)->grid.rows;
    zm_print(t, "TY[%d]BO[%d ", size, size);
    for (const char *c = board; *c; c++)
        zm_print(t, "%c", *c == 'X' ? '*' : *c);
    zm_print(t, "]");
}

/* B[f5], B[f5/VALUE], B[f5/VALUE/SECONDS], B[f5//SECONDS]. */
static void write_moves(struct zm_text *t, const struct zm_position *p,
                        const struct ggf_notes *notes)
{
    const struct zm_game *const game = zm_position_game(p);
    for (int ply = 0; ply < zm_position_plies(p); ply++) {
        char move[16];
        double evaluation = NAN, seconds = NAN;
        if (notes->thought)
            notes->thought(notes->user, ply, &evaluation, &seconds);
        zm_position_show_played(p, ply, move, sizeof move);
        zm_print(t, "%c[%s", game->turn(position_state_at(p, ply)) == 0 ? 'B' : 'W',
                 strcmp(move, "pass") == 0 ? "pa" : move);
        if (!isnan(evaluation))
            zm_print(t, "/%.2f", evaluation);
        if (!isnan(seconds))
            zm_print(t, "%s/%.2f", isnan(evaluation) ? "/" : "", seconds);
        zm_print(t, "]");
    }
}

void ggf_write(struct zm_text *t, const struct zm_position *p, const struct ggf_notes *notes)
{
    zm_print(t, "(;GM[Othello]PC[zermelo]");
    if (notes->date)
        zm_print(t, "DT[%s]", notes->date);
    write_name(t, "PB", zm_position_seat(p, 0));
    write_name(t, "PW", zm_position_seat(p, 1));
    if (notes->result)
        zm_print(t, "RE[%+.2f]", *notes->result);
    else if (zm_position_turn(p) == ZM_OVER)
        zm_print(t, "RE[%+d.00]", zm_position_payoff(p, 0));
    else
        zm_print(t, "RE[?]");
    write_board(t, p);
    write_moves(t, p, notes);
    zm_print(t, ";)\n");
}

const char *zm_ggf_write(const struct zm_position *p, char *out, size_t size, size_t *length,
                         struct zm_error *error)
{
    struct zm_text t = { out, size, 0 };
    if (strcmp(zm_position_game(p)->name, ggf_game) != 0)
        return sentence(error, "a game of %s cannot be written as GGF, which is for Othello",
                        zm_position_game(p)->name);
    ggf_write(&t, p, &(struct ggf_notes){ .date = NULL });
    *length = t.length;
    return NULL;
}
