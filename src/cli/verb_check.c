/* verb_check.c -- the conformance checker for authors of games.
 *
 * The game is opened and checked in a child process. All that the child finds, and what it
 * is doing, stands in memory shared with it: a game that crashes, ends the program or never
 * comes back takes the child with it, and the fault is reported like any other. */
#include "base/clock.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 3000 };
static const double most_seconds = 10;
/* One call of a game that takes longer than this is taken for an endless loop: seconds of
 * computing, and, in case it waits for something, seconds by the clock. */
static const double stuck_computing = 2, stuck_waiting = 30;

struct shared {
    struct zm_check check;
    struct zm_error error;
    int code; /* of the child, before its check began */
    bool opened;
};

/* ------------------------------------------------------------------- child -- */

static void child(const struct arguments *a, struct shared *shared)
{
    const struct zm_game *const game =
        zm_game_open(a->word[0], a->value[OPTION_OPTIONS], &shared->error);
    if (!game) {
        shared->code = argument_bad_game(a->word[0]);
        return;
    }
    shared->opened = true;
    shared->error.text[0] = '\0';
    if (zm_check(game, &shared->check, &shared->error))
        shared->code = EXIT_RESOURCE;
}

/* ------------------------------------------------------------------ parent -- */

static double computed_by(pid_t pid)
{
    clockid_t id;
    struct timespec t;
    if (clock_getcpuclockid(pid, &id) != 0 || clock_gettime(id, &t) != 0)
        return 0;
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Wait for the child; *stuck: it was killed because a call did not return. */
static int wait_for(pid_t pid, const struct shared *shared, bool *stuck)
{
    const volatile uint64_t *const calls = &shared->check.calls;
    uint64_t last = *calls;
    double since = clock_now(), computed = 0;
    int status = 0;
    *stuck = false;
    while (waitpid(pid, &status, WNOHANG) == 0) {
        const struct timespec pause = { .tv_nsec = 5000000 };
        nanosleep(&pause, NULL);
        if (*calls != last) {
            last = *calls;
            since = clock_now();
            computed = computed_by(pid);
        } else if (computed_by(pid) - computed > stuck_computing ||
                   clock_now() - since > stuck_waiting) {
            *stuck = true;
            kill(pid, SIGKILL);
        } else if (interrupted()) {
            kill(pid, SIGKILL);
        }
    }
    return status;
}

/* The child ended before its time: that is a fault of the game. */
static void note_crash(struct shared *shared, int status, bool stuck)
{
    struct zm_check *const c = &shared->check;
    int i = 0;
    while (strcmp(zm_promise_at(i)->name, "no-crash") != 0)
        i++;
    struct zm_fault *const f = &c->fault[i];
    const char *const where = c->calling[0] ? c->calling : shared->opened ? "the game" : "opening";
    c->tried[i] = true;
    c->faults += f->count == 0;
    f->count = 1;
    f->plies = c->plies;
    memcpy(f->moves, c->moves, sizeof f->moves);
    char aside[sizeof c->aside + 8] = "";
    if (c->aside[0])
        snprintf(aside, sizeof aside, " (%s)", c->aside);
    if (stuck)
        snprintf(f->text, sizeof f->text, "%s() does not return%s", where, aside);
    else if (WIFSIGNALED(status))
        snprintf(f->text, sizeof f->text, "%s() crashed: %s%s", where, strsignal(WTERMSIG(status)),
                 aside);
    else
        snprintf(f->text, sizeof f->text, "%s() ended the program, with exit code %d%s", where,
                 WEXITSTATUS(status), aside);
}

/* Run the child to its end. EXIT_DONE: there is a report. */
static int supervise(const struct arguments *a, struct shared *shared)
{
    bool stuck;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid < 0)
        return complain(EXIT_RESOURCE, "no process for the check: %s", strerror(errno));
    if (pid == 0) {
        child(a, shared);
        _exit(0);
    }
    interrupt_stops(NULL);
    const int status = wait_for(pid, shared, &stuck);
    if (interrupted())
        return complain(EXIT_INTERRUPTED, "interrupted after %d games", (int)shared->check.games);
    if (shared->code != EXIT_DONE)
        return complain(shared->code, "%s", shared->error.text);
    if (!shared->check.done)
        note_crash(shared, status, stuck);
    return EXIT_DONE;
}

