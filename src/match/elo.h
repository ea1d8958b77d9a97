/* elo.h -- what results say about the difference in strength of two players.
 *
 * Results are counted in cells: outcome i of n is worth i / (n - 1) points for the first of
 * them. Three cells count games (loss, draw, win). Five count pairs of games that began with
 * the same opening and seats swapped (both lost ... both won): what the opening gives to one
 * side cancels out within a pair, so that their mean is known better than by as many
 * independent games. Theory: docs/theory/statistics.md */
#ifndef MATCH_ELO_H
#define MATCH_ELO_H

#include <stdint.h>

enum { GAME_CELLS = 3, PAIR_CELLS = 5 };

/* Elo's scale: 400 more is ten times the odds. */
double elo_of(double score);
double score_of(double elo);

struct estimate {
    double score;     /* mean, 0 to 1; 0.5 without results                          */
    double elo;       /* +-INFINITY for 1 and 0                                     */
    double low, high; /* the Elo difference lies between them in 95 cases of 100    */
    double los;       /* likelihood of superiority: that the first is the stronger  */
    double normal;    /* normalised Elo: in units of the deviation of a game        */
};

struct estimate elo_estimate(const uint64_t count[], int cells);

/* A sequential probability ratio test of "the difference is `elo1`" against "it is `elo0`":
 * wrongly accepting the former is as rare as `alpha`, the latter as `beta`. */
struct sprt {
    double elo0, elo1, alpha, beta;
    int normalised; /* elo0 and elo1 are normalised Elo */
};

enum sprt_verdict { SPRT_GOES_ON, SPRT_ACCEPTS_0, SPRT_ACCEPTS_1 };

/* The logarithm of how many times likelier the results are under elo1; its limits. */
double sprt_ratio(const struct sprt *test, const uint64_t count[], int cells);
double sprt_lower(const struct sprt *test);
double sprt_upper(const struct sprt *test);
enum sprt_verdict sprt_verdict(const struct sprt *test, const uint64_t count[], int cells);

#endif
