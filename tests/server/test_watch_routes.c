/* Watch over a real socket: matches begun, paused, resumed and stopped with the server; the games
 * of the store. */
#include "players.h"

static void test_match(void)
{
    struct reply r = post("/api/matches", "{\"game\":\"tictactoe\",\"players\":[\"level:10\","
                                          "\"random\"],\"games\":6,\"parallel\":2}");
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    const int match = (int)number_in(r.json, "id");
    EQ(number_in(r.json, "total"), 6);
    reply_release(&r);
    const double until = now() + 60;
    do {
        nap(0.05);
        reply_release(&r);
        r = get("/api/matches/%d", match);
    } while (is_null(r.json, "finished") && now() < until);
    EQ(number_in(r.json, "played"), 6);
    EQ(number_in(r.json, "table.0.player"), 0);
    EQ(number_in(r.json, "table.0.games"), 6);
    EQ(number_in(r.json, "cross.0.wins") + number_in(r.json, "cross.0.draws") +
           number_in(r.json, "cross.0.losses"),
       6);
    EQ(json_array_size(inside(r.json, "history")), 6);
    EQ(json_array_size(inside(r.json, "history.5.elo")), 2);
    reply_release(&r);
    r = get("/api/matches");
    EQ(number_in(r.json, "0.id"), match);
    SAME(text_in(r.json, "0.players.1"), "random");
    reply_release(&r);
    r = get("/api/stored?match=%d&player=rand&count=4", match);
    EQ(number_in(r.json, "total"), 6);
    EQ(json_array_size(inside(r.json, "games")), 4);
    const int stored = (int)number_in(r.json, "games.0.id"),
              moves = (int)number_in(r.json, "games.0.plies");
    reply_release(&r);
    r = get("/api/stored?player=nobody");
    EQ(number_in(r.json, "total"), 0);
    reply_release(&r);
    char body[64];
    snprintf(body, sizeof body, "{\"stored\":%d}", stored);
    r = create(body);
    EQ(plies(inside(r.json, "state")), moves);
    OK(strstr(text_in(r.json, "state.points.0.by"), "level:10") ||
       strstr(text_in(r.json, "state.points.0.by"), "random"));
    reply_release(&r);
    snprintf(body, sizeof body, "{\"stored\":%d,\"moves\":\"a1\"}", stored);
    r = create(body);
    EQ(r.status, 422);
    reply_release(&r);
    r = post("/api/matches", "{\"game\":\"tictactoe\",\"players\":[\"mcts\",\"random\"]}");
    EQ(r.status, 422);
    OKF(strstr(text_in(r.json, "error"), "has no limit"), "%s", text_in(r.json, "error"));
    reply_release(&r);
}

static void test_match_pause(void)
{
    struct reply r = post("/api/matches", "{\"game\":\"connect4\",\"players\":[\"mcts:sims=500\","
                                          "\"random\"],\"games\":100000}");
    EQ(r.status, 200);
    const int match = (int)number_in(r.json, "id");
    char path[64];
    reply_release(&r);
    nap(0.3);
    snprintf(path, sizeof path, "/api/matches/%d/resume", match);
    r = post(path, "{}");
    EQ(r.status, 409); /* it runs */
    reply_release(&r);
    snprintf(path, sizeof path, "/api/matches/%d/pause", match);
    r = post(path, "{}");
    EQ(r.status, 200);
    OK(json_is_false(inside(r.json, "running")));
    const double played = number_in(r.json, "played");
    reply_release(&r);
    r = post(path, "{}");
    EQ(r.status, 409);
    reply_release(&r);
    snprintf(path, sizeof path, "/api/matches/%d/resume", match);
    r = post(path, "{}");
    EQ(r.status, 200);
    OK(json_is_true(inside(r.json, "running")) && number_in(r.json, "played") >= played);
    reply_release(&r);
    /* Left running: the server ends it when it stops. */
}

int main(void)
{
    if (!begin())
        return tap_done();
    test_match();
    test_match_pause();
    return end();
}
