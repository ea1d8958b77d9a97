/* mcts_team.c -- several threads on one tree. Each takes some simulations from what is left
 * of them, until there are none or somebody says it is enough. */
#include "search/mcts_tree.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>

enum { SHARE = 32 }; /* simulations taken at once: a few milliseconds in slow games */

struct helper {
    struct run run; /* first: poll() finds it by its context */
    struct mcts_team *team;
    struct zm_state *root;
    void *memory;
    pthread_t thread;
    bool running;
};

struct mcts_team {
    struct run *leader;
    struct helper *helper;
    int helpers;
    atomic_uint_fast64_t left;
    atomic_bool over;
};

/* How many simulations to do next; 0: none are left. */
static uint64_t taken(struct mcts_team *team)
{
    uint_fast64_t left = atomic_load_explicit(&team->left, memory_order_relaxed);
    uint64_t share;
    do
        share = left < SHARE ? left : SHARE;
    while (share > 0 &&
           !atomic_compare_exchange_weak_explicit(&team->left, &left, left - share,
                                                  memory_order_relaxed, memory_order_relaxed));
    return share;
}

static void *help(void *user)
{
    struct helper *const h = user;
    uint64_t share;
    while (!h->run.cx.stopped && !final_settled(h->run.search) && (share = taken(h->team)) > 0)
        KERNEL(&h->run, mcts)(&h->run.cx, h->run.root, share);
    return NULL;
}

struct mcts_team *mcts_team_new(struct run *run, int threads, struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    struct mcts_team *const team = calloc(1, sizeof *team);
    if (!team) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    team->leader = run;
    team->helper = calloc((size_t)threads, sizeof *team->helper);
    for (int i = 1; team->helper && i < threads; i++) {
        struct helper *const h = &team->helper[i - 1];
        size_t size;
        *h = (struct helper){ .run = *run, .team = team };
        h->root = aligned_alloc(64, state_stride(game));
        if (!h->root || stacks_begin(&h->run.cx, 4, &h->memory, &size, error)) {
            free(h->root);
            break; /* the others do its work */
        }
        memcpy(h->root, run->root, game->state_size);
        h->run.root = h->root;
        h->run.over = &team->over;
        h->run.cx.walker = run->search->mcts->walker[i];
        h->run.cx.seed = zm_mix(run->cx.seed + (uint64_t)i) | 1;
        team->helpers++;
    }
    return team;
}

void mcts_team_run(struct mcts_team *team, uint64_t simulations)
{
    struct run *const leader = team->leader;
    atomic_store(&team->left, simulations);
    atomic_store(&team->over, false);
    if (leader->node_limit != UINT64_MAX)
        leader->node_limit /= (unsigned)team->helpers + 1;
    for (int i = 0; i < team->helpers; i++) {
        struct helper *const h = &team->helper[i];
        h->run.node_limit = leader->node_limit;
        h->running = !pthread_create(&h->thread, NULL, help, h);
    }
}

uint64_t mcts_team_take(struct mcts_team *team)
{
    return taken(team);
}

void mcts_team_join(struct mcts_team *team)
{
    /* Who is at the last simulations may finish them. */
    if (atomic_load(&team->left) > 0)
        atomic_store(&team->over, true);
    for (int i = 0; i < team->helpers; i++) {
        struct helper *const h = &team->helper[i];
        if (h->running)
            pthread_join(h->thread, NULL);
        h->running = false;
        team->leader->cx.nodes += h->run.cx.nodes;
        team->leader->cx.leaves += h->run.cx.leaves;
        h->run.cx.nodes = h->run.cx.leaves = 0;
    }
}

void mcts_team_free(struct mcts_team *team)
{
    if (!team)
        return;
    for (int i = 0; i < team->helpers; i++) {
        free(team->helper[i].memory);
        free(team->helper[i].root);
    }
    free(team->helper);
    free(team);
}
