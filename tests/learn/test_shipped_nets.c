/* The nets under data/ are what they are said to be: they see the games as they did when they
 * learned. A net of tic-tac-toe named on the command line is looked at instead: test_shipped_nets
 * FILE SIMULATIONS. */
#include "game/registry.h"
#include "learn/net_critic.h"
#include "learn/yardstick.h"
#include "never_worse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* How far apart are the judgements of a position and of its mirror image? */
static double one_sided(const struct zm_game *rules, struct critic *critic, bool all)
{
    struct zm_error error;
    struct zm_critic *const asked = critic_begin(
        critic, &(struct critic_how){ .turns = all, .all = all, .whole = true }, &error);
    struct zm_position *const p = zm_position_new(rules, &error);
    struct zm_state *const turned = aligned_alloc(64, state_stride(rules));
    zm_move list[2][16];
    float weight[2][16];
    zm_position_play_text(p, "4536", &error);
    memcpy(turned, zm_position_state(p), rules->state_size);
    rules->transform(turned, 1);
    const struct zm_state *const seen[2] = { zm_position_state(p), turned };
    double reward[2];
    int count[2];
    for (int side = 0; side < 2; side++) {
        count[side] = rules->moves(seen[side], list[side]);
        reward[side] = asked->look(asked, seen[side], 0, list[side], count[side], weight[side]);
    }
    double most = fabs(reward[0] - reward[1]);
    for (int i = 0; i < count[0]; i++)
        for (int j = 0; j < count[1]; j++)
            if (list[1][j] == rules->transform_move(seen[0], list[0][i], 1))
                most = fmax(most, fabs((double)(weight[0][i] - weight[1][j])));
    free(turned);
    zm_position_free(p);
    critic_end(asked);
    return most;
}

/* Who looks from all sides says the same of a position and of its mirror image. */
static void all_sides(void)
{
    struct zm_error error = { .text = "" };
    const struct zm_game *const rules = zm_game_open("connect4", NULL, &error);
    struct critic *const critic = critic_open(rules, path_of("connect4"), &error);
    OKF(critic != NULL, "%s", error.text);
    const double one = one_sided(rules, critic, false), all = one_sided(rules, critic, true);
    OKF(all < 1e-5 && one > 1e-3, "from one side %g, from all %g", one, all);
    critic_close(critic);
    zm_game_close(rules);
}

/* What the first player gets in a game after some moves by lot. */
static double game_between(const struct zm_game *rules, struct zm_search *const seat[2],
                           uint64_t seed)
{
    enum { BY_LOT = 2 };
    struct zm_error error;
    struct zm_position *const p = zm_position_new(rules, &error);
    for (int ply = 0; zm_position_turn(p) != ZM_OVER; ply++) {
        const zm_move *list;
        struct zm_result result = { .move = 0 };
        const uint32_t count = (uint32_t)zm_position_moves(p, &list);
        if (ply < BY_LOT)
            result.move = list[zm_random(&seed, count)];
        else
            zm_search_run(seat[zm_position_turn(p)], p, NULL, &result, &error);
        zm_position_play(p, result.move, &error);
    }
    const double payoff = zm_position_payoff(p, 0);
    zm_position_free(p);
    return payoff > 0 ? 1 : payoff < 0 ? 0 : 0.5;
}

/* Where no solver can count mistakes: it has the better of so many pairs of games, from the same
 * openings in both seats, by this share at least. */
static void stronger(const char *name, const char *game, const char *options, const char *opponent,
                     int pairs, double least)
{
    struct zm_error error = { .text = "" };
    char spec[4200];
    const struct zm_game *const rules = zm_game_open(game, options, &error);
    snprintf(spec, sizeof spec, "alphazero:net=%s,sims=16,memory=4", path_of(name));
    struct zm_search *const net = zm_search_new(rules, spec, &error);
    struct zm_search *const other = zm_search_new(rules, opponent, &error);
    OKF(net && other, "%s", error.text);
    double score = 0;
    for (int i = 0; net && other && i < pairs; i++) {
        const uint64_t seed = zm_mix((uint64_t)i + 1) | 1;
        score += game_between(rules, (struct zm_search *[2]){ net, other }, seed);
        score += 1 - game_between(rules, (struct zm_search *[2]){ other, net }, seed);
    }
    score /= 2 * pairs;
    OKF(score >= least, "%s against %s: %.1f %%", name, opponent, 100 * score);
    zm_search_free(net);
    zm_search_free(other);
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
        all_sides();
        stronger("go7", "go", "size=7", "mcts:sims=64,memory=4", 5, 0.7);
        stronger("gomoku9", "gomoku", "size=9", "uct:sims=400,memory=4", 5, 0.7);
    }
    zm_game_close(rules);
    return tap_done();
}
