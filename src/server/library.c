#include "server/library.h"

#include "base/json.h"
#include "base/nearest.h"
#include "base/sentence.h"
#include "base/spec.h"
#include "learn/net_shipped.h"
#include "learn/train.h"
#include "match/ladder.h"
#include "server/board.h"
#include "server/inside.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_GAMES = 256 };

struct library {
    struct {
        char *name, *spec; /* what it is called here, and what zm_game_open() takes */
        char *info;        /* GameInfo without options */
    } game[MOST_GAMES];
    int count;
    char *net[MOST_PLUGINS]; /* files for alphazero */
    int nets;
    bool runs; /* nets that are learning come and go: runs.h */
};

/* --------------------------------------------------------------- coordinates -- */

/* A name of a cell is letters and then a number ("e4"), or one of them. What the letters and the
 * number of all moves of one click stand for, the column or the row, is seen by comparing. */
struct naming {
    int rows, columns;
    char (*row)[8], (*column)[8]; /* the name found; "": none yet, "?": it is not so */
    bool letters_are_rows;
};

static void learn(char slot[8], const char *name, size_t length)
{
    if (length == 0 || length > 7 ||
        (slot[0] && (strlen(slot) != length || strncmp(slot, name, length) != 0)))
        snprintf(slot, 8, "?");
    else if (!slot[0])
        snprintf(slot, 8, "%.*s", (int)length, name);
}

static void learn_cell(struct naming *n, const char *text, int cell)
{
    size_t letters = 0;
    while (isalpha((unsigned char)text[letters]))
        letters++;
    const char *const number = text + letters;
    const size_t digits = strspn(number, "0123456789");
    if (number[digits])
        return;
    char *const row = n->row[cell / n->columns], *const column = n->column[cell % n->columns];
    if (letters == 0) { /* the number of a column, as in Connect Four */
        learn(n->letters_are_rows ? row : column, number, digits);
        return;
    }
    learn(n->letters_are_rows ? row : column, text, letters);
    learn(n->letters_are_rows ? column : row, number, digits);
}

static bool all_named(char (*name)[8], int count)
{
    for (int i = 0; i < count; i++)
        if (!name[i][0] || name[i][0] == '?')
            return false;
    for (int i = 1; i < count; i++) /* one name for all tells nothing */
        if (strcmp(name[0], name[i]) != 0)
            return true;
    return false;
}

static void learn_names(struct naming *n, const struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    const zm_move *list;
    const int count = zm_position_moves(p, &list);
    uint16_t cell[ZM_MAX_CLICKS];
    char text[64];
    memset(n->row, 0, (size_t)n->rows * sizeof *n->row);
    memset(n->column, 0, (size_t)n->columns * sizeof *n->column);
    for (int i = 0; i < count; i++)
        if (game->clicks(zm_position_state(p), list[i], cell) == 1 &&
            cell[0] < n->rows * n->columns &&
            zm_position_show_move(p, list[i], text, sizeof text) < sizeof text)
            learn_cell(n, text, cell[0]);
}

static void write_names(struct json *j, const char *key, char (*name)[8], int count)
{
    if (!all_named(name, count)) {
        json_null(j, key);
        return;
    }
    json_array(j, key);
    for (int i = 0; i < count; i++)
        json_text(j, NULL, name[i]);
    json_end_array(j);
}

/* Rows and columns that lie between named ones get names, too: a first move may not be legal
 * everywhere (Othello). Names that count on are filled up. */
static void fill_up(char (*name)[8], int count)
{
    int first = -1, second = -1;
    for (int i = 0; i < count && second < 0; i++)
        if (name[i][0] && name[i][0] != '?') {
            if (first < 0)
                first = i;
            else
                second = i;
        }
    if (second < 0)
        return;
    const bool number = isdigit((unsigned char)name[first][0]);
    const int a = number ? atoi(name[first]) : name[first][0];
    const int b = number ? atoi(name[second]) : name[second][0];
    const int step = (b - a) / (second - first);
    if ((step != 1 && step != -1) || (!number && (name[first][1] || name[second][1])))
        return;
    for (int i = 0; i < count; i++) {
        const int value = a + step * (i - first);
        if (name[i][0])
            continue;
        if (number)
            snprintf(name[i], 8, "%d", value);
        else if (isalpha(value))
            snprintf(name[i], 8, "%c", value);
    }
}

