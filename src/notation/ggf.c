#include "notation/ggf.h"

#include "base/sentence.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_MOVES = 256, LONGEST_NUMBER = 32 }; /* no game of Othello has more moves */

const char ggf_game[] = "othello";

/* ----------------------------------------------------------------- reading -- */

static void skip_blanks(struct ggf_reader *r)
{
    for (; isspace((unsigned char)*r->at); r->at++)
        r->line += *r->at == '\n';
}

bool ggf_is(const char *text)
{
    static const char mark[] = "\xEF\xBB\xBF"; /* some editors put it first */
    struct ggf_reader r = { !strncmp(text, mark, 3) ? text + 3 : text, 1 };
    skip_blanks(&r);
    while (isdigit((unsigned char)*r.at)) /* how many games follow */
        r.at++;
    skip_blanks(&r);
    return r.at[0] == '(' && r.at[1] == ';';
}

/* A name and its value. */
static const char *read_tag(struct ggf_reader *r, char name[4], struct ggf_value *value,
                            struct zm_error *error)
{
    int length = 0;
    for (; isalnum((unsigned char)*r->at); r->at++, length++)
        if (length < 3)
            name[length] = *r->at;
    name[length < 3 ? length : 3] = '\0';
    skip_blanks(r);
    if (length == 0 || *r->at != '[')
        return sentence(
            error, "line %d: expected a tag with its value, as B[f5], or ;) for the end", r->line);
    *value = (struct ggf_value){ ++r->at, 0, r->line };
    for (; *r->at && *r->at != ']'; r->at++, value->length++)
        r->line += *r->at == '\n';
    if (!*r->at)
        return sentence(error, "line %d: the value of %s[ has no end; expected ]", value->line,
                        name);
    r->at++;
    return NULL;
}

/* What stands up to the next slash or the end, without blanks; *rest moves behind it. */
static struct ggf_value part_of(struct ggf_value *rest)
{
    struct ggf_value part = { rest->at, 0, rest->line };
    while (part.length < rest->length && rest->at[part.length] != '/')
        part.length++;
    const int gone = part.length + (part.length < rest->length);
    rest->at += gone;
    rest->length -= gone;
    while (part.length > 0 && isspace((unsigned char)*part.at)) {
        part.at++;
        part.length--;
    }
    while (part.length > 0 && isspace((unsigned char)part.at[part.length - 1]))
        part.length--;
    return part;
}

/* NaN where nothing is written. */
static const char *number_of(struct ggf_value v, double *number, struct zm_error *error)
{
    char text[LONGEST_NUMBER], *end = text;
    *number = NAN;
    if (v.length == 0)
        return NULL;
    snprintf(text, sizeof text, "%.*s", v.length < LONGEST_NUMBER ? v.length : 0, v.at);
    const double value = strtod(text, &end);
    if (end == text || *end || !isfinite(value))
        return sentence(error,
                        "line %d: \"%.*s\" is no number; expected a move as f5, f5/value or "
                        "f5/value/seconds",
                        v.line, v.length < 40 ? v.length : 40, v.at);
    *number = value;
    return NULL;
}

static const char *add_move(struct ggf *g, bool white, struct ggf_value value,
                            struct zm_error *error)
{
    if (g->moves == MOST_MOVES)
        return sentence(error, "line %d: more than %d moves", value.line, MOST_MOVES);
    if (!g->move)
        g->move = malloc(MOST_MOVES * sizeof *g->move);
    if (!g->move)
        return sentence(error, "%s", out_of_memory);
    struct ggf_move *const m = &g->move[g->moves++];
    m->white = white;
    m->square = part_of(&value);
    if (number_of(part_of(&value), &m->evaluation, error))
        return error->text;
    return number_of(part_of(&value), &m->seconds, error);
}

