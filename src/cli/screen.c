#include "cli/screen.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* The other screen, no cursor, no wrapping at the edge; and back. */
static const char enter[] = "\033[?1049h\033[?25l\033[?7l\033[2J";
static const char leave[] = "\033[?7h\033[?25h\033[?1049l";

static atomic_bool shown;
static int last_width, last_height;

static bool capable(void)
{
    const char *const term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0;
}

bool screen_colour(void)
{
    const char *const no = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no && *no) && capable();
}

bool screen_there(void)
{
    return isatty(STDOUT_FILENO) && isatty(STDERR_FILENO) && capable();
}

bool screen_size(int *width, int *height)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return false;
    *width = size.ws_col;
    *height = size.ws_row;
    return true;
}

/* The program itself stays in the locale "C". */
bool screen_utf8(void)
{
    const locale_t here = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    if (!here)
        return false;
    const bool utf8 = !strcmp(nl_langinfo_l(CODESET, here), "UTF-8");
    freelocale(here);
    return utf8;
}

/* Safe in a signal handler. What is left of a picture when a handler has closed the screen is not
 * to be seen. */
static void put(const char *bytes, size_t length, bool picture)
{
    while (length > 0 && (!picture || atomic_load(&shown))) {
        const ssize_t n = write(STDOUT_FILENO, bytes, length);
        if (n < 0 && errno != EINTR)
            return; /* nobody looks */
        if (n > 0) {
            bytes += n;
            length -= (size_t)n;
        }
    }
}

void screen_close(void)
{
    if (atomic_exchange(&shown, false))
        put(leave, sizeof leave - 1, false);
}

/* Ctrl-Z: the shell gets its screen; the next picture takes it again. */
static void on_suspend(int signal_number)
{
    const int kept = errno;
    (void)signal_number;
    screen_close();
    raise(SIGSTOP);
    errno = kept;
}

static void open_screen(void)
{
    struct sigaction before, action = { .sa_handler = on_suspend, .sa_flags = SA_RESTART };
    if (sigaction(SIGTSTP, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
        sigaction(SIGTSTP, &action, NULL);
    atomic_store(&shown, true);
    put(enter, sizeof enter - 1, true);
}

/* In one go, line by line over what is there: so nothing flickers. */
void screen_draw(const char *text, size_t length)
{
    int width = 0, height = 0;
    char *frame = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&frame, &size);
    if (!out)
        return;
    screen_size(&width, &height);
    fputs("\033[H", out);
    if (width != last_width || height != last_height)
        fputs("\033[2J", out);
    last_width = width;
    last_height = height;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            fputs("\033[K\r\n", out);
        else
            fputc(text[i], out);
    fputs("\033[K\033[J", out);
    if (fclose(out) == 0) {
        fflush(stdout);
        if (!atomic_load(&shown))
            open_screen();
        put(frame, size, true);
    }
    free(frame);
}
