/* live_text.c -- games from whatever text there is, and as text for an address.
 *
 * A shared game is GAME~OPTIONS~POSITION~MOVES, in which moves are joined by dots. In each part
 * all but letters, digits and a few marks is written %XX, and the dot in a move, too. */
#include "server/live.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "notation/pgn.h"
#include "server/library.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SHARED_MOST = 1 << 16 };

/* ------------------------------------------------------------------- sharing -- */

static void write_part(FILE *out, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (isalnum(*c) || strchr("-_=,+*!@:;()[]/", *c))
            fputc(*c, out);
        else
            fprintf(out, "%%%02X", *c);
}

void live_share(const struct live *live, FILE *out)
{
    const struct zm_position *const p = live->position;
    const char *const options = game_given_options(live->game);
    const char *const origin = zm_position_origin(p);
    write_part(out, live->game->name);
    fputc('~', out);
    write_part(out, options ? options : "");
    fputc('~', out);
    write_part(out, origin ? origin : "");
    fputc('~', out);
    for (int i = 0; i < zm_position_plies(p); i++) {
        char text[MOVE_TEXT];
        zm_position_show_played(p, i, text, sizeof text);
        if (i > 0)
            fputc('.', out);
        write_part(out, text);
    }
}

static int hex(char c)
{
    return isdigit((unsigned char)c) ? c - '0'
           : c >= 'A' && c <= 'F'    ? c - 'A' + 10
           : c >= 'a' && c <= 'f'    ? c - 'a' + 10
                                     : -1;
}

/* In place; false: a % without two hexadecimal digits, or %00. */
static bool decode(char *text)
{
    char *to = text;
    for (const char *at = text; *at; at++, to++) {
        *to = *at;
        if (*at != '%')
            continue;
        const int high = hex(at[1]), low = high >= 0 ? hex(at[2]) : -1;
        if (low < 0 || 16 * high + low == 0)
            return false;
        *to = (char)(16 * high + low);
        at += 2;
    }
    *to = '\0';
    return true;
}

/* Play words, each of which is a move; sentences name the number. */
static const char *play_words(struct zm_position *p, char *words, char between,
                              struct zm_error *error)
{
    for (char *word = words; word && *word;) {
        char *const end = strchr(word, between);
        if (end)
            *end = '\0';
        struct zm_error why;
        if (!decode(word))
            return sentence(error, "move %d is garbled", zm_position_plies(p) + 1);
        const zm_move m = zm_position_read_move(p, word, &why);
        if (m == ZM_NO_MOVE)
            return sentence(error, "move %d: %.800s", zm_position_plies(p) + 1, why.text);
        if (zm_position_play(p, m, error))
            return error->text;
        word = end ? end + 1 : NULL;
    }
    return NULL;
}

/* A position of a game that is opened by name. */
static struct zm_position *open_at(struct server *server, const char *name, const char *options,
                                   const char *origin, const struct zm_game **game,
                                   struct zm_error *error)
{
    *game = library_open(server->library, name, options, error);
    struct zm_position *const p = *game ? zm_position_new(*game, error) : NULL;
    if (p && (!origin || !*origin || !zm_position_read(p, origin, error)))
        return p;
    zm_position_free(p);
    if (*game)
        zm_game_close(*game);
    *game = NULL;
    return NULL;
}

static struct zm_position *give_up(struct zm_position *p, const struct zm_game **game)
{
    zm_position_free(p);
    if (*game)
        zm_game_close(*game);
    *game = NULL;
    return NULL;
}

struct zm_position *text_shared(struct server *server, const char *text,
                                const struct zm_game **game, struct zm_error *error)
{
    char *part[4], *const copy = strlen(text) <= SHARED_MOST ? strdup(text) : NULL;
    struct zm_position *p = NULL;
    int parts = 0;
    *game = NULL;
    for (char *at = copy; at && parts < 4; parts++) {
        part[parts] = at;
        at = strchr(at, '~');
        if (at)
            *at++ = '\0';
    }
    bool good = parts == 4;
    for (int i = 0; i < 3 && good; i++)
        good = decode(part[i]);
    if (!good) {
        sentence(error, "this is no shared game: expected GAME~OPTIONS~POSITION~MOVES");
    } else {
        p = open_at(server, part[0], part[1], part[2], game, error);
        if (p && play_words(p, part[3], '.', error))
            p = give_up(p, game);
    }
    free(copy);
    return p;
}

