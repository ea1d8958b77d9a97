/* search.c -- making, running and stopping a search, whatever its algorithm. */
#include "search/search.h"
#include "game/registry.h"

#include "base/clock.h"
#include "base/sentence.h"
#include "search/alphazero.h"
#include "search/instances.h"
#include "search/mcts_tree.h"
#include "search/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOGETHER = 20000 };

/* Take the option net=FILE, the only one that is no number, out of the others. */
static const char *take_net(struct spec *spec)
{
    for (int i = 0; i < spec->pairs; i++)
        if (!strcmp(spec->pair[i].key, "net") && spec->pair[i].value) {
            const char *const path = spec->pair[i].value;
            for (spec->pairs--; i < spec->pairs; i++)
                spec->pair[i] = spec->pair[i + 1];
            return path;
        }
    return NULL;
}

/* Whoever calls has the net, if there is to be one. */
static struct zm_search *new_search(const struct zm_game *game, struct spec *spec,
                                    const struct algorithm *a, struct zm_error *error)
{
    struct search_options options;
    const char *const another = a->takes & TAKES_NET ? take_net(spec) : NULL;
    if (another) {
        sentence(error, "%s: net=%.200s is one net too many, it has one already", a->name, another);
        return NULL;
    }
    if (options_read(&options, spec, a->takes, error))
        return NULL;
    const char *const why = a->refuses(game);
    if (why) {
        sentence(error, "%s cannot play %s: %s", a->name, game->name, why);
        return NULL;
    }
    struct zm_search *const search = calloc(1, sizeof *search);
    if (!search) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    search->game = game;
    search->algorithm = a;
    search->options = options;
    search->together = TOGETHER;
    /* Any two seeds, 0 and 1 among them, begin far apart. */
    search->seed = zm_mix((uint64_t)options.seed + 0x9E3779B97F4A7C15ULL) | 1;
    return search;
}

/* A plug-in that was built before there were nets plays with them by the generic kernels: its own
 * know nothing of critics. The last kernel that came with them tells. */
static const struct zm_kernels *kernels_with_critics(const struct zm_kernels *own)
{
    return own && own->size > offsetof(struct zm_kernels, wins_within) ? own : &generic_kernels;
}

static struct zm_search *with_critic(struct zm_search *search, struct critic *critic,
                                     struct zm_error *error)
{
    alphazero_suits(search->game, &search->options);
    search->kernels = kernels_with_critics(search->game->kernels);
    search->alphazero = alphazero_new(search, critic, error);
    if (search->alphazero)
        return search;
    zm_search_free(search);
    return NULL;
}

struct zm_search *zm_search_new(const struct zm_game *game, const char *text,
                                struct zm_error *error)
{
    struct spec spec;
    if (spec_read(&spec, text, error))
        return NULL;
    const struct algorithm *const a = algorithm_find(spec.name, error);
    if (!a)
        return NULL;
    const char *const path = a->takes & TAKES_NET ? take_net(&spec) : NULL;
    struct zm_search *const search = new_search(game, &spec, a, error);
    if (!search || !(a->takes & TAKES_NET))
        return search;
    struct critic *const critic = critic_open(game, path, error);
    if (critic)
        return with_critic(search, critic, error);
    zm_search_free(search);
    return NULL;
}

struct zm_search *alphazero_search(const struct zm_game *game, const char *text,
                                   struct critic *critic, struct zm_error *error)
{
    struct spec spec;
    struct zm_search *search = NULL;
    const struct algorithm *const a =
        spec_read(&spec, text, error) ? NULL : algorithm_find(spec.name, error);
    if (a && !(a->takes & TAKES_NET))
        sentence(error, "%s plays without a net: expected alphazero[:key=value,...]", a->name);
    else if (a)
        search = new_search(game, &spec, a, error);
    if (search)
        return with_critic(search, critic, error);
    critic_close(critic);
    return NULL;
}

void zm_search_free(struct zm_search *search)
{
    if (!search)
        return;
    table_end(&search->table);
    free(search->lines);
    free(search->others);
    free(search->uct.node);
    free(search->uct.score);
    mcts_free(search->mcts);
    alphazero_free(search->alphazero);
    free(search);
}

