#include "cli/crash.h"

#include "cli/screen.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static const char *plugin;

static void say(const char *text)
{
    if (write(STDERR_FILENO, text, strlen(text)) < 0)
        return; /* nobody listens */
}

/* Only what is safe in a signal handler; then the signal does what it does by default. */
static void on_crash(int signal_number)
{
    screen_close();
    say("zermelo: the game ");
    say(plugin);
    say(" crashed; `zermelo check ");
    say(plugin);
    say("`, with the same --options, finds out where\n");
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void crash_names(const char *path)
{
    /* A stack of its own, for the crash may be that the other one is used up. */
    static _Alignas(16) char stack[1 << 16];
    const stack_t other = { .ss_sp = stack, .ss_size = sizeof stack };
    const struct sigaction action = { .sa_handler = on_crash, .sa_flags = SA_ONSTACK };
    static const int crashes[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT };
    plugin = path;
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        sigaction(crashes[i], &action, NULL);
}
