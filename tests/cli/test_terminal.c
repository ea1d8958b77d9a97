/* `zermelo play` on a real (pseudo-)terminal: typing, Ctrl-C and Ctrl-D. */
#include "cli/terminal.h"

/* The saved game goes on where it was. */
static void resumes(const struct terminal *t, const char *says)
{
    char command[600];
    const char *const path = program_kept(t->text);
    OKF(*path && access(path, R_OK) == 0, "%s", path);
    snprintf(command, sizeof command, "play --load %s", path);
    const struct program *const again = program_run(command, "");
    EQ(again->code, 0);
    OK(strstr(again->text, says) != NULL);
}

static void test_ctrl_c_at_the_prompt(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "Move 1: X to move."));
    type(&t, "b2\r");
    OK(shows(&t, "Move 2: O to move."));
    type(&t, "a1\r");
    OK(shows(&t, "Move 3: X to move."));
    OK(shows(&t, "> "));
    type(&t, "c"); /* half a move typed */
    type(&t, "\003");
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
    resumes(&t, "  3 . . .\n  2 . X .\n  1 O . .\n    a b c\n\nMove 3: X to move.");
}

static void test_ctrl_c_while_thinking(void)
{
    struct terminal t = terminal_open("play connect4 --o mcts:time=100");
    OK(shows(&t, "Move 1: your turn"));
    type(&t, "4\r");
    OK(shows(&t, "o is thinking ..."));
    usleep(200000);
    type(&t, "\003");
    OK(shows(&t, "o plays "));
    OK(shows(&t, "Move 3: your turn, you are x."));
    OK(shows(&t, "> "));
    type(&t, "\003");
    OK(shows(&t, "Go on with:"));
    EQ(closed(&t), 130);
    resumes(&t, "o: mcts:time=100");
    resumes(&t, "Move 3: your turn");
}

static void test_ctrl_c_without_people(void)
{
    struct terminal t = terminal_open("play connect4 --moves 44 --x mcts:time=100 --o random");
    OK(shows(&t, "x is thinking ..."));
    type(&t, "\003");
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
}

static void test_terminated(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "Move 2"));
    kill(t.child, SIGTERM);
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
    resumes(&t, "Move 2: O to move.");
    /* Stopped while it thinks: the move it had no time for is not played. */
    t = terminal_open("play connect4 --o mcts:time=100");
    OK(shows(&t, "> "));
    type(&t, "4\r");
    OK(shows(&t, "is thinking"));
    kill(t.child, SIGTERM);
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 130);
    OK(strstr(t.text, "o plays") == NULL);
}

static void test_ctrl_d(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "Move 2"));
    OK(shows(&t, "> "));
    type(&t, "\004");
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 0);
    /* Typed ahead, while the computer thinks. */
    t = terminal_open("play connect4 --o mcts:time=1");
    OK(shows(&t, "> "));
    type(&t, "4\r");
    OK(shows(&t, "is thinking"));
    type(&t, "\004");
    OK(shows(&t, "o plays"));
    OK(shows(&t, "The game is saved in "));
    EQ(closed(&t), 0);
    t = terminal_open("play tictactoe");
    OK(shows(&t, "> "));
    type(&t, "\003");
    EQ(closed(&t), 130);
    OKF(strstr(t.text, "saved in") == NULL, "a game without moves needs no saving");
}

static void test_colours(void)
{
    struct terminal t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "\033[1;7;33mX\033[0m"));
    type(&t, "a1\r");
    OK(shows(&t, "\033[1;33mX\033[0m"));
    OK(shows(&t, "\033[1;7;36mO\033[0m"));
    OK(shows(&t, "> "));
    type(&t, "b3\rb1\ra3\rc3\r"); /* nobody has won, c3 is O's */
    OK(shows(&t, "Move 7"));
    type(&t, "quit\r");
    EQ(closed(&t), 0);
    setenv("NO_COLOR", "1", 1);
    t = terminal_open("play tictactoe --x human --o human");
    OK(shows(&t, "> "));
    type(&t, "b2\r");
    OK(shows(&t, "  2 . X .\r\n"));
    type(&t, "quit\r");
    EQ(closed(&t), 0);
    unsetenv("NO_COLOR");
}

/* With libedit; without it the keys are just text and this is skipped. */
static void test_editing(void)
{
    struct terminal t = terminal_open("play tictactoe");
    OK(shows(&t, "> "));
    type(&t, "lev\t 10\r");
    OK(shows(&t, "O is level 10 of 10"));
    type(&t, "\033[A\b\b2\r"); /* the line before, changed to level 2 */
    OK(shows(&t, "O is level 2 of 10"));
    type(&t, "quit\r");
    EQ(closed(&t), 0);
}

int main(void)
{
    test_ctrl_c_at_the_prompt();
    test_ctrl_c_while_thinking();
    test_ctrl_c_without_people();
    test_terminated();
    test_ctrl_d();
    test_colours();
    const char *const libedit = getenv("LIBEDIT");
    if (libedit && *libedit)
        test_editing();
    return tap_done();
}
