/* The server over a real socket: games played to their end, everything that can be done to them,
 * texts, streams, matches, and games that survive a restart. */
#include "client.h"
#include "tap.h"

#include "server/request.h"
#include "server/server.h"

#include <sys/stat.h>

static struct server *server;
static struct zm_error error;
static char folder[] = "/tmp/zermelo-server-XXXXXX", store[64];

static bool start(struct server_limits most)
{
    struct server_settings settings = { .store = store, .most = most };
    const char *const plugin = getenv("KUHN");
    if (plugin)
        settings.plugin[settings.plugins++] = plugin;
    server = server_new(&settings, &error);
    if (!server)
        return false;
    const char *const port = strrchr(server_address(server), ':');
    return client_begin(atoi(port + 1));
}

static struct server_limits usual(void)
{
    struct server_limits most = server_usual_limits();
    most.rate = 100000;
    most.seconds = 2;
    most.workers = 2;
    most.matches = 2;
    return most;
}

/* --------------------------------------------------------------------- helpers -- */

static char id[64], key[2][64];

/* A new game; the state in the answer belongs to the caller. */
static struct reply create(const char *body)
{
    struct reply r = post("/api/games", "%s", body);
    snprintf(id, sizeof id, "%s", text_in(r.json, "id"));
    for (int i = 0; i < 2; i++) {
        char path[16];
        snprintf(path, sizeof path, "keys.%d", i);
        snprintf(key[i], sizeof key[i], "%s", text_in(r.json, path));
    }
    return r;
}

__attribute__((format(printf, 2, 3))) static struct reply command(const char *what,
                                                                  const char *format, ...)
{
    char path[128], body[4096];
    va_list args;
    va_start(args, format);
    vsnprintf(body, sizeof body, format, args);
    va_end(args);
    snprintf(path, sizeof path, "/api/games/%s/%s", id, what);
    return post(path, "%s", body);
}

/* The game, once the computer has nothing more to do. */
static struct reply settled(void)
{
    const double until = now() + 60;
    for (;;) {
        struct reply r = get("/api/games/%s", id);
        if (r.status != 200 || (!*text_in(r.json, "busy") && now() < until))
            return r;
        if (now() >= until) {
            reply_release(&r);
            return r;
        }
        reply_release(&r);
        nap(0.005);
    }
}

static bool is_null(json_t *it, const char *path)
{
    return json_is_null(inside(it, path));
}

static int plies(json_t *state)
{
    return (int)json_array_size(inside(state, "history"));
}

/* ----------------------------------------------------------------------- games -- */

/* A person against a level, the person choosing moves by lot, to the end. */
static void play_whole(const char *game, const char *options, const char *other)
{
    char body[256];
    unsigned seed = 7;
    snprintf(body, sizeof body, "{\"game\":\"%s\",\"options\":\"%s\",\"seats\":[\"human\"%s%s]}",
             game, options, *other ? "," : "", other);
    struct reply r = create(body);
    OKF(r.status == 200, "%s: %s", game, r.status == 200 ? "" : text_in(r.json, "error"));
    reply_release(&r);
    int moves = 0;
    for (; moves < 400; moves++) {
        r = settled();
        if (!is_null(r.json, "result") || json_array_size(inside(r.json, "legal")) == 0)
            break;
        seed = seed * 1103515245 + 12345;
        const size_t n = json_array_size(inside(r.json, "legal"));
        char path[40];
        snprintf(path, sizeof path, "legal.%zu.move", (size_t)(seed >> 16) % n);
        struct reply moved = command("move", "{\"move\":\"%s\",\"ply\":%d}", text_in(r.json, path),
                                     (int)number_in(r.json, "board.ply"));
        const bool good = moved.status == 200;
        if (!good)
            OKF(good, "%s: %s", game, text_in(moved.json, "error"));
        reply_release(&moved);
        reply_release(&r);
        if (!good)
            return;
    }
    OKF(moves > 0 && !is_null(r.json, "result"), "%s ends, after %d of my moves", game, moves);
    SAME(text_in(r.json, "result.ending"), "rules");
    EQ(json_array_size(inside(r.json, "result.points")), number_in(r.json, "game.players"));
    EQ(number_in(r.json, "board.turn"), -2);
    EQ(number_in(r.json, "board.ply"), plies(r.json));
    reply_release(&r);
    r = command("move", "{\"move\":\"1\"}");
    EQ(r.status, 409);
    reply_release(&r);
    r = command("close", "{}");
    EQ(r.status, 200);
    reply_release(&r);
    r = get("/api/games/%s", id);
    EQ(r.status, 404);
    reply_release(&r);
}