void zm_search_stop(struct zm_search *search)
{
    atomic_store_explicit(&search->stop, true, memory_order_relaxed);
}

void zm_search_hit(struct zm_search *search)
{
    atomic_store_explicit(&search->hit, true, memory_order_relaxed);
}

void zm_search_watch(struct zm_search *search, zm_watch_fn *watch, void *user)
{
    search->watch = watch;
    search->watch_user = user;
    search->watch_deep = false;
}

void search_watch_deep(struct zm_search *search, zm_watch_fn *watch, void *user)
{
    zm_search_watch(search, watch, user);
    search->watch_deep = watch != NULL;
}

void zm_search_listen(struct zm_search *search, zm_listen_fn *listen, void *user)
{
    search->listen = listen;
    search->listen_user = user;
}

/* ------------------------------------------------------------------ limits -- */

/* Threads that work together look more often, so that none waits long for another. */
enum { TEAM_STEP = 1024 };

static const double tell_every = 0.1; /* seconds */

/* Called by a kernel whenever its node count reaches poll_at. The step adapts so that
 * the clock is looked at about every millisecond, however slow the game. */
void run_poll(struct zm_context *cx)
{
    struct run *const run = (struct run *)cx;
    const double now = clock_now();
    if (run->ponders && atomic_load_explicit(&run->search->hit, memory_order_relaxed)) {
        run->ponders = false;
        run->deadline = now + run->timing.most;
        run->begin = now;
    }
    if (atomic_load_explicit(&run->search->stop, memory_order_relaxed) || now >= run->deadline ||
        (run->over && atomic_load_explicit(run->over, memory_order_relaxed)) ||
        cx->nodes >= run->node_limit) {
        cx->stopped = true;
        cx->poll_at = UINT64_MAX;
        return;
    }
    if (run->tell && now - run->told >= tell_every) {
        run->told = now;
        run->tell(run);
    }
    if (now - run->last_poll > 0.002 && run->poll_step > 1)
        run->poll_step /= 2;
    else if (now - run->last_poll < 0.0005 && !(run->over && run->poll_step >= TEAM_STEP))
        run->poll_step *= 2;
    run->last_poll = now;
    cx->poll_at = cx->nodes + run->poll_step;
    if (cx->poll_at > run->node_limit)
        cx->poll_at = run->node_limit;
}

static double tighter(double a, double b)
{
    return a > 0 && (b <= 0 || a < b) ? a : b;
}

/* A kernel's frame holds a copy of the state and little else; the stack of a thread is
 * at least 8 MB on the systems we run on, and half of it is ours. */
static int deepest(const struct zm_game *game)
{
    const size_t frame = 768 + (game->undo ? 0 : game->state_size);
    const size_t plies = ((size_t)4 << 20) / frame;
    return plies > 10000 ? 10000 : (int)plies;
}

void run_limits(struct run *run, const struct zm_limits *limits)
{
    static const struct zm_limits none;
    const struct search_options *const o = &run->search->options;
    const struct zm_game *const game = run->search->game;
    if (!limits)
        limits = &none;
    struct zm_limits timed = *limits;
    timed.seconds = tighter(o->time, limits->seconds);
    timed.clock = tighter(o->clock, limits->clock);
    const double nodes = tighter(o->nodes, (double)limits->nodes);
    const double depth = tighter(o->depth, limits->depth);
    run->begin = run->last_poll = clock_now();
    run->timing = timing_of(&timed, game, run->position ? zm_position_plies(run->position) : 0);
    run->ponders = limits->ponder;
    run->deadline = run->ponders ? INFINITY : run->begin + run->timing.most;
    run->lines = limits->lines;
    run->moves = limits->moves;
    run->move_count = limits->move_count;
    run->node_limit = nodes > 0 ? (uint64_t)nodes : UINT64_MAX;
    run->poll_step = 64;
    run->unlimited = depth <= 0;
    run->depth = deepest(game);
    if (depth > 0 && depth < run->depth)
        run->depth = (int)depth;
    if (game->max_plies > 0 && game->max_plies < run->depth)
        run->depth = game->max_plies;
}

/* ------------------------------------------------------------------ memory -- */

