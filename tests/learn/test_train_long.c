/* Tic-tac-toe from nothing to perfect play: `zermelo train` on two threads, then a thousand games
 * against a player who never errs, from every opening of up to two moves, in both seats. The net
 * may not once get less than the opening is worth. Takes some minutes. */
#include "base/clock.h"
#include "learn/train.h"
#include "never_worse.h"

#include <stdlib.h>
#include <unistd.h>

static struct zm_error error;

static void quiet(void *user, const struct train_progress *progress)
{
    (void)user;
    (void)progress;
}

static void tell(void *user, const struct train_state *state, const struct train_generation *g)
{
    (void)user;
    (void)state;
    printf(
        "# generation %u: policy %.3f, value %.3f, match %.2f, Elo %.0f, mistakes %.3f, %.0f s\n",
        g->number, g->policy, g->value, g->score, g->elo, g->mistakes, g->seconds);
    fflush(stdout);
}

static bool never(void *user)
{
    (void)user;
    return false;
}

int main(void)
{
    char folder[] = "/tmp/zermelo-train-XXXXXX", command[200], net[TRAIN_PATH];
    const struct zm_game *const rules = zm_game_open("tictactoe", NULL, &error);
    struct train_settings settings = { .game = "tictactoe" };
    const struct train_limits limits = { .rounds = 24, .threads = 2 };
    const struct train_watch watch = { .progress = quiet, .generation = tell, .stop = never };
    struct train_state state;
    bool stopped;
    train_suits(rules, &settings);
    settings.gate = GATE_ALWAYS; /* good players draw: nobody scores 55 % */
    OK(mkdtemp(folder) != NULL);
    const double begin = clock_now();
    const char *const wrong =
        train(rules, &settings, folder, &limits, &watch, &state, &stopped, &error);
    OKF(!wrong, "%s", wrong ? wrong : "");
    printf("# %.0f seconds\n", clock_now() - begin);
    train_net_path(folder, state.champion, "net", net);
    never_worse(rules, net, 64, 1000);
    never_worse(rules, net, 16, 1000);
    train_state_release(&state);
    zm_game_close(rules);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    OK(system(command) == 0);
    return tap_done();
}
