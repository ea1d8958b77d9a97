/* Connect Four: the solver against positions and boards solved by others. */
#include "test_connect4_sets.h"

/* On every size that fits, a game read back move by move is the same, and what no size is
 * gets a sentence. */
static void test_sizes(void)
{
    struct zm_error error;
    uint64_t seed = 11;
    int sizes = 0, wrong = 0;
    for (int columns = 2; columns <= 32; columns++)
        for (int rows = 1; columns * (rows + 1) <= 64; rows++, sizes++) {
            char options[32], text[256], again[256];
            snprintf(options, sizeof options, "size=%dx%d", columns, rows);
            const struct zm_game *const game = zm_game_open("connect4", options, &error);
            struct zm_position *const p = zm_position_new(game, &error);
            struct zm_position *const q = zm_position_new(game, &error);
            while (zm_position_turn(p) != ZM_OVER) {
                const zm_move *list;
                char name[8];
                const int n = zm_position_moves(p, &list);
                const zm_move m = list[zm_random(&seed, (uint32_t)n)];
                zm_position_show_move(p, m, name, sizeof name);
                wrong += zm_position_play_text(q, name, &error) != NULL || name[1];
                zm_position_play(p, m, &error);
            }
            zm_position_write(p, text, sizeof text);
            wrong += zm_position_read(q, text, &error) != NULL;
            zm_position_write(q, again, sizeof again);
            wrong += strcmp(text, again) != 0 || zm_position_turn(q) != ZM_OVER;
            wrong += zm_position_payoff(p, 0) != zm_position_payoff(q, 0);
            zm_position_free(p);
            zm_position_free(q);
            zm_game_close(game);
        }
    OKF(wrong == 0 && sizes > 80, "%d sizes, %d wrong", sizes, wrong);
    static const char *const bad[] = { "size=",    "size=7",   "size=7x",  "size=x6",
                                       "size=0x4", "size=1x6", "size=8x8", "size=7x6x5",
                                       "size=7 6", "rows=6",   "size=7x0", "size=33x1",
                                       "size=-7x6" };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        OKF(!zm_game_open("connect4", bad[i], &error), "%s", error.text);
}

int main(void)
{
    test_sizes();
    struct sets sets;
    sets_begin(&sets, NULL, 1);
    set_is_exact(&sets, "Test_L3_R1", 1000, 1);
    set_is_exact(&sets, "Test_L2_R1", 1000, 20);
    set_is_exact(&sets, "Test_L2_R2", 1000, 50);
    set_is_exact(&sets, "Test_L1_R1", 1000, 50);
    set_is_exact(&sets, "Test_L1_R2", 1000, 500);
    sets_end(&sets);
    board_is("size=4x4", '=', 1);
    board_is("size=5x4", '=', 1);
    board_is("size=6x4", '-', 1);
    board_is("size=4x5", '=', 1);
    board_is("size=5x5", '=', 1);
    board_is("size=4x6", '=', 1);
    board_is("size=4x7", '=', 1);
    return tap_done();
}
