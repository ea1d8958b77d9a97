/* play_commands.c -- what a typed line means. The game's own notation comes first: a line
 * that reads as a legal move is one, whatever else it could be. */
#include "base/nearest.h"
#include "cli/interrupt.h"
#include "cli/play.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum play_leave command_fn(struct play *play, const char *argument);

static command_fn do_help, do_moves, do_hint, do_undo, do_redo, do_save, do_load, do_level, do_new,
    do_swap, do_quit;

static const struct command {
    const char *name, *also, *argument, *help;
    command_fn *run;
} commands[] = {
    { "moves", NULL, "", "list the legal moves; #3 plays the third", do_moves },
    { "hint", NULL, "", "the best move, its value and the line it expects", do_hint },
    { "undo", NULL, "", "take back, to your own turn", do_undo },
    { "redo", NULL, "", "play again what was taken back", do_redo },
    { "level", NULL, " N", "let the computer play at level 1 (beginner) to 10", do_level },
    { "swap", NULL, "", "change seats", do_swap },
    { "new", NULL, "", "begin again", do_new },
    { "save", NULL, " FILE", "save the game", do_save },
    { "load", NULL, " FILE", "go on with a saved game", do_load },
    { "help", "?", "", "this text", do_help },
    { "quit", "exit", "", "leave; an unfinished game is saved", do_quit },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static enum play_leave do_help(struct play *play, const char *argument)
{
    (void)argument;
    play->voice->say("Type a move as the game writes it, or one of these:");
    for (int i = 0; i < COMMANDS; i++) {
        char left[32];
        snprintf(left, sizeof left, "%s%s", commands[i].name, commands[i].argument);
        play->voice->say("  %-10s %s", left, commands[i].help);
    }
    play->voice->say("Ctrl-C while the computer thinks makes it move at once; at the prompt it "
                     "saves the game.");
    return PLAY_ON;
}

static enum play_leave do_moves(struct play *play, const char *argument)
{
    (void)argument;
    play->voice->list(play);
    return PLAY_ON;
}

/* Ask a search, if it can play the game. */
static bool advises(const struct play *play, const char *spec, struct zm_result *result)
{
    const struct zm_limits limits = { .seconds = 1.5 };
    struct zm_error error;
    struct zm_search *const search = zm_search_new(play->game, spec, &error);
    if (!search)
        return false;
    interrupt_stops(search);
    const char *const wrong = zm_search_run(search, play->position, &limits, result, &error);
    interrupt_stops(NULL);
    interrupt_taken(); /* Ctrl-C only cut the thinking short */
    zm_search_free(search);
    return !wrong;
}

/* Alpha-beta knows best where it sees the end or has an evaluation, else simulations do. */
static enum play_leave do_hint(struct play *play, const char *argument)
{
    (void)argument;
    struct zm_result result;
    if (zm_position_turn(play->position) == ZM_OVER)
        play->voice->wrong("the game is over");
    else if (advises(play, "alphabeta", &result) &&
             (result.exact || play->game->evaluate || result.value != 0))
        play->voice->hint(play, &result);
    else if (advises(play, "mcts", &result))
        play->voice->hint(play, &result);
    else
        play->voice->wrong("no search here can play a game in which players do not see everything");
    return PLAY_ON;
}

/* Is it time for a person to do something? */
static bool persons_turn(const struct play *play)
{
    const int turn = zm_position_turn(play->position);
    return turn == ZM_OVER || (turn >= 0 && play_is_person(play, turn));
}

static enum play_leave do_undo(struct play *play, const char *argument)
{
    (void)argument;
    int taken = 0;
    do
        taken += zm_position_undo(play->position);
    while (!persons_turn(play) && zm_position_plies(play->position) > 0);
    if (taken == 0 || !persons_turn(play)) {
        while (taken-- > 0)
            zm_position_redo(play->position);
        play->voice->wrong("there is no move of yours to take back");
        return PLAY_ON;
    }
    play->voice->say("Took back %d move%s.", taken, taken > 1 ? "s" : "");
    play->fresh = true;
    play->told = false;
    return PLAY_ON;
}

static enum play_leave do_redo(struct play *play, const char *argument)
{
    (void)argument;
    int played = 0;
    while (zm_position_redo(play->position)) {
        played++;
        if (persons_turn(play))
            break;
    }
    if (played == 0) {
        play->voice->wrong("nothing was taken back");
        return PLAY_ON;
    }
    play->voice->say("Played %d move%s again.", played, played > 1 ? "s" : "");
    play->fresh = true;
    return PLAY_ON;
}

static enum play_leave do_save(struct play *play, const char *argument)
{
    struct zm_error error;
    if (!*argument)
        play->voice->wrong("save lacks the name of a file: save FILE");
    else if (play_save(play, argument, &error))
        play->voice->wrong("%s", error.text);
    else
        play->voice->say("Saved in %s.", argument);
    return PLAY_ON;
}

static enum play_leave do_load(struct play *play, const char *argument)
{
    struct zm_error error;
    bool illegal;
    const char *const spec = zm_game_spec(play->game), *const end = strrchr(spec, '.');
    const char *const given = end && !strcmp(end, ".so") ? spec : NULL;
    if (!*argument) {
        play->voice->wrong("load lacks the name of a file: load FILE");
    } else if (play_load(play, argument, given, &illegal, &error)) {
        play->voice->wrong("%s", error.text);
    } else {
        play->fresh = true;
        play->told = false;
        play->voice->begin(play);
    }
    return PLAY_ON;
}

static enum play_leave do_level(struct play *play, const char *argument)
{
    struct zm_error error;
    if (play_level(play, argument, &error)) {
        play->voice->wrong("%s", error.text);
        return PLAY_ON;
    }
    for (int i = 0; i < play->game->players; i++)
        if (!play_is_person(play, i))
            play->voice->say("%s is %s.", play_name(play, i), player_about(play->player[i]));
    return PLAY_ON;
}

static enum play_leave do_new(struct play *play, const char *argument)
{
    (void)argument;
    while (zm_position_undo(play->position))
        ;
    play->fresh = true;
    play->told = false;
    play->voice->begin(play);
    return PLAY_ON;
}

static enum play_leave do_swap(struct play *play, const char *argument)
{
    (void)argument;
    struct zm_error error;
    if (play->game->players < 2)
        play->voice->wrong("there is only one seat");
    else if (play_swap(play, &error))
        play->voice->wrong("%s", error.text);
    else
        play->voice->begin(play);
    play->fresh = true;
    return PLAY_ON;
}

static enum play_leave do_quit(struct play *play, const char *argument)
{
    (void)play;
    (void)argument;
    return PLAY_QUIT;
}

/* --------------------------------------------------------------- the line -- */

const char *play_word(void *user, int i)
{
    static char text[256];
    const struct play *const play = user;
    const zm_move *list;
    if (i < COMMANDS)
        return commands[i].name;
    if (i - COMMANDS >= zm_position_moves(play->position, &list))
        return NULL;
    zm_position_show_move(play->position, list[i - COMMANDS], text, sizeof text);
    return text;
}

static const struct command *find_command(const char *name, size_t length)
{
    for (int i = 0; i < COMMANDS; i++) {
        const char *const names[] = { commands[i].name, commands[i].also };
        for (int k = 0; k < 2; k++)
            if (names[k] && strlen(names[k]) == length && !strncmp(names[k], name, length))
                return &commands[i];
    }
    return NULL;
}

/* "#3": the third of the legal moves. */
static enum play_leave play_number(struct play *play, const char *number)
{
    const zm_move *list;
    const int count = zm_position_moves(play->position, &list);
    char *end;
    const long n = strtol(number, &end, 10);
    if (*end || end == number || n < 1 || n > count) {
        play->voice->wrong("there is no move #%.20s; `moves` lists #1 to #%d", number, count);
        return PLAY_ON;
    }
    return play_move(play, list[n - 1], NULL);
}

/* Neither a move nor a command: what could it have been? Only a word with one wrong letter
 * in three is taken for a mistyped one; "hold" is not "load". */
static void explain(const struct play *play, const char *line, const char *why)
{
    char first[256], meant[256] = "";
    const char *word;
    snprintf(first, sizeof first, "%.*s", (int)strcspn(line, " \t"), line);
    struct nearest nearest = nearest_to(first);
    nearest.distance = strlen(first) / 3 + 1;
    for (int i = 0; (word = play_word((void *)play, i)); i++) {
        nearest.word = NULL;
        nearest_offer(&nearest, word);
        if (nearest.word)
            snprintf(meant, sizeof meant, "%s", word);
    }
    if (*meant)
        play->voice->wrong("\"%.60s\" is neither a legal move nor a command; did you mean %s?",
                           first, meant);
    else
        play->voice->wrong("%s (`moves` lists all, `help` the commands)", why);
}

enum play_leave play_line(struct play *play, const char *text)
{
    char line[4096];
    struct zm_error error;
    while (isspace((unsigned char)*text))
        text++;
    snprintf(line, sizeof line, "%s", text);
    for (size_t n = strlen(line); n > 0 && isspace((unsigned char)line[n - 1]);)
        line[--n] = '\0';
    if (!*line)
        return PLAY_ON;
    const zm_move m = zm_position_read_move(play->position, line, &error);
    if (m != ZM_NO_MOVE)
        return play_move(play, m, NULL);
    if (*line == '#')
        return play_number(play, line + 1);
    const size_t length = strcspn(line, " \t");
    const struct command *const command = find_command(line, length);
    if (!command) {
        explain(play, line, error.text);
        return PLAY_ON;
    }
    const char *const argument = line + length + strspn(line + length, " \t");
    if (*argument && !*command->argument) {
        play->voice->wrong("%s stands alone, without \"%.60s\"", command->name, argument);
        return PLAY_ON;
    }
    return command->run(play, argument);
}
