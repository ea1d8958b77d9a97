/* MCTS-Solver on positions whose value the exact solver knows: 1,000 of them, made by random
 * play in five games. What the search has proven is true, a win it has proven is never thrown
 * away, and it never plays a proven loss unless all moves lose. */
#include "random_position.h"
#include "search/mcts_tree.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static struct zm_error error;

struct tally {
    int positions, proven, won, thrown, lost, wrong;
};

/* Points as the game counts them: the margin, or only who won. */
static int result_of(const struct zm_game *game, double points)
{
    return game->flags & ZM_MARGIN ? (points > 0) - (points < 0) : (int)points;
}

/* What a move is worth. Where the solver proved a win by force, it says nothing of the others:
 * then the position behind the move is solved. */
static double worth(const struct zm_position *from, const struct zm_solution *s, zm_move m)
{
    const struct zm_solve_limits limits = { .megabytes = 8 };
    struct zm_solution after;
    double value = NAN;
    for (int i = 0; i < s->count; i++)
        if (s->move[i] == m)
            value = s->move_value[i];
    if (!isnan(value))
        return value;
    struct zm_position *const p = zm_position_copy(from, &error);
    const struct zm_game *const game = zm_position_game(p);
    zm_position_play(p, m, &error);
    if (zm_position_turn(p) == ZM_OVER) {
        value = game->payoff(zm_position_state(p), zm_position_turn(from));
    } else {
        if (!zm_solve(p, &limits, &after, &error))
            value = after.values[zm_position_turn(from)];
        zm_solution_release(&after);
    }
    zm_position_free(p);
    return value;
}

/* Bounds of all moves at the root against the solver, and the move that is chosen. */
static void look_at(const struct zm_search *search, const struct zm_position *p,
                    const struct zm_solution *s, const struct zm_result *r, struct tally *t)
{
    const struct zm_game *const game = search->game;
    const struct zm_tree *const tree = &search->mcts->tree;
    const int turn = zm_position_turn(p), most = game->max_payoff;
    bool win_proven = false, all_lose = true;
    double played = NAN;
    int played_high = most;
    for (uint32_t at = tree->root + 1; at <= tree->root + tree->link[tree->root].child; at++) {
        const int l = zm_bounds_low(tree->stat[at].bounds),
                  h = zm_bounds_high(tree->stat[at].bounds);
        const int low = turn == 0 ? l : -h, high = turn == 0 ? h : -l;
        const bool says = low > -most || high < most || tree->link[at].what == r->move;
        const double value = says ? worth(p, s, tree->link[at].what) : 0;
        if (!(low <= value && value <= high)) {
            t->wrong++;
            printf("# wrong bounds %d..%d of a move worth %g\n", low, high, value);
        }
        win_proven |= result_of(game, low) == result_of(game, most);
        all_lose &= result_of(game, high) == result_of(game, -most);
        if (tree->link[at].what == r->move) {
            played = value;
            played_high = high;
        }
    }
    t->proven += final_settled(search);
    t->won += win_proven;
    t->thrown += win_proven && result_of(game, played) != result_of(game, most);
    t->lost += !all_lose && result_of(game, played_high) == result_of(game, -most);
    if (r->exact && r->value != s->value) {
        t->wrong++;
        printf("# says %g, is %g\n", r->value, s->value);
    }
}

static struct tally try_game(const char *name, const char *options, int count, int least, int most,
                             const char *spec)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = zm_search_new(game, spec, &error);
    struct tally t = { 0 };
    uint64_t seed = 12345;
    const struct zm_solve_limits limits = { .megabytes = 8 };
    while (t.positions < count) {
        const int plies = least + (int)zm_random(&seed, (uint32_t)(most - least + 1));
        struct zm_solution solution;
        struct zm_result result;
        if (!random_position(p, plies, &seed))
            continue;
        if (!zm_solve(p, &limits, &solution, &error) &&
            !zm_search_run(search, p, NULL, &result, &error)) {
            t.positions++;
            look_at(search, p, &solution, &result, &t);
        }
        zm_solution_release(&solution);
    }
    OKF(t.wrong == 0 && t.thrown == 0 && t.lost == 0,
        "%s %s: of %d positions %d proven, %d wins; %d wrong, %d wins thrown away, %d lost", name,
        options ? options : "", t.positions, t.proven, t.won, t.wrong, t.thrown, t.lost);
    /* Else the test would be about nothing. */
    OKF(10 * t.won > t.positions, "%s: %d wins proven", name, t.won);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
    return t;
}

int main(void)
{
    static const char *const spec[] = { "mcts:sims=400,memory=4", "mcts:sims=400,memory=4,graph=on",
                                        "mcts:sims=400,memory=4,insight=off,reuse=off",
                                        "mcts:sims=100,memory=4,cut=0,halving=on,final=ratio" };
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        printf("# %s\n", spec[i]);
        const int part = i == 0 ? 1 : 5;
        try_game("tictactoe", NULL, 250 / part, 1, 6, spec[i]);
        try_game("connect4", NULL, 400 / part, 26, 34, spec[i]);
        try_game("othello", "size=6", 100 / part, 27, 30, spec[i]);
        try_game("mnk", "players=2 rows=4 columns=4 line=3", 250 / part, 3, 8, spec[i]);
        try_game("gomoku", "size=6", 50 / part, 26, 30, spec[i]);
    }
    return tap_done();
}
