/* play_loop.c -- whose turn it is and what happens then. */
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/play.h"

#include <signal.h>

enum play_leave play_move(struct play *play, zm_move m, const struct zm_result *result)
{
    struct zm_error error;
    if (zm_position_play(play->position, m, &error)) {
        play->voice->wrong("%s", error.text);
        return PLAY_FAILED;
    }
    play->fresh = true;
    play->voice->moved(play, result);
    if (play->save && play_save(play, play->save, &error)) {
        play->voice->wrong("the game is no longer saved: %s", error.text);
        play->save = NULL;
    }
    return PLAY_ON;
}

static void stop_player(void *player)
{
    player_stop(player);
}

/* Ctrl-C makes a computer move at once, if there is a person it moves for; everything else
 * that wants us to stop leaves the position as it was before the computer's move. */
static enum play_leave think(struct play *play, struct player *player)
{
    struct zm_result result;
    struct zm_error error;
    interrupt_calls(stop_player, player);
    play->voice->thinking(play, true);
    const char *const wrong = player_choose(player, play->position, &play->limits, &result, &error);
    play->voice->thinking(play, false);
    interrupt_calls(NULL, NULL);
    if (wrong) {
        play->voice->wrong("%s", wrong);
        return PLAY_FAILED;
    }
    const int signal_number = interrupt_taken();
    if (signal_number && !(signal_number == SIGINT && play_people(play) > 0))
        return PLAY_INTERRUPTED;
    return play_move(play, result.move, &result);
}

static enum play_leave ask(struct play *play)
{
    const char *line;
    play->voice->turn(play);
    play->fresh = false;
    switch (input_read(play->input, "> ", &line)) {
    case INPUT_LINE:
        return play_line(play, line);
    case INPUT_END:
        return PLAY_QUIT;
    case INPUT_INTERRUPTED:
        break;
    }
    return PLAY_INTERRUPTED;
}

static enum play_leave step(struct play *play)
{
    const int turn = zm_position_turn(play->position);
    if (turn == ZM_CHANCE)
        return play_move(play, zm_position_draw(play->position, &play->dice), NULL);
    if (turn >= 0 && !play_is_person(play, turn))
        return interrupted() ? PLAY_INTERRUPTED : think(play, play->player[turn]);
    if (turn == ZM_OVER) {
        if (!play->told)
            play->voice->over(play);
        play->told = true;
        if (play_people(play) == 0)
            return PLAY_QUIT;
    } else {
        play->told = false;
    }
    return ask(play);
}

int play_run(struct play *play)
{
    static const int exit_code[] = {
        [PLAY_QUIT] = EXIT_DONE, [PLAY_INTERRUPTED] = EXIT_INTERRUPTED, [PLAY_FAILED] = EXIT_FAILED
    };
    enum play_leave leave = PLAY_ON;
    interrupt_calls(NULL, NULL);
    play->fresh = true;
    play->voice->begin(play);
    while (leave == PLAY_ON)
        leave = step(play);
    const bool worth_keeping =
        zm_position_plies(play->position) > 0 && zm_position_turn(play->position) != ZM_OVER;
    return !worth_keeping || play_keep(play) ? exit_code[leave] : EXIT_RESOURCE;
}
