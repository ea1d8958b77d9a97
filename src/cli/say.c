#include "cli/say.h"

#include <math.h>
#include <stdlib.h>

const char *say_winner(double value)
{
    return value > 0 ? "win" : value < 0 ? "loss" : "draw";
}

const char *say_result(const struct zm_game *game, double value)
{
    if ((game->flags & ZM_HAS_CHANCE) && fabs(value) != game->max_payoff)
        return NULL;
    return say_winner(value);
}

const char *say_kind(const struct zm_game *game, double value, bool exact)
{
    const char *const result = say_result(game, value);
    return !exact ? "an estimate" : result ? result : "exact, on average";
}

void say_position(struct json *j, const struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    const size_t length = zm_position_write(p, NULL, 0);
    char *const text = malloc(length + 1);
    json_text(j, "game", zm_game_spec(game));
    if (text) {
        zm_position_write(p, text, length + 1);
        json_text(j, "position", text);
    }
    json_integer(j, "turn", zm_position_turn(p));
    free(text);
}

void say_move(struct json *j, const char *key, const struct zm_position *p, zm_move m)
{
    char text[256];
    zm_position_show_move(p, m, text, sizeof text);
    json_text(j, key, text);
}

/* Play the line out, hand each move's text to `each`, and take it all back. */
static void follow(struct zm_position *p, const zm_move line[], int length,
                   void (*each)(void *user, const char *move), void *user)
{
    struct zm_error error;
    int played = 0;
    for (; played < length; played++) {
        char text[256];
        zm_position_show_move(p, line[played], text, sizeof text);
        if (zm_position_play(p, line[played], &error))
            break;
        each(user, text);
    }
    while (played-- > 0)
        zm_position_undo(p);
}

static void json_each(void *user, const char *move)
{
    json_text(user, NULL, move);
}

void say_line(struct json *j, struct zm_position *p, const zm_move line[], int length)
{
    json_array(j, "line");
    follow(p, line, length, json_each, j);
    json_end_array(j);
}

static void print_each(void *user, const char *move)
{
    fprintf(user, " %s", move);
}

void print_line(struct zm_position *p, const zm_move line[], int length)
{
    follow(p, line, length, print_each, stdout);
    putchar('\n');
}

void say_word(struct zm_text *t, const char *word)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_-+=./,:@%";
    if (*word && word[strspn(word, harmless)] == '\0') {
        zm_print(t, "%s", word);
        return;
    }
    zm_print(t, "'");
    for (; *word; word++)
        if (*word == '\'')
            zm_print(t, "'\\''");
        else
            zm_print(t, "%c", *word);
    zm_print(t, "'");
}
