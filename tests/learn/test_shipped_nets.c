/* The nets under data/ are what they are said to be: they see the games as they did when they
 * learned. A net of tic-tac-toe named on the command line is looked at instead: test_shipped_nets
 * FILE SIMULATIONS. */
#include "learn/net_critic.h"
#include "learn/yardstick.h"
#include "never_worse.h"

#include <stdlib.h>

static const char *path_of(const char *name)
{
    static char path[4096];
    const char *const source = getenv("SOURCE");
    snprintf(path, sizeof path, "%s/data/%s.net", source ? source : ".", name);
    return path;
}

/* At first sight, and with a few simulations, at most so many mistakes by the solver's count on
 * positions that the net has not learned from. */
static void few_mistakes(const char *name, const char *game, const char *options, double alone,
                         double searched)
{
    struct zm_error error = { .text = "" };
    const struct zm_game *const rules = zm_game_open(game, options, &error);
    struct critic *const critic = critic_open(rules, path_of(name), &error);
    struct yardstick *yardstick = NULL;
    OKF(critic && !yardstick_new(rules, 60, 7, NULL, NULL, &yardstick, &error), "%s", error.text);
    const struct {
        const char *search;
        double most;
    } ask[] = { { "alphazero:sims=1,ahead=0,solver=off,memory=1", alone },
                { "alphazero:sims=64,memory=4", searched } };
    for (int i = 0; yardstick && i < 2; i++) {
        struct yardstick_grades grades;
        OK(!yardstick_grade(yardstick, critic, ask[i].search, &grades, &error));
        OKF(yardstick_mistakes(&grades) <= ask[i].most, "%s, %s: %.1f %% of %d positions", name,
            ask[i].search, 100 * yardstick_mistakes(&grades), yardstick_count(yardstick));
    }
    yardstick_free(yardstick);
    if (critic)
        critic_close(critic);
    zm_game_close(rules);
}

int main(int argc, char *argv[])
{
    struct zm_error error;
    const struct zm_game *const rules = zm_game_open("tictactoe", NULL, &error);
    if (argc > 2) {
        never_worse(rules, argv[1], atoi(argv[2]), 1000);
    } else {
        never_worse(rules, path_of("tictactoe"), 64, 400);
        never_worse(rules, path_of("tictactoe"), 1, 400); /* what the net says at once */
        few_mistakes("connect4", "connect4", NULL, 0.15, 0.05);
        few_mistakes("othello6", "othello", "size=6", 0.3, 0.1);
    }
    zm_game_close(rules);
    return tap_done();
}
