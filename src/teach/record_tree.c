#include "teach/record_tree.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------ the position -- */

static struct zm_state *state(const struct record *r)
{
    return (struct zm_state *)(r->states +
                               (r->game->undo ? 0 : (size_t)r->ply * state_stride(r->game)));
}

static bool larger(void *memory, size_t count, size_t size)
{
    void **const block = memory;
    void *const moved = realloc(*block, count * size + 1);
    if (moved)
        *block = moved;
    return moved != NULL;
}

/* Room for one more ply. Without undo() a state is kept for each. */
static bool deeper(struct record *r)
{
    if (r->ply + 1 < r->plies)
        return true;
    const int plies = r->plies * 2;
    if (!larger(&r->path, (size_t)plies, sizeof *r->path))
        return false;
    if (r->game->undo) {
        if (!larger(&r->memory, (size_t)plies, ZM_MAX_UNDO))
            return false;
    } else {
        const size_t stride = state_stride(r->game);
        unsigned char *const states = aligned_alloc(64, (size_t)plies * stride);
        if (!states)
            return false;
        memcpy(states, r->states, (size_t)r->plies * stride);
        free(r->states);
        r->states = states;
    }
    r->plies = plies;
    return true;
}

static bool go_down(struct record *r, zm_move m)
{
    if (!deeper(r))
        return false;
    r->path[r->ply] = m;
    if (r->game->undo)
        r->game->save(state(r), m, r->memory + (size_t)r->ply * ZM_MAX_UNDO);
    else
        memcpy(r->states + (size_t)(r->ply + 1) * state_stride(r->game), state(r),
               r->game->state_size);
    r->ply++;
    r->game->play(state(r), m);
    return true;
}

static void go_up(struct record *r)
{
    r->ply--;
    if (r->game->undo)
        r->game->undo(state(r), r->path[r->ply], r->memory + (size_t)r->ply * ZM_MAX_UNDO);
}

/* ------------------------------------------------------------------- nodes -- */

/* Room for a text of `length` bytes at names + names_length. */
static bool names_fit(struct record *r, size_t length)
{
    if (r->names_length + length <= r->names_room)
        return true;
    const size_t room = 2 * (r->names_length + length);
    if (!larger(&r->names, room, 1))
        return false;
    r->names_room = room;
    return true;
}

static size_t keep(struct record *r, const char *text, size_t length)
{
    if (length == 0 || !names_fit(r, length + 1))
        return 0;
    const size_t at = r->names_length;
    memcpy(r->names + at, text, length);
    r->names[at + length] = '\0';
    r->names_length += length + 1;
    return at;
}

/* The nodes of an explicit tree may have names: a word and a colon begin what it shows. */
static size_t keep_name(struct record *r)
{
    char shown[128] = "";
    struct zm_text t = { shown, sizeof shown, 0 };
    if (strcmp(r->game->name, "tree") != 0)
        return 0;
    r->game->show(state(r), &t);
    const size_t length = strcspn(shown, ": \n");
    return shown[length] == ':' ? keep(r, shown, length) : 0;
}

static int add(struct record *r, int parent, zm_move m)
{
    if (r->count == r->room) {
        const int room = r->room ? r->room * 2 : 64;
        if (!larger(&r->node, (size_t)room, sizeof *r->node)) {
            r->no_memory = true;
            return -1;
        }
        r->room = room;
    }
    const int n = r->count++;
    r->node[n] = (struct record_node){ .parent = parent,
                                       .child = -1,
                                       .next = -1,
                                       .ply = parent < 0 ? 0 : r->node[parent].ply + 1,
                                       .turn = ZM_OVER,
                                       .move = m,
                                       .choice = ZM_NO_MOVE,
                                       .cut_by = -1,
                                       .left_by = -1 };
    return n;
}

static int find(const struct record *r, int parent, zm_move m)
{
    for (int c = r->node[parent].child; c >= 0; c = r->node[c].next)
        if (r->node[c].move == m)
            return c;
    return -1;
}

