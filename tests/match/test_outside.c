/* Outside programs as players: specs, whole games by every protocol with peer.c, which plays
 * well, its life between games, the stop button, threads. */
#include "base/spec.h"
#include "peers.h"

#include <pthread.h>
#include <signal.h>

static void test_specs(void)
{
    static const struct {
        const char *game, *spec, *says;
    } wrong[] = {
        { "connect4", "uci", "uci lacks its program, as in uci:cmd=PROGRAM" },
        { "connect4", "ucy:cmd=true", "there is no player \"ucy\"; did you mean uci?" },
        { "connect4", "gpt:cmd=true", "did you mean gtp?" },
        { "connect4", "uci:cmt=true", "uci has no option \"cmt\"; did you mean cmd?" },
        { "connect4", "uci:cmd=true,dept=3", "did you mean depth?" },
        { "connect4", "uci:cmd=true,colour=3", "expected cmd, time, nodes" },
        { "connect4", "uci:cmd=true,time=never", "time=never: expected a number from 0.001" },
        { "connect4", "uci:cmd=true,nodes=1.5", "expected a whole number from 1" },
        { "connect4", "uci:cmd=true,allow=-1", "expected a number from 0" },
        { "connect4", "uci:cmd=true,o.=3", "uci has no option \"o.\"" },
        { "connect4", "uci:cmd=true,o.Hash", "option \"o.Hash\" lacks its value" },
        { "connect4", "uci:cmd=true,o.Hash=1\nquit", "has a line break in it" },
        { "connect4", "uci:cmd=", "the command is empty" },
        { "connect4", "uci:cmd=  ", "the command is empty" },
        { "connect4", "uci:cmd='a b", "lacks the closing '" },
        { "connect4", "uci:cmd=no-such-program-here", "no program \"no-such-program-here\" in" },
        { "connect4", "uci:cmd=/no/such/program x", "there is no program /no/such/program" },
        { "connect4", "uci:cmd=/tmp", "there is no program /tmp" },
        { "connect4", "gomocup:cmd=true", "gomocup cannot play connect4: the protocol is for" },
        { "gomoku", "nboard:cmd=true", "nboard cannot play gomoku: the protocol is for othello" },
        { "pig", "gtp:cmd=true", "gtp cannot play pig: GTP knows no chance" },
        { "mnk", "xboard:cmd=true", "xboard cannot play mnk: the protocol knows two players" },
    };
    struct zm_error error;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct zm_game *const game = open_game(wrong[i].game);
        struct player *const player = player_new(game, wrong[i].spec, 1, &error);
        OKF(!player && strstr(error.text, wrong[i].says), "%s", player ? "taken" : error.text);
        player_free(player);
        zm_game_close(game);
    }
    struct spec spec;
    OK(!spec_read(&spec, "uci:cmd=a 1\\,2 \\\\ \\x,o.N=,b\\,=c", &error));
    EQ(spec.pairs, 3);
    SAME(spec.pair[0].value, "a 1,2 \\ \\x");
    SAME(spec.pair[1].value, "");
    SAME(spec.pair[2].key, "b,");
    SAME(spec.pair[2].value, "c");
    OK(player_is_outside("uci:cmd=anything") && !player_is_outside("alphabeta:depth=3"));
}

static void test_games(void)
{
    const struct zm_limits limits = { .seconds = 30 };
    for (int i = 0; i < PAIRS; i++) {
        const struct zm_game *const game = open_game(pair[i].game);
        const char *const log = new_log();
        struct zm_error error;
        struct player *const player = new_peer(game, pair[i].protocol, "", log, "");
        const char *const wrong = play_games(game, player, 2, &limits, &error);
        OKF(!wrong, "%s %s: %s", pair[i].protocol, pair[i].game, wrong ? wrong : "");
        EQ(heard(log, "pid *"), 1); /* the same process for both games */
        player_free(player);
        EQ(heard(log, "quit") + heard(log, "END"), 1);
        OKF(all_gone(log), "%s %s", pair[i].protocol, pair[i].game);
        zm_game_close(game);
    }
}

