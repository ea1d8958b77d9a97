/* sgf_write.c -- a collection as text again. */
#include "notation/sgf.h"

#include <string.h>

void sgf_escape(struct zm_text *out, const char *text)
{
    for (; *text; text++)
        zm_print(out, "%s%c", strchr("\\]:", *text) ? "\\" : "", *text == '\r' ? ' ' : *text);
}

static void write_node(const struct sgf *sgf, int node, struct zm_text *out)
{
    const struct sgf_node *const n = &sgf->node[node];
    zm_print(out, ";");
    for (int i = n->property; i < n->property + n->properties; i++) {
        const struct sgf_property *const property = &sgf->property[i];
        zm_print(out, "%s", property->name);
        for (int k = property->value; k < property->value + property->values; k++)
            zm_print(out, "[%.*s]", (int)sgf->value[k].length, sgf->value[k].at);
    }
}

static bool has_variations(const struct sgf *sgf, int node)
{
    return sgf->node[node].child != sgf->node[node].last;
}

/* From node to node, first down, then to the side, then up: brackets stand where a node has
 * several children. */
static void write_game(const struct sgf *sgf, int root, struct zm_text *out)
{
    enum { NODES_IN_A_LINE = 10 };
    int here = root, written = 0;
    zm_print(out, "(");
    for (bool down = true;;) {
        if (down) {
            if (written++ % NODES_IN_A_LINE == NODES_IN_A_LINE - 1)
                zm_print(out, "\n");
            write_node(sgf, here, out);
        }
        const struct sgf_node *const n = &sgf->node[here];
        if (down && n->child >= 0) {
            if (has_variations(sgf, here))
                zm_print(out, "\n(");
            here = n->child;
            continue;
        }
        if (here == root)
            break;
        down = false;
        if (has_variations(sgf, n->parent)) {
            zm_print(out, ")");
            if (n->sibling >= 0) {
                zm_print(out, "\n(");
                here = n->sibling;
                down = true;
                continue;
            }
        }
        here = n->parent;
    }
    zm_print(out, ")\n");
}

void sgf_write(const struct sgf *sgf, struct zm_text *out)
{
    for (int root = sgf->nodes > 0 ? 0 : -1; root >= 0; root = sgf->node[root].sibling)
        write_game(sgf, root, out);
}
