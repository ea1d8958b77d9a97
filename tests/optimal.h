/* optimal.h -- how often a search plays an optimal move, by the exact solver, on random
 * positions in which there is a choice to get wrong. */
#ifndef OPTIMAL_H
#define OPTIMAL_H

#include "random_position.h"

#include <stdio.h>

struct optimal {
    int tried;
    int kept;  /* the move keeps the result: win, draw or loss */
    int exact; /* ... and the exact score */
};

static inline int optimal_sign(double value)
{
    return (value > 0) - (value < 0);
}

/* Is there a move that spoils the result? */
static inline bool optimal_choice(const struct zm_solution *s)
{
    for (int i = 0; i < s->count; i++)
        if (optimal_sign(s->move_value[i]) != optimal_sign(s->value))
            return true;
    return false;
}

/* `count` positions after least .. most moves; progress goes to `told`, unless it is NULL. */
static inline struct optimal optimal_moves(struct zm_search *search, struct zm_position *p,
                                           int count, int least, int most, FILE *told)
{
    const struct zm_solve_limits limits = { .megabytes = 64 };
    struct optimal sum = { 0, 0, 0 };
    struct zm_error error;
    uint64_t seed = 2026;
    while (sum.tried < count) {
        struct zm_solution s;
        struct zm_result r;
        if (!random_position(p, least + (int)zm_random(&seed, (uint32_t)(most - least + 1)), &seed))
            continue;
        if (!zm_solve(p, &limits, &s, &error) && s.complete && optimal_choice(&s) &&
            !zm_search_run(search, p, NULL, &r, &error)) {
            sum.tried++;
            for (int i = 0; i < s.count; i++)
                if (s.move[i] == r.move) {
                    sum.kept += optimal_sign(s.move_value[i]) == optimal_sign(s.value);
                    sum.exact += s.best[i];
                }
            if (told)
                fprintf(told, "\r%d of %d: %d optimal", sum.tried, count, sum.kept);
        }
        zm_solution_release(&s);
    }
    return sum;
}

#endif
