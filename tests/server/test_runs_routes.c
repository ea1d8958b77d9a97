/* Train over a real socket: a run begun, seen, paused and resumed; one that another program trains;
 * nets as players; what is refused; and a server that is killed loses nothing. */
#include "players.h"

#include "learn/train_sign.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#define SMALL "\"game\":\"tictactoe\",\"net\":\"16x1\",\"sims\":4,\"games\":4,\"gate\":\"always\""

/* The run, once it is in this state; or whatever it is in after a while. */
static struct reply once(const char *name, const char *state)
{
    const double until = now() + 200;
    for (;;) {
        struct reply r = get("/api/runs/%s", name);
        if (!strcmp(text_in(r.json, "state"), state) || now() > until)
            return r;
        reply_release(&r);
        nap(0.02);
    }
}

/* The run, once so many generations are there. */
static struct reply grown(const char *name, size_t generations)
{
    const double until = now() + 200;
    for (;;) {
        struct reply r = get("/api/runs/%s", name);
        if (json_array_size(inside(r.json, "generations")) >= generations || now() > until)
            return r;
        reply_release(&r);
        nap(0.02);
    }
}

static struct reply tell(const char *name, const char *what, const char *body)
{
    char path[128];
    snprintf(path, sizeof path, "/api/runs/%s/%s", name, what);
    return post(path, "%s", body);
}

static void test_run(void)
{
    static const char client[] = "theclientofthetests1";
    struct stream s = stream_open(client);
    OK(hears(&s, "event: hello", 0));
    struct reply r = get("/api/runs");
    EQ(json_array_size(r.json), 0);
    reply_release(&r);
    r = post("/api/runs", "{" SMALL ",\"rounds\":1}");
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    SAME(text_in(r.json, "name"), "tictactoe-1");
    SAME(text_in(r.json, "net"), "16x1");
    OK(strstr(text_in(r.json, "search"), "alphazero:sims=4,") != NULL);
    EQ(number_in(r.json, "each"), 4);
    reply_release(&r);
    r = post("/api/subscribe",
             "{\"client\":\"%s\",\"topics\":[\"runs\",\"run:tictactoe-1\",\"run:nix\"]}", client);
    EQ(json_array_size(inside(r.json, "topics")), 2);
    reply_release(&r);
    OK(hears(&s, "event: runs", 0));
    OK(hears(&s, "event: run\n", 0));
    r = once("tictactoe-1", "finished");
    OK(hears(&s, "\"state\":\"finished\"", 0));
    stream_close(&s);
    EQ(json_array_size(inside(r.json, "generations")), 2);
    EQ(number_in(r.json, "games"), 4);
    EQ(number_in(r.json, "generation"), 2);
    EQ(number_in(r.json, "champion"), 1);
    OK(is_null(r.json, "generations.0.policy") && number_in(r.json, "generations.1.policy") > 0);
    OK(number_in(r.json, "generations.1.played") > 0 &&
       number_in(r.json, "generations.1.score") >= 0);
    OK(number_in(r.json, "generations.0.mistakes") > 0);
    OK(is_null(r.json, "generations.1.ladder") && is_null(r.json, "generations.1.scoreLoss"));
    OK(is_null(r.json, "error"));
    reply_release(&r);
    /* It is done, until it is given more. */
    r = tell("tictactoe-1", "resume", "{}");
    EQ(r.status, 409);
    reply_release(&r);
    r = tell("tictactoe-1", "resume", "{\"rounds\":2}");
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    EQ(number_in(r.json, "rounds"), 2);
    reply_release(&r);
    r = once("tictactoe-1", "finished");
    EQ(json_array_size(inside(r.json, "generations")), 3);
    reply_release(&r);
}

static void test_pause(void)
{
    struct reply r = post("/api/runs", "{" SMALL ",\"rounds\":500}");
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    SAME(text_in(r.json, "name"), "tictactoe-2");
    reply_release(&r);
    r = grown("tictactoe-2", 2);
    SAME(text_in(r.json, "state"), "running");
    reply_release(&r);
    r = post("/api/runs", "{" SMALL "}");
    EQ(r.status, 429); /* one at a time */
    SAME(text_in(r.json, "error"), "another run is being trained: pause it first");
    reply_release(&r);
    r = tell("tictactoe-2", "resume", "{}");
    EQ(r.status, 409);
    reply_release(&r);
    r = tell("tictactoe-2", "pause", "{}");
    EQ(r.status, 200);
    SAME(text_in(r.json, "state"), "paused");
    const size_t kept = json_array_size(inside(r.json, "generations"));
    OK(kept >= 2);
    reply_release(&r);
    r = tell("tictactoe-2", "pause", "{}");
    EQ(r.status, 409);
    reply_release(&r);
    r = tell("tictactoe-2", "resume", "{}");
    EQ(r.status, 200);
    EQ(number_in(r.json, "rounds"), 500); /* as before */
    OK(json_array_size(inside(r.json, "generations")) >= kept);
    reply_release(&r);
    r = grown("tictactoe-2", kept + 1);
    OK(json_array_size(inside(r.json, "generations")) > kept);
    reply_release(&r);
    /* Left running: the next test stops the server. */
}

