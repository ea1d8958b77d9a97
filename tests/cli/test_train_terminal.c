/* `zermelo train` on a real (pseudo-)terminal: the dashboard, and what stays after it. */
#include "cli/terminal.h"

#include <sys/ioctl.h>

static const char enters[] = "\033[?1049h", leaves[] = "\033[?7h\033[?25h\033[?1049l";

/* A small run in a folder of this name. */
static const char *small(const char *name, int rounds)
{
    static char command[512];
    snprintf(command, sizeof command,
             "train tictactoe --net 16x1 --games 8 --rounds %d --dir %s/%s --search "
             "alphazero:sims=12,noise=0.25,temperature=1,memory=1",
             rounds, program_home(), name);
    return command;
}

/* What stands below the dashboard in the end, or all if there was none, without carriage returns.
 */
static const char *after(const struct terminal *t)
{
    static char text[1 << 16];
    size_t length = 0;
    const char *at = t->text, *last = t->text;
    while ((at = strstr(at, leaves)))
        last = at += sizeof leaves - 1;
    for (at = last; *at && length < sizeof text - 1; at++)
        if (*at != '\r')
            text[length++] = *at;
    text[length] = '\0';
    return text;
}

static int count(const char *text, const char *word)
{
    int n = 0;
    while ((text = strstr(text, word))) {
        n++;
        text += strlen(word);
    }
    return n;
}

/* The table of `train report` begins the text: its head and this many rows. */
static bool has_table(const char *text, const char *name, int rows)
{
    char command[256];
    snprintf(command, sizeof command, "train report %s/%s", program_home(), name);
    const char *const report = program_run(command, "")->text;
    const char *end = report;
    for (int i = 0; i <= rows && end; i++)
        end = strchr(end, '\n') ? strchr(end, '\n') + 1 : NULL;
    const bool same = end && !strncmp(text, report, (size_t)(end - report)) && *end == 'm';
    if (!same)
        printf("# report:\n%s# shown:\n%s", report, text);
    return same;
}

static void test_whole_run(void)
{
    struct terminal t = terminal_open(small("whole", 3));
    OK(shows(&t, enters));
    OK(shows(&t, "tictactoe"));
    OK(shows(&t, "generation "));
    OK(shows(&t, "policy loss"));
    EQ(closed(&t), 0);
    OK(strstr(t.text, "┤") != NULL);
    OK(strstr(t.text, "\033[?25l") != NULL);
    OKF(count(t.text, "\033[?25l") == count(t.text, "\033[?25h"), "the cursor is back");
    OK(has_table(after(&t), "whole", 4));
    OK(strstr(after(&t), "the champion is generation ") != NULL);
    OKF(strchr(after(&t), '\033') == NULL, "no escape codes after it");
    /* It goes on: those made before are there, too. */
    t = terminal_open(small("whole", 5));
    OK(shows(&t, "of 5"));
    OK(shows(&t, "gen."));
    OK(shows(&t, "\n    2 "));
    EQ(closed(&t), 0);
    OK(has_table(after(&t), "whole", 6));
    /* There is nothing left to do; whether that is found out before anything is drawn depends on
     * the machine. */
    t = terminal_open(small("whole", 5));
    EQ(closed(&t), 0);
    OK(has_table(after(&t), "whole", 6));
    OK(strstr(t.text, "the champion is generation ") != NULL);
}

static void test_ctrl_c(void)
{
    struct terminal t = terminal_open(small("stopped", 100000));
    OK(shows(&t, "gen. games"));
    type(&t, "\003");
    EQ(closed(&t), 130);
    OKF(count(t.text, "\033[?25l") == count(t.text, "\033[?25h"), "the cursor is back");
    OK(!strncmp(after(&t), " gen.   games", 13));
    OK(strstr(after(&t), "zermelo: interrupted; the same command goes on") != NULL);
    OKF(strchr(after(&t), '\033') == NULL, "no escape codes after it");
}

static bool stopped(const struct terminal *t)
{
    const time_t end = time(NULL) + PATIENCE;
    siginfo_t info = { 0 };
    while (waitid(P_PID, (id_t)t->child, &info, WSTOPPED | WNOHANG) == 0 && info.si_pid == 0 &&
           time(NULL) <= end)
        usleep(10000);
    return info.si_pid == t->child;
}

/* Ctrl-Z gives the terminal back for a while. */
static void test_ctrl_z(void)
{
    struct terminal t = terminal_open(small("suspended", 100000));
    OK(shows(&t, "policy loss"));
    kill(t.child, SIGTSTP);
    OK(shows(&t, leaves));
    OK(stopped(&t));
    kill(t.child, SIGCONT);
    OK(shows(&t, enters));
    OK(shows(&t, "policy loss"));
    type(&t, "\003");
    EQ(closed(&t), 130);
}

