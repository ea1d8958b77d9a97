/* watch.h -- matches: those being played by this server, and those in the store. */
#ifndef SERVER_WATCH_H
#define SERVER_WATCH_H

#include "server/inside.h"

struct watches;

struct watches *watches_new(struct server *server, struct zm_error *error);
/* Ends the games being played; they do not count. Without the lock. */
void watches_stop(struct watches *watches);
void watches_free(struct watches *watches);

/* The whole state of a topic, "matches" or "match" with its number, to be freed; NULL: none. */
char *watch_topic(struct server *server, const char *kind, const char *id, const char **event,
                  size_t *length);

/* A game of the store, at its end. Without the lock. */
struct zm_position *watch_stored(struct server *server, int64_t id, const struct zm_game **game,
                                 struct zm_error *error);

#endif
