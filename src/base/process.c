/* process.c -- starting, hearing, telling and ending another program.
 *
 * Why posix_spawn(): it is safe while other threads run, costs no copy of our memory, and
 * returns the error of an exec that failed. Every descriptor of ours is closed in the child.
 *
 * How a program ends for certain. Its id stays its own until we reap it, and so does its
 * group's, which has the same number: waitid() with WNOWAIT looks without reaping, the group
 * is killed, and only then waitpid() lets go of the number. A member of the group that left
 * it (setsid) is out of reach. */
#include "base/process.h"

#include "base/clock.h"
#include "base/sentence.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_WORDS = 128, COMPLAINT = 160 };

struct process {
    pid_t pid;                    /* and the number of its group; 0: adopted            */
    int in, out, err;             /* our ends of its pipes; -1: closed                  */
    size_t begin, end;            /* buffer[begin .. end-1] has not been read yet       */
    size_t budget;                /* bytes it may still write                           */
    char complaint[2][COMPLAINT]; /* the last whole line of its errors, and the next */
    size_t complaint_length;      /* of the next                                     */
    char buffer[PROCESS_LINE];
};

/* ---------------------------------------------------------------- commands -- */

/* Take a command apart into words, which are written to `text`, as long as the command at
 * most; word[] ends with NULL. */
static const char *split(const char *command, char *text, char *word[MOST_WORDS + 1],
                         struct zm_error *error)
{
    int words = 0;
    char quote = '\0';
    bool inside = false; /* a word */
    for (const char *at = command; *at; at++) {
        const bool blank = !quote && (*at == ' ' || *at == '\t' || *at == '\n');
        if (blank) {
            if (inside)
                *text++ = '\0';
            inside = false;
            continue;
        }
        if (!inside) {
            if (words == MOST_WORDS) {
                sentence(error, "\"%.60s...\" has more than %d words", command, MOST_WORDS);
                return error->text;
            }
            word[words++] = text;
            inside = true;
        }
        if (*at == quote)
            quote = '\0';
        else if (!quote && (*at == '\'' || *at == '"'))
            quote = *at;
        else if (*at == '\\' && quote != '\'' && at[1])
            *text++ = *++at;
        else
            *text++ = *at;
    }
    *text = '\0';
    word[words] = NULL;
    if (quote)
        sentence(error, "\"%.200s\" lacks the closing %c", command, quote);
    else if (words == 0)
        sentence(error, "the command is empty; expected a program");
    return quote || words == 0 ? error->text : NULL;
}

static bool is_program(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

static bool in_path(const char *name)
{
    const char *const path = getenv("PATH");
    for (const char *at = path ? path : "/bin:/usr/bin"; at;) {
        char full[4096];
        const size_t length = strcspn(at, ":");
        const int n = snprintf(full, sizeof full, "%.*s/%s", (int)length, length ? at : ".", name);
        if (n > 0 && (size_t)n < sizeof full && is_program(full))
            return true;
        at = at[length] ? at + length + 1 : NULL;
    }
    return false;
}

const char *process_check(const char *command, char *name, size_t size, struct zm_error *error)
{
    char *word[MOST_WORDS + 1], *const text = malloc(strlen(command) + 1);
    if (!text)
        return sentence(error, "%s", out_of_memory);
    const char *wrong = split(command, text, word, error);
    if (!wrong && strchr(word[0], '/') && !is_program(word[0]))
        wrong = sentence(error, "there is no program %.200s", word[0]);
    else if (!wrong && !strchr(word[0], '/') && !in_path(word[0]))
        wrong = sentence(error, "there is no program \"%.200s\" in PATH", word[0]);
    if (!wrong)
        snprintf(name, size, "%s", strrchr(word[0], '/') ? strrchr(word[0], '/') + 1 : word[0]);
    free(text);
    return wrong;
}

/* ---------------------------------------------------------------- starting -- */

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

struct process *process_adopt(int in, int out, struct zm_error *error)
{
    struct process *const p = calloc(1, sizeof *p);
    if (!p) {
        close_end(&in);
        close_end(&out);
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    p->in = in;
    p->out = out;
    p->err = -1;
    if (in >= 0)
        fcntl(in, F_SETFL, fcntl(in, F_GETFL) | O_NONBLOCK);
    if (out >= 0)
        fcntl(out, F_SETFL, fcntl(out, F_GETFL) | O_NONBLOCK);
    process_budget(p);
    return p;
}

/* Its own group, no signal ignored or blocked, its three descriptors and no other. */
static int spawn(pid_t *pid, char *word[], const int its_end[3])
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    int wrong = posix_spawn_file_actions_init(&files);
    if (wrong)
        return wrong;
    wrong = posix_spawnattr_init(&how);
    if (!wrong) {
        posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                           POSIX_SPAWN_SETSIGDEF);
        posix_spawnattr_setpgroup(&how, 0);
        posix_spawnattr_setsigmask(&how, &none);
        posix_spawnattr_setsigdefault(&how, &all);
        for (int i = 0; i < 3 && !wrong; i++)
            wrong = posix_spawn_file_actions_adddup2(&files, its_end[i], i);
        if (!wrong)
            wrong = posix_spawn_file_actions_addclosefrom_np(&files, 3);
        if (!wrong)
            wrong = posix_spawnp(pid, word[0], &files, &how, word, environ);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&files);
    return wrong;
}

