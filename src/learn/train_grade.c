#include "learn/train_grade.h"

#include "base/sentence.h"

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
    *mistake = false;
    if (result < 0) /* who has lost can give nothing away, and need not be solved */
        return NULL;
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
