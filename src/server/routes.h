/* routes.h -- everything that can be asked. A new route is a line in routes.c, a handler in a file
 * of its kind, and its description in web/api/api.txt. */
#ifndef SERVER_ROUTES_H
#define SERVER_ROUTES_H

#include "server/request.h"

handler_fn get_library;
/* Playing: routes_new.c, routes_play.c, routes_look.c */
handler_fn get_games, post_games, get_game, post_close, post_move, post_undo, post_redo,
    post_takeback, post_goto, post_keep, post_restart, post_swap, post_seats, post_pause,
    post_resign, post_hint, post_now, post_analyse, post_teach, get_at, get_line, get_record,
    get_tree, post_subscribe;
/* Watching: routes_watch.c */
handler_fn get_matches, post_matches, get_match, post_match_pause, post_match_resume, get_stored;
/* Training: routes_runs.c */
handler_fn get_runs, post_runs, get_run, post_run_pause, post_run_resume;
/* Learning: routes_learn.c */
handler_fn get_lectures, get_random_tree, post_lesson, post_exercise, post_sheet, post_walks,
    get_walk;

/* The game of the path, and the seat by the key in the body or the address. NULL: refused. */
struct live;
struct live *game_of(struct request *r, int *viewer);

#endif