static void test_whole_games(void)
{
    play_whole("tictactoe", "", "\"level:10\"");
    play_whole("connect4", "size=5x4", "\"mcts:sims=50\"");
    play_whole("othello", "size=6", "\"level:2\"");
    play_whole("go", "size=5", "\"random\"");
    play_whole("gomoku", "size=7", "\"level:1\"");
    play_whole("mnk", "rows=3 columns=3 line=3 players=3", "\"random\",\"level:1\"");
    play_whole("nim", "", "\"alphabeta:depth=4\"");
    play_whole("pig", "goal=20", "\"level:3\"");
}

/* What a perfect player of tic-tac-toe says is true: nobody wins. */
static void test_computers(void)
{
    struct reply r = create("{\"game\":\"tictactoe\",\"seats\":[\"alphabeta\",\"level:10\"]}");
    EQ(r.status, 200);
    reply_release(&r);
    const double until = now() + 30;
    do {
        reply_release(&r);
        nap(0.02);
        r = get("/api/games/%s", id);
    } while (is_null(r.json, "result") && now() < until);
    EQ(number_in(r.json, "result.winner"), -1);
    EQ(plies(r.json), 9);
    bool exact = false;
    for (size_t i = 0; i < json_array_size(inside(r.json, "points")); i++) {
        json_t *const point = json_array_get(inside(r.json, "points"), i);
        if (!strcmp(text_in(point, "by"), "alphabeta") && !strcmp(text_in(point, "kind"), "exact"))
            exact = number_in(point, "value") == 0 && number_in(point, "score") == 0.5;
    }
    OK(exact);
    reply_release(&r);
}

static void test_commands(void)
{
    struct reply r = create("{\"game\":\"connect4\",\"seats\":[\"human\",\"human\"]}");
    SAME(text_in(r.json, "state.board.cells"), "..........................................");
    SAME(text_in(r.json, "state.game.grid.columnNames.6"), "7");
    EQ(number_in(r.json, "state.legal.0.cells.0") >= 0, 1);
    reply_release(&r);
    for (int i = 0; i < 3; i++) {
        r = command("move", "{\"move\":\"4\"}");
        EQ(r.status, 200);
        reply_release(&r);
    }
    r = command("undo", "{}");
    EQ(number_in(r.json, "board.ply"), 2);
    EQ(plies(r.json), 3);
    SAME(text_in(r.json, "share"), "connect4~~~4.4");
    reply_release(&r);
    r = command("redo", "{}");
    EQ(number_in(r.json, "board.ply"), 3);
    SAME(text_in(r.json, "share"), "connect4~~~4.4.4");
    reply_release(&r);
    r = command("redo", "{}");
    EQ(r.status, 409);
    SAME(text_in(r.json, "error"), "there is no move to play again");
    reply_release(&r);
    r = command("goto", "{\"ply\":1}");
    EQ(number_in(r.json, "board.ply"), 1);
    reply_release(&r);
    r = command("goto", "{\"ply\":9}");
    EQ(r.status, 422);
    reply_release(&r);
    /* Another move makes another line. */
    r = command("move", "{\"move\":\"1\"}");
    EQ(plies(r.json), 2);
    reply_release(&r);
    r = command("move", "{\"move\":\"9\"}");
    EQ(r.status, 422);
    OKF(strstr(text_in(r.json, "error"), "9"), "%s", text_in(r.json, "error"));
    reply_release(&r);
    r = command("move", "{\"move\":\"1\",\"ply\":7}");
    EQ(r.status, 409);
    reply_release(&r);
    r = command("swap", "{}");
    EQ(r.status, 200);
    reply_release(&r);
    r = command("seats", "{\"seats\":[\"human\",\"levle:3\"]}");
    EQ(r.status, 422);
    OKF(strstr(text_in(r.json, "error"), "did you mean level?"), "%s", text_in(r.json, "error"));
    reply_release(&r);
    r = command("seats", "{\"seats\":[\"human\",\"gtp:cmd=touch /tmp/owned\"]}");
    EQ(r.status, 422);
    reply_release(&r);
    r = command("seats", "{\"seats\":[\"human\",\"alphabeta:hash=100000\"]}");
    EQ(r.status, 422);
    reply_release(&r);
    r = command("pause", "{\"on\":true}");
    OK(json_is_true(inside(r.json, "paused")));
    reply_release(&r);
    r = command("move", "{\"move\":\"1\"}");
    EQ(r.status, 409);
    reply_release(&r);
    r = command("pause", "{\"on\":false}");
    reply_release(&r);
    r = get("/api/games/%s/at?ply=1", id);
    EQ(number_in(r.json, "ply"), 1);
    SAME(text_in(r.json, "cells"), "......................................x...");
    reply_release(&r);
    r = get("/api/games/%s/line?ply=0&moves=4%%204%%205", id);
    EQ(json_array_size(inside(r.json, "boards")), 3);
    SAME(text_in(r.json, "boards.2.cells"), "...............................o......xx..");
    reply_release(&r);
    r = get("/api/games/%s/line?moves=zz", id);
    EQ(r.status, 422);
    reply_release(&r);
    r = get("/api/games/%s/record?format=pgn", id);
    OK(r.body && strstr(r.body, "[Game \"connect4\"]") && strstr(r.body, "1. 4 1"));
    reply_release(&r);
    r = command("resign", "{}");
    SAME(text_in(r.json, "result.ending"), "resigned");
    reply_release(&r);
    r = command("restart", "{}");
    EQ(plies(r.json), 0);
    OK(is_null(r.json, "result"));
    reply_release(&r);
}

