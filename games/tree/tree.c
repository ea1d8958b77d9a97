/* tree.c -- an explicit tree as a game: every figure of a lecture, read from a small text,
 * can be played, searched and drawn like any other game. The format is in tree_text.c. */
#include "tree_nodes.h"

#include <stdlib.h>

/* The two-ply tree of every lecture, for those who give no text. */
static const char built_in[] = "max A { a1: min B { b1: 3   b2: 12  b3: 8 }"
                               "        a2: min C { c1: 2   c2: 4   c3: 6 }"
                               "        a3: min D { d1: 14  d2: 5   d3: 2 } }";

static const char *text_of(const char *options)
{
    return options ? options : built_in;
}

void tree_move_name(const struct zm_state *s, uint32_t n, char name[LONGEST_NAME + 1])
{
    const struct tree_node *const node = &tree_nodes(s)[n];
    if (node->move)
        snprintf(name, LONGEST_NAME + 1, "%s", tree_names(s) + node->move);
    else
        snprintf(name, LONGEST_NAME + 1, "%c%d", 'a' + (node->depth - 1) % 26, node->place + 1);
}

/* ------------------------------------------------------------------ rules -- */

static const struct tree_node *here(const struct zm_state *s)
{
    return &tree_nodes(s)[s->at];
}

static const char *tree_start(struct zm_state *s, const char *options)
{
    const char *const wrong = tree_measure(s, text_of(options));
    return wrong ? wrong : tree_build(s, text_of(options));
}

static int tree_turn(const struct zm_state *s)
{
    return here(s)->turn;
}

static int tree_moves(const struct zm_state *s, zm_move list[])
{
    const struct tree_node *const node = tree_nodes(s);
    int n = 0;
    for (uint32_t c = s->at + 1; c < node[s->at].end; c = node[c].end)
        list[n++] = c;
    return n;
}

static void tree_play(struct zm_state *s, zm_move m)
{
    s->at = (uint32_t)m;
}

static int utility(const struct zm_state *s, int player)
{
    const uint32_t which = here(s)->utility;
    return which ? tree_utility(s, which - 1)[player] : 0;
}

static void tree_weights(const struct zm_state *s, uint32_t weight[])
{
    const struct tree_node *const node = tree_nodes(s);
    int n = 0;
    for (uint32_t c = s->at + 1; c < node[s->at].end; c = node[c].end)
        weight[n++] = node[c].weight;
}

/* Positions of one tree only are ever compared. */
static uint64_t tree_key(const struct zm_state *s)
{
    return zm_mix(s->at + 1);
}

static void tree_save(const struct zm_state *s, zm_move m, void *memory)
{
    (void)m;
    memcpy(memory, &s->at, sizeof s->at);
}

static void tree_undo(struct zm_state *s, zm_move m, const void *memory)
{
    (void)m;
    memcpy(&s->at, memory, sizeof s->at);
}

/* ------------------------------------------------------------------ shape -- */

/* What kind of game the tree is, from its nodes and utilities. */
static void describe(struct zm_game *shape, const struct zm_state *s)
{
    const struct tree_node *const node = tree_nodes(s);
    unsigned flags = ZM_ZERO_SUM | (s->players == 2 ? ZM_ALTERNATE : 0);
    shape->players = (int)s->players;
    shape->max_moves = shape->max_plies = shape->max_payoff = 1;
    for (uint32_t n = 0; n < s->nodes; n++) {
        const bool leaf = node[n].turn == ZM_OVER;
        if (node[n].place + 1 > shape->max_moves)
            shape->max_moves = node[n].place + 1;
        if (node[n].depth > shape->max_plies)
            shape->max_plies = node[n].depth;
        if (node[n].turn == ZM_CHANCE)
            flags |= ZM_HAS_CHANCE;
        if (node[n].turn == ZM_CHANCE || (n > 0 && node[n].turn == node[node[n].parent].turn))
            flags &= ~(unsigned)ZM_ALTERNATE;
        if (node[n].utility == 0)
            continue;
        int64_t sum = 0;
        for (uint32_t p = 0; p < s->players; p++) {
            const int value = tree_utility(s, node[n].utility - 1)[p];
            /* An estimate must lie strictly inside the bounds, a payoff may reach them. */
            const int bound = abs(value) + !leaf;
            sum += value;
            if (bound > shape->max_payoff)
                shape->max_payoff = bound;
        }
        if (sum != 0)
            flags &= ~(unsigned)ZM_ZERO_SUM;
    }
    shape->flags = flags;
}

