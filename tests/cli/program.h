/* program.h -- runs the program as its users do: through a pipe, with input and arguments,
 * in a home of its own. */
#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include "tap.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAM_WORDS = 32 };

struct program {
    int code;           /* exit code; -1: it did not exit by itself */
    char text[1 << 17]; /* what it wrote, errors included */
};

static char program_folder[64];

static inline void program_remove_home(void)
{
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", program_folder);
    if (system(command) != 0)
        printf("# %s is left behind\n", program_folder);
}

/* A folder for the files of this test, saved games among them. */
static inline const char *program_home(void)
{
    if (!program_folder[0]) {
        snprintf(program_folder, sizeof program_folder, "/tmp/zermelo-test-XXXXXX");
        if (!mkdtemp(program_folder))
            perror("mkdtemp");
        atexit(program_remove_home);
        setenv("XDG_STATE_HOME", program_folder, 1);
        unsetenv("NO_COLOR");
    }
    return program_folder;
}

/* Split "play tictactoe --x human" at its blanks and execute it; does not come back. */
static inline void program_execute(const char *command)
{
    char words[4096];
    char *argv[PROGRAM_WORDS + 2] = { getenv("ZERMELO") };
    int argc = 1;
    snprintf(words, sizeof words, "%s", command);
    for (char *rest = words, *word; argc <= PROGRAM_WORDS && (word = strtok_r(rest, " ", &rest));)
        argv[argc++] = word;
    execv(argv[0], argv);
    perror(argv[0]);
    _exit(127);
}

static inline FILE *program_file(const char *text)
{
    FILE *const file = tmpfile();
    if (file) {
        fputs(text, file);
        rewind(file);
    }
    return file;
}

static inline const struct program *program_run(const char *command, const char *input)
{
    static struct program program;
    program_home();
    FILE *const in = program_file(input), *const out = program_file("");
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        dup2(fileno(in), STDIN_FILENO);
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(out), STDERR_FILENO);
        program_execute(command);
    }
    int status = 0;
    waitpid(child, &status, 0);
    program.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    rewind(out);
    program.text[fread(program.text, 1, sizeof program.text - 1, out)] = '\0';
    fclose(in);
    fclose(out);
    return &program;
}

/* The path after "--load " in what the program wrote; "" if there is none. */
static inline const char *program_kept(const char *text)
{
    static char path[512];
    const char *const at = strstr(text, "zermelo play --load ");
    path[0] = '\0';
    if (at)
        snprintf(path, sizeof path, "%.*s", (int)strcspn(at + 20, "\r\n \""), at + 20);
    return path;
}

#define RUN(...) tap_run(__FILE__, __LINE__, __VA_ARGS__)

/* Run, and see that the exit code and each of the texts (NULL ends them) are there. */
__attribute__((unused)) static const struct program *
tap_run(const char *file, int line, const char *command, const char *input, int code, ...)
{
    const struct program *const program = program_run(command, input);
    va_list args;
    if (!tap_ok(program->code == code, "exit code", file, line, "%d of %s", code, command))
        printf("# got %d\n", program->code);
    va_start(args, code);
    for (const char *text; (text = va_arg(args, const char *));)
        if (!tap_ok(strstr(program->text, text) != NULL, "says", file, line, "\"%.50s\"",
                    strtok(strdupa(text), "\n")))
            printf("# --- %s wrote:\n%s# ---\n", command, program->text);
    va_end(args);
    return program;
}

#endif
