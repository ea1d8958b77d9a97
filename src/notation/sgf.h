/* sgf.h -- inside the library: Smart Game Format, FF[4] (Hollosi 1999), in which games of Go
 * are kept, and some of Gomoku.
 *
 *     (;FF[4]GM[1]SZ[9]KM[6.5]AB[cc][gg]PL[W]C[Two stones.]
 *     ;W[ee];B[eg](;W[dg]N[solid])(;W[]C[passes \[too early\]]))
 *
 * A file is a collection of games, a game a tree of nodes, a node a list of properties, a
 * property a name with one or more values in brackets. All of it is kept: unknown
 * properties, variations, values to the letter. What was read is written again the same but
 * for the blanks between properties. */
#ifndef NOTATION_SGF_H
#define NOTATION_SGF_H

#include <zermelo/zermelo.h>

/* What stands between the brackets, with its backslashes. */
struct sgf_value {
    const char *at;
    size_t length;
    int line, column; /* where the bracket opens */
};

struct sgf_property {
    char name[16];
    int value, values; /* the first of them, and how many */
};

/* The first child is the main line. -1: there is none. */
struct sgf_node {
    int parent, child, last, sibling;
    int property, properties;
    int line, column;
};

struct sgf {
    char *text; /* what the values point into */
    struct sgf_node *node;
    struct sgf_property *property;
    struct sgf_value *value;
    int nodes, properties, values;
    int node_room, property_room, value_room;
};

/* Read a collection: its games are node 0, its sibling and so on. On failure the sentence says
 * in which line and column. To be released in any case. */
const char *sgf_read(struct sgf *sgf, const char *text, struct zm_error *error);
void sgf_release(struct sgf *sgf);

/* The whole collection as text. */
void sgf_write(const struct sgf *sgf, struct zm_text *out);

/* The property of this name in a node, or NULL; its first value, or NULL. */
const struct sgf_property *sgf_find(const struct sgf *sgf, int node, const char *name);
const struct sgf_value *sgf_value(const struct sgf *sgf, int node, const char *name);

/* What a value says: backslashes and the ends of lines behind them gone, other blanks one
 * blank each, or, in text that `keeps` its lines, what they are. Returns the whole length. */
size_t sgf_text(const struct sgf_value *value, bool keeps, char *out, size_t size);

/* Put a text into a value: with a backslash before each bracket, colon and backslash. */
void sgf_escape(struct zm_text *out, const char *text);

/* The error of something in a value: "line 3, column 7: ..." */
__attribute__((format(printf, 3, 4))) const char *
sgf_wrong(const struct sgf_value *value, struct zm_error *error, const char *format, ...);

/* -------------------------------------------------------------------- games -- */

/* Is it SGF, or a file that begins with it? GGF, which looks alike, is not. */
bool sgf_is(const char *text);

/* The name for zm_game_open() of the game of a node 0 or its sibling; NULL: none of ours. */
const char *sgf_game_name(const struct sgf *sgf, int root, struct zm_error *error);

/* Can games of this kind be read and written? The reason why not, or NULL. */
const char *sgf_refuses(const struct zm_position *p);

/* Open the game of `root` with its options and play its main line, up to this many moves; -1:
 * all. *game is to be closed after the position is freed. */
struct zm_position *sgf_open(const struct sgf *sgf, int root, int moves,
                             const struct zm_game **game, struct zm_error *error);

/* Play the main line of `root` on p, a new position of a game that is open already. */
const char *sgf_replay(const struct sgf *sgf, int root, int moves, struct zm_position *p,
                       struct zm_error *error);

/* Have p begin anew from these stones, 'X' the first player's, 'O' the second's, '.' none; in Go
 * with this player to move, or ZM_OVER. */
const char *sgf_set_up(struct zm_position *p, const char cell[], int turn, struct zm_error *error);

/* What the second player gets, as text; "": the game knows no komi. */
void sgf_komi(const struct zm_game *game, char komi[ZM_OPTION]);

/* Payoff units in one point: 2 where komi has a half, for payoffs are whole numbers. */
double sgf_point_unit(const struct zm_game *game);

/* "B+3.5", "W+12", or "0", of a game of two that is over. */
void sgf_result(const struct zm_position *p, struct zm_text *out);

/* What the position itself does not know of its game. */
struct sgf_notes {
    const char *date, *result, *comment; /* NULL: not told */
    /* A comment on a move, or nothing. NULL: on none. */
    void (*remark)(const void *user, int ply, struct zm_text *out);
    const void *user;
};

/* The game of p, for which sgf_refuses() found no reason; the seats are the players' names. */
void sgf_write_game(struct zm_text *t, const struct zm_position *p, const struct sgf_notes *notes);

/* ---- between sgf_game.c, which reads, and sgf_record.c, which writes ---- */

enum { SGF_LINES = 52 }; /* as many letters as there are */

extern const char *const sgf_setup_name[3];      /* for black, for white, for nobody */
int sgf_game_number(const struct zm_game *game); /* 0: none */
const char *sgf_rules_name(const char *superko, const char *suicide); /* or NULL */

#endif
