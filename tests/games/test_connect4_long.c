/* Connect Four: all of the sets, and the whole game. */
#include "test_connect4_sets.h"

int main(void)
{
    struct sets sets;
    sets_begin(&sets, NULL, 64);
    set_is_exact(&sets, "Test_L3_R1", 1000, 1);
    set_is_exact(&sets, "Test_L2_R1", 1000, 1);
    set_is_exact(&sets, "Test_L2_R2", 1000, 1);
    set_is_exact(&sets, "Test_L1_R1", 1000, 1);
    set_is_exact(&sets, "Test_L1_R2", 1000, 1);
    set_is_exact(&sets, "Test_L1_R3", 1000, 1);

    struct zm_error error;
    struct zm_position *const p = zm_position_new(sets.game, &error);
    proofs_forget(&sets.run.cx);
    EQ(value_by_questions(&sets.run, zm_position_state(p), ZM_QUESTIONS), 1);
    zm_position_free(p);
    sets_end(&sets);

    board_is("size=7x4", '=', 64);
    board_is("size=8x4", '-', 64);
    board_is("size=9x4", '-', 64);
    board_is("size=6x5", '=', 64);
    board_is("size=7x5", '=', 64);
    board_is("size=5x6", '=', 64);
    board_is("size=6x6", '-', 64);
    board_is("size=5x7", '=', 64);
    board_is("size=6x7", '+', 64);
    board_is("size=4x8", '=', 64);
    board_is("size=5x8", '=', 64);
    return tap_done();
}
