/* outside_talk.h -- for the five protocols: what each of them is, and what they share to talk
 * with their program. Every function that returns a sentence gives the reason for a forfeit. */
#ifndef MATCH_OUTSIDE_TALK_H
#define MATCH_OUTSIDE_TALK_H

#include "base/process.h"
#include "base/spec.h"
#include "match/outside.h"

#include <stdatomic.h>

struct outside_protocol {
    const char *name, *title;
    const char *quit;   /* the last word to the program                     */
    const char *stop;   /* makes it move at once; NULL: nothing does        */
    size_t memory_size; /* bytes of outside->memory: zero at its start      */

    /* Can it not play this game? The reason. */
    const char *(*refuses)(const struct zm_game *game);
    /* The program runs: greet it, set its options. */
    const char *(*begin)(struct outside *o, struct zm_error *error);
    const char *(*new_game)(struct outside *o, struct zm_error *error);
    /* Ends with outside_moves(). */
    const char *(*choose)(struct outside *o, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error);
    /* By how many points the first player has won p, in which the game is over. NULL: the
     * protocol has no word for it. */
    const char *(*score)(struct outside *o, const struct zm_position *p, double *points,
                         struct zm_error *error);
};

extern const struct outside_protocol outside_uci, outside_xboard, outside_gtp, outside_gomocup,
    outside_nboard;

struct outside {
    const struct outside_protocol *protocol;
    const struct zm_game *game;
    struct spec spec;
    const char *command;
    char program[48];     /* its name, for complaints */
    struct zm_limits own; /* by its options */
    double allow, wait;

    struct process *process; /* NULL: does not run */
    void *memory;            /* what the protocol knows about the program that runs */
    bool greeted;            /* it knows that a new game has begun */
    bool once;               /* it plays one game only, then it must be started again */
    bool sound;              /* what went wrong is no reason to end it: it resigned */
    bool failed;             /* the new game could not begin: `failure` says why */
    struct zm_error failure;

    /* What it was asked last, since when, and until when it may answer. */
    char asked[64];
    double begin, deadline;
    bool thinking;       /* about a move */
    bool hurried;        /* it was told to stop */
    atomic_bool pressed; /* the stop button */
    int wake;            /* an eventfd that can be read once it is pressed */

    /* The moves that its board has seen: p's up to here, if it began where p did. */
    bool board_set;
    char *board_origin; /* or NULL */
    zm_move *board_move;
    int board_plies, board_room;
};

/* Option number i, if it is one of the program itself: its name without "o.", else NULL. */
const char *outside_option(const struct outside *o, int i);

/* Say one line. */
__attribute__((format(printf, 3, 4))) const char *
outside_say(struct outside *o, struct zm_error *error, const char *format, ...);

/* From now on it has o->wait seconds to answer. */
void outside_waits(struct outside *o);
/* From now on it thinks: it has the time these limits leave, and the allowance. */
void outside_thinks(struct outside *o, const struct zm_limits *limits);

/* The next line that it says. */
const char *outside_hear(struct outside *o, const char **line, struct zm_error *error);

/* Something else is wrong with it: a sentence that goes on from its name. */
__attribute__((format(printf, 3, 4))) const char *
outside_fault(const struct outside *o, struct zm_error *error, const char *format, ...);

/* A word of its own for a complaint: printable, with quotes around it, not too long. */
struct outside_word {
    char text[72];
};
struct outside_word outside_quote(const char *text);

/* It gives the game up. */
const char *outside_resigns(struct outside *o, struct zm_error *error);

/* It plays this word, which ends its thinking; or this move. */
const char *outside_moves(struct outside *o, const struct zm_position *p, const char *word,
                          struct zm_result *result, struct zm_error *error);
void outside_plays(struct outside *o, zm_move m, struct zm_result *result);

/* It values p, in points, for who moves there. */
void outside_values(const struct zm_position *p, double value, struct zm_result *result);

/* The line of moves it expects, as words with blanks between, if it begins with the move. */
void outside_expects(const struct zm_position *p, const char *words, struct zm_result *result);

/* For programs that keep a board of their own: how many moves of p it has seen; -1: it must
 * be set up anew. And when that is done: it has seen all of p's moves, and this one of its
 * own (ZM_NO_MOVE: none). */
int outside_seen(const struct outside *o, const struct zm_position *p);
const char *outside_shown(struct outside *o, const struct zm_position *p, zm_move m,
                          struct zm_error *error);

/* Take the next word off a line; "" at its end. At most size - 1 characters of it are kept. */
void outside_take_word(const char **line, char *word, size_t size);
/* Does the line begin with this word? Then *rest is what follows it and the blanks. */
bool outside_begins(const char *line, const char *word, const char **rest);

#endif