static const char *take(struct ggf *g, const char *name, struct ggf_value value,
                        struct zm_error *error)
{
    static const char *const names[GGF_TAGS] = { "GM", "PC", "DT", "PB", "PW",
                                                 "RE", "TI", "TY", "BO" };
    if (!strcmp(name, "B") || !strcmp(name, "W"))
        return add_move(g, *name == 'W', value, error);
    for (int i = 0; i < GGF_TAGS; i++) {
        if (strcmp(name, names[i]) != 0)
            continue;
        if (g->tag[i].at)
            return sentence(error, "line %d: %s[] stands in line %d already", value.line, name,
                            g->tag[i].line);
        if ((i == GGF_BOARD || i == GGF_TYPE) && g->moves > 0)
            return sentence(error, "line %d: expected %s[] before the moves", value.line, name);
        g->tag[i] = value;
    }
    return NULL; /* others say nothing about the game itself */
}

const char *ggf_read(struct ggf_reader *r, struct ggf *g, bool *found, struct zm_error *error)
{
    *g = (struct ggf){ .moves = 0 };
    for (; *r->at && !(r->at[0] == '(' && r->at[1] == ';'); r->at++)
        r->line += *r->at == '\n';
    *found = *r->at != '\0';
    if (!*found)
        return NULL;
    const int begin = r->line;
    r->at += 2;
    for (;;) {
        char name[4];
        struct ggf_value value;
        skip_blanks(r);
        if (r->at[0] == ';' && r->at[1] == ')')
            break;
        if (!*r->at)
            return sentence(error,
                            "line %d: the record that begins in line %d has no end; "
                            "expected ;)",
                            r->line, begin);
        if (read_tag(r, name, &value, error) || take(g, name, value, error))
            return error->text;
    }
    r->at += 2;
    const struct ggf_value *const game = &g->tag[GGF_GAME];
    if (!game->at)
        return sentence(error,
                        "line %d: the record does not say which game it is; expected "
                        "GM[Othello]",
                        begin);
    if (game->length != (int)sizeof ggf_game - 1 ||
        strncasecmp(game->at, ggf_game, sizeof ggf_game - 1) != 0)
        return sentence(error,
                        "line %d: GM[%.*s] is no game that is read here; expected GM[Othello]",
                        game->line, game->length < 40 ? game->length : 40, game->at);
    return NULL;
}

void ggf_release(struct ggf *g)
{
    free(g->move);
    g->move = NULL;
    g->moves = 0;
}

/* --------------------------------------------------------------- replaying -- */

/* The size of the board, which BO[] or TY[] begins with; *rest is what follows. */
static const char *size_of(const struct ggf *g, int *size, struct ggf_value *rest,
                           struct zm_error *error)
{
    static const char *const name[] = { "TY", "BO" };
    *size = 8;
    for (int i = 0; i < 2; i++) {
        struct ggf_value v = g->tag[i ? GGF_BOARD : GGF_TYPE];
        char number[4] = "";
        int digits = 0;
        if (!v.at)
            continue;
        for (; v.length > 0 && isspace((unsigned char)*v.at); v.at++)
            v.length--;
        for (; digits < v.length && isdigit((unsigned char)v.at[digits]); digits++)
            if (digits < 3)
                number[digits] = v.at[digits];
        const int there = atoi(number);
        if (there != 8 && there != 6 && there != 4)
            return sentence(error,
                            "line %d: %s[] begins with \"%.*s\"; expected the size of the "
                            "board: 8, 6 or 4",
                            v.line, name[i], v.length < 20 ? v.length : 20, v.at);
        if (i == 1 && g->tag[GGF_TYPE].at && there != *size)
            return sentence(error, "line %d: BO[] has a board of %d, but TY[] says %d", v.line,
                            there, *size);
        *size = there;
        *rest = (struct ggf_value){ v.at + digits, v.length - digits, v.line };
    }
    return NULL;
}

/* The board that BO[] shows, unless it is the one that all games begin with. */
static const char *set_board(struct zm_position *p, struct ggf_value board, struct zm_error *error)
{
    char text[512], start[512];
    struct zm_error reason;
    const char *wrong = NULL;
    if (board.length >= (int)sizeof text)
        return sentence(error, "line %d: BO[] is too long for a board", board.line);
    snprintf(text, sizeof text, "%.*s", board.length, board.at);
    zm_position_write(p, start, sizeof start);
    struct zm_position *const shown = zm_position_copy(p, error);
    if (!shown)
        return error->text;
    if (zm_position_read(shown, text, &reason)) {
        wrong = sentence(error, "line %d: %.900s", board.line, reason.text);
    } else {
        zm_position_write(shown, text, sizeof text);
        if (strcmp(text, start) != 0)
            wrong = zm_position_read(p, text, error);
    }
    zm_position_free(shown);
    return wrong;
}

