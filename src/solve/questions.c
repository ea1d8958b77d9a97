/* questions.c -- the value of a position is found with questions "at least t points?", each
 * asked as a search with a null window, or as a proof-number search. Such a search cuts far
 * more than one with an open window, and the table keeps what the earlier questions proved.
 *
 * The further t is from the truth, the cheaper the question, and a large win is found
 * sooner if smaller ones do not count. So the first questions are half of the most that
 * can be won or lost; then "won?" and "drawn?"; then the interval that is left is halved.
 * Source: the bisection is Coplan 1982, "A special-purpose machine for an improved search
 * algorithm for deep chess combinations", where it is called C*; to begin with large
 * values is Pascal Pons's. MTD(f) instead asks next to the value that the last search
 * came back with: Plaat, Schaeffer, Pijls & de Bruin 1996, "Best-first fixed-depth minimax
 * algorithms". Theory: docs/theory/solving.md */
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

/* MTD(f): is it the value that was found last, or more? It begins with a draw. */
static int next_to(int last, int low, int high)
{
    const int guess = last < low ? low : last > high ? high : last;
    return guess == low ? guess + 1 : guess;
}

/* A lower bound of the value that is at least t, or an upper bound that is not. */
static int answer(struct run *run, const struct zm_state *s, int t, enum zm_strategy strategy)
{
    if (strategy == ZM_PROOF_NUMBERS)
        return KERNEL(run, pns)(&run->cx, s, run->depth, t) > 0 ? t : t - 1;
    return KERNEL(run, exact)(&run->cx, s, run->depth, t);
}

int value_by_questions(struct run *run, const struct zm_state *s, enum zm_strategy strategy)
{
    struct zm_context *const cx = &run->cx;
    const struct zm_game *const game = cx->game;
    struct zm_bounds first = { -game->max_payoff, game->max_payoff };
    if (game->insight)
        game->insight(s, &first, cx->moves);
    int low = first.low, high = first.high, value = 0;
    while (low < high && !cx->stopped) {
        const int t = strategy == ZM_MTDF ? next_to(value, low, high) : question(first, low, high);
        value = answer(run, s, t, strategy);
        if (value >= t)
            low = value;
        else
            high = value;
    }
    return low;
}
