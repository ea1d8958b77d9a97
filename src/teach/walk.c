#include "teach/walk.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "search/search.h"
#include "teach/lesson.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_ROOM = 4096, DEEPEST = UINT16_MAX - 1 };

const char *walk_open_memory(struct walk *w, const struct zm_position *p, double megabytes,
                             struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    const double room = megabytes * 1048576 / sizeof *w->node;
    *w = (struct walk){ .game = game, .least = 1, .opens_room = 64 };
    w->room = room < LEAST_ROOM ? LEAST_ROOM : room > INT_MAX ? INT_MAX : (uint32_t)room;
    w->node = malloc(w->room * sizeof *w->node);
    w->open = malloc((size_t)w->opens_room * sizeof *w->open);
    w->root = aligned_alloc(64, state_stride(game));
    if (!w->node || !w->open || !w->root) {
        walk_end(w);
        return sentence(error, "%s", out_of_memory);
    }
    memcpy(w->root, zm_position_state(p), game->state_size);
    w->node[0] = (struct walk_node){ .move = ZM_NO_MOVE };
    w->open[0] = (struct walk_open){ 0, 0, 0 };
    w->count = 1;
    w->opens = 1;
    return NULL;
}

void walk_end(struct walk *w)
{
    free(w->node);
    free(w->open);
    free(w->root);
    *w = (struct walk){ 0 };
}

/* ----------------------------------------------------------------- dropping -- */

/* Copy what stays to the front of the array. Nodes that are still open stay. */
static void drop_small(struct walk *w)
{
    uint32_t to = 0;
    int open = 0; /* the first open node not passed yet */
    for (uint32_t from = 0; from < w->count;) {
        const bool is_open = open < w->opens && w->open[open].node == from;
        if (!is_open && w->node[from].total < w->least) {
            from += w->node[from].size;
            continue;
        }
        if (is_open)
            w->open[open++].node = to;
        w->node[to++] = w->node[from++];
    }
    w->count = to;
}

/* Subtrees are shorter now: a node ends where the next one of its ply or above begins. */
static void measure(struct walk *w, uint32_t way[])
{
    int plies = 0;
    for (uint32_t n = 0; n <= w->count; n++) {
        const int ply = n < w->count ? w->node[n].ply : 0;
        while (plies > ply) {
            const uint32_t ends = way[--plies];
            w->node[ends].size = n - ends;
        }
        way[plies++] = n;
    }
}

static void make_room(struct walk *w)
{
    uint32_t *const way = malloc(((size_t)w->deepest + 2) * sizeof *way);
    if (!way) {
        w->no_memory = true;
        return;
    }
    /* First by the measure of before: what came since may be as small. */
    for (;; w->least *= 2) {
        drop_small(w);
        measure(w, way);
        if (w->count <= w->room / 2 || w->least > UINT32_MAX / 2)
            break;
    }
    w->no_memory = w->count > w->room / 2;
    free(way);
}

/* -------------------------------------------------------------------- steps -- */

static bool deeper(struct walk *w)
{
    if (w->opens < w->opens_room)
        return true;
    struct walk_open *const moved = realloc(w->open, 2 * (size_t)w->opens_room * sizeof *moved);
    if (!moved)
        return false;
    w->open = moved;
    w->opens_room *= 2;
    return true;
}

static void push(struct walk *w, zm_move m, unsigned flags)
{
    if (w->count == w->room)
        make_room(w);
    w->no_memory |= w->opens > DEEPEST || !deeper(w);
    if (w->no_memory)
        return;
    const uint16_t ply = (uint16_t)w->opens;
    w->node[w->count] = (struct walk_node){ .move = m, .flags = (uint8_t)flags, .ply = ply };
    w->deepest = ply > w->deepest ? ply : w->deepest;
    w->node[w->count].total = 1;
    w->open[w->opens++] = (struct walk_open){ w->count++, -ZM_NO_BOUND, ZM_NO_BOUND };
}

static void pop(struct walk *w, const struct zm_step *step, unsigned flags)
{
    const struct walk_open *const open = &w->open[--w->opens];
    struct walk_node *const node = &w->node[open->node];
    const double value = step->values ? step->values[0] : step->value;
    if (value >= ZM_NO_BOUND || value <= -ZM_NO_BOUND)
        flags |= WALK_STOPPED;
    else if (!(flags & WALK_LEAF))
        flags |= value >= open->beta ? WALK_HIGH : value <= open->alpha ? WALK_LOW : 0u;
    node->value = flags & WALK_STOPPED ? 0 : (int32_t)value;
    node->flags |= (uint8_t)flags;
    node->size = w->count - open->node;
    struct walk_node *const parent = &w->node[w->open[w->opens - 1].node];
    const uint64_t sum = (uint64_t)parent->total + node->total;
    parent->total = sum < UINT32_MAX ? (uint32_t)sum : UINT32_MAX;
}

static void enter(struct walk *w, const struct zm_step *step)
{
    if (w->opens == 1)
        push(w, ZM_NO_MOVE, WALK_STEP);
    struct walk_open *const open = &w->open[w->opens - 1];
    /* Minimax has no window. */
    if (step->alpha < step->beta) {
        open->alpha = step->alpha;
        open->beta = step->beta;
    }
    w->node[open->node].depth = (uint8_t)(step->depth < UINT8_MAX ? step->depth : UINT8_MAX);
}

void walk_step(struct walk *w, const struct zm_step *step)
{
    if (w->no_memory)
        return;
    switch (step->kind) {
    case ZM_STEP_ENTER:
        enter(w, step);
        break;
    case ZM_STEP_MOVE:
        push(w, step->move,
             step->move != ZM_NO_MOVE      ? 0u
             : step->index == ZM_STEP_PASS ? WALK_PASS
                                           : WALK_AGAIN);
        break;
    case ZM_STEP_LEAF:
        pop(w, step, WALK_LEAF);
        break;
    case ZM_STEP_RETURN:
        pop(w, step, 0);
        break;
    default:
        break;
    }
}

/* ---------------------------------------------------------------------- run -- */

static void watch(void *user, const struct zm_step *step)
{
    struct walk *const w = user;
    walk_step(w, step);
    if (w->no_memory || (w->stop && atomic_load_explicit(w->stop, memory_order_relaxed)))
        zm_search_stop(w->search);
}

static const char *run(struct walk *w, struct zm_search *search, const struct zm_position *p,
                       const struct zm_limits *limits, struct zm_error *error)
{
    const char *const name = search->algorithm->name;
    if (lesson_simulates(name) || !strcmp(name, "random") || !strcmp(name, "pns"))
        return sentence(error, "%s does not walk through a tree node by node", name);
    search_watch_deep(search, watch, w);
    w->mover = search_compares(search) || search->options.form == FORM_NEGAMAX;
    const char *const wrong = zm_search_run(search, p, limits, &w->result, error);
    if (!wrong && w->no_memory)
        return sentence(error, "%s", out_of_memory);
    w->node[0].size = w->count;
    return wrong;
}

const char *walk_begin(struct walk *w, const struct zm_position *p, const char *spec,
                       const struct zm_limits *limits, double megabytes, const atomic_bool *stop,
                       struct zm_error *error)
{
    if (walk_open_memory(w, p, megabytes, error))
        return error->text;
    snprintf(w->spec, sizeof w->spec, "%s", spec);
    w->stop = stop;
    w->search = zm_search_new(w->game, spec, error);
    const char *const wrong = w->search ? run(w, w->search, p, limits, error) : error->text;
    zm_search_free(w->search);
    w->search = NULL;
    if (wrong)
        walk_end(w);
    return wrong;
}
