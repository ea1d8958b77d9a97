/* The Gomocup protocol: a transcript; whole games; leaving while it thinks. */
#include "match/player.h"
#include "protocol/gomocup.h"
#include "talk.h"

static struct zm_error error;

static void end_while_it_thinks(void)
{
    struct talk *talk = talk_begin(gomocup_run, "gomoku", NULL);
    talk_say(talk, "START 20");
    talk_say(talk, "INFO timeout_turn 100000000");
    HEARS(talk, "OK");
    talk_say(talk, "BEGIN");
    HEARS(talk, "MESSAGE depth 1 ");
    talk_say(talk, "INFO time_left 1000");
    talk_say(talk, "END");
    talk_end(talk);
    OKF(true, "%s", "it has ended");
    talk = talk_begin(gomocup_run, "gomoku", NULL);
    talk_say(talk, "START 20");
    talk_say(talk, "INFO timeout_turn 100000000");
    talk_say(talk, "BEGIN");
    OKF(talk_end(talk) > 1, "%s", "the input ends");
}

static void nonsense_is_survived(void)
{
    struct talk *const talk = talk_begin(gomocup_run, "gomoku", NULL);
    uint64_t seed = 3;
    for (int i = 0; i < 20000; i++)
        fputc((int)zm_random(&seed, 256), talk->to);
    for (int i = 0; i < 3 * LINE_MOST; i++)
        fputc('y', talk->to);
    talk_say(talk, "");
    HEARS(talk, "ERROR a line of 65536 characters or more is left out");
    talk_say(talk, "START 15\r");
    HEARS(talk, "OK");
    talk_end(talk);
}

/* A whole game of one brain against another is that of two players of the program. */
static void as_in_process(int nodes)
{
    const struct zm_game *const game = zm_game_open("gomoku", "size=15 rules=freestyle", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct session_setup setup = { .seed = 1, .limits = { .nodes = (uint64_t)nodes } };
    struct talk *talk[2];
    struct player *player[2];
    char spec[64], line[64] = "BEGIN";
    snprintf(spec, sizeof spec, "alphabeta:nodes=%d", nodes);
    for (int i = 0; i < 2; i++) {
        talk[i] = talk_begin(gomocup_run, "gomoku", &setup);
        talk_say(talk[i], "START 15");
        HEARS(talk[i], "OK");
        player[i] = player_new(game, spec, 1, &error);
    }
    bool same = true;
    int plies = 0;
    for (; same && zm_position_turn(p) != ZM_OVER && plies < 60; plies++) {
        const int turn = plies % 2;
        struct zm_result result;
        uint16_t cell[ZM_MAX_CLICKS];
        char wanted[32];
        const char *answer;
        player_choose(player[turn], p, NULL, &result, &error);
        game->clicks(zm_position_state(p), result.move, cell);
        snprintf(wanted, sizeof wanted, "%d,%d", cell[0] % 15, cell[0] / 15);
        talk_say(talk[turn], line);
        while ((answer = talk_hear(talk[turn])) && !strncmp(answer, "MESSAGE ", 8))
            ;
        same = answer && !strcmp(answer, wanted);
        if (!same)
            printf("# ply %d: %s, not %s\n", plies, answer, wanted);
        snprintf(line, sizeof line, "TURN %s", wanted);
        zm_position_play(p, result.move, &error);
    }
    OKF(same && plies > 8, "%d moves", plies);
    for (int i = 0; i < 2; i++) {
        talk_end(talk[i]);
        player_free(player[i]);
    }
    zm_position_free(p);
    zm_game_close(game);
}

/* What it says to an opening of these stones. */
static const char *swap2(struct talk *talk, const char *stones)
{
    const char *answer;
    talk_say(talk, "SWAP2BOARD");
    if (*stones)
        talk_say(talk, stones);
    talk_say(talk, "DONE");
    while ((answer = talk_hear(talk)) && !strncmp(answer, "MESSAGE ", 8))
        ;
    return answer ? answer : "";
}

/* Who may choose takes the better side; who opens leaves none that is much better. */
static void swap2_openings(void)
{
    const struct session_setup setup = { .seed = 1, .limits = { .nodes = 5000 } };
    struct talk *const talk = talk_begin(gomocup_run, "gomoku", &setup);
    int x[3], y[3], n = 0;
    talk_say(talk, "INFO rule 1");
    talk_say(talk, "START 15");
    HEARS(talk, "OK");
    SAME(swap2(talk, "7,7\n0,0\n8,7\n0,14\n9,7"), "SWAP");
    const char *answer = swap2(talk, "0,0\n7,7\n14,14\n8,7\n0,14");
    OKF(sscanf(answer, "%d,%d%n", &x[0], &y[0], &n) == 2 && !answer[n], "white stays: %s", answer);
    SAME(swap2(talk, "7,7\n0,0\n8,7"), "SWAP");
    answer = swap2(talk, "");
    OKF(sscanf(answer, "%d,%d %d,%d %d,%d%n", &x[0], &y[0], &x[1], &y[1], &x[2], &y[2], &n) == 6 &&
            !answer[n],
        "an opening: %s", answer);
    char board[64];
    snprintf(board, sizeof board, "BOARD\n%d,%d,1\n%d,%d,2\n%d,%d,1\nDONE", x[0], y[0], x[1], y[1],
             x[2], y[2]);
    talk_say(talk, board);
    HEARS(talk, "ERROR it is not our turn"); /* but the stones lie on different cells */
    SAME(swap2(talk, "7,7\n8,8"), "ERROR an opening of 2 stones; expected none, 3 or 5");
    SAME(swap2(talk, "7,7\n8,8\n7,7"), "ERROR \"7,7\": there is a stone already");
    SAME(swap2(talk, "7,7\n8,8,1\n7,6"), "ERROR \"8,8,1\": expected X,Y or DONE");
    talk_say(talk, "PLAY 3,4");
    HEARS(talk, "3,4");
    talk_say(talk, "PLAY 3,4");
    HEARS(talk, "ERROR 3,4 cannot be played: it is not free, or forbidden");
    talk_say(talk, "TAKEBACK 3,4");
    HEARS(talk, "OK");
    talk_end(talk);
}

int main(void)
{
    swap2_openings();
    transcript(gomocup_run, "gomocup", "gomoku", NULL);
    end_while_it_thinks();
    nonsense_is_survived();
    as_in_process(400);
    return tap_done();
}
