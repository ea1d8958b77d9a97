/* Go, what takes minutes: the legal boards of 4x4 and the games of 1x4 (Tromp & Farneback 2007,
 * "Combinatorics of Go"). */
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

/* The boards met so far, numbered; 1x4 has 41. */
enum { MOST_BOARDS = 64, MOST_MOVES = 8 };
static uint64_t board_key[MOST_BOARDS];
static int boards;

static int number_of(uint64_t key)
{
    int i = 0;
    while (i < boards && board_key[i] != key)
        i++;
    if (i == boards)
        board_key[boards++] = key;
    return i;
}

/* The games from s to their end, under positional superko: `seen` is the set of boards that may
 * not come back. The last move of the list is the pass, which always may be played. */
static uint64_t games(const struct zm_game *game, const struct zm_state *s, uint64_t seen,
                      unsigned char *states)
{
    zm_move list[MOST_MOVES];
    struct zm_state *const child = (struct zm_state *)(void *)states;
    const int n = game->moves(s, list);
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        memcpy(child, s, game->state_size);
        game->play(child, list[i]);
        const uint64_t board = 1ULL << number_of(game->repeat_key(child));
        if (game->turn(child) == ZM_OVER)
            sum++;
        else if (i == n - 1 || !(seen & board))
            sum += games(game, child, seen | board, states + state_stride(game));
    }
    return sum;
}

static uint64_t games_of(const struct zm_game *game)
{
    enum { LONGEST = 200 }; /* every board once, and a pass between any two */
    struct zm_position *const p = zm_position_new(game, &error);
    unsigned char *const states = aligned_alloc(64, LONGEST * state_stride(game));
    const struct zm_state *const s = zm_position_state(p);
    boards = 0;
    const uint64_t sum = games(game, s, 1ULL << number_of(game->repeat_key(s)), states);
    free(states);
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
    EQ(with("size=4x1", games_of), 2098407841);
    EQ(with("size=4", legal_boards), 24318165);
    return tap_done();
}
