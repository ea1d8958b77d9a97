/* verb_play.c -- sets up a game from the command line and plays it (play.h). */
#include "cli/arguments.h"
#include "cli/play.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* Who is to sit where, by --x, --o and --seat. */
static int read_seats(const struct arguments *a, int players, const char *spec[])
{
    spec[0] = a->value[OPTION_X] ? a->value[OPTION_X] : spec[0];
    spec[1] = a->value[OPTION_O] ? a->value[OPTION_O] : spec[1];
    if (a->value[OPTION_O] && players < 2)
        return complain(EXIT_USAGE, "--o: this game has one seat only");
    for (int i = 0; i < a->seats; i++) {
        char *end;
        const long seat = strtol(a->seat[i], &end, 10);
        if (end == a->seat[i] || *end != '=' || seat < 1 || seat > players)
            return complain(EXIT_USAGE,
                            "--seat %s: expected N=PLAYER with a seat from 1 to %d, as in "
                            "--seat 2=level:5",
                            a->seat[i], players);
        spec[seat - 1] = end + 1;
    }
    return EXIT_DONE;
}

/* A plug-in or a tree by its full path, so that the game can be gone on with from any
 * folder. The path lives as long as the program. */
static const char *full_path(const char *spec)
{
    static char path[PATH_MAX];
    return spec && strchr(spec, '.') && realpath(spec, path) ? path : spec;
}

static int load(struct play *play, const struct arguments *a, const char *given)
{
    struct zm_error error;
    bool illegal;
    if (a->value[OPTION_OPTIONS] || a->value[OPTION_POSITION])
        return complain(EXIT_USAGE, "a saved game has its own options and position: leave "
                                    "--options and --position out");
    const int code = read_seats(a, ZM_MAX_PLAYERS, play->named);
    if (code != EXIT_DONE)
        return code;
    if (play_load(play, a->value[OPTION_LOAD], given, &illegal, &error))
        return complain(illegal ? EXIT_FAILED : EXIT_INPUT, "%s", error.text);
    if (a->value[OPTION_MOVES] &&
        zm_position_play_text(play->position, a->value[OPTION_MOVES], &error))
        return complain(EXIT_USAGE, "%s", error.text);
    return EXIT_DONE;
}

static int begin(struct play *play, const struct arguments *a)
{
    const struct zm_game *game;
    struct zm_position *p;
    const int code = argument_position(a, &game, &p);
    if (code != EXIT_DONE)
        return code; /* nothing was left open */
    play->game = game;
    play->position = p;
    return EXIT_DONE;
}

static int set_up(struct play *play, const struct arguments *a)
{
    struct arguments full = *a;
    struct zm_error error;
    full.word[0] = full_path(a->word[0]);
    int code = argument_limits(a, &play->limits);
    const double seed = argument_number(a, OPTION_SEED, -1, 0, 9007199254740991.0, &code);
    if (code != EXIT_DONE)
        return code;
    play->seed = seed >= 0 ? (uint64_t)seed
                           : zm_mix((uint64_t)time(NULL) ^ (uint64_t)getpid() << 32) % 1000000;
    play->dice = zm_mix(play->seed + 0xD1CE) | 1;
    if (a->value[OPTION_LOAD])
        code = load(play, a, full.word[0]);
    else if (a->words == 0)
        code = complain(EXIT_USAGE, "play needs a game: zermelo play %s", a->verb->usage);
    else
        code = begin(play, &full);
    if (code != EXIT_DONE)
        return code;
    const char *spec[ZM_MAX_PLAYERS] = { NULL };
    for (int i = 0; i < play->game->players && a->value[OPTION_LOAD]; i++)
        spec[i] = player_spec(play->player[i]);
    code = argument_book(a, play->game, &play->book);
    if (code == EXIT_DONE)
        code = read_seats(a, play->game->players, spec);
    if (code == EXIT_DONE)
        code = read_seats(a, play->game->players, play->named);
    if (code == EXIT_DONE && play_seat(play, spec, &error))
        code = complain(EXIT_USAGE, "%s", error.text);
    return code;
}

static int run(const struct arguments *a)
{
    struct play play = { .save = a->value[OPTION_SAVE],
                         .voice = a->value[OPTION_JSON] ? &play_json : &play_text };
    struct zm_error error;
    int code = set_up(&play, a);
    if (code == EXIT_DONE && play.save && play_save(&play, play.save, &error))
        code = complain(EXIT_RESOURCE, "%s", error.text);
    if (code == EXIT_DONE) {
        play.input = input_new(play_word, &play);
        code = play.input ? play_run(&play) : complain(EXIT_RESOURCE, "out of memory");
        input_free(play.input);
    }
    if (play.game)
        play_release(&play);
    return code;
}

const struct verb verb_play = {
    .name = "play",
    .summary = "Play in the terminal: people or computers in any seat.",
    .usage = "GAME [options]",
    .examples = "  zermelo play tictactoe                        you against a friendly computer\n"
                "  zermelo play connect4 --o level:8             against a stronger one\n"
                "  zermelo play connect4 --x level:5             the computer begins\n"
                "  zermelo play tictactoe --x human --o human    two people\n"
                "  zermelo play connect4 --x mcts:time=1 --o alphabeta:time=1\n"
                "  zermelo play mnk --seat 2=level:3 --seat 3=random\n"
                "  zermelo play othello --o 'nboard:cmd=edax -nboard,depth=8'\n"
                "  zermelo play --load game.zermelo              go on with a saved game\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES_LIMIT | TAKES(OPTION_SEED) |
             TAKES(OPTION_X) | TAKES(OPTION_O) | TAKES(OPTION_SEAT) | TAKES(OPTION_LOAD) |
             TAKES(OPTION_SAVE) | TAKES(OPTION_BOOK),
    .least_words = 0,
    .most_words = 1,
    .run = run,
};
