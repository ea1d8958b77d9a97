/* What a stranger may try: the server answers with one clear sentence, or closes, and goes on. */
#include "client.h"
#include "run.h"
#include "tap.h"

#include "server/inside.h"

#include <dirent.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static struct server *server;
static struct zm_error error;

static bool start(const struct server_settings *settings)
{
    server = server_new(settings, &error);
    if (!server)
        return false;
    client_port = atoi(strchr(strchr(server_address(server), ':') + 1, ':') + 1);
    return true;
}

static struct server_settings usual(void)
{
    struct server_settings settings = { .most = server_usual_limits() };
    settings.most.rate = 100000;
    settings.most.bytes = 4096;
    settings.most.idle = 2;
    settings.most.games = 5;
    return settings;
}

/* Refused with this status, and a sentence that holds these words. */
static void refused(struct reply r, int status, const char *words)
{
    EQ(r.status, status);
    OKF(strstr(text_in(r.json, "error"), words), "%s", text_in(r.json, "error"));
    reply_release(&r);
}

static void good(struct reply r)
{
    EQ(r.status, 200);
    reply_release(&r);
}

static bool alive(void)
{
    struct reply r = get("/api/library");
    const bool answers = r.status == 200 && json_is_array(inside(r.json, "games"));
    reply_release(&r);
    return answers;
}

static void test_page(void)
{
    struct reply r = get("/");
    EQ(r.status, 200);
    OK(strstr(r.head, "Content-Security-Policy: default-src 'none'") != NULL);
    OK(strstr(r.head, "X-Content-Type-Options: nosniff") != NULL);
    OK(strstr(r.head, "text/html; charset=utf-8") != NULL);
    reply_release(&r);
    static const char *const path[] = {
        "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/assets/..%2f..%2fetc%2fpasswd",
        "//etc/passwd",      "/index.html%00.js",         "/.git/config",
        "/\xff\xfe"
    };
    for (size_t i = 0; i < sizeof path / sizeof *path; i++) {
        r = get("%s", path[i]);
        OKF(r.status == 404 || r.status == 400 ||
                (r.status == 200 && strstr(r.body, "<title>Zermelo")),
            "%s: %d", path[i], r.status);
        OK(!r.body || !strstr(r.body, "root:"));
        reply_release(&r);
    }
}

static void test_guards(void)
{
    char headers[512];
    refused(get("/api/nothing"), 404, "there is no GET /api/nothing");
    refused(get("/api/games/nix"), 404, "there is no game nix");
    refused(get("/api/subscribe"), 405, "GET is not for /api/subscribe");
    refused(ask_with("DELETE", "/api/games", "Host: localhost\r\n", NULL), 405,
            "only GET and POST");
    /* DNS rebinding: the browser believes to talk with somebody else. */
    refused(ask_with("GET", "/api/games", "Host: evil.example\r\n", NULL), 421, "localhost");
    refused(ask_with("GET", "/", "Host: evil.example:80\r\n", NULL), 421, "localhost");
    refused(ask_with("GET", "/api/games", "Host: [\r\n", NULL), 421, "localhost");
    refused(ask_with("GET", "/api/games", "Host: 192.168.0.1\r\n", NULL), 421, "localhost");
    good(ask_with("GET", "/api/games", "Host: 127.0.0.1:1\r\n", NULL));
    good(ask_with("GET", "/api/games", "Host: LOCALHOST:1\r\n", NULL));
    good(ask_with("GET", "/api/games", "Host: [::1]:1\r\n", NULL));
    /* Another page of the same browser sends a form. */
    refused(ask_with("POST", "/api/games", "Host: localhost\r\nContent-Type: application/json\r\n",
                     "{}"),
            403, "the page's token");
    snprintf(headers, sizeof headers, "Host: localhost\r\nX-Zermelo-Token: %.31sX\r\n",
             client_token);
    refused(ask_with("POST", "/api/games", headers, "{}"), 403, "the page's token");
    snprintf(headers, sizeof headers, "Host: localhost\r\nX-Zermelo-Token: %s\r\n", client_token);
    refused(ask_with("POST", "/api/games", headers, "{}"), 415, "application/json");
    snprintf(headers, sizeof headers,
             "Host: localhost\r\nX-Zermelo-Token: %s\r\nContent-Type: text/plain\r\n",
             client_token);
    refused(ask_with("POST", "/api/games", headers, "{}"), 415, "application/json");
    snprintf(headers, sizeof headers,
             "Host: localhost\r\nX-Zermelo-Token: %s\r\nContent-Type: application/json\r\n"
             "Origin: http://evil.example\r\n",
             client_token);
    refused(ask_with("POST", "/api/games", headers, "{}"), 403, "another page");
    snprintf(headers, sizeof headers,
             "Host: localhost:8017\r\nX-Zermelo-Token: %s\r\n"
             "Content-Type: application/json; charset=utf-8\r\nOrigin: http://localhost:8017\r\n",
             client_token);
    good(ask_with("POST", "/api/games", headers, "{\"game\":\"nim\"}"));
}

