/* library.h -- the games that can be played: those linked in, and the plug-ins of the command line.
 * A request names them by their name, never by a path: it must not make the server load a file. */
#ifndef SERVER_LIBRARY_H
#define SERVER_LIBRARY_H

#include "server/request.h"

struct library;

struct library *library_new(const struct server_settings *settings, struct zm_error *error);
void library_free(struct library *library);

/* The name of game number i; NULL past the last one. */
const char *library_name(const struct library *library, int i);

/* What zm_game_open() takes for this name; NULL: there is no such game. */
const char *library_spec(const struct library *library, const char *name);

/* Open a game by the name it has here. */
const struct zm_game *library_open(const struct library *library, const char *name,
                                   const char *options, struct zm_error *error);

/* May a record that names this game be read? *name is what it is called here. */
bool library_trusts(const struct library *library, const char *spec, const char **name);

/* What the page needs to know of a game that is open, as a JSON object (type GameInfo in
 * web/api/api.txt), to be freed; NULL: no memory. */
char *library_info(const struct library *library, const struct zm_game *game);

/* Was this net among the plug-ins of the command line (--plugin FILE.net)? */
bool library_has_net(const struct library *library, const char *path);

/* Write the whole object, or put a text that is JSON itself under a key. */
void library_list(const struct library *library, struct json *j);

/* The name of the search that suits a game best, or "" where none can play it. */
const char *library_suits(const struct zm_game *game);

#endif
