/* The deep search finds the value of plain minimax: each of its parts alone, all together,
 * with one thread and with four, in a table so small that positions push each other out. */
#include "random_tree.h"
#include "search/search.h"
#include "tap.h"

#include <stdlib.h>

enum { POSITIONS = 60, TREES = 300, MOST_FAILURES = 5, PARTS = 12 };

static const char *const part[PARTS] = { "pvs",     "aspiration", "killers",   "counters",
                                         "history", "order",      "internal",  "enhanced",
                                         "insight", "quiescence", "selective", "distance" };
/* What may see further than the depth, or guess. */
static const char beyond[] = "insight+quiescence+selective";

static struct zm_error error;
static int failures, compared;

static bool value_by(const struct zm_position *p, const char *spec, int depth,
                     struct zm_result *result)
{
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    const struct zm_limits limits = { .depth = depth };
    if (!search) {
        printf("# %s: %s\n", spec, error.text);
        return false;
    }
    search->together = 0; /* small as they are, all threads take part */
    const char *const wrong = zm_search_run(search, p, &limits, result, &error);
    zm_search_free(search);
    return !wrong;
}

static bool agrees(const struct zm_position *p, const char *spec, int depth,
                   const struct zm_result *wanted)
{
    struct zm_result got;
    compared++;
    if (value_by(p, spec, depth, &got) && fabs(got.value - wanted->value) < 1e-9 &&
        zm_position_legal(p, got.move) && (!got.exact || wanted->exact || fabs(got.value) > 0))
        return true;
    if (failures++ < MOST_FAILURES) {
        char text[2000];
        zm_position_write(p, text, sizeof text);
        printf("# %s %s depth %d: %s says %g%s, minimax %g%s\n", zm_position_game(p)->name, text,
               depth, spec, got.value, got.exact ? " exactly" : "", wanted->value,
               wanted->exact ? " exactly" : "");
    }
    return false;
}

/* All but `kept`, as the option `without` wants it. */
static void all_but(int kept, char out[256])
{
    struct zm_text t = { out, 256, 0 };
    for (int i = 0; i < PARTS; i++)
        if (i != kept)
            zm_print(&t, "%s%s", t.length ? "+" : "", part[i]);
}

/* `fixed`: a position has the same depth left wherever it is met. Elsewhere the table may
 * know it from a deeper search, and only values to the end of the game are compared. */
static bool compare(const struct zm_position *p, int depth, bool fixed)
{
    struct zm_result wanted;
    char without[256], spec[400];
    bool good = true;
    if (!value_by(p, "minimax", depth, &wanted))
        return false;
    for (int threads = 1; threads <= 4; threads += 3) {
        for (int i = -1; i < PARTS; i++) {
            const bool sees_further = i >= 0 && strstr(beyond, part[i]);
            if (!wanted.exact && (sees_further || !fixed))
                continue;
            all_but(i, without);
            snprintf(spec, sizeof spec, "alphabeta:hash=0.001,threads=%d,without=%s", threads,
                     without);
            good &= agrees(p, spec, depth, &wanted);
        }
        if (!wanted.exact && !fixed)
            continue;
        snprintf(spec, sizeof spec, "alphabeta:hash=0.01,threads=%d,without=%s", threads, beyond);
        good &= agrees(p, spec, depth, &wanted);
        snprintf(spec, sizeof spec, "alphabeta:hash=0.01,threads=%d", threads);
        good &= !wanted.exact || agrees(p, spec, depth, &wanted);
    }
    return good;
}

static void test_game(const char *name, const char *options, int depth, bool fixed)
{
    uint64_t seed = 0xE61E;
    bool good = true;
    const struct zm_game *const game = zm_game_open(name, options, &error);
    OKF(game != NULL, "%s: %s", name, game ? "" : error.text);
    compared = 0;
    for (int i = 0; game && i < POSITIONS; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        const int plies = (int)zm_random(&seed, (uint32_t)game->max_plies);
        for (int k = 0; k < plies && zm_position_turn(p) >= 0; k++) {
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        }
        if (zm_position_turn(p) < 0)
            zm_position_undo(p);
        good &= compare(p, 1 + (int)zm_random(&seed, (uint32_t)depth), fixed);
        zm_position_free(p);
    }
    OKF(good, "%s %s: %d searches", name, options ? options : "", compared);
    zm_game_close(game);
}

static void test_trees(void)
{
    static char text[RANDOM_TREE_TEXT];
    struct random_tree kind = { .players = 2, .width = 4, .estimates = true };
    bool good = true;
    compared = 0;
    for (uint64_t seed = 1; seed <= TREES && good; seed++) {
        kind.depth = 1 + (int)(seed % 5);
        random_tree(&kind, zm_mix(seed), text);
        const struct zm_game *const game = zm_game_open("tree", text, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        good = p && (zm_position_turn(p) < 0 || compare(p, 1 + (int)(seed % 7), true));
        zm_position_free(p);
        zm_game_close(game);
    }
    OKF(good, "random trees: %d searches", compared);
}

int main(void)
{
    test_game("tictactoe", NULL, 7, true);
    test_game("connect4", NULL, 6, true);
    test_game("nim", NULL, 5, false);
    test_game("othello", "size=4", 6, false);
    test_trees();
    return tap_done();
}
