/* say.h -- how positions, moves and results are written, the same in every verb. */
#ifndef CLI_SAY_H
#define CLI_SAY_H

#include "base/json.h"

#include <zermelo/zermelo.h>

const char *say_winner(double value); /* "win", "draw" or "loss" */
/* The same for a value that was searched for; NULL where the value is a mean over dice still to
 * fall. */
const char *say_result(const struct zm_game *game, double value);
/* The same for people, or how the value is to be taken. */
const char *say_kind(const struct zm_game *game, double value, bool exact);

/* JSON: game, options, position, turn; a move as text; a line of moves. */
void say_position(struct json *j, const struct zm_position *p);
void say_move(struct json *j, const char *key, const struct zm_position *p, zm_move m);
void say_line(struct json *j, struct zm_position *p, const zm_move line[], int length);

/* Text: the moves of a line, each after a space, and a new line. */
void print_line(struct zm_position *p, const zm_move line[], int length);

/* A word of a shell command, in quotes where it needs them. */
void say_word(struct zm_text *t, const char *word);

#endif
