/* sgf.c -- source: Hollosi 1999, "SGF File Format FF[4]". */
#include "notation/sgf.h"

#include "base/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    const char *at;
    int line;
    FILE *moves;
};

static void step(struct reader *r)
{
    r->line += *r->at == '\n';
    r->at++;
}

static void pass_blanks(struct reader *r)
{
    while (isspace((unsigned char)*r->at))
        step(r);
}

/* [value], where a backslash takes the next character as it is; written to `out` without
 * blanks if that is not NULL. */
static const char *read_value(struct reader *r, FILE *out, struct zm_error *error)
{
    const int line = r->line;
    size_t length = 0;
    step(r);
    for (; *r->at && *r->at != ']'; step(r)) {
        if (*r->at == '\\' && r->at[1])
            step(r);
        if (out && !isspace((unsigned char)*r->at)) {
            fputc(*r->at, out);
            length++;
        }
    }
    if (!*r->at)
        return sentence(error, "line %d: the value that begins here has no end, expected ']'",
                        line);
    step(r);
    if (out)
        fputs(length ? " " : "pass ", out);
    return NULL;
}

static const char *read_property(struct reader *r, bool main_line, struct zm_error *error)
{
    char name[8] = "";
    size_t length = 0;
    for (; isalpha((unsigned char)*r->at); r->at++)
        if (isupper((unsigned char)*r->at) && length + 1 < sizeof name)
            name[length++] = *r->at;
    name[length] = '\0';
    pass_blanks(r);
    if (length == 0 || *r->at != '[')
        return sentence(error, "line %d: expected a property like B[dd]", r->line);
    if (main_line && (!strcmp(name, "AB") || !strcmp(name, "AW") || !strcmp(name, "AE")))
        return sentence(error, "line %d: stones are set up with %s; expected only moves", r->line,
                        name);
    const bool move = main_line && (!strcmp(name, "B") || !strcmp(name, "W"));
    const char *wrong = NULL;
    while (!wrong && *r->at == '[') {
        wrong = read_value(r, move ? r->moves : NULL, error);
        pass_blanks(r);
    }
    return wrong;
}

/* One game tree. Its main line goes into the first variation wherever there is a choice:
 * `main` is the number of brackets at which it stands. */
static const char *read_tree(struct reader *r, struct zm_error *error)
{
    const int line = r->line;
    int depth = 0, main = 1;
    bool over = false; /* the main line has ended */
    const char *wrong = NULL;
    do {
        pass_blanks(r);
        const char c = *r->at;
        if (!c) {
            wrong = sentence(error, "line %d: the game that begins here has no end, expected ')'",
                             line);
        } else if (c == '(') {
            depth++;
            main = over || depth <= main ? main : depth;
            step(r);
        } else if (c == ')') {
            over = true;
            depth--;
            step(r);
        } else if (c == ';') {
            step(r);
        } else {
            wrong = read_property(r, !over && depth == main, error);
        }
    } while (!wrong && depth > 0);
    return wrong;
}

const char *sgf_next(const char **at, int *line, struct sgf *game, struct zm_error *error)
{
    struct reader r = { .at = *at, .line = *line };
    size_t length = 0;
    *game = (struct sgf){ .moves = NULL };
    pass_blanks(&r);
    game->line = r.line;
    if (!*r.at)
        return NULL;
    if (*r.at != '(')
        return sentence(error, "line %d: expected a game that begins with \"(;\"", r.line);
    r.moves = open_memstream(&game->moves, &length);
    if (!r.moves)
        return sentence(error, "%s", out_of_memory);
    const char *wrong = read_tree(&r, error);
    fclose(r.moves);
    if (!wrong && !game->moves)
        wrong = sentence(error, "%s", out_of_memory);
    *at = r.at;
    *line = r.line;
    return wrong;
}

void sgf_release(struct sgf *game)
{
    free(game->moves);
    game->moves = NULL;
}

zm_move sgf_move(const struct zm_position *p, const char *value)
{
    struct zm_error ignored;
    const struct zm_game *const game = zm_position_game(p);
    const int column = value[0] - 'a', row = value[0] ? value[1] - 'a' : -1;
    const bool letters = row >= 0 && row < game->grid.rows && column >= 0 &&
                         column < game->grid.columns && !value[2];
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; letters && game->clicks && i < n; i++) {
        uint16_t cell[ZM_MAX_CLICKS];
        if (game->clicks(zm_position_state(p), list[i], cell) == 1 &&
            cell[0] == row * game->grid.columns + column)
            return list[i];
    }
    return letters ? ZM_NO_MOVE : zm_position_read_move(p, value, &ignored);
}
