/* gtp_board.c -- the commands of GTP that set up the board, play on it and show it. */
#include "protocol/gtp.h"

#include "base/files.h"
#include "base/sentence.h"
#include "notation/sgf.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = SGF_LINES * SGF_LINES, LONGEST_FILE = 1 << 24 };

bool gtp_is_go(const struct gtp *gtp)
{
    const struct zm_game *const game = gtp->session->game;
    return !strcmp(game->name, "go") && game->cells && game->read && game->clicks;
}

/* --------------------------------------------------------------------- turns -- */

void gtp_forget_past(struct gtp *gtp)
{
    while (gtp->past) {
        struct gtp_past *const past = gtp->past;
        gtp->past = past->before;
        zm_position_free(past->position);
        free(past);
    }
}

bool gtp_go_back(struct gtp *gtp)
{
    struct gtp_past *const past = gtp->past;
    if (!past)
        return false;
    zm_position_free(gtp->session->position);
    gtp->session->position = past->position;
    gtp->past = past->before;
    free(past);
    return true;
}

/* The same stones with this player to move. */
static const char *change_turn(struct gtp *gtp, int player, struct zm_error *error)
{
    struct session *const s = gtp->session;
    struct zm_position *const p = zm_position_copy(s->position, error);
    struct gtp_past *const past = malloc(sizeof *past);
    char cell[MOST_CELLS];
    s->game->cells(zm_position_state(s->position), -1, cell);
    if (!p || !past)
        sentence(error, "%s", out_of_memory);
    else if (!sgf_set_up(p, cell, player, error)) {
        *past = (struct gtp_past){ s->position, gtp->past };
        gtp->past = past;
        s->position = p;
        return NULL;
    }
    zm_position_free(p);
    free(past);
    return error->text;
}

static const char *colour_name(int player)
{
    static const char *const name[] = { "black", "white", "3", "4", "5", "6", "7", "8" };
    return player == ZM_CHANCE ? "chance" : player < 0 ? "nobody" : name[player];
}

const char *gtp_has_turn(struct gtp *gtp, int player, bool *changed, struct zm_error *error)
{
    struct zm_position *const p = gtp->session->position;
    int turn = zm_position_turn(p);
    *changed = false;
    if (turn != player && gtp_is_go(gtp)) {
        *changed = true;
        return change_turn(gtp, player, error);
    }
    if (turn != player && session_pass(p)) {
        turn = zm_position_turn(p);
        if (turn != player)
            zm_position_undo(p);
    }
    if (turn == ZM_OVER)
        return sentence(error, "the game is over");
    if (turn != player)
        return sentence(error, "it is the turn of %s", colour_name(turn));
    return NULL;
}

/* --------------------------------------------------------------------- sizes -- */

const char *gtp_clear(struct gtp *gtp, const char *at, struct zm_text *out, struct zm_error *error)
{
    (void)at, (void)out;
    gtp_clock_reset(&gtp->clock);
    if (session_forget(gtp->session, error) || session_restart(gtp->session, error))
        return error->text;
    gtp_forget_past(gtp);
    return NULL;
}

/* The options of the game, but for those named `without`, and these. */
static void change_options(const char *before, const char *const without[2], const char *with,
                           struct zm_text *out)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    while (zm_next_option(&before, name, value))
        if (strcmp(name, without[0]) != 0 && strcmp(name, without[1]) != 0)
            zm_print(out, "%s=%s ", name, value);
    zm_print(out, "%s", with);
}

/* Games call it size, or count rows and columns. */
static const char *set_size(struct gtp *gtp, int columns, int rows, struct zm_error *error)
{
    static const char *const name[][2] = { { "size", "size" }, { "rows", "columns" } };
    struct session *const s = gtp->session;
    if (s->game->grid.columns == columns && s->game->grid.rows == rows)
        return gtp_clear(gtp, "", NULL, error);
    for (int i = 0; i < 2; i++) {
        char with[96], options[1024];
        struct zm_text t = { options, sizeof options, 0 };
        if (i == 1)
            snprintf(with, sizeof with, "rows=%d columns=%d", rows, columns);
        else if (columns == rows)
            snprintf(with, sizeof with, "size=%d", columns);
        else
            snprintf(with, sizeof with, "size=%dx%d", columns, rows);
        change_options(zm_game_options(s->game), name[i], with, &t);
        if (t.length < t.size && !session_reopen(s, options, error)) {
            gtp_clock_reset(&gtp->clock);
            gtp_forget_past(gtp);
            return NULL;
        }
    }
    return "unacceptable size";
}

