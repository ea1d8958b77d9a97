/* uct.c -- Monte Carlo tree search as first taught: the memory of the tree, how many
 * simulations, and which move to play in the end. The hot loop is uct.tmpl.h. */
#include "base/sentence.h"
#include "search/mcts_tree.h"
#include "search/roots.h"

#include <math.h>
#include <stdlib.h>

static const float SQRT2 = 1.41421356F;
enum { SIMULATIONS = 10000 }; /* without any limit: about a second in a slow game */

static const char *tree_begin(struct zm_search *search, struct zm_error *error)
{
    struct zm_uct *const tree = &search->uct;
    if (!tree->node) {
        const double nodes =
            search->options.memory * 1048576 / (sizeof *tree->node + 2 * sizeof *tree->score);
        tree->size = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
        tree->node = malloc(tree->size * sizeof *tree->node);
        tree->score = malloc(tree->size * 2 * sizeof *tree->score);
        if (!tree->node || !tree->score)
            return sentence(error, "out of memory: the tree asked for %.0f MB",
                            search->options.memory);
    }
    tree->node[0] = (struct zm_uct_node){ .move = ZM_NO_MOVE };
    tree->used = 1;
    tree->full = false;
    tree->roots = roots_table();
    tree->explore = search->options.explore >= 0 ? (float)search->options.explore : SQRT2;
    return NULL;
}

/* The most visited child or the one with the best mean; NULL: none was visited. */
static const struct zm_uct_node *final_child(const struct zm_search *search, uint32_t at)
{
    const struct zm_uct_node *const node = &search->uct.node[at], *best = NULL;
    for (uint32_t i = 0; i < node->children; i++) {
        const struct zm_uct_node *const child = &search->uct.node[node->child + i];
        if (child->visits == 0)
            continue;
        if (!best || (search->options.final == FINAL_RATIO
                          ? child->total / child->visits > best->total / best->visits
                          : child->visits > best->visits))
            best = child;
    }
    return best;
}

static void report_line(const struct zm_search *search, struct zm_result *result)
{
    uint32_t at = 0;
    result->length = 0;
    while (result->length < ZM_MAX_LINE && search->uct.node[at].turn >= 0) {
        const struct zm_uct_node *const child = final_child(search, at);
        if (!child)
            break;
        result->line[result->length++] = child->move;
        at = (uint32_t)(child - search->uct.node);
    }
}

/* Back from rewards in 0..1 to points; a margin is not known, only who wins. */
static double points(const struct zm_game *game, const struct zm_uct_node *child)
{
    const double mean = 2 * child->total / child->visits - 1;
    return mean * (game->flags & ZM_MARGIN ? 1 : game->max_payoff);
}

/* What the tree says of the moves, and its answer. */
static void report(struct run *run, struct zm_result *result)
{
    struct zm_search *const search = run->search;
    const struct zm_game *const game = search->game;
    const struct zm_uct_node *const root = &search->uct.node[0];
    const struct zm_uct_node *const best = final_child(search, 0);
    search->other_count = 0;
    for (uint32_t i = 0; i < root->children; i++) {
        const struct zm_uct_node *const child = &search->uct.node[root->child + i];
        const double value = child->visits ? points(game, child) * game->unit : 0;
        if (child->visits > 0)
            roots_add(run, child->move, value, value, false);
    }
    if (best) {
        result->move = best->move;
        report_line(search, result);
        if (game->players == 2 && (game->flags & ZM_ZERO_SUM))
            report_value(run, result, points(game, best) * game->unit, run->turn);
        else
            result->value = result->values[run->turn] = points(game, best);
    } else {
        result->line[0] = result->move;
        result->length = 1;
    }
    report_counts(run, result, 0);
}

static void tell(struct run *run)
{
    struct zm_result so_far = nothing_known(run->position);
    report(run, &so_far);
    run->search->listen(run->search->listen_user, &so_far);
}

const char *search_uct(struct run *run, struct zm_result *result, struct zm_error *error)
{
    struct zm_search *const search = run->search;
    uint64_t simulations = (uint64_t)search->options.sims;
    if (tree_begin(search, error) || roots_begin(run, error))
        return error->text;
    if (search->watch && trace_begin(&run->tracer, run->depth, false, error))
        return error->text;
    if (simulations == 0)
        simulations =
            run->deadline < 1e300 || run->node_limit != UINT64_MAX ? UINT64_MAX : SIMULATIONS;
    run->cx.uct = &search->uct;
    roots_told_by(run, tell);
    KERNEL(run, uct)(&run->cx, run->root, simulations);
    report(run, result);
    result->memory += search->uct.size * (sizeof *search->uct.node + 2 * sizeof *search->uct.score);
    return NULL;
}