/* -------------------------------------------------------------- any notation -- */

/* A position, or moves, of one game. */
static struct zm_position *read_as(struct server *server, const char *name, const char *text,
                                   const struct zm_game **game, struct zm_error *error)
{
    struct zm_error ignored;
    struct zm_position *const p = open_at(server, name, NULL, NULL, game, error);
    if (!p)
        return NULL;
    if ((*game)->read && !zm_position_read(p, text, &ignored))
        return p;
    if (!zm_position_play_text(p, text, error) && zm_position_plies(p) > 0)
        return p;
    return give_up(p, game);
}

/* The value of a tag, [Game "othello"], or "". */
static void tag_of(const struct pgn *pgn, const char *name, char *out, size_t size)
{
    char wanted[40];
    snprintf(wanted, sizeof wanted, "[%s \"", name);
    const char *const at = pgn->tags ? strstr(pgn->tags, wanted) : NULL;
    const char *const value = at ? at + strlen(wanted) : "";
    snprintf(out, size, "%.*s", (int)strcspn(value, "\""), value);
}

static struct zm_position *read_pgn_as(struct server *server, const char *name, const char *options,
                                       const struct pgn *pgn, const struct zm_game **game,
                                       struct zm_error *error)
{
    struct zm_position *const p = open_at(server, name, options, pgn->start, game, error);
    if (!p || !zm_position_play_text(p, pgn->moves, error))
        return p;
    return give_up(p, game);
}

static struct zm_position *read_pgn(struct server *server, const char *text, const char *hint,
                                    const struct zm_game **game, struct zm_error *error)
{
    struct pgn pgn;
    struct zm_position *p = NULL;
    char name[64], options[256];
    const char *at = text;
    int line = 1;
    if (!pgn_next(&at, &line, &pgn, error) && pgn.moves) {
        tag_of(&pgn, "Game", name, sizeof name);
        tag_of(&pgn, "Options", options, sizeof options);
        if (name[0] || hint)
            p = read_pgn_as(server, name[0] ? name : hint, options, &pgn, game, error);
        for (int i = 0; !p && !name[0] && library_name(server->library, i); i++)
            p = read_pgn_as(server, library_name(server->library, i), options, &pgn, game, error);
    } else if (!pgn.moves) {
        sentence(error, "there is no game in the text");
    }
    pgn_release(&pgn);
    return p;
}

static bool is_pgn(const char *text)
{
    text += strspn(text, " \t\r\n");
    return text[0] == '[' && isalpha((unsigned char)text[1]) && strstr(text, "\"]");
}

/* A record, SGF or GGF. A plug-in is opened only if the command line named it. */
static bool read_record(struct server *server, const char *text, struct zm_position **p,
                        const struct zm_game **game, struct zm_error *error)
{
    char spec[4096];
    const char *name;
    struct zm_error why;
    text += strspn(text, " \t\r\n");
    const bool looks = !strncmp(text, "zermelo record", 14) || !strncmp(text, "(;", 2);
    if (zm_record_spec(text, spec, sizeof spec, &why)) {
        if (looks)
            sentence(error, "%.1000s", why.text);
        return looks;
    }
    if (!library_trusts(server->library, spec, &name))
        sentence(error, "this is a game of %.200s, which is not loaded here", spec);
    else
        *p = zm_record_read(text, game, error);
    return true;
}

/* How much choice the players had: the more, the less it means that the moves were legal. */
static double choice(struct zm_position *p)
{
    const int plies = zm_position_plies(p);
    double sum = 0;
    while (zm_position_undo(p)) {
        const zm_move *list;
        sum += log(zm_position_moves(p, &list) + 1);
    }
    while (zm_position_plies(p) < plies && zm_position_redo(p))
        ;
    return sum;
}

/* The game in which it is the greatest wonder that the text can be read. */
static struct zm_position *read_as_any(struct server *server, const char *text,
                                       const struct zm_game **game)
{
    struct zm_position *best = NULL;
    struct zm_error why;
    double least = INFINITY;
    for (int i = 0; library_name(server->library, i); i++) {
        const struct zm_game *other = NULL;
        struct zm_position *p =
            read_as(server, library_name(server->library, i), text, &other, &why);
        if (!p)
            continue;
        const double its = choice(p);
        if (its < least) {
            give_up(best, game);
            least = its;
            best = p;
            *game = other;
        } else {
            give_up(p, &other);
        }
    }
    return best;
}