static bool read_size(const char **at, int *size)
{
    char word[32];
    long long number;
    if (!word_next(at, word, sizeof word) || !word_number(word, 1, 1000, &number))
        return false;
    *size = (int)number;
    return true;
}

/* One number, or columns and rows, as KataGo understands it. */
const char *gtp_boardsize(struct gtp *gtp, const char *at, struct zm_text *out,
                          struct zm_error *error)
{
    (void)out;
    int columns, rows;
    if (!read_size(&at, &columns))
        return gtp_syntax_error;
    rows = columns;
    at += strspn(at, " ");
    if (*at && !read_size(&at, &rows))
        return gtp_syntax_error;
    return set_size(gtp, columns, rows, error);
}

const char *gtp_rectangular(struct gtp *gtp, const char *at, struct zm_text *out,
                            struct zm_error *error)
{
    (void)out;
    int columns, rows;
    if (!read_size(&at, &columns) || !read_size(&at, &rows))
        return gtp_syntax_error;
    return set_size(gtp, columns, rows, error);
}

/* ---------------------------------------------------------------------- komi -- */

/* Play on `to` what was played on `from`, of which the game may be closed already. */
static const char *follow(struct zm_position *to, const struct zm_position *from,
                          struct zm_error *error)
{
    const char *const origin = zm_position_origin(from);
    if (origin && zm_position_read(to, origin, error))
        return error->text;
    for (int i = 0; i < zm_position_plies(from); i++)
        if (zm_position_play(to, zm_position_played(from, i), error))
            return error->text;
    return NULL;
}

/* The same position under other options. Moves out of turn can then no longer be taken back. */
static const char *change_game(struct gtp *gtp, const char *options, struct zm_error *error)
{
    struct session *const s = gtp->session;
    struct zm_position *const before = s->position;
    s->position = NULL;
    const char *const wrong = session_reopen(s, options, error);
    if (wrong) {
        s->position = before;
        return wrong;
    }
    gtp_forget_past(gtp);
    follow(s->position, before, error);
    zm_position_free(before);
    return NULL;
}

/* Only Go gives points for moving second. */
const char *gtp_komi(struct gtp *gtp, const char *at, struct zm_text *out, struct zm_error *error)
{
    (void)out;
    static const char *const name[2] = { "komi", "komi" };
    const struct zm_game *const game = gtp->session->game;
    char word[64], with[64], options[1024], *end;
    struct zm_text t = { options, sizeof options, 0 };
    word_next(&at, word, sizeof word);
    const double komi = strtod(word, &end);
    if (end == word || *end || !isfinite(komi))
        return gtp_syntax_error;
    const bool has_komi = game->options && strstr(game->options, "komi=");
    if (!has_komi)
        return komi == 0 ? NULL : sentence(error, "%s knows no komi", game->name);
    if (2 * komi != floor(2 * komi) || fabs(komi) > 999)
        return sentence(error, "komi must be whole or half points");
    snprintf(with, sizeof with, "komi=%g", komi + 0.0);
    change_options(zm_game_options(game), name, with, &t);
    if (zm_game_options(game) && !strcmp(options, zm_game_options(game)))
        return NULL;
    return change_game(gtp, options, error);
}

/* --------------------------------------------------------------------- moves -- */

const char *gtp_play(struct gtp *gtp, const char *at, struct zm_text *out, struct zm_error *error)
{
    (void)out;
    struct zm_error reason;
    char move[256];
    int player;
    bool changed;
    if (gtp_read_colour(gtp, &at, &player, error))
        return error->text;
    if (!word_next(&at, move, sizeof move))
        return gtp_syntax_error;
    const char *wrong = gtp_has_turn(gtp, player, &changed, &reason);
    if (!wrong) {
        struct zm_position *const p = gtp->session->position;
        const zm_move m = zm_position_read_move(p, move, &reason);
        wrong = m == ZM_NO_MOVE ? reason.text : zm_position_play(p, m, &reason);
        if (wrong && changed)
            gtp_go_back(gtp);
    }
    return wrong ? sentence(error, "illegal move: %.900s", wrong) : NULL;
}

const char *gtp_undo(struct gtp *gtp, const char *at, struct zm_text *out, struct zm_error *error)
{
    (void)at, (void)out, (void)error;
    struct gtp_past *past = gtp->past;
    /* To change whose turn it is was no move: look for the last one. */
    bool moved = zm_position_plies(gtp->session->position) > 0;
    for (; !moved && past; past = past->before)
        moved = zm_position_plies(past->position) > 0;
    if (!moved)
        return "cannot undo";
    while (!zm_position_undo(gtp->session->position))
        gtp_go_back(gtp);
    return NULL;
}

