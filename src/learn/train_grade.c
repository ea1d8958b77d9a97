#include "learn/train_grade.h"

#include "base/sentence.h"
#include "search/alphazero.h"

#include <stdlib.h>

/* As much work as a position may take: a fraction of a second. */
static const struct zm_solve_limits reasonable = { .nodes = 300000,
                                                   .megabytes = 2,
                                                   .only_best = true };
enum { FAILURES = 40, TRIES = 4000 };

struct question {
    struct zm_position *p;
    bool *mistake; /* of each move */
};

struct yardstick {
    const struct zm_game *game;
    struct question *question;
    int count;
};

bool grade_result(const struct zm_position *p, const struct zm_solve_limits *limits, int *result)
{
    struct zm_solution solution;
    struct zm_error ignored;
    if (zm_position_turn(p) == ZM_OVER)
        return false;
    const bool solved = !zm_solve(p, limits, &solution, &ignored) && solution.error == 0;
    *result = solution.value > 0 ? 1 : solution.value < 0 ? -1 : 0;
    zm_solution_release(&solution);
    return solved;
}

const char *grade_move(const struct zm_position *p, int result, zm_move m,
                       const struct zm_solve_limits *limits, bool *mistake, struct zm_error *error)
{
    const int me = zm_position_turn(p);
    struct zm_position *const child = zm_position_copy(p, error);
    const char *wrong = child ? zm_position_play(child, m, error) : error->text;
    int after = 0;
    if (!wrong && zm_position_turn(child) == ZM_OVER) {
        const int points = zm_position_payoff(child, me);
        after = points > 0 ? 1 : points < 0 ? -1 : 0;
    } else if (!wrong) {
        if (!grade_result(child, limits, &after))
            wrong = sentence(error, "a position is too hard for the solver");
        after = zm_position_turn(child) == me ? after : -after;
    }
    *mistake = after < result;
    zm_position_free(child);
    return wrong;
}

/* ----------------------------------------------------------------- yardstick -- */

/* Some moves by lot from the start, as many as leave the game open. */
static struct zm_position *draw(const struct zm_game *game, uint64_t *seed)
{
    struct zm_error error;
    const int longest = game->max_plies > 0 ? game->max_plies : 64;
    struct zm_position *const p = zm_position_new(game, &error);
    const int plies = (int)zm_random(seed, (uint32_t)longest);
    for (int i = 0; p && i < plies && zm_position_turn(p) != ZM_OVER; i++) {
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_position_play(p, list[zm_random(seed, (uint32_t)n)], &error);
    }
    if (p && zm_position_turn(p) >= 0)
        return p;
    zm_position_free(p);
    return NULL;
}

/* Solve the position and what each move leads to; false: too hard, or no mistake is possible. */
static bool make_question(struct zm_position *p, struct question *question, bool *hard)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    struct zm_error error;
    int result, mistakes = 0;
    *hard = !grade_result(p, &reasonable, &result);
    if (*hard || n < 2)
        return false;
    bool *const mistake = calloc((size_t)n, sizeof *mistake);
    for (int i = 0; mistake && i < n && !*hard; i++) {
        zm_position_moves(p, &list);
        *hard = grade_move(p, result, list[i], &reasonable, &mistake[i], &error) != NULL;
        mistakes += mistake[i];
    }
    *question = (struct question){ p, mistake };
    if (mistake && !*hard && mistakes > 0)
        return true;
    free(mistake);
    return false;
}

static bool same_position(const struct yardstick *y, const struct zm_position *p)
{
    for (int i = 0; i < y->count; i++)
        if (!memcmp(zm_position_state(y->question[i].p), zm_position_state(p), y->game->state_size))
            return true;
    return false;
}

const char *yardstick_new(const struct zm_game *game, int wanted, uint64_t seed,
                          struct yardstick **out, struct zm_error *error)
{
    struct yardstick *const y = calloc(1, sizeof *y);
    struct question *const question = calloc((size_t)wanted, sizeof *question);
    uint64_t lot = zm_mix(seed + 17) | 1;
    *out = NULL;
    if (!y || !question) {
        free(y);
        free(question);
        return sentence(error, "%s", out_of_memory);
    }
    *y = (struct yardstick){ .game = game, .question = question };
    for (int failures = 0, tries = 0; y->count < wanted && failures < FAILURES && tries < TRIES;
         tries++) {
        struct zm_position *const p = draw(game, &lot);
        bool hard = false;
        if (p && !same_position(y, p) && make_question(p, &question[y->count], &hard))
            y->count++;
        else
            zm_position_free(p);
        failures = hard ? failures + 1 : 0;
    }
    if (y->count > 0)
        *out = y;
    else
        yardstick_free(y);
    return NULL;
}

void yardstick_free(struct yardstick *y)
{
    if (!y)
        return;
    for (int i = 0; i < y->count; i++) {
        zm_position_free(y->question[i].p);
        free(y->question[i].mistake);
    }
    free(y->question);
    free(y);
}

int yardstick_count(const struct yardstick *y)
{
    return y ? y->count : 0;
}

const char *yardstick_grade(const struct yardstick *y, struct critic *critic, const char *spec,
                            double *mistakes, struct zm_error *error)
{
    int wrong = 0;
    for (int i = 0; i < y->count; i++) {
        const struct question *const q = &y->question[i];
        const zm_move *list;
        struct zm_result result;
        struct zm_search *const search =
            alphazero_search(y->game, spec, critic_keep(critic), error);
        if (!search)
            return error->text;
        const char *const failed = zm_search_run(search, q->p, NULL, &result, error);
        zm_search_free(search);
        if (failed)
            return failed;
        const int n = zm_position_moves(q->p, &list);
        for (int k = 0; k < n; k++)
            wrong += list[k] == result.move && q->mistake[k];
    }
    *mistakes = (double)wrong / y->count;
    return NULL;
}