static void test_new_size(void)
{
    struct terminal t = terminal_open(small("sized", 100000));
    OK(shows(&t, "policy loss"));
    ioctl(t.fd, TIOCSWINSZ, &(struct winsize){ .ws_row = 20, .ws_col = 62 });
    OK(shows(&t, "\033[H\033[2J"));
    OK(shows(&t, "\033[H"));
    const char *const frame = t.text + t.seen;
    OK(shows(&t, "\033[J"));
    int lines = 1;
    for (const char *at = frame; at < t.text + t.seen; at++)
        lines += *at == '\n';
    OKF(lines > 10 && lines <= 20, "%d lines", lines);
    /* Too small for anything, and back. */
    ioctl(t.fd, TIOCSWINSZ, &(struct winsize){ .ws_row = 1, .ws_col = 1 });
    OK(shows(&t, "\033[H\033[2J"));
    ioctl(t.fd, TIOCSWINSZ, &(struct winsize){ .ws_row = 40, .ws_col = 100 });
    OK(shows(&t, "policy loss"));
    type(&t, "\003");
    EQ(closed(&t), 130);
}

/* Terminals without room or skill get the table and a line of progress. */
static void test_plain(void)
{
    static const struct {
        const char *term;
        int width, height;
    } plain[] = { { "dumb", 100, 40 },
                  { "", 100, 40 },
                  { "xterm", 59, 40 },
                  { "xterm", 100, 15 },
                  { "xterm", 0, 0 } };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        char name[16];
        snprintf(name, sizeof name, "plain%zu", i);
        struct terminal t =
            terminal_open_as(small(name, 1), plain[i].term, plain[i].width, plain[i].height);
        OK(shows(&t, "generation 1 of 1"));
        EQ(closed(&t), 0);
        OKF(strstr(t.text, enters) == NULL, "%s, %dx%d", plain[i].term, plain[i].width,
            plain[i].height);
        OK(strstr(t.text, "the champion is generation ") != NULL);
    }
}

/* One of output and errors goes to a file, the other to the terminal. */
static struct terminal open_redirected(const char *command, int stream, FILE *file)
{
    struct terminal t = { 0 };
    program_home();
    setenv("TERM", "xterm", 1);
    fflush(stdout);
    t.child = forkpty(&t.fd, NULL, NULL, &(struct winsize){ .ws_row = 40, .ws_col = 100 });
    if (t.child == 0) {
        dup2(fileno(file), stream);
        program_execute(command);
    }
    return t;
}

/* Then there is no dashboard, and no escape code in the file. */
static void test_redirected(void)
{
    static const char *const name[] = { "", "output", "errors" };
    static char kept[1 << 16];
    for (int stream = STDOUT_FILENO; stream <= STDERR_FILENO; stream++) {
        FILE *const file = program_file("");
        struct terminal t = open_redirected(small(name[stream], 2), stream, file);
        EQ(closed(&t), 0);
        rewind(file);
        kept[fread(kept, 1, sizeof kept - 1, file)] = '\0';
        fclose(file);
        OKF(strstr(t.text, enters) == NULL, "%s in a file", name[stream]);
        OKF(strchr(kept, '\033') == NULL, "%s in a file", name[stream]);
        OK(strstr(stream == STDOUT_FILENO ? kept : t.text, "the champion is generation "));
        OK(strstr(stream == STDOUT_FILENO ? t.text : kept, "generation 1 of 2"));
    }
}

static void test_characters(void)
{
    setenv("LC_ALL", "C", 1);
    setenv("NO_COLOR", "1", 1);
    struct terminal t = terminal_open(small("ascii", 2));
    OK(shows(&t, enters));
    EQ(closed(&t), 0);
    bool ascii = true;
    for (size_t i = 0; i < t.length; i++)
        ascii &= (unsigned char)t.text[i] < 0x80;
    OKF(ascii, "nothing but ASCII");
    OK(strstr(t.text, "policy loss") != NULL);
    OKF(strstr(t.text, "m policy") == NULL && strstr(t.text, "\033[0m") == NULL, "no colours");
    setenv("LC_ALL", "C.UTF-8", 1);
    unsetenv("NO_COLOR");
    t = terminal_open(small("colours", 2));
    OK(shows(&t, "\033[1m policy loss\033[0m"));
    EQ(closed(&t), 0);
}

/* A sentence about what is wrong needs no dashboard and is not hidden by one. */
static void test_refused(void)
{
    char command[600];
    snprintf(command, sizeof command, "%s --seed 2", small("whole", 5));
    struct terminal t = terminal_open(command);
    OK(shows(&t, "belongs to another run, with another --seed"));
    EQ(closed(&t), 4);
    OK(strchr(t.text, '\033') == NULL);
    OK(strstr(t.text, "gen.") == NULL);
    snprintf(command, sizeof command, "%s --json", small("json", 1));
    t = terminal_open(command);
    OK(shows(&t, "\"policy_loss\":"));
    EQ(closed(&t), 0);
    OK(strstr(t.text, enters) == NULL);
}

int main(void)
{
    program_home();
    setenv("LC_ALL", "C.UTF-8", 1);
    test_whole_run();
    test_ctrl_c();
    test_ctrl_z();
    test_new_size();
    test_plain();
    test_redirected();
    test_characters();
    test_refused();
    return tap_done();
}
