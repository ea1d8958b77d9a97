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

/* In so many plies from the beginning positions that are each other's image share a proof. */
enum { SYMMETRIC_PLIES = 10 };

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

int next_question(enum zm_strategy strategy, struct zm_bounds first, int low, int high, int last)
{
    return strategy == ZM_MTDF ? next_to(last, low, high) : question(first, low, high);
}

/* A lower bound of the value that is at least t, or an upper bound that is not. */
static int answer(struct run *run, const struct zm_state *s, int t, enum zm_strategy strategy)
{
    if (strategy == ZM_PROOF_NUMBERS)
        return KERNEL(run, pns)(&run->cx, s, run->depth, t) > 0 ? t : t - 1;
    return KERNEL(run, exact)(&run->cx, s, run->depth, t);
}

/* The value of s in low .. high, near `guess`: questions beside it, and in growing steps
 * where it turns out to be far away. */
static int value_near(struct run *run, const struct zm_state *s, int low, int high, int guess)
{
    int t = guess, step = 0, alike = 0;
    bool upwards = false;
    while (low < high && !run->cx.stopped) {
        t = t <= low ? low + 1 : t > high ? high : t;
        const int value = KERNEL(run, exact)(&run->cx, s, run->depth, t);
        alike = (value >= t) == upwards ? alike + 1 : 1;
        upwards = value >= t;
        step = alike > 2 ? 2 * step + 2 : 0;
        if (upwards) {
            low = value;
            t = low + 1 + step;
        } else {
            high = value;
            t = high - step;
        }
    }
    return low;
}

/* First guess with growing care, which tells about where the value is and fills the table
 * with good moves; then prove. What was guessed is kept under keys of its own, so that no
 * proof rests on it. */
static int value_by_guesses(struct run *run, const struct zm_state *s, struct zm_bounds bounds)
{
    static const int care[] = { 60, 130, 220, 0 }; /* percent of probcut()'s margin; 0: prove */
    enum { STAGES = sizeof care / sizeof *care };
    struct zm_context *const cx = &run->cx;
    int value = 0;
    for (int i = 0; i < STAGES; i++) {
        cx->doubt = care[i];
        cx->guess_key = cx->doubt_key;
        cx->doubt_key = care[i] ? zm_mix((uint64_t)i + 1) : 0;
        value = value_near(run, s, bounds.low, bounds.high, value);
    }
    cx->guess_key = 0;
    return value;
}

int value_by_questions(struct run *run, const struct zm_state *s, enum zm_strategy strategy)
{
    struct zm_context *const cx = &run->cx;
    const struct zm_game *const game = cx->game;
    struct zm_bounds first = { -game->max_payoff, game->max_payoff };
    if (game->insight)
        game->insight(s, &first, cx->moves);
    cx->symmetry_depth = run->depth - SYMMETRIC_PLIES;
    if (strategy == ZM_QUESTIONS && game->probcut && game->evaluate && game->finish)
        return value_by_guesses(run, s, first);
    int low = first.low, high = first.high, value = 0;
    while (low < high && !cx->stopped) {
        const int t = next_question(strategy, first, low, high, value);
        value = answer(run, s, t, strategy);
        if (value >= t)
            low = value;
        else
            high = value;
    }
    return low;
}

int at_least(struct run *run, const struct zm_state *s, int depth, int t, enum zm_strategy strategy)
{
    struct zm_context *const cx = &run->cx;
    int yes;
    if (strategy == ZM_PROOF_NUMBERS) {
        yes = KERNEL(run, pns)(cx, s, run->depth, t);
    } else {
        yes = KERNEL(run, exact)(cx, s, depth, t) >= t;
        yes = cx->horizon && depth < run->depth ? -1 : yes;
        cx->horizon = cx->horizon && depth == run->depth;
    }
    return cx->stopped ? -1 : yes;
}
