/* random.c -- a legal move, each as likely as the others: the weakest opponent, and the
 * one every search must beat. */
#include "search/search.h"

const char *search_random(struct run *run, struct zm_result *result, struct zm_error *error)
{
    (void)error;
    uint64_t seed = run->cx.seed;
    const int n = run->search->game->moves(run->root, run->cx.moves);
    result->move = result->line[0] = run->cx.moves[zm_random(&seed, (uint32_t)n)];
    report_counts(run, result, 0);
    return NULL;
}