const char *gtp_showboard(struct gtp *gtp, const char *at, struct zm_text *out,
                          struct zm_error *error)
{
    (void)at, (void)out;
    char *const board = session_board(gtp->session->position);
    if (!board)
        return sentence(error, "%s", out_of_memory);
    /* An empty line would end the answer. */
    size_t length = 0;
    for (const char *c = board; *c; c++)
        if (*c != '\n' || (c > board && c[-1] != '\n' && c[1]))
            board[length++] = *c;
    board[length] = '\0';
    session_say(gtp->session, "=%s\n%s\n", gtp->id, board);
    free(board);
    return NULL;
}

/* ------------------------------------------------------------------ handicap -- */

static const char no_stones[] = "only Go has a handicap";

static bool board_is_empty(const struct gtp *gtp)
{
    const struct zm_game *const game = gtp->session->game;
    char cell[MOST_CELLS];
    game->cells(zm_position_state(gtp->session->position), -1, cell);
    for (int i = 0; i < game->grid.rows * game->grid.columns; i++)
        if (cell[i] != '.')
            return false;
    return true;
}

/* Black has these stones, white is to move. */
static const char *set_stones(struct gtp *gtp, const char cell[], struct zm_error *error)
{
    if (sgf_set_up(gtp->session->position, cell, 1, error))
        return error->text;
    gtp_forget_past(gtp);
    return NULL;
}

/* The points of the stones, by which the game calls its moves there. */
static void print_points(const struct gtp *gtp, const char cell[], struct zm_text *out)
{
    const struct zm_game *const game = gtp->session->game;
    const zm_move *list;
    struct zm_error ignored;
    struct zm_position *const empty = zm_position_new(game, &ignored);
    const int n = empty ? zm_position_moves(empty, &list) : 0;
    for (int i = 0; i < n; i++) {
        uint16_t at[ZM_MAX_CLICKS];
        char word[16];
        if (game->clicks(zm_position_state(empty), list[i], at) != 1 || cell[at[0]] != 'X')
            continue;
        zm_position_show_move(empty, list[i], word, sizeof word);
        zm_print(out, "%s%s", out->length ? " " : "", word);
    }
    zm_position_free(empty);
}

/* The game itself knows where handicap stones lie. False: there is no room for so many. */
static bool fixed_stones(const struct gtp *gtp, int stones, char cell[])
{
    char options[64];
    struct zm_error ignored;
    const struct zm_grid *const grid = &gtp->session->game->grid;
    snprintf(options, sizeof options, "size=%dx%d handicap=%d", grid->columns, grid->rows, stones);
    const struct zm_game *const game = zm_game_open("go", options, &ignored);
    struct zm_position *const p = game ? zm_position_new(game, &ignored) : NULL;
    if (p)
        game->cells(zm_position_state(p), -1, cell);
    zm_position_free(p);
    zm_game_close(game);
    return p != NULL;
}

static const char *handicap(struct gtp *gtp, const char *at, bool fewer, struct zm_text *out,
                            struct zm_error *error)
{
    char word[32], cell[MOST_CELLS];
    long long stones;
    if (!gtp_is_go(gtp))
        return no_stones;
    word_next(&at, word, sizeof word);
    if (!word_number(word, 1, 400, &stones))
        return gtp_syntax_error;
    if (!board_is_empty(gtp))
        return "board not empty";
    stones = fewer && stones > 9 ? 9 : stones;
    while (stones >= 2 && !fixed_stones(gtp, (int)stones, cell))
        stones = fewer ? stones - 1 : 0;
    if (stones < 2)
        return "invalid number of stones";
    if (set_stones(gtp, cell, error))
        return error->text;
    print_points(gtp, cell, out);
    return NULL;
}

const char *gtp_fixed_handicap(struct gtp *gtp, const char *at, struct zm_text *out,
                               struct zm_error *error)
{
    return handicap(gtp, at, false, out, error);
}

/* The engine may choose the places, and take fewer: it takes the usual ones. */
const char *gtp_free_handicap(struct gtp *gtp, const char *at, struct zm_text *out,
                              struct zm_error *error)
{
    return handicap(gtp, at, true, out, error);
}

