#include "teach/kind.h"

#include "base/json.h"
#include "game/registry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *kind_name(enum kind kind)
{
    static const char *const name[] = { "exact", "bound", "estimate" };
    return name[kind];
}

enum kind kind_proven(const struct zm_game *game, int low, int high)
{
    return low == high                                          ? KIND_EXACT
           : low > -game->max_payoff || high < game->max_payoff ? KIND_BOUND
                                                                : KIND_ESTIMATE;
}

static void node_json(struct json *j, const struct zm_game *game, const struct zm_tree_node *node,
                      const char *move)
{
    const enum kind kind = kind_proven(game, node->low, node->high);
    json_object(j, NULL);
    json_text(j, "move", move);
    json_integer(j, "parent", node->parent);
    json_integer(j, "turn", node->turn);
    json_integer(j, "player", node->player);
    json_count(j, "visits", node->visits);
    json_number(j, "value", node->value);
    json_number(j, "win", node->win);
    json_number(j, "prior", node->prior);
    json_text(j, "kind", kind_name(kind));
    json_number(j, "low", kind == KIND_ESTIMATE ? (double)NAN : node->low);
    json_number(j, "high", kind == KIND_ESTIMATE ? (double)NAN : node->high);
    json_end_object(j);
}

/* A parent stands before its children, so its position is there when theirs are made. */
void tree_nodes_json(struct json *j, const char *key, const struct zm_position *p,
                     const struct zm_tree_node list[], int count)
{
    const struct zm_game *const game = zm_position_game(p);
    const size_t stride = state_stride(game);
    unsigned char *const states = aligned_alloc(64, (size_t)(count > 0 ? count : 1) * stride);
    json_array(j, key);
    for (int i = 0; states && i < count; i++) {
        char text[256] = "";
        struct zm_text out = { text, sizeof text, 0 };
        struct zm_state *const s = (struct zm_state *)(void *)(states + (size_t)i * stride);
        if (i == 0) {
            memcpy(s, zm_position_state(p), game->state_size);
        } else {
            const struct zm_state *const from =
                (const void *)(states + (size_t)list[i].parent * stride);
            game->show_move(from, list[i].move, &out);
            memcpy(s, from, game->state_size);
            game->play(s, list[i].move);
        }
        node_json(j, game, &list[i], text);
    }
    json_end_array(j);
    free(states);
}
