/* Go, what takes minutes: the legal boards of 4x4 and the games of 1x4 (Tromp & Farneback 2007,
 * "Combinatorics of Go", who allow suicide). */
#include "game/registry.h"
#include "tap.h"

#include <stdlib.h>

static struct zm_error error;

/* ------------------------------------------------------------- legal boards -- */

/* Of all colourings, those that read() takes. */
static uint64_t legal_boards(const struct zm_game *game)
{
    const int rows = game->grid.rows, columns = game->grid.columns;
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_state *const s = aligned_alloc(64, state_stride(game));
    uint64_t boards = 1, legal = 0;
    for (int i = 0; i < rows * columns; i++)
        boards *= 3;
    for (uint64_t board = 0; board < boards; board++) {
        char text[64], *at = text;
        uint64_t left = board;
        for (int row = 0; row < rows; row++) {
            if (row > 0)
                *at++ = '/';
            for (int column = 0; column < columns; column++, left /= 3)
                *at++ = ".XO"[left % 3];
        }
        *at = '\0';
        memcpy(s, zm_position_state(p), game->state_size);
        legal += game->read(s, text) == NULL;
    }
    free(s);
    zm_position_free(p);
    return legal;
}

/* -------------------------------------------------------------------- games -- */

/* A small board has few positions: they are numbered, with the moves between them as the game
 * plays them. Then its games are the ways through this graph. */
enum { MOST_NODES = 4096, MOST_BOARDS = 64, MOST_MOVES = 8 };

struct node {
    uint64_t key;
    uint64_t board; /* one bit for the stones */
    int count;
    int to[MOST_MOVES]; /* the last one is the pass; -1: it ends the game */
};

struct graph {
    const struct zm_game *game;
    struct node node[MOST_NODES];
    uint64_t board_key[MOST_BOARDS];
    int nodes, boards;
};

static uint64_t board_bit(struct graph *g, uint64_t key)
{
    int i = 0;
    while (i < g->boards && g->board_key[i] != key)
        i++;
    if (i == g->boards)
        g->board_key[g->boards++] = key;
    return 1ULL << i;
}

static int number_of(struct graph *g, const struct zm_state *s)
{
    const struct zm_game *const game = g->game;
    const uint64_t key = game->key(s);
    for (int i = 0; i < g->nodes; i++)
        if (g->node[i].key == key)
            return i;
    const int number = g->nodes++;
    struct zm_state *const child = aligned_alloc(64, state_stride(game));
    zm_move list[MOST_MOVES];
    struct node *const node = &g->node[number];
    node->key = key;
    node->board = board_bit(g, game->repeat_key(s));
    node->count = game->moves(s, list);
    for (int i = 0; i < node->count; i++) {
        memcpy(child, s, game->state_size);
        game->play(child, list[i]);
        node->to[i] = game->turn(child) == ZM_OVER ? -1 : number_of(g, child);
    }
    free(child);
    return number;
}

/* The games from here to their end, under positional superko: `seen` is the set of boards that
 * may not come back. A pass always may be played. */
static uint64_t games(const struct graph *g, int at, uint64_t seen)
{
    const struct node *const node = &g->node[at];
    const int pass = node->to[node->count - 1];
    uint64_t sum = pass < 0 ? 1 : games(g, pass, seen);
    for (int i = 0; i < node->count - 1; i++) {
        const uint64_t board = g->node[node->to[i]].board;
        if (!(seen & board))
            sum += games(g, node->to[i], seen | board);
    }
    return sum;
}

static uint64_t games_of(const struct zm_game *game)
{
    static struct graph g;
    struct zm_position *const p = zm_position_new(game, &error);
    g = (struct graph){ .game = game };
    const int root = number_of(&g, zm_position_state(p));
    const uint64_t sum = games(&g, root, g.node[root].board);
    zm_position_free(p);
    return sum;
}

/* -------------------------------------------------------------------- tests -- */

static uint64_t with(const char *options, uint64_t (*count)(const struct zm_game *))
{
    const struct zm_game *const game = zm_game_open("go", options, &error);
    const uint64_t sum = game ? count(game) : 0;
    zm_game_close(game);
    return sum;
}

int main(void)
{
    EQ(with("size=1x3", games_of), 907);
    EQ(with("size=4x1 suicide=yes", games_of), 2098407841);
    EQ(with("size=4", legal_boards), 24318165);
    return tap_done();
}
