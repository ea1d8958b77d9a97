/* sgf_game.c -- the main line of a tree as a position.
 *
 * What the tree says and the rules of a game do not know, records of real games have all the
 * same: stones set up in the middle of a game, two moves of the same colour, moves after both
 * have passed. There the position is set up anew from the stones on the board. */
#include "notation/sgf.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_CELLS = SGF_LINES * SGF_LINES };

/* The numbers by which GM[] names games, and what they are called here. */
static const struct kind {
    int number;
    const char *name;
    int lines; /* where SZ[] is missing; 0: as the game has it */
} kinds[] = { { 1, "go", 19 }, { 4, "gomoku", 0 } };
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What RU[] means for the rules that we tell apart. The score is always by area. */
static const struct rules {
    const char *name, *superko, *suicide;
} rules[] = {
    { "Chinese", "positional", "no" }, { "Japanese", "none", "no" },
    { "AGA", "situational", "no" },    { "NZ", "situational", "yes" },
    { "GOE", "none", "yes" },          { "Tromp-Taylor", "positional", "yes" },
};
enum { RULES = sizeof rules / sizeof *rules };

int sgf_game_number(const struct zm_game *game)
{
    for (int i = 0; i < KINDS; i++)
        if (!strcmp(game->name, kinds[i].name))
            return kinds[i].number;
    return 0;
}

const char *sgf_rules_name(const char *superko, const char *suicide)
{
    for (int i = 0; i < RULES; i++)
        if (!strcmp(superko, rules[i].superko) && !strcmp(suicide, rules[i].suicide))
            return rules[i].name;
    return NULL;
}

const char *sgf_refuses(const struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    if (sgf_game_number(game) == 0 || !game->clicks || !game->cells ||
        game->grid.rows > SGF_LINES || game->grid.columns > SGF_LINES)
        return "SGF is read and written here for Go and Gomoku";
    return NULL;
}

/* ------------------------------------------------------------------ reading -- */