/* Against a computer, taking back goes to one's own last decision; and whoever takes back one
 * move of the computer does not see it play at once again. */
static void test_takeback(void)
{
    struct reply r = create("{\"game\":\"tictactoe\",\"seats\":[\"human\",\"level:10\"]}");
    reply_release(&r);
    r = command("move", "{\"move\":\"a1\"}");
    reply_release(&r);
    r = settled();
    EQ(number_in(r.json, "board.ply"), 2);
    reply_release(&r);
    r = command("takeback", "{}");
    EQ(number_in(r.json, "board.ply"), 0);
    reply_release(&r);
    r = command("move", "{\"move\":\"b2\"}");
    reply_release(&r);
    r = settled();
    reply_release(&r);
    r = command("undo", "{}");
    EQ(number_in(r.json, "board.ply"), 1);
    OK(json_is_true(inside(r.json, "paused")));
    reply_release(&r);
}

/* Every value of the first move of tic-tac-toe is a draw, and known for certain. */
static void test_analysis(void)
{
    struct reply r =
        create("{\"game\":\"tictactoe\",\"seats\":[\"human\",\"human\"],\"analyse\":true}");
    reply_release(&r);
    r = settled();
    SAME(text_in(r.json, "thinking.kind"), "exact");
    EQ(number_in(r.json, "thinking.value"), 0);
    EQ(number_in(r.json, "thinking.wdl.1"), 1);
    EQ(json_array_size(inside(r.json, "thinking.moves")), 9);
    for (int i = 0; i < 9; i++) {
        char path[40];
        snprintf(path, sizeof path, "thinking.moves.%d.value", i);
        EQ(number_in(r.json, path), 0);
    }
    reply_release(&r);
    r = command("hint", "{}");
    EQ(r.status, 200);
    reply_release(&r);
    r = settled();
    OK(*text_in(r.json, "hint.move"));
    reply_release(&r);
    /* a1 b1? loses: X b2, O c3, X a3 and two threats. The graph and the mistakes say so. */
    const char *const move[] = { "a1", "b1", "b2", "c3" };
    for (int i = 0; i < 4; i++) {
        r = command("move", "{\"move\":\"%s\"}", move[i]);
        EQ(r.status, 200);
        reply_release(&r);
        r = settled();
        reply_release(&r);
    }
    r = settled();
    EQ(json_array_size(inside(r.json, "points")), 5);
    EQ(number_in(r.json, "points.0.value"), 0);
    EQ(number_in(r.json, "points.2.value"), 1);
    EQ(json_array_size(inside(r.json, "mistakes")), 1);
    EQ(number_in(r.json, "mistakes.0.ply"), 1);
    SAME(text_in(r.json, "mistakes.0.move"), "b1");
    SAME(text_in(r.json, "mistakes.0.better"), "b2");
    EQ(number_in(r.json, "mistakes.0.before"), 0);
    EQ(number_in(r.json, "mistakes.0.after"), -1);
    reply_release(&r);
}

