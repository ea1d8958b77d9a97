/* play_json.c -- the game told to scripts: one JSON object a line, each with its `event`:
 * position (at the beginning and before a person's move), move, result, hint, moves, saved,
 * text and error. */
#include "base/json.h"
#include "cli/play.h"
#include "cli/say.h"

#include <stdarg.h>

static struct json event(const char *name)
{
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "event", name);
    return j;
}

static void end(struct json *j)
{
    json_end_object(j);
    fflush(stdout);
}

static void begin(const struct play *play)
{
    struct json j = event("position");
    say_position(&j, play->position);
    json_array(&j, "seats");
    for (int i = 0; i < play->game->players; i++)
        json_text(&j, NULL, player_spec(play->player[i]));
    json_end_array(&j);
    json_count(&j, "seed", play->seed);
    end(&j);
}

static void list(const struct play *play)
{
    const zm_move *moves;
    const int count = zm_position_moves(play->position, &moves);
    struct json j = event("moves");
    json_array(&j, "moves");
    for (int i = 0; i < count; i++)
        say_move(&j, NULL, play->position, moves[i]);
    json_end_array(&j);
    end(&j);
}

static void turn(struct play *play)
{
    if (!play->fresh)
        return;
    struct json j = event("position");
    say_position(&j, play->position);
    end(&j);
}

static void thinking(const struct play *play, bool begins)
{
    (void)play;
    (void)begins;
}

static void moved(const struct play *play, const struct zm_result *result)
{
    char text[256];
    const int ply = zm_position_plies(play->position) - 1;
    struct json j = event("move");
    zm_position_show_played(play->position, ply, text, sizeof text);
    json_integer(&j, "number", ply + 1);
    zm_position_undo(play->position);
    json_integer(&j, "player", zm_position_turn(play->position));
    zm_position_redo(play->position);
    json_text(&j, "move", text);
    if (result) {
        json_number(&j, "value", result->value);
        json_bool(&j, "exact", result->exact);
    }
    say_position(&j, play->position);
    end(&j);
}

static void over(const struct play *play)
{
    struct json j = event("result");
    json_array(&j, "points");
    for (int i = 0; i < play->game->players; i++)
        json_integer(&j, NULL, zm_position_payoff(play->position, i));
    json_end_array(&j);
    if (play->game->players == 2)
        json_text(&j, "result", say_winner(zm_position_payoff(play->position, 0)));
    json_array(&j, "moves");
    for (int i = 0; i < zm_position_plies(play->position); i++) {
        char text[256];
        zm_position_show_played(play->position, i, text, sizeof text);
        json_text(&j, NULL, text);
    }
    json_end_array(&j);
    say_position(&j, play->position);
    end(&j);
}

static void hint(struct play *play, const struct zm_result *result)
{
    struct json j = event("hint");
    say_move(&j, "move", play->position, result->move);
    json_number(&j, "value", result->value);
    json_bool(&j, "exact", result->exact);
    say_line(&j, play->position, result->line, result->length);
    end(&j);
}

static void saved(const struct play *play, const char *path, const char *command)
{
    (void)play;
    struct json j = event("saved");
    json_text(&j, "file", path);
    json_text(&j, "command", command);
    end(&j);
}

__attribute__((format(printf, 2, 0))) static void tell(const char *name, const char *format,
                                                       va_list args)
{
    char text[2048];
    vsnprintf(text, sizeof text, format, args);
    struct json j = event(name);
    json_text(&j, "text", text);
    end(&j);
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell("text", format, args);
    va_end(args);
}

__attribute__((format(printf, 1, 2))) static void wrong(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tell("error", format, args);
    va_end(args);
}

const struct play_voice play_json = {
    .begin = begin,
    .turn = turn,
    .thinking = thinking,
    .moved = moved,
    .over = over,
    .hint = hint,
    .list = list,
    .saved = saved,
    .say = say,
    .wrong = wrong,
};
