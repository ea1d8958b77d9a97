/* `zermelo play` through a pipe: moves, commands, wrong input, saved games, exit codes. */
#include "cli/program.h"
static void write_file(const char *path, const char *text)
{
    FILE *const file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static void test_two_people(void)
{
    const struct program *const p =
        RUN("play tictactoe --x human --o human", "a1\nb1\nA2\n#2\na3\n", 0, "X: human", "O: human",
            "Move 1: X to move.", "Move 2: O to move.", "  3 X O .\n", "X wins.", NULL);
    SAME(program_kept(p->text), "");
    OK(strchr(p->text, '\033') == NULL);
}

static void test_commands(void)
{
    RUN("play tictactoe --x human --o human", "help\n", 0, "undo", "hint", "level N", "save FILE",
        NULL);
    RUN("play tictactoe --x human --o human", "?\n\n  moves  \nquit\n", 0, "#1 a3", "#9 c1", NULL);
    RUN("play tictactoe --x human --o human", "b2\nundo\nundo\nredo\nredo\n", 0,
        "Took back 1 move.", "there is no move of yours to take back", "Played 1 move again.",
        "nothing was taken back", NULL);
    RUN("play tictactoe --x human --o level:2 --seed 3", "b2\na1\nundo\nundo\nundo\nredo\n", 0,
        "Took back 2 moves.", "Played 2 moves again.", NULL);
    RUN("play tictactoe --x level:3 --o human", "undo\n", 0, "Move 2: your turn, you are O.",
        "there is no move of yours to take back", NULL);
    RUN("play tictactoe", "a1\nhint\n", 0, "Hint: ", "a proven ", "; expected: ", NULL);
    RUN("play tictactoe --position XX./OO./...", "hint\n", 0,
        "Hint: c3, a proven win (value 1); expected: c3\n", NULL);
    RUN("play tictactoe", "level 10\nlevel 1\n", 0, "O is level 10 of 10: full strength.",
        "O is level 1 of 10", NULL);
    RUN("play tictactoe", "swap\n", 0, "O: you", "X plays ", "Move 2: your turn, you are O.", NULL);
    RUN("play tictactoe --x human --o human", "b2\nnew\nb2\n", 0, "Move 2: O to move.", NULL);
    RUN("play tictactoe --x human --o human --position XX./OO./...", "c3\nundo\nc1\n", 0, "X wins.",
        "Took back 1 move.", "Move 2: O to move.", NULL);
}

/* Where moves are numbers, a number is a move and #N is the way to the list. */
static void test_numbers(void)
{
    RUN("play connect4 --x human --o human", "3\n#1\n8\n", 0, "  . . x o . . .\n  1 2 3 4 5 6 7\n",
        "\"8\" is not a legal move here; expected one of: 4 3 5 2 6 1 7", NULL);
}

static void test_wrong_lines(void)
{
    RUN("play tictactoe",
        "unod\nlevle 3\nb22\n#10\n#x\nlevel 11\nlevel\nsave\nload\nundo\n"
        "load /no/such/file\nmoves now\nsave /no/such/folder/x\n",
        0, "did you mean undo?", "did you mean level?", "did you mean b2?",
        "there is no move #10; `moves` lists #1 to #9", "there is no move #x",
        "\"level:11\" is no level", "\"level:?\" is no level", "save lacks the name of a file",
        "load lacks the name of a file", "/no/such/file: No such file",
        "moves stands alone, without \"now\"", "/no/such/folder/x: No such file", NULL);
    RUN("play tictactoe --x human --o human", "b2\nb2\nlevel 3\n", 0,
        "\"b2\" is not a legal move here; expected one of: a3", "no seat is played by a computer",
        NULL);
    static char longest[100000];
    memset(longest, 'b', sizeof longest - 2);
    longest[sizeof longest - 2] = '\n';
    RUN("play tictactoe", longest, 0, "is not a legal move", NULL);
    RUN("play tictactoe", "\x01\xFF\xFE\x7F%s%n\n", 0, "is not a legal move", NULL);
}

static void test_saving(void)
{
    char path[256], command[1024];
    snprintf(path, sizeof path, "%s/a game.zermelo", program_home());
    snprintf(command, sizeof command, "b2\nsave %s\na1\nload %s\nundo\n", path, path);
    RUN("play tictactoe --x human --o human", command, 0, "Saved in ", "Took back 1 move.", NULL);
    /* The end of the input keeps an unfinished game; the command that is printed resumes it
     * with the same players. */
    const struct program *p = RUN("play tictactoe --x human --o level:1 --seed 4", "b2\n", 0,
                                  "The game is saved in ", NULL);
    OK(access(program_kept(p->text), R_OK) == 0);
    /* The command that is printed works as it stands, also where zermelo is on no PATH. */
    snprintf(command, sizeof command, "Go on with:  %s play --load ", getenv("ZERMELO"));
    OK(strstr(p->text, command) != NULL);
    snprintf(command, sizeof command, "play --load %s", program_kept(p->text));
    p = RUN(command, "", 0, "O: level 1 of 10", "Move 3: your turn, you are X.", ". X .", NULL);
    /* Nothing was played: no second file of the same game. */
    snprintf(path, sizeof path, "%s", program_kept(p->text));
    p = RUN(command, "hint\n", 0, NULL);
    SAME(program_kept(p->text), path);
    snprintf(command, sizeof command, "play tictactoe --load %s --o level:9",
             program_kept(p->text));
    RUN(command, "", 0, "O: level 9 of 10", "Move 3: your turn", NULL);
    snprintf(command, sizeof command, "play connect4 --load %s", program_kept(p->text));
    RUN(command, "", 3, "is a game of tictactoe, not of connect4", NULL);
    /* Without moves, or finished, there is nothing to keep. */
    p = RUN("play tictactoe", "undo\nquit\n", 0, NULL);
    SAME(program_kept(p->text), "");
    /* --save keeps the game up to date, and finished. */
    snprintf(path, sizeof path, "%s/kept.zermelo", program_home());
    snprintf(command, sizeof command, "play tictactoe --x human --o human --save %s", path);
    RUN(command, "a1\nb1\na2\nb2\na3\n", 0, NULL);
    snprintf(command, sizeof command, "play --load %s", path);
    RUN(command, "undo\nquit\n", 0, "X wins.", "Took back 1 move.", "Move 5: X to move.", NULL);
    RUN("play tictactoe --save /no/such/folder/game", "", 4, "/no/such/folder/game", NULL);
    /* Nowhere to keep it: the current folder. */
    setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
    OK(chdir(program_home()) == 0);
    p = RUN("play tictactoe --x human --o human", "b2\n", 0, "The game is saved in ", NULL);
    OK(!strncmp(program_kept(p->text), program_home(), strlen(program_home())));
    setenv("XDG_STATE_HOME", program_home(), 1);
}

static void test_bad_files(void)
{
    static const struct {
        const char *text;
        int code;
        const char *says;
    } bad[] = {
        { "hello\n", 3, "line 1: this is no saved game" },
        { "zermelo record 1\ngame: tictactoe\nmoves:\n1. a1 a1\n", 1, "line 4, move 2: \"a1\"" },
        { "zermelo record 1\ngame: /tmp/evil.so\nmoves:\n", 3,
          "the plug-in /tmp/evil.so, which is a program; if you trust it" },
        { "zermelo record 1\ngame: chesss\nmoves:\n", 3, "line 2: there is no game \"chesss\"" },
    };
    char path[256], command[1024];
    snprintf(path, sizeof path, "%s/bad.zermelo", program_home());
    snprintf(command, sizeof command, "play --load %s", path);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        write_file(path, bad[i].text);
        RUN(command, "", bad[i].code, bad[i].says, NULL);
    }
    /* Names that are no players give their seats to whoever is free. */
    write_file(path, "zermelo record 1\ngame: tictactoe\nseat 1: Alice\nseat 2: random\nmoves:\n");
    RUN(command, "", 0, "X: you", "O: random", NULL);
    RUN("play --load /no/such/file", "", 3, "/no/such/file", NULL);
}

