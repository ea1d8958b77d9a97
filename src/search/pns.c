/* pns.c -- proof-number search as a player: the value by questions "at least t points?", and
 * the move that showed the last yes. The hot loop is pns.tmpl.h.
 * Theory: docs/theory/proof-number.md */
#include "search/search.h"

#include "base/pages.h"
#include "base/sentence.h"

#include <stdlib.h>

enum { MEGABYTES = 64 };

static void no_more(struct zm_context *cx)
{
    cx->proofs_left = UINT64_MAX;
}

static const char *table_of_numbers(struct zm_context *cx, double megabytes, struct zm_error *error)
{
    const size_t bucket = ZM_PROOFS * sizeof *cx->proofs;
    cx->proof_bits = 6;
    while ((double)(bucket << (cx->proof_bits + 1)) <= megabytes * 1048576 && cx->proof_bits < 40)
        cx->proof_bits++;
    cx->proof_bits_most = cx->proof_bits;
    cx->proofs_left = UINT64_MAX;
    cx->more_proofs = no_more;
    cx->proofs = pages_new(bucket << cx->proof_bits);
    if (!cx->proofs)
        return sentence(error, "out of memory: the table asked for %.0f MB", megabytes);
    memset(cx->proofs, 0, bucket << cx->proof_bits);
    return NULL;
}

/* Won? Drawn? Then halve what is left of low .. high. */
static int question(int low, int high)
{
    return low < 1 && high >= 1 ? 1 : low < 0 && high >= 0 ? 0 : low + (high - low + 1) / 2;
}

static void prove(struct run *run, struct zm_result *result)
{
    int low = -run->search->game->max_payoff, high = -low;
    while (low < high) {
        const int t = question(low, high);
        if (run->search->watch)
            trace_step(&run->tracer,
                       &(struct zm_step){ .kind = ZM_STEP_QUESTION,
                                          .value = (double)t * run->search->game->unit });
        const int yes = KERNEL(run, pns)(&run->cx, run->root, run->depth, t);
        if (yes < 0)
            break;
        if (yes) {
            low = t;
            result->move = run->cx.best;
        } else {
            high = t - 1;
        }
    }
    result->exact = low == high;
    if (result->exact)
        report_value(run, result, (double)low * run->search->game->unit, run->turn);
}

const char *search_pns(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const double hash = run->search->options.hash;
    struct zm_context *const cx = &run->cx;
    void *memory = NULL;
    size_t size = 0;
    if (run->search->watch && trace_begin(&run->tracer, run->depth, false, error))
        return error->text;
    const char *wrong = branches_begin(cx, run->depth, &memory, &size, error);
    if (!wrong)
        wrong = table_of_numbers(cx, hash >= 0 ? hash : MEGABYTES, error);
    if (!wrong) {
        prove(run, result);
        run->memory_size += size + (ZM_PROOFS * sizeof *cx->proofs << cx->proof_bits);
        report_counts(run, result, 0);
        result->line[0] = result->move;
    }
    free(cx->proofs);
    cx->proofs = NULL;
    free(memory);
    return wrong;
}