static void keep_move_text(struct record *r, int n)
{
    char text[256] = "";
    struct zm_text t = { text, sizeof text, 0 };
    r->game->show_move(state(r), r->node[n].move, &t);
    r->node[n].text = keep(r, text, strlen(text));
}

/* The child by m of where the search stands, which is new on its first visit. */
static int child(struct record *r, zm_move m)
{
    const int known = find(r, r->at, m);
    if (known >= 0)
        return known;
    const int n = add(r, r->at, m);
    if (n >= 0) {
        r->node[n].next = r->node[r->at].child;
        r->node[r->at].child = n;
        keep_move_text(r, n);
        r->too_large |= r->count > RECORD_MOST;
    }
    return n;
}

const char *record_begin(struct record *r, const struct zm_position *p, int viewer,
                         struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    *r = (struct record){ .game = game, .viewer = viewer, .plies = 16 };
    const size_t states = game->undo ? 1 : (size_t)r->plies;
    r->states = aligned_alloc(64, states * state_stride(game));
    r->path = malloc((size_t)r->plies * sizeof *r->path);
    r->memory = malloc((size_t)r->plies * ZM_MAX_UNDO);
    r->list = malloc((size_t)game->max_moves * sizeof *r->list);
    r->weights = malloc((size_t)game->max_moves * sizeof *r->weights);
    if (r->states && r->path && r->memory && r->list && r->weights && names_fit(r, 1) &&
        add(r, -1, ZM_NO_MOVE) == 0) {
        r->names[r->names_length++] = '\0'; /* offset 0 is the empty text */
        memcpy(r->states, zm_position_state(p), game->state_size);
        r->node[0].state = RECORD_SEEN;
        r->node[0].turn = game->turn(state(r));
        r->node[0].name = keep_name(r);
        return NULL;
    }
    record_release(r);
    return sentence(error, "%s", out_of_memory);
}

void record_release(struct record *r)
{
    free(r->node);
    free(r->place);
    free(r->names);
    free(r->states);
    free(r->memory);
    free(r->path);
    free(r->list);
    free(r->weights);
    *r = (struct record){ 0 };
}

/* ------------------------------------------------------------------- steps -- */

static void descend(struct record *r, zm_move m)
{
    const int n = child(r, m);
    if (n < 0 || !go_down(r, m)) {
        r->no_memory = true;
        return;
    }
    if (!r->node[n].name)
        r->node[n].name = keep_name(r);
    r->node[n].state = RECORD_SEEN;
    r->node[n].turn = r->game->turn(state(r));
    r->at = n;
}

static void ascend(struct record *r)
{
    if (r->node[r->at].parent >= 0) {
        r->at = r->node[r->at].parent;
        go_up(r);
    }
}

static void set_value(struct record *r, struct record_node *node, const struct zm_step *step)
{
    const double unit = r->game->unit;
    /* A search that was stopped returns without one. */
    node->has_value = step->value < ZM_NO_BOUND && step->value > -ZM_NO_BOUND;
    node->value = step->value / unit + 0.0;
    if (step->values) {
        node->has_values = true;
        for (int p = 0; p < r->game->players; p++)
            node->values[p] = step->values[p] / unit + 0.0;
    }
}

static double bound(const struct record *r, double value)
{
    return value >= ZM_NO_BOUND || value <= -ZM_NO_BOUND ? value : value / r->game->unit + 0.0;
}

static void set_window(const struct record *r, struct record_node *node, const struct zm_step *step)
{
    node->has_window = r->windows;
    node->alpha = bound(r, step->alpha);
    node->beta = bound(r, step->beta);
}

static void set_cut(struct record *r, const struct zm_step *step)
{
    int by = r->at;
    while (by >= 0 && step->by < r->node[by].ply)
        by = r->node[by].parent;
    r->node[r->at].left_by = by;
    for (int i = 0; i < step->count; i++) {
        const int n = child(r, step->moves[i]);
        if (n < 0)
            return;
        r->node[n].state = RECORD_CUT;
        r->node[n].cut_by = by;
    }
}