struct process *process_start(const char *command, struct zm_error *error)
{
    char *word[MOST_WORDS + 1], *const text = malloc(strlen(command) + 1);
    int its_end[3] = { -1, -1, -1 }, our_end[3] = { -1, -1, -1 }, wrong = 0;
    struct process *p = NULL;
    pid_t pid = 0;
    if (!text) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    if (split(command, text, word, error))
        goto done;
    assert(word[0]);
    for (int i = 0; i < 3 && !wrong; i++) {
        int end[2];
        wrong = pipe2(end, O_CLOEXEC) != 0 ? errno : 0;
        if (!wrong) {
            its_end[i] = end[i == 0 ? 0 : 1];
            our_end[i] = end[i == 0 ? 1 : 0];
        }
    }
    if (!wrong)
        wrong = spawn(&pid, word, its_end);
    if (wrong) {
        sentence(error, "\"%.200s\" cannot be started: %s", word[0], strerror(wrong));
        goto done;
    }
    p = process_adopt(our_end[0], our_end[1], error);
    our_end[0] = our_end[1] = -1;
    if (p) {
        p->pid = pid;
        p->err = our_end[2];
        our_end[2] = -1;
        fcntl(p->err, F_SETFL, fcntl(p->err, F_GETFL) | O_NONBLOCK);
    } else {
        kill(-pid, SIGKILL);
        waitpid(pid, NULL, 0);
    }
done:
    for (int i = 0; i < 3; i++) {
        close_end(&its_end[i]);
        close_end(&our_end[i]);
    }
    free(text);
    return p;
}

/* ------------------------------------------------------------------ ending -- */

/* Has it ended, which is noticed but not reaped, within so many seconds? */
static bool ended(const struct process *p, double seconds, siginfo_t *how)
{
    const double until = clock_now() + seconds;
    struct timespec nap = { 0, 200000 };
    for (;;) {
        how->si_pid = 0;
        if (waitid(P_PID, (id_t)p->pid, how, WEXITED | WNOHANG | WNOWAIT) != 0)
            return errno != EINTR;
        if (how->si_pid == p->pid)
            return true;
        if (clock_now() >= until)
            return false;
        nanosleep(&nap, NULL);
        nap.tv_nsec = nap.tv_nsec < 10000000 ? 2 * nap.tv_nsec : nap.tv_nsec;
    }
}

void process_end(struct process *p, const char *words, double patience)
{
    static const double terminate_patience = 0.2;
    siginfo_t how;
    if (!p)
        return;
    if (words)
        process_write(p, words, strlen(words), clock_now() + patience);
    close_end(&p->in);
    if (p->pid > 0) {
        if (!ended(p, patience, &how) && patience > 0) {
            kill(-p->pid, SIGTERM);
            ended(p, terminate_patience, &how);
        }
        kill(-p->pid, SIGKILL);
        while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    close_end(&p->out);
    close_end(&p->err);
    free(p);
}

const char *process_complaint(const struct process *p)
{
    return p->complaint[0];
}

/* ----------------------------------------------------------------- hearing -- */

void process_budget(struct process *p)
{
    p->budget = PROCESS_ANSWER;
}

/* Of what it writes to its error output only the last line is kept, as much as fits. */
static void complain_of(struct process *p, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (c == '\n') {
            p->complaint[1][p->complaint_length] = '\0';
            if (p->complaint_length > 0)
                memcpy(p->complaint[0], p->complaint[1], p->complaint_length + 1);
            p->complaint_length = 0;
        } else if (p->complaint_length < COMPLAINT - 1 && c != '\r') {
            p->complaint[1][p->complaint_length++] = c;
        }
    }
}

static void hear_errors(struct process *p)
{
    char text[4096];
    const ssize_t n = read(p->err, text, sizeof text);
    if (n > 0)
        complain_of(p, text, (size_t)n);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_end(&p->err);
}

void process_fate(struct process *p, struct zm_text *out)
{
    static const double grace = 0.2; /* its pipes close a moment before it has ended */
    siginfo_t how = { 0 };
    const bool gone = p->pid > 0 && ended(p, grace, &how) && how.si_pid == p->pid;
    for (int i = 0; i < 64 && p->err >= 0; i++)
        hear_errors(p); /* its last words */
    complain_of(p, "\n", 1);
    if (!gone)
        zm_print(out, "closed its output");
    else if (how.si_code == CLD_EXITED)
        zm_print(out, "exited with code %d", how.si_status);
    else
        zm_print(out, "was killed by signal %d (%s)", how.si_status,
                 sigdescr_np(how.si_status) ? sigdescr_np(how.si_status) : "unknown");
}