bool sgf_is(const char *text)
{
    text += !strncmp(text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    text += strspn(text, " \t\r\n");
    if (*text != '(')
        return false;
    text += 1 + strspn(text + 1, " \t\r\n");
    const char *const game = strstr(text, "GM[");
    return *text == ';' && !(game && isalpha((unsigned char)game[3]));
}

static const struct kind *kind_of(const struct sgf *sgf, int root, struct zm_error *error)
{
    const struct sgf_value *const value = sgf_value(sgf, root, "GM");
    char text[16] = "1";
    if (value)
        sgf_text(value, false, text, sizeof text);
    for (int i = 0; i < KINDS; i++)
        if (atoi(text) == kinds[i].number)
            return &kinds[i];
    sgf_wrong(value, error, "GM[%s] is no game that is read here; expected 1 (Go) or 4 (Gomoku)",
              text);
    return NULL;
}

const char *sgf_game_name(const struct sgf *sgf, int root, struct zm_error *error)
{
    const struct kind *const kind = kind_of(sgf, root, error);
    return kind ? kind->name : NULL;
}

/* SZ[19], or columns and rows: SZ[9:5]. */
static const char *size_of(const struct sgf *sgf, int root, int *columns, int *rows,
                           struct zm_error *error)
{
    const struct sgf_value *const value = sgf_value(sgf, root, "SZ");
    char text[32];
    const char *at = text;
    if (!value)
        return NULL;
    sgf_text(value, false, text, sizeof text);
    bool good = zm_read_number(&at, 1, SGF_LINES, columns);
    *rows = *columns;
    if (good && *at == ':')
        good = (at++, zm_read_number(&at, 1, SGF_LINES, rows));
    if (!good || *at)
        return sgf_wrong(value, error,
                         "SZ[%s]: expected the size of the board, as 19, or its "
                         "columns and rows, as 9:5",
                         text);
    return NULL;
}

/* " komi=6.5" from KM[6.50]. */
static const char *print_komi(const struct sgf *sgf, int root, struct zm_text *t,
                              struct zm_error *error)
{
    const struct sgf_value *const value = sgf_value(sgf, root, "KM");
    char text[32], *end;
    if (!value)
        return NULL;
    sgf_text(value, false, text, sizeof text);
    const double komi = strtod(text, &end);
    if (!*text)
        return NULL;
    if (*end || !(komi >= -1000 && komi <= 1000) || 2 * komi != (int)(2 * komi))
        return sgf_wrong(value, error, "KM[%s]: expected whole or half points", text);
    zm_print(t, " komi=%g", komi + 0.0);
    return NULL;
}

static void print_rules(const struct sgf *sgf, int root, struct zm_text *t)
{
    const struct sgf_value *const value = sgf_value(sgf, root, "RU");
    char text[32] = "";
    if (value)
        sgf_text(value, false, text, sizeof text);
    for (int i = 0; i < RULES; i++)
        if (!strcasecmp(text, rules[i].name))
            zm_print(t, " superko=%s suicide=%s", rules[i].superko, rules[i].suicide);
}

static const struct zm_game *open_game(const struct sgf *sgf, int root, struct zm_error *error)
{
    const struct kind *const kind = kind_of(sgf, root, error);
    char options[256] = "";
    struct zm_text t = { options, sizeof options, 0 };
    int columns = kind ? kind->lines : 0, rows = columns;
    if (!kind || size_of(sgf, root, &columns, &rows, error))
        return NULL;
    if (columns > 0 && columns == rows)
        zm_print(&t, "size=%d", columns);
    else if (columns > 0)
        zm_print(&t, "size=%dx%d", columns, rows);
    if (kind->number == 1) {
        if (print_komi(sgf, root, &t, error))
            return NULL;
        print_rules(sgf, root, &t);
    }
    return zm_game_open(kind->name, *options ? options : NULL, error);
}

/* ------------------------------------------------------------------- points -- */

static int line_of(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' + 26 : -1;
}

/* A point by two letters, column and row from the top left. */
static bool read_point(const struct zm_grid *grid, const char *at, int *column, int *row)
{
    *column = line_of(at[0]);
    *row = *column >= 0 ? line_of(at[1]) : -1;
    return *row >= 0 && *column < grid->columns && *row < grid->rows;
}

/* Set the points of a list, each alone or as a rectangle "aa:cc", to this letter. */
static const char *set_points(const struct sgf *sgf, const struct sgf_property *property,
                              const struct zm_grid *grid, char letter, char cell[],
                              struct zm_error *error)
{
    for (int i = 0; property && i < property->values; i++) {
        const struct sgf_value *const value = &sgf->value[property->value + i];
        char text[8];
        const size_t length = sgf_text(value, false, text, sizeof text);
        int column = 0, row = 0, column_end, row_end;
        bool good = (length == 2 || (length == 5 && text[2] == ':')) &&
                    read_point(grid, text, &column, &row);
        column_end = column;
        row_end = row;
        if (good && length == 5)
            good = read_point(grid, text + 3, &column_end, &row_end) && column_end >= column &&
                   row_end >= row;
        if (!good)
            return sgf_wrong(value, error,
                             "%s[%s]: expected a point of the board, as cd, or a rectangle, as "
                             "aa:cc",
                             property->name, text);
        for (int y = row; y <= row_end; y++)
            for (int x = column; x <= column_end; x++)
                cell[y * grid->columns + x] = letter;
    }
    return NULL;
}

/* ------------------------------------------------------------------ playing -- */

const char *const sgf_setup_name[3] = { "AB", "AW", "AE" };

/* In Go the text says who moves, elsewhere the stones do. */
const char *sgf_set_up(struct zm_position *p, const char cell[], int turn, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    char text[MOST_CELLS + SGF_LINES + 4];
    struct zm_text t = { text, sizeof text, 0 };
    if (!game->read)
        return sentence(error, "%s cannot begin from a position", game->name);
    for (int i = 0; i < game->grid.rows * game->grid.columns; i++)
        zm_print(&t, "%s%c", i && i % game->grid.columns == 0 ? "/" : "", cell[i]);
    if (!strcmp(game->name, kinds[0].name))
        zm_print(&t, " %c", turn == ZM_OVER ? '-' : "XO"[turn == 1]);
    return zm_position_read(p, text, error);
}

/* Whose move comes next in the main line below this node; -1: none does. */
static int next_colour(const struct sgf *sgf, int node)
{
    for (; node >= 0; node = sgf->node[node].child) {
        if (sgf_find(sgf, node, "B"))
            return 0;
        if (sgf_find(sgf, node, "W"))
            return 1;
    }
    return -1;
}

/* AB, AW, AE and PL of a node. Who moves is who moves next, if nobody says it; after stones of
 * black alone, a handicap, it is white. */
static const char *do_setup(const struct sgf *sgf, int node, struct zm_position *p,
                            struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    const struct sgf_value *const player = sgf_value(sgf, node, "PL");
    const struct sgf_value *first = player;
    char cell[MOST_CELLS], text[8];
    int turn = zm_position_turn(p);
    bool found = false;
    game->cells(zm_position_state(p), -1, cell);
    for (int i = 0; i < 3; i++) {
        const struct sgf_property *const property = sgf_find(sgf, node, sgf_setup_name[i]);
        if (!property)
            continue;
        found = true;
        first = &sgf->value[property->value];
        if (set_points(sgf, property, &game->grid, "XO."[i], cell, error))
            return error->text;
    }
    if (!found && !player)
        return NULL;
    if (found)
        turn = sgf_find(sgf, node, "AB") && !sgf_find(sgf, node, "AW") ? 1 : turn;
    if (next_colour(sgf, node) >= 0)
        turn = next_colour(sgf, node);
    if (player) {
        sgf_text(player, false, text, sizeof text);
        if (toupper((unsigned char)*text) != 'B' && toupper((unsigned char)*text) != 'W')
            return sgf_wrong(player, error, "PL[%s]: expected B or W", text);
        turn = toupper((unsigned char)*text) == 'W';
    }
    if (!found && turn == zm_position_turn(p))
        return NULL;
    struct zm_error reason;
    return sgf_set_up(p, cell, turn, &reason) ? sgf_wrong(first, error, "%.800s", reason.text)
                                              : NULL;
}

/* The move of this value: the place by two letters, or in the game's own words. */
static zm_move read_move(const struct zm_position *p, const char *value, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    const zm_move *list;
    int column, row;
    if (!*value || (!strcmp(value, "tt") && game->grid.columns <= 19 && game->grid.rows <= 19))
        return zm_position_read_move(p, "pass", error);
    if (strlen(value) != 2 || !game->clicks || !read_point(&game->grid, value, &column, &row))
        return zm_position_read_move(p, value, error);
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n; i++) {
        uint16_t cell[ZM_MAX_CLICKS];
        if (game->clicks(zm_position_state(p), list[i], cell) == 1 &&
            cell[0] == row * game->grid.columns + column)
            return list[i];
    }
    sentence(error, "it is no legal move here");
    return ZM_NO_MOVE;
}

