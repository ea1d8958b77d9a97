/* outside.h -- programs of others as players, each by the protocol it speaks:
 *
 *     uci:cmd=COMMAND       Universal Chess Interface, for any game
 *     xboard:cmd=COMMAND    Chess Engine Communication Protocol, version 2
 *     gtp:cmd=COMMAND       Go Text Protocol, version 2, for any game of two players
 *     gomocup:cmd=COMMAND   the protocol of the Gomocup tournaments
 *     nboard:cmd=COMMAND    NBoard, version 2: Othello
 *
 * COMMAND is a program and its arguments (base/process.h says how they are taken apart). The
 * other options of all of them:
 *
 *     time=S, nodes=N, depth=N   limits of every move, as far as the protocol has words for
 *                                them; without any limit it is given a second
 *     allow=S                    so late (default 5 s) an answer is still waited for: on a busy
 *                                machine a program does not always get the processor
 *     wait=S                     so long (default 60 s) it may take to start, and for a move
 *                                that is limited by no time
 *     o.NAME=VALUE               an option of the program itself
 *
 * The program is started when it is needed first. If it crashes, hangs, writes without end
 * or breaks the rules, outside_choose() says so, it is ended by force, and the next game
 * finds it started again. */
#ifndef MATCH_OUTSIDE_H
#define MATCH_OUTSIDE_H

#include <zermelo/zermelo.h>

/* The protocols by name, in order; NULL past the last one. */
const char *outside_name(int i);
const char *outside_title(int i);
bool outside_is(const char *name);

struct outside;

/* A player by its spec, "uci:cmd=..."; nothing is started yet. NULL: *error says why. */
struct outside *outside_new(const struct zm_game *game, const char *text, struct zm_error *error);

/* The program is asked to end and, after half a second, made to. */
void outside_free(struct outside *o);

/* A new game begins: start the program, if it does not run, and tell it. What goes wrong
 * with that is the answer to the next outside_choose(). */
void outside_new_game(struct outside *o);

/* Have it choose a move in p. NULL, or the reason why the game is lost for it. */
const char *outside_choose(struct outside *o, const struct zm_position *p,
                           const struct zm_limits *limits, struct zm_result *result,
                           struct zm_error *error);

/* Can it be asked for the score of a game? */
bool outside_scores(const struct outside *o);

/* Have it count p, in which the game is over: by how many points the first player has won. */
const char *outside_score(struct outside *o, const struct zm_position *p, double *points,
                          struct zm_error *error);

/* Make outside_choose() return soon: with a move if the protocol has a word for "move now",
 * else with a sentence. From any thread or signal handler. */
void outside_stop(struct outside *o);

#endif