const char *stacks_begin(struct zm_context *cx, int plies, void **memory, size_t *size,
                         struct zm_error *error)
{
    const struct zm_game *const game = cx->game;
    /* Leaves of trees are looked ahead of, however deep the search may go (mcts_ahead.tmpl.h). */
    const size_t levels = (size_t)(plies > ZM_AHEAD_PLIES ? plies : ZM_AHEAD_PLIES) + 4;
    const size_t list = (size_t)game->max_moves, stride = state_stride(game);
    /* With undo() only the copies that simulations are played in need room. */
    const size_t states = (game->undo ? 2 : levels) * stride;
    const size_t moves = levels * list * sizeof(zm_move);
    const size_t weights = game->flags & ZM_HAS_CHANCE ? levels * list * sizeof(uint32_t) : 0;
    *size = states + moves + ((weights + 63) & ~(size_t)63);
    *size = (*size + 63) & ~(size_t)63;
    *memory = aligned_alloc(64, *size);
    if (!*memory)
        return sentence(error, "out of memory: the search asked for %zu MB", *size >> 20);
    cx->states = *memory;
    memset(cx->states, 0, states);
    cx->moves = (zm_move *)(void *)(cx->states + states);
    cx->weights = (uint32_t *)(void *)((unsigned char *)cx->moves + moves);
    return NULL;
}

const char *branches_begin(struct zm_context *cx, int plies, void **memory, size_t *size,
                           struct zm_error *error)
{
    const size_t children = ((size_t)plies + 2) * (size_t)cx->game->max_moves;
    const size_t states = children * state_stride(cx->game);
    const size_t branches = (children * sizeof *cx->branches + 63) & ~(size_t)63;
    const size_t moves = (children * sizeof *cx->moves + 63) & ~(size_t)63;
    const size_t own = ((size_t)cx->game->finish_memory + 63) & ~(size_t)63;
    *size = states + branches + moves + own + state_stride(cx->game);
    *memory = aligned_alloc(64, *size);
    if (!*memory)
        return sentence(error, "out of memory: the search asked for %zu MB", *size >> 20);
    cx->states = *memory;
    cx->branches = (struct zm_branch *)(void *)(cx->states + states);
    cx->moves = (zm_move *)(void *)(cx->states + states + branches);
    cx->finish_memory = cx->states + states + branches + moves;
    memset(cx->finish_memory, 0, own);
    cx->image = (struct zm_state *)((unsigned char *)cx->finish_memory + own);
    return NULL;
}

/* --------------------------------------------------------------------- run -- */

const struct zm_kernels *kernels_of(const struct run *run, size_t offset)
{
    if (run->search->watch)
        return &traced_kernels;
    if (run->cx.order || run->cx.strict) /* for lectures: the fast instances know neither */
        return &generic_kernels;
    const struct zm_kernels *const own =
        run->search->kernels ? run->search->kernels : run->search->game->kernels;
    return own && offset + sizeof(void (*)(void)) <= own->size ? own : &generic_kernels;
}

const char *must_end(const struct run *run, struct zm_error *error)
{
    const struct zm_game *const game = run->search->game;
    if (run->unlimited && ((game->flags & ZM_CYCLES) || game->max_plies == 0))
        return sentence(error, "%s can go on for ever: give %s a depth", game->name,
                        run->search->algorithm->name);
    return NULL;
}

void report_counts(const struct run *run, struct zm_result *result, int depth)
{
    result->nodes = run->cx.nodes;
    result->leaves = run->cx.leaves;
    result->stopped = run->cx.stopped;
    result->depth = depth;
    result->seconds = clock_now() - run->begin;
    result->memory = run->memory_size;
    result->memory += table_size(&run->search->table);
}

void report_value(const struct run *run, struct zm_result *result, double v, int player)
{
    const struct zm_game *const game = run->search->game;
    for (int p = 0; p < game->players; p++)
        result->values[p] = (p == player ? v : -v) / game->unit + 0.0;
    result->value = result->values[run->turn];
}

static bool averages(const struct zm_search *search)
{
    return search->algorithm->search == search_expectiminimax ||
           search->algorithm->search == search_maxn;
}