static void test_usage(void)
{
    RUN("play", "", 2, "play needs a game", NULL);
    RUN("play tictacto", "", 2, "did you mean \"tictactoe\"?", NULL);
    RUN("play tictactoe --x humn", "", 2, "did you mean human?", NULL);
    RUN("play tictactoe --o alphabeta:dpth=3", "", 2, "did you mean depth?", NULL);
    RUN("play tictactoe --seat 3=human", "", 2, "expected N=PLAYER with a seat from 1 to 2", NULL);
    RUN("play tictactoe --seat human", "", 2, "expected N=PLAYER", NULL);
    RUN("play tictactoe --o expectiminimax:depth=2 --moves a1 --seed 1", "", 0, "O plays", NULL);
    RUN("play tictactoe --positon X", "", 2, "did you mean --position?", NULL);
    RUN("play tictactoe --time -1", "", 2, "expected a number", NULL);
}

static void test_three_seats(void)
{
    RUN("play mnk --seat 2=level:3 --seat 3=random --seed 1", "b2\n", 0, "X: you",
        "O: level 3 of 10", "A: random", "O plays ", "A plays ", "Move 4: your turn, you are X.",
        NULL);
    RUN("play mnk --seat 3=human --x random --o random", "undo\n", 0, "A: you",
        "Move 3: your turn, you are A.", "there is no move of yours to take back", NULL);
    RUN("play mnk --x human --o human --seat 3=human", "a1\nb1\nc1\nb3\nc3\na3\nb2\na2\nc2\n", 0,
        "A draw. Points: 0 : 0 : 0", NULL);
    RUN("play mnk --x human --o human --seat 3=human", "b2\na1\na2\nb3\na3\nc3\nb1\nundo\n", 0,
        "X wins. Points: ", "Took back 1 move.", "Move 7: X to move.", NULL);
}