static const char *set_seat(struct zm_position *p, int player, struct ggf_value name,
                            struct zm_error *error)
{
    char text[256];
    if (name.length <= 0)
        return NULL;
    snprintf(text, sizeof text, "%.*s", name.length, name.at);
    return zm_position_set_seat(p, player, text) ? NULL : sentence(error, "%s", out_of_memory);
}

static const char *play_move(struct zm_position *p, const struct ggf_move *m, int number,
                             struct zm_error *error)
{
    static const char *const colour[] = { "black", "white" };
    struct zm_error reason;
    char square[8] = "";
    const zm_move *list;
    for (int i = 0; i < m->square.length && i < (int)sizeof square - 1; i++)
        square[i] = (char)tolower((unsigned char)m->square.at[i]);
    /* Some leave passes out. */
    if (zm_position_turn(p) == !m->white && zm_position_moves(p, &list) == 1) {
        const zm_move pass = zm_position_read_move(p, "pass", &reason);
        if (pass != ZM_NO_MOVE && zm_position_play(p, pass, error))
            return error->text;
    }
    const int turn = zm_position_turn(p);
    if (turn == ZM_OVER && (!strcmp(square, "pa") || !strcmp(square, "pass")))
        return NULL; /* some programs pass once more at the end */
    if (turn == ZM_OVER)
        return sentence(error, "line %d, move %d: the game is over; expected ;)", m->square.line,
                        number);
    if (turn != m->white)
        return sentence(error, "line %d, move %d: a move of %s, but it is the turn of %s",
                        m->square.line, number, colour[m->white], colour[!m->white]);
    const zm_move move = zm_position_read_move(p, square, &reason);
    if (move == ZM_NO_MOVE || zm_position_play(p, move, &reason))
        return sentence(error, "line %d, move %d: %.900s", m->square.line, number, reason.text);
    return NULL;
}

struct zm_position *ggf_replay(const struct ggf *g, const struct zm_game **game,
                               struct zm_error *error)
{
    struct ggf_value board = { NULL, 0, 0 };
    struct zm_position *p = NULL;
    char options[16];
    int size;
    *game = NULL;
    if (size_of(g, &size, &board, error))
        return NULL;
    snprintf(options, sizeof options, "size=%d", size);
    *game = zm_game_open(ggf_game, size == 8 ? NULL : options, error);
    if (*game)
        p = zm_position_new(*game, error);
    const char *wrong = p ? NULL : error->text;
    if (!wrong && g->tag[GGF_BOARD].at)
        wrong = set_board(p, board, error);
    if (!wrong)
        wrong = set_seat(p, 0, g->tag[GGF_BLACK], error);
    if (!wrong)
        wrong = set_seat(p, 1, g->tag[GGF_WHITE], error);
    for (int i = 0; i < g->moves && !wrong; i++)
        wrong = play_move(p, &g->move[i], i + 1, error);
    if (wrong) {
        zm_position_free(p);
        zm_game_close(*game);
        *game = NULL;
        p = NULL;
    }
    return p;
}

struct zm_position *ggf_read_one(const char *text, const struct zm_game **game,
                                 struct zm_error *error)
{
    struct ggf_reader r = { text, 1 };
    struct ggf g, more;
    struct zm_position *p = NULL;
    bool found;
    *game = NULL;
    const char *wrong = ggf_read(&r, &g, &found, error);
    if (!wrong && !found)
        wrong = sentence(error, "line %d: no record begins here; expected (;", r.line);
    if (!wrong) {
        const int end = r.line;
        wrong = ggf_read(&r, &more, &found, error);
        ggf_release(&more);
        if (!wrong && found)
            wrong = sentence(error, "line %d: another record follows; expected one game", end);
    }
    if (!wrong)
        p = ggf_replay(&g, game, error);
    ggf_release(&g);
    return p;
}
