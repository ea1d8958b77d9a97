/* timing.c -- a clock with increment is divided by the moves that are still to come. A
 * move on which the steps of the search agree takes less than its share, one on which they
 * do not takes more; what is saved is there for the next. */
#include "search/timing.h"

#include <math.h>

/* Never to be spent: the way of a move from the search to the clock takes time too. */
static const double reserve = 0.02;

/* Guesses for games that do not say how long they last: on a board two cells of three are filled
 * before players agree on the end. */
enum { MOVES_TO_COME = 30, LEAST_TO_COME = 12, MOST_TO_COME = 50 };

static double moves_to_come(const struct zm_limits *limits, const struct zm_game *game, int played)
{
    if (limits->moves_to_go > 0)
        return limits->moves_to_go;
    const int cells = game->grid.rows * game->grid.columns;
    if (game->max_plies <= 0 && cells == 0)
        return MOVES_TO_COME;
    const double left = game->max_plies > 0 ? (game->max_plies - played) / 2.0 + 1
                                            : fmax(LEAST_TO_COME, (cells - played) / 3.0);
    return left < 2 ? 2 : left > MOST_TO_COME ? MOST_TO_COME : left;
}

struct timing timing_of(const struct zm_limits *limits, const struct zm_game *game, int played)
{
    const double fixed = limits->seconds > 0 ? limits->seconds : INFINITY;
    struct timing t = { fixed, fixed };
    if (limits->clock <= 0)
        return t;
    const double clock = fmax(limits->clock - reserve, limits->clock / 10);
    const double moves = moves_to_come(limits, game, played);
    const double share = clock / moves + 0.8 * limits->increment;
    t.wanted = fmin(fixed, fmin(share, 0.8 * clock));
    t.most = fmin(fixed, fmin(4 * share, moves <= 1 ? clock : 0.5 * clock));
    t.wanted = fmin(t.wanted, t.most);
    return t;
}

bool timing_go_on(const struct timing *t, double seconds, int stable, double effort)
{
    if (isinf(t->wanted) || t->wanted >= t->most)
        return true; /* a fixed time: all of it, to the last moment */
    const double patience = stable < 2 ? 1.3 : stable < 5 ? 0.8 : 0.6;
    /* The next step takes longer than all before: begin none that would be cut short. */
    return seconds < 0.6 * t->wanted * patience * (effort > 0.9 ? 0.7 : 1);
}
