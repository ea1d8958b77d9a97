/* Every search agrees with plain minimax (expectiminimax, max^n) wherever both apply, on
 * thousands of random positions of every game. A new game joins by being linked in,
 * a new search or option by a line in the lists below. */
#include "random_tree.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

enum { POSITIONS = 400, MOST_FAILURES = 5 };

struct answer {
    double value;
    zm_move move;
    bool exact;
    uint64_t leaves;
};

/* One search from scratch; false: it refuses this game. */
static bool ask(const struct zm_position *p, const char *spec, int depth, struct answer *answer)
{
    struct zm_error error;
    struct zm_result result;
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    if (!search)
        return false;
    const struct zm_limits limits = { .depth = depth };
    const char *const wrong = zm_search_run(search, p, &limits, &result, &error);
    zm_search_free(search);
    if (wrong)
        return false;
    *answer = (struct answer){ result.value, result.move, result.exact, result.leaves };
    return true;
}

/* The value of the position after m by the reference search, for who moves in p. */
static double value_of_move(struct zm_position *p, zm_move m, const char *reference, int depth)
{
    struct zm_error error;
    const int me = zm_position_turn(p);
    double value = 0;
    zm_position_play(p, m, &error);
    const int next = zm_position_turn(p);
    struct answer answer;
    if (next == ZM_OVER)
        value = zm_position_payoff(p, me);
    else if (depth > 1 && next >= 0 && ask(p, reference, depth - 1, &answer))
        value = next == me ? answer.value : -answer.value;
    else
        value = NAN; /* the horizon, or chance: not asked here */
    zm_position_undo(p);
    return value;
}

static int failures;

static bool agree(struct zm_position *p, const char *spec, const char *reference, int depth)
{
    struct answer wanted, got;
    if (!ask(p, reference, depth, &wanted) || !ask(p, spec, depth, &got))
        return true;
    const bool same = fabs(wanted.value - got.value) < 1e-9;
    const double by_move = value_of_move(p, got.move, reference, depth);
    const bool good_move = !zm_position_legal(p, got.move) ? false
                           : isnan(by_move) || zm_position_game(p)->players > 2
                               ? true
                               : fabs(by_move - wanted.value) < 1e-9;
    /* Pruning reads no leaf more; deepening reads those of every depth. */
    const bool fewer = got.leaves <= wanted.leaves || strstr(spec, "hash=1");
    /* Proof-number search looks to the end whatever the depth, or finds no answer. */
    if (!strncmp(spec, "pns", 3) && !got.exact)
        return true;
    if (same && good_move && fewer)
        return true;
    if (failures++ < MOST_FAILURES) {
        char text[2000];
        zm_position_write(p, text, sizeof text);
        printf("# %s: %s depth %d: %s says %g (%llu leaves), %s says %g (%llu leaves), "
               "its move is worth %g\n",
               zm_position_game(p)->name, text, depth, reference, wanted.value,
               (unsigned long long)wanted.leaves, spec, got.value, (unsigned long long)got.leaves,
               by_move);
    }
    return false;
}

/* Play at random until about `left` plies are left, drawing where chance decides. */
static void wander(struct zm_position *p, int plies, uint64_t *seed)
{
    struct zm_error error;
    for (int i = 0; i < plies && zm_position_turn(p) != ZM_OVER; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        const zm_move m = zm_position_turn(p) == ZM_CHANCE ? zm_position_draw(p, seed)
                                                           : list[zm_random(seed, (uint32_t)n)];
        zm_position_play(p, m, &error);
    }
    while (zm_position_turn(p) < 0 && zm_position_undo(p))
        ;
}

