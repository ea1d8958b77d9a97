/* record_tree.h -- the tree a search walked through, made from its steps: what text,
 * pictures and the page show of it.
 *
 *     struct record record;
 *     record_begin(&record, position, viewer, &error);
 *     zm_search_watch(search, watch, ...);        // the watcher calls record_step()
 *     zm_search_run(search, position, ...);
 *     record_end(&record, &result, MOST, &error);
 *
 * While the search runs, nodes stand in the order of their first visit; record_end()
 * puts them into pre-order, moves as the game lists them, and adds the nodes that were
 * never looked at if the whole tree has at most MOST. Then node[0] is the root, and the
 * subtree of n is node[n .. end-1]. */
#ifndef TEACH_RECORD_TREE_H
#define TEACH_RECORD_TREE_H

#include "teach/language.h"

#include <zermelo/zermelo.h>

/* Whose the values of the steps are, apart from the players 0 .. 7. */
enum {
    RECORD_MOVER = -1, /* of who moves at the node: the negamax form */
    RECORD_ALL = -2    /* tuples, one value for each player          */
};

enum record_state {
    RECORD_UNSEEN, /* part of the tree, but the search was never there */
    RECORD_SEEN,
    RECORD_CUT /* the search knew of it and did not look        */
};

struct record_node {
    int parent; /* -1: the root */
    int end;    /* after record_end() */
    int child, next;
    int ply;
    int turn; /* a player, ZM_CHANCE or ZM_OVER */
    enum record_state state;
    zm_move move;       /* that leads here */
    size_t text, name;  /* where its text and the name of the node begin in names[] */
    uint32_t weight;    /* of the outcome that leads here; 0: no outcome */
    uint64_t weight_of; /* their sum */
    bool best;          /* on the line that the search expects */
    bool has_value, has_window, has_values;
    bool horizon; /* the depth limit ended the search here */
    double value, alpha, beta;
    double values[ZM_MAX_PLAYERS]; /* tuples, and the payoffs of every finished game */
    zm_move choice;                /* the best move here */
    int cut_by;                    /* of a cut node: who set the bound; -1: nobody below the root */
    int left_by;                   /* ... of one that was left before its last move */
    bool probed;                   /* only one of its moves was tried, and that was enough */
    uint64_t visits;
    bool has_numbers; /* of proof-number search, for who chooses the move that leads here */
    int yes, no;
};

struct record {
    const struct zm_game *game;
    int viewer;
    enum language language; /* in which it is told; English unless it is set */
    struct record_node *node;
    int count, room;
    int *place; /* after record_end(): where each node is now, in the order of first visits */
    char *names;
    size_t names_length, names_room;
    int at;       /* where the search stands */
    bool windows; /* the search has any */
    bool too_large, no_memory;
    /* the position where it stands, and how to get back */
    unsigned char *states, *memory;
    zm_move *path, *list;
    uint32_t *weights;
    int ply, plies;
};

/* The most nodes that are followed; too_large tells the watcher to stop the search. */
enum { RECORD_MOST = 200000 };

const char *record_begin(struct record *r, const struct zm_position *p, int viewer,
                         struct zm_error *error);
void record_step(struct record *r, const struct zm_step *step);
const char *record_end(struct record *r, const struct zm_result *result, int most,
                       struct zm_error *error);
void record_release(struct record *r);

const char *record_text(const struct record *r, int n); /* the move, "" at the root */
const char *record_name(const struct record *r, int n); /* of the node, "" if it has none */

#endif
