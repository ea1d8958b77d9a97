/* Star1 and Star2 find what plain expectiminimax finds, on thousands of random trees and on
 * positions of Pig, and look at less. */
#include "random_tree.h"
#include "tap.h"

#include <zermelo/zermelo.h>

static struct zm_error error;

static const char *const pruned[] = {
    "prune=star1",
    "prune=star2",
    "prune=star1,order=best",
    "prune=star2,order=best",
    "prune=star2,order=worst",
    "prune=star2,order=random,seed=7",
};
enum { PRUNED = sizeof pruned / sizeof *pruned };

static uint64_t plain_leaves, leaves[PRUNED], compared;

static bool ask(const struct zm_position *p, const char *options, int depth,
                struct zm_result *result)
{
    char spec[128];
    snprintf(spec, sizeof spec, "expectiminimax:%s", options);
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    const struct zm_limits limits = { .depth = depth };
    const bool good = search && !zm_search_run(search, p, &limits, result, &error);
    zm_search_free(search);
    return good;
}

/* What a move is worth by the plain search. */
static double worth(const struct zm_position *p, zm_move m, int depth)
{
    struct zm_position *const child = zm_position_copy(p, &error);
    struct zm_result result = { .value = NAN };
    const int me = zm_position_turn(p);
    zm_position_play(child, m, &error);
    const int turn = zm_position_turn(child);
    double value = NAN;
    if (turn == ZM_OVER)
        value = zm_position_payoff(child, me);
    else if (turn >= 0 && depth > 1 && ask(child, "prune=none", depth - 1, &result))
        value = result.values[me];
    zm_position_free(child);
    return value;
}

static bool alike(const struct zm_position *p, int depth)
{
    struct zm_result plain;
    bool good = ask(p, "prune=none", depth, &plain);
    plain_leaves += plain.leaves;
    compared++;
    for (int i = 0; i < PRUNED && good; i++) {
        struct zm_result result;
        good = ask(p, pruned[i], depth, &result) && fabs(result.value - plain.value) < 1e-9 &&
               result.exact >= plain.exact; /* pruning may miss the horizon */
        leaves[i] += result.leaves;
        /* Another move may be as good, but none that is not. */
        const double value = good ? worth(p, result.move, depth) : 0;
        good = good && !(fabs(value - plain.value) > 1e-9);
        if (!good)
            printf("# %s: %.17g by %s, %.17g without (depth %d; %s)\n",
                   zm_game_options(zm_position_game(p)), result.value, pruned[i], plain.value,
                   depth, error.text);
    }
    return good;
}

static void test_trees(const char *about, struct random_tree kind, int seeds)
{
    static char text[RANDOM_TREE_TEXT];
    bool good = true;
    for (int seed = 1; seed <= seeds && good; seed++) {
        kind.depth = 2 + seed % 4;
        random_tree(&kind, (uint64_t)seed, text);
        const struct zm_game *const game = zm_game_open("tree", text, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        good = p && alike(p, 0);
        for (int depth = 1; depth < kind.depth && kind.estimates && good; depth++)
            good = alike(p, depth);
        zm_position_free(p);
        zm_game_close(game);
    }
    OKF(good, "%s", about);
}

static void test_pig(void)
{
    const struct zm_game *const game = zm_game_open("pig", "goal=30", &error);
    uint64_t seed = 3;
    bool good = true;
    for (int i = 0; i < 40 && good; i++) {
        char text[64];
        const int sum = 2 + (int)zm_random(&seed, 12);
        struct zm_position *const p = zm_position_new(game, &error);
        snprintf(text, sizeof text, "%u-%u+%d %u", 2 + zm_random(&seed, 16),
                 2 + zm_random(&seed, 26), sum, 1 + zm_random(&seed, 2));
        if (!zm_position_read(p, text, &error))
            good = alike(p, 3 + i % 4);
        zm_position_free(p);
    }
    OKF(good, "positions of Pig");
    zm_game_close(game);
}

/* What there is to be saved where it matters: 20 moves, 21 rolls, 20 answers, as in backgammon. */
static void test_backgammon_like(void)
{
    enum { MOVES = 20, ROLLS = 21, TREES = 5 };
    static char text[RANDOM_TREE_TEXT];
    uint64_t plain = 0, star1 = 0, best = 0, random = 0, seed = 11;
    for (int i = 0; i < TREES; i++) {
        struct zm_text t = { text, sizeof text, 0 };
        struct zm_result result;
        zm_print(&t, "max {");
        for (int m = 0; m < MOVES; m++) {
            zm_print(&t, "chance {");
            for (int roll = 0; roll < ROLLS; roll++) {
                zm_print(&t, "%d: min {", roll < 6 ? 1 : 2);
                for (int answer = 0; answer < MOVES; answer++)
                    zm_print(&t, "%d ", (int)zm_random(&seed, 201) - 100);
                zm_print(&t, "}");
            }
            zm_print(&t, "}");
        }
        zm_print(&t, "}");
        const struct zm_game *const game = zm_game_open("tree", text, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        OKF(p, "%s", p ? "" : error.text);
        if (!p)
            return;
        ask(p, "prune=none", 0, &result);
        plain += result.leaves;
        ask(p, "prune=star1", 0, &result);
        star1 += result.leaves;
        ask(p, "prune=star2,order=best", 0, &result);
        best += result.leaves;
        ask(p, "prune=star2,order=random", 0, &result);
        random += result.leaves;
        zm_position_free(p);
        zm_game_close(game);
    }
    printf("# of %llu leaves: Star1 %.1f %%, Star2 %.1f %%, with the best move first %.1f %%\n",
           (unsigned long long)plain, 100.0 * (double)star1 / (double)plain,
           100.0 * (double)random / (double)plain, 100.0 * (double)best / (double)plain);
    EQ(plain, (uint64_t)TREES * MOVES * ROLLS * MOVES);
    /* Ballard 1983 and Hauk, Buro & Schaeffer 2004: about a tenth with perfect order, 57 to 95
     * percent with random order. */
    OK(best * 100 < plain * 15);
    OK(random * 100 < plain * 95);
    OK(star1 < plain);
}

static void test_options(void)
{
    const struct zm_game *const game = zm_game_open("pig", NULL, &error);
    OK(!zm_search_new(game, "expectiminimax:prune=star3", &error));
    SAME(error.text, "prune=star3: expected none or star1 or star2");
    zm_game_close(game);
}

int main(void)
{
    test_trees("trees in which the players take turns",
               (struct random_tree){ .players = 2, .alternate = true, .chance = true, .width = 4 },
               1000);
    test_trees("trees in which whoever comes moves, with estimates",
               (struct random_tree){ .players = 2, .chance = true, .estimates = true, .width = 4 },
               600);
    test_trees("trees of wins and losses",
               (struct random_tree){ .players = 2, .chance = true, .width = 5, .spread = 1 }, 600);
    test_trees("trees without chance", (struct random_tree){ .players = 2, .width = 4 }, 200);
    test_pig();
    for (int i = 0; i < PRUNED; i++) {
        printf("# %s: %.1f %% of the leaves of %llu searches\n", pruned[i],
               100.0 * (double)leaves[i] / (double)plain_leaves, (unsigned long long)compared);
        OK(leaves[i] < plain_leaves);
    }
    test_backgammon_like();
    test_options();
    return tap_done();
}
