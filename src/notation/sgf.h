/* sgf.h -- the moves of a game in Smart Game Format (FF[4]), main line only. */
#ifndef NOTATION_SGF_H
#define NOTATION_SGF_H

#include <zermelo/zermelo.h>

struct sgf {
    char *moves; /* the values of B and W one after the other, joined by blanks; a pass, which
                  * has none, is "pass" */
    int line;    /* where the game begins */
};

/* Read the game at *at, which moves on behind it, as *line does. NULL: it was read, or there
 * is none (game->moves is NULL). To be released in any case. Stones that are set up and not
 * played are refused. */
const char *sgf_next(const char **at, int *line, struct sgf *game, struct zm_error *error);
void sgf_release(struct sgf *game);

/* The move of this value: in the game's own words, or the place by two letters, column and row
 * from the top left. ZM_NO_MOVE: there is none. */
zm_move sgf_move(const struct zm_position *p, const char *value);

#endif