/* What proof-number search has looked at, it has seen, even if it never goes there. */
static void set_numbers(struct record *r, int n, const struct zm_step *step)
{
    if (n < 0)
        return;
    r->node[n].state = RECORD_SEEN;
    r->node[n].has_numbers = true;
    r->node[n].yes = step->yes;
    r->node[n].no = step->no;
}

void record_step(struct record *r, const struct zm_step *step)
{
    struct record_node *const node = &r->node[r->at];
    if (r->no_memory)
        return;
    switch (step->kind) {
    case ZM_STEP_MOVE:
    case ZM_STEP_SELECT:
    case ZM_STEP_EXPAND:
        descend(r, step->move);
        break;
    case ZM_STEP_ENTER:
        node->turn = step->turn;
        if (r->at == 0)
            r->windows = step->alpha < step->beta; /* minimax has none */
        set_window(r, node, step);
        break;
    case ZM_STEP_WINDOW:
        set_window(r, node, step);
        break;
    case ZM_STEP_CUT:
        set_cut(r, step);
        break;
    case ZM_STEP_LEAF:
        node->horizon = node->turn != ZM_OVER;
        set_value(r, node, step);
        ascend(r);
        break;
    case ZM_STEP_RETURN:
        node->choice = step->move;
        node->probed = step->raised != 0;
        if (r->at == 0 && (step->yes || step->no))
            set_numbers(r, 0, step);
        set_value(r, node, step);
        ascend(r);
        break;
    case ZM_STEP_BACKUP:
        node->visits = step->visits;
        node->value = step->value;
        node->has_value = true;
        ascend(r);
        break;
    case ZM_STEP_CANDIDATE:
        child(r, step->move);
        break;
    case ZM_STEP_NUMBERS:
        set_numbers(r, child(r, step->move), step);
        break;
    case ZM_STEP_SIMULATION:
    case ZM_STEP_QUESTION:
    case ZM_STEP_BETTER:
    case ZM_STEP_AVERAGE:
    case ZM_STEP_BOUNDS:
    case ZM_STEP_PLAYOUT:
        break;
    }
}

/* --------------------------------------------------------------- pre-order -- */

/* What puts the nodes in order: the new array, and how far unseen nodes are added. */
struct sorter {
    struct record_node *old;
    int *place; /* of the old nodes in the new array */
    int deepest, most;
    bool whole, too_many;
};

static bool lay(struct record *r, struct sorter *sort, int n, int old);

/* The child by m of new node n, whose record is old node `old`, if it has one. */
static bool lay_child(struct record *r, struct sorter *sort, int n, int old, zm_move m,
                      uint32_t weight, uint64_t weight_of)
{
    int known = old < 0 ? -1 : sort->old[old].child;
    while (known >= 0 && sort->old[known].move != m)
        known = sort->old[known].next;
    if (known < 0 && (!sort->whole || r->node[n].ply >= sort->deepest))
        return true;
    if (r->count >= sort->most && known < 0) {
        sort->too_many = true;
        return false;
    }
    const int c = add(r, n, m);
    if (c < 0)
        return false;
    if (known >= 0) {
        const int parent = n, ply = r->node[c].ply;
        r->node[c] = sort->old[known];
        r->node[c].parent = parent;
        r->node[c].ply = ply;
        sort->place[known] = c;
    } else {
        keep_move_text(r, c);
    }
    r->node[c].weight = weight;
    r->node[c].weight_of = weight_of;
    if (!go_down(r, m)) {
        r->no_memory = true;
        return false;
    }
    const bool done = lay(r, sort, c, known);
    go_up(r);
    return done;
}

static bool lay_children(struct record *r, struct sorter *sort, int n, int old)
{
    const int turn = r->node[n].turn, count = r->game->moves(state(r), r->list);
    zm_move *const list = malloc((size_t)count * sizeof *list);
    uint32_t *const weight = calloc((size_t)count, sizeof *weight);
    uint64_t sum = 0;
    bool done = list && weight;
    r->no_memory |= !done;
    if (done) {
        memcpy(list, r->list, (size_t)count * sizeof *list);
        if (turn == ZM_CHANCE)
            r->game->weights(state(r), weight);
        for (int i = 0; i < count; i++)
            sum += weight[i];
    }
    for (int i = 0; i < count && done; i++)
        done = lay_child(r, sort, n, old, list[i], weight[i], sum);
    free(list);
    free(weight);
    return done;
}