static const char *do_move(const struct sgf_value *value, int player, struct zm_position *p,
                           struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    struct zm_error reason;
    char text[32], cell[MOST_CELLS];
    sgf_text(value, false, text, sizeof text);
    const bool pass = !*text || !strcmp(text, "tt");
    if (zm_position_turn(p) == ZM_OVER && pass)
        return NULL; /* some pass three times */
    const char *wrong = NULL;
    if (zm_position_turn(p) != player) {
        game->cells(zm_position_state(p), -1, cell);
        wrong = sgf_set_up(p, cell, player, &reason);
    }
    const zm_move m = wrong ? ZM_NO_MOVE : read_move(p, text, &reason);
    if (m == ZM_NO_MOVE || zm_position_turn(p) != player)
        wrong = m == ZM_NO_MOVE ? reason.text : "it is the turn of the other";
    else
        wrong = zm_position_play(p, m, &reason);
    return wrong ? sgf_wrong(value, error, "%c[%s] cannot be played: %.800s", "BW"[player], text,
                             wrong)
                 : NULL;
}

static const char *set_seats(const struct sgf *sgf, int root, struct zm_position *p,
                             struct zm_error *error)
{
    for (int i = 0; i < 2; i++) {
        const struct sgf_value *const value = sgf_value(sgf, root, i ? "PW" : "PB");
        char name[256];
        if (!value || sgf_text(value, false, name, sizeof name) == 0)
            continue;
        if (!zm_position_set_seat(p, i, name))
            return sentence(error, "%s", out_of_memory);
    }
    return NULL;
}

const char *sgf_replay(const struct sgf *sgf, int root, int moves, struct zm_position *p,
                       struct zm_error *error)
{
    const struct zm_grid *const grid = &zm_position_game(p)->grid;
    int columns = grid->columns, rows = grid->rows;
    if (sgf_refuses(p))
        return sentence(error, "%s", sgf_refuses(p));
    if (size_of(sgf, root, &columns, &rows, error) || set_seats(sgf, root, p, error))
        return error->text;
    if (columns != grid->columns || rows != grid->rows)
        return sgf_wrong(sgf_value(sgf, root, "SZ"), error,
                         "a board of %d columns and %d rows; expected %d and %d", columns, rows,
                         grid->columns, grid->rows);
    for (int node = root, played = 0; node >= 0; node = sgf->node[node].child) {
        const struct sgf_value *const move[] = { sgf_value(sgf, node, "B"),
                                                 sgf_value(sgf, node, "W") };
        if (do_setup(sgf, node, p, error))
            return error->text;
        for (int i = 0; i < 2; i++) {
            if (!move[i])
                continue;
            if (played++ == moves)
                return NULL;
            if (do_move(move[i], i, p, error))
                return error->text;
        }
    }
    return NULL;
}

struct zm_position *sgf_open(const struct sgf *sgf, int root, int moves,
                             const struct zm_game **game, struct zm_error *error)
{
    *game = open_game(sgf, root, error);
    struct zm_position *const p = *game ? zm_position_new(*game, error) : NULL;
    if (p && !sgf_replay(sgf, root, moves, p, error))
        return p;
    zm_position_free(p);
    zm_game_close(*game);
    *game = NULL;
    return NULL;
}
