/* The server's answers to those who learn: lessons, exercises, sheets, recorded searches; and to
 * those who ask for nonsense. */
#include "client.h"
#include "tap.h"

#include "server/server.h"

#define TREE "max A { a1: min B { 3 12 8 } a2: min C { 2 4 6 } a3: min D { 14 5 2 } }"

static struct server *server;

static bool start(void)
{
    struct zm_error error = { "" };
    struct server_settings settings = { .most = server_usual_limits() };
    settings.most.rate = 100000;
    settings.most.seconds = 2;
    server = server_new(&settings, &error);
    return server && client_begin(atoi(strrchr(server_address(server), ':') + 1));
}

static void test_trees(void)
{
    struct reply r = get("/api/learn/lectures?language=fr");
    EQ(r.status, 200);
    EQ(json_array_size(r.json), 11);
    SAME(text_in(r.json, "10.title"), "Trois joueurs");
    OK(strstr(text_in(r.json, "0.text"), "max A {"));
    reply_release(&r);
    r = get("/api/learn/random?spec=random:seed=5,depth=2");
    OK(r.status == 200 && !strncmp(text_in(r.json, "text"), "max {\n", 6));
    reply_release(&r);
    r = get("/api/learn/random?spec=random:depth=99");
    EQ(r.status, 422);
    SAME(text_in(r.json, "error"), "random: depth=99: expected a whole number from 1 to 10");
    reply_release(&r);
}

static void test_lessons(void)
{
    struct reply r = post("/api/learn/lesson", "{\"tree\":\"%s\",\"search\":\"alphabeta\"}", TREE);
    EQ(r.status, 200);
    EQ(json_array_size(inside(r.json, "nodes")), 13);
    EQ(json_array_size(inside(r.json, "steps")), 36);
    EQ(number_in(r.json, "result.value"), 3);
    EQ(number_in(r.json, "result.leaves"), 7);
    SAME(text_in(r.json, "steps.19.kind"), "cut");
    EQ(number_in(r.json, "steps.19.by"), 0);
    SAME(text_in(r.json, "steps.19.text"),
         "C is cut: moves b2 b3 need no look, for 2 < alpha 3, set at A");
    SAME(text_in(r.json, "code.10"), "      if best <= alpha: cut, return best");
    reply_release(&r);
    r = post("/api/learn/lesson", "{\"tree\":\"%s\",\"search\":\"pns\",\"language\":\"fr\"}", TREE);
    EQ(r.status, 200);
    SAME(text_in(r.json, "steps.0.text"), "A : est-ce que max obtient au moins 1 ?");
    EQ(number_in(r.json, "result.value"), 3);
    reply_release(&r);
    r = post("/api/learn/lesson", "{\"game\":\"tictactoe\",\"moves\":\"b2 a1\",\"search\":"
                                  "\"alphabeta:depth=2\"}");
    EQ(r.status, 200);
    EQ(json_array_size(inside(r.json, "nodes")), 1 + 7 + 42);
    reply_release(&r);
}

static void refused(const char *path, const char *body, const char *sentence)
{
    struct reply r = post(path, "%s", body);
    OKF(r.status == 422 && !strcmp(text_in(r.json, "error"), sentence), "%s %s: %d %s", path, body,
        r.status, text_in(r.json, "error"));
    reply_release(&r);
}

static void test_refusals(void)
{
    refused("/api/learn/lesson", "{}", "\"tree\" or \"game\" is missing");
    refused("/api/learn/lesson", "{\"tree\":\"max {\"}",
            "tree: line 1, column 6: expected a number, a tuple (1, 2), max, min, player or "
            "chance, found the end of the text");
    refused("/api/learn/lesson", "{\"tree\":\"max {1 2}\",\"search\":\"maxm\"}",
            "there is no search \"maxm\"; did you mean maxn?");
    refused("/api/learn/lesson", "{\"game\":\"/etc/passwd\"}", "there is no game \"/etc/passwd\"");
    refused("/api/learn/lesson", "{\"game\":\"connect4\",\"search\":\"alphabeta\"}",
            "the search visits more than 3000 nodes or takes more than 60000 steps, which nobody "
            "can follow: give it a smaller depth or fewer simulations");
    refused("/api/learn/lesson", "{\"tree\":\"max {1 2}\",\"search\":\"uct:memory=99999\"}",
            "memory=99999 is more than this server allows: 512 megabytes");
    refused("/api/learn/exercise",
            "{\"tree\":\"max {1 2}\",\"search\":\"minimax\",\"ask\":\"cuts\"}",
            "minimax has no cuts that could be asked for");
    refused("/api/learn/exercise",
            "{\"tree\":\"max {1 2}\",\"ask\":\"values\",\"answers\":[\"1\",\"2\"]}",
            "\"answers\": expected 1, one for each blank");
    refused("/api/learn/sheet", "{\"tree\":\"max {1 2}\",\"format\":\"png\"}",
            "\"format\": expected svg or pdf");
    refused("/api/learn/walks", "{\"game\":\"connect4\",\"search\":\"mcts\"}",
            "mcts does not walk through a tree node by node");
    struct reply r = get("/api/learn/walks/0123");
    EQ(r.status, 404);
    reply_release(&r);
}

