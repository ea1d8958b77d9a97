/* player.h -- who sits in a seat, written NAME[:key=value,...]:
 *
 *     human                     somebody else chooses the moves
 *     level:1 .. level:10       from a beginner to full strength (level.h)
 *     random, alphabeta:time=1  any search of the library with its options
 *     uci:cmd=PROGRAM           a program of somebody else's, also by xboard, gtp, gomocup
 *                               and nboard (outside.h)
 *
 * An option that holds a comma has it written \, and a backslash \\ (base/spec.h):
 * gtp:cmd=gnugo --mode gtp --handicap 2\,3
 *
 * A search without a limit of its own would go on to the end of the game. As a player it
 * looks at PLAYER_NODES positions a move instead: a number of positions and not a time, so
 * that the same seed plays the same game everywhere. */
#ifndef MATCH_PLAYER_H
#define MATCH_PLAYER_H

#include <zermelo/zermelo.h>

enum { PLAYER_NODES = 4000000 };

struct player;

/* NULL: *error says what is wrong, with the nearest right name. */
struct player *player_new(const struct zm_game *game, const char *spec, uint64_t seed,
                          struct zm_error *error);
void player_free(struct player *player);

const char *player_spec(const struct player *player);
bool player_is_human(const struct player *player);
/* How it plays, for people; NULL where the spec says it all. */
const char *player_about(const struct player *player);

/* Let a player that searches play by a book where it knows all moves; NULL: without. */
void player_use_book(struct player *player, const struct zm_book *book);

/* Is this the spec of a program of somebody else's? A record that somebody else wrote must not
 * start it. */
bool player_is_outside(const char *spec);

/* A new game begins, with these lots: nothing that was found out in games before is known any
 * more, so that the same seed plays the same game whatever was played before it. On failure the
 * player is as before. A program is started if it does not run, so that this takes none of the
 * time for its first move; what is wrong with it player_choose() will tell. */
const char *player_new_game(struct player *player, uint64_t seed, struct zm_error *error);

/* Choose a move in p, in which it is a player's turn. `limits` may be NULL and tighten
 * the player's own. Not for a human. The reason why not, if it is a program, is one for which
 * it loses the game; it is then started again when it is needed. */
const char *player_choose(struct player *player, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error);

/* Have what the player finds told on the way, as zm_search_listen() does; a program of somebody
 * else's tells nothing. A level that judges its moves one by one tells after each; it keeps what
 * it finds of them only as long as somebody listens. */
void player_listen(struct player *player, zm_listen_fn *listen, void *user);
/* The search that thinks about the position itself, to look at its tree or its lines; NULL: there
 * is none. Of a level, the one that chose last. */
struct zm_search *player_search(const struct player *player);
/* What is known of the moves, as zm_search_others(). */
int player_others(const struct player *player, struct zm_other list[], int most);

/* Can it count a game that is over, as programs can that speak GTP? And by how many points the
 * first player has won. */
bool player_scores(const struct player *player);
const char *player_score(struct player *player, const struct zm_position *p, double *points,
                         struct zm_error *error);

/* Make player_choose() return soon: with a legal move or, if it is a program that cannot be
 * hurried, with a sentence. From any thread or signal handler. */
void player_stop(struct player *player);

#endif
