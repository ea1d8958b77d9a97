/* runs.h -- `zermelo train` from the page: the runs in one folder, one folder each.
 *
 *     runs.c          which runs there are; starting and pausing them
 *     runs_json.c     a run as the page shows it
 *     runs_tell.c     the thread that looks at the files, and tells who listens
 *     routes_runs.c   the requests
 *
 * All that is shown of a run is read from its files, so that one begun in a terminal is shown as
 * one begun here is. A request names a run by the name of its folder, which is held to letters,
 * digits and a few signs, and a net by its run and generation (tictactoe-1@12): never by a path.
 *
 * A run that is trained here has a thread, which belongs to the list of struct runs under the
 * server's lock. The files are read without the lock. */
#ifndef SERVER_RUNS_H
#define SERVER_RUNS_H

#include "learn/train.h"
#include "server/inside.h"

#include <stdatomic.h>

enum { RUN_NAME = 64, USUAL_ROUNDS = 30 };

/* Trained by this server, now or before. */
struct run {
    struct server *server;
    char name[RUN_NAME];
    const struct zm_game *game;
    struct train_settings settings;
    struct train_limits limits;
    pthread_t thread;
    atomic_bool stop;
    double until; /* by clock_now() */
    bool running, joined;
    char error[400];
    struct run *next;
};

/* What was told last of a topic that somebody hears of. */
struct told {
    char topic[TOPIC_TEXT];
    char *text;
    bool heard;
    struct told *next;
};

struct runs {
    struct server *server;
    struct run *first;
    struct told *told;
    pthread_cond_t ended, wake;
    pthread_t teller;
    bool started, ending;
};

struct runs *runs_new(struct server *server, struct zm_error *error);
/* Pauses all; nothing is lost. Without the lock. */
void runs_stop(struct runs *runs);
void runs_free(struct runs *runs);

/* Could a run be called so? And is there one? */
bool run_name_good(const char *name);
bool run_exists(const struct server *server, const char *name);

/* The file of the net that "RUN@GENERATION" stands for; false: there is none. */
bool run_net(const struct server *server, const char *name, char path[TRAIN_PATH]);

/* Leave the path of the folder out of what is told: where it lies is nobody's business. The text.
 */
const char *runs_conceal(const struct server *server, struct zm_error *error);

/* The text of a topic, "runs" or "run" with its name, as it was told last, to be freed; NULL: it
 * will be told soon. Under the lock. */
char *runs_topic(struct server *server, const char *kind, const char *id, const char **event,
                 size_t *length);

/* The following are called without the lock, and may take their time. */

/* Begin a run, whose game is the caller's no longer; `name` is what it is called. */
const char *run_begin(struct server *server, const struct zm_game *game,
                      const struct train_settings *settings, const struct train_limits *limits,
                      char name[RUN_NAME], struct zm_error *error);
/* Go on with one that rests; 0 rounds or threads: as many as before. */
const char *run_resume(struct server *server, const char *name, struct train_limits limits,
                       struct zm_error *error);
const char *run_pause(struct server *server, const char *name, struct zm_error *error);

/* The folder of a run. */
void run_folder(const struct server *server, const char *name, char out[TRAIN_PATH]);
/* The names of all runs, to be freed with free(); their number, or -1: no memory. */
int runs_list(struct server *server, char (**names)[RUN_NAME]);

/* RunState and RunSummary; false: there is no such run. */
bool run_write(struct json *j, struct server *server, const char *name, bool whole);
/* {"runs": [...]}, or the array alone. */
void runs_write(struct json *j, const char *key, struct server *server);

#endif