/* A net of a run sits at a game, also after the server was away. */
static void test_seat(void)
{
    struct reply r = create(
        "{\"game\":\"tictactoe\",\"seats\":[\"human\",\"alphazero:net=tictactoe-1@1,sims=8\"]}");
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    SAME(text_in(r.json, "state.seats.1.player"), "alphazero:net=tictactoe-1@1,sims=8");
    reply_release(&r);
    r = command("move", "{\"move\":\"b2\"}");
    EQ(r.status, 200);
    reply_release(&r);
    r = settled();
    EQ(plies(r.json), 2);
    OK(is_null(r.json, "error"));
    reply_release(&r);
    server_free(server);
    OK(start(usual()));
    r = get("/api/runs/tictactoe-2");
    SAME(text_in(r.json, "state"), "paused");
    reply_release(&r);
    r = get("/api/games/%s", id);
    EQ(r.status, 200);
    EQ(plies(r.json), 2);
    const char *const reply = strdup(text_in(r.json, "legal.0.move"));
    reply_release(&r);
    r = command("move", "{\"move\":\"%s\"}", reply);
    EQ(r.status, 200);
    reply_release(&r);
    free((char *)reply);
    r = settled();
    OKF(plies(r.json) == 4 && is_null(r.json, "error"), "%d", plies(r.json));
    reply_release(&r);
    /* Who is named by a path, or not there, does not sit. */
    static const char *const bad[] = { "tictactoe-1@9",
                                       "tictactoe-1@-1",
                                       "tictactoe-1@1x",
                                       "../training/tictactoe-1@1",
                                       "tictactoe-1/@1",
                                       "@1",
                                       ".@0",
                                       "..@0",
                                       "tictactoe-1",
                                       "tictactoe-1/nets/0001.net" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char body[256];
        snprintf(body, sizeof body,
                 "{\"game\":\"tictactoe\",\"seats\":[\"human\",\"alphazero:net=%s\"]}", bad[i]);
        r = create(body);
        OKF(r.status == 422 && !strstr(text_in(r.json, "error"), folder), "%s: %s", bad[i],
            text_in(r.json, "error"));
        reply_release(&r);
    }
    r = create("{\"game\":\"connect4\",\"seats\":[\"human\",\"alphazero:net=tictactoe-1@1\"]}");
    EQ(r.status, 422);
    OKF(strstr(text_in(r.json, "error"), "tictactoe") && !strstr(text_in(r.json, "error"), folder),
        "%s", text_in(r.json, "error"));
    reply_release(&r);
    /* In a match, whose players are kept, a net is a file of the command line. */
    r = post("/api/matches",
             "{\"game\":\"tictactoe\",\"players\":[\"alphazero:net=tictactoe-1@1,sims=4\","
             "\"random\"]}");
    EQ(r.status, 422);
    reply_release(&r);
}

/* What another process trains in the folder is seen, and not touched. */
static void test_elsewhere(void)
{
    const struct train_watch nobody = { .user = NULL };
    struct train_sign sign;
    char path[128];
    snprintf(path, sizeof path, "%s/training/tictactoe-1", folder);
    OK(!train_sign_begin(&sign, path, 1, &nobody, &error));
    struct reply r = get("/api/runs/tictactoe-1");
    SAME(text_in(r.json, "state"), "elsewhere");
    reply_release(&r);
    r = tell("tictactoe-1", "pause", "{}");
    EQ(r.status, 409);
    SAME(text_in(r.json, "error"), "tictactoe-1 is trained by another program: stop it there");
    reply_release(&r);
    r = tell("tictactoe-1", "resume", "{\"rounds\":50}");
    EQ(r.status, 409);
    SAME(text_in(r.json, "error"), "tictactoe-1 is being trained already");
    reply_release(&r);
    struct train_sign second;
    OK(train_sign_begin(&second, path, 1, &nobody, &error) != NULL);
    OKF(strstr(error.text, "another process trains in this folder"), "%s", error.text);
    train_sign_end(&second);
    train_sign_end(&sign);
    r = get("/api/runs/tictactoe-1");
    SAME(text_in(r.json, "state"), "finished");
    reply_release(&r);
}

