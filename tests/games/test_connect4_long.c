/* Connect Four: all of the sets, and the whole game. */
#include "test_connect4_sets.h"

int main(void)
{
    struct sets sets;
    sets_begin(&sets, 64);
    set_is_exact(&sets, "Test_L3_R1", 1000, 1);
    set_is_exact(&sets, "Test_L2_R1", 1000, 1);
    set_is_exact(&sets, "Test_L2_R2", 1000, 1);
    set_is_exact(&sets, "Test_L1_R1", 1000, 1);
    set_is_exact(&sets, "Test_L1_R2", 1000, 1);
    set_is_exact(&sets, "Test_L1_R3", 1000, 1);

    struct zm_error error;
    struct zm_position *const p = zm_position_new(sets.game, &error);
    proofs_forget(&sets.run.cx);
    EQ(value_by_questions(&sets.run, zm_position_state(p)), 1);
    zm_position_free(p);
    sets_end(&sets);
    return tap_done();
}
