/* The exact solver: against searches, closed forms and outside data. */
#include "base/files.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

static struct zm_error error;
static const struct zm_solve_limits small = { .megabytes = 16 };

static double searched(const struct zm_position *p, const char *spec)
{
    struct zm_result result = { .exact = false };
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    if (search && zm_search_run(search, p, NULL, &result, &error))
        result.exact = false;
    zm_search_free(search);
    return result.exact ? result.value : NAN;
}

/* What the mover of p gets after m. */
static double after(struct zm_position *p, zm_move m, const char *spec)
{
    const int me = zm_position_turn(p);
    zm_position_play(p, m, &error);
    const int next = zm_position_turn(p);
    const double value = next == ZM_OVER ? zm_position_payoff(p, me)
                         : next == me    ? searched(p, spec)
                                         : -searched(p, spec);
    zm_position_undo(p);
    return value;
}

/* Every move's value, and which are best, by an independent search. */
static bool solved_right(struct zm_position *p, const char *spec)
{
    struct zm_solution s;
    bool right = !zm_solve(p, &small, &s, &error) && s.outcome == ZM_SOLVED && s.error == 0;
    right = right && s.value == searched(p, spec) && s.values[zm_position_turn(p)] == s.value;
    for (int i = 0; right && i < s.count; i++)
        right = s.move_value[i] == after(p, s.move[i], spec) &&
                s.best[i] == (s.move_value[i] == s.value);
    zm_solution_release(&s);
    return right;
}

/* Only the best: the same value, one move that has it, and nothing of the others. */
static bool best_right(struct zm_position *p, const char *spec)
{
    bool right = true;
    for (int strategy = ZM_QUESTIONS; right && strategy <= ZM_PROOF_NUMBERS; strategy++) {
        struct zm_solution s;
        const struct zm_solve_limits limits = { .megabytes = 0.01,
                                                .only_best = true,
                                                .strategy = (enum zm_strategy)strategy };
        int best = 0;
        right = !zm_solve(p, &limits, &s, &error) && s.value == searched(p, spec);
        for (int i = 0; right && i < s.count; i++) {
            best += s.best[i];
            right = s.best[i] ? s.move_value[i] == s.value && after(p, s.move[i], spec) == s.value
                              : isnan(s.move_value[i]);
        }
        right = right && best == 1 && s.complete == (s.count == 1);
        zm_solution_release(&s);
    }
    return right;
}

static void test_random_positions(const char *name, const char *options, int plies, int rounds,
                                  const char *spec)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    uint64_t seed = 12345;
    int wrong = 0, tried = 0;
    for (int round = 0; round < rounds; round++) {
        struct zm_position *const p = zm_position_new(game, &error);
        for (int i = 0; i < plies && zm_position_turn(p) != ZM_OVER; i++) {
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        }
        if (zm_position_turn(p) != ZM_OVER) {
            tried++;
            wrong += !solved_right(p, spec) || !best_right(p, spec);
        }
        zm_position_free(p);
    }
    OKF(tried > rounds / 8 && wrong == 0, "%s %s: %d of %d positions wrong", name,
        options ? options : "", wrong, tried);
    zm_game_close(game);
}

static void test_tictactoe(void)
{
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution s;
    OK(!zm_solve(p, &small, &s, &error));
    NEAR(s.value, 0, 0);
    EQ(s.count, 9);
    for (int i = 0; i < s.count; i++)
        OK(s.best[i] && s.move_value[i] == 0);
    OK(s.win == -1 && s.unique && s.nodes > 0);
    zm_solution_release(&s);
    zm_position_play_text(p, "a3 b3 c3 b2 a2 b1", &error);
    EQ(zm_position_turn(p), ZM_OVER);
    OK(zm_solve(p, &small, &s, &error) != NULL);
    EQ(s.outcome, ZM_SOLVE_REFUSED);
    zm_solution_release(&s);
    zm_position_free(p);
    zm_game_close(game);
}

/* A tree with chance, and one for three players in which a tie matters: the first player
 * gets 1 by either move of the second, who is indifferent as well. */
