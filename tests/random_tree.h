/* random_tree.h -- texts of random explicit trees, for tests that compare searches:
 *
 *     struct random_tree kind = { .players = 2, .chance = true, .depth = 4, .width = 3 };
 *     char text[RANDOM_TREE_TEXT];
 *     random_tree(&kind, seed, text);
 *     game = zm_game_open("tree", text, &error);
 *
 * The same seed gives the same text. Utilities are small, so that ties are common:
 * they are where searches go wrong. */
#ifndef RANDOM_TREE_H
#define RANDOM_TREE_H

#include <zermelo/game.h>

#include <stdlib.h>

enum { RANDOM_TREE_TEXT = 1 << 17, RANDOM_TREE_LEAVES = 2000 };

struct random_tree {
    int players;    /* 2: max and min, zero-sum; others: tuples that add up to anything */
    bool chance;    /* with chance nodes, though never at the root                      */
    bool alternate; /* the players take turns; else whoever comes                       */
    bool estimates; /* some nodes have one                                              */
    int depth;      /* 1 or more; some branches end earlier                             */
    int width;      /* a node has 1 to so many children                                 */
    int spread;     /* utilities from -spread to +spread; 0: 5                          */
};

struct random_tree_writer {
    const struct random_tree *kind;
    uint64_t seed;
    struct zm_text text;
    int leaves;
};

static inline int random_tree_below(struct random_tree_writer *w, int n)
{
    return (int)zm_random(&w->seed, (uint32_t)n);
}

static inline void random_tree_utility(struct random_tree_writer *w)
{
    const int spread = w->kind->spread ? w->kind->spread : 5;
    const bool tuple = w->kind->players != 2;
    for (int p = 0; p < (tuple ? w->kind->players : 1); p++)
        zm_print(&w->text, "%s%d",
                 !tuple ? ""
                 : p    ? ","
                        : "(",
                 random_tree_below(w, 2 * spread + 1) - spread);
    zm_print(&w->text, tuple ? ") " : " ");
}

static inline void random_tree_node(struct random_tree_writer *w, int depth, int turn)
{
    const struct random_tree *const kind = w->kind;
    const bool root = depth == kind->depth;
    if (depth == 0 || w->leaves >= RANDOM_TREE_LEAVES || (!root && !random_tree_below(w, 6))) {
        w->leaves++;
        random_tree_utility(w);
        return;
    }
    const bool chance = kind->chance && !root && !random_tree_below(w, 3);
    const int mover = kind->alternate ? turn : random_tree_below(w, kind->players);
    if (chance)
        zm_print(&w->text, "chance ");
    else if (kind->players == 2)
        zm_print(&w->text, mover ? "min " : "max ");
    else
        zm_print(&w->text, "player %d ", mover + 1);
    if (kind->estimates && random_tree_below(w, 2)) {
        zm_print(&w->text, "~");
        random_tree_utility(w);
    }
    zm_print(&w->text, "{ ");
    for (int children = 1 + random_tree_below(w, kind->width); children > 0; children--) {
        if (chance)
            zm_print(&w->text, "%d: ", 1 + random_tree_below(w, 5));
        random_tree_node(w, depth - 1, chance ? turn : (mover + 1) % kind->players);
    }
    zm_print(&w->text, "} ");
}

static inline void random_tree(const struct random_tree *kind, uint64_t seed,
                               char text[RANDOM_TREE_TEXT])
{
    struct random_tree_writer w = { .kind = kind,
                                    .seed = zm_mix(seed + 0x9E3779B97F4A7C15ULL) | 1,
                                    .text = { text, RANDOM_TREE_TEXT, 0 } };
    random_tree_node(&w, kind->depth, 0);
    if (w.text.length >= w.text.size)
        abort(); /* the test asked for a tree too large */
}

#endif
