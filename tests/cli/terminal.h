/* terminal.h -- the program on a (pseudo-)terminal, as people have it. */
#ifndef TESTS_TERMINAL_H
#define TESTS_TERMINAL_H

#include "cli/program.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

enum { PATIENCE = 30 }; /* seconds */

struct terminal {
    pid_t child;
    int fd;
    char text[1 << 19];  /* everything it has shown */
    size_t length, seen; /* expect() looks after `seen` */
};

static inline struct terminal terminal_open_as(const char *command, const char *term, int width,
                                               int height)
{
    struct terminal t = { 0 };
    const struct winsize size = { .ws_row = (unsigned short)height,
                                  .ws_col = (unsigned short)width };
    program_home();
    setenv("TERM", term, 1);
    fflush(stdout);
    t.child = forkpty(&t.fd, NULL, NULL, &size);
    if (t.child == 0)
        program_execute(command);
    return t;
}

static inline struct terminal terminal_open(const char *command)
{
    return terminal_open_as(command, "xterm", 100, 40);
}

/* Read for up to `milliseconds`; false: nothing came, or the terminal is closed. */
static inline bool more(struct terminal *t, int milliseconds)
{
    struct pollfd wanted = { .fd = t->fd, .events = POLLIN };
    if (poll(&wanted, 1, milliseconds) <= 0)
        return false;
    const ssize_t n = read(t->fd, t->text + t->length, sizeof t->text - 1 - t->length);
    if (n <= 0)
        return false;
    t->length += (size_t)n;
    t->text[t->length] = '\0';
    return true;
}

/* Has the program ended? */
static inline bool gone(const struct terminal *t)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)t->child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
}

/* Wait until the text is shown. Half a minute is for machines whose disks are busy: a
 * saved game is flushed before it is told of. */
static inline bool shows(struct terminal *t, const char *text)
{
    const time_t end = time(NULL) + PATIENCE;
    for (;;) {
        const char *const at = strstr(t->text + t->seen, text);
        if (at) {
            t->seen = (size_t)(at - t->text) + strlen(text);
            return true;
        }
        if (!more(t, 100) && (gone(t) || time(NULL) > end))
            break;
    }
    printf("# \"%s\" was not shown; what was:\n", text);
    for (size_t i = t->seen; i < t->length; i++)
        if (t->text[i] != '\r')
            putchar(t->text[i] == '\033' ? '^' : t->text[i]);
    putchar('\n');
    return false;
}

static inline void type(struct terminal *t, const char *keys)
{
    if (write(t->fd, keys, strlen(keys)) < 0)
        perror("write");
}

/* The exit code, after everything it still had to say. */
static inline int closed(struct terminal *t)
{
    const time_t end = time(NULL) + PATIENCE;
    int status = 0;
    while (!gone(t) && time(NULL) <= end)
        more(t, 100);
    while (more(t, 0))
        ;
    if (!gone(t))
        kill(t->child, SIGKILL);
    waitpid(t->child, &status, 0);
    close(t->fd);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
