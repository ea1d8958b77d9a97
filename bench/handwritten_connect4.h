/* handwritten_connect4.h -- Connect Four searches written for this one game, without the
 * library: the measure of what the templates may cost. They do the same work as the
 * kernels of the same name: the same order of moves, the same counts, the same polling,
 * the same table, the same test for four in line. What a program for one game can leave
 * out, they leave out: move lists, copies of states, turns. */
#ifndef HANDWRITTEN_CONNECT4_H
#define HANDWRITTEN_CONNECT4_H

#include <stdbool.h>
#include <stdint.h>

enum { HAND_COLUMNS = 7, HAND_PLIES = 64, HAND_BUCKET = 4 };

struct hand_entry {
    uint64_t check, known;
};

/* What the deep search remembers (handwritten_engine.c). */
struct hand_engine {
    struct hand_entry *table; /* HAND_BUCKET << table_bits */
    int table_bits;
    int32_t history[2][HAND_COLUMNS];
    int counter[2][HAND_COLUMNS];
    int killer[HAND_PLIES][2];
    int length[HAND_PLIES];
    int line[HAND_PLIES][HAND_PLIES];
};

struct hand {
    uint64_t nodes, leaves, games, poll_at, seed;
    void (*poll)(struct hand *h); /* sets poll_at anew, or `stopped` */
    bool stopped, horizon;
    uint64_t best; /* the cell chosen by the call that returned last */
    int depth;     /* of the whole search: it began at the empty board */
    struct hand_engine *engine;
};

/* All from the empty board. */
uint64_t hand_perft(struct hand *h, int depth);
int hand_negamax(struct hand *h, int depth);
int hand_engine(struct hand *h, int depth);
uint64_t hand_playouts(struct hand *h, uint64_t count, int64_t total[2]);

#endif
