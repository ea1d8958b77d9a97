/* pgn.c -- source: Edwards 1994, "Portable Game Notation Specification and Implementation
 * Guide", section 8. */
#include "notation/pgn.h"

#include "base/sentence.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST_VARIATION = 1000 };

struct reader {
    const char *at;
    int line;
    struct pgn *game;
    FILE *moves, *tags;
    bool ended;
};

static void step(struct reader *r)
{
    r->line += *r->at == '\n';
    r->at++;
}

/* Pass everything up to and including `end`. */
static const char *pass(struct reader *r, char end, const char *what, struct zm_error *error)
{
    const int line = r->line;
    while (*r->at && *r->at != end)
        step(r);
    if (!*r->at)
        return sentence(error, "line %d: the %s that begins here has no end, expected '%c'", line,
                        what, end);
    step(r);
    return NULL;
}

/* [Name "value"], where a backslash takes the next character as it is. */
static const char *read_tag(struct reader *r, struct zm_error *error)
{
    const int line = r->line;
    const char *const begin = r->at++;
    const size_t name = strcspn(r->at, " \t\r\n\"]");
    const bool fen = name == 3 && !strncmp(r->at, "FEN", 3);
    r->at += name;
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
    if (*r->at != '"')
        return sentence(error, "line %d: a tag must look like [Name \"value\"]", line);
    char *value = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&value, &length);
    if (!out)
        return sentence(error, "%s", out_of_memory);
    for (r->at++; *r->at && *r->at != '"' && *r->at != '\n'; r->at++) {
        r->at += *r->at == '\\' && r->at[1] && r->at[1] != '\n';
        fputc(*r->at, out);
    }
    fclose(out);
    if (fen && value && !r->game->start) {
        r->game->start = value;
        value = NULL;
    }
    free(value);
    if (*r->at++ != '"' || *r->at++ != ']')
        return sentence(error, "line %d: a tag must look like [Name \"value\"]", line);
    fprintf(r->tags, "%.*s\n", (int)(r->at - begin), begin);
    return NULL;
}

static bool is_result(const char *word, size_t length)
{
    static const char *const result[] = { "1-0", "0-1", "1/2-1/2", "*" };
    for (size_t i = 0; i < sizeof result / sizeof *result; i++)
        if (strlen(result[i]) == length && !strncmp(word, result[i], length))
            return true;
    return false;
}

static bool is_number(const char *word, size_t length)
{
    size_t digits = 0;
    while (digits < length && isdigit((unsigned char)word[digits]))
        digits++;
    return digits > 0 && digits == length;
}

/* A word up to blank or bracket: a move, a result, or a number with its dots. */
static void read_word(struct reader *r, bool main_line)
{
    const char *word = r->at;
    size_t length = strcspn(word, " \t\r\n(){};");
    r->at += length;
    if (is_result(word, length)) {
        r->ended = main_line;
        return;
    }
    /* "12.", "12...", "12.e4": the number goes. "12" alone may be a move elsewhere. */
    const size_t number = strcspn(word, ".");
    if (number < length && is_number(word, number)) {
        word += number;
        length -= number;
        while (length > 0 && *word == '.') {
            word++;
            length--;
        }
    }
    while (length > 0 && strchr("!?", word[length - 1]))
        length--;
    if (main_line && length > 0)
        fprintf(r->moves, "%.*s ", (int)length, word);
}

static const char *read_moves(struct reader *r, struct zm_error *error)
{
    int depth = 0;
    const char *wrong = NULL;
    while (!wrong && !r->ended && *r->at) {
        const char c = *r->at;
        if (c == '{') {
            wrong = pass(r, '}', "comment", error);
        } else if (c == ';' || (c == '%' && (r->at[-1] == '\n'))) {
            while (*r->at && *r->at != '\n')
                step(r);
        } else if (c == '(') {
            step(r);
            if (++depth > DEEPEST_VARIATION)
                wrong = sentence(error, "line %d: more than %d variations within each other",
                                 r->line, DEEPEST_VARIATION);
        } else if (c == ')' || c == '}') {
            if (c == '}' || depth == 0)
                wrong = sentence(error, "line %d: this '%c' closes nothing", r->line, c);
            depth--;
            step(r);
        } else if (c == '$') {
            r->at += 1 + strspn(r->at + 1, "0123456789");
        } else if (c == '[' && depth == 0) {
            break; /* the next game: this one has no result */
        } else if (isspace((unsigned char)c)) {
            step(r);
        } else {
            read_word(r, depth == 0);
        }
    }
    if (!wrong && depth > 0)
        wrong = sentence(error, "line %d: a variation has no end, expected ')'", r->line);
    return wrong;
}

const char *pgn_next(const char **at, int *line, struct pgn *game, struct zm_error *error)
{
    struct reader r = { .at = *at, .line = *line, .game = game };
    size_t moves_length = 0, tags_length = 0;
    const char *wrong = NULL;
    *game = (struct pgn){ .start = NULL };
    while (isspace((unsigned char)*r.at))
        step(&r);
    game->line = r.line;
    if (!*r.at)
        return NULL;
    r.moves = open_memstream(&game->moves, &moves_length);
    r.tags = open_memstream(&game->tags, &tags_length);
    if (!r.moves || !r.tags)
        wrong = sentence(error, "%s", out_of_memory);
    while (!wrong && *r.at == '[') {
        wrong = read_tag(&r, error);
        while (!wrong && isspace((unsigned char)*r.at))
            step(&r);
    }
    if (!wrong)
        wrong = read_moves(&r, error);
    if (r.moves)
        fclose(r.moves);
    if (r.tags)
        fclose(r.tags);
    if (!wrong && !game->start)
        game->start = calloc(1, 1);
    if (!wrong && (!game->start || !game->moves || !game->tags))
        wrong = sentence(error, "%s", out_of_memory);
    *at = r.at;
    *line = r.line;
    return wrong;
}

void pgn_release(struct pgn *game)
{
    free(game->start);
    free(game->moves);
    free(game->tags);
    *game = (struct pgn){ .start = NULL };
}
