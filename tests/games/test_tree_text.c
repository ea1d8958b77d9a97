/* The text of explicit trees: what is read, and what every mistake is answered with. */
#include "random_tree.h"
#include "tap.h"

#include <zermelo/zermelo.h>

static const struct zm_game *open_tree(const char *text)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("tree", text, &error);
    if (!game)
        printf("# %s\n", error.text);
    return game;
}

/* The tree searched with `search`, or NAN. */
static double value_of(const char *text, const char *search)
{
    struct zm_error error;
    struct zm_result result = { .value = NAN };
    const struct zm_game *const game = open_tree(text);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    struct zm_search *const s = p ? zm_search_new(game, search, &error) : NULL;
    if (s && zm_search_run(s, p, NULL, &result, &error))
        result.value = NAN;
    zm_search_free(s);
    zm_position_free(p);
    zm_game_close(game);
    return result.value;
}

static void test_shapes(void)
{
    const struct zm_game *game = open_tree("max { 1 min { -7 2 3 } }");
    EQ(game->players, 2);
    EQ(game->max_moves, 3);
    EQ(game->max_plies, 2);
    EQ(game->max_payoff, 7);
    EQ(game->flags, ZM_ZERO_SUM | ZM_ALTERNATE);
    zm_game_close(game);
    game = open_tree("max { 1 max { 0 } chance { 1/2: 3  1/2: 4 } }");
    EQ(game->flags, ZM_ZERO_SUM | ZM_HAS_CHANCE);
    zm_game_close(game);
    game = open_tree("max { max { 3 } min { 4 } }");
    EQ(game->flags, ZM_ZERO_SUM);
    zm_game_close(game);
    game = open_tree("player 1 { (1, 2, 6) player 3 { (0, 0, 1) } }");
    EQ(game->players, 3);
    EQ(game->flags, 0);
    zm_game_close(game);
    game = open_tree("player 1 { (1, 2, -3) }");
    EQ(game->flags, ZM_ZERO_SUM);
    zm_game_close(game);
    /* An estimate lies strictly inside the bounds. */
    game = open_tree("max ~9 { 1 }");
    EQ(game->max_payoff, 10);
    zm_game_close(game);
    game = zm_game_open("tree", NULL, &(struct zm_error){ "" });
    EQ(game->max_payoff, 14);
    zm_game_close(game);
}

static void test_values(void)
{
    EQ(value_of("max{3 min{4 5}}", "minimax"), 4);
    EQ(value_of("# only\nmax # a comment {\n{ 3 # 9\n-2}", "minimax"), 3);
    EQ(value_of("player 2 { 3 -2 }", "minimax"), 2);
    EQ(value_of("max { ~ }", "minimax") != 0, 1);
    EQ(value_of("max { min ~7 { -5 } 2 }", "minimax:depth=1"), 7);
    EQ(value_of("max { min ~7 { -5 } 2 }", "minimax"), 2);
    EQ(value_of("player 2 { player 1 ~(7, 1) { (3, -3) } (4, 2) }", "maxn:depth=1"), 2);
    NEAR(value_of("max { chance { 0.9: 2 0.1: 3 } }", "expectiminimax"), 2.1, 1e-12);
    NEAR(value_of("max { chance { 1: 2  3: 4 } }", "expectiminimax"), 3.5, 1e-12);
    NEAR(value_of("max { chance { 1/3: 1  0.5: 2  1/6: 9 } }", "expectiminimax"), 17 / 6.0, 1e-12);
}

static void test_names(void)
{
    struct zm_error error;
    char text[512];
    const struct zm_game *const game =
        open_tree("max A { min B { 3 left: 12 } go: chance Dice { heads 1/2: 1  1/2: 2 } }");
    struct zm_position *const p = zm_position_new(game, &error);
    zm_position_show(p, text, sizeof text);
    SAME(text, "A: max to move at the root\n  a1  min B\n  go  chance Dice\n");
    OK(!zm_position_play_text(p, "a1", &error));
    zm_position_show(p, text, sizeof text);
    SAME(text, "B: min to move after a1\n  b1  3\n  left  12\n");
    OK(!zm_position_play_text(p, "left", &error));
    zm_position_show(p, text, sizeof text);
    SAME(text, "the end after a1 left, worth 12\n");
    EQ(zm_position_payoff(p, 1), -12);
    zm_position_write(p, text, sizeof text);
    SAME(text, "a1 left");
    OK(!zm_position_read(p, "go b2", &error));
    EQ(zm_position_payoff(p, 0), 2);
    zm_position_free(p);
    zm_game_close(game);
}