static const char *ready(const struct zm_search *search, const struct zm_position *p, int turn,
                         struct zm_error *error)
{
    if (zm_position_game(p) != search->game)
        return sentence(error, "the search was made for another game");
    if (turn == ZM_OVER)
        return sentence(error, "the game is over");
    /* Who watches wants the value of the whole tree, not a move. */
    if (turn == ZM_CHANCE && search->algorithm->search != search_mcts &&
        !(search->watch && averages(search)))
        return sentence(error, "it is chance's turn: play an outcome first (--moves), or solve");
    return NULL;
}

/* Are the moves to look at, if they are given, moves that can be looked at? */
static const char *allowed(const struct zm_search *search, const struct zm_position *p,
                           const struct zm_limits *limits, struct zm_error *error)
{
    if (!limits || limits->move_count <= 0)
        return NULL;
    if (!search_compares(search))
        return sentence(error, "%s cannot be told to look at some moves alone",
                        search->algorithm->name);
    const zm_move *list;
    if (limits->move_count > zm_position_moves(p, &list))
        return sentence(error, "more moves to look at than are legal here");
    for (int i = 0; i < limits->move_count; i++) {
        if (!zm_position_legal(p, limits->moves[i]))
            return sentence(error, "a move to look at is not legal here");
        for (int k = 0; k < i; k++)
            if (limits->moves[k] == limits->moves[i])
                return sentence(error, "a move to look at is given twice");
    }
    return NULL;
}

struct zm_result nothing_known(const struct zm_position *p)
{
    const zm_move *list;
    const bool any = zm_position_moves(p, &list) > 0;
    struct zm_result result = { .move = any ? list[0] : ZM_NO_MOVE, .value = NAN, .length = any };
    result.line[0] = result.move;
    for (int i = 0; i < ZM_MAX_PLAYERS; i++)
        result.values[i] = NAN;
    return result;
}

const char *zm_search_run(struct zm_search *search, const struct zm_position *p,
                          const struct zm_limits *limits, struct zm_result *result,
                          struct zm_error *error)
{
    const zm_move *list;
    const int turn = zm_position_turn(p);
    *result = nothing_known(p);
    if (ready(search, p, turn, error) || allowed(search, p, limits, error)) {
        result->move = ZM_NO_MOVE;
        result->length = 0;
        return error->text;
    }
    if (limits && limits->move_count > 0)
        result->move = result->line[0] = limits->moves[0];

    struct run run = { .search = search, .position = p, .turn = turn < 0 ? 0 : turn };
    struct zm_state *root = NULL;
    run_limits(&run, limits);
    run.cx = (struct zm_context){ .game = search->game,
                                  .poll = run_poll,
                                  .seed = search->seed,
                                  .max_player = run.turn,
                                  .tracer = search->watch ? &run.tracer : NULL };
    const char *wrong = stacks_begin(&run.cx, run.depth, &run.memory, &run.memory_size, error);
    if (wrong)
        goto done;
    /* A copy, because kernels with undo() play on in place. */
    root = aligned_alloc(64, state_stride(search->game));
    if (!root) {
        wrong = sentence(error, "%s", out_of_memory);
        goto done;
    }
    memcpy(root, zm_position_state(p), search->game->state_size);
    run.root = root;
    run.tracer.watch = search->watch;
    run.tracer.user = search->watch_user;
    wrong = search->algorithm->search(&run, result, error);
    if (turn == ZM_CHANCE) {
        result->move = ZM_NO_MOVE;
        result->length = 0;
    }
    /* A search sees the position without its past, and so not what superko forbids. */
    if (!wrong && turn != ZM_CHANCE && !zm_position_legal(p, result->move)) {
        const int n = zm_position_moves(p, &list);
        result->move = result->line[0] = list[zm_random(&run.cx.seed, (uint32_t)n)];
        result->length = 1;
        result->exact = false;
    }
    search->seed = zm_mix(search->seed) | 1;
done:
    atomic_store_explicit(&search->stop, false, memory_order_relaxed);
    atomic_store_explicit(&search->hit, false, memory_order_relaxed);
    trace_end(&run.tracer);
    free(root);
    free(run.memory);
    order_end(&run);
    return wrong ? error->text : NULL;
}
