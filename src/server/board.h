/* board.h -- a position as the page draws it (type Board in web/api/api.txt). */
#ifndef SERVER_BOARD_H
#define SERVER_BOARD_H

#include <zermelo/zermelo.h>

struct json;

/* The position after `ply` of the moves that led to p, as `viewer` sees it; -1 sees everything,
 * BOARD_NOBODY what needs no looking at all. */
enum { BOARD_NOBODY = -2 };
void board_write(struct json *j, const char *key, const struct zm_position *p, int ply, int viewer);

/* The cells to click for a move from s. */
void board_clicks(struct json *j, const char *key, const struct zm_game *game,
                  const struct zm_state *s, zm_move m);

/* Move m of p as {"move", "cells"}. */
void board_choice(struct json *j, const char *key, const struct zm_position *p, zm_move m);

/* Moves played one after the other from p, as a list of texts; those from the first illegal one
 * on are left out. */
void board_line(struct json *j, const char *key, const struct zm_position *p, const zm_move line[],
                int length);

/* In games of placing marks, a player is best known by the mark: which? */
bool board_marks(const struct zm_game *game, char mark[ZM_MAX_PLAYERS]);

/* Longest text of a move that is told in full. */
enum { MOVE_TEXT = 256 };

#endif
