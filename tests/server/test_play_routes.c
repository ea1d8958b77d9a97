/* Play over a real socket: games played to their end, everything that can be done to them, hidden
 * information, texts in any notation. */
#include "players.h"

#include "server/library.h"

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

/* While alpha-beta thinks every legal move has a value, of the best as an estimate (or exact), of
 * the others as bounds, none above the best. */
static void test_bounds(void)
{
    static const char client[] = "theclientofthebounds";
    struct stream s = stream_open(client);
    struct reply r = create("{\"game\":\"connect4\",\"seats\":[\"human\","
                            "\"alphabeta:depth=12,hash=8\"]}");
    reply_release(&r);
    r = post("/api/subscribe", "{\"client\":\"%s\",\"topics\":[\"game:%s\"]}", client, id);
    reply_release(&r);
    OK(hears(&s, "event: state", 0));
    const size_t before = s.length;
    r = command("move", "{\"move\":\"4\"}");
    reply_release(&r);
    OK(hears(&s, "\"done\":true", before));
    /* The last one that was told, on one line. */
    const char *told = NULL;
    for (const char *at = s.text + before; (at = strstr(at, "event: thinking")); at++)
        told = strstr(at, "data: ");
    json_t *const thinking = told ? json_loads(told + 6, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    OKF(thinking, "%.200s", told ? told : "");
    json_t *const moves = inside(thinking, "moves");
    EQ(json_array_size(moves), 7);
    int bounds = 0;
    bool below = true;
    for (size_t i = 0; i < json_array_size(moves); i++) {
        json_t *const one = json_array_get(moves, i);
        if (!strcmp(text_in(one, "kind"), "bound")) {
            bounds++;
            below &= number_in(one, "high") <= number_in(thinking, "value") + 1e-9;
            below &= number_in(one, "high") == number_in(one, "value");
        }
    }
    EQ(bounds, 6);
    OK(below);
    json_decref(thinking);
    stream_close(&s);
}

/* A search that is named is the one that is shown, even where a solver would know at once; and its
 * tree can be looked at when it is done. */
static void test_small_tree(void)
{
    struct reply r = create("{\"game\":\"tictactoe\",\"seats\":[\"human\",\"human\"]}");
    reply_release(&r);
    r = get("/api/games/%s/tree", id);
    EQ(r.status, 409);
    reply_release(&r);
    r = command("analyse", "{\"on\":true,\"by\":\"mcts:sims=3000\"}");
    EQ(r.status, 200);
    reply_release(&r);
    r = settled();
    OKF(!strncmp(text_in(r.json, "thinking.by"), "mcts", 4), "%s", text_in(r.json, "thinking.by"));
    reply_release(&r);
    r = get("/api/games/%s/tree?most=1000", id);
    EQ(r.status, 200);
    OK(number_in(r.json, "nodes.0.visits") >= 100);
    EQ(number_in(r.json, "nodes.0.parent"), -1);
    OK(json_array_size(inside(r.json, "nodes")) > 9);
    reply_release(&r);
    r = command("move", "{\"move\":\"b2\"}"); /* what was said of another position is gone */
    reply_release(&r);
    r = command("analyse", "{\"on\":false}");
    reply_release(&r);
    r = get("/api/games/%s/tree", id);
    OK(r.status == 409 || number_in(r.json, "ply") == 1);
    reply_release(&r);
}

/* A net that the command line named sits at the table; any other is a file that nobody opens. */
static void test_net(void)
{
    char body[1024];
    struct reply r = get("/api/library");
    int with = 0, offered = 0;
    size_t i;
    json_t *game;
    json_array_foreach(inside(r.json, "games"), i, game)
    {
        size_t k;
        json_t *search;
        with += json_array_size(inside(game, "nets")) > 0;
        json_array_foreach(inside(game, "searches"), k, search) offered +=
            !strcmp(json_string_value(search), "alphazero");
    }
    OKF(with == 1 && offered == 1, "%d games with a net, %d with alphazero", with, offered);
    reply_release(&r);
    snprintf(body, sizeof body,
             "{\"game\":\"tictactoe\",\"moves\":\"a1\",\"seats\":[\"human\","
             "\"alphazero:net=%s/data/tictactoe.net,sims=50\"]}",
             getenv("SOURCE"));
    r = create(body);
    OKF(r.status == 200, "%s", text_in(r.json, "error"));
    reply_release(&r);
    r = settled();
    EQ(plies(r.json), 2);
    SAME(text_in(r.json, "history.1.move"), "b2"); /* everything else loses */
    reply_release(&r);
    r = create("{\"game\":\"tictactoe\",\"seats\":[\"human\",\"alphazero:net=/etc/passwd\"]}");
    EQ(r.status, 422);
    reply_release(&r);
}

/* Nets that come with the program are there without being named. */
static void test_shipped_nets(void)
{
    char path[1024], nets[1000];
    const struct server_settings settings = { .port = 0 };
    snprintf(nets, sizeof nets, "%s/data", getenv("SOURCE"));
    snprintf(path, sizeof path, "%s/connect4.net", nets);
    setenv("ZERMELO_NETS", nets, 1);
    struct library *const library = library_new(&settings, &error);
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    char *const info = library ? library_info(library, game) : NULL;
    OK(library && library_has_net(library, path));
    OK(info && strstr(info, path) && strstr(info, "\"alphazero\""));
    OK(info && !strstr(info, "othello6.net"));
    setenv("ZERMELO_NETS", "", 1);
    free(info);
    zm_game_close(game);
    library_free(library);
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

int main(void)
{
    if (!begin())
        return tap_done();
    test_whole_games();
    test_computers();
    test_commands();
    test_takeback();
    test_analysis();
    test_bounds();
    test_small_tree();
    test_net();
    test_shipped_nets();
    test_teaching();
    test_clock();
    test_hidden();
    test_texts();
    return end();
}
