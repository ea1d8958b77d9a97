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

int main(void)
{
    transcript(gomocup_run, "gomocup", "gomoku", NULL);
    end_while_it_thinks();
    nonsense_is_survived();
    as_in_process(400);
    return tap_done();
}