/* Against plain minimax at the same depth: everything without a table. */
static const char *const like_minimax[] = {
    "alphabeta:form=minmax",
    "alphabeta:form=minmax,cut=strict",
    "alphabeta:form=minmax,order=best",
    "alphabeta:form=minmax,order=worst,cut=strict",
    "alphabeta:form=negamax",
    "alphabeta:form=negamax,cut=strict",
    "alphabeta:form=negamax,order=best,cut=strict",
    "alphabeta:form=negamax,order=worst",
    "alphabeta:hash=0",
    "expectiminimax",
    "expectiminimax:prune=star1",
    "expectiminimax:prune=star2,order=best",
    "maxn",
    "paranoid",
    "paranoid:order=best",
};
/* The table may know more than the depth says, so it is compared where the end is seen. A
 * small one, because every question here begins with a new one. */
static const char *const like_minimax_to_the_end[] = { "alphabeta:hash=1", "pns:hash=0" };
enum {
    LIKE_MINIMAX = sizeof like_minimax / sizeof *like_minimax,
    TO_THE_END = sizeof like_minimax_to_the_end / sizeof *like_minimax_to_the_end,
};

/* The solver, move by move, where minimax sees the end too. */
static bool solved_alike(struct zm_position *p, int depth, enum zm_strategy strategy)
{
    struct zm_error error;
    struct zm_solution solution;
    /* A tiny table, in which proofs push each other out. */
    const struct zm_solve_limits limits = { .nodes = 1000000,
                                            .megabytes = 0.01,
                                            .strategy = strategy };
    bool good = true;
    if (!zm_solve(p, &limits, &solution, &error))
        for (int i = 0; i < solution.count; i++) {
            const double wanted = value_of_move(p, solution.move[i], "minimax", depth);
            const bool open = !solution.complete && isnan(solution.move_value[i]);
            good &= isnan(wanted) || open || fabs(solution.move_value[i] - wanted) < 1e-9;
        }
    zm_solution_release(&solution);
    if (!good && failures++ < MOST_FAILURES) {
        char text[2000];
        zm_position_write(p, text, sizeof text);
        printf("# %s: %s: the solver (%d) disagrees with minimax\n", zm_position_game(p)->name,
               text, strategy);
    }
    return good;
}

static int compared;

static bool compare(struct zm_position *p, int depth)
{
    struct answer wanted;
    bool good = true;
    for (int i = 0; i < LIKE_MINIMAX; i++)
        good &= agree(p, like_minimax[i], "minimax", depth);
    if (ask(p, "minimax", depth, &wanted) && wanted.exact) {
        for (int i = 0; i < TO_THE_END; i++)
            good &= agree(p, like_minimax_to_the_end[i], "minimax", depth);
        for (int i = ZM_QUESTIONS; i <= ZM_PROOF_NUMBERS; i++)
            good &= solved_alike(p, depth, (enum zm_strategy)i);
    }
    good &= agree(p, "maxn", "expectiminimax", depth);
    compared++;
    return good;
}

static void test_game(const char *spec, const char *options, int depth)
{
    struct zm_error error;
    uint64_t seed = 0x5EED0001;
    bool good = true;
    const struct zm_game *const game = zm_game_open(spec, options, &error);
    OKF(game != NULL, "%s", game ? spec : error.text);
    if (!game)
        return;
    const int longest = game->max_plies > 0 && game->max_plies < 60 ? game->max_plies : 60;
    compared = 0;
    for (int i = 0; i < POSITIONS; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        wander(p, (int)zm_random(&seed, (uint32_t)longest), &seed);
        if (zm_position_turn(p) >= 0)
            good &= compare(p, 1 + (int)zm_random(&seed, (uint32_t)depth));
        zm_position_free(p);
    }
    OKF(good, "%s %s: all searches agree on %d positions", spec, options ? options : "", compared);
    zm_game_close(game);
}

/* ------------------------------------------------------------ random trees -- */

/* The definition, word for word, on positions instead of kernels: the value tuple of p
 * when everybody maximises its own component (max_player < 0), or when all but
 * max_player minimise max_player's. */