const char *gtp_set_handicap(struct gtp *gtp, const char *at, struct zm_text *out,
                             struct zm_error *error)
{
    (void)out;
    const struct zm_game *const game = gtp->session->game;
    char word[32], cell[MOST_CELLS];
    int stones = 0;
    if (!gtp_is_go(gtp))
        return no_stones;
    if (!board_is_empty(gtp))
        return "board not empty";
    memset(cell, '.', sizeof cell);
    struct zm_position *const empty = zm_position_new(game, error);
    if (!empty)
        return error->text;
    const char *wrong = NULL;
    while (!wrong && word_next(&at, word, sizeof word)) {
        uint16_t place[ZM_MAX_CLICKS];
        struct zm_error ignored;
        const zm_move m = zm_position_read_move(empty, word, &ignored);
        if (m == ZM_NO_MOVE || game->clicks(zm_position_state(empty), m, place) != 1 ||
            cell[place[0]] != '.')
            wrong = "bad vertex list";
        else
            cell[place[0]] = 'X';
        stones++;
    }
    zm_position_free(empty);
    if (!wrong && stones < 2)
        wrong = "bad vertex list";
    if (!wrong && set_stones(gtp, cell, error))
        wrong = "bad vertex list";
    return wrong;
}

/* ----------------------------------------------------------------------- SGF -- */

/* Size and komi are the file's, all other options stay. */
static const char *open_as(struct gtp *gtp, const struct zm_game *loaded, struct zm_error *error)
{
    struct session *const s = gtp->session;
    char options[1024] = "";
    struct zm_text t = { options, sizeof options, 0 };
    const char *const taken[] = { "size", "komi" };
    const char *at = zm_game_options(loaded);
    char name[ZM_OPTION], value[ZM_OPTION];
    change_options(zm_game_options(s->game), taken, "", &t);
    while (zm_next_option(&at, name, value))
        if (!strcmp(name, taken[0]) || !strcmp(name, taken[1]))
            zm_print(&t, "%s=%s ", name, value);
    while (t.length > 0 && t.length < t.size && options[t.length - 1] == ' ')
        options[--t.length] = '\0';
    return session_reopen(s, options, error);
}

/* The position before move number N of the main line, or at its end. */
static const char *load(struct gtp *gtp, const char *text, int moves, struct zm_error *error)
{
    struct session *const s = gtp->session;
    const struct zm_game *game = NULL;
    struct zm_position *p = NULL;
    struct sgf sgf;
    const char *wrong = sgf_read(&sgf, text, error);
    const char *const name = wrong ? NULL : sgf_game_name(&sgf, 0, error);
    if (!wrong && !name)
        wrong = error->text;
    if (!wrong && strcmp(name, s->game->name) != 0)
        wrong = sentence(error, "it is a game of %s, not of %s", name, s->game->name);
    if (!wrong && !(p = sgf_open(&sgf, 0, moves, &game, error)))
        wrong = error->text;
    if (!wrong)
        wrong = open_as(gtp, game, error);
    if (!wrong) {
        gtp_forget_past(gtp);
        wrong = follow(s->position, p, error);
    }
    zm_position_free(p);
    zm_game_close(game);
    sgf_release(&sgf);
    return wrong;
}

const char *gtp_loadsgf(struct gtp *gtp, const char *at, struct zm_text *out,
                        struct zm_error *error)
{
    (void)out;
    struct zm_error reason;
    char path[4096], word[32];
    long long number = 0;
    if (!word_next(&at, path, sizeof path))
        return gtp_syntax_error;
    if (word_next(&at, word, sizeof word) && !word_number(word, 1, 1000000, &number))
        return gtp_syntax_error;
    char *const text = file_read(path, LONGEST_FILE, &reason);
    const char *const wrong =
        text ? load(gtp, text, number ? (int)number - 1 : -1, &reason) : reason.text;
    free(text);
    gtp_clock_reset(&gtp->clock);
    return wrong ? sentence(error, "cannot load file: %.900s", wrong) : NULL;
}

/* The game so far. GNU Go would also write it to a file; whoever asks can do that himself. */
const char *gtp_printsgf(struct gtp *gtp, const char *at, struct zm_text *out,
                         struct zm_error *error)
{
    (void)out;
    const struct zm_position *const p = gtp->session->position;
    size_t length;
    if (at[strspn(at, " ")])
        return "printsgf answers with the game, and writes no file";
    if (zm_sgf_write(p, NULL, 0, &length, error))
        return error->text;
    char *const text = malloc(length + 1);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    zm_sgf_write(p, text, length + 1, &length, error);
    text[length - 1] = '\0'; /* the end of the last line */
    gtp_succeed(gtp, text);
    free(text);
    return NULL;
}
