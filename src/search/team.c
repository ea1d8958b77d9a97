#include "search/team.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "search/engine.h"

#include <pthread.h>
#include <stdlib.h>

/* The stack that search.c counts on (deepest()). */
enum { STACK = 16 << 20, NOBODY = -1 };

struct member {
    struct run run; /* first: poll() finds it by its context */
    struct team *team;
    struct zm_state *root;
    pthread_t thread;
    int number, value;
};

struct team {
    struct run *leader;
    struct member *member; /* the others */
    int members;
    bool started;
    uint64_t *busy;
    size_t size;

    pthread_mutex_t lock;
    pthread_cond_t work, rest;
    unsigned job; /* raised for each search */
    bool quit;
    int depth, alpha, beta;
    int working;

    atomic_bool over; /* somebody is done: the others give up  */
    atomic_int first; /* who: NOBODY, 0 the leader, 1 .. others */
};

/* Run the kernel, and be the first to be done or not. */
static int search(struct team *team, struct run *run, int number)
{
    run->cx.stopped = false;
    run->cx.horizon = false;
    run->cx.poll_at = run->cx.nodes;
    const int value =
        KERNEL(run, engine)(&run->cx, run->root, team->depth, team->alpha, team->beta);
    int nobody = NOBODY;
    if (!run->cx.stopped && atomic_compare_exchange_strong(&team->first, &nobody, number))
        atomic_store(&team->over, true);
    return value;
}

static void *work(void *user)
{
    struct member *const m = user;
    struct team *const team = m->team;
    unsigned done = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->job == done && !team->quit)
            pthread_cond_wait(&team->work, &team->lock);
        if (team->quit)
            break;
        done = team->job;
        pthread_mutex_unlock(&team->lock);
        m->value = search(team, &m->run, m->number);
        pthread_mutex_lock(&team->lock);
        if (--team->working == 0)
            pthread_cond_signal(&team->rest);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

struct team *team_new(struct run *run, int threads, int depth, int played, struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    struct team *const team = calloc(1, sizeof *team);
    if (!team)
        goto no_memory;
    team->leader = run;
    run->over = &team->over;
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->work, NULL);
    pthread_cond_init(&team->rest, NULL);
    if (threads == 1)
        return team;
    team->busy = calloc(ZM_BUSY, sizeof *team->busy);
    team->member = calloc((size_t)threads - 1, sizeof *team->member);
    if (!team->busy || !team->member)
        goto no_memory;
    for (int i = 0; i < threads - 1; i++) {
        struct member *const m = &team->member[i];
        *m = (struct member){ .run = *run, .team = team, .number = i + 1 };
        m->run.cx.engine = NULL;
        m->run.memory = NULL;
        m->run.cx.nodes = m->run.cx.leaves = 0;
        team->members++;
        m->root = aligned_alloc(64, state_stride(game));
        if (!m->root || engine_begin(&m->run.cx, &run->cx.engine->table, depth, played, error))
            goto no_memory;
        memcpy(m->root, run->root, game->state_size);
        m->run.root = m->root;
        struct zm_engine *const e = m->run.cx.engine;
        e->parts = run->cx.engine->parts;
        e->key_count = run->cx.engine->key_count;
        e->key_root = run->cx.engine->key_root;
        memcpy(e->keys, run->cx.engine->keys, (size_t)e->key_count * sizeof *e->keys);
        team->size += engine_size(game, depth, played);
    }
    return team;
no_memory:
    team_free(team);
    sentence(error, "%s", out_of_memory);
    return NULL;
}

void team_free(struct team *team)
{
    if (!team)
        return;
    if (team->started) {
        pthread_mutex_lock(&team->lock);
        team->quit = true;
        pthread_cond_broadcast(&team->work);
        pthread_mutex_unlock(&team->lock);
        for (int i = 0; i < team->members; i++)
            pthread_join(team->member[i].thread, NULL);
    }
    for (int i = 0; team->member && i < team->members; i++) {
        engine_end(&team->member[i].run.cx);
        free(team->member[i].root);
    }
    team->leader->over = NULL;
    pthread_mutex_destroy(&team->lock);
    pthread_cond_destroy(&team->work);
    pthread_cond_destroy(&team->rest);
    free(team->member);
    free(team->busy);
    free(team);
}

/* A thread that cannot be started is missed by nobody: the others do its work. */
static void start(struct team *team)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    team->started = true;
    int running = 0;
    while (running < team->members && !pthread_create(&team->member[running].thread, &attributes,
                                                      work, &team->member[running]))
        running++;
    for (int i = running; i < team->members; i++) {
        engine_end(&team->member[i].run.cx);
        free(team->member[i].root);
    }
    team->members = running;
    pthread_attr_destroy(&attributes);
    team->leader->cx.engine->busy = running > 0 ? team->busy : NULL;
    for (int i = 0; i < running; i++)
        team->member[i].run.cx.engine->busy = team->busy;
}

/* Tell the others what to do; they wait for it. */
static void call(struct team *team)
{
    const struct zm_engine *const leader = team->leader->cx.engine;
    for (int i = 0; i < team->members; i++) {
        struct run *const run = &team->member[i].run;
        struct zm_engine *const e = run->cx.engine;
        memcpy(e->root, leader->root, (size_t)leader->roots * sizeof *e->root);
        e->roots = leader->roots;
        e->first_root = leader->first_root;
        run->deadline = team->leader->deadline;
        run->node_limit = team->leader->node_limit;
    }
    pthread_mutex_lock(&team->lock);
    team->working = team->members;
    team->job++;
    pthread_cond_broadcast(&team->work);
    pthread_mutex_unlock(&team->lock);
}

/* Wait until they rest, and take over the answer of the one that was first. */
static int gather(struct team *team, int value)
{
    struct run *const run = team->leader;
    pthread_mutex_lock(&team->lock);
    while (team->working > 0)
        pthread_cond_wait(&team->rest, &team->lock);
    pthread_mutex_unlock(&team->lock);
    const int first = atomic_load(&team->first);
    if (first > 0) {
        const struct member *const m = &team->member[first - 1];
        const struct zm_engine *const from = m->run.cx.engine;
        memcpy(run->cx.engine->root, from->root, (size_t)from->roots * sizeof *from->root);
        run->cx.best = m->run.cx.best;
        run->cx.horizon = m->run.cx.horizon;
        value = m->value;
    }
    run->cx.stopped = first == NOBODY;
    return value;
}

int team_search(struct team *team, int depth, int alpha, int beta, bool alone)
{
    team->depth = depth;
    team->alpha = alpha;
    team->beta = beta;
    atomic_store(&team->first, NOBODY);
    atomic_store(&team->over, false);
    if (alone || team->members == 0)
        return search(team, team->leader, 0);
    if (!team->started)
        start(team);
    call(team);
    const int value = search(team, team->leader, 0);
    atomic_store(&team->over, true);
    return gather(team, value);
}

void team_count(const struct team *team, uint64_t *nodes, uint64_t *leaves)
{
    for (int i = 0; i < team->members; i++) {
        *nodes += team->member[i].run.cx.nodes;
        *leaves += team->member[i].run.cx.leaves;
    }
}

size_t team_size(const struct team *team)
{
    return team->size;
}
