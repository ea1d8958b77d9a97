/* never_worse.h -- a net at tic-tac-toe against a player who never errs, from every opening of up
 * to two moves, in both seats. */
#ifndef NEVER_WORSE_H
#define NEVER_WORSE_H

#include "tap.h"

#include <zermelo/zermelo.h>

static struct zm_error never_error;

/* A best move, any of them. */
static inline zm_move perfect_move(const struct zm_position *p, uint64_t *seed, double *value)
{
    struct zm_solution s;
    zm_move best[9];
    int n = 0;
    if (zm_solve(p, &(struct zm_solve_limits){ .megabytes = 1 }, &s, &never_error))
        printf("# %s\n", never_error.text);
    for (int i = 0; i < s.count; i++)
        if (s.best[i])
            best[n++] = s.move[i];
    *value = s.value;
    zm_solution_release(&s);
    return best[zm_random(seed, (uint32_t)n)];
}

/* One game from p on, the net in `seat`; how much less it got than p is worth to it. */
static inline double perfect_game(struct zm_position *p, struct zm_search *search, int seat,
                                  uint64_t *seed)
{
    double worth, value;
    const int turn = zm_position_turn(p);
    perfect_move(p, seed, &worth);
    while (zm_position_turn(p) != ZM_OVER) {
        struct zm_result result;
        zm_move m = perfect_move(p, seed, &value);
        if (zm_position_turn(p) == seat) {
            zm_search_run(search, p, NULL, &result, &never_error);
            m = result.move;
        }
        zm_position_play(p, m, &never_error);
    }
    return (seat == turn ? worth : -worth) - zm_position_payoff(p, seat);
}

/* The net may not once get less than the opening is worth, in at least so many games. */
static inline void never_worse(const struct zm_game *rules, const char *net, int sims, int most)
{
    char spec[600];
    uint64_t seed = 5;
    int games = 0, lost = 0;
    snprintf(spec, sizeof spec, "alphazero:net=%s,sims=%d", net, sims);
    struct zm_search *const search = zm_search_new(rules, spec, &never_error);
    OKF(search != NULL, "%s", search ? "" : never_error.text);
    while (search && games < most)
        for (int first = -1; first < 9; first++)
            for (int second = -1; second < 9; second++)
                for (int seat = 0; seat < 2; seat++) {
                    struct zm_position *const p = zm_position_new(rules, &never_error);
                    const bool opened =
                        (first < 0 || !zm_position_play(p, (zm_move)first, &never_error)) &&
                        (second < 0 ||
                         (first >= 0 && !zm_position_play(p, (zm_move)second, &never_error)));
                    if (opened) {
                        games++;
                        lost += perfect_game(p, search, seat, &seed) > 0;
                    }
                    zm_position_free(p);
                }
    OKF(lost == 0, "%d simulations: %d of %d games got less than the opening is worth", sims, lost,
        games);
    zm_search_free(search);
}

#endif