/* A program that ends between two games has broken no rule. */
static void test_between_games(void)
{
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .seconds = 30 };
    const char *const log = new_log();
    struct zm_error error;
    struct player *const player = new_peer(game, "uci", "", log, "");
    int pid = 0;
    OK(!play_games(game, player, 1, &limits, &error));
    FILE *const in = fopen(log, "r");
    OK(in && fscanf(in, "pid %d", &pid) == 1 && pid > 1);
    if (in)
        fclose(in);
    if (pid > 1)
        kill(pid, SIGKILL);
    OK(!play_games(game, player, 1, &limits, &error));
    EQ(heard(log, "pid *"), 2);
    player_free(player);
    OK(all_gone(log));
    zm_game_close(game);
}

/* xboard's reuse=0: a new process for every game. */
static void test_reuse(void)
{
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .seconds = 30 };
    struct zm_error error;
    const char *const log = new_log();
    struct player *const player = new_peer(game, "xboard", "no-reuse", log, "");
    const char *const wrong = play_games(game, player, 3, &limits, &error);
    OKF(!wrong, "%s", wrong ? wrong : "");
    EQ(heard(log, "pid *"), 3);
    EQ(heard(log, "quit"), 2);
    player_free(player);
    OK(all_gone(log));
    zm_game_close(game);
}

static void *stop_soon(void *player)
{
    usleep(100000);
    player_stop(player);
    return NULL;
}

static void test_stop(void)
{
    static const struct {
        const char *protocol, *fault, *says;
    } stops[] = {
        { "uci", "move-wait", NULL },
        { "uci", "move-hang", "did not answer \"stop\"" },
        { "gtp", "move-hang", "was stopped before it had moved" },
    };
    const struct zm_game *const game = open_game("connect4");
    const struct zm_limits limits = { .nodes = 1000 };
    for (int i = 0; i < 3; i++) {
        struct zm_error error;
        pthread_t thread;
        const char *const log = new_log();
        struct player *const player =
            new_peer(game, stops[i].protocol, stops[i].fault, log, ",allow=0.5");
        pthread_create(&thread, NULL, stop_soon, player);
        const char *const wrong = one_move(game, player, &limits, &error);
        pthread_join(thread, NULL);
        OKF(stops[i].says ? wrong && strstr(wrong, stops[i].says) : !wrong, "%s",
            wrong ? wrong : "moved");
        EQ(heard(log, "stop"), i == 0 ? 1 : 0);
        player_free(player);
        OK(all_gone(log));
    }
    zm_game_close(game);
}

static void *play_in_thread(void *log)
{
    static const char *const fault[] = { "", "once-move-crash" };
    const struct zm_limits limits = { .seconds = 30 };
    const struct zm_game *const game = open_game("connect4");
    struct zm_error error;
    intptr_t failed = 0;
    for (int i = 0; i < 4; i++) {
        struct player *const player = new_peer(game, i & 1 ? "gtp" : "uci", fault[i & 1], log, "");
        failed += play_games(game, player, 2, &limits, &error) != NULL;
        player_free(player);
    }
    zm_game_close(game);
    return (void *)failed;
}

static void test_threads(void)
{
    enum { THREADS = 4 };
    pthread_t thread[THREADS];
    char log[THREADS][128];
    for (int i = 0; i < THREADS; i++) {
        snprintf(log[i], sizeof log[i], "%s", new_log());
        pthread_create(&thread[i], NULL, play_in_thread, log[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed;
        pthread_join(thread[i], &failed);
        EQ((intptr_t)failed, 1); /* the crash */
    }
    for (int i = 0; i < THREADS; i++)
        OK(all_gone(log[i]));
}

int main(void)
{
    if (!peers_begin())
        return 1;
    test_specs();
    test_games();
    test_between_games();
    test_reuse();
    test_stop();
    test_threads();
    return peers_done();
}