static const char *tree_shape(struct zm_game *shape, const char *options)
{
    struct zm_state sizes;
    const char *wrong = tree_measure(&sizes, text_of(options));
    if (wrong)
        return wrong;
    struct zm_state *const s = calloc(1, tree_size(&sizes));
    if (!s)
        return "out of memory";
    *s = sizes;
    wrong = tree_build(s, text_of(options));
    if (!wrong) {
        shape->state_size = (uint32_t)tree_size(s);
        describe(shape, s);
    }
    free(s);
    return wrong;
}

/* --------------------------------------------------------------- notation -- */

static void show_move(const struct zm_state *s, uint32_t n, struct zm_text *out)
{
    char name[LONGEST_NAME + 1];
    tree_move_name(s, n, name);
    zm_print(out, "%s", name);
}

static void tree_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    show_move(s, (uint32_t)m, out);
}

/* max and min where one's utility is the other's loss, else numbered players. */
static void show_who(const struct zm_state *s, uint32_t n, struct zm_text *out)
{
    const int turn = tree_nodes(s)[n].turn;
    if (turn == ZM_CHANCE)
        zm_print(out, "chance");
    else if (s->players == 2)
        zm_print(out, "%s", turn == 0 ? "max" : "min");
    else
        zm_print(out, "player %d", turn + 1);
}

static void show_utility(const struct zm_state *s, uint32_t n, struct zm_text *out)
{
    const int32_t *const value = tree_utility(s, tree_nodes(s)[n].utility - 1);
    if (s->players == 2 && value[0] == -value[1]) {
        zm_print(out, "%d", value[0]);
        return;
    }
    for (uint32_t p = 0; p < s->players; p++)
        zm_print(out, "%s%d", p ? ", " : "(", value[p]);
    zm_print(out, ")");
}

static void show_path(const struct zm_state *s, struct zm_text *out)
{
    uint32_t path[DEEPEST];
    int length = 0;
    for (uint32_t n = s->at; n > 0; n = tree_nodes(s)[n].parent)
        path[length++] = n;
    zm_print(out, "%s", length ? "after" : "at the root");
    while (length > 0) {
        zm_print(out, " ");
        show_move(s, path[--length], out);
    }
}

/* The first line begins with the name of the node, if it has one, and a colon; then one
 * line for each child. */
static void tree_show(const struct zm_state *s, struct zm_text *out)
{
    const struct tree_node *const node = tree_nodes(s);
    if (node[s->at].name)
        zm_print(out, "%s: ", tree_names(s) + node[s->at].name);
    if (node[s->at].turn == ZM_OVER) {
        zm_print(out, "the end ");
        show_path(s, out);
        zm_print(out, ", worth ");
        show_utility(s, s->at, out);
        zm_print(out, "\n");
        return;
    }
    show_who(s, s->at, out);
    zm_print(out, node[s->at].turn == ZM_CHANCE ? " decides " : " to move ");
    show_path(s, out);
    zm_print(out, "\n");
    for (uint32_t c = s->at + 1; c < node[s->at].end; c = node[c].end) {
        zm_print(out, "  ");
        show_move(s, c, out);
        zm_print(out, "  ");
        if (node[c].turn == ZM_OVER)
            show_utility(s, c, out);
        else
            show_who(s, c, out);
        if (node[c].name)
            zm_print(out, " %s", tree_names(s) + node[c].name);
        zm_print(out, "\n");
    }
}

static const struct zm_game tree = {
    ZM_GAME("tree"),
    .title = "Explicit tree",
    .options = "max { a1: min { 3 12 } a2: min { 2 4 } }",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE,
    .players = 2,
    .max_moves = 3,
    .max_plies = 2,
    .max_payoff = 14,
    .unit = 1,
    .start = tree_start,
    .turn = tree_turn,
    .moves = tree_moves,
    .play = tree_play,
    .payoff = utility,
    .show = tree_show,
    .show_move = tree_show_move,
    .shape = tree_shape,
    .weights = tree_weights,
    .key = tree_key,
    .evaluate = utility,
    .undo_size = sizeof(uint32_t),
    .save = tree_save,
    .undo = tree_undo,
};

ZM_EXPORT(tree);
