/* ggf.h -- inside the library: games of Othello in the Generic Game Format of GGS, the
 * server where programs met, in which nearly all recorded games of theirs are kept.
 *
 *     (;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[ann]PW[bob]RE[+4.000]TI[15:00]TY[8]
 *     BO[8 ---------------------------O*------*O--------------------------- *]
 *     B[F5//0.01]W[d6/-1.50/2.3]B[c3]...;)
 *
 * A record is a list of tags, each a name and a value in brackets. In a file there may be
 * several, with text between them that means nothing here. These tags count: */
#ifndef NOTATION_GGF_H
#define NOTATION_GGF_H

#include <zermelo/zermelo.h>

enum ggf_tag {
    GGF_GAME,   /* GM: Othello                                         */
    GGF_PLACE,  /* PC                                                  */
    GGF_DATE,   /* DT                                                  */
    GGF_BLACK,  /* PB: who has the black discs and moves first         */
    GGF_WHITE,  /* PW                                                  */
    GGF_RESULT, /* RE: discs that black has more, ":" and why, or "?"  */
    GGF_CLOCK,  /* TI                                                  */
    GGF_TYPE,   /* TY: the size, and letters for variants of the rules */
    GGF_BOARD,  /* BO: the size, the squares row by row, who moves     */
    GGF_TAGS
};

struct ggf_value {
    const char *at; /* in the text that was read; NULL: the record does not say */
    int length;
    int line;
};

struct ggf_move {
    struct ggf_value square;    /* "F5", or "pa" for a pass     */
    bool white;                 /* W[], not B[]                 */
    double evaluation, seconds; /* NaN: the record does not say */
};

struct ggf {
    struct ggf_value tag[GGF_TAGS];
    struct ggf_move *move; /* to be freed by ggf_release() */
    int moves;
};

struct ggf_reader {
    const char *at; /* what is not read yet */
    int line;
};

/* The name of the game for zm_game_open(). */
extern const char ggf_game[sizeof "othello"];

/* Is it a record, or a file that begins with one? */
bool ggf_is(const char *text);

/* Begin with { text, 1 }. The next record; *found is false at the end of the text. To be
 * released whatever is returned. */
const char *ggf_read(struct ggf_reader *r, struct ggf *g, bool *found, struct zm_error *error);
void ggf_release(struct ggf *g);

/* Play the moves of a record. *game is to be closed after the position is freed. */
struct zm_position *ggf_replay(const struct ggf *g, const struct zm_game **game,
                               struct zm_error *error);

/* What the position itself does not know of its game. */
struct ggf_notes {
    const char *date;     /* NULL: not told                                             */
    const double *result; /* NULL: as the board has it, or "?" before the end           */
    /* The opinion of the player and how long it took; NaN: not told. NULL: of no move. */
    void (*thought)(const void *user, int ply, double *evaluation, double *seconds);
    const void *user;
};

/* The game of p as a record; the seats are the players' names. */
void ggf_write(struct zm_text *t, const struct zm_position *p, const struct ggf_notes *notes);

/* Both, for a text with one record in it. */
struct zm_position *ggf_read_one(const char *text, const struct zm_game **game,
                                 struct zm_error *error);

#endif
