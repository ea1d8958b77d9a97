/* request.h -- a request as those see it who answer it: no sockets, no headers. So tests and the
 * fuzzer can ask without a network. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "server/server.h"
#include "teach/language.h"

struct json;   /* base/json.h */
struct json_t; /* of jansson, which has functions of the same names as base/json.h: body.c */

enum { QUERY_MOST = 16, PART_TEXT = 96 };

struct request {
    struct server *server;
    const char *method; /* "GET" or "POST" */
    const char *path;   /* decoded, without what follows ? */
    struct {
        const char *name, *value;
    } query[QUERY_MOST];
    int queries;
    enum language language; /* in which it is refused */
    const char *text;       /* the body of a POST, `length` bytes */
    size_t length;

    /* Filled in on the way to the handler. */
    char part[PART_TEXT]; /* what {id} in the route stands for */
    struct json_t *body;  /* an object */
    const struct route *route;

    /* The answer. */
    int status;
    const char *type;  /* "application/json" unless the handler says otherwise */
    struct json *json; /* where the handler writes; its FILE takes other text, too */
    char *answer;      /* when it is done */
    size_t answer_length;
};

/* A handler writes the answer to r->json, or refuses. */
typedef void handler_fn(struct request *r);

/* Nothing that was written counts; the answer is {"error": "..."} */
__attribute__((format(printf, 3, 4))) void request_refuse(struct request *r, int status,
                                                          const char *format, ...);

const char *request_query(const struct request *r, const char *name); /* NULL: not given */

/* A whole number that was asked for; false: refused, for it is none. `fallback` if not given. */
bool request_number(struct request *r, const char *name, int64_t fallback, int64_t least,
                    int64_t most, int64_t *number);

/* Members of the body. Each is false after refusing what is of another type; a member that is
 * absent or null leaves *value as it was. */
bool body_text(struct request *r, const char *name, const char **value);
bool body_bool(struct request *r, const char *name, bool *value);
bool body_number(struct request *r, const char *name, double least, double most, double *value);
/* An array of at most `most` texts or numbers, *count of them; absent: *count is -1. */
bool body_texts(struct request *r, const char *name, int most, const char *value[], int *count);
bool body_numbers(struct request *r, const char *name, int most, double value[], int *count);
/* Is it there, and not null? */
bool body_has(const struct request *r, const char *name);
/* A request whose body is the object `name` in r's: what is refused of it is to be refused again.
 * False: refused, for it is none. */
bool body_inside(struct request *r, const char *name, struct request *inside);
/* Read r->text; false: refused. */
bool body_read(struct request *r);
void body_release(struct request *r);

/* ------------------------------------------------------------------- routes -- */

enum {
    ROUTE_SLOW = 1 << 0 /* answered by another thread, without the lock */
};

struct route {
    const char *method, *path; /* "/api/games/{id}/move" */
    handler_fn *handle;
    unsigned flags;
};

extern const struct route routes[];
extern const int route_count;

/* Find the route, and read the body; false: the answer is a refusal already. */
bool request_find(struct request *r);

/* Let the handler answer. */
void request_answer(struct request *r);

/* From no answer to a whole one, for tests. */
void request_run(struct request *r);

/* Release what belongs to the request. */
void request_release(struct request *r);

#endif
