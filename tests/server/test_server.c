/* The server over a real socket: streams of events, games that survive a restart, the description
 * of what can be asked, and in which language it says what is wrong. */
#include "players.h"

#include "server/request.h"

static void test_stream(void)
{
    static const char client[] = "theclientofthetests1";
    struct stream s = stream_open(client);
    OK(hears(&s, "event: hello", 0));
    OK(strstr(s.text, "text/event-stream") != NULL);
    struct reply r = create("{\"game\":\"tictactoe\",\"seats\":[\"human\",\"mcts:sims=20000\"]}");
    reply_release(&r);
    r = post("/api/subscribe",
             "{\"client\":\"%s\",\"topics\":[\"games\",\"game:%s\",\"tree:%s\",\"game:nix\"]}",
             client, id, id);
    EQ(json_array_size(inside(r.json, "topics")), 3);
    SAME(text_in(r.json, "unknown.0"), "game:nix");
    reply_release(&r);
    OK(hears(&s, "event: state", 0));
    OK(hears(&s, "event: games", 0));
    const size_t before = s.length;
    r = command("move", "{\"move\":\"b2\"}");
    reply_release(&r);
    OK(hears(&s, "event: thinking", before));
    OK(hears(&s, "\"done\":true", before));
    OK(hears(&s, "\"ply\":2", before));
    /* A second stream of the same browser takes the place of the first, and begins with all
     * there is to know. */
    struct stream again = stream_open(client);
    OK(hears(&again, "event: state", 0));
    OK(is_cut(&s));
    stream_close(&s);
    /* After a cut the browser comes back and is told the same. */
    stream_close(&again);
    again = stream_open(client);
    OK(hears(&again, "event: state", 0));
    r = command("close", "{}");
    reply_release(&r);
    OK(hears(&again, "event: closed", 0));
    stream_close(&again);
    r = get("/api/events?client=short");
    EQ(r.status, 400);
    reply_release(&r);
}

/* --------------------------------------------------------------------- restart -- */

static void test_restart(void)
{
    char kept[64], kept_key[64];
    struct reply r = create("{\"game\":\"connect4\",\"seats\":[\"human\",\"human\"],"
                            "\"moves\":\"4445\",\"analyse\":false}");
    snprintf(kept, sizeof kept, "%s", id);
    snprintf(kept_key, sizeof kept_key, "%s", key[0]);
    reply_release(&r);
    r = command("undo", "{}");
    reply_release(&r);
    server_free(server);
    OK(start(usual()));
    snprintf(id, sizeof id, "%s", kept);
    r = get("/api/games/%s?key=%s", kept, kept_key);
    EQ(r.status, 200);
    EQ(number_in(r.json, "viewer"), 0);
    EQ(number_in(r.json, "board.ply"), 3);
    EQ(plies(r.json), 4);
    reply_release(&r);
    r = command("redo", "{}");
    SAME(text_in(r.json, "share"), "connect4~~~4.4.4.5");
    reply_release(&r);
}

/* ----------------------------------------------------------------- description -- */

/* The description names every route of the server, and no other. */
static void test_description(void)
{
    char path[512], line[512];
    snprintf(path, sizeof path, "%s/web/api/api.txt", getenv("SOURCE"));
    FILE *const in = fopen(path, "r");
    int described = 0;
    OK(in != NULL);
    while (in && fgets(line, sizeof line, in)) {
        char method[8], route[256];
        if (sscanf(line, "route %7s %255s", method, route) != 2)
            continue;
        route[strcspn(route, "?")] = '\0';
        if (!strcmp(route, "/api/events"))
            continue; /* not a request with an answer: http.c */
        bool known = false;
        for (int i = 0; i < route_count; i++)
            known = known || (!strcmp(routes[i].method, method) && !strcmp(routes[i].path, route));
        OKF(known, "%s %s", method, route);
        described++;
    }
    if (in)
        fclose(in);
    EQ(described, route_count);
}

/* ---------------------------------------------------------------------- French -- */

