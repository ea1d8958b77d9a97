/* sgf_record.c -- a position with its past as a tree of one line. */
#include "notation/sgf.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The value of an option of the game as it was opened, or as it is without; "": it has none. */
static void option_of(const struct zm_game *game, const char *wanted, char value[ZM_OPTION])
{
    const char *const texts[] = { game->options, zm_game_options(game) };
    char name[ZM_OPTION], found[ZM_OPTION];
    value[0] = '\0';
    for (int i = 0; i < 2; i++)
        for (const char *at = texts[i]; zm_next_option(&at, name, found);)
            if (!strcmp(name, wanted))
                memcpy(value, found, ZM_OPTION);
}

void sgf_komi(const struct zm_game *game, char komi[ZM_OPTION])
{
    option_of(game, "komi", komi);
}

double sgf_point_unit(const struct zm_game *game)
{
    char komi[ZM_OPTION];
    sgf_komi(game, komi);
    return *komi && floor(atof(komi)) != atof(komi) ? 2 : 1;
}

void sgf_result(const struct zm_position *p, struct zm_text *out)
{
    const int first = zm_position_payoff(p, 0);
    if (first == 0)
        zm_print(out, "0");
    else
        zm_print(out, "%c+%g", first > 0 ? 'B' : 'W',
                 abs(first) / sgf_point_unit(zm_position_game(p)));
}

static void write_point(struct zm_text *t, int cell, int columns)
{
    static const char letter[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    zm_print(t, "[%c%c]", letter[cell % columns], letter[cell / columns]);
}

/* The stones that are there before the first move, and who is to move. */
static void write_setup(struct zm_text *t, const struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    const struct zm_state *const first = position_state_at(p, 0);
    char cell[SGF_LINES * SGF_LINES];
    int stones[2] = { 0, 0 };
    game->cells(first, -1, cell);
    for (int colour = 0; colour < 2; colour++)
        for (int i = 0; i < game->grid.rows * game->grid.columns; i++)
            if (cell[i] == "XO"[colour]) {
                if (stones[colour]++ == 0)
                    zm_print(t, "%s", sgf_setup_name[colour]);
                write_point(t, i, game->grid.columns);
            }
    if (stones[0] > 1 && stones[1] == 0)
        zm_print(t, "HA[%d]", stones[0]);
    if (stones[0] + stones[1] > 0 && game->turn(first) >= 0)
        zm_print(t, "PL[%c]", "BW"[game->turn(first)]);
}

static void write_text(struct zm_text *t, const char *name, const char *text)
{
    if (!text)
        return;
    zm_print(t, "%s[", name);
    sgf_escape(t, text);
    zm_print(t, "]");
}

static void write_rules(struct zm_text *t, const struct zm_game *game)
{
    char komi[ZM_OPTION], superko[ZM_OPTION], suicide[ZM_OPTION];
    option_of(game, "komi", komi);
    option_of(game, "superko", superko);
    option_of(game, "suicide", suicide);
    if (*komi)
        zm_print(t, "KM[%s]", komi);
    const char *const name = sgf_rules_name(superko, suicide);
    if (name)
        zm_print(t, "RU[%s]", name);
}

static void write_move(struct zm_text *t, const struct zm_position *p, int ply)
{
    const struct zm_game *const game = zm_position_game(p);
    const struct zm_state *const before = position_state_at(p, ply);
    uint16_t cell[ZM_MAX_CLICKS];
    zm_print(t, ";%c", "BW"[game->turn(before) == 1]);
    if (game->clicks(before, zm_position_played(p, ply), cell) == 1)
        write_point(t, cell[0], game->grid.columns);
    else
        zm_print(t, "[]");
}

void sgf_write_game(struct zm_text *t, const struct zm_position *p, const struct sgf_notes *notes)
{
    const struct zm_game *const game = zm_position_game(p);
    enum { MOVES_IN_A_LINE = 10 };
    zm_print(t, "(;FF[4]CA[UTF-8]AP[Zermelo:%s]GM[%d]SZ[%d", zm_version(), sgf_game_number(game),
             game->grid.columns);
    if (game->grid.rows != game->grid.columns)
        zm_print(t, ":%d", game->grid.rows);
    zm_print(t, "]");
    write_rules(t, game);
    write_text(t, "DT", notes->date);
    write_text(t, "PB", zm_position_seat(p, 0));
    write_text(t, "PW", zm_position_seat(p, 1));
    if (notes->result) {
        write_text(t, "RE", notes->result);
    } else if (zm_position_turn(p) == ZM_OVER) {
        zm_print(t, "RE[");
        sgf_result(p, t);
        zm_print(t, "]");
    }
    write_text(t, "GC", notes->comment);
    write_setup(t, p);
    for (int ply = 0; ply < zm_position_plies(p); ply++) {
        char remark[256] = "";
        struct zm_text r = { remark, sizeof remark, 0 };
        if (notes->remark)
            notes->remark(notes->user, ply, &r);
        if (*remark || ply % MOVES_IN_A_LINE == 0)
            zm_print(t, "\n");
        write_move(t, p, ply);
        write_text(t, "C", *remark ? remark : NULL);
    }
    zm_print(t, ")\n");
}

const char *zm_sgf_write(const struct zm_position *p, char *out, size_t size, size_t *length,
                         struct zm_error *error)
{
    struct zm_text t = { out, size, 0 };
    if (sgf_refuses(p))
        return sentence(error, "a game of %s cannot be written as SGF: %s",
                        zm_position_game(p)->name, sgf_refuses(p));
    sgf_write_game(&t, p, &(struct sgf_notes){ .date = NULL });
    *length = t.length;
    return NULL;
}
