/* Tic-tac-toe from nothing to perfect play: `zermelo train` on two threads, then a thousand games
 * against a player who never errs, from every opening of up to two moves, in both seats. The net
 * may not once get less than the opening is worth. Takes some minutes. */
#include "base/clock.h"
#include "learn/train.h"
#include "tap.h"

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

/* A best move, any of them. */
static zm_move perfect_move(const struct zm_position *p, uint64_t *seed, double *value)
{
    struct zm_solution s;
    zm_move best[9];
    int n = 0;
    if (zm_solve(p, NULL, &s, &error))
        printf("# %s\n", error.text);
    for (int i = 0; i < s.count; i++)
        if (s.best[i])
            best[n++] = s.move[i];
    *value = s.value;
    zm_solution_release(&s);
    return best[zm_random(seed, (uint32_t)n)];
}

/* One game from p on, the net in `seat`; how much less it got than p is worth to it. */
static double game(struct zm_position *p, struct zm_search *search, int seat, uint64_t *seed)
{
    double worth, value;
    const int turn = zm_position_turn(p);
    perfect_move(p, seed, &worth);
    while (zm_position_turn(p) != ZM_OVER) {
        struct zm_result result;
        zm_move m = perfect_move(p, seed, &value);
        if (zm_position_turn(p) == seat) {
            zm_search_run(search, p, NULL, &result, &error);
            m = result.move;
        }
        zm_position_play(p, m, &error);
    }
    return (seat == turn ? worth : -worth) - zm_position_payoff(p, seat);
}

static void play_all(const struct zm_game *rules, const char *net, int sims)
{
    char spec[600];
    uint64_t seed = 5;
    int games = 0, lost = 0;
    snprintf(spec, sizeof spec, "alphazero:net=%s,sims=%d", net, sims);
    struct zm_search *const search = zm_search_new(rules, spec, &error);
    OKF(search != NULL, "%s", search ? "" : error.text);
    while (search && games < 1000)
        for (int first = -1; first < 9; first++)
            for (int second = -1; second < 9; second++)
                for (int seat = 0; seat < 2; seat++) {
                    struct zm_position *const p = zm_position_new(rules, &error);
                    const bool opened =
                        (first < 0 || !zm_position_play(p, (zm_move)first, &error)) &&
                        (second < 0 ||
                         (first >= 0 && !zm_position_play(p, (zm_move)second, &error)));
                    if (opened) {
                        games++;
                        lost += game(p, search, seat, &seed) > 0;
                    }
                    zm_position_free(p);
                }
    OKF(lost == 0, "%d simulations: %d of %d games got less than the opening is worth", sims, lost,
        games);
    zm_search_free(search);
}

int main(void)
{
    char folder[] = "/tmp/zermelo-train-XXXXXX", command[200], net[TRAIN_PATH];
    const struct zm_game *const rules = zm_game_open("tictactoe", NULL, &error);
    struct train_settings settings = { .game = "tictactoe" };
    const struct train_limits limits = { .rounds = 12, .threads = 2 };
    const struct train_watch watch = { .progress = quiet, .generation = tell, .stop = never };
    struct train_state state;
    bool stopped;
    train_suits(rules, &settings);
    OK(mkdtemp(folder) != NULL);
    const double begin = clock_now();
    const char *const wrong =
        train(rules, &settings, folder, &limits, &watch, &state, &stopped, &error);
    OKF(!wrong, "%s", wrong ? wrong : "");
    printf("# %.0f seconds\n", clock_now() - begin);
    train_net_path(folder, state.champion, "net", net);
    play_all(rules, net, 64);
    play_all(rules, net, 16);
    train_state_release(&state);
    zm_game_close(rules);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    OK(system(command) == 0);
    return tap_done();
}
