/* inside.h -- what the files of the server share. */
#ifndef SERVER_INSIDE_H
#define SERVER_INSIDE_H

#include "server/hub.h"
#include "server/request.h"

#include <pthread.h>

struct errands;
struct http;
struct library;
struct lives;
struct page;
struct runs;
struct walks;
struct watches;

struct server {
    struct server_settings settings;
    char host[256], token[128], store_path[4096], training_path[4096];
    char page_token[33]; /* what a POST must show: it stands in the page */
    char run[33];        /* another one at every start */
    char address[512];
    pthread_mutex_t lock;
    bool stopping;
    struct hub *hub;
    struct library *library;
    struct lives *lives;
    struct watches *watches;
    struct runs *runs;
    struct walks *walks;
    struct errands *errands;  /* for requests that take longer */
    struct errands *thinkers; /* for searches */
    struct http *http;
};

static inline void server_lock(struct server *server)
{
    pthread_mutex_lock(&server->lock);
}

static inline void server_unlock(struct server *server)
{
    pthread_mutex_unlock(&server->lock);
}

/* 32 hexadecimal digits that nobody can guess. */
void secret_make(char out[33]);
/* Takes as long for a wrong one as for the right one. */
bool secret_same(const char *a, const char *b);

#endif
