/* http.h -- the connections. One thread serves them all (epoll); a request that takes longer is
 * suspended and answered by an errand, a stream is suspended while there is nothing to tell. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "server/server.h"

struct http;

struct http *http_new(struct server *server, struct zm_error *error);
void http_free(struct http *http);

#endif