static void test_bodies(void)
{
    char *const deep = malloc(3000);
    memset(deep, '[', 2999);
    deep[2999] = '\0';
    refused(post("/api/games", "{\"game\":%s", deep), 400, "nested");
    free(deep);
    refused(post("/api/games", "%s", ""), 400, "no JSON");
    refused(post("/api/games", "%s", "[]"), 400, "no JSON object");
    refused(post("/api/games", "%s", "{\"game\":3}"), 400, "\"game\": expected text");
    refused(post("/api/games", "%s", "{\"game\":\"nim\",\"game\":\"go\"}"), 400, "duplicate");
    refused(post("/api/games", "%s", "{\"game\":\"ni\\u0000m\"}"), 400, "");
    refused(post("/api/games", "%s", "{\"game\":\"\xff\xfe\"}"), 400, "no JSON");
    refused(post("/api/games", "%s", "{\"game\":\"nmi\"}"), 422, "did you mean nim?");
    refused(post("/api/games", "%s", "{\"game\":\"go\",\"options\":\"size=999999\"}"), 422, "size");
    refused(post("/api/games", "%s", "{\"game\":\"nim\",\"seats\":[1,2]}"), 400, "seats");
    refused(post("/api/games", "%s", "{\"game\":\"nim\",\"clock\":{\"seconds\":-1}}"), 400,
            "clock");
    /* Nor may anybody have a file opened. */
    refused(post("/api/games", "%s",
                 "{\"game\":\"nim\",\"seats\":[\"human\",\"alphazero:net=/etc/passwd\"]}"),
            422, "files are not opened");
    refused(post("/api/learn/lesson", "%s",
                 "{\"game\":\"nim\",\"search\":\"alphazero:net=/etc/passwd\"}"),
            422, "files are not opened");
    refused(post("/api/games", "%s", "{}"), 422, "\"game\" is missing");
    refused(post("/api/subscribe", "%s", "{\"client\":\"x\"}"), 400, "client");
    /* Giant bodies: by their length, and by what comes. */
    char headers[300], *const giant = malloc(200000);
    memset(giant, 'x', 199999);
    giant[199999] = '\0';
    refused(post("/api/games", "%s", giant), 413, "longer than 4096 bytes");
    snprintf(headers, sizeof headers,
             "POST /api/games HTTP/1.1\r\nHost: localhost\r\nX-Zermelo-Token: %s\r\n"
             "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
             client_token);
    const int fd = client_connect();
    client_send(fd, headers, strlen(headers));
    bool sends = true;
    for (int i = 0; i < 100 && sends; i++)
        sends = client_send(fd, "2710\r\n", 6) && client_send(fd, giant, 10000) &&
                client_send(fd, "\r\n", 2);
    struct reply r = client_take(fd);
    OKF(r.status == 0 || r.status == 413, "%d", r.status);
    reply_release(&r);
    free(giant);
    OK(alive());
}

static void test_games_bounded(void)
{
    int made = 0, status = 200;
    while (made < 10 && status == 200) {
        struct reply r = post("/api/games", "%s", "{\"game\":\"nim\"}");
        status = r.status;
        made += status == 200;
        reply_release(&r);
    }
    EQ(status, 429);
    OK(made >= 4 && made <= 5);
}

