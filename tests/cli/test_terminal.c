/* `zermelo play` on a real (pseudo-)terminal: typing, Ctrl-C and Ctrl-D. */
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
    char text[1 << 16];  /* everything it has shown */
    size_t length, seen; /* expect() looks after `seen` */
};

static struct terminal terminal_open(const char *command)
{
    struct terminal t = { 0 };
    program_home();
    setenv("TERM", "xterm", 1);
    fflush(stdout);
    t.child = forkpty(&t.fd, NULL, NULL, &(struct winsize){ .ws_row = 40, .ws_col = 100 });
    if (t.child == 0)
        program_execute(command);
    return t;
}

/* Read for up to `milliseconds`; false: nothing came, or the terminal is closed. */
static bool more(struct terminal *t, int milliseconds)
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
static bool gone(const struct terminal *t)
{
    siginfo_t info = { 0 };
    return waitid(P_PID, (id_t)t->child, &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid != 0;
}

/* Wait until the text is shown. Half a minute is for machines whose disks are busy: a
 * saved game is flushed before it is told of. */
static bool shows(struct terminal *t, const char *text)
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

static void type(struct terminal *t, const char *keys)
{
    if (write(t->fd, keys, strlen(keys)) < 0)
        perror("write");
}

/* The exit code, after everything it still had to say. */
static int closed(struct terminal *t)
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

/* The saved game goes on where it was. */
static void resumes(const struct terminal *t, const char *says)
{
    char command[600];
    const char *const path = program_kept(t->text);
    OKF(*path && access(path, R_OK) == 0, "%s", path);
    snprintf(command, sizeof command, "play --load %s", path);
    const struct program *const again = program_run(command, "");
    EQ(again->code, 0);
    OK(strstr(again->text, says) != NULL);
}

static void test_ctrl_c_at_the_prompt(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "Move 1: X to move."));
    type(&t, "b2\r");
    OK(shows(&t, "Move 2: O to move."));
    type(&t, "a1\r");
    OK(shows(&t, "Move 3: X to move."));
    OK(shows(&t, "> "));
    type(&t, "c"); /* half a move typed */
    type(&t, "\003");
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
    resumes(&t, "  3 . . .\n  2 . X .\n  1 O . .\n    a b c\n\nMove 3: X to move.");
}

static void test_ctrl_c_while_thinking(void)
{
    struct terminal t = terminal_open("play connect4 --o mcts:time=100");
    OK(shows(&t, "Move 1: your turn"));
    type(&t, "4\r");
    OK(shows(&t, "o is thinking ..."));
    usleep(200000);
    type(&t, "\003");
    OK(shows(&t, "o plays "));
    OK(shows(&t, "Move 3: your turn, you are x."));
    OK(shows(&t, "> "));
    type(&t, "\003");
    OK(shows(&t, "Go on with:"));
    EQ(closed(&t), 130);
    resumes(&t, "o: mcts:time=100");
    resumes(&t, "Move 3: your turn");
}

static void test_ctrl_c_without_people(void)
{
    struct terminal t = terminal_open("play connect4 --moves 44 --x mcts:time=100 --o random");
    OK(shows(&t, "x is thinking ..."));
    type(&t, "\003");
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
}

static void test_terminated(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "Move 2"));
    kill(t.child, SIGTERM);
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
    resumes(&t, "Move 2: O to move.");
    /* Stopped while it thinks: the move it had no time for is not played. */
    t = terminal_open("play connect4 --o mcts:time=100");
    OK(shows(&t, "> "));
    type(&t, "4\r");
    OK(shows(&t, "is thinking"));
    kill(t.child, SIGTERM);
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
    OK(strstr(t.text, "o plays") == NULL);
}

static void test_ctrl_d(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "Move 2"));
    OK(shows(&t, "> "));
    type(&t, "\004");
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 0);
    /* Typed ahead, while the computer thinks. */
    t = terminal_open("play connect4 --o mcts:time=1");
    OK(shows(&t, "> "));
    type(&t, "4\r");
    OK(shows(&t, "is thinking"));
    type(&t, "\004");
    OK(shows(&t, "o plays"));
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 0);
    t = terminal_open("play tictactoe");
    OK(shows(&t, "> "));
    type(&t, "\003");
    EQ(closed(&t), 130);
    OKF(strstr(t.text, "saved in") == NULL, "a game without moves needs no saving");
}

static void test_colours(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "\033[1;7;33mX\033[0m"));
    type(&t, "a1\r");
    OK(shows(&t, "\033[1;33mX\033[0m"));
    OK(shows(&t, "\033[1;7;36mO\033[0m"));
    OK(shows(&t, "> "));
    type(&t, "b3\rb1\ra3\rc3\r"); /* nobody has won, c3 is O's */
    OK(shows(&t, "Move 7"));
    type(&t, "quit\r");
    EQ(closed(&t), 0);
    setenv("NO_COLOR", "1", 1);
    t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "  2 . X .\r\n"));
    type(&t, "quit\r");
    EQ(closed(&t), 0);
    unsetenv("NO_COLOR");
}

/* With libedit; without it the keys are just text and this is skipped. */
static void test_editing(void)
{
    struct terminal t = terminal_open("play tictactoe");
    OK(shows(&t, "> "));
    type(&t, "lev\t 10\r");
    OK(shows(&t, "O is level 10 of 10"));
    type(&t, "\033[A\b\b2\r"); /* the line before, changed to level 2 */
    OK(shows(&t, "O is level 2 of 10"));
    type(&t, "quit\r");
    EQ(closed(&t), 0);
}

int main(void)
{
    test_ctrl_c_at_the_prompt();
    test_ctrl_c_while_thinking();
    test_ctrl_c_without_people();
    test_terminated();
    test_ctrl_d();
    test_colours();
    const char *const libedit = getenv("LIBEDIT");
    if (libedit && *libedit)
        test_editing();
    return tap_done();
}
