/* mnk: the figures for three players, and tic-tac-toe once more with two. */
#include "search/perft.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

static struct zm_error error;

static const struct zm_game *opened(const char *name, const char *options)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    if (!game)
        printf("Bail out! %s\n", error.text);
    return game;
}

static struct zm_result searched(const struct zm_position *p, const char *spec)
{
    struct zm_result result = { .nodes = 0 };
    struct zm_search *const search = zm_search_new(zm_position_game(p), spec, &error);
    OKF(search && !zm_search_run(search, p, NULL, &result, &error), "%s", spec);
    zm_search_free(search);
    return result;
}

static void test_three_players(void)
{
    const struct zm_game *const game = opened("mnk", NULL);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct zm_result maxn = searched(p, "maxn"), paranoid = searched(p, "paranoid");
    EQ(maxn.nodes, 885322);
    EQ(maxn.leaves, 345600);
    OK(maxn.exact && paranoid.exact);
    for (int i = 0; i < 3; i++)
        NEAR(maxn.values[i], 0, 0);
    NEAR(paranoid.value, 0, 0);
    struct perft_result r;
    perft_unique(p, 9, &r, &error);
    EQ(r.leaves - r.games, 24394); /* positions in which somebody is to move */
    EQ(r.games, 2536);
    zm_position_free(p);
    zm_game_close(game);
}

/* Walk both games side by side through all positions, each once: the same moves, ends and
 * payoffs, and the same evaluation, which both count in lines. */
static int differences, positions;
static bool seen[19683]; /* by the board read as a number to the base of 3 */

static bool first_visit(const char *board)
{
    int number = 0;
    for (; *board; board++)
        if (*board != '/')
            number = 3 * number + (*board == 'X' ? 1 : *board == 'O' ? 2 : 0);
    const bool first = !seen[number];
    seen[number] = true;
    return first;
}

static void walk(struct zm_position *a, struct zm_position *b)
{
    const zm_move *list, *other;
    const int n = zm_position_moves(a, &list), m = zm_position_moves(b, &other);
    const struct zm_game *const ga = zm_position_game(a), *const gb = zm_position_game(b);
    char text_a[32], text_b[32];
    zm_position_write(a, text_a, sizeof text_a);
    zm_position_write(b, text_b, sizeof text_b);
    if (!first_visit(text_a))
        return;
    positions++;
    differences += n != m || zm_position_turn(a) != zm_position_turn(b) || strcmp(text_a, text_b);
    for (int player = 0; player < 2; player++) {
        differences += zm_position_payoff(a, player) != zm_position_payoff(b, player);
        differences += ga->evaluate(zm_position_state(a), player) !=
                       gb->evaluate(zm_position_state(b), player);
    }
    for (int i = 0; i < n && i < m && !differences; i++) {
        zm_position_moves(a, &list);
        const zm_move move = list[i];
        zm_position_play(a, move, &error);
        differences += zm_position_play(b, move, &error) != NULL;
        walk(a, b);
        zm_position_undo(a);
        zm_position_undo(b);
    }
}

static void test_two_players(void)
{
    const struct zm_game *const mnk = opened("mnk", "players=2"), *const ttt =
                                                                      opened("tictactoe", NULL);
    struct zm_position *const a = zm_position_new(ttt, &error), *const b =
                                                                    zm_position_new(mnk, &error);
    OK(mnk->flags & ZM_ALTERNATE);
    EQ(mnk->max_payoff, 1);
    const struct zm_result minimax = searched(b, "minimax");
    EQ(minimax.nodes, 549946);
    EQ(minimax.leaves, 255168);
    NEAR(minimax.value, 0, 0);
    EQ(minimax.move, searched(a, "minimax").move);
    for (int depth = 1; depth <= 9; depth++) {
        struct perft_result ra, rb;
        perft(a, depth, &ra, &error);
        perft(b, depth, &rb, &error);
        EQ(rb.leaves, ra.leaves);
        EQ(rb.games, ra.games);
    }
    walk(a, b);
    EQ(differences, 0);
    EQ(positions, 5478);
    zm_position_free(a);
    zm_position_free(b);
    zm_game_close(mnk);
    zm_game_close(ttt);
}

/* Does anybody own a line? The board is read from its text, every line is looked at. */
static char line_owner(const char *board, int rows, int columns, int line)
{
    for (int cell = 0; cell < rows * columns; cell++)
        for (int way = 0; way < 4; way++) {
            const int down = way > 0, right = way == 0 ? 1 : way - 2;
            int length = 0;
            for (int i = 0; i < line; i++) {
                const int row = cell / columns + i * down, column = cell % columns + i * right;
                if (row >= rows || column < 0 || column >= columns)
                    break;
                length += board[row * columns + column] == board[cell];
            }
            if (length == line && board[cell] != '.')
                return board[cell];
        }
    return '.';
}

