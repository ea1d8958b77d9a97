#include "server/runs.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "learn/train_sign.h"
#include "server/library.h"
#include "server/live.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

enum { POLITE = 5 }; /* as nice(1) counts: people who play go first */

/* --------------------------------------------------------------------- names -- */

bool run_name_good(const char *name)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+";
    const size_t length = strlen(name);
    return length > 0 && length < RUN_NAME && name[0] != '.' && strspn(name, letters) == length;
}

void run_folder(const struct server *server, const char *name, char out[TRAIN_PATH])
{
    snprintf(out, TRAIN_PATH, "%.*s/%s", TRAIN_PATH - RUN_NAME - 2, server->settings.training,
             name);
}

static struct run *find(const struct runs *runs, const char *name)
{
    struct run *r = runs->first;
    while (r && strcmp(r->name, name) != 0)
        r = r->next;
    return r;
}

static bool has_state(const struct server *server, const char *name)
{
    char folder[TRAIN_PATH], path[TRAIN_PATH + 8];
    run_folder(server, name, folder);
    snprintf(path, sizeof path, "%s/state", folder);
    return access(path, R_OK) == 0;
}

bool run_exists(const struct server *server, const char *name)
{
    return server->settings.training && run_name_good(name) &&
           (has_state(server, name) || find(server->runs, name));
}

bool run_net(const struct server *server, const char *name, char path[TRAIN_PATH])
{
    char run[RUN_NAME], folder[TRAIN_PATH];
    const char *const at = strrchr(name, '@');
    int generation;
    if (!server->settings.training || !at || (size_t)(at - name) >= sizeof run)
        return false;
    snprintf(run, sizeof run, "%.*s", (int)(at - name), name);
    const char *number = at + 1;
    if (!run_name_good(run) || !zm_read_number(&number, 0, 999999, &generation) || *number)
        return false;
    run_folder(server, run, folder);
    train_net_path(folder, (uint32_t)generation, "net", path);
    return access(path, R_OK) == 0;
}

const char *runs_conceal(const struct server *server, struct zm_error *error)
{
    const char *const folder = server->settings.training;
    char *at = error->text;
    while (folder && (at = strstr(at, folder))) {
        const char *const rest = at + strlen(folder) + (at[strlen(folder)] == '/');
        memmove(at, rest, strlen(rest) + 1);
    }
    return error->text;
}