static void test_exercises(void)
{
    struct reply r = post("/api/learn/exercise",
                          "{\"tree\":\"%s\",\"search\":\"alphabeta\",\"ask\":\"values\"}", TREE);
    EQ(json_array_size(inside(r.json, "blanks")), 4);
    OK(!inside(r.json, "blanks.0.verdict") && !inside(r.json, "blanks.0.solution"));
    reply_release(&r);
    r = post(
        "/api/learn/exercise",
        "{\"tree\":\"%s\",\"search\":\"alphabeta\",\"ask\":\"values\",\"answers\":[\"3\",\"x\","
        "\"7\",\"4/2\"],\"solution\":true}",
        TREE);
    EQ(number_in(r.json, "right"), 2);
    SAME(text_in(r.json, "blanks.1.verdict"), "unreadable");
    SAME(text_in(r.json, "blanks.2.why"), "C returns 2 by b1");
    SAME(text_in(r.json, "blanks.2.solution"), "2");
    reply_release(&r);
    r = post("/api/learn/exercise",
             "{\"tree\":\"%s\",\"search\":\"uct:sims=30,seed=1\",\"ask\":\"choices\"}", TREE);
    EQ(json_array_size(inside(r.json, "blanks.0.candidates")), 3);
    EQ(number_in(r.json, "blanks.0.visits"), 3);
    reply_release(&r);
    r = post("/api/learn/sheet", "{\"tree\":\"%s\",\"search\":\"alphabeta\",\"format\":\"pdf\"}",
             TREE);
    OK(r.status == 200 && !strncmp(r.body, "%PDF-1.4", 8) &&
       strstr(r.head, "Content-Type: application/pdf") &&
       !strcmp(r.body + r.length - 6, "%%EOF\n"));
    reply_release(&r);
}

/* Walks: the last four can be asked for, and those before them no longer. */
static void test_walks(void)
{
    char id[6][40], path[128];
    for (int i = 0; i < 6; i++) {
        struct reply r =
            post("/api/learn/walks", "{\"game\":\"connect4\",\"moves\":\"44\",\"nodes\":20000}");
        OKF(r.status == 200 && number_in(r.json, "nodes") >= 20000 &&
                number_in(r.json, "tree.marks.0.total") == number_in(r.json, "nodes"),
            "%d: %g nodes, %zu marks", r.status, number_in(r.json, "nodes"),
            json_array_size(inside(r.json, "tree.marks")));
        snprintf(id[i], sizeof id[i], "%s", text_in(r.json, "id"));
        if (i == 5) {
            const int node = (int)number_in(r.json, "tree.marks.5.node");
            snprintf(path, sizeof path, "/api/learn/walks/%s?node=%d&most=50", id[5], node);
        }
        reply_release(&r);
    }
    for (int i = 0; i < 6; i++) {
        struct reply r = get("/api/learn/walks/%s?most=100", id[i]);
        OKF(r.status == (i < 2 ? 404 : 200), "walk %d of 6: %d", i + 1, r.status);
        reply_release(&r);
    }
    struct reply r = get("%s", path);
    const size_t marks = json_array_size(inside(r.json, "marks"));
    OKF(r.status == 200 && marks > 0 && marks <= 50 && json_array_size(inside(r.json, "path")) >= 2,
        "%zu marks of a part", marks);
    reply_release(&r);
    r = get("/api/learn/walks/%s?node=4000000000", id[5]);
    EQ(r.status, 404);
    reply_release(&r);
}

int main(void)
{
    if (!OK(start()))
        return tap_done();
    test_trees();
    test_lessons();
    test_refusals();
    test_exercises();
    test_walks();
    server_free(server);
    return tap_done();
}