/* Bytes that are no HTTP; headers that never end; a request that comes letter by letter. */
static void test_garbage(void)
{
    unsigned seed = 1;
    for (int i = 0; i < 60; i++) {
        char noise[600];
        for (size_t k = 0; k < sizeof noise; k++) {
            seed = seed * 1103515245 + 12345;
            noise[k] = (char)(seed >> 16);
        }
        const int fd = client_connect();
        client_send(fd, i % 2 ? "GET " : "", i % 2 ? 4 : 0);
        client_send(fd, noise, sizeof noise);
        client_send(fd, "\r\n\r\n", 4);
        char answer[256];
        client_read(fd, answer, sizeof answer, 0.01);
        close(fd);
    }
    OK(alive());
    const int fd = client_connect();
    client_send(fd, "GET / HTTP/1.1\r\nHost: localhost\r\n", 33);
    bool sends = true;
    for (int i = 0; i < 5000 && sends; i++)
        sends = client_send(fd, "X-Long: 0123456789012345678901234567890123456789\r\n", 50);
    struct reply r = client_take(fd);
    OKF(r.status == 0 || (r.status >= 400 && r.status < 500), "%d", r.status);
    reply_release(&r);
    OK(alive());
}

/* Requests that HTTP does not allow are answered by the library below with a clear 4xx, and with
 * nothing of ours. What is not even the beginning of a request has no answer: the connection is
 * closed (0). A version that does not exist is the one case for which HTTP itself wants a 5xx
 * (RFC 9110, 15.6.6). */
