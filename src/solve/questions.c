/* questions.c -- the value of a position is found with questions "at least t points?", each
 * asked as a search with a null window. Such a search cuts far more than one with an open
 * window, and the table keeps what the earlier questions proved. The first questions are
 * "won?" and "drawn?"; then the interval that is left is halved. Source: Coplan 1982, "A
 * special-purpose machine for an improved search algorithm for deep chess combinations",
 * where the bisection is called C*. Theory: docs/theory/solving.md */
#include "solve/questions.h"

#include <stdlib.h>

/* The next question for a value known to be in low .. high: a number in low+1 .. high. */
static int question(int low, int high)
{
    if (low < 1 && high >= 1)
        return 1;
    if (low < 0 && high >= 0)
        return 0;
    return low + (high - low + 1) / 2;
}

int value_by_questions(struct run *run, const struct zm_state *s)
{
    struct zm_context *const cx = &run->cx;
    int low = -cx->game->max_payoff, high = cx->game->max_payoff;
    while (low < high && !cx->stopped) {
        const int t = question(low, high);
        const int value = KERNEL(run, exact)(cx, s, run->depth, t);
        if (value >= t)
            low = value;
        else
            high = value;
    }
    return low;
}

/* ------------------------------------------------------------------ proofs -- */

bool proofs_begin(struct zm_context *cx, double megabytes)
{
    cx->proof_bits = 8;
    while ((double)proofs_size(cx) * 2 <= megabytes * 1048576 && cx->proof_bits < 40)
        cx->proof_bits++;
    cx->proofs = calloc(proofs_size(cx), 1);
    return cx->proofs != NULL;
}

size_t proofs_size(const struct zm_context *cx)
{
    return ZM_PROOFS * sizeof *cx->proofs << cx->proof_bits;
}

void proofs_forget(struct zm_context *cx)
{
    memset(cx->proofs, 0, proofs_size(cx));
}

void proofs_end(struct zm_context *cx)
{
    free(cx->proofs);
    cx->proofs = NULL;
}