/* Fill in node n of the new array, where the position stands, and all below. */
static bool lay(struct record *r, struct sorter *sort, int n, int old)
{
    r->node[n].turn = r->game->turn(state(r));
    if (!r->node[n].name)
        r->node[n].name = keep_name(r);
    bool done = true;
    if (r->node[n].turn == ZM_OVER) {
        for (int p = 0; p < r->game->players; p++)
            r->node[n].values[p] = r->game->payoff(state(r), p);
    } else {
        done = lay_children(r, sort, n, old);
    }
    r->node[n].end = r->count;
    return done;
}

static bool sorted(struct record *r, struct sorter *sort)
{
    r->node = NULL;
    r->room = r->count = 0;
    if (add(r, -1, ZM_NO_MOVE) < 0)
        return false;
    r->node[0] = sort->old[0];
    sort->place[0] = 0;
    return lay(r, sort, 0, 0);
}

static void link_children(struct record *r)
{
    for (int n = 0; n < r->count; n++)
        r->node[n].child = r->node[n].next = -1;
    for (int n = r->count - 1; n > 0; n--) {
        r->node[n].next = r->node[r->node[n].parent].child;
        r->node[r->node[n].parent].child = n;
    }
}

/* Where a probe of one move was enough for Star2 to leave the chance node, the other moves were
 * cut by what the chance node was left by. */
static void cut_probed(struct record *r)
{
    for (int n = 1; n < r->count; n++) {
        const int p = r->node[n].parent;
        if (r->node[n].state != RECORD_UNSEEN || !r->node[p].probed)
            continue;
        r->node[n].state = RECORD_CUT;
        r->node[n].cut_by = r->node[r->node[p].parent].left_by;
    }
}

/* The line goes on by what each node chose, and ends where chance decides. */
static void mark_best(struct record *r, const struct zm_result *result)
{
    int n = 0;
    r->node[0].best = true;
    for (int ply = 0; r->node[n].turn >= 0; ply++) {
        const zm_move m = ply < result->length ? result->line[ply] : r->node[n].choice;
        int c = n + 1;
        while (c < r->node[n].end && r->node[c].move != m)
            c = r->node[c].end;
        if (c >= r->node[n].end || r->node[c].state != RECORD_SEEN)
            break;
        r->node[c].best = true;
        n = c;
    }
}

const char *record_end(struct record *r, const struct zm_result *result, int most,
                       struct zm_error *error)
{
    const int count = r->count;
    struct sorter sort = { .old = r->node,
                           .place = calloc((size_t)count, sizeof *sort.place),
                           .deepest = result->depth > 0 ? result->depth : INT_MAX,
                           .most = most,
                           .whole = count <= most };
    const char *wrong = NULL;
    /* A search that was stopped stands somewhere in the tree. */
    while (r->ply > 0)
        go_up(r);
    r->at = 0;
    bool done = sort.place && !r->no_memory && sorted(r, &sort);
    if (sort.too_many) {
        sort.whole = sort.too_many = false;
        while (r->ply > 0)
            go_up(r);
        free(r->node);
        done = sorted(r, &sort);
    }
    if (!done)
        wrong = sentence(error, "%s", out_of_memory);
    for (int n = 0; done && n < r->count; n++) {
        if (r->node[n].cut_by >= 0)
            r->node[n].cut_by = sort.place[r->node[n].cut_by];
        if (r->node[n].left_by >= 0)
            r->node[n].left_by = sort.place[r->node[n].left_by];
    }
    if (done) {
        link_children(r);
        cut_probed(r);
        mark_best(r, result);
    }
    if (r->node == sort.old)
        r->node = NULL;
    r->place = sort.place;
    free(sort.old);
    return wrong;
}

const char *record_text(const struct record *r, int n)
{
    return r->names + r->node[n].text;
}

const char *record_name(const struct record *r, int n)
{
    return r->names + r->node[n].name;
}