/* Teaching: the computer waits with its answer to a blunder until it is taken back or kept. */
static void test_teaching(void)
{
    struct reply r = create("{\"game\":\"tictactoe\",\"seats\":[\"level:10\",\"human\"],"
                            "\"moves\":\"a1\",\"teach\":true}");
    EQ(r.status, 200);
    reply_release(&r);
    r = command("move", "{\"move\":\"b1\"}");
    reply_release(&r);
    r = settled();
    EQ(number_in(r.json, "offer.ply"), 1);
    SAME(text_in(r.json, "offer.better"), "b2");
    EQ(plies(r.json), 2);
    reply_release(&r);
    r = command("takeback", "{}");
    OK(is_null(r.json, "offer"));
    reply_release(&r);
    r = command("move", "{\"move\":\"b2\"}");
    reply_release(&r);
    r = settled();
    OK(is_null(r.json, "offer"));
    EQ(plies(r.json), 3);
    reply_release(&r);
}

static void test_clock(void)
{
    struct reply r = create("{\"game\":\"tictactoe\",\"seats\":[\"human\",\"human\"],"
                            "\"clock\":{\"seconds\":1,\"increment\":0}}");
    EQ(number_in(r.json, "state.clock.running"), 0);
    reply_release(&r);
    const double until = now() + 10;
    do {
        nap(0.1);
        reply_release(&r);
        r = get("/api/games/%s", id);
    } while (is_null(r.json, "result") && now() < until);
    SAME(text_in(r.json, "result.ending"), "time");
    EQ(number_in(r.json, "result.loser"), 0);
    EQ(number_in(r.json, "result.winner"), 1);
    EQ(number_in(r.json, "clock.left.0"), 0);
    reply_release(&r);
}

/* ---------------------------------------------------------------------- hidden -- */

/* Kuhn poker: nobody is told the other's card, by no way. */
static void test_hidden(void)
{
    if (!getenv("KUHN"))
        return;
    struct reply r = create("{\"game\":\"kuhn\",\"seats\":[\"human\",\"human\"]}");
    EQ(r.status, 200);
    EQ(number_in(r.json, "state.viewer"), 0);
    reply_release(&r);
    char seen[2][256];
    for (int i = 0; i < 2; i++) {
        r = get("/api/games/%s?key=%s", id, key[i]);
        snprintf(seen[i], sizeof seen[i], "%s", text_in(r.json, "board.text"));
        EQ(json_array_size(inside(r.json, "legal")), i == 0 ? 2 : 0);
        OK(is_null(r.json, "history.0.move") && is_null(r.json, "history.1.move"));
        SAME(text_in(r.json, "share"), "");
        reply_release(&r);
    }
    OK(*seen[0] && *seen[1] && strcmp(seen[0], seen[1]) != 0);
    r = get("/api/games/%s", id);
    SAME(text_in(r.json, "board.text"), "");
    EQ(json_array_size(inside(r.json, "legal")), 0);
    reply_release(&r);
    r = get("/api/games/%s?key=%s", id, "0123456789abcdef0123456789abcdef");
    EQ(r.status, 403);
    reply_release(&r);
    const char *const refused[] = { "record?format=zermelo", "line?moves=bet", "tree" };
    for (int i = 0; i < 3; i++) {
        r = get("/api/games/%s/%s", id, refused[i]);
        EQ(r.status, 409);
        reply_release(&r);
    }
    r = command("move", "{\"move\":\"bet\"}");
    EQ(r.status, 403);
    reply_release(&r);
    r = command("move", "{\"move\":\"bet\",\"key\":\"%s\"}", key[1]);
    EQ(r.status, 403);
    reply_release(&r);
    r = command("move", "{\"move\":\"bet\",\"key\":\"%s\"}", key[0]);
    EQ(r.status, 200);
    reply_release(&r);
    r = command("undo", "{\"key\":\"%s\"}", key[0]);
    EQ(r.status, 409);
    reply_release(&r);
    r = command("move", "{\"move\":\"pass\",\"key\":\"%s\"}", key[1]);
    SAME(text_in(r.json, "result.ending"), "rules");
    OK(*text_in(r.json, "history.0.move")); /* now everything may be seen */
    reply_release(&r);
}

/* ----------------------------------------------------------------------- texts -- */

static void reads(const char *text, const char *hint, const char *game, int moves)
{
    json_t *const body = json_pack("{s:s}", "text", text);
    if (hint)
        json_object_set_new(body, "game", json_string(hint));
    char *const dumped = json_dumps(body, 0);
    struct reply r = create(dumped);
    OKF(r.status == 200 && !strcmp(text_in(r.json, "state.game.game"), game) &&
            plies(inside(r.json, "state")) == moves,
        "%.30s: %s, %d moves%s", text, text_in(r.json, "state.game.game"),
        plies(inside(r.json, "state")), text_in(r.json, "error"));
    reply_release(&r);
    free(dumped);
    json_decref(body);
}

