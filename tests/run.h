/* run.h -- for tests that run the program as a user does. */
#ifndef RUN_H
#define RUN_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

/* What the program wrote, to both of its outputs. */
static char output[1 << 16];

/* The first line of it: what a note of a test has room for. */
__attribute__((unused)) static const char *said(void)
{
    static char line[256];
    snprintf(line, sizeof line, "%.*s", (int)strcspn(output, "\n"), output);
    return line;
}

/* Run `zermelo ...` and return its exit code; -1: it did not end by itself. */
__attribute__((format(printf, 1, 2))) static int run(const char *format, ...)
{
    char arguments[4096], command[8192];
    va_list args;
    va_start(args, format);
    vsnprintf(arguments, sizeof arguments, format, args);
    va_end(args);
    snprintf(command, sizeof command, "exec '%s' %s 2>&1", getenv("ZERMELO"), arguments);
    FILE *const pipe = popen(command, "r");
    if (!pipe)
        return -1;
    const size_t n = fread(output, 1, sizeof output - 1, pipe);
    output[n] = '\0';
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

#endif
