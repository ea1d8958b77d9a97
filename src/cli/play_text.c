/* play_text.c -- the game told to people. */
#include "cli/arguments.h"
#include "cli/play.h"
#include "cli/say.h"
#include "cli/screen.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    fflush(stdout);
}

/* Only person at the board: "you". */
static bool is_you(const struct play *play, int player)
{
    return play_is_person(play, player) && play_people(play) == 1;
}

static void begin(const struct play *play)
{
    const struct zm_game *const game = play->game;
    say("%s", game->title);
    for (int i = 0; i < game->players; i++) {
        const char *const about = player_about(play->player[i]);
        say("  %s: %s", play_name(play, i),
            is_you(play, i) ? "you"
            : about         ? about
                            : player_spec(play->player[i]));
    }
    if ((game->flags & ZM_HAS_CHANCE) || play_people(play) < game->players)
        say("The seed is %llu: --seed %llu repeats what is left to chance.",
            (unsigned long long)play->seed, (unsigned long long)play->seed);
    if (play_people(play) > 0)
        say("Type a move, or help.");
}

static void turn(struct play *play)
{
    const int player = zm_position_turn(play->position);
    if (!play->fresh || player == ZM_OVER)
        return;
    play_board(play);
    if (is_you(play, player))
        say("Move %d: your turn%s%s.", zm_position_plies(play->position) + 1,
            play->mark[player] ? ", you are " : "",
            play->mark[player] ? play_name(play, player) : "");
    else
        say("Move %d: %s to move.", zm_position_plies(play->position) + 1, play_name(play, player));
}

static void thinking(const struct play *play, bool begins)
{
    if (!isatty(STDOUT_FILENO) || !screen_colour())
        return;
    if (begins)
        printf("%s is thinking ...", play_name(play, zm_position_turn(play->position)));
    else
        fputs("\r\033[K", stdout);
    fflush(stdout);
}

/* A person knows what was typed; in a hidden game nobody may know more. */
static void moved(const struct play *play, const struct zm_result *result)
{
    char text[256];
    const int ply = zm_position_plies(play->position) - 1;
    const bool hidden = play->game->flags & ZM_HIDDEN;
    const char *const bold = screen_colour() ? "\033[1m" : "", *const plain =
                                                                   *bold ? "\033[0m" : "";
    (void)result;
    zm_position_undo(play->position);
    const int mover = zm_position_turn(play->position);
    zm_position_redo(play->position);
    zm_position_show_played(play->position, ply, text, sizeof text);
    if (mover == ZM_CHANCE && !hidden)
        say("Chance: %s%s%s", bold, text, plain);
    else if (mover >= 0 && !play_is_person(play, mover) && hidden && play_people(play) > 0)
        say("%s has moved.", play_name(play, mover));
    else if (mover >= 0 && !play_is_person(play, mover))
        say("%s plays %s%s%s", play_name(play, mover), bold, text, plain);
    if (play_people(play) == 0 && zm_position_turn(play->position) != ZM_OVER)
        play_board(play);
}

/* Who has more points than everybody else; -1: nobody. */
static int winner(const struct play *play)
{
    int best = 0;
    bool alone = true;
    for (int i = 1; i < play->game->players; i++) {
        const int lead =
            zm_position_payoff(play->position, i) - zm_position_payoff(play->position, best);
        if (lead > 0)
            best = i;
        if (lead != 0)
            alone = lead > 0 || alone;
        else
            alone = false;
    }
    return alone ? best : -1;
}

static void over(const struct play *play)
{
    const struct zm_game *const game = play->game;
    const int best = winner(play);
    char points[16 * ZM_MAX_PLAYERS] = "";
    struct zm_text t = { points, sizeof points, 0 };
    play_board(play);
    if (game->max_payoff > 1 || game->players != 2)
        for (int i = 0; i < game->players; i++)
            zm_print(&t, "%s%d", i ? " : " : " Points: ", zm_position_payoff(play->position, i));
    if (game->players == 1)
        say("The game is over.%s", points);
    else if (best < 0)
        say("A draw.%s", points);
    else if (is_you(play, best))
        say("You win!%s", points);
    else
        say("%s wins.%s", play_name(play, best), points);
    if (play_people(play) > 0 && input_is_terminal(play->input))
        say("Type new, swap, undo, save FILE or quit.");
}

static void hint(struct play *play, const struct zm_result *result)
{
    char text[256];
    zm_position_show_move(play->position, result->move, text, sizeof text);
    const char *const proven = result->exact ? say_result(play->game, result->value) : NULL;
    if (proven)
        printf("Hint: %s, a proven %s (value %.6g)", text, proven, result->value);
    else if (isnan(result->value))
        printf("Hint: %s, a guess", text);
    else
        printf("Hint: %s, value about %.3g", text, result->value);
    fputs("; expected:", stdout);
    print_line(play->position, result->line, result->length);
}

/* In columns, each with the number that #N picks it by. */
static void list(const struct play *play)
{
    const zm_move *moves;
    const int count = zm_position_moves(play->position, &moves);
    char text[256];
    int width = 0;
    for (int i = 0; i < count; i++) {
        const int length = (int)zm_position_show_move(play->position, moves[i], text, sizeof text);
        width = length > width ? length : width;
    }
    const int cell = width + 7, columns = cell < 78 ? 78 / cell : 1;
    for (int i = 0; i < count; i++) {
        char number[16];
        snprintf(number, sizeof number, "#%d", i + 1);
        zm_position_show_move(play->position, moves[i], text, sizeof text);
        printf("%6s %-*s%s", number, width, text,
               i % columns == columns - 1 || i == count - 1 ? "\n" : "");
    }
    if (count == 0)
        say("The game is over.");
    fflush(stdout);
}

static void saved(const struct play *play, const char *path, const char *command)
{
    (void)play;
    say("The game is saved in %s\nGo on with:  %s", path, command);
}

const struct play_voice play_text = {
    .begin = begin,
    .turn = turn,
    .thinking = thinking,
    .moved = moved,
    .over = over,
    .hint = hint,
    .list = list,
    .saved = saved,
    .say = say,
    .wrong = say,
};
