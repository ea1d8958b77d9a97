/* mcts.c -- one run of Monte Carlo tree search: how many simulations, when to stop, and in
 * which order the moves at the root get theirs. The hot loop is mcts.tmpl.h, the memory
 * mcts_tree.c, the choice in the end mcts_final.c. */
#include "search/mcts_tree.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "search/alphazero.h"

#include <math.h>
#include <stdlib.h>

/* Without any limit: about a second in a slow game, or with a net. */
enum { SIMULATIONS = 10000, LOOKS = 800 };

static const double tell_every = 0.1; /* seconds */

struct teller {
    double last;
};

static void tell(struct run *run, struct teller *teller)
{
    const double now = clock_now();
    if (!run->search->listen || now - teller->last < tell_every)
        return;
    struct zm_result so_far = { .move = ZM_NO_MOVE, .value = NAN };
    final_result(run, &so_far);
    report_counts(run, &so_far, 0);
    teller->last = now;
    run->search->listen(run->search->listen_user, &so_far);
}

/* With a clock a move that has both the most visits and the best mean need not take longer
 * than its share of the time. */
static bool enough(const struct run *run)
{
    const double spent = clock_now() - run->begin;
    if (run->ponders || isinf(run->timing.wanted) || run->timing.wanted >= run->timing.most ||
        spent < 0.6 * run->timing.wanted)
        return false;
    const struct zm_tree *const tree = &run->search->mcts->tree;
    uint32_t first = 0, second = 0, chosen = 0;
    double best = -1;
    for (uint32_t at = tree->root + 1; at <= tree->root + tree->link[tree->root].child; at++) {
        const uint32_t visits = ZM_READ(tree->stat[at].visits);
        const double mean = visits ? (double)ZM_READ(tree->stat[at].total) / visits : -1;
        if (visits > first) {
            second = first;
            first = visits;
            chosen = at;
        } else if (visits > second) {
            second = visits;
        }
        best = visits > 16 && mean > best ? mean : best;
    }
    const double mean = first ? (double)ZM_READ(tree->stat[chosen].total) / first : 0;
    const double left = run->timing.wanted - spent;
    /* Nobody can catch up with the first any more. */
    if (left > 0)
        return (first - second) * spent > left * (double)ZM_READ(tree->stat[tree->root].visits);
    return mean >= best || spent >= 2 * run->timing.wanted;
}

/* All threads at once, each choosing by itself. */
static const char *simulate(struct run *run, uint64_t simulations, struct zm_error *error)
{
    struct mcts_team *const team = mcts_team_new(run, (int)run->search->options.threads, error);
    struct teller teller = { clock_now() };
    uint64_t share;
    if (!team)
        return error->text;
    mcts_team_run(team, simulations);
    while (!run->cx.stopped && !final_settled(run->search) && (share = mcts_team_take(team)) > 0) {
        KERNEL(run, mcts)(&run->cx, run->root, share);
        if ((run->cx.leaves & 511) < share) {
            tell(run, &teller);
            if (enough(run))
                break;
        }
    }
    mcts_team_join(team);
    mcts_team_free(team);
    return NULL;
}

/* ------------------------------------------------------------------- halving -- */

/* A move at the root that is still in the race. */
struct rival {
    uint32_t slot;
    double score;
    double lot; /* Gumbel noise, where a net is to learn from it */
};

static int by_score(const void *left, const void *right)
{
    const struct rival *const a = left, *const b = right;
    if (a->score != b->score)
        return a->score > b->score ? -1 : 1;
    return a->slot < b->slot ? -1 : a->slot > b->slot;
}

double mcts_sigma(uint32_t most)
{
    return (50.0 + most) * 0.1;
}

/* What is known of a move: its mean and, as Gumbel search weighs it, its prior, which counts
 * the less the more simulations there are. */
