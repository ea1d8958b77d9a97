/* The programs of Debian that speak our protocols, where they are installed: gnuchess and
 * stockfish over UCI, phalanx and fairymax over xboard, gnugo over GTP. Until their games are
 * here, they are asked about Connect 4: they must get as far as a move, which is then a move
 * of another game. gnugo plays some moves of Gomoku on its own board. */
#include "match/outside.h"
#include "tap.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static bool installed(const char *program)
{
    char command[128];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", program);
    return system(command) == 0;
}

/* Two games, each of one move, which is refused: the program is started again in between. */
static void test_chess(const char *program, const char *spec, const struct zm_game *game)
{
    struct zm_game chess = *game; /* in name */
    const struct zm_limits limits = { .seconds = 1 };
    struct zm_error error;
    struct zm_result result;
    if (!installed(program)) {
        printf("ok %d - %s # SKIP not installed\n", ++tap_count, program);
        return;
    }
    chess.name = "chess";
    struct outside *const o = outside_new(&chess, spec, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    for (int i = 0; i < 2; i++) {
        outside_new_game(o);
        const char *const wrong = outside_choose(o, p, &limits, &result, &error);
        const char *const played = wrong ? strstr(wrong, "played \"") : NULL;
        OKF(played && played[8] >= 'a' && played[8] <= 'h' && played[9] >= '1' &&
                played[9] <= '8' && strstr(wrong, "which is no legal move"),
            "%s: %s", program, wrong ? wrong : "a move of Connect 4");
    }
    outside_new_game(o); /* runs again, and is to end by itself */
    outside_free(o);
    zm_position_free(p);
    OK(waitpid(-1, NULL, WNOHANG) == -1);
}

static void test_gnugo(void)
{
    static const char *const answers[] = { "a1", "b3", "c1", "d3", "e1" };
    struct zm_error error;
    struct zm_result result;
    if (!installed("gnugo")) {
        printf("ok %d - gnugo # SKIP not installed\n", ++tap_count);
        return;
    }
    const struct zm_game *const game = zm_game_open("gomoku", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct outside *const o = outside_new(game, "gtp:cmd=gnugo --mode gtp,o.level=1", &error);
    const char *wrong = NULL;
    outside_new_game(o);
    for (int i = 0; i < 5 && !wrong; i++) {
        wrong = outside_choose(o, p, NULL, &result, &error);
        if (!wrong)
            wrong = zm_position_play(p, result.move, &error);
        if (!wrong)
            wrong = zm_position_play_text(p, answers[i], &error);
    }
    OKF(!wrong, "%s", wrong ? wrong : "five moves");
    EQ(zm_position_plies(p), 10);
    outside_free(o);
    zm_position_free(p);
    zm_game_close(game);
    OK(waitpid(-1, NULL, WNOHANG) == -1);
}

int main(void)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    char path[4096];
    const char *const before = getenv("PATH");
    snprintf(path, sizeof path, "%s:/usr/games", before ? before : "/bin:/usr/bin");
    setenv("PATH", path, 1);
    test_chess("stockfish", "uci:cmd=stockfish,o.Hash=2,depth=3", game);
    test_chess("gnuchessu", "uci:cmd=gnuchessu,o.hash=4,depth=3", game);
    test_chess("phalanx", "xboard:cmd=phalanx,depth=3", game);
    test_chess("fairymax", "xboard:cmd=fairymax,depth=3", game);
    test_gnugo();
    zm_game_close(game);
    return tap_done();
}
