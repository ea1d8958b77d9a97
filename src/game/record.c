/* record.c -- a game as readable text that replays.
 *
 *     zermelo record 1              the format and its version: always the first line
 *     game: mnk                     what zm_game_open() takes: name, plug-in or tree
 *     options: m=4 n=4 k=3          left out where there are none
 *     position: X.O/.X./..O         where the moves begin, if not at the start
 *     seat 1: human                 who plays, as the caller names them; may be left out
 *     seat 2: level:4
 *     moves:
 *        1. roll (4) roll (6) hold  each row begins with the number of its first move
 *        6. roll (1)                what chance decided stands in brackets
 *     result: 1 -1                  points of each seat, or "unfinished"
 *
 * The fields may come in any order before `moves:`. Empty lines and lines that begin
 * with # are passed over; so is the rest of a row from a word that begins with # and is
 * no legal move. In a value, \n stands for a new line and \\ for a backslash. */
#include "game/record.h"
#include "base/nearest.h"
#include "base/sentence.h"
#include "game/registry.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    MOVES_A_ROW = 10,
    COLUMNS = 78,
    LONGEST_RECORD = 1 << 20, /* bytes */
    MOST_MOVES = 1 << 16,     /* looking for repetitions takes their square */
    LONGEST_MOVE = 256
};

/* ----------------------------------------------------------------- writing -- */

/* A field, if it has a value. The blanks around a value do not come back. */
static void write_field(struct zm_text *t, const char *name, const char *value)
{
    if (!value)
        return;
    while (isspace((unsigned char)*value))
        value++;
    size_t length = strlen(value);
    while (length > 0 && isspace((unsigned char)value[length - 1]))
        length--;
    if (length == 0)
        return;
    zm_print(t, "%s: ", name);
    for (size_t i = 0; i < length; i++)
        if (value[i] == '\n' || value[i] == '\\')
            zm_print(t, "\\%c", value[i] == '\n' ? 'n' : '\\');
        else
            zm_print(t, "%c", value[i]);
    zm_print(t, "\n");
}

static void write_rows(struct zm_text *t, const struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    const int plies = zm_position_plies(p);
    size_t column = 0;
    for (int ply = 0, in_row = 0; ply < plies; ply++, in_row++) {
        const struct zm_state *const s = position_state_at(p, ply);
        const bool chance = game->turn(s) == ZM_CHANCE;
        const size_t width = zm_position_show_played(p, ply, NULL, 0) + (chance ? 3 : 1);
        if (ply == 0 || in_row == MOVES_A_ROW || column + width > COLUMNS) {
            const size_t before = t->length;
            zm_print(t, "%s%4d.", ply ? "\n" : "", ply + 1);
            column = t->length - before;
            in_row = 0;
        }
        zm_print(t, chance ? " (" : " ");
        game->show_move(s, zm_position_played(p, ply), t);
        zm_print(t, chance ? ")" : "");
        column += width;
    }
    if (plies > 0)
        zm_print(t, "\n");
}

static void write_result(struct zm_text *t, const struct zm_position *p)
{
    if (zm_position_turn(p) != ZM_OVER) {
        zm_print(t, "unfinished");
        return;
    }
    for (int i = 0; i < zm_position_game(p)->players; i++)
        zm_print(t, "%s%d", i ? " " : "", zm_position_payoff(p, i));
}

size_t zm_record_write(const struct zm_position *p, char *out, size_t size)
{
    const struct zm_game *const game = zm_position_game(p);
    struct zm_text t = { out, size, 0 };
    zm_print(&t, "zermelo record %d\n", VERSION);
    write_field(&t, "game", zm_game_spec(game));
    write_field(&t, "options", game_given_options(game));
    write_field(&t, "position", zm_position_origin(p));
    for (int i = 0; i < game->players; i++) {
        char name[16];
        snprintf(name, sizeof name, "seat %d", i + 1);
        write_field(&t, name, zm_position_seat(p, i));
    }
    zm_print(&t, "moves:\n");
    write_rows(&t, p);
    zm_print(&t, "result: ");
    write_result(&t, p);
    zm_print(&t, "\n");
    return t.length;
}

/* ----------------------------------------------------------------- reading -- */

enum { GAME, OPTIONS, POSITION, SEAT, FIELDS = SEAT + ZM_MAX_PLAYERS };

/* The fields point into `text`, a copy of the record that is taken apart on the way. */
struct reader {
    char *text, *next; /* the lines not read yet; NULL: none */
    int line;          /* the number of the line read last   */
    char *field[FIELDS];
    int field_line[FIELDS];
};