/* ------------------------------------------------------------------ report -- */

static int count_tried(const struct zm_check *c)
{
    int tried = 0;
    for (int i = 0; zm_promise_at(i); i++)
        tried += c->tried[i];
    return tried;
}

static void write_json(const struct arguments *a, const struct zm_check *c)
{
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "game", a->word[0]);
    json_count(&j, "seed", c->seed);
    json_count(&j, "games", c->played);
    json_count(&j, "positions", c->positions);
    json_integer(&j, "promises", count_tried(c));
    json_array(&j, "faults");
    for (int i = 0; zm_promise_at(i); i++) {
        const struct zm_fault *const f = &c->fault[i];
        if (!f->count)
            continue;
        json_object(&j, NULL);
        json_text(&j, "promise", zm_promise_at(i)->name);
        json_text(&j, "group", zm_promise_at(i)->group);
        json_text(&j, "text", f->text);
        json_text(&j, "moves", f->moves);
        json_count(&j, "count", f->count);
        json_end_object(&j);
    }
    json_end_array(&j);
    json_end_object(&j);
}

/* A group is a run of promises of the same group. */
static int write_group(const struct zm_check *c, int first)
{
    const char *const group = zm_promise_at(first)->group;
    int end = first, tried = 0, faults = 0;
    for (; zm_promise_at(end) && !strcmp(zm_promise_at(end)->group, group); end++) {
        tried += c->tried[end];
        faults += c->fault[end].count > 0;
    }
    if (tried == 0)
        return end;
    printf("%-9s %s", group, faults ? "FAULT" : "ok   ");
    if (!faults)
        printf("  %d promise%s", tried, tried == 1 ? "" : "s");
    putchar('\n');
    for (int i = first; i < end; i++) {
        const struct zm_fault *const f = &c->fault[i];
        if (!f->count)
            continue;
        printf("  %s: %s\n    promised: %s\n", zm_promise_at(i)->name, f->text,
               zm_promise_at(i)->text);
        printf("    moves:    %s\n", f->moves[0] ? f->moves : "none, at the start");
        if (f->count > 1)
            printf("    seen %llu times\n", (unsigned long long)f->count);
    }
    return end;
}

static void write_text(const struct zm_check *c)
{
    for (int i = 0; zm_promise_at(i);)
        i = write_group(c, i);
    printf("%llu games, %llu positions, %d promises, %d fault%s\n", (unsigned long long)c->played,
           (unsigned long long)c->positions, count_tried(c), c->faults, c->faults == 1 ? "" : "s");
}

static int run(const struct arguments *a)
{
    int code = EXIT_DONE;
    struct shared *const shared =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return complain(EXIT_RESOURCE, "out of memory");
    struct zm_check *const c = &shared->check;
    c->games = (uint64_t)argument_number(a, OPTION_GAMES, GAMES, 1, 1e9, &code);
    c->seed = (uint64_t)argument_number(a, OPTION_SEED, 1, 0, 1e15, &code);
    c->seconds = argument_number(a, OPTION_TIME, most_seconds, 0.001, 1e6, &code);
    if (code == EXIT_DONE)
        code = supervise(a, shared);
    if (code == EXIT_DONE) {
        if (a->value[OPTION_JSON])
            write_json(a, c);
        else
            write_text(c);
        code = c->faults ? EXIT_FAILED : EXIT_DONE;
    }
    munmap(shared, sizeof *shared);
    return code;
}

const struct verb verb_check = {
    .name = "check",
    .summary = "Check that a game is implemented soundly: random games, every promise of game.h.",
    .usage = "GAME|FILE.so [options]",
    .examples = "  zermelo check connect4\n"
                "  zermelo check ./nim.so --games 100000 --time 60\n"
                "  zermelo check mnk --options \"rows=4 columns=4\" --json\n",
    .takes = TAKES(OPTION_JSON) | TAKES(OPTION_OPTIONS) | TAKES(OPTION_GAMES) | TAKES(OPTION_SEED) |
             TAKES(OPTION_TIME),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