static void by_definition(struct zm_position *p, int depth, int max_player, double *value)
{
    struct zm_error error;
    const struct zm_game *const game = zm_position_game(p);
    const int turn = zm_position_turn(p);
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    if (turn == ZM_OVER || depth == 0) {
        for (int i = 0; i < game->players; i++)
            value[i] = turn == ZM_OVER
                           ? game->payoff(zm_position_state(p), i)
                           : (double)game->evaluate(zm_position_state(p), i) / game->unit;
        return;
    }
    zm_move *const moves = malloc((size_t)n * sizeof *moves);
    uint32_t *const weight = malloc((size_t)n * sizeof *weight);
    double sum = 0;
    memcpy(moves, list, (size_t)n * sizeof *moves);
    if (turn == ZM_CHANCE)
        game->weights(zm_position_state(p), weight);
    for (int i = 0; i < n; i++) {
        double child[ZM_MAX_PLAYERS];
        zm_position_play(p, moves[i], &error);
        by_definition(p, depth - 1, max_player, child);
        zm_position_undo(p);
        const int wants = max_player < 0 ? turn : max_player;
        const bool minimises = max_player >= 0 && turn != max_player;
        if (turn == ZM_CHANCE) {
            for (int k = 0; k < game->players; k++)
                value[k] = (i ? value[k] : 0) + weight[i] * child[k];
            sum += weight[i];
        } else if (i == 0 ||
                   (minimises ? child[wants] < value[wants] : child[wants] > value[wants])) {
            memcpy(value, child, (size_t)game->players * sizeof *value);
        }
    }
    for (int k = 0; turn == ZM_CHANCE && k < game->players; k++)
        value[k] /= sum;
    free(moves);
    free(weight);
}

/* spec must find the defined value for who moves. */
static bool as_defined(struct zm_position *p, const char *spec, int depth, int max_player)
{
    double value[ZM_MAX_PLAYERS];
    struct answer got;
    const int turn = zm_position_turn(p);
    by_definition(p, depth, max_player, value);
    if (ask(p, spec, depth, &got) && fabs(got.value - value[turn]) < 1e-9)
        return true;
    if (failures++ < MOST_FAILURES)
        printf("# %s depth %d: %s says %g, by definition %g\n",
               zm_game_options(zm_position_game(p)), depth, spec, got.value, value[turn]);
    return false;
}

enum { TREES = 1500 };

static void test_trees(const char *name, struct random_tree kind,
                       bool (*holds)(struct zm_position *p, int depth))
{
    struct zm_error error;
    static char text[RANDOM_TREE_TEXT];
    bool good = true;
    for (uint64_t seed = 1; seed <= TREES && good; seed++) {
        kind.depth = 1 + (int)(seed % 5);
        random_tree(&kind, zm_mix(seed), text);
        const struct zm_game *const game = zm_game_open("tree", text, &error);
        struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
        good = p && (zm_position_turn(p) < 0 || holds(p, 1 + (int)(seed % 7)));
        zm_position_free(p);
        zm_game_close(game);
    }
    OKF(good, "on %d %s", TREES, name);
}

/* Entering and leaving must balance, and end where they began. */
static void follow(void *user, const struct zm_step *step)
{
    int *const open = user;
    if (step->kind == ZM_STEP_MOVE)
        ++*open;
    else if (step->kind == ZM_STEP_LEAF || step->kind == ZM_STEP_RETURN)
        --*open;
}

/* The instance that reports its steps finds the same as the fast one, in as many nodes. */
static bool traced_is_the_same(struct zm_position *p, const char *spec, int depth)
{
    struct zm_error error;
    struct zm_result fast = { 0 }, traced = { 0 };
    const struct zm_limits limits = { .depth = depth };
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    int open = 1;
    zm_search_run(search, p, &limits, &fast, &error);
    zm_search_watch(search, follow, &open);
    zm_search_run(search, p, &limits, &traced, &error);
    zm_search_free(search);
    const bool same = fast.value == traced.value && fast.move == traced.move &&
                      fast.nodes == traced.nodes && fast.leaves == traced.leaves && open == 0;
    if (!same && failures++ < MOST_FAILURES)
        printf("# %s: fast %g %llu nodes, traced %g %llu nodes, %d open\n", spec, fast.value,
               (unsigned long long)fast.nodes, traced.value, (unsigned long long)traced.nodes,
               open);
    return same;
}

