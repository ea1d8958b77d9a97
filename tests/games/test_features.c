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

/* Where the page puts the piece of move m. */
static int cell_of(const struct zm_game *game, const struct zm_state *s, zm_move m)
{
    uint16_t cell[8];
    return game->clicks(s, m, cell) == 1 ? cell[0] : -1;
}

/* The third plane tells where a move wins at once (`winning`), or where there are moves at all. */
static void test_third(const char *name, const char *options, bool winning)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    const size_t cells = (size_t)(game->grid.rows * game->grid.columns);
    struct zm_position *const p = zm_position_new(game, &error);
    float *const plane = calloc((size_t)game->planes * cells, sizeof *plane);
    uint64_t seed = 5;
    int told = 0, wrong = 0;
    for (int i = 0; i < 300; i++) {
        const zm_move *list;
        if (!random_position(p, (int)zm_random(&seed, (uint32_t)cells), &seed))
            continue;
        const int turn = zm_position_turn(p);
        memset(plane, 0, (size_t)game->planes * cells * sizeof *plane);
        game->features(zm_position_state(p), turn, plane);
        for (int k = 0, n = zm_position_moves(p, &list); k < n; k++) {
            const zm_move m = list[k];
            const int cell = cell_of(game, zm_position_state(p), m);
            if (cell < 0)
                continue;
            bool wins = !winning;
            if (winning) {
                zm_position_play(p, m, &error);
                wins = zm_position_turn(p) == ZM_OVER && zm_position_payoff(p, turn) > 0;
                zm_position_undo(p);
                zm_position_moves(p, &list);
            }
            told += wins;
            wrong += wins != (plane[2 * cells + (size_t)cell] == 1);
        }
    }
    OKF(told > 20 && wrong == 0, "%s %s: %d cells where a move %s, %d told wrongly", name,
        options ? options : "", told, winning ? "wins" : "is", wrong);
    free(plane);
    zm_position_free(p);
    zm_game_close(game);
}

/* Connect Four's fifth plane: who gets a cell if every disc is answered on top of it. */
static void test_answers_on_top(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    const size_t cells = 42;
    uint64_t seed = 3;
    int told = 0, wrong = 0;
    for (int i = 0; i < 40; i++) {
        float plane[5 * 42] = { 0 };
        const zm_move *list;
        while (zm_position_undo(p))
            continue;
        for (int k = (int)zm_random(&seed, 4); k > 0 && zm_position_turn(p) >= 0; k--) {
            const int n = zm_position_moves(p, &list);
            const zm_move m = list[zm_random(&seed, (uint32_t)n)];
            zm_position_play(p, m, &error);
            if (zm_position_turn(p) >= 0)
                zm_position_play(p, m, &error);
        }
        const int me = (int)zm_random(&seed, 2);
        game->features(zm_position_state(p), me, plane);
        while (zm_position_turn(p) >= 0) {
            const int turn = zm_position_turn(p), n = zm_position_moves(p, &list);
            zm_move m = list[zm_random(&seed, (uint32_t)n)];
            for (int answer = 0; answer < 2 && zm_position_turn(p) >= 0; answer++) {
                const int cell = cell_of(game, zm_position_state(p), m);
                const bool mine = (answer ? 1 - turn : turn) == me;
                told++;
                wrong += mine != (plane[4 * cells + (size_t)cell] == 1);
                zm_position_play(p, m, &error);
            }
        }
    }
    OKF(told > 200 && wrong == 0, "%d cells come to a player, %d not as told", told, wrong);
    zm_position_free(p);
    zm_game_close(game);
}

/* Go tells which stones have few liberties. */
static void test_liberties(void)
{
    static const char *const board[] = { "XO...", "X.O..", "XXO..", "OO...", "....X" };
    const struct zm_game *const game = zm_game_open("go", "size=5", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    float plane[8 * 25] = { 0 };
    static const char *const moves = "a5 b5 a4 c4 a3 c3 b3 a2 e1 b2";
    OKF(!zm_position_play_text(p, moves, &error), "%s", error.text);
    game->features(zm_position_state(p), 0, plane);
    /* By hand: the corner has one liberty, b5 two, c4-c3 three, a2-b2 three, e1 two. */
    static const char *const liberties[] = { "12...", "1.x..", "11x..", "33...", "....2" };
    int wrong = 0;
    for (int i = 0; i < 25; i++)
        for (int n = 1; n <= 3; n++)
            wrong += (plane[(4 + n) * 25 + i] == 1) != (liberties[i / 5][i % 5] == '0' + n);
    for (int i = 0; i < 25; i++)
        wrong += (plane[i] == 1) != (board[i / 5][i % 5] == 'X');
    OKF(wrong == 0, "%d stones with other liberties than counted by hand", wrong);
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
    test_third("connect4", NULL, true);
    test_third("connect4", "size=5x4", true);
    test_third("gomoku", "size=9", true);
    test_third("gomoku", "rules=renju", true);
    test_third("othello", NULL, false);
    test_third("othello", "size=6", false);
    test_answers_on_top();
    test_liberties();
    return tap_done();
}