/* What the text is answered with, or "" if it is read. */
static const char *answer(const char *text)
{
    static struct zm_error error;
    error.text[0] = '\0';
    zm_game_close(zm_game_open("tree", text, &error));
    return error.text;
}

static void test_mistakes(void)
{
    SAME(answer(""), "tree: line 1, column 1: expected max, min, player or chance, found the end "
                     "of the text");
    SAME(answer("7"), "tree: line 1, column 1: expected max, min, player or chance, found \"7\"");
    SAME(answer("max\n\n 3"), "tree: line 3, column 2: expected a name, ~ or {, found \"3\"");
    SAME(answer("max A 3"), "tree: line 1, column 7: expected { or ~, found \"3\"");
    SAME(answer("max A ~3 3"), "tree: line 1, column 10: expected {, found \"3\"");
    SAME(answer("max A { }"),
         "tree: line 1, column 9: expected a number, a tuple (1, 2), max, min, "
         "player or chance, found \"}\"");
    SAME(answer("max A { 1"), "tree: line 1, column 10: expected a number, a tuple (1, 2), max, "
                              "min, player, chance or }, found the end of the text");
    SAME(answer("max { 1, 2 }"), "tree: line 1, column 8: expected a number, a tuple (1, 2), max, "
                                 "min, player, chance or }, found \",\"");
    SAME(answer("max { a1: }"), "tree: line 1, column 11: expected a number, a tuple (1, 2), max, "
                                "min, player or chance, found \"}\"");
    SAME(answer("max { a1 3 }"),
         "tree: line 1, column 10: expected a colon after the name of the move, found \"3\"");
    SAME(answer("max { 1.5 }"), "tree: line 1, column 7: expected a whole number, found \"1.5\"");
    SAME(answer("max { 10000001 }"),
         "tree: line 1, column 7: the number is too large; expected -10000000 to 10000000");
    SAME(answer("max { 1 } 2"),
         "tree: line 1, column 11: expected the end of the text after the last }, found \"2\"");
    SAME(answer("max { (1, 2 }"), "tree: line 1, column 13: expected a comma or ), found \"}\"");
    SAME(answer("max { (1,2,3,4,5,6,7,8,9) }"), "tree: line 1, column 24: more than 8 players");
    SAME(answer("max { 3\n (1, 2, 3) }"),
         "tree: line 2, column 2: utilities for 3 players; expected 2 as in the first one");
    SAME(answer("max {\n  player 3 { 3 } }"),
         "tree: line 2, column 3: player 3 moves here, but the leaves have utilities for 2");
    SAME(answer("player 0 { 3 }"),
         "tree: line 1, column 8: expected the number of a player, 1 to 8, found \"0\"");
    SAME(answer("player { 3 }"),
         "tree: line 1, column 8: expected the number of a player, 1 to 8, found \"{\"");
    SAME(answer("max {\n a: 1\n a: 2 }"),
         "tree: line 1, column 1: two moves of this node are called \"a\"");
    SAME(answer("max { a2: 1 2 }"),
         "tree: line 1, column 1: two moves of this node are called \"a2\"");
    SAME(answer("max { \x01 }"), "tree: line 1, column 7: expected a number, a tuple (1, 2), max, "
                                 "min, player or chance, found the byte 0x01");
    SAME(answer("max abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz { 1 }"),
         "tree: line 1, column 5: the name is longer than 40 characters");
}