static void test_texts(void)
{
    reads("zermelo record 1\ngame: tictactoe\nmoves:\n 1. b2 a1\nresult: unfinished\n", NULL,
          "tictactoe", 2);
    reads("(;GM[1]FF[4]SZ[9];B[ee];W[cc])", "othello", "go", 2);
    reads("(;GM[Othello]PC[x]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- "
          "-------- -------- *]B[f5]W[d6];)",
          NULL, "othello", 2);
    reads("[Event \"?\"]\n[Game \"connect4\"]\n\n1. 4 4 2. 5 *\n", NULL, "connect4", 3);
    reads("444", "connect4", "connect4", 3);
    reads("f5d6c3", NULL, "othello", 3);
    reads(".../.X./..O", "tictactoe", "tictactoe", 0);
    struct reply r = create("{\"text\":\"what is this?\"}");
    EQ(r.status, 422);
    reply_release(&r);
    /* A record must not make the server open a file. */
    r = create(
        "{\"text\":\"zermelo record 1\\ngame: ./evil.so\\nmoves:\\nresult: unfinished\\n\"}");
    EQ(r.status, 422);
    OKF(strstr(text_in(r.json, "error"), "not loaded"), "%s", text_in(r.json, "error"));
    reply_release(&r);
    r = create("{\"game\":\"/etc/passwd\"}");
    EQ(r.status, 422);
    reply_release(&r);
    /* Shared and read again. */
    r = create("{\"game\":\"nim\",\"options\":\"heaps=3,4\",\"seats\":[\"human\",\"human\"]}");
    struct reply moved =
        command("move", "{\"move\":\"%s\"}", text_in(r.json, "state.legal.0.move"));
    char *const share = strdup(text_in(moved.json, "share"));
    char *const board = strdup(text_in(moved.json, "board.text"));
    reply_release(&moved);
    reply_release(&r);
    char *body = NULL;
    if (asprintf(&body, "{\"share\":\"%s\"}", share) < 0)
        return;
    r = create(body);
    OKF(*share && !strcmp(text_in(r.json, "state.share"), share), "%s", share);
    SAME(text_in(r.json, "state.board.text"), board);
    reply_release(&r);
    free(body);
    free(share);
    free(board);
}

/* ---------------------------------------------------------------------- stream -- */

struct stream {
    int fd;
    char *text;
    size_t length, room;
};

static struct stream stream_open(const char *client)
{
    struct stream s = { .fd = client_connect(), .room = 1 << 16 };
    char request[256];
    s.text = calloc(1, s.room);
    snprintf(request, sizeof request,
             "GET /api/events?client=%s HTTP/1.1\r\nHost: localhost\r\n\r\n", client);
    client_send(s.fd, request, strlen(request));
    return s;
}

static void stream_close(struct stream *s)
{
    if (s->fd >= 0)
        close(s->fd);
    free(s->text);
    *s = (struct stream){ .fd = -1 };
}

/* Until this was heard, counted from `from`. */
static bool hears(struct stream *s, const char *what, size_t from)
{
    const double until = now() + 20;
    while (now() < until) {
        if (s->length >= from && strstr(s->text + from, what))
            return true;
        if (s->room - s->length < (1 << 15)) {
            s->room *= 2;
            s->text = realloc(s->text, s->room);
        }
        const ssize_t n = client_read(s->fd, s->text + s->length, s->room - s->length - 1, 0.1);
        if (n < 0)
            return s->length >= from && strstr(s->text + from, what);
        s->length += (size_t)n;
        s->text[s->length] = '\0';
    }
    return false;
}

/* The last chunk has come: the stream is over, though not the connection. */
static bool is_cut(struct stream *s)
{
    return hears(s, "\r\n0\r\n\r\n", 0);
}

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

/* --------------------------------------------------------------------- matches -- */

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

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    snprintf(store, sizeof store, "%s/store.db", folder);
    OKF(start(usual()), "%s", error.text);
    if (!server)
        return tap_done();
    test_description();
    test_whole_games();
    test_computers();
    test_commands();
    test_takeback();
    test_analysis();
    test_teaching();
    test_clock();
    test_hidden();
    test_texts();
    test_stream();
    test_match();
    test_match_pause();
    test_restart();
    server_free(server);
    char command_line[128];
    snprintf(command_line, sizeof command_line, "rm -r %s", folder);
    OK(system(command_line) == 0);
    return tap_done();
}
