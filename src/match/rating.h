/* rating.h -- one scale for many players from all the games between them: the Bradley-Terry
 * model, in which the odds of two players are those of their Elo difference. A draw counts as
 * half a win. Theory: docs/theory/statistics.md */
#ifndef MATCH_RATING_H
#define MATCH_RATING_H

#include <zermelo/zermelo.h>

/* Between players `a` and `b` (their places in the list): a's wins, draws, a's losses. */
struct meeting {
    int a, b;
    uint64_t wins, draws, losses;
};

struct rated {
    bool anchored; /* elo is given and stays                     */
    double elo;    /* the mean is 0 if nobody is anchored        */
    double error;  /* 95 %: elo +- error; 0 if anchored          */
    uint64_t games;
    double score; /* points for each game */
    int group;    /* players of different groups never met, not even by others: only within
                   * a group do differences mean anything */
};

/* NULL, or the reason why not (memory). */
const char *rate(struct rated player[], int players, const struct meeting meeting[], int meetings,
                 struct zm_error *error);

#endif
