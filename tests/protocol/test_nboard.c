/* NBoard's protocol: a transcript; whole games; ping and leaving while it thinks. */
#include "match/player.h"
#include "protocol/nboard.h"
#include "talk.h"

static struct zm_error error;

static void interrupted(const char *what, const char *begins)
{
    static const struct session_setup long_thoughts = { .seed = 1, .limits = { .seconds = 1e6 } };
    struct talk *talk = talk_begin(nboard_run, "othello", &long_thoughts);
    talk_say(talk, what);
    HEARS(talk, begins);
    talk_say(talk, "ping 5");
    const char *line;
    bool answered = false;
    while ((line = talk_hear(talk)) && strcmp(line, "pong 5") != 0)
        answered |= !strncmp(line, "===", 3);
    OKF(line && !answered, "ping ends %s", what);
    talk_say(talk, what);
    HEARS(talk, begins);
    talk_say(talk, "quit");
    talk_end(talk);
    OKF(true, "quit ends %s", what);
    talk = talk_begin(nboard_run, "othello", &long_thoughts);
    talk_say(talk, what);
    OKF(talk_end(talk) > 0, "the end of the input ends %s", what);
}

static void nonsense_is_survived(void)
{
    struct talk *const talk = talk_begin(nboard_run, "othello", NULL);
    uint64_t seed = 4;
    for (int i = 0; i < 20000; i++)
        fputc((int)zm_random(&seed, 256), talk->to);
    for (int i = 0; i < 3 * LINE_MOST; i++)
        fputc('z', talk->to);
    talk_say(talk, "");
    HEARS(talk, "status a line of 65536 characters or more is left out");
    talk_say(talk, "ping 3");
    HEARS(talk, "pong 3");
    talk_end(talk);
}

/* A whole game, the moves as a player of the program plays them. */
static void as_in_process(int nodes)
{
    const struct zm_game *const game = zm_game_open("othello", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    const struct session_setup setup = { .seed = 1, .limits = { .nodes = (uint64_t)nodes } };
    struct talk *const talk = talk_begin(nboard_run, "othello", &setup);
    char spec[64];
    snprintf(spec, sizeof spec, "alphabeta:nodes=%d", nodes);
    struct player *const player = player_new(game, spec, 1, &error);
    bool same = true;
    int plies = 0;
    for (; same && zm_position_turn(p) != ZM_OVER; plies++) {
        struct zm_result result;
        char wanted[16], line[64];
        player_choose(player, p, NULL, &result, &error);
        zm_position_show_move(p, result.move, wanted, sizeof wanted);
        if (!strcmp(wanted, "pass"))
            snprintf(wanted, sizeof wanted, "pa");
        talk_say(talk, "go");
        const char *const answer = talk_until(talk, "=== ");
        same = answer && !strncasecmp(answer + 4, wanted, 2) && answer[6] == '/';
        if (!same)
            printf("# after %d moves %s, not %s\n", plies, answer, wanted);
        snprintf(line, sizeof line, "move %s/0/0", wanted);
        talk_say(talk, line);
        zm_position_play(p, result.move, &error);
    }
    OKF(same && plies > 50, "%d moves", plies);
    /* And the analysis ends with the result. */
    char last[64];
    snprintf(last, sizeof last, "analysis %d %.2f", plies, (double)zm_position_payoff(p, 0));
    talk_say(talk, "set depth 1");
    talk_say(talk, "analyze");
    HEARS(talk, last);
    HEARS(talk, "analysis 0 ");
    player_free(player);
    zm_position_free(p);
    zm_game_close(game);
    talk_end(talk);
}

int main(void)
{
    transcript(nboard_run, "nboard", "othello", NULL);
    interrupted("go", "search ");
    interrupted("hint 3", "search ");
    interrupted("analyze", "status ");
    nonsense_is_survived();
    as_in_process(800);
    return tap_done();
}