static void test_refused(void)
{
    static const struct {
        const char *body, *why;
    } bad[] = {
        { "{}", "\"game\" is missing" },
        { "{\"game\":\"pig\"}", "no net learns pig" },
        { "{\"game\":\"kuhn\"}", "no net learns" },
        { "{\"game\":\"nix\"}", "there is no game" },
        { "{\"game\":\"mnk\",\"options\":\"m=99\"}", "mnk" },
        { "{\"game\":\"tictactoe\",\"net\":\"7x7\"}", "CHANNELSxBLOCKS" },
        { "{\"game\":\"tictactoe\",\"net\":\"512x40\"}", "more than this server allows" },
        { "{\"game\":\"tictactoe\",\"gate\":\"perhaps\"}", "always or sprt" },
        { "{\"game\":\"tictactoe\",\"threads\":65}", "from 1 to 2" },
        { "{\"game\":\"tictactoe\",\"sims\":1e9}", "from 2 to" },
        { "{\"game\":\"tictactoe\",\"rounds\":0}", "from 1 to" },
        { "{\"game\":\"tictactoe\",\"games\":\"many\"}", "expected a number" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct reply r = post("/api/runs", "%s", bad[i].body);
        OKF(r.status >= 400 && r.status < 500 && strstr(text_in(r.json, "error"), bad[i].why),
            "%s: %d %s", bad[i].body, r.status, text_in(r.json, "error"));
        reply_release(&r);
    }
    static const char *const name[] = {
        "nix",
        "..",
        ".",
        "%2e%2e%2ftictactoe-1",
    };
    for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
        struct reply r = get("/api/runs/%s", name[i]);
        OKF(r.status >= 400 && r.status < 500, "%s: %d", name[i], r.status);
        reply_release(&r);
        r = tell(name[i], "resume", "{}");
        OKF(r.status >= 400 && r.status < 500, "%s: %d", name[i], r.status);
        reply_release(&r);
    }
    /* A state that is none, and one that asks for too much. */
    char path[160];
    snprintf(path, sizeof path, "%s/training/broken", folder);
    mkdir(path, 0755);
    strcat(path, "/state");
    FILE *const out = fopen(path, "w");
    fputs("nonsense", out);
    fclose(out);
    struct reply r = get("/api/runs/broken");
    EQ(r.status, 404);
    reply_release(&r);
    r = tell("broken", "resume", "{}");
    EQ(r.status, 409);
    OKF(!strstr(text_in(r.json, "error"), folder), "%s", text_in(r.json, "error"));
    reply_release(&r);
}

static void test_limits(void)
{
    struct server_limits few = usual();
    few.runs = 3; /* two runs, and the broken one */
    server_free(server);
    OK(start(few));
    struct reply r = post("/api/runs", "{" SMALL "}");
    EQ(r.status, 429);
    SAME(text_in(r.json, "error"),
         "3 runs are kept, as many as there may be: remove the folder of one");
    reply_release(&r);
    few.runs = 10;
    few.hours = 1e-6;
    server_free(server);
    OK(start(few));
    r = tell("tictactoe-2", "resume", "{}");
    EQ(r.status, 200);
    reply_release(&r);
    r = once("tictactoe-2", "paused"); /* its time is over at once */
    SAME(text_in(r.json, "state"), "paused");
    reply_release(&r);
}

/* A server of its own process, killed in the middle of a run: all generations are there, and the
 * run goes on. */
static void test_kill(void)
{
    int ready[2];
    server_free(server);
    OK(pipe(ready) == 0);
    const pid_t child = fork();
    if (child == 0) {
        const int port = start(usual()) ? client_port : 0;
        if (write(ready[1], &port, sizeof port) == sizeof port)
            for (;;)
                pause();
        _exit(1);
    }
    int port = 0;
    OK(read(ready[0], &port, sizeof port) == sizeof port && client_begin(port));
    struct reply r = get("/api/runs/tictactoe-2");
    const size_t before = json_array_size(inside(r.json, "generations"));
    reply_release(&r);
    r = tell("tictactoe-2", "resume", "{}");
    EQ(r.status, 200);
    reply_release(&r);
    r = grown("tictactoe-2", before + 1);
    const size_t kept = json_array_size(inside(r.json, "generations"));
    OK(kept > before);
    reply_release(&r);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ready[0]);
    close(ready[1]);
    OK(start(usual()));
    r = get("/api/runs/tictactoe-2");
    SAME(text_in(r.json, "state"), "paused"); /* the lock died with who held it */
    OK(json_array_size(inside(r.json, "generations")) >= kept);
    reply_release(&r);
    r = tell("tictactoe-2", "resume", "{}");
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    reply_release(&r);
    r = grown("tictactoe-2", kept + 1);
    OK(json_array_size(inside(r.json, "generations")) > kept);
    OK(is_null(r.json, "error"));
    reply_release(&r);
}

int main(void)
{
    if (!begin())
        return tap_done();
    test_run();
    test_pause();
    test_seat();
    test_elsewhere();
    test_refused();
    test_limits();
    test_kill();
    return end();
}
