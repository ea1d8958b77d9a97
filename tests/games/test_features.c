/* What nets see of the games: own pieces first, then the other's, where the page shows them. */
#include "random_position.h"
#include "tap.h"

#include <stdlib.h>

static struct zm_error error;

/* The letter of each player is the one that the first move of each adds to the empty board. */
static void find_letters(const struct zm_game *game, char letter[2])
{
    struct zm_position *const p = zm_position_new(game, &error);
    const int cells = game->grid.rows * game->grid.columns;
    char before[400], after[400];
    for (int player = 0; player < 2; player++) {
        const zm_move *list;
        game->cells(zm_position_state(p), -1, before);
        zm_position_moves(p, &list);
        zm_position_play(p, list[0], &error);
        game->cells(zm_position_state(p), -1, after);
        for (int i = 0; i < cells; i++)
            if (before[i] == '.' && after[i] != '.')
                letter[player] = after[i];
    }
    zm_position_free(p);
}

static void test_game(const char *name, const char *options)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    const int cells = game->grid.rows * game->grid.columns;
    struct zm_position *const p = zm_position_new(game, &error);
    float *const plane = calloc((size_t)(game->planes * cells), sizeof *plane);
    char cell[400], letter[2] = { 0, 0 };
    uint64_t seed = 11;
    bool own = true, slots = true;
    int positions = 0;
    find_letters(game, letter);
    for (int i = 0; i < 120; i++) {
        if (!random_position(p, (int)zm_random(&seed, (uint32_t)cells), &seed))
            continue;
        const struct zm_state *const s = zm_position_state(p);
        const zm_move *list;
        game->cells(s, -1, cell);
        for (int player = 0; player < 2; player++) {
            memset(plane, 0, (size_t)(game->planes * cells) * sizeof *plane);
            game->features(s, player, plane);
            for (int k = 0; k < cells; k++) {
                own &= plane[k] == (cell[k] == letter[player] ? 1 : 0);
                own &= plane[cells + k] == (cell[k] == letter[1 - player] ? 1 : 0);
            }
        }
        /* Moves on the board have slots of their own. */
        const int n = zm_position_moves(p, &list);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < a; b++)
                slots &= game->slot(s, list[a]) != game->slot(s, list[b]);
        positions++;
    }
    OKF(own && positions > 50, "%s %s: own pieces, then the other's, in %d positions", name,
        options ? options : "", positions);
    OKF(slots, "%s: no two moves share a slot", name);
    free(plane);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_game("tictactoe", NULL);
    test_game("connect4", NULL);
    test_game("connect4", "size=5x4");
    test_game("othello", NULL);
    test_game("othello", "size=6");
    test_game("othello", "size=4");
    test_game("gomoku", NULL);
    test_game("gomoku", "size=9");
    test_game("go", NULL);
    test_game("go", "size=5");
    test_game("go", "size=19");
    test_game("mnk", "players=2");
    test_game("mnk", "rows=4 columns=5 line=4 players=2");
    return tap_done();
}
