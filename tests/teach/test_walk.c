/* Walks: the deep search watched visits just what it visits unwatched, every position is
 * counted once, whatever the memory; folding answers soon and loses nothing. */
#include "base/clock.h"
#include "tap.h"
#include "teach/walk.h"
#include "teach/walk_json.h"

#include <stdlib.h>

static const struct zm_game *game;
static struct zm_position *p;

static void begin(const char *name, const char *options, const char *moves)
{
    struct zm_error error = { "" };
    game = zm_game_open(name, options, &error);
    p = zm_position_new(game, &error);
    OKF(!zm_position_play_text(p, moves, &error), "%s %s", name, error.text);
}

static void end(void)
{
    zm_position_free(p);
    zm_game_close(game);
}

/* 1. A finished node ends where its children do. 2. It counts itself and, unless some were
 * dropped, its children. */
static bool sound(const struct walk *w, bool whole)
{
    for (uint32_t n = 0; n < w->count; n++) {
        uint64_t sum = n > 0;
        uint32_t c = n + 1;
        for (; c < n + w->node[n].size; c += w->node[c].size) {
            if (w->node[c].ply != w->node[n].ply + 1)
                return false;
            sum += w->node[c].total;
        }
        if (c != n + w->node[n].size || sum > w->node[n].total ||
            (whole && sum != w->node[n].total))
            return false;
    }
    return w->node[0].size == w->count;
}

/* Marks: parents first, in the order of the visits, children together as large as their parent
 * less itself. */
static bool folded(const struct walk *w, uint32_t n, int most)
{
    struct walk_mark *const list = malloc((size_t)most * sizeof *list);
    uint64_t *const sum = calloc((size_t)most, sizeof *sum);
    const int count = walk_fold(w, n, most, list);
    bool right = count >= 1 && count <= most && list[0].node == n && list[0].parent < 0;
    for (int i = 1; i < count && right; i++) {
        const int parent = list[i].parent;
        right = parent >= 0 && parent < i && list[i].ply == list[parent].ply + 1 &&
                list[i].before == sum[parent] &&
                (list[i].rest || list[i].total == w->node[list[i].node].total);
        sum[parent] += list[i].total;
    }
    for (int i = 0; i < count && right; i++)
        right = sum[i] == 0 || sum[i] == list[i].total - (list[i].node > 0);
    free(list);
    free(sum);
    return right;
}

static uint64_t nodes_unwatched(const char *spec, const struct zm_limits *limits, zm_move *move)
{
    struct zm_error error;
    struct zm_result result;
    struct zm_search *const search = zm_search_new(game, spec, &error);
    const char *const wrong = zm_search_run(search, p, limits, &result, &error);
    zm_search_free(search);
    *move = wrong ? ZM_NO_MOVE : result.move;
    return wrong ? 0 : result.nodes;
}

static void check(const char *spec, int depth)
{
    struct zm_error error = { "" };
    const struct zm_limits limits = { .depth = depth };
    struct walk w;
    zm_move move;
    const uint64_t nodes = nodes_unwatched(spec, &limits, &move);
    if (!OKF(!walk_begin(&w, p, spec, &limits, 64, NULL, &error), "%s %s: %s", game->name, spec,
             error.text))
        return;
    OKF(w.node[0].total == nodes && w.result.nodes == nodes && w.result.move == move,
        "%s %s: %u of %llu nodes walked", game->name, spec, w.node[0].total,
        (unsigned long long)nodes);
    OKF(w.least == 1 && sound(&w, true), "%s %s: a sound tree of %u", game->name, spec, w.count);
    for (int most = 3; most < 3000; most = most * 2 + 1)
        OKF(folded(&w, 0, most) && folded(&w, 1, most) && folded(&w, w.count / 2, most),
            "folded to %d", most);
    const uint32_t count = w.count, total = w.node[0].total;
    walk_end(&w);
    /* With hardly any memory small things are lost, but nothing is miscounted. */
    if (count < 20000)
        return;
    if (!OK(!walk_begin(&w, p, spec, &limits, 0.1, NULL, &error)))
        return;
    OKF(w.node[0].total == total && w.least > 1 && sound(&w, false) && w.count <= w.room,
        "%s %s: %u of %u nodes kept, from %u on", game->name, spec, w.count, count, w.least);
    OK(folded(&w, 0, 1000) && folded(&w, 1, 1000) && folded(&w, w.count / 2, 100));
    walk_end(&w);
}