/* Chance is told, and the seed repeats it. */
static void test_chance(void)
{
    char *const first = strdup(RUN("play pig --seed 4", "roll\nroll\n", 0, "player 1: you",
                                   "Chance: ", "--seed 4 repeats", "player 2 plays ", NULL)
                                   ->text);
    const char *const end = strstr(first, "The game is saved");
    const struct program *const p = program_run("play pig --seed 4", "roll\nroll\n");
    OK(end && !strncmp(first, p->text, (size_t)(end - first)));
    char command[600];
    snprintf(command, sizeof command, "play --load %s", program_kept(p->text));
    RUN(command, "undo\n", 0, "Took back ", NULL);
    RUN("play pig --x level:1 --o level:2 --options goal=20 --json --seed 1", "", 0,
        "\"player\":-1,\"move\":\"", "{\"event\":\"result\"", NULL);
    free(first);
}

static void test_trees(void)
{
    char command[600];
    snprintf(command, sizeof command, "play %s/docs/trees/two-ply.tree --o alphabeta",
             getenv("SOURCE"));
    RUN(command, "a1\n", 0, "player 2 plays b1", "Points: 3 : -3", NULL);
    snprintf(command, sizeof command, "play %s/docs/trees/two-ply.tree --x human --o human",
             getenv("SOURCE"));
    const struct program *const p = RUN(command, "a2\n", 0, "Move 2: player 2 to move.", NULL);
    snprintf(command, sizeof command, "play --load %s", program_kept(p->text));
    RUN(command, "#1\n", 0, "Move 2: player 2 to move.", "Points: 2 : -2", NULL);
}

/* The plug-in is named in the command that goes on, for a record alone must not run it. */
static void test_plugin(void)
{
    char command[2048];
    snprintf(command, sizeof command,
             "cc -shared -fPIC -DZM_PLUGIN -I%s/include %s/examples/nim.c -o %s/nim.so",
             getenv("SOURCE"), getenv("SOURCE"), program_home());
    if (system(command) != 0) {
        printf("# no compiler to build a plug-in with\n");
        return;
    }
    snprintf(command, sizeof command, "play %s/nim.so --x human --o human", program_home());
    char *const text = strdup(RUN(command, "a1\n", 0, "Move 2: player 2 to move.", NULL)->text);
    const char *const again = strstr(text, "zermelo play /");
    OK(again && strstr(again, "nim.so --load /"));
    if (again) {
        snprintf(command, sizeof command, "%.*s", (int)strcspn(again + 8, "\n"), again + 8);
        RUN(command, "", 0, "Move 2: player 2 to move.", NULL);
        const char *const path = strstr(command, "--load ");
        char alone[1024];
        snprintf(alone, sizeof alone, "play %.900s", path ? path : "");
        RUN(alone, "", 3, "which is a program; if you trust it", NULL);
    }
    free(text);
}

static void test_json(void)
{
    char *first;
    const char *const command =
        "play connect4 --seat 1=level:3 --seat 2=mcts:sims=50 --seed 9 --json";
    const struct program *p = RUN(command, "", 0, "{\"event\":\"position\",\"game\":\"connect4\"",
                                  "\"seats\":[\"level:3\",\"mcts:sims=50\"],\"seed\":9}",
                                  "{\"event\":\"move\",\"number\":1,\"player\":0,\"move\":\"",
                                  "{\"event\":\"result\",\"points\":[", NULL);
    int lines = 0, objects = 0;
    for (const char *line = p->text; *line; line += strcspn(line, "\n") + 1, lines++)
        objects += line[0] == '{' && line[strcspn(line, "\n") - 1] == '}';
    OK(lines > 8 && lines == objects);
    first = strdup(p->text);
    OKF(!strcmp(first, program_run(command, "")->text), "the same seed repeats the game");
    free(first);
    RUN("play tictactoe --x human --o human --json", "a1\nzz\nhint\nmoves\n", 0,
        "{\"event\":\"move\",\"number\":1,\"player\":0,\"move\":\"a1\"", "{\"event\":\"error\"",
        "{\"event\":\"hint\",\"move\":\"b2\"", "{\"event\":\"moves\",\"moves\":[\"a3\"",
        "{\"event\":\"saved\",\"file\":\"", NULL);
}

int main(void)
{
    test_two_people();
    test_commands();
    test_numbers();
    test_wrong_lines();
    test_saving();
    test_bad_files();
    test_usage();
    test_three_seats();
    test_chance();
    test_trees();
    test_plugin();
    test_json();
    return tap_done();
}
