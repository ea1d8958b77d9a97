/* Players by their specs, and levels that are worth their number. */
#include "match/level.h"
#include "match/player.h"
#include "search/search.h"
#include "tap.h"

#include <pthread.h>
#include <unistd.h>

static const struct zm_game *open_game(const char *name)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    if (!game)
        printf("# %s\n", error.text);
    return game;
}

/* ------------------------------------------------------------------- specs -- */

static void test_specs(void)
{
    static const struct {
        const char *spec, *says;
    } wrong[] = {
        { "", "empty name" },
        { "humann", "there is no player \"humann\"; did you mean human?" },
        { "levle:3", "did you mean level?" },
        { "alphabet:depth=3", "did you mean alphabeta?" },
        { "stockfish", "expected human, level:1 to level:10, a search, or" },
        { "human:depth=3", "human takes no options" },
        { "level", "\"level\" is no level; expected level:1 to level:10" },
        { "level:0", "expected level:1 to level:10" },
        { "level:11", "expected level:1 to level:10" },
        { "level:3x", "expected level:1 to level:10" },
        { "level:3=4", "expected level:1 to level:10" },
        { "level:3,4", "expected level:1 to level:10" },
        { "level:99999999999999999999", "expected level:1 to level:10" },
        { "alphabeta:dept=3", "did you mean depth?" },
        { "mcts:sims=0", "expected a whole number from 1" },
        { "expectiminimax:depth", "lacks its value" },
    };
    const struct zm_game *const game = open_game("tictactoe");
    struct zm_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct player *const player = player_new(game, wrong[i].spec, 1, &error);
        OKF(!player && strstr(error.text, wrong[i].says), "%s: %s", wrong[i].spec,
            player ? "it was taken" : error.text);
        player_free(player);
    }
    struct player *const human = player_new(game, "human", 1, &error);
    OK(human && player_is_human(human));
    SAME(player_spec(human), "human");
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_result result;
    OK(player_choose(human, p, NULL, &result, &error) != NULL);
    player_free(human);
    zm_position_free(p);
    zm_game_close(game);
}

/* -------------------------------------------------------------------- games -- */

/* Play one game; the payoff of the first player, or 99 if something went wrong. */
static int play(const struct zm_game *game, struct player *const player[], uint64_t *seed,
                char *record, size_t size)
{
    struct zm_error error;
    struct zm_result result;
    struct zm_position *const p = zm_position_new(game, &error);
    const char *wrong = NULL;
    for (int turn; !wrong && (turn = zm_position_turn(p)) != ZM_OVER;) {
        if (turn == ZM_CHANCE) {
            wrong = zm_position_play(p, zm_position_draw(p, seed), &error);
            continue;
        }
        wrong = player_choose(player[turn], p, NULL, &result, &error);
        if (!wrong)
            wrong = zm_position_play(p, result.move, &error);
    }
    if (wrong)
        printf("# %s\n", wrong);
    const int payoff = wrong ? 99 : zm_position_payoff(p, 0);
    if (record)
        zm_record_write(p, record, size);
    zm_position_free(p);
    return payoff;
}

struct score {
    int won, drawn, lost;
};

/* Half of the games with each side. */
static struct score match(const struct zm_game *game, const char *a, const char *b, int games)
{
    struct score score = { 0 };
    struct zm_error error;
    uint64_t seed = 3;
    struct player *player[2] = { player_new(game, a, 1, &error), player_new(game, b, 2, &error) };
    for (int i = 0; i < games; i++) {
        struct player *const seat[2] = { player[i & 1], player[!(i & 1)] };
        const int payoff = play(game, seat, &seed, NULL, 0) * (i & 1 ? -1 : 1);
        score.won += payoff > 0;
        score.drawn += payoff == 0;
        score.lost += payoff < 0;
    }
    player_free(player[0]);
    player_free(player[1]);
    printf("# %s: %s v %s +%d =%d -%d\n", game->name, a, b, score.won, score.drawn, score.lost);
    return score;
}

static void test_levels(void)
{
    const struct zm_game *const ttt = open_game("tictactoe"), *const c4 = open_game("connect4");
    struct score s = match(ttt, "level:10", "level:1", 40);
    EQ(s.lost, 0);
    OK(s.won >= 25);
    EQ(match(ttt, "level:10", "mcts:sims=500", 10).lost, 0);
    for (int level = 1; level + 3 <= LEVELS; level += 3) {
        char low[16], high[16];
        snprintf(low, sizeof low, "level:%d", level);
        snprintf(high, sizeof high, "level:%d", level + 3);
        s = match(ttt, high, low, 60);
        OKF(s.won > s.lost, "%s v %s", high, low);
    }
    s = match(c4, "level:4", "level:1", 40);
    OK(s.won > 2 * s.lost);
    s = match(c4, "level:7", "level:4", 10);
    OK(s.won > s.lost);
    s = match(c4, "level:1", "random", 40);
    OK(s.won > s.lost);
    zm_game_close(ttt);
    zm_game_close(c4);
}

/* How often in `times` the player misses the move after these. */
static int misses(const char *name, const char *spec, const char *moves, const char *best,
                  int times)
{
    const struct zm_game *const game = open_game(name);
    struct zm_error error;
    struct zm_result result;
    struct zm_position *const p = zm_position_new(game, &error);
    struct player *const player = player_new(game, spec, 1, &error);
    int missed = zm_position_play_text(p, moves, &error) ? times : 0;
    for (int i = 0; i < times; i++) {
        char text[16] = "";
        if (!player_choose(player, p, NULL, &result, &error))
            zm_position_show_move(p, result.move, text, sizeof text);
        missed += strcmp(text, best) != 0;
    }
    player_free(player);
    zm_position_free(p);
    zm_game_close(game);
    return missed;
}