static void write_grid(struct json *j, const struct zm_game *game, const struct zm_position *p)
{
    static const char *const kind[] = {
        [ZM_SQUARES] = "squares", [ZM_POINTS] = "points", [ZM_HEXES] = "hexes"
    };
    const int rows = game->grid.rows, columns = game->grid.columns;
    if (rows <= 0 || columns <= 0 || !game->cells) {
        json_null(j, "grid");
        return;
    }
    struct naming n = { rows, columns, calloc((size_t)rows, 8), calloc((size_t)columns, 8), false };
    json_object(j, "grid");
    json_integer(j, "rows", rows);
    json_integer(j, "columns", columns);
    json_text(j, "kind", kind[game->grid.kind]);
    bool found = false;
    for (int way = 0; way < 2 && !found && n.row && n.column && p && game->clicks; way++) {
        n.letters_are_rows = way == 1;
        learn_names(&n, p);
        fill_up(n.row, rows);
        fill_up(n.column, columns);
        found = all_named(n.row, rows) || all_named(n.column, columns);
    }
    if (found) {
        write_names(j, "rowNames", n.row, rows);
        write_names(j, "columnNames", n.column, columns);
    } else {
        json_null(j, "rowNames");
        json_null(j, "columnNames");
    }
    json_end_object(j);
    free(n.row);
    free(n.column);
}

/* ---------------------------------------------------------------------- info -- */

static const struct {
    unsigned flag;
    const char *word;
} trait[] = {
    { ZM_ZERO_SUM, "zero-sum" }, { ZM_ALTERNATE, "alternate" },       { ZM_HAS_CHANCE, "chance" },
    { ZM_HIDDEN, "hidden" },     { ZM_SIMULTANEOUS, "simultaneous" }, { ZM_CYCLES, "cycles" },
    { ZM_MARGIN, "margin" },
};

const char *library_suits(const struct zm_game *game)
{
    static const char *const preferred[2][2] = { { "alphabeta", "mcts" }, { "mcts", "alphabeta" } };
    const bool simulated = game->playout && !game->evaluate;
    for (int i = 0; i < 2; i++)
        if (!zm_search_refuses(zm_search_find(preferred[simulated][i]), game))
            return preferred[simulated][i];
    return "";
}

static bool is_plugin(const char *spec)
{
    const size_t length = strlen(spec);
    return length > 3 && !strcmp(spec + length - 3, ".so");
}

/* A search that cannot do without a file is for the page only if the command line named one. */
static bool needs_file(int search)
{
    return !strncmp(zm_search_options(search), "net=FILE", 8);
}

static void write_marks(struct json *j, const struct zm_game *game)
{
    char mark[ZM_MAX_PLAYERS];
    const bool marked = board_marks(game, mark);
    json_array(j, "marks");
    for (int i = 0; marked && i < game->players; i++) {
        const char text[2] = { mark[i], '\0' };
        json_text(j, NULL, text);
    }
    json_end_array(j);
}

static void write_formats(struct json *j, const struct zm_game *game)
{
    json_array(j, "formats");
    json_text(j, NULL, "zermelo");
    if (!strcmp(game->name, "go") || !strcmp(game->name, "gomoku"))
        json_text(j, NULL, "sgf");
    else if (!strcmp(game->name, "othello"))
        json_text(j, NULL, "ggf");
    json_text(j, NULL, "pgn");
    json_end_array(j);
}

/* The nets that fit the game; whether there is any. */
static bool write_nets(struct json *j, const struct library *library, const struct zm_game *game)
{
    bool any = false;
    json_array(j, "nets");
    for (int i = 0; i < library->nets; i++) {
        struct zm_error error;
        char spec[SPEC_TEXT];
        snprintf(spec, sizeof spec, "alphazero:net=%s", library->net[i]);
        struct zm_search *const search = zm_search_new(game, spec, &error);
        if (search)
            json_text(j, NULL, library->net[i]);
        any |= search != NULL;
        zm_search_free(search);
    }
    json_end_array(j);
    return any;
}

char *library_info(const struct library *library, const struct zm_game *game)
{
    struct zm_error error;
    char *text = NULL;
    size_t length = 0;
    struct json j = { .out = open_memstream(&text, &length) };
    struct zm_position *const p = zm_position_new(game, &error); /* may need options */
    if (j.out) {
        json_object(&j, NULL);
        json_text(&j, "game", game->name);
        json_text(&j, "title", game->title ? game->title : game->name);
        json_text(&j, "options", game->options ? game->options : "");
        json_integer(&j, "players", game->players);
        json_array(&j, "traits");
        for (size_t i = 0; i < sizeof trait / sizeof *trait; i++)
            if (game->flags & trait[i].flag)
                json_text(&j, NULL, trait[i].word);
        json_end_array(&j);
        write_grid(&j, game, p);
        json_bool(&j, "plugin", is_plugin(zm_game_spec(game)));
        write_marks(&j, game);
        const bool net = write_nets(&j, library, game);
        json_array(&j, "searches");
        for (int i = 0; zm_search_name(i); i++)
            if (!zm_search_refuses(i, game) && (net || !needs_file(i)))
                json_text(&j, NULL, zm_search_name(i));
        json_end_array(&j);
        json_text(&j, "suits", library_suits(game));
        json_bool(&j, "learns", train_refuses(game) == NULL);
        json_bool(&j, "reads", game->read != NULL);
        write_formats(&j, game);
        json_end_object(&j);
        fclose(j.out);
        text[strcspn(text, "\n")] = '\0';
    }
    zm_position_free(p);
    return text;
}

/* -------------------------------------------------------------------- making -- */

