/* `zermelo best --multi N`: every move with its own value. */
#include "cli/program.h"

static void test_lines(void)
{
    const struct program *p =
        RUN("best tictactoe --multi 9 --moves a1,b1,a2,b2", "", 0,
            " 1.         1  win          a3\n 2.         0  draw         b3 a3",
            " 3.        -1  loss ", NULL);
    OK(strstr(p->text, " 5. ") && !strstr(p->text, " 6. "));
    p = RUN("best tictactoe --multi 1 --moves a1,b1,a2,b2", "", 0,
            " 1.         1  win          a3\n", NULL);
    OK(!strstr(p->text, " 2. "));
    RUN("best tictactoe --multi 2 --moves a1,b1,a2,b2 --json", "", 0,
        "\"moves\":[{\"move\":\"a3\",\"value\":1,\"exact\":true,\"result\":\"win\",\"line\":["
        "\"a3\"]},"
        "{\"move\":\"b3\",\"value\":0,\"exact\":true",
        NULL);
    RUN("best connect4 --multi 2 --depth 7 --moves 414141", "", 0, " 1.        18  ", NULL);
    RUN("best tictactoe --multi 9 --depth 1", "", 0, " 1.       0.4  an estimate  b2\n", NULL);
    RUN("best mnk --multi 2 --depth 3 --search maxn", "", 0, " 1. ", "estimate", NULL);
}

/* What a newcomer runs into: each answer says how to go on. */
static void test_answers(void)
{
    /* The mean over dice still to fall is no win, however sure it is. */
    const struct program *p = RUN("best pig --options goal=6 --depth 8 --json", "", 0,
                                  "\"search\":\"expectiminimax\"", NULL);
    OK(!strstr(p->text, "\"result\""));
    RUN("best pig --moves roll --search expectiminimax", "", 2,
        "it is chance's turn: play an outcome first", NULL);
    RUN("best tests/games/ring.c", "", 3, "build it first: cc -shared", NULL);
    RUN("best connect4 --search minimax --nodes 100", "", 0, "value  not known", NULL);
}

/* The first of many moves is worth what the best move is, at every depth and past chance. */
static void test_same_value(void)
{
    static const char *const command[] = {
        "best pig --options goal=6 --search expectiminimax --json",
        "best tictactoe --search minimax --moves b2 --json",
        "best connect4 --moves 4433 --json",
    };
    for (size_t i = 0; i < sizeof command / sizeof *command; i++)
        for (int depth = 1; depth <= 5; depth++) {
            double value[2] = { -98, -99 };
            for (int multi = 0; multi < 2; multi++) {
                char line[200];
                snprintf(line, sizeof line, "%s --depth %d%s", command[i], depth,
                         multi ? " --multi 3" : "");
                const char *const at = strstr(program_run(line, "")->text, "\"value\":");
                if (at)
                    value[multi] = strtod(at + 8, NULL);
            }
            NEAR(value[1], value[0], 1e-12);
        }
}

static void test_wrong(void)
{
    RUN("best tictactoe --multi 0", "", 2, "--multi 0: expected a number from 1", NULL);
    RUN("best tictactoe --multi x", "", 2, "--multi x: expected a number", NULL);
    RUN("best tictactoe --multi 2 --position XXX/OO./...", "", 2, "the game is over", NULL);
    RUN("best mnk --multi 2 --search uct:sims=50", "", 2, "use maxn or paranoid", NULL);
}

/* Games of Go, with stones that are set up. */
static void test_sgf(void)
{
    static const struct {
        const char *sgf, *says;
        int code;
    } files[] = {
        { "(;SZ[2]KM[0.5]AB[aa][ab];W[bb](;B[ba])(;B[]))", "for the player to move", 0 },
        { "(;SZ[2]\n;B[aa];W[aa])", "line 2, column 9: W[aa] cannot be played", 3 },
        { "(;SZ[2];B[aa]", "line 1, column 1: the game that begins here has no end", 3 },
        { "(;GM[4];B[hh])", "is a game of gomoku, not of go", 3 },
    };
    char path[] = "/tmp/zermelo-best-XXXXXX", command[128];
    close(mkstemp(path));
    snprintf(command, sizeof command, "best go --load %s --nodes 3000", path);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        FILE *const out = fopen(path, "w");
        fputs(files[i].sgf, out);
        fclose(out);
        RUN(command, "", files[i].code, files[i].says, NULL);
    }
    unlink(path);
}

int main(void)
{
    test_sgf();
    test_lines();
    test_answers();
    test_same_value();
    test_wrong();
    return tap_done();
}
