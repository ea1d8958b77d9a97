/* questions.c -- the value of a position is found with questions "at least t points?", each
 * asked as a search with a null window. Such a search cuts far more than one with an open
 * window, and the table keeps what the earlier questions proved.
 *
 * The further t is from the truth, the cheaper the question, and a large win is found
 * sooner if smaller ones do not count. So the first questions are half of the most that
 * can be won or lost; then "won?" and "drawn?"; then the interval that is left is halved.
 * Source: the bisection is Coplan 1982, "A special-purpose machine for an improved search
 * algorithm for deep chess combinations", where it is called C*; to begin with large
 * values is Pascal Pons's. Theory: docs/theory/solving.md */
#include "solve/questions.h"

/* The next question for a value known to be in low .. high, which was first .. at first: a
 * number in low + 1 .. high. */
static int question(struct zm_bounds first, int low, int high)
{
    const int large = first.high / 2 + 1, small = first.low / 2;
    if (low < 1 && low < large && large <= high)
        return large;
    if (high >= 0 && low < small && small <= high)
        return small;
    if (low < 1 && high >= 1)
        return 1;
    if (low < 0 && high >= 0)
        return 0;
    return low + (high - low + 1) / 2;
}

int value_by_questions(struct run *run, const struct zm_state *s)
{
    struct zm_context *const cx = &run->cx;
    const struct zm_game *const game = cx->game;
    struct zm_bounds first = { -game->max_payoff, game->max_payoff };
    if (game->insight)
        game->insight(s, &first, cx->moves);
    int low = first.low, high = first.high;
    while (low < high && !cx->stopped) {
        const int t = question(first, low, high);
        const int value = KERNEL(run, exact)(cx, s, run->depth, t);
        if (value >= t)
            low = value;
        else
            high = value;
    }
    return low;
}