static char *trimmed(char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* The next line that says something, without the blanks around it; NULL: the end. */
static char *next_line(struct reader *r)
{
    while (r->next) {
        char *line = r->next, *const end = strchr(line, '\n');
        r->next = end ? end + 1 : NULL;
        r->line++;
        if (end)
            *end = '\0';
        line = trimmed(line);
        if (*line && *line != '#')
            return line;
    }
    return NULL;
}

/* Copy the record and read its first line. */
static const char *begin(struct reader *r, const char *text, struct zm_error *error)
{
    static const char mark[] = "\xEF\xBB\xBF", name[] = "zermelo record ";
    *r = (struct reader){ .line = 0 };
    if (strnlen(text, LONGEST_RECORD + 1) > LONGEST_RECORD)
        return sentence(error, "the record is longer than %d bytes", LONGEST_RECORD);
    /* Some editors put a byte order mark first. */
    r->text = r->next = strdup(!strncmp(text, mark, 3) ? text + 3 : text);
    if (!r->text)
        return sentence(error, "%s", out_of_memory);
    const char *const line = next_line(r);
    if (!line || strncmp(line, name, sizeof name - 1) != 0)
        return sentence(error,
                        "line %d: this is no saved game; expected \"%s%d\" as its first "
                        "line",
                        r->line, name, VERSION);
    char *end;
    const long version = strtol(line + sizeof name - 1, &end, 10);
    if (*end || version < 1)
        return sentence(error, "line %d: \"%.40s\" is no version; expected \"%s%d\"", r->line,
                        line + sizeof name - 1, name, VERSION);
    if (version > VERSION)
        return sentence(error,
                        "line %d: version %ld of the format is newer than version %d, "
                        "which this program reads",
                        r->line, version, VERSION);
    return NULL;
}

/* Turn \n and \\ back into what they stand for. */
static const char *unescape(const struct reader *r, char *value, struct zm_error *error)
{
    char *to = value;
    for (const char *from = value; *from; from++) {
        if (*from == '\\') {
            from++;
            if (*from != 'n' && *from != '\\')
                return sentence(error, "line %d: a single backslash; expected \\n or \\\\",
                                r->line);
            *to++ = *from == 'n' ? '\n' : '\\';
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
    return NULL;
}

/* Which field this name is; FIELDS if it is none. */
static int field_number(const char *name)
{
    static const char *const simple[] = {
        [GAME] = "game", [OPTIONS] = "options", [POSITION] = "position"
    };
    for (int i = 0; i < SEAT; i++)
        if (!strcmp(name, simple[i]))
            return i;
    char *end;
    if (strncmp(name, "seat ", 5) != 0 || !isdigit((unsigned char)name[5]))
        return FIELDS;
    const long seat = strtol(name + 5, &end, 10);
    return *end || seat < 1 || seat > ZM_MAX_PLAYERS ? FIELDS : SEAT + (int)seat - 1;
}

static const char *unknown_field(const struct reader *r, const char *name, struct zm_error *error)
{
    struct nearest nearest = nearest_to(name);
    nearest_offer(&nearest, "game");
    nearest_offer(&nearest, "options");
    nearest_offer(&nearest, "position");
    nearest_offer(&nearest, "seat 1");
    nearest_offer(&nearest, "moves");
    return sentence(error, "line %d: there is no field \"%.40s:\"; %s%s%s", r->line, name,
                    nearest.word ? "did you mean \"" : "expected game, options, position, seat N",
                    nearest.word ? nearest.word : " or moves", nearest.word ? ":\"?" : "");
}

/* Everything before the moves. */
static const char *read_fields(struct reader *r, struct zm_error *error)
{
    for (char *line; (line = next_line(r));) {
        char *const colon = strchr(line, ':');
        if (!colon)
            return sentence(error,
                            "line %d: \"%.40s\" is no field; expected name: value, or "
                            "moves: before the moves",
                            r->line, line);
        *colon = '\0';
        char *const name = trimmed(line), *const value = trimmed(colon + 1);
        if (!strcmp(name, "moves")) {
            if (*value)
                return sentence(error,
                                "line %d: expected the moves in the lines after moves:", r->line);
            if (!r->field[GAME])
                return sentence(error,
                                "line %d: the record does not say which game it is; "
                                "expected game: NAME before the moves",
                                r->line);
            return NULL;
        }
        const int field = field_number(name);
        if (field == FIELDS)
            return unknown_field(r, name, error);
        if (r->field[field])
            return sentence(error, "line %d: %s: stands in line %d already", r->line, name,
                            r->field_line[field]);
        if (unescape(r, value, error))
            return error->text;
        r->field[field] = value;
        r->field_line[field] = r->line;
    }
    return sentence(error, "line %d: the record ends early; expected moves:", r->line);
}

/* Put `line N: ` before a sentence that is there already. */
static const char *in_line(int line, struct zm_error *error)
{
    struct zm_error reason = *error;
    return sentence(error, "line %d: %.900s", line, reason.text);
}

/* Is it the number of a move, as in "12." or "12..."? */
static bool is_number(const char *word)
{
    const size_t digits = strspn(word, "0123456789");
    return digits > 0 && word[digits] == '.' && word[digits + strspn(word + digits, ".")] == '\0';
}

static zm_move read_move(const struct zm_position *p, char *word, struct zm_error *error)
{
    const size_t length = strlen(word);
    if (length >= LONGEST_MOVE) {
        sentence(error, "\"%.40s...\" is too long to be a move", word);
        return ZM_NO_MOVE;
    }
    if (zm_position_turn(p) == ZM_CHANCE && word[0] == '(' && word[length - 1] == ')') {
        char inside[LONGEST_MOVE];
        snprintf(inside, sizeof inside, "%.*s", (int)length - 2, word + 1);
        const zm_move m = zm_position_read_move(p, inside, error);
        if (m != ZM_NO_MOVE)
            return m;
    }
    return zm_position_read_move(p, word, error);
}

/* Play the moves of a row. */
static const char *read_row(const struct reader *r, char *row, struct zm_position *p,
                            struct zm_error *error)
{
    struct zm_error reason;
    char *rest = row;
    bool first = true;
    for (char *word; (word = strtok_r(rest, " \t\r\v\f", &rest)); first = false) {
        if (first && is_number(word))
            continue;
        const zm_move m = read_move(p, word, &reason);
        if (m == ZM_NO_MOVE && *word == '#')
            return NULL;
        if (m == ZM_NO_MOVE && is_number(word))
            continue;
        const int number = zm_position_plies(p) + 1;
        if (number > MOST_MOVES)
            return sentence(error, "line %d: more than %d moves", r->line, MOST_MOVES);
        if (m == ZM_NO_MOVE || zm_position_play(p, m, &reason))
            return sentence(error, "line %d, move %d: %.900s", r->line, number, reason.text);
    }
    return NULL;
}

/* What the record says of the result must be what the moves lead to. */
static const char *check_result(struct reader *r, const char *value, const struct zm_position *p,
                                struct zm_error *error)
{
    char true_result[16 * ZM_MAX_PLAYERS];
    struct zm_text t = { true_result, sizeof true_result, 0 };
    write_result(&t, p);
    if (strcmp(value, true_result) != 0)
        return sentence(error,
                        "line %d: the result is written as \"%.60s\", but the moves lead "
                        "to \"%s\"",
                        r->line, value, true_result);
    if (next_line(r))
        return sentence(error, "line %d: something follows the result; expected the end", r->line);
    return NULL;
}

static const char *read_moves(struct reader *r, struct zm_position *p, struct zm_error *error)
{
    static const char result[] = "result:";
    for (char *line; (line = next_line(r));) {
        if (!strncmp(line, result, sizeof result - 1))
            return check_result(r, trimmed(line + sizeof result - 1), p, error);
        if (read_row(r, line, p, error))
            return error->text;
    }
    return NULL;
}

/* The position before the moves, with the seats. */
static struct zm_position *set_up(const struct reader *r, const struct zm_game *game,
                                  struct zm_error *error)
{
    struct zm_position *const p = zm_position_new(game, error);
    if (!p) {
        in_line(r->field_line[GAME], error);
        return NULL;
    }
    if (r->field[POSITION] && zm_position_read(p, r->field[POSITION], error)) {
        in_line(r->field_line[POSITION], error);
        goto fail;
    }
    for (int i = 0; i < ZM_MAX_PLAYERS; i++) {
        const char *const name = r->field[SEAT + i];
        if (name && i >= game->players) {
            sentence(error, "line %d: there is no seat %d; %s is played by %d",
                     r->field_line[SEAT + i], i + 1, game->name, game->players);
            goto fail;
        }
        if (name && !zm_position_set_seat(p, i, name)) {
            sentence(error, "%s", out_of_memory);
            goto fail;
        }
    }
    return p;
fail:
    zm_position_free(p);
    return NULL;
}

struct zm_position *record_read(const char *text, const struct zm_game **game,
                                struct zm_error *error)
{
    struct reader r;
    struct zm_position *p = NULL;
    *game = NULL;
    if (begin(&r, text, error) || read_fields(&r, error))
        goto done;
    *game = zm_game_open(r.field[GAME], r.field[OPTIONS], error);
    if (!*game) {
        in_line(r.field_line[GAME], error);
        goto done;
    }
    p = set_up(&r, *game, error);
    if (p && read_moves(&r, p, error)) {
        zm_position_free(p);
        p = NULL;
    }
    if (!p) {
        zm_game_close(*game);
        *game = NULL;
    }
done:
    free(r.text);
    return p;
}

const char *record_spec(const char *text, char *out, size_t size, struct zm_error *error)
{
    struct reader r;
    const bool read = !begin(&r, text, error) && !read_fields(&r, error);
    const char *const spec = read ? r.field[GAME] : NULL;
    const bool fits = spec && strlen(spec) < size;
    if (fits)
        memcpy(out, spec, strlen(spec) + 1);
    else if (spec)
        sentence(error, "line %d: the name of the game is too long", r.field_line[GAME]);
    free(r.text);
    return fits ? NULL : error->text;
}
