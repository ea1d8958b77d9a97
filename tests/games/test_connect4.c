/* Connect Four: the solver against positions solved by others. */
#include "test_connect4_sets.h"

int main(void)
{
    struct sets sets;
    sets_begin(&sets, 1);
    set_is_exact(&sets, "Test_L3_R1", 1000, 1);
    set_is_exact(&sets, "Test_L2_R1", 1000, 20);
    set_is_exact(&sets, "Test_L2_R2", 1000, 50);
    set_is_exact(&sets, "Test_L1_R1", 1000, 50);
    set_is_exact(&sets, "Test_L1_R2", 1000, 500);
    sets_end(&sets);
    return tap_done();
}