/* Those of the disk, and those that have begun here and have nothing on the disk yet. */
int runs_list(struct server *server, char (**names)[RUN_NAME])
{
    struct dirent **entry = NULL;
    const int found =
        server->settings.training ? scandir(server->settings.training, &entry, NULL, alphasort) : 0;
    int count = 0;
    server_lock(server);
    size_t room = found > 0 ? (size_t)found : 0;
    for (const struct run *r = server->runs->first; r; r = r->next)
        room++;
    *names = calloc(room + 1, sizeof **names);
    for (const struct run *r = server->runs->first; r && *names; r = r->next)
        if (!has_state(server, r->name))
            memcpy((*names)[count++], r->name, RUN_NAME);
    server_unlock(server);
    for (int i = 0; i < found; i++) {
        if (*names && run_name_good(entry[i]->d_name) && has_state(server, entry[i]->d_name))
            snprintf((*names)[count++], RUN_NAME, "%.63s", entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    return *names ? count : -1;
}

/* ------------------------------------------------------------------ training -- */

static void on_progress(void *user, const struct train_progress *progress)
{
    (void)user, (void)progress; /* it is in the files */
}

static void on_generation(void *user, const struct train_state *state,
                          const struct train_generation *generation)
{
    (void)user, (void)state, (void)generation;
}

static bool on_stop(void *user)
{
    const struct run *const run = user;
    return run->stop || clock_now() > run->until;
}

static void *work(void *user)
{
    struct run *const run = user;
    struct server *const server = run->server;
    const struct train_watch watch = { on_progress, on_generation, on_stop, run };
    struct train_state state;
    struct zm_error error;
    char folder[TRAIN_PATH];
    bool stopped;
    setpriority(PRIO_PROCESS, (id_t)gettid(), POLITE); /* of this thread and those it starts */
    run_folder(server, run->name, folder);
    const char *const wrong =
        train(run->game, &run->settings, folder, &run->limits, &watch, &state, &stopped, &error);
    train_state_release(&state);
    server_lock(server);
    run->running = false;
    snprintf(run->error, sizeof run->error, "%s", wrong ? runs_conceal(server, &error) : "");
    pthread_cond_broadcast(&server->runs->ended);
    server_unlock(server);
    return NULL;
}

static void run_free(struct run *run)
{
    if (!run)
        return;
    if (!run->joined)
        pthread_join(run->thread, NULL);
    zm_game_close(run->game);
    free(run);
}

/* Under the lock: may one more be trained? */
static const char *allowed(const struct server *server, const char *name, struct zm_error *error)
{
    const int most = server->settings.most.trainings;
    int running = 0;
    if (server->stopping)
        return sentence(error, "the server is about to stop");
    for (const struct run *r = server->runs->first; r; r = r->next) {
        running += r->running;
        if (r->running && name && !strcmp(r->name, name))
            return sentence(error, "%s is being trained already", name);
    }
    if (running >= most)
        return most == 1 ? sentence(error, "another run is being trained: pause it first")
                         : sentence(error,
                                    "%d runs are being trained, as many as there may be: "
                                    "pause one first",
                                    most);
    return NULL;
}

/* Under the lock: take the run into the list, in the place of an older one of its name, and let its
 * thread begin. */
static const char *launch(struct run *run, struct run **old, struct zm_error *error)
{
    struct runs *const runs = run->server->runs;
    sigset_t all, before;
    if (allowed(run->server, run->name, error))
        return error->text;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    run->running = true;
    const bool started = pthread_create(&run->thread, NULL, work, run) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!started)
        return sentence(error, "no thread could be started");
    run->joined = false;
    struct run **at = &runs->first;
    while (*at && strcmp((*at)->name, run->name) != 0)
        at = &(*at)->next;
    *old = *at;
    if (*at)
        *at = (*at)->next;
    run->next = runs->first;
    runs->first = run;
    pthread_cond_broadcast(&runs->wake);
    return NULL;
}

static const char *start(struct server *server, const char *name, const struct zm_game *game,
                         const struct train_settings *settings, const struct train_limits *limits,
                         struct zm_error *error)
{
    struct run *const run = calloc(1, sizeof *run);
    struct run *old = NULL;
    if (!run) {
        zm_game_close(game);
        return sentence(error, "%s", out_of_memory);
    }
    *run = (struct run){ .server = server,
                         .game = game,
                         .settings = *settings,
                         .limits = *limits,
                         .joined = true,
                         .until = clock_now() + 3600 * server->settings.most.hours };
    snprintf(run->name, sizeof run->name, "%s", name);
    server_lock(server);
    const char *const wrong = launch(run, &old, error);
    server_unlock(server);
    run_free(wrong ? run : old);
    return wrong;
}

/* GAME-1, GAME-2 ...: the first that is free. The folder is made, so that it is ours. */
static const char *new_folder(struct server *server, const char *game, char name[RUN_NAME],
                              struct zm_error *error)
{
    char(*names)[RUN_NAME], folder[TRAIN_PATH];
    const int count = runs_list(server, &names), most = server->settings.most.runs;
    free(names);
    if (count < 0)
        return sentence(error, "%s", out_of_memory);
    if (count >= most)
        return sentence(
            error, "%d runs are kept, as many as there may be: remove the folder of one", most);
    if (mkdir(server->settings.training, 0755) != 0 && errno != EEXIST)
        return sentence(error, "the folder of the runs cannot be made: %s", strerror(errno));
    for (int i = 1;; i++) {
        snprintf(name, RUN_NAME, "%.50s-%d", game, i);
        if (!run_name_good(name))
            return sentence(error, "no run can be called %s", name);
        run_folder(server, name, folder);
        if (mkdir(folder, 0755) == 0)
            return NULL;
        if (errno != EEXIST)
            return sentence(error, "the folder of the run cannot be made: %s", strerror(errno));
    }
}

static const char *no_training(struct zm_error *error)
{
    return sentence(error, "this server keeps no runs: it was started with --no-store, and without "
                           "--training");
}

const char *run_begin(struct server *server, const struct zm_game *game,
                      const struct train_settings *settings, const struct train_limits *limits,
                      char name[RUN_NAME], struct zm_error *error)
{
    char folder[TRAIN_PATH];
    const char *wrong = server->settings.training ? NULL : no_training(error);
    if (!wrong) {
        server_lock(server);
        wrong = allowed(server, NULL, error);
        server_unlock(server);
    }
    if (!wrong)
        wrong = new_folder(server, game->name, name, error);
    if (wrong) {
        zm_game_close(game);
        return wrong;
    }
    wrong = start(server, name, game, settings, limits, error);
    if (wrong) {
        run_folder(server, name, folder);
        rmdir(folder);
    }
    return wrong;
}

const char *run_resume(struct server *server, const char *name, struct train_limits limits,
                       struct zm_error *error)
{
    char folder[TRAIN_PATH];
    struct train_state state;
    struct train_progress before;
    int threads = 1;
    const int most = server->settings.most.workers;
    run_folder(server, name, folder);
    const char *wrong = train_state_load(&state, folder, error);
    if (wrong)
        return runs_conceal(server, error);
    const bool known = train_sign_load(folder, &before, &threads);
    if (limits.rounds == 0)
        limits.rounds = known ? before.rounds : USUAL_ROUNDS;
    if (limits.threads == 0)
        limits.threads = threads < most ? threads : most;
    const struct train_settings settings = state.settings;
    const bool done = train_state_next(&state) > limits.rounds;
    train_state_release(&state);
    if (train_sign_lives(folder))
        return sentence(error, "%s is being trained already", name);
    if (done)
        return sentence(error, "all %u rounds of %s are done: give it more", limits.rounds, name);
    if (think_allows(server, NULL, settings.search, error))
        return error->text;
    const struct zm_game *const game =
        library_open(server->library, settings.game, settings.options, error);
    return game ? start(server, name, game, &settings, &limits, error) : error->text;
}

const char *run_pause(struct server *server, const char *name, struct zm_error *error)
{
    struct timespec until;
    char folder[TRAIN_PATH];
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 10;
    server_lock(server);
    struct run *run = find(server->runs, name);
    const bool runs = run && run->running;
    if (runs)
        run->stop = true;
    int waited = 0;
    while (waited != ETIMEDOUT && (run = find(server->runs, name)) && run->running)
        waited = pthread_cond_timedwait(&server->runs->ended, &server->lock, &until);
    server_unlock(server);
    if (runs)
        return NULL;
    run_folder(server, name, folder);
    return train_sign_lives(folder)
               ? sentence(error, "%s is trained by another program: stop it there", name)
               : sentence(error, "%s is not being trained", name);
}

/* -------------------------------------------------------------------- the end -- */

void runs_stop(struct runs *runs)
{
    server_lock(runs->server);
    for (struct run *r = runs->first; r; r = r->next)
        r->stop = true;
    runs->ending = true;
    pthread_cond_broadcast(&runs->wake);
    server_unlock(runs->server);
    for (struct run *r = runs->first; r; r = r->next)
        if (!r->joined) {
            pthread_join(r->thread, NULL);
            r->joined = true;
        }
    if (runs->started)
        pthread_join(runs->teller, NULL);
    runs->started = false;
}

void runs_free(struct runs *runs)
{
    if (!runs)
        return;
    while (runs->first) {
        struct run *const run = runs->first;
        runs->first = run->next;
        run_free(run);
    }
    while (runs->told) {
        struct told *const told = runs->told;
        runs->told = told->next;
        free(told->text);
        free(told);
    }
    pthread_cond_destroy(&runs->ended);
    pthread_cond_destroy(&runs->wake);
    free(runs);
}
