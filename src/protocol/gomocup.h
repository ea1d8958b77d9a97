/* gomocup.h -- Zermelo as a brain for Gomocup's managers ("Gomoku AI protocol", Petricek and
 * Lastovicka 2005, 2022). docs/protocols.md says what is supported. */
#ifndef PROTOCOL_GOMOCUP_H
#define PROTOCOL_GOMOCUP_H

#include "protocol/session.h"

/* Play Gomoku until END or the end of the input. The session's game must be gomoku. */
void gomocup_run(struct session *s, FILE *in);

/* ---- between the files of this protocol: gomocup.c speaks, gomocup_swap2.c opens ---- */

enum { GOMOCUP_CELLS = 20 * 20 };

struct gomocup {
    struct session *session;
    int state;
    int size, rule;

    /* While a board comes: '.', 'X' and 'O'. */
    char cells[GOMOCUP_CELLS];
    bool swap2; /* the stones of an opening in their order, X and O in turn */
    int stones;
    struct zm_error board_error;

    /* In milliseconds, as INFO tells them; -1: not told. */
    long long turn, match, left;

    struct zm_limits limits; /* of the move that is thought about */
};

/* Go to the position with these stones, X having begun. */
const char *gomocup_set(struct gomocup *g, const char cells[], struct zm_error *error);

/* "X,Y" of the first cell of a move. */
int gomocup_cell(const struct zm_position *p, zm_move m);

/* The job of SWAP2BOARD: an opening, or what to do with one, from g->cells. */
void gomocup_swap2(void *user);

#endif
