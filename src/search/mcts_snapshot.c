/* mcts_snapshot.c -- the tree and the map of owners, told while the search goes on.
 *
 * The reader takes the lock that keeps the tree from being laid out anew; the threads that
 * search take none. What it reads may be a moment old, never half-written. */
#include "search/mcts_tree.h"

#include "game/registry.h"
#include "search/alphazero.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A slot that may be told next. On top of the heap are the moves at the root, of which people want
 * to know all, then the most visited of any. */
struct waiting {
    uint32_t visits, slot, parent_block;
    int parent;
};

struct heap {
    struct waiting *at;
    int count, room;
};

static bool before(const struct waiting *a, const struct waiting *b)
{
    if ((a->parent == 0) != (b->parent == 0))
        return a->parent == 0;
    return a->visits > b->visits || (a->visits == b->visits && a->slot < b->slot);
}

static bool push(struct heap *h, struct waiting w)
{
    if (h->count == h->room) {
        const int room = h->room ? 2 * h->room : 256;
        struct waiting *const at = realloc(h->at, (size_t)room * sizeof *at);
        if (!at)
            return false;
        h->at = at;
        h->room = room;
    }
    int i = h->count++;
    for (; i > 0 && before(&w, &h->at[(i - 1) / 2]); i = (i - 1) / 2)
        h->at[i] = h->at[(i - 1) / 2];
    h->at[i] = w;
    return true;
}

static struct waiting pop(struct heap *h)
{
    const struct waiting top = h->at[0], last = h->at[--h->count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child + 1 < h->count && before(&h->at[child + 1], &h->at[child]))
            child++;
        if (child >= h->count || !before(&h->at[child], &last))
            break;
        h->at[i] = h->at[child];
        i = child;
    }
    h->at[i] = last;
    return top;
}

static struct zm_tree_node node_of(const struct zm_game *game, const struct zm_tree *tree,
                                   const struct zm_stat *stat, int player)
{
    const uint32_t bounds = ZM_READ(stat->bounds), visits = ZM_READ(stat->visits);
    const double scale = game->flags & ZM_MARGIN ? 1 : game->max_payoff;
    struct zm_tree_node node = { .player = player < 0 ? 0 : player, .visits = visits };
    node.win = visits ? (double)ZM_READ(stat->total) / ZM_REWARD_ONE / visits : NAN;
    node.value = (2 * node.win - 1) * scale;
    node.low = -game->max_payoff;
    node.high = game->max_payoff;
    if (tree->solver && !zm_bounds_forbidden(bounds)) {
        const int low = zm_bounds_low(bounds), high = zm_bounds_high(bounds);
        if (low > -ZM_BOUND_MOST)
            *(node.player ? &node.high : &node.low) = node.player ? -low : low;
        if (high < ZM_BOUND_MOST)
            *(node.player ? &node.low : &node.high) = node.player ? -high : high;
    }
    return node;
}

static bool push_moves(struct heap *heap, const struct zm_tree *tree, uint32_t block, int parent)
{
    for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++) {
        const uint32_t visits = ZM_READ(tree->stat[at].visits);
        if (visits > 0 && !zm_bounds_forbidden(ZM_READ(tree->stat[at].bounds)) &&
            !push(heap, (struct waiting){ visits, at, block, parent }))
            return false;
    }
    return true;
}

static int snapshot(const struct zm_game *game, const struct zm_tree *tree,
                    struct zm_tree_node list[], int most)
{
    struct heap heap = { 0 };
    int n = 0;
    const int turn = tree->link[tree->root].turn;
    list[n] = node_of(game, tree, &tree->stat[tree->root], turn);
    list[n].move = ZM_NO_MOVE;
    list[n].parent = -1;
    list[n].turn = turn;
    list[n++].prior = 1;
    bool room = push_moves(&heap, tree, tree->root, 0);
    while (room && n < most && heap.count > 0) {
        const struct waiting w = pop(&heap);
        const uint32_t child = __atomic_load_n(&tree->link[w.slot].child, __ATOMIC_ACQUIRE);
        list[n] = node_of(game, tree, &tree->stat[w.slot], tree->link[w.parent_block].turn);
        list[n].move = tree->link[w.slot].what;
        list[n].parent = w.parent;
        list[n].turn = ZM_READ(tree->link[w.slot].turn);
        list[n].prior =
            tree->prior ? (double)tree->prior[w.slot] : 1.0 / tree->link[w.parent_block].child;
        if (child > ZM_SLOT_BUSY)
            room = push_moves(&heap, tree, child, n);
        n++;
    }
    free(heap.at);
    return n;
}

int zm_search_tree(struct zm_search *search, struct zm_tree_node list[], int most)
{
    struct mcts *const mcts = mcts_of(search);
    int n = 0;
    if (!mcts || most < 1)
        return 0;
    pthread_mutex_lock(&mcts->lock);
    if (mcts->tree.root)
        n = snapshot(search->game, &mcts->tree, list, most);
    pthread_mutex_unlock(&mcts->lock);
    return n;
}

/* A net may tell it at once, and better than the few games that end within its tree. */
static bool foretold(const struct zm_search *search, struct mcts *mcts, double share[],
                     double *points)
{
    const struct zm_game *const game = search->game;
    struct zm_state *const root = search->alphazero ? aligned_alloc(64, state_stride(game)) : NULL;
    if (!root)
        return false;
    pthread_mutex_lock(&mcts->lock);
    const bool known = mcts->tree.root != 0;
    if (known)
        memcpy(root, mcts->last, game->state_size);
    pthread_mutex_unlock(&mcts->lock);
    const int turn = known ? game->turn(root) : ZM_OVER;
    const bool told = turn >= 0 && alphazero_foretell(search->alphazero, root, turn, points, share);
    if (told && turn == 1)
        *points = -*points;
    free(root);
    return told;
}

uint64_t zm_search_owners(struct zm_search *search, double share[], double *points)
{
    struct mcts *const mcts = mcts_of(search);
    const int cells = search->game->grid.rows * search->game->grid.columns;
    const int count = cells * search->game->players;
    uint64_t games = 0;
    int64_t sum = 0;
    for (int i = 0; i < count; i++)
        share[i] = 0;
    *points = NAN;
    if (!mcts)
        return 0;
    if (foretold(search, mcts, share, points))
        return 1;
    pthread_mutex_lock(&mcts->lock);
    for (int k = 0; mcts->tree.owners && k < mcts->walkers; k++) {
        const struct zm_walker *const w = mcts->walker[k];
        games += ZM_READ(w->owned_of);
        sum += ZM_READ(w->points);
        for (int i = 0; i < count; i++)
            share[i] += ZM_READ(w->owned[i]);
    }
    pthread_mutex_unlock(&mcts->lock);
    for (int i = 0; games > 0 && i < count; i++)
        share[i] = fmin(1, share[i] / (double)games);
    if (games > 0)
        *points = (double)sum / (double)games;
    return games;
}