static double score_of(const struct zm_tree *tree, uint32_t at, uint32_t most)
{
    const struct zm_stat *const stat = &tree->stat[at];
    const double mean = stat->visits ? (double)stat->total / ZM_REWARD_ONE / stat->visits : 0.5;
    const double prior = tree->prior ? (double)tree->prior[at] : 1;
    if (zm_bounds_forbidden(stat->bounds))
        return -1e9;
    return log(prior > 1e-9 ? prior : 1e-9) + mcts_sigma(most) * mean;
}

/* Sequential halving (Karnin, Koren & Somekh 2013; at the root of a tree search: Cazenave
 * 2015; with priors and, for learning, with noise: Danihelka & al. 2022): the
 * simulations are divided among log2(moves) rounds, in each all that are left get as many,
 * then the worse half drops out. With few simulations none is wasted on what the bonus of
 * UCB1 would look at again. One thread. */
static const char *halve(struct run *run, uint64_t simulations, struct zm_error *error)
{
    struct zm_tree *const tree = &run->search->mcts->tree;
    const uint32_t count = tree->link[tree->root].child;
    struct rival *const rival = malloc(count * sizeof *rival);
    if (!rival)
        return sentence(error, "%s", out_of_memory);
    for (uint32_t i = 0; i < count; i++) {
        const double noise = run->search->alphazero ? alphazero_gumbel(run) : 0;
        rival[i] = (struct rival){ tree->root + 1 + i, noise, noise };
    }
    struct teller teller = { clock_now() };
    uint32_t left = count;
    /* Of many moves only those that look best take part. */
    const uint32_t most_rivals = (uint32_t)run->search->options.gumbel;
    if (run->search->alphazero && left > most_rivals) {
        for (uint32_t i = 0; i < count; i++)
            rival[i].score += score_of(tree, rival[i].slot, 0);
        qsort(rival, left, sizeof *rival, by_score);
        left = most_rivals;
    }
    int rounds = 0;
    while (1u << rounds < left)
        rounds++;
    for (int round = 0; round < rounds && left > 1 && !run->cx.stopped; round++) {
        uint64_t each = simulations / ((unsigned)(rounds - round) * (uint64_t)left);
        each += each == 0;
        for (uint32_t i = 0; i < left && simulations > 0 && !run->cx.stopped; i++) {
            const uint64_t now = each < simulations ? each : simulations;
            tree->forced = rival[i].slot;
            if (!zm_bounds_forbidden(tree->stat[rival[i].slot].bounds))
                KERNEL(run, mcts)(&run->cx, run->root, now);
            simulations -= now;
            tell(run, &teller);
        }
        uint32_t most = 0;
        for (uint32_t i = 0; i < left; i++)
            if (tree->stat[rival[i].slot].visits > most)
                most = tree->stat[rival[i].slot].visits;
        for (uint32_t i = 0; i < left; i++)
            rival[i].score = rival[i].lot + score_of(tree, rival[i].slot, most);
        qsort(rival, left, sizeof *rival, by_score);
        left = (left + 1) / 2;
    }
    run->search->mcts->survivor = left > 0 && !run->cx.stopped ? rival[0].slot : 0;
    tree->forced = 0;
    free(rival);
    return NULL;
}

const char *search_mcts(struct run *run, struct zm_result *result, struct zm_error *error)
{
    struct zm_search *const search = run->search;
    const bool limited = run->deadline < 1e300 || run->node_limit != UINT64_MAX || run->ponders;
    uint64_t simulations = (uint64_t)search->options.sims;
    if (search->watch && trace_begin(&run->tracer, run->depth, false, error))
        return error->text;
    if (mcts_begin(run, error))
        return error->text;
    if (simulations == 0)
        simulations = limited ? UINT64_MAX : search->alphazero ? LOOKS : SIMULATIONS;
    if (search->alphazero)
        alphazero_begin(run, &simulations);
    const bool halves = search->options.halving > 0 && search->options.threads == 1 &&
                        simulations != UINT64_MAX && run->turn >= 0;
    if ((halves ? halve : simulate)(run, simulations, error))
        return error->text;
    final_result(run, result);
    if (search->alphazero)
        alphazero_end(run, result);
    report_counts(run, result, 0);
    result->memory += search->mcts->memory_size;
    return NULL;
}
