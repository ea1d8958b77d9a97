/* pns.c -- proof-number search as a player: the value by questions "at least t points?", and
 * the move that showed the last yes. The hot loop is pns.tmpl.h.
 * Theory: docs/theory/proof-number.md */
#include "search/roots.h"

#include "base/pages.h"
#include "base/sentence.h"

#include <math.h>
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

/* What is asked just now, and where the kernel keeps the numbers of the moves at the root. */
struct asking {
    int target;
    const struct zm_branch *branch;
};

/* Where a number is 0, the question about that move is answered. */
static void hear_answers(const struct run *run, const struct asking *asking)
{
    struct zm_search *const search = run->search;
    const double most = search->game->max_payoff;
    for (int i = 0; i < search->other_count; i++) {
        struct zm_other *const o = &search->others[i];
        if (asking->branch[i].low == 0 && o->least < asking->target)
            o->least = asking->target;
        if (asking->branch[i].high == 0 && o->most >= asking->target)
            o->most = asking->target - 1;
        if (o->least >= most) /* no more is to be had */
            o->most = most;
        if (o->most <= -most)
            o->least = -most;
    }
}

/* The kernel asks for a look before it goes down from a position; at the root it has no numbers
 * of the moves yet, anywhere below it has them all. */
static void tell(struct run *run)
{
    const struct asking *const asking = run->teller;
    if (run->cx.branches > asking->branch)
        hear_answers(run, asking);
    roots_tell(run);
}

static void prove(struct run *run, struct zm_result *result)
{
    const int most = run->search->game->max_payoff;
    struct asking asking = { .branch = run->cx.branches };
    int low = -most, high = most;
    /* cppcheck-suppress autoVariables ; it is taken back below */
    run->teller = &asking;
    roots_told_by(run, tell);
    while (low < high) {
        const int t = asking.target = question(low, high);
        if (run->search->watch)
            trace_step(&run->tracer,
                       &(struct zm_step){ .kind = ZM_STEP_QUESTION,
                                          .value = (double)t * run->search->game->unit });
        const uint64_t before = run->cx.nodes;
        const int yes = KERNEL(run, pns)(&run->cx, run->root, run->depth, t);
        if (run->cx.nodes > before) /* else the numbers are those of the last question */
            hear_answers(run, &asking);
        if (yes < 0)
            break;
        if (yes) {
            low = t;
            result->move = run->cx.best;
        } else {
            high = t - 1;
        }
    }
    run->tell = NULL;
    run->teller = NULL;
    result->exact = low == high;
    if (result->exact)
        report_value(run, result, (double)low * run->search->game->unit, run->turn);
}

/* Of no move anything is known. */
static const char *roots_open(struct run *run, struct zm_error *error)
{
    const zm_move *list;
    const int n = zm_position_moves(run->position, &list);
    if (roots_begin(run, error))
        return error->text;
    for (int i = 0; i < n; i++)
        roots_add(run, list[i], -INFINITY, INFINITY, true);
    return NULL;
}

const char *search_pns(struct run *run, struct zm_result *result, struct zm_error *error)
{
    const double hash = run->search->options.hash;
    struct zm_context *const cx = &run->cx;
    void *memory = NULL;
    size_t size = 0;
    if (run->search->watch && trace_begin(&run->tracer, run->depth, false, error))
        return error->text;
    const char *wrong = roots_open(run, error);
    if (!wrong)
        wrong = branches_begin(cx, run->depth, &memory, &size, error);
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
