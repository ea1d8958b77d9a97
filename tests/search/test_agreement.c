/* Every search agrees with plain minimax (expectiminimax, max^n) wherever both apply, on
 * thousands of random positions of every game. A new game joins by being linked in,
 * a new search or option by a line in the lists below. */
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
    if (same && good_move && got.leaves <= wanted.leaves)
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
    "maxn",
    "paranoid",
    "paranoid:order=best",
};
/* The table may know more than the depth says, so it is compared where the end is seen. */
static const char *const like_minimax_to_the_end[] = { "alphabeta", "alphabeta:hash=1" };
enum {
    LIKE_MINIMAX = sizeof like_minimax / sizeof *like_minimax,
    TO_THE_END = sizeof like_minimax_to_the_end / sizeof *like_minimax_to_the_end,
};

static int compared;

static bool compare(struct zm_position *p, int depth)
{
    struct answer wanted;
    bool good = true;
    for (int i = 0; i < LIKE_MINIMAX; i++)
        good &= agree(p, like_minimax[i], "minimax", depth);
    if (ask(p, "minimax", depth, &wanted) && wanted.exact)
        for (int i = 0; i < TO_THE_END; i++)
            good &= agree(p, like_minimax_to_the_end[i], "minimax", depth);
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

int main(void)
{
    for (int i = 0; zm_game_at(i); i++)
        test_game(zm_game_at(i)->name, NULL, zm_game_at(i)->max_moves > 20 ? 2 : 4);
    return tap_done();
}