/* From level 2 on a win in one move is never passed over, whatever the luck. */
static void test_win_in_one(void)
{
    for (int level = 2; level <= LEVELS; level++) {
        char spec[16];
        snprintf(spec, sizeof spec, "level:%d", level);
        EQ(misses("tictactoe", spec, "a1 b1 a2 b2", "a3", 50), 0);
        EQ(misses("connect4", spec, "414141", "4", level < LEVELS ? 20 : 1), 0);
    }
    /* A beginner sees less, and to see the other's win in one takes a look ahead. */
    OK(misses("tictactoe", "level:1", "a1 b1 a2 b2", "a3", 200) > 0);
    OK(misses("tictactoe", "level:2", "a1 b1 a2", "a3", 200) > 10);
    EQ(misses("tictactoe", "level:10", "a1 b1 a2", "a3", 5), 0);
}

/* The same seed plays the same game; another one does not always. */
static void test_seeds(void)
{
    static const char *const specs[] = { "level:3", "random", "mcts:sims=50,cut=off" };
    const struct zm_game *const game = open_game("connect4");
    struct zm_error error;
    char record[3][1024];
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        for (int i = 0; i < 3; i++) {
            uint64_t seed = 5;
            struct player *const player[2] = {
                player_new(game, specs[k], i == 2 ? 78 : 77, &error),
                player_new(game, specs[k], 99, &error),
            };
            play(game, player, &seed, record[i], sizeof record[i]);
            player_free(player[0]);
            player_free(player[1]);
        }
        OKF(!strcmp(record[0], record[1]), "%s", specs[k]);
        OKF(strcmp(record[0], record[2]) != 0, "%s", specs[k]);
    }
    zm_game_close(game);
}

/* ---------------------------------------------------------------- stopping -- */

static void *stop_soon(void *player)
{
    usleep(50000);
    player_stop(player);
    return NULL;
}

static void test_stop(void)
{
    static const char *const specs[] = { "alphabeta:time=60", "mcts:time=60", "minimax:time=60" };
    const struct zm_game *const game = open_game("connect4");
    struct zm_error error;
    struct zm_position *const p = zm_position_new(game, &error);
    for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
        struct zm_result result;
        pthread_t thread;
        struct player *const player = player_new(game, specs[k], 1, &error);
        pthread_create(&thread, NULL, stop_soon, player);
        OKF(!player_choose(player, p, NULL, &result, &error), "%s", specs[k]);
        pthread_join(thread, NULL);
        OKF(zm_position_legal(p, result.move) && result.seconds < 10, "%s took %.2f s", specs[k],
            result.seconds);
        /* The button is up again for the next move. */
        const struct zm_limits limits = { .nodes = 20000 };
        OK(!player_choose(player, p, &limits, &result, &error) && result.nodes >= 10000);
        player_free(player);
    }
    /* A search without limits of its own ends all the same. */
    struct player *const player = player_new(game, "alphabeta", 1, &error);
    struct zm_result result;
    OK(!player_choose(player, p, NULL, &result, &error) &&
       result.nodes <= PLAYER_NODES + (uint64_t)game->max_moves);
    player_free(player);
    zm_position_free(p);
    zm_game_close(game);
}

/* Whoever has little time left looks at few positions, be it a search that would look at
 * millions or a level that has limits of its own. */
static void test_clock(void)
{
    static const char *const spec[] = { "alphabeta", "mcts", "level:9", "level:10" };
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .clock = 0.02 };
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        struct zm_error error;
        struct zm_result result;
        struct zm_position *const p = zm_position_new(game, &error);
        struct player *const player = player_new(game, spec[i], 1, &error);
        OK(!player_choose(player, p, &limits, &result, &error));
        OKF(result.nodes < PLAYER_NODES / 4 && zm_position_legal(p, result.move), "%s: %llu nodes",
            spec[i], (unsigned long long)result.nodes);
        player_free(player);
        zm_position_free(p);
    }
    zm_game_close(game);
}

/* A clock of one's own runs down during a game and is full again in the next. */
static void test_own_clock(void)
{
    static const char *const spec[] = { "alphabeta:clock=0.3", "mcts:clock=0.3" };
    const struct zm_game *const game = open_game("connect4");
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        struct zm_error error;
        struct zm_result result;
        struct zm_position *const p = zm_position_new(game, &error);
        struct player *const player = player_new(game, spec[i], 1, &error);
        double left = 0.3;
        for (int k = 0; k < 4; k++) {
            OK(!player_choose(player, p, NULL, &result, &error));
            OKF(player_search(player)->options.clock < left, "%s: %g s left", spec[i],
                player_search(player)->options.clock);
            left = player_search(player)->options.clock;
            zm_position_play(p, result.move, &error);
        }
        OK(!player_new_game(player, 2, &error) && player_search(player)->options.clock == 0.3);
        player_free(player);
        zm_position_free(p);
    }
    zm_game_close(game);
}

int main(void)
{
    test_specs();
    test_clock();
    test_own_clock();
    test_levels();
    test_win_in_one();
    test_seeds();
    test_stop();
    return tap_done();
}