static void test_mistakes_of_chance(void)
{
    SAME(answer("chance { 3 5 }"), "tree: line 1, column 12: expected a colon after the "
                                   "probability, as in 1/2: 3, found \"5\"");
    SAME(answer("chance { heads: 3 }"), "tree: line 1, column 15: expected a probability above 0, "
                                        "as in 1/6, 0.25 or a weight, found \":\"");
    SAME(answer("chance { 0: 3 }"), "tree: line 1, column 10: expected a probability above 0, as "
                                    "in 1/6, 0.25 or a weight");
    SAME(answer("chance { 1/0: 3 }"), "tree: line 1, column 10: expected a probability above 0, "
                                      "as in 1/6, 0.25 or a weight");
    SAME(answer("chance { -1/2: 3 }"), "tree: line 1, column 10: expected a probability above 0, "
                                       "as in 1/6, 0.25 or a weight, found \"-1\"");
    SAME(answer("chance { 1/2: 3  0.4: 4 }"),
         "tree: line 1, column 25: the probabilities add up to 9/10; expected exactly 1");
    SAME(answer("chance { 0.7: 3  2/5: 4 }"),
         "tree: line 1, column 25: the probabilities add up to 11/10; expected exactly 1");
    SAME(answer("chance { 1/2: 3  1: 4 }"),
         "tree: line 1, column 23: the probabilities add up to 3/2; expected exactly 1");
    SAME(answer("chance { 0.3333333333: 3 }"),
         "tree: line 1, column 10: more than 9 decimals; write a fraction like 1/3");
    SAME(answer("chance { 1/99999999999: 3 }"),
         "tree: line 1, column 10: the number is too large; expected at most 1000000000");
    SAME(answer("chance { 1/999999937: 3  1/2: 2 }"),
         "tree: line 1, column 26: the probabilities of this node are too fine; expected a common "
         "denominator and a sum of weights of at most 1000000000");
    SAME(answer("chance { 1000000000: 3  1: 2 }"),
         "tree: line 1, column 25: the probabilities of this node are too fine; expected a common "
         "denominator and a sum of weights of at most 1000000000");
    SAME(answer("chance { 1000000000: 3 }"), "");
}

/* A text of `count` times `unit` between two others. */
static const char *answer_to_many(const char *begin, const char *unit, int count, const char *end)
{
    static char text[1 << 20];
    struct zm_text t = { text, sizeof text, 0 };
    zm_print(&t, "%s", begin);
    for (int i = 0; i < count; i++)
        zm_print(&t, "%s", unit);
    zm_print(&t, "%s", end);
    return answer(text);
}

static void test_limits(void)
{
    SAME(answer_to_many("max {", "1 ", 1000, "}"), "");
    SAME(answer_to_many("max {", "1 ", 1001, "}"),
         "tree: line 1, column 2006: more than 1000 moves in one node");
    /* 250 open nodes are read on to the end of the text, the next one is not. */
    SAME(answer_to_many("", "max{", 250, ""),
         "tree: line 1, column 1001: expected a number, a tuple (1, 2), max, min, player or "
         "chance, found the end of the text");
    SAME(answer_to_many("", "max{", 100000, ""),
         "tree: line 1, column 1001: the tree is more than 250 moves deep");
    /* The root and 250 lines of 400 nodes: one more than a tree may have. */
    static char line[1000];
    struct zm_text t = { line, sizeof line, 0 };
    zm_print(&t, "max{");
    for (int i = 0; i < 399; i++)
        zm_print(&t, "1 ");
    zm_print(&t, "}\n");
    SAME(answer_to_many("max{\n", line, 249, "}"), "");
    SAME(answer_to_many("max{\n", line, 250, "}"),
         "tree: line 251, column 801: more than 100000 nodes");
}

/* Texts with bytes changed, dropped and doubled must be read or refused, no more. */
static void test_survives_anything(void)
{
    static const struct random_tree kind = {
        .players = 3, .chance = true, .estimates = true, .depth = 3, .width = 3
    };
    static char text[RANDOM_TREE_TEXT];
    uint64_t seed = 1;
    int read = 0, refused = 0, odd = 0;
    for (int i = 0; i < 3000; i++) {
        random_tree(&kind, (uint64_t)i, text);
        const uint32_t length = (uint32_t)strlen(text);
        for (int k = 0; k < i % 4; k++)
            text[zm_random(&seed, length)] = (char)(1 + zm_random(&seed, 255));
        const char *const said = answer(text);
        read += !*said;
        refused += *said != '\0';
        odd += *said && strncmp(said, "tree: line ", 11) != 0;
    }
    OKF(read >= 750 && refused > 1000, "%d read, %d refused", read, refused);
    EQ(odd, 0);
}

/* The helper makes what its kind says, with every search that can play it at one. */
static void test_random_trees(void)
{
    static char text[RANDOM_TREE_TEXT], again[RANDOM_TREE_TEXT];
    const struct random_tree kind = { .players = 2, .alternate = true, .depth = 4, .width = 3 };
    int agree = 0;
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_tree(&kind, seed, text);
        agree += value_of(text, "minimax") == value_of(text, "alphabeta:form=minmax");
    }
    EQ(agree, 200);
    random_tree(&kind, 7, text);
    random_tree(&kind, 7, again);
    SAME(text, again);
}

int main(void)
{
    test_shapes();
    test_values();
    test_names();
    test_mistakes();
    test_mistakes_of_chance();
    test_limits();
    test_survives_anything();
    test_random_trees();
    return tap_done();
}