/* What is wrong is said in both languages; nothing that is asked here is left in English. */
static void test_french(void)
{
    static const struct {
        const char *method, *path, *body;
    } bad[] = {
        { "GET", "/api/nowhere", "" },
        { "GET", "/api/games/0123456789ab", "" },
        { "GET", "/api/learn/random?spec=random:depth=99", "" },
        { "GET", "/api/learn/random?spec=random:depth=9,width=12", "" },
        { "GET", "/api/learn/walks/0", "" },
        { "GET", "/api/matches/99999", "" },
        { "GET", "/api/runs/nix", "" },
        { "POST", "/api/runs/nix/pause", "{}" },
        { "POST", "/api/runs", "{}" },
        { "POST", "/api/runs", "{\"game\":\"pig\"}" },
        { "POST", "/api/runs", "{\"game\":\"tictactoe\",\"net\":\"7x7\"}" },
        { "POST", "/api/runs", "{\"game\":\"tictactoe\",\"net\":\"512x40\"}" },
        { "POST", "/api/runs", "{\"game\":\"tictactoe\",\"gate\":\"perhaps\"}" },
        { "POST", "/api/runs", "{\"game\":\"tictactoe\",\"threads\":1000}" },
        { "POST", "/api/games",
          "{\"game\":\"tictactoe\",\"seats\":[\"human\",\"alphazero:net=nix@1\"]}" },
        { "GET", "/api/stored?count=many", "" },
        { "POST", "/api/games", "[]" },
        { "POST", "/api/games", "{}" },
        { "POST", "/api/games", "{\"game\":7}" },
        { "POST", "/api/games", "{\"game\":\"conect4\"}" },
        { "POST", "/api/games", "{\"game\":\"zzzzzzzzz\"}" },
        { "POST", "/api/games",
          "{\"game\":\"connect4\",\"seats\":[\"human\",\"human\",\"human\"]}" },
        { "POST", "/api/games", "{\"game\":\"connect4\",\"seats\":[\"human\",\"uman\"]}" },
        { "POST", "/api/games", "{\"game\":\"connect4\",\"seats\":[\"human\",\"level:11\"]}" },
        { "POST", "/api/games",
          "{\"game\":\"connect4\",\"seats\":[\"human\",\"alphabeta:dept=3\"]}" },
        { "POST", "/api/games",
          "{\"game\":\"connect4\",\"seats\":[\"human\",\"alphabeta:depth=no\"]}" },
        { "POST", "/api/games", "{\"game\":\"pig\",\"seats\":[\"human\",\"alphabeta\"]}" },
        { "POST", "/api/games", "{\"game\":\"connect4\",\"seats\":[\"human\",\"uci:cmd=true\"]}" },
        { "POST", "/api/games", "{\"game\":\"connect4\",\"moves\":\"44444449\"}" },
        { "POST", "/api/games", "{\"game\":\"connect4\",\"options\":\"size=99x99\"}" },
        { "POST", "/api/games", "{\"text\":\"what is this?\"}" },
        { "POST", "/api/games", "{\"share\":\"what is this?\"}" },
        { "POST", "/api/learn/lesson", "{}" },
        { "POST", "/api/learn/lesson", "{\"tree\":\"max {\"}" },
        { "POST", "/api/learn/lesson", "{\"tree\":\"max { 1 2\"}" },
        { "POST", "/api/learn/lesson", "{\"tree\":\"max { 1 2 }\",\"search\":\"maxm\"}" },
        { "POST", "/api/learn/lesson", "{\"tree\":\"max { 1 2 }\",\"search\":\"random\"}" },
        { "POST", "/api/learn/lesson",
          "{\"tree\":\"max { chance { 1: 1 1: 2 } 2 }\",\"search\":\"minimax\"}" },
        { "POST", "/api/learn/lesson", "{\"game\":\"connect4\",\"search\":\"minimax:depth=9\"}" },
        { "POST", "/api/learn/walks", "{\"game\":\"connect4\",\"search\":\"mcts\"}" },
        { "POST", "/api/matches", "{\"game\":\"connect4\"}" },
        { "POST", "/api/matches", "{\"game\":\"connect4\",\"players\":[\"mcts\",\"random\"]}" },
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const bool posts = !strcmp(bad[i].method, "POST");
        struct reply english =
            posts ? post(bad[i].path, "%s", bad[i].body) : get("%s", bad[i].path);
        client_headers = "Accept-Language: fr\r\n";
        struct reply french = posts ? post(bad[i].path, "%s", bad[i].body) : get("%s", bad[i].path);
        client_headers = "";
        OKF(english.status >= 400 && english.status == french.status &&
                *text_in(french.json, "error") &&
                strcmp(text_in(english.json, "error"), text_in(french.json, "error")) != 0,
            "%s %s: %d %s", bad[i].path, bad[i].body, english.status,
            text_in(french.json, "error"));
        reply_release(&english);
        reply_release(&french);
    }
    struct reply r = create("{\"game\":\"connect4\",\"seats\":[\"human\",\"level:2\"]}");
    OKF(!strncmp(text_in(r.json, "state.seats.1.about.0"), "level 2 of 10: ", 15), "%s",
        text_in(r.json, "state.seats.1.about.0"));
    OKF(!strncmp(text_in(r.json, "state.seats.1.about.1"), "niveau 2 sur 10 : ", 18), "%s",
        text_in(r.json, "state.seats.1.about.1"));
    reply_release(&r);
    /* Nothing of what the levels say is left in English. */
    static const char *const game[] = { "connect4", "go", "pig" };
    static const char *const english[] = { "level", "look", "move", "strength", "often", "rarely" };
    for (int i = 0; i < 3 * 10; i++) {
        char body[128];
        bool good = true;
        snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[\"human\",\"level:%d\"]}",
                 game[i / 10], 1 + i % 10);
        r = create(body);
        const char *const about = text_in(r.json, "state.seats.1.about.1");
        for (size_t k = 0; k < sizeof english / sizeof *english; k++)
            good &= *about && !strstr(about, english[k]);
        OKF(good, "%s", about);
        reply_release(&r);
    }
}

int main(void)
{
    if (!begin())
        return tap_done();
    test_description();
    test_stream();
    test_restart();
    test_french();
    return end();
}