/* Take in what there is, if there is room for it. */
static void hear_words(struct process *p)
{
    if (p->begin > 0) {
        memmove(p->buffer, p->buffer + p->begin, p->end - p->begin);
        p->end -= p->begin;
        p->begin = 0;
    }
    const ssize_t n = read(p->out, p->buffer + p->end, sizeof p->buffer - p->end);
    if (n > 0) {
        p->end += (size_t)n;
        p->budget -= (size_t)n < p->budget ? (size_t)n : p->budget;
    } else if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
        close_end(&p->out);
    }
}

/* The first line in the buffer, cut out of it; NULL: there is no whole one. */
static const char *take_line(struct process *p)
{
    char *const line = p->buffer + p->begin;
    char *const stop = memchr(line, '\n', p->end - p->begin);
    if (!stop)
        return NULL;
    p->begin = (size_t)(stop + 1 - p->buffer);
    *stop = '\0';
    if (stop > line && stop[-1] == '\r')
        stop[-1] = '\0';
    return line;
}

/* Milliseconds until then, rounded up, for poll(); but no more than a moment. */
static int milliseconds_until(double deadline)
{
    enum { MOMENT = 100 };
    const double left = ceil((deadline - clock_now()) * 1e3);
    return left <= 0 ? 0 : left < MOMENT ? (int)left : MOMENT;
}

/* Wait until something can be done and listen; may it be told something (*writable)? False:
 * nothing happened for a moment. */
static bool wait_for(struct process *p, double deadline, int wake, bool *woken, bool *writable)
{
    const bool room = p->end - p->begin < sizeof p->buffer;
    struct pollfd wanted[4] = {
        { .fd = room ? p->out : -1, .events = POLLIN },
        { .fd = p->err, .events = POLLIN },
        { .fd = wake, .events = POLLIN },
        { .fd = writable ? p->in : -1, .events = POLLOUT },
    };
    if (poll(wanted, 4, milliseconds_until(deadline)) <= 0)
        return false;
    if (wanted[0].revents)
        hear_words(p);
    if (wanted[1].revents)
        hear_errors(p);
    if (woken)
        *woken = wanted[2].revents != 0;
    if (writable)
        *writable = wanted[3].revents != 0;
    return true;
}

/* A child of its own may keep its output open after it has ended: it is closed for us, once
 * what is left in it was taken. */
static void close_if_ended(struct process *p)
{
    siginfo_t how;
    if (p->pid <= 0 || p->out < 0 || !ended(p, 0, &how))
        return;
    const size_t before = p->end - p->begin;
    hear_words(p);
    if (p->end - p->begin == before)
        close_end(&p->out);
}

enum process_news process_read(struct process *p, double deadline, int wake, const char **line)
{
    for (bool woken = false;;) {
        if ((*line = take_line(p)))
            return PROCESS_SAID;
        if (p->budget == 0)
            return PROCESS_FLOODED;
        if (p->end - p->begin == sizeof p->buffer)
            return PROCESS_ENDLESS;
        if (woken)
            return PROCESS_WOKEN;
        if (p->out < 0)
            return PROCESS_CLOSED;
        if (clock_now() >= deadline)
            return PROCESS_LATE;
        if (!wait_for(p, deadline, wake, &woken, NULL))
            close_if_ended(p);
    }
}

/* ----------------------------------------------------------------- telling -- */

/* A write to a program that is gone raises SIGPIPE, which would end ours: hold it back from
 * this thread, and take it away if it came. */
static ssize_t write_quietly(int fd, const char *text, size_t length)
{
    const struct timespec now = { 0, 0 };
    sigset_t quiet, before, waiting;
    sigemptyset(&quiet);
    sigaddset(&quiet, SIGPIPE);
    sigpending(&waiting);
    pthread_sigmask(SIG_BLOCK, &quiet, &before);
    const ssize_t n = write(fd, text, length);
    const int wrong = errno;
    if (n < 0 && wrong == EPIPE && !sigismember(&waiting, SIGPIPE))
        while (sigtimedwait(&quiet, NULL, &now) < 0 && errno == EINTR)
            ;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = wrong;
    return n;
}

/* While it does not read, listen: perhaps it waits for us to take its words. */
bool process_write(struct process *p, const char *text, size_t length, double deadline)
{
    while (length > 0 && p->in >= 0) {
        const ssize_t n = write_quietly(p->in, text, length);
        if (n > 0) {
            text += n;
            length -= (size_t)n;
        } else if (n < 0 && errno != EAGAIN && errno != EINTR) {
            close_end(&p->in);
        } else if (clock_now() >= deadline) {
            return false;
        } else {
            bool writable = false;
            wait_for(p, deadline, -1, NULL, &writable);
        }
    }
    return length == 0;
}
