/* The nets under data/ are what they are said to be. A net named on the command line is looked at
 * instead: test_shipped_nets FILE SIMULATIONS. */
#include "never_worse.h"

#include <stdlib.h>

int main(int argc, char *argv[])
{
    struct zm_error error;
    char net[4096];
    const char *const source = getenv("SOURCE");
    const struct zm_game *const rules = zm_game_open("tictactoe", NULL, &error);
    snprintf(net, sizeof net, "%s/data/tictactoe.net", source ? source : ".");
    if (argc > 2) {
        never_worse(rules, argv[1], atoi(argv[2]), 1000);
    } else {
        never_worse(rules, net, 64, 400);
        never_worse(rules, net, 1, 400); /* what the net says at once */
    }
    zm_game_close(rules);
    return tap_done();
}