static bool minimax_holds(struct zm_position *p, int depth)
{
    return as_defined(p, "minimax", depth, zm_position_turn(p)) && compare(p, depth) &&
           traced_is_the_same(p, "minimax", depth) &&
           traced_is_the_same(p, "alphabeta:form=minmax", depth) &&
           traced_is_the_same(p, "alphabeta:form=negamax", depth) &&
           traced_is_the_same(p, "expectiminimax", depth);
}

static bool expectiminimax_holds(struct zm_position *p, int depth)
{
    return as_defined(p, "expectiminimax", depth, zm_position_turn(p)) &&
           as_defined(p, "maxn", depth, -1) && agree(p, "maxn", "expectiminimax", depth) &&
           as_defined(p, "expectiminimax:prune=star1", depth, zm_position_turn(p)) &&
           as_defined(p, "expectiminimax:prune=star2", depth, zm_position_turn(p)) &&
           traced_is_the_same(p, "expectiminimax:prune=star1", depth) &&
           traced_is_the_same(p, "expectiminimax:prune=star2", depth);
}

static bool maxn_holds(struct zm_position *p, int depth)
{
    return as_defined(p, "maxn", depth, -1);
}

static bool paranoid_holds(struct zm_position *p, int depth)
{
    const int me = zm_position_turn(p);
    return as_defined(p, "paranoid", depth, me) &&
           as_defined(p, "paranoid:order=best", depth, me) &&
           as_defined(p, "paranoid:order=worst,cut=strict", depth, me);
}

/* UCT converges to minimax: with enough simulations on a small tree whose values are
 * far apart it plays a move that is as good. */
static bool mcts_holds(struct zm_position *p, int depth)
{
    struct answer wanted, got;
    (void)depth;
    if (!ask(p, "minimax", 0, &wanted) || !ask(p, "mcts:sims=4000,memory=1", 0, &got))
        return false;
    const double value = value_of_move(p, got.move, "minimax", 100);
    if (fabs(value - wanted.value) < 1e-9)
        return true;
    if (failures++ < MOST_FAILURES)
        printf("# %s: mcts plays a move worth %g, minimax %g\n",
               zm_game_options(zm_position_game(p)), value, wanted.value);
    return false;
}

int main(void)
{
    for (int i = 0; zm_game_at(i); i++)
        test_game(zm_game_at(i)->name, NULL,
                  zm_game_at(i)->max_moves > 100  ? 1
                  : zm_game_at(i)->max_moves > 20 ? 2
                                                  : 4);
    test_game("gomoku", "size=5", 2);
    test_game("mnk", "players=2 rows=3 columns=4", 3);

    test_trees("trees of max and min: minimax and all like it",
               (struct random_tree){ .players = 2, .alternate = true, .width = 4 }, minimax_holds);
    test_trees("trees in which players move out of turn, with estimates",
               (struct random_tree){ .players = 2, .width = 4, .estimates = true }, minimax_holds);
    test_trees("trees with chance: expectiminimax and max^n",
               (struct random_tree){ .players = 2, .width = 4, .chance = true, .estimates = true },
               expectiminimax_holds);
    test_trees("trees of three players with chance: max^n",
               (struct random_tree){ .players = 3, .width = 3, .chance = true, .estimates = true },
               maxn_holds);
    test_trees("trees of four players: paranoid",
               (struct random_tree){ .players = 4, .width = 3, .estimates = true }, paranoid_holds);
    test_trees("small trees of wins, draws and losses: UCT",
               (struct random_tree){ .players = 2, .alternate = true, .width = 3, .spread = 1 },
               mcts_holds);
    return tap_done();
}
