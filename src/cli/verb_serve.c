/* verb_serve.c -- the page: a server on this machine, until Ctrl-C. */
#include "cli/arguments.h"
#include "cli/crash.h"
#include "cli/interrupt.h"
#include "match/store.h"
#include "server/server.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { USUAL_PORT = 8017 };

/* --limit NAME=N */
static int read_limit(const char *text, struct server_limits *most)
{
    const struct {
        const char *name;
        int *whole;
        double *real;
        double least, most;
    } limit[] = {
        { "games", &most->games, NULL, 1, 1e6 },
        { "bytes", &most->bytes, NULL, 1024, 1 << 28 },
        { "rate", &most->rate, NULL, 1, 1e6 },
        { "connections", &most->connections, NULL, 4, 1e6 },
        { "streams", &most->streams, NULL, 1, 1e5 },
        { "seconds", NULL, &most->seconds, 0.01, 1e6 },
        { "megabytes", &most->megabytes, NULL, 1, 1 << 20 },
        { "workers", &most->workers, NULL, 1, 256 },
        { "matches", &most->matches, NULL, 1, 256 },
        { "trainings", &most->trainings, NULL, 1, 256 },
        { "runs", &most->runs, NULL, 1, 1e5 },
        { "hours", NULL, &most->hours, 0.0001, 1e6 },
        { "idle", NULL, &most->idle, 1, 1e5 },
    };
    enum { LIMITS = sizeof limit / sizeof *limit };
    const size_t length = strcspn(text, "=");
    char *end;
    for (int i = 0; i < LIMITS; i++) {
        if (strlen(limit[i].name) != length || strncmp(limit[i].name, text, length) != 0)
            continue;
        const double value = text[length] ? strtod(text + length + 1, &end) : 0;
        if (!text[length] || !text[length + 1] || *end ||
            !(value >= limit[i].least && value <= limit[i].most))
            return complain(EXIT_USAGE, "--limit %s: expected a number from %g to %g", text,
                            limit[i].least, limit[i].most);
        if (limit[i].whole)
            *limit[i].whole = (int)value;
        else
            *limit[i].real = value;
        return EXIT_DONE;
    }
    return complain(EXIT_USAGE,
                    "--limit %s: expected games, bytes, rate, connections, streams, seconds, "
                    "megabytes, workers, matches, trainings, runs, hours or idle",
                    text);
}

/* The folder of the runs: beside the store, if nobody says otherwise. */
static const char *training_folder(const struct arguments *a, const char *store, char *out,
                                   size_t size)
{
    if (a->value[OPTION_TRAINING])
        return a->value[OPTION_TRAINING];
    if (!store)
        return NULL;
    const char *const slash = strrchr(store, '/');
    snprintf(out, size, "%.*straining", slash ? (int)(slash - store + 1) : 0, store);
    return out;
}

static int read_settings(const struct arguments *a, struct server_settings *s, char *path,
                         char *training, size_t size)
{
    int code = EXIT_DONE;
    s->most = server_usual_limits();
    s->host = a->value[OPTION_HOST];
    s->token = a->value[OPTION_TOKEN];
    s->port = (int)argument_number(a, OPTION_PORT, USUAL_PORT, 0, 65535, &code);
    if (s->host && !s->token)
        return complain(EXIT_USAGE, "--host lets others in: choose a --token that they must know");
    if (s->token && strlen(s->token) < 8)
        return complain(EXIT_USAGE, "--token: expected 8 characters or more");
    for (const char *c = s->token ? s->token : ""; *c; c++)
        if (!strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.", *c))
            return complain(EXIT_USAGE, "--token: expected letters, digits, - _ and . only");
    for (int i = 0; i < a->plugins && i < MOST_PLUGINS; i++) {
        s->plugin[s->plugins++] = a->plugin[i];
        crash_names(a->plugin[i]);
    }
    for (int i = 0; i < a->limits && code == EXIT_DONE; i++)
        code = read_limit(a->limit[i], &s->most);
    if (!a->value[OPTION_NO_STORE])
        s->store = a->value[OPTION_STORE] ? a->value[OPTION_STORE] : store_default_path(path, size);
    s->training = training_folder(a, s->store, training, size);
    struct stat there;
    if (code == EXIT_DONE && s->training && stat(s->training, &there) == 0 &&
        !S_ISDIR(there.st_mode))
        return complain(EXIT_INPUT, "%s: expected a folder of runs of `zermelo train`",
                        s->training);
    return code;
}

static int run(const struct arguments *a)
{
    struct zm_error error;
    struct server_settings settings = { .port = USUAL_PORT };
    char path[4096], training[4096];
    const int code = read_settings(a, &settings, path, training, sizeof path);
    if (code != EXIT_DONE)
        return code;
    int never[2];
    if (pipe(never) != 0)
        return complain(EXIT_RESOURCE, "no file can be opened");
    interrupt_calls(NULL, NULL);
    struct server *server = server_new(&settings, &error);
    if (!server && !a->value[OPTION_PORT] && strstr(error.text, "choose another with --port")) {
        settings.port = 0; /* nobody asked for this one */
        server = server_new(&settings, &error);
    }
    if (!server)
        return complain(EXIT_RESOURCE, "%s", error.text);
    printf("%s\n", server_address(server));
    fflush(stdout);
    while (interrupt_wait(never[0]))
        ;
    interrupt_taken();
    server_free(server);
    close(never[0]);
    close(never[1]);
    return EXIT_DONE;
}

const struct verb verb_serve = {
    .name = "serve",
    .summary = "Play, learn, watch and train in the browser: a server for this machine alone.",
    .usage = "[options]",
    .examples = "  zermelo serve\n"
                "  zermelo serve --port 9000 --plugin ./nim.so\n"
                "  zermelo serve --host 0.0.0.0 --token correct-horse-battery\n"
                "  zermelo serve --limit seconds=10 --limit games=50\n"
                "  zermelo serve --training .             show the runs of `zermelo train` here\n",
    .takes = TAKES(OPTION_HOST) | TAKES(OPTION_PORT) | TAKES(OPTION_TOKEN) | TAKES(OPTION_PLUGIN) |
             TAKES(OPTION_LIMIT) | TAKES(OPTION_STORE) | TAKES(OPTION_NO_STORE) |
             TAKES(OPTION_TRAINING),
    .run = run,
};
