/* session.h -- what the protocols share: a game, a position in it, somebody who chooses the
 * moves, a thread in which that is done while further input is read, and one writer, so that
 * lines never mix.
 *
 * The thread that reads the input owns the session. While a job runs the owner does not
 * touch what the job uses: `setup`, `search`, `level`, `book`, and `position` unless the job
 * has a copy. */
#ifndef PROTOCOL_SESSION_H
#define PROTOCOL_SESSION_H

#include "base/spec.h"
#include "match/stopper.h"
#include "protocol/lines.h"
#include "protocol/thinker.h"

struct level_player;

/* Who chooses the moves. */
struct session_setup {
    char search[SPEC_TEXT]; /* "NAME[:key=value,...]" or "level:N"; "": what suits the game */
    int level;              /* 1 .. 10; 0: `search`                             */
    int hash, threads;      /* where the search takes them; 0: as it likes      */
    char book[1024];        /* the path of an opening book, or ""               */
    uint64_t seed;
    struct zm_limits limits; /* whatever is asked for, no more than this        */
};

struct session {
    const struct zm_game *game;
    struct zm_position *position;
    struct session_setup setup;
    struct zm_search *search; /* one of these two ... */
    struct level_player *level;
    struct zm_book *book; /* ... perhaps with a book */
    FILE *out;
    pthread_mutex_t writing;
    struct thinker thinker;
    struct stopper stopper;
    double moment; /* see session_leave() */
    zm_listen_fn *step;
    void *step_user;
};

/* The session closes the game, also if it cannot be made. */
struct session *session_new(const struct zm_game *game, const struct session_setup *setup,
                            FILE *out, struct zm_error *error);
void session_free(struct session *s);

/* Have `step` told what the search has found so far, after each of its steps. */
void session_listen(struct session *s, zm_listen_fn *step, void *user);

/* Change who chooses; if that cannot be, all stays as it was. */
const char *session_change(struct session *s, const struct session_setup *setup,
                           struct zm_error *error);

/* A new game: what was learned from the last one is forgotten. */
const char *session_forget(struct session *s, struct zm_error *error);

/* The same game with other options, from its beginning. */
const char *session_reopen(struct session *s, const char *options, struct zm_error *error);

/* Go to the first position. */
const char *session_restart(struct session *s, struct zm_error *error);

/* The name of the search that suits a game best. */
const char *session_suits(const struct zm_game *game);

/* ------------------------------------------------------------------ thinking -- */

/* Run a job in the thread; `held`: its answer waits to be asked for. */
const char *session_begin(struct session *s, void (*work)(void *user), void *user, bool held,
                          struct zm_error *error);
bool session_busy(struct session *s);
void session_stop(struct session *s); /* soon; session_wait() then is short */
void session_hit(struct session *s);  /* what was pondered about has come true */
void session_wait(struct session *s);

/* The end of the session is near: a job that ends by itself gets a moment to do so, for the
 * sake of those who write commands into a pipe, `quit` being the last of them. */
void session_leave(struct session *s);

/* In the job: choose a move, as `limits` and the setup allow. */
const char *session_choose(struct session *s, const struct zm_position *p,
                           const struct zm_limits *limits, struct zm_result *result,
                           struct zm_error *error);

/* -------------------------------------------------------------- input, output -- */

/* A line, of which the end is written too. From any thread. */
__attribute__((format(printf, 2, 3))) void session_say(struct session *s, const char *format, ...);

/* How a protocol is spoken: line() is false when it is time to leave; complain() says what
 * is wrong with the input itself. */
struct protocol {
    bool (*line)(void *user, const char *line);
    void (*complain)(void *user, const char *sentence);
};

/* Until line() or the input says it is over. */
void session_serve(struct session *s, FILE *in, const struct protocol *protocol, void *user);

/* ----------------------------------------------------------------------- text -- */

/* Moves that are played one after the other from p, each with `between` before it but for
 * the first. Moves that do not fit are left out, and those after one that is not legal. */
void session_show_line(const struct zm_position *p, const zm_move line[], int length,
                       const char *between, char *out, size_t size);

/* The board, of any size, to be freed; NULL: no memory. */
char *session_board(const struct zm_position *p);

/* If the only legal move is a pass, play it. */
bool session_pass(struct zm_position *p);

#endif
