/* The programs of Debian that speak our protocols, where they are installed: gnuchess and
 * stockfish over UCI, phalanx and fairymax over xboard, gnugo over GTP. Until their games are
 * here, the chess programs are asked about Connect 4: they must get as far as a move, which is
 * then a move of another game. gnugo plays whole games of Go. */
#include "match/match.h"
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

/* Whole games of Go, judged by another GNU Go. */
struct seen {
    int games, judged, won;
    char reason[400];
};

static void look(void *user, const struct match *match, const struct fixture *fixture,
                 const struct zm_position *p, const struct played *played)
{
    (void)match, (void)p;
    struct seen *const seen = user;
    seen->games++;
    seen->judged += played->ending == ENDED_BY_JUDGE;
    seen->won += played->points[fixture->player[0] == 0 ? 1 : 0] == 1;
    snprintf(seen->reason, sizeof seen->reason, "%s: %s", ending_name(played->ending),
             played->reason);
}

static void test_gnugo(void)
{
    static const char gnugo[] = "gtp:cmd=gnugo --mode gtp --chinese-rules --seed 1,o.level=1";
    struct zm_error error;
    struct seen seen = { .games = 0 };
    const struct match_watch watch = { look, NULL, &seen, NULL };
    const struct match_settings settings = {
        .game = "go",
        .options = "size=5 komi=0.5",
        .players = 2,
        .player = { "random", gnugo },
        .games = 2,
        .seed = 5,
        .conditions = { .allowance = 60, .most_plies = 1000 },
        .openings_name = "",
        .judge = gnugo,
    };
    if (!installed("gnugo")) {
        printf("ok %d - gnugo # SKIP not installed\n", ++tap_count);
        return;
    }
    struct match *const match = match_new(&settings, NULL, 0, &error);
    OKF(match && !match_run(match, 1, &watch, &error), "%s", match ? "" : error.text);
    match_free(match);
    OKF(seen.games == 2 && seen.judged == 2, "%s", seen.reason);
    OKF(seen.won == 2, "%s", "it is stronger than chance");
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
