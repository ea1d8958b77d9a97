/* Requests as they come out of the connections: each is a line "GET /path?a=b" or "POST /path" and
 * the lines of its body, up to a line "%". In both, @ stands for the game that was made last, so
 * that a stranger's luck in guessing is the fuzzer's, too. Every answer is JSON or a file, with a
 * status, and nothing else happens. There is one run of training, t-1, and room for no other. */
#include "fuzz.h"

#include "base/files.h"
#include "learn/train.h"
#include "server/request.h"

#include <jansson.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { LONGEST = 1 << 16 };

static char folder[] = "/tmp/zermelo-fuzz-XXXXXX";
static struct server *server;

/* First the server: a run that was told to go on may be looking into its folder. */
static void clean(void)
{
    char command[64];
    if (server)
        server_free(server);
    snprintf(command, sizeof command, "rm -rf %s", folder);
    MUST(system(command) == 0);
}

/* One that has begun and cannot go on, for its lock is a folder: nobody has the time to train. */
static void make_run(void)
{
    struct train_settings settings = {
        .game = "tictactoe", .search = "alphazero:sims=4", .channels = 16, .blocks = 1, .games = 2
    };
    const struct train_generation first = { .better = true };
    struct train_state state;
    struct zm_error error;
    char path[64];
    MUST(mkdtemp(folder) && atexit(clean) == 0);
    snprintf(path, sizeof path, "%s/t-1", folder);
    MUST(mkdir(path, 0755) == 0);
    strcat(path, "/lock");
    MUST(mkdir(path, 0755) == 0);
    *strrchr(path, '/') = '\0';
    train_state_begin(&state, &settings);
    MUST(train_state_add(&state, &first));
    char *const text = train_state_write(&state);
    strcat(path, "/state");
    MUST(text && !file_write(path, text, strlen(text), &error));
    free(text);
    train_state_release(&state);
}

static struct server *the_server(void)
{
    static struct server_settings settings;
    struct zm_error error;
    if (server)
        return server;
    settings.most = server_usual_limits();
    settings.most.seconds = 0.01;
    settings.most.workers = 1;
    settings.most.megabytes = 16;
    settings.most.games = 50;
    settings.most.runs = 1;
    make_run();
    settings.training = folder;
    server = server_new(&settings, &error);
    MUST(server);
    return server;
}

/* The text with every @ replaced. */
static char *filled(const char *text, const char *id)
{
    char *out = NULL;
    size_t length = 0;
    FILE *const f = open_memstream(&out, &length);
    MUST(f);
    for (; *text; text++)
        if (*text == '@')
            fputs(id, f);
        else
            fputc(*text, f);
    fclose(f);
    return out;
}

static void read_query(struct request *r, char *text)
{
    char *word;
    while (r->queries < QUERY_MOST && (word = strsep(&text, "&"))) {
        char *const equals = strchr(word, '=');
        if (equals)
            *equals = '\0';
        r->query[r->queries].name = word;
        r->query[r->queries++].value = equals ? equals + 1 : NULL;
    }
}

static void ask(char *line, const char *body, char id[64])
{
    const bool get = !strncmp(line, "GET ", 4);
    if (!get && strncmp(line, "POST ", 5) != 0)
        return;
    struct request r = { .server = the_server(),
                         .method = get ? "GET" : "POST",
                         .language = strlen(body) % 2 ? FRENCH : ENGLISH };
    char *path = line + (get ? 4 : 5);
    char *query = path;
    strsep(&query, "?");
    if (query)
        read_query(&r, query);
    r.path = path;
    r.text = body;
    r.length = strlen(body);
    request_run(&r);
    MUST(r.answer && (r.status == 200 || (r.status >= 400 && r.status < 600)));
    const bool json = !strcmp(r.type, "application/json");
    json_t *const it = json ? json_loadb(r.answer, r.answer_length, 0, NULL) : NULL;
    MUST(!json || it);
    MUST(r.status == 200 || json_is_string(json_object_get(it, "error")));
    if (r.status == 200 && !get && !strcmp(path, "/api/games"))
        snprintf(id, 64, "%s", json_string_value(json_object_get(it, "id")));
    json_decref(it);
    request_release(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char id[64] = "none";
    if (size > LONGEST)
        return 0;
    char *const given = fuzz_text(data, size), *const text = filled(given, id);
    char *rest = text, *request;
    for (int i = 0; i < 8 && (request = rest); i++) {
        rest = strstr(request, "\n%\n");
        if (rest) {
            *rest = '\0';
            rest += 3;
        }
        char *body = request;
        char *const line = strsep(&body, "\n");
        ask(line, body ? body : "", id);
    }
    free(text);
    free(given);
    return 0;
}
