/* pgn.h -- games in Portable Game Notation, as far as every game can use it: tags, and the
 * moves of the main line as words. What a move means is the game's own affair. */
#ifndef NOTATION_PGN_H
#define NOTATION_PGN_H

#include <zermelo/zermelo.h>

struct pgn {
    char *start; /* the tag FEN, or "" */
    char *moves; /* joined by blanks   */
    char *tags;  /* all of them, as they stand in the text */
    int line;    /* where the game begins */
};

/* Read the game at *at, which moves on behind it, as *line does. NULL: it was read, or there
 * is none (game->moves is NULL). To be released in any case. */
const char *pgn_next(const char **at, int *line, struct pgn *game, struct zm_error *error);
void pgn_release(struct pgn *game);

#endif