struct zm_position *text_any(struct server *server, const char *text, const char *hint,
                             const struct zm_game **game, struct zm_error *error)
{
    struct zm_position *p = NULL;
    struct zm_error why;
    *game = NULL;
    if (read_record(server, text, &p, game, error))
        return p;
    if (is_pgn(text))
        return read_pgn(server, text, hint, game, error);
    if (strchr(text, '~') && (p = text_shared(server, text, game, &why)))
        return p;
    char *const copy = strdup(text + strspn(text, " \t\r\n"));
    if (!copy) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    for (size_t length = strlen(copy); length > 0 && isspace((unsigned char)copy[length - 1]);)
        copy[--length] = '\0';
    if (hint)
        p = read_as(server, hint, copy, game, error);
    else
        sentence(error,
                 "no game reads this: expected a record, SGF, GGF, PGN, a position or moves");
    if (!p)
        p = read_as_any(server, copy, game);
    free(copy);
    return p;
}

/* -------------------------------------------------------------------- saving -- */

static void write_pgn(const struct live *live, FILE *out)
{
    const struct zm_position *const p = live->position;
    const struct zm_game *const game = live->game;
    const char *const options = game_given_options(game), *const origin = zm_position_origin(p);
    const char *result = "*";
    fprintf(out, "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n");
    if (zm_position_turn(p) == ZM_OVER && game->players == 2) {
        const int points = zm_position_payoff(p, 0);
        result = points > 0 ? "1-0" : points < 0 ? "0-1" : "1/2-1/2";
    }
    for (int i = 0; i < game->players; i++) {
        char name[24];
        snprintf(name, sizeof name, "Player%d", i + 1);
        fprintf(out, "[%s \"%s\"]\n",
                game->players > 2 ? name
                : i               ? "Black"
                                  : "White",
                live->spec[i]);
    }
    fprintf(out, "[Result \"%s\"]\n[Game \"%s\"]\n", result, game->name);
    if (options && *options)
        fprintf(out, "[Options \"%s\"]\n", options);
    if (origin)
        fprintf(out, "[SetUp \"1\"]\n[FEN \"%s\"]\n", origin);
    fputc('\n', out);
    for (int i = 0, column = 0; i < zm_position_plies(p); i++) {
        char text[MOVE_TEXT], word[MOVE_TEXT + 16];
        zm_position_show_played(p, i, text, sizeof text);
        const int length = game->players == 2 && i % 2 == 0
                               ? snprintf(word, sizeof word, "%d. %s", i / 2 + 1, text)
                               : snprintf(word, sizeof word, "%s", text);
        fprintf(out, "%s%s", i == 0 ? "" : column + length > 78 ? "\n" : " ", word);
        column = column + length > 78 ? length : column + length + 1;
    }
    fprintf(out, "%s%s\n", zm_position_plies(p) > 0 ? " " : "", result);
}

static const char *write_own(const struct zm_position *p, char *out, size_t size, size_t *length,
                             struct zm_error *error)
{
    (void)error;
    *length = zm_record_write(p, out, size);
    return NULL;
}

const char *live_record(struct live *live, const char *format, FILE *out, struct zm_error *error)
{
    size_t length = 0;
    const char *(*const write)(const struct zm_position *, char *, size_t, size_t *,
                               struct zm_error *) = !strcmp(format, "sgf")       ? zm_sgf_write
                                                    : !strcmp(format, "ggf")     ? zm_ggf_write
                                                    : !strcmp(format, "zermelo") ? write_own
                                                                                 : NULL;
    if (!strcmp(format, "pgn")) {
        write_pgn(live, out);
        return NULL;
    }
    if (!write)
        return sentence(error, "there is no format %.20s; expected zermelo, sgf, ggf or pgn",
                        format);
    if (write(live->position, NULL, 0, &length, error))
        return error->text;
    char *const text = malloc(length + 1);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    write(live->position, text, length + 1, &length, error);
    fwrite(text, 1, length, out);
    free(text);
    return NULL;
}