static void test_trees(void)
{
    static const struct {
        const char *text;
        double value;
        bool unique;
    } tree[] = {
        { "max { a: chance { 1/2: min { 2 4 } 1/2: min { 7 6 } } b: 3 }", 4, true },
        { "max { a: chance { 1/3: 0 2/3: 6 } b: chance { 1/2: 5 1/2: 2 } }", 4, true },
        { "player 1 { player 2 { (1, 2, 6) (4, 2, 3) } (2, 0, 0) }", 2, false },
        { "player 1 { player 2 { (1, 2, 6) (4, 3, 3) } player 3 { (6, 1, 2) (7, 4, 1) } }", 6,
          true },
    };
    for (size_t i = 0; i < sizeof tree / sizeof *tree; i++) {
        const struct zm_game *const game = zm_game_open("tree", tree[i].text, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        struct zm_solution s = { .count = 0 };
        if (OKF(p && !zm_solve(p, &small, &s, &error), "%s", p ? tree[i].text : error.text)) {
            NEAR(s.value, tree[i].value, s.error);
            OK(s.error < 1e-13);
            EQ(s.unique, tree[i].unique);
        }
        zm_solution_release(&s);
        zm_position_free(p);
        zm_game_close(game);
    }
}

/* Solve the walk; NULL or the reason, and how it ended. */
static const char *walked(const char *options, const struct zm_solve_limits *limits,
                          struct zm_solution *s)
{
    const struct zm_game *const game = zm_game_open(getenv("WALK"), options, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    *s = (struct zm_solution){ .count = 0 };
    const char *const wrong = p ? zm_solve(p, limits, s, &error) : error.text;
    zm_position_free(p);
    if (game)
        zm_game_close(game);
    return wrong;
}

static bool at_once(void *user)
{
    ++*(int *)user;
    return true;
}

static void test_walk(void)
{
    struct zm_solution s;
    for (int at = 1; at < 10; at++) {
        char options[64];
        snprintf(options, sizeof options, "kind=ruin size=10 at=%d", at);
        OKF(!walked(options, &small, &s), "%s", options);
        /* (1 - r^at) / (1 - r^10) with r = 3/2, the odds of a step down */
        NEAR(s.win, (1 - pow(1.5, at)) / (1 - pow(1.5, 10)), s.error / 2 + 1e-15);
        OK(s.error < 1e-12);
        EQ(s.positions, 11);
        zm_solution_release(&s);
    }
    static const char *const refused[] = { "kind=circle size=10 at=5", "kind=hidden", "kind=repeat",
                                           "kind=three" };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        OKF(walked(refused[i], &small, &s) != NULL, "%s: %s", refused[i], error.text);
        EQ(s.outcome, ZM_SOLVE_REFUSED);
        zm_solution_release(&s);
    }
    int asked = 0;
    const struct zm_solve_limits stop = { .megabytes = 16, .stop = at_once, .user = &asked };
    OK(walked("kind=ruin size=10000 at=5000", &stop, &s) != NULL);
    EQ(s.outcome, ZM_SOLVE_STOPPED);
    OK(asked >= 1);
    zm_solution_release(&s);
    const struct zm_solve_limits nodes = { .megabytes = 16, .nodes = 1000 };
    OK(walked("kind=ruin size=10000 at=5000", &nodes, &s) != NULL);
    EQ(s.outcome, ZM_SOLVE_STOPPED);
    zm_solution_release(&s);
    const struct zm_solve_limits tiny = { .megabytes = 0.25 };
    OKF(walked("kind=ruin size=10000 at=5000", &tiny, &s) != NULL, "%s", error.text);
    EQ(s.outcome, ZM_SOLVE_MEMORY);
    zm_solution_release(&s);
}

/* The first `lines` positions of a set of Pascal Pons's, value by value. */
static void test_connect4(const char *set, int lines)
{
    char path[4096], moves[64];
    snprintf(path, sizeof path, "%s/connect4/%s", getenv("ORACLES"), set);
    char *const text = file_read(path, 1 << 20, &error);
    if (!text) {
        printf("ok %d - %s # SKIP skipped: no outside data\n", ++tap_count, set);
        return;
    }
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    int wrong = 0, solved = 0, score, used;
    for (const char *at = text;
         solved < lines && sscanf(at, "%63s %d%n", moves, &score, &used) == 2; at += used) {
        struct zm_position *const p = zm_position_new(game, &error);
        struct zm_solution s = { .count = 0 };
        const bool right = !zm_position_play_text(p, moves, &error) &&
                           !zm_solve(p, &small, &s, &error) && s.value == score;
        if (!right && wrong++ < 5)
            printf("# %s: %g, wanted %d\n", moves, s.value, score);
        solved++;
        zm_solution_release(&s);
        zm_position_free(p);
    }
    OKF(wrong == 0 && solved == lines, "%s: %d of %d wrong", set, wrong, solved);
    zm_game_close(game);
    free(text);
}

int main(int argc, char *argv[])
{
    (void)argv;
    test_tictactoe();
    test_random_positions("tictactoe", NULL, 3, 40, "minimax");
    test_random_positions("mnk", "players=2 rows=3 columns=4", 5, 40, "minimax");
    test_random_positions("nim", "heaps=2,3,4 play=misere", 2, 40, "minimax");
    test_random_positions("connect4", NULL, 30, 60, "alphabeta:hash=0");
    test_trees();
    test_walk();
    test_connect4("Test_L3_R1", argc > 1 ? 1000 : 200);
    test_connect4("Test_L2_R1", argc > 1 ? 1000 : 10);
    if (argc > 1)
        test_connect4("Test_L2_R2", 100);
    return tap_done();
}