/* Random games on random boards: the game ends exactly when a line is full or the board. */
static void test_boards(void)
{
    uint64_t seed = 7;
    int wrong = 0, won = 0;
    for (int round = 0; round < 300; round++) {
        const int rows = 1 + (int)zm_random(&seed, 19), columns = 1 + (int)zm_random(&seed, 19);
        const int longest = rows > columns ? rows : columns;
        const int line = 1 + (int)zm_random(&seed, (uint32_t)(longest < 5 ? longest : 5));
        const int players = 2 + (int)zm_random(&seed, 2);
        char options[100], board[400];
        snprintf(options, sizeof options, "rows=%d columns=%d line=%d players=%d", rows, columns,
                 line, players);
        const struct zm_game *const game = opened("mnk", options);
        struct zm_position *const p = zm_position_new(game, &error);
        for (int ply = 0;; ply++) {
            const zm_move *list;
            game->cells(zm_position_state(p), -1, board);
            const char owner = line_owner(board, rows, columns, line);
            const bool over = owner != '.' || ply == rows * columns;
            wrong += over != (zm_position_turn(p) == ZM_OVER);
            for (int i = 0; i < players; i++)
                wrong += zm_position_payoff(p, i) != (owner == '.'        ? 0
                                                      : owner == "XOA"[i] ? players - 1
                                                                          : -1);
            won += owner != '.';
            if (over || wrong)
                break;
            const int n = zm_position_moves(p, &list);
            wrong += n != rows * columns - ply;
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        }
        zm_position_free(p);
        zm_game_close(game);
    }
    EQ(wrong, 0);
    OKF(won > 100, "%d games were won", won);
}

static void test_options(void)
{
    static const char *const bad[] = {
        "rows=0", "rows=20",  "rows=", "rows=3x", "players=1", "players=4",
        "line=4", "colour=1", "rows",  "=3",      "rows=3,4",  "rows=99999999999999999"
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        OKF(zm_game_open("mnk", bad[i], &error) == NULL, "\"%s\": %s", bad[i], error.text);
}

static void test_positions(void)
{
    static const struct {
        const char *text;
        bool good;
    } position[] = {
        { "X.O/.A./...", true },  { "XXX/OO./AA.", true },   { "XXX/OOO/AA.", false },
        { "X.O/.A./..", false },  { "X.O/.A./....", false }, { "X.O/.B./...", false },
        { "X.X/.A./...", false }, { "O../.../...", false },  { "", false },
        { "XX./OOO/AA.", false },
    };
    const struct zm_game *const game = opened("mnk", NULL);
    struct zm_position *const p = zm_position_new(game, &error);
    for (size_t i = 0; i < sizeof position / sizeof *position; i++)
        OKF(!zm_position_read(p, position[i].text, &error) == position[i].good, "%s",
            position[i].text);
    OK(!zm_position_read(p, "XXX/OO./AA.", &error));
    EQ(zm_position_turn(p), ZM_OVER);
    EQ(zm_position_payoff(p, 0), 2);
    EQ(zm_position_payoff(p, 2), -1);
    OK(!zm_position_read(p, "X.O/.A./...", &error));
    EQ(zm_position_turn(p), 0);
    EQ(zm_position_read_move(p, "a1", &error), 6);
    EQ(zm_position_read_move(p, "2", &error), 1);
    OK(zm_position_read_move(p, "10", &error) == ZM_NO_MOVE);
    OK(zm_position_read_move(p, "b2", &error) == ZM_NO_MOVE);
    zm_position_free(p);
    zm_game_close(game);
}

/* Two players, k in a row on m x n: who wins is known (Uiterwijk & van den Herik 2000, "The
 * advantage of the initiative"). Every first move is solved, so a wrong draw would show. */
static void test_solved(const char *options, double value)
{
    const struct zm_game *const game = opened("mnk", options);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct zm_solve_limits limits = { .megabytes = 16 };
    struct zm_solution s;
    const bool solved = !zm_solve(p, &limits, &s, &error);
    OKF(solved && s.value == value, "%s: %g", options, s.value);
    zm_solution_release(&s);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_solved("players=2 rows=3 columns=3 line=3", 0);
    test_solved("players=2 rows=4 columns=3 line=3", 1);
    test_solved("players=2 rows=3 columns=4 line=3", 1);
    test_solved("players=2 rows=4 columns=4 line=4", 0);
    test_solved("players=2 rows=5 columns=5 line=4", 0);
    test_solved("players=2 rows=5 columns=5 line=5", 0);
    test_three_players();
    test_two_players();
    test_boards();
    test_options();
    test_positions();
    return tap_done();
}
