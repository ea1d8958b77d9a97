/* UCI: transcripts; stopping and leaving in every state; the same moves as a player in the
 * program itself. */
#include "match/player.h"
#include "protocol/uci.h"
#include "talk.h"

static struct zm_error error;

/* Whatever runs without an end is ended at once by what it is ended by. */
static void stop_while(const char *game, const char *setup, const char *go, const char *end,
                       const char *answer)
{
    struct talk *const talk = talk_begin(uci_run, game, NULL);
    talk_say(talk, setup);
    talk_say(talk, go);
    talk_say(talk, "isready");
    HEARS(talk, "readyok");
    talk_say(talk, end);
    if (answer)
        OKF(talk_until(talk, answer) != NULL, "%s: %s ends %s with %s", game, end, go, answer);
    talk_end(talk);
    OKF(true, "%s: %s, %s, and it is over", game, go, end);
}

static void stop_in_every_state(void)
{
    static const char *const game[] = { "connect4", "othello", "gomoku", "pig" };
    for (int i = 0; i < 4; i++) {
        stop_while(game[i], "", "go infinite", "stop", "bestmove ");
        stop_while(game[i], "", "go ponder wtime 1 btime 1", "ponderhit", "bestmove ");
        stop_while(game[i], "", "go movetime 1000000000", "quit", "bestmove ");
        stop_while(game[i], "setoption name Threads value 2", "go infinite", "quit", "bestmove ");
        stop_while(game[i], "setoption name Search value mcts:memory=1", "go infinite", "stop",
                   "bestmove ");
        stop_while(game[i], "", "go perft 900", "stop", "info string the count was stopped");
        stop_while(game[i], "", "go infinite", "go depth 1", "bestmove ");
        stop_while(game[i], "", "go infinite", "ucinewgame", "bestmove ");
        stop_while(game[i], "", "go infinite", "setoption name Hash value 2", "bestmove ");
        stop_while(game[i], "", "bench", "quit", "Nodes searched: ");
    }
    stop_while("tictactoe", "", "go infinite", "stop", "bestmove ");
    stop_while("tictactoe", "", "go ponder", "ponderhit", "bestmove ");
}

/* The end of the input is an end like any other. */
static void input_ends_while(const char *go)
{
    struct talk *const talk = talk_begin(uci_run, "othello", NULL);
    talk_say(talk, go);
    OKF(talk_end(talk) > 0, "the input ends after %s", go);
}

/* It thinks on while it ponders, and the answer comes with ponderhit. */
static void the_answer_is_held(void)
{
    struct talk *const talk = talk_begin(uci_run, "tictactoe", NULL);
    talk_say(talk, "go infinite"); /* solved in no time */
    HEARS(talk, "info depth 9 ");
    usleep(20000);
    talk_say(talk, "isready");
    SAME(talk_hear(talk), "readyok");
    talk_say(talk, "stop");
    HEARS(talk, "bestmove ");
    talk_end(talk);
}

static void nonsense_is_survived(void)
{
    struct talk *const talk = talk_begin(uci_run, "connect4", NULL);
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++)
        fputc((int)zm_random(&seed, 256), talk->to);
    for (int i = 0; i < 3 * LINE_MOST; i++)
        fputc(i % 100 ? 'x' : ' ', talk->to);
    talk_say(talk, "");
    HEARS(talk, "info string a line of 65536 characters or more is left out");
    talk_say(talk, "position startpos moves 4");
    talk_say(talk, "go depth 1");
    HEARS(talk, "bestmove ");
    talk_end(talk);
}

/* A whole game with itself, move by move the same as by a player of the program. */
static void as_in_process(const char *name, int nodes)
{
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct talk *const talk = talk_begin(uci_run, name, NULL);
    char spec[64], go[64], moves[4096] = "";
    snprintf(spec, sizeof spec, "alphabeta:nodes=%d", nodes);
    snprintf(go, sizeof go, "go nodes %d", nodes);
    struct player *const player = player_new(game, spec, 1, &error);
    bool same = true;
    int plies = 0;
    talk_say(talk, "ucinewgame");
    for (; same && zm_position_turn(p) != ZM_OVER; plies++) {
        struct zm_result result;
        char line[8192], wanted[256], best[300];
        player_choose(player, p, NULL, &result, &error);
        zm_position_show_move(p, result.move, wanted, sizeof wanted);
        snprintf(line, sizeof line, "position startpos moves %s", moves);
        talk_say(talk, line);
        talk_say(talk, go);
        snprintf(best, sizeof best, "bestmove %s", wanted);
        const char *const answer = talk_until(talk, "bestmove ");
        same = answer && !strncmp(answer, best, strlen(best)) &&
               strchr(" ", answer[strlen(best)]) != NULL;
        if (!same)
            printf("# %s: after %d moves %s, not %s\n", name, plies, answer, best);
        snprintf(moves + strlen(moves), sizeof moves - strlen(moves), " %s", wanted);
        zm_position_play(p, result.move, &error);
    }
    OKF(same && plies > 8, "%s with %d nodes: %d moves", name, nodes, plies);
    player_free(player);
    zm_position_free(p);
    zm_game_close(game);
    talk_end(talk);
}

/* Where threats must be answered the search goes deeper than its depth, and says so. */
static void lines_are_longer_than_the_depth(void)
{
    struct talk *const talk = talk_begin(uci_run, "gomoku", NULL);
    talk_say(talk, "position startpos moves h8 a1 h9 c1 g9 e1 j10 a3");
    talk_say(talk, "go depth 2");
    const char *const line = talk_until(talk, "info depth 2 seldepth ");
    OKF(line && atoi(line + strlen("info depth 2 seldepth ")) > 2, "%s", line ? line : "nothing");
    HEARS(talk, "bestmove");
    talk_end(talk);
}

int main(void)
{
    lines_are_longer_than_the_depth();
    transcript(uci_run, "uci-tictactoe", "tictactoe", NULL);
    stop_in_every_state();
    input_ends_while("go infinite");
    input_ends_while("go movetime 1000000");
    input_ends_while("go perft 100");
    input_ends_while("go depth 2");
    the_answer_is_held();
    nonsense_is_survived();
    as_in_process("connect4", 1000);
    as_in_process("othello", 500);
    as_in_process("gomoku", 300);
    return tap_done();
}