static void test_searches(void)
{
    begin("connect4", NULL, "444");
    check("alphabeta", 7);
    check("alphabeta:without=all", 5);
    check("alphabeta:form=negamax", 6);
    check("minimax", 4);
    end();
    begin("othello", NULL, "f5");
    check("alphabeta", 6);
    end();
    begin("gomoku", "size=7", "d4");
    check("alphabeta:without=insight", 3);
    end();
    begin("tictactoe", NULL, "");
    check("alphabeta", 9);
    check("minimax", 9);
    end();
    begin("pig", NULL, "");
    check("expectiminimax", 4);
    end();
    begin("mnk", "rows=4 columns=4 line=3 players=3", "");
    check("maxn", 3);
    check("paranoid", 3);
    end();
}

/* A tree of a thousand children everywhere and one very deep line: steps told by hand. */
static void test_shapes(void)
{
    struct zm_error error;
    struct walk w;
    begin("tictactoe", NULL, "");
    OK(!walk_open_memory(&w, p, 1, &error));
    walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_ENTER, .alpha = -9, .beta = 9 });
    for (int i = 0; i < 1000; i++) {
        walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_MOVE, .move = (zm_move)i });
        for (int k = 0; k < 1000; k++) {
            walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_MOVE, .move = (zm_move)k });
            walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_LEAF });
        }
        walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_RETURN });
    }
    walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_RETURN, .value = 9 });
    w.node[0].size = w.count;
    EQ(w.node[0].total, 1 + 1000 + 1000000);
    OK(w.node[1].flags & WALK_HIGH);
    OK(sound(&w, false) && folded(&w, 0, 1000) && folded(&w, 1, 50));
    walk_end(&w);
    OK(!walk_open_memory(&w, p, 1, &error));
    walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_ENTER, .alpha = -9, .beta = 9 });
    for (int i = 0; i < 100000; i++)
        walk_step(&w, &(struct zm_step){ .kind = ZM_STEP_MOVE, .move = 1 });
    OKF(w.no_memory, "a line too deep is given up, not followed into the void");
    walk_end(&w);
    end();
}

static void test_json(void)
{
    struct zm_error error;
    struct walk w;
    char *text = NULL;
    size_t length;
    begin("connect4", NULL, "444");
    const struct zm_limits limits = { .depth = 6 };
    OK(!walk_begin(&w, p, "alphabeta", &limits, 16, NULL, &error));
    FILE *const out = open_memstream(&text, &length);
    OK(walk_json(&(struct json){ .out = out }, NULL, &w, 0, 200));
    OK(!walk_json(&(struct json){ .out = out }, NULL, &w, w.count, 200));
    fclose(out);
    OK(strstr(text, "\"by\":\"step\"") && strstr(text, "\"move\":\"4\"") &&
       strstr(text, "\"kind\":\"high\"") && strstr(text, "\"rest\":"));
    free(text);
    walk_end(&w);
    SAME(walk_begin(&w, p, "mcts", NULL, 1, NULL, &error),
         "mcts does not walk through a tree node by node");
    end();
}

/* `test_walk speed`: how long folding takes after a search of ten million nodes. */
static void speed(void)
{
    struct zm_error error;
    struct walk w;
    begin("connect4", NULL, "");
    const struct zm_limits limits = { .nodes = 10000000 };
    const double start = clock_now();
    OK(!walk_begin(&w, p, "alphabeta:hash=1", &limits, 256, NULL, &error));
    const double searched = clock_now();
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);
    walk_json(&(struct json){ .out = out }, NULL, &w, 0, 1000);
    fclose(out);
    printf("# %u nodes in %.2f s, %u kept (%zu MB); 1000 marks as %zu bytes of JSON in %.2f ms\n",
           w.node[0].total, searched - start, w.count, w.count * sizeof *w.node >> 20, length,
           1000 * (clock_now() - searched));
    free(text);
    walk_end(&w);
    end();
}

int main(int argc, char *argv[])
{
    if (argc > 1 && !strcmp(argv[1], "speed")) {
        speed();
        return tap_done();
    }
    test_searches();
    test_shapes();
    test_json();
    return tap_done();
}
