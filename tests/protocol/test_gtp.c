/* GTP: transcripts; whole games; leaving while it thinks; the same moves as a player in the
 * program itself. */
#include "match/player.h"
#include "protocol/gtp.h"
#include "protocol/gtp_clock.h"
#include "talk.h"

static struct zm_error error;

static void quit_while_it_thinks(const char *game)
{
    static const struct session_setup long_thoughts = { .seed = 1, .limits = { .seconds = 1e6 } };
    struct talk *talk = talk_begin(gtp_run, game, &long_thoughts);
    talk_say(talk, "1 genmove b");
    talk_say(talk, "2 quit");
    HEARS(talk, "=1 ");
    HEARS(talk, "=2");
    talk_end(talk);
    talk = talk_begin(gtp_run, game, &long_thoughts);
    talk_say(talk, "3 genmove b");
    OKF(talk_end(talk) > 0, "%s: the input ends", game);
}

/* The commands of a pipe are all carried out, in their order. */
static void commands_wait_for_their_turn(void)
{
    static const struct session_setup small = { .seed = 1, .limits = { .nodes = 3000 } };
    struct talk *const talk = talk_begin(gtp_run, "connect4", &small);
    char wanted[8];
    for (int i = 0; i < 10; i++)
        talk_say(talk, i % 2 ? "2 genmove white" : "1 genmove black");
    talk_say(talk, "3 showboard");
    for (int i = 0; i < 10; i++) {
        snprintf(wanted, sizeof wanted, "=%d ", 1 + i % 2);
        HEARS(talk, wanted);
    }
    HEARS(talk, "=3");
    talk_end(talk);
}

static void nonsense_is_survived(void)
{
    struct talk *const talk = talk_begin(gtp_run, "tictactoe", NULL);
    uint64_t seed = 2;
    for (int i = 0; i < 20000; i++)
        fputc((int)zm_random(&seed, 256), talk->to);
    for (int i = 0; i < 3 * LINE_MOST; i++)
        fputc('y', talk->to);
    talk_say(talk, "");
    HEARS(talk, "? a line of 65536 characters or more is left out");
    talk_say(talk, "9 na\007me\r");
    HEARS(talk, "=9 Zermelo");
    talk_end(talk);
}

/* Two engines against each other, the moves of one told to the other. */
static void as_in_process(const char *name, int nodes)
{
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct session_setup setup = { .seed = 1, .limits = { .nodes = (uint64_t)nodes } };
    struct talk *const talk[2] = { talk_begin(gtp_run, name, &setup),
                                   talk_begin(gtp_run, name, &setup) };
    struct player *player[2];
    char spec[64];
    snprintf(spec, sizeof spec, "alphabeta:nodes=%d", nodes);
    for (int i = 0; i < 2; i++)
        player[i] = player_new(game, spec, 1, &error);
    bool same = true;
    int plies = 0;
    for (; same && zm_position_turn(p) != ZM_OVER; plies++) {
        static const char *const colour[] = { "black", "white" };
        const int turn = zm_position_turn(p);
        struct zm_result result;
        char wanted[256], line[512];
        player_choose(player[turn], p, NULL, &result, &error);
        zm_position_show_move(p, result.move, wanted, sizeof wanted);
        snprintf(line, sizeof line, "genmove %s", colour[turn]);
        talk_say(talk[turn], line);
        const char *const answer = talk_until(talk[turn], "= ");
        same = answer && !strcmp(answer + 2, wanted);
        snprintf(line, sizeof line, "play %s %s", colour[turn], wanted);
        talk_say(talk[!turn], line);
        same &= talk_until(talk[!turn], "=") != NULL;
        zm_position_play(p, result.move, &error);
    }
    OKF(same && plies > 8, "%s with %d nodes: %d moves", name, nodes, plies);
    char score[32];
    const int first = zm_position_payoff(p, 0);
    snprintf(score, sizeof score, first ? "= %c+%d" : "= 0", first > 0 ? 'B' : 'W', abs(first));
    for (int i = 0; i < 2; i++) {
        talk_say(talk[i], "final_score");
        HEARS(talk[i], score);
        talk_end(talk[i]);
        player_free(player[i]);
    }
    zm_position_free(p);
    zm_game_close(game);
}

/* It keeps to the clock: all of a short game in the time for it. */
static void the_clock_runs(void)
{
    struct talk *const talk = talk_begin(gtp_run, "connect4", NULL);
    talk_say(talk, "time_settings 1 0 0");
    for (int i = 0; i < 6; i++) {
        talk_say(talk, i % 2 ? "genmove white" : "genmove black");
        HEARS(talk, "= ");
    }
    talk_say(talk, "time_settings 0 1 20");
    talk_say(talk, "time_left black 1 20");
    talk_say(talk, "genmove black");
    HEARS(talk, "= ");
    talk_end(talk);
}

static void left(const struct gtp_clock *clock, double seconds, int stones)
{
    const struct zm_limits limits = gtp_clock_limits(clock, 1);
    OKF(fabs(limits.clock - seconds) < 1e-9 && limits.moves_to_go == stones,
        "%g s for %d moves are left", seconds, stones);
}

static void main_time_and_byoyomi(void)
{
    struct gtp_clock clock = { .runs = false };
    OK(gtp_clock_set(&clock, "10 5 2") && clock.runs);
    left(&clock, 10, 0);
    gtp_clock_spend(&clock, 1, 4);
    left(&clock, 6, 0);
    gtp_clock_spend(&clock, 1, 7);
    left(&clock, 5, 2);
    gtp_clock_spend(&clock, 1, 3);
    left(&clock, 2, 1);
    gtp_clock_spend(&clock, 1, 1);
    left(&clock, 5, 2);
    OK(gtp_clock_tell(&clock, 1, "3 1"));
    left(&clock, 3, 1);
    OK(gtp_clock_set(&clock, "0 7 3"));
    left(&clock, 7, 3);
    OK(gtp_clock_set(&clock, "9 0 0") && clock.runs);
    OK(gtp_clock_set(&clock, "9 1 0") && !clock.runs);
    OK(gtp_clock_set(&clock, "0 0 0") && !clock.runs);
    OK(!gtp_clock_set(&clock, "9 1") && !gtp_clock_set(&clock, "9 x 1") &&
       !gtp_clock_tell(&clock, 0, "nan 1") && !gtp_clock_tell(&clock, 0, "1 -1"));
}

int main(void)
{
    main_time_and_byoyomi();
    static const struct session_setup small = { .seed = 1, .limits = { .nodes = 500 } };
    transcript(gtp_run, "gtp-othello", "othello", &small);
    transcript(gtp_run, "gtp-nim", "nim", &small);
    transcript(gtp_run, "gtp-pig", "pig", &small);
    quit_while_it_thinks("connect4");
    quit_while_it_thinks("pig");
    commands_wait_for_their_turn();
    nonsense_is_survived();
    as_in_process("connect4", 1500);
    as_in_process("othello", 800);
    the_clock_runs();
    return tap_done();
}