static void test_malformed(void)
{
    static const struct {
        const char *text;
        int status;
    } wrong[] = {
        { "GET\r\n\r\n", 0 },
        { "GET / HTTP/1.1\r\n\r\n", 400 }, /* no Host */
        { "GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 505 },
        { "GET / HTTP/1.1\r\nHost: localhost\r\nno colon here\r\n\r\n", 400 },
        { "GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 404 },
        { "\r\n\r\n\r\nHELO mail\r\n\r\n", 400 },
        { "BREW / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 405 },
        { "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n", 400 },
        { "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999\r\n\r\n",
          413 },
        { "POST /api/games HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
          403 },
        { "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 0 }, /* TLS */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const int fd = client_connect();
        client_send(fd, wrong[i].text, strlen(wrong[i].text));
        shutdown(fd, SHUT_WR);
        struct reply r = client_take(fd);
        OKF(r.status == wrong[i].status, "number %zu: %d", i, r.status);
        OKF(!r.body || !strstr(r.body, client_token), "number %zu tells the token", i);
        reply_release(&r);
    }
    OK(alive());
}

/* Who does not go on is sent away, and meanwhile nobody waits. */
static void test_slow(void)
{
    enum { SLOW = 50 };
    int fd[SLOW];
    for (int i = 0; i < SLOW; i++) {
        fd[i] = client_connect();
        client_send(fd[i], "GET / HT", 8);
    }
    OK(alive());
    const double until = now() + 20;
    int gone = 0;
    for (int i = 0; i < SLOW; i++) {
        char more[512];
        while (now() < until && client_read(fd[i], more, sizeof more, 0.2) >= 0)
            ;
        gone += now() < until;
        close(fd[i]);
    }
    EQ(gone, SLOW);
}

/* Who listens but does not read is cut before much is kept for him: of some 15 MB here. */
static void test_deaf(void)
{
    struct server_settings settings = usual();
    settings.most.idle = 100;
    server_free(server);
    OK(start(&settings));
    OK(client_begin(client_port));
    const int deaf = client_connect(), small = 4096;
    setsockopt(deaf, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    static const char request[] =
        "GET /api/events?client=deafclientofthetests HTTP/1.1\r\nHost: localhost\r\n\r\n";
    client_send(deaf, request, sizeof request - 1);
    struct reply r = post("/api/games", "%s",
                          "{\"game\":\"go\",\"options\":\"size=19\",\"seats\":[\"human\","
                          "\"human\"],\"moves\":\"D4 Q16\"}");
    char path[2][96], topic[1400] = "";
    struct zm_text t = { topic, sizeof topic, 0 };
    snprintf(path[0], sizeof path[0], "/api/games/%s/undo", text_in(r.json, "id"));
    snprintf(path[1], sizeof path[1], "/api/games/%s/redo", text_in(r.json, "id"));
    /* The same game by three topics: three times as much to hear. */
    zm_print(&t, "\"game:%s\",\"game:%s:%s\",\"game:%s:%s\"", text_in(r.json, "id"),
             text_in(r.json, "id"), text_in(r.json, "keys.0"), text_in(r.json, "id"),
             text_in(r.json, "keys.1"));
    reply_release(&r);
    r = post("/api/subscribe", "{\"client\":\"deafclientofthetests\",\"topics\":[%s]}", topic);
    EQ(json_array_size(inside(r.json, "topics")), 3);
    reply_release(&r);
    size_t most = 0;
    for (int i = 0; i < 400; i++) {
        const size_t kept = hub_memory(server->hub);
        most = kept > most ? kept : most;
        r = post(path[i % 2], "%s", "{}");
        reply_release(&r);
    }
    OKF(most >= 1 << 20 && most <= 4 << 20, "%zu bytes at most", most);
    EQ(hub_memory(server->hub), 0);
    close(deaf);
    OK(alive());
}

static void test_rate(void)
{
    struct server_settings settings = usual();
    settings.most.rate = 20;
    server_free(server);
    OK(start(&settings));
    int limited = 0;
    for (int i = 0; i < 100; i++) {
        struct reply r = get("/api/games");
        limited += r.status == 429;
        if (r.status == 429 && limited == 1)
            OK(strstr(r.head, "Retry-After") != NULL);
        reply_release(&r);
    }
    OKF(limited > 20, "%d", limited);
    nap(0.3);
    good(get("/api/games"));
}

static void test_token(void)
{
    struct server_settings settings = usual();
    settings.token = "open-sesame";
    server_free(server);
    OK(start(&settings));
    OK(strstr(server_address(server), "?token=open-sesame") != NULL);
    refused(get("/"), 401, "token");
    refused(get("/api/games"), 401, "token");
    refused(get("/?token=open-sesamf"), 401, "token");
    refused(ask_with("GET", "/api/games", "Host: localhost\r\nCookie: zermelo=wrong\r\n", NULL),
            401, "token");
    struct reply r = get("/?token=open-sesame");
    EQ(r.status, 200);
    OK(strstr(r.head, "Set-Cookie: zermelo=open-sesame; Path=/; HttpOnly; SameSite=Strict") !=
       NULL);
    reply_release(&r);
    good(ask_with("GET", "/api/games", "Host: localhost\r\nCookie: a=b; zermelo=open-sesame\r\n",
                  NULL));
    good(ask_with("GET", "/api/games", "Host: 10.0.0.7\r\nAuthorization: Bearer open-sesame\r\n",
                  NULL));
    refused(ask_with("GET", "/api/games", "Host: evil.example\r\nCookie: zermelo=open-sesame\r\n",
                     NULL),
            421, "localhost");
}

/* -------------------------------------------------------------- the program -- */

static pid_t child;
static FILE *child_says;

/* zermelo serve with these arguments; false: it says no address. */
static bool launch(const char *const arguments[])
{
    int says[2];
    char line[256] = "";
    if (pipe(says) != 0)
        return false;
    child = fork();
    if (child == 0) {
        const char *all[20] = { getenv("ZERMELO"), "serve", "--port", "0" };
        int n = 4;
        while (*arguments)
            all[n++] = *arguments++;
        dup2(says[1], STDOUT_FILENO);
        close(says[0]);
        execv(all[0], (char *const *)all);
        _exit(127);
    }
    close(says[1]);
    child_says = fdopen(says[0], "r");
    if (!fgets(line, sizeof line, child_says))
        return false;
    return client_begin(atoi(strrchr(line, ':') + 1));
}

/* The exit code after the signal, or -1 if it did not end by itself within 20 seconds. */
static int land(int signal_number)
{
    const double until = now() + 20;
    int status = 0;
    pid_t ended = 0;
    kill(child, signal_number);
    while (now() < until && (ended = waitpid(child, &status, WNOHANG)) == 0)
        nap(0.01);
    if (ended == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    fclose(child_says);
    return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* SIGTERM while computers think, streams are open and a match runs: all ends, nothing is lost. */
static void test_stop(void)
{
    char folder[] = "/tmp/zermelo-stop-XXXXXX", store[64], id[64];
    if (!mkdtemp(folder))
        return;
    snprintf(store, sizeof store, "%s/store.db", folder);
    const char *const arguments[] = { "--store", store, NULL };
    OK(launch(arguments));
    struct reply r =
        post("/api/games", "%s", "{\"game\":\"othello\",\"seats\":[\"human\",\"mcts:time=30\"]}");
    EQ(r.status, 200);
    snprintf(id, sizeof id, "%s", text_in(r.json, "id"));
    char path[96];
    snprintf(path, sizeof path, "/api/games/%s/move", id);
    struct reply moved = post(path, "{\"move\":\"%s\"}", text_in(r.json, "state.legal.0.move"));
    EQ(moved.status, 200);
    reply_release(&moved);
    reply_release(&r);
    r = post("/api/matches", "%s",
             "{\"game\":\"connect4\",\"players\":[\"mcts:sims=300\",\"random\"],\"games\":9999}");
    EQ(r.status, 200);
    reply_release(&r);
    const int stream = client_connect();
    static const char request[] =
        "GET /api/events?client=0123456789abcdefg HTTP/1.1\r\nHost: localhost\r\n\r\n";
    client_send(stream, request, sizeof request - 1);
    nap(0.3);
    EQ(land(SIGTERM), 0);
    close(stream);
    OK(launch(arguments));
    r = get("/api/games/%s", id);
    EQ(r.status, 200);
    EQ(json_array_size(inside(r.json, "history")), 1);
    reply_release(&r);
    EQ(land(SIGINT), 0);
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    OK(system(command) == 0);
}

/* Files that the program has open. */
static int open_files(pid_t of)
{
    char path[64];
    int count = 0;
    snprintf(path, sizeof path, "/proc/%d/fd", (int)of);
    DIR *const folder = opendir(path);
    while (folder && readdir(folder))
        count++;
    if (folder)
        closedir(folder);
    return count;
}

/* As many connections as the system lets us make, up to ten thousand, none of which says a word:
 * who has something to ask is answered all the same, and in the end all are let go. */
static void test_crowd(void)
{
    enum { CROWD = 10000 };
    static int fd[CROWD];
    struct rlimit files;
    const char *const arguments[] = { "--no-store", "--limit", "idle=3", NULL };
    int many = 0;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    OK(launch(arguments));
    const int before = open_files(child);
    while (many < CROWD && (fd[many] = client_connect()) >= 0)
        many++;
    printf("# %d connections\n", many);
    OK(many > 500);
    OK(alive());
    for (int i = 0; i < many; i++)
        if (i % 3 == 0)
            client_send(fd[i], "GET", 3);
    OK(alive());
    for (int i = 0; i < many; i++)
        close(fd[i]);
    OK(alive());
    const double until = now() + 20;
    while (open_files(child) > before + 2 && now() < until)
        nap(0.05);
    OKF(open_files(child) <= before + 2, "%d files are open, %d before", open_files(child), before);
    EQ(land(SIGTERM), 0);
}

/* Other machines are let in only with a token. */
static void test_words(void)
{
    static const struct {
        const char *arguments, *says;
    } wrong[] = {
        { "--host 0.0.0.0", "choose a --token" },
        { "--host 0.0.0.0 --token short", "8 characters or more" },
        { "--host 0.0.0.0 --token 'with blanks in it'", "letters, digits" },
        { "--limit seconds", "expected a number" },
        { "--limit nonsense=3", "expected games, bytes" },
        { "--port 99999", "expected a number" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const int code = run("serve --no-store %s", wrong[i].arguments);
        OKF(code == 2 && strstr(output, wrong[i].says), "%d %s", code, said());
    }
    EQ(run("serve --no-store --port 0 --plugin /no/such.so"), 4);
    EQ(run("serve --store /proc/no/store.db --port 0"), 4);
}

int main(void)
{
    const struct server_settings settings = usual();
    OK(start(&settings));
    if (!server)
        return tap_done();
    OK(client_begin(client_port));
    test_page();
    test_guards();
    test_bodies();
    test_garbage();
    test_malformed();
    test_slow();
    test_games_bounded();
    test_deaf();
    test_rate();
    test_token();
    server_free(server);
    test_words();
    test_stop();
    test_crowd();
    return tap_done();
}