static const char *add(struct library *library, const char *spec, struct zm_error *error)
{
    const struct zm_game *const game = zm_game_open(spec, NULL, error);
    if (!game)
        return error->text;
    const char *wrong = library->count == MOST_GAMES ? sentence(error, "too many games") : NULL;
    for (int i = 0; i < library->count && !wrong; i++)
        if (!strcmp(library->game[i].name, game->name))
            wrong = sentence(error, "%s is called %s, as another game is", spec, game->name);
    if (!wrong) {
        const int at = library->count++;
        library->game[at].name = strdup(game->name);
        library->game[at].spec = strdup(spec);
        library->game[at].info = library_info(library, game);
        if (!library->game[at].name || !library->game[at].spec || !library->game[at].info)
            wrong = sentence(error, "%s", out_of_memory);
    }
    zm_game_close(game);
    return wrong;
}

static bool is_net(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".net");
}

static const char *add_net(struct library *library, const char *path, struct zm_error *error)
{
    if (access(path, R_OK) != 0)
        return sentence(error, "%s: there is no such net, or it may not be read", path);
    if (strpbrk(path, ",="))
        return sentence(error, "%s: the path of a net has neither commas nor equals signs", path);
    library->net[library->nets] = strdup(path);
    return library->net[library->nets] ? (library->nets++, NULL)
                                       : sentence(error, "%s", out_of_memory);
}

bool library_has_net(const struct library *library, const char *path)
{
    for (int i = 0; i < library->nets; i++)
        if (!strcmp(library->net[i], path))
            return true;
    return false;
}

/* Those that come with the program. They are extras: one that cannot be used is left out. */
static void add_shipped_nets(struct library *library)
{
    struct zm_error ignored;
    struct dirent **entry = NULL;
    char folder[NET_PATH], path[2 * NET_PATH];
    const int count = nets_folder(folder) ? scandir(folder, &entry, NULL, alphasort) : 0;
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        if (is_net(path) && library->nets < MOST_PLUGINS && !library_has_net(library, path))
            add_net(library, path, &ignored);
        free(entry[i]);
    }
    free(entry);
}

struct library *library_new(const struct server_settings *settings, struct zm_error *error)
{
    struct library *const library = calloc(1, sizeof *library);
    const char *wrong = NULL;
    if (!library) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    library->runs = settings->training != NULL;
    for (int i = 0; !wrong && i < settings->plugins; i++)
        if (is_net(settings->plugin[i]))
            wrong = add_net(library, settings->plugin[i], error);
    add_shipped_nets(library);
    for (int i = 0; !wrong && zm_game_at(i); i++)
        wrong = add(library, zm_game_at(i)->name, error);
    for (int i = 0; !wrong && i < settings->plugins; i++)
        if (!is_net(settings->plugin[i]))
            wrong = add(library, settings->plugin[i], error);
    if (!wrong)
        return library;
    library_free(library);
    return NULL;
}

void library_free(struct library *library)
{
    for (int i = 0; library && i < library->count; i++) {
        free(library->game[i].name);
        free(library->game[i].spec);
        free(library->game[i].info);
    }
    for (int i = 0; library && i < library->nets; i++)
        free(library->net[i]);
    free(library);
}

const char *library_name(const struct library *library, int i)
{
    return i < library->count ? library->game[i].name : NULL;
}

const char *library_spec(const struct library *library, const char *name)
{
    for (int i = 0; i < library->count; i++)
        if (!strcmp(library->game[i].name, name))
            return library->game[i].spec;
    return NULL;
}

const struct zm_game *library_open(const struct library *library, const char *name,
                                   const char *options, struct zm_error *error)
{
    struct nearest nearest = nearest_to(name);
    for (int i = 0; i < library->count; i++) {
        nearest_offer(&nearest, library->game[i].name);
        if (!strcmp(library->game[i].name, name))
            return zm_game_open(library->game[i].spec, options && *options ? options : NULL, error);
    }
    sentence(error, "there is no game \"%.40s\"%s%s%s", name, nearest.word ? "; did you mean " : "",
             nearest.word ? nearest.word : "", nearest.word ? "?" : "");
    return NULL;
}

bool library_trusts(const struct library *library, const char *spec, const char **name)
{
    for (int i = 0; i < library->count; i++)
        if (!strcmp(library->game[i].spec, spec)) {
            *name = library->game[i].name;
            return true;
        }
    return false;
}

void library_list(const struct library *library, struct json *j)
{
    json_array(j, "games");
    for (int i = 0; i < library->count; i++)
        json_raw(j, NULL, library->game[i].info);
    json_end_array(j);
    json_array(j, "searches");
    for (int i = 0; zm_search_name(i); i++) {
        if (library->nets == 0 && !library->runs && needs_file(i))
            continue;
        json_object(j, NULL);
        json_text(j, "name", zm_search_name(i));
        json_text(j, "title", zm_search_title(i));
        json_text(j, "options", zm_search_options(i));
        json_end_object(j);
    }
    json_end_array(j);
    json_integer(j, "levels", LEVELS);
}
