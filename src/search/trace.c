#include "search/trace.h"

#include "base/sentence.h"

#include <stdlib.h>

const char *trace_begin(struct zm_tracer *t, int plies, bool negamax, struct zm_error *error)
{
    t->room = plies + 2;
    t->ply = 0;
    t->negamax = negamax;
    t->owner = malloc((size_t)t->room * sizeof *t->owner);
    if (!t->owner)
        return sentence(error, "%s", out_of_memory);
    t->owner[0] = (struct trace_owner){ -1, -1 };
    return NULL;
}

void trace_end(struct zm_tracer *t)
{
    free(t->owner);
    t->owner = NULL;
}

static void go_down(struct zm_tracer *t, int own)
{
    t->ply++;
    if (t->ply >= t->room)
        return;
    const struct trace_owner above = t->owner[t->ply - 1];
    t->owner[t->ply] = t->negamax ? (struct trace_owner){ above.beta, above.alpha } : above;
    /* Where chance decides, an outcome's window is not that of the node. */
    if (own >= 0) {
        t->owner[t->ply].alpha = own & ZM_STEP_OWN(1, 0) ? t->ply - 1 : -1;
        t->owner[t->ply].beta = own & ZM_STEP_OWN(0, 1) ? t->ply - 1 : -1;
    }
}

void trace_step(struct zm_tracer *t, struct zm_step *step)
{
    step->ply = t->ply;
    switch (step->kind) {
    case ZM_STEP_WINDOW:
        *(step->raised < 0 ? &t->owner[t->ply].alpha : &t->owner[t->ply].beta) = t->ply;
        break;
    case ZM_STEP_CUT: {
        /* MAX, and whoever moves in the negamax form, is cut by beta; MIN by alpha. */
        const bool by_beta = step->value >= step->beta;
        step->by = by_beta ? t->owner[t->ply].beta : t->owner[t->ply].alpha;
        break;
    }
    default:
        break;
    }
    t->watch(t->user, step);
    switch (step->kind) {
    case ZM_STEP_MOVE:
    case ZM_STEP_SELECT:
    case ZM_STEP_EXPAND:
        go_down(t, step->turn == ZM_CHANCE ? step->raised : -1);
        break;
    case ZM_STEP_LEAF:
    case ZM_STEP_RETURN:
    case ZM_STEP_BACKUP:
        if (t->ply > 0)
            t->ply--;
        break;
    default:
        break;
    }
}
