#include "teach/walk_json.h"

#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

/* The positions on the way from the root to a mark; marks come in pre-order, so that the way to
 * one begins as the way to the one before it. */
struct places {
    const struct walk *w;
    unsigned char *states;
    size_t stride;
    int room;
};

static struct zm_state *state(const struct places *p, int level)
{
    return (struct zm_state *)(void *)(p->states + (size_t)level * p->stride);
}

static bool places_fit(struct places *p, int level)
{
    if (level < p->room)
        return true;
    const int room = 2 * level + 2;
    unsigned char *const states = aligned_alloc(64, (size_t)room * p->stride);
    if (!states)
        return false;
    if (p->states)
        memcpy(states, p->states, (size_t)p->room * p->stride);
    free(p->states);
    p->states = states;
    p->room = room;
    return true;
}

/* The position of node n from that of its parent, one level above. */
static bool go_down(struct places *p, int level, uint32_t n)
{
    const struct walk_node *const node = &p->w->node[n];
    const struct zm_game *const game = p->w->game;
    if (!places_fit(p, level))
        return false;
    memcpy(state(p, level), level ? state(p, level - 1) : p->w->root, game->state_size);
    if (node->flags & WALK_PASS)
        game->pass(state(p, level));
    else if (node->move != ZM_NO_MOVE)
        game->play(state(p, level), node->move);
    return true;
}

/* In points, for the first player. A finished game has the turn of nobody: its value is the
 * opposite of what it is for who moved there. */
static double value_of(const struct walk *w, const struct walk_node *node, int turn, int above)
{
    const double value = (double)node->value / w->game->unit + 0.0;
    if (!w->mover)
        return value;
    const bool first = turn >= 0 ? turn == 0 : above != 0;
    return first ? value : -value;
}

static const char *kind_of(const struct walk_node *node)
{
    return node->flags & WALK_STOPPED ? "stopped"
           : node->flags & WALK_LEAF  ? "leaf"
           : node->flags & WALK_HIGH  ? "high"
           : node->flags & WALK_LOW   ? "low"
                                      : "exact";
}

static void move_json(struct json *j, const struct places *p, int level, uint32_t n)
{
    const struct walk_node *const node = &p->w->node[n];
    char text[256] = "";
    struct zm_text t = { text, sizeof text, 0 };
    if (node->move != ZM_NO_MOVE)
        p->w->game->show_move(level ? state(p, level - 1) : p->w->root, node->move, &t);
    json_text(j, "move", text);
    if (node->flags & (WALK_PASS | WALK_AGAIN))
        json_text(j, "by", node->flags & WALK_PASS ? "pass" : "again");
    else if (node->flags & WALK_STEP)
        json_text(j, "by", "step");
}

static void mark_json(struct json *j, const struct places *p, const struct walk_mark *mark,
                      int level)
{
    const struct walk_node *const node = &p->w->node[mark->node];
    const struct zm_game *const game = p->w->game;
    json_object(j, NULL);
    json_count(j, "node", mark->node);
    json_integer(j, "parent", mark->parent);
    json_count(j, "total", mark->total);
    json_count(j, "before", mark->before);
    if (mark->rest) {
        json_count(j, "rest", mark->rest);
    } else {
        const int turn = game->turn(state(p, level));
        const int above = level ? game->turn(state(p, level - 1)) : turn;
        move_json(j, p, level, mark->node);
        json_integer(j, "turn", turn);
        json_integer(j, "depth", node->depth);
        json_text(j, "kind", mark->node ? kind_of(node) : "exact");
        if (mark->node && !(node->flags & WALK_STOPPED))
            json_number(j, "value", value_of(p->w, node, turn, above));
    }
    json_end_object(j);
}

static void moves_json(struct json *j, struct places *p, const uint32_t way[], int plies)
{
    json_array(j, "path");
    for (int i = 0; i < plies; i++) {
        json_object(j, NULL);
        json_count(j, "node", way[i]);
        move_json(j, p, i, way[i]);
        json_end_object(j);
    }
    json_end_array(j);
}

static bool write(struct json *j, const char *key, struct places *p, uint32_t n,
                  const struct walk_mark list[], int count)
{
    enum { LONGEST = 2048 };
    uint32_t *const way = malloc(LONGEST * sizeof *way);
    const int plies = way ? walk_way(p->w, n, way, LONGEST) : 0;
    bool done = plies > 0;
    for (int i = 0; i < plies && done; i++)
        done = go_down(p, i, way[i]);
    if (done) {
        json_object(j, key);
        moves_json(j, p, way, plies);
        json_array(j, "marks");
        for (int i = 0; i < count && done; i++) {
            const int level = plies - 1 + list[i].ply;
            done = list[i].rest || go_down(p, level, list[i].node);
            if (done)
                mark_json(j, p, &list[i], level);
        }
        json_end_array(j);
        json_end_object(j);
    }
    free(way);
    return done;
}

bool walk_json(struct json *j, const char *key, const struct walk *w, uint32_t n, int most)
{
    struct places p = { .w = w, .stride = state_stride(w->game) };
    most = most < 3 ? 3 : most > WALK_MOST_MARKS ? WALK_MOST_MARKS : most;
    struct walk_mark *const list = malloc((size_t)most * sizeof *list);
    const int count = list && n < w->count ? walk_fold(w, n, most, list) : -1;
    const bool done = count > 0 && write(j, key, &p, n, list, count);
    free(list);
    free(p.states);
    return done;
}
