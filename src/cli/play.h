/* play.h -- a game in the terminal, in parts that know little of each other:
 *
 *     play_loop.c      whose turn it is and what happens then
 *     play_commands.c  what a typed line means: a move or a command
 *     play_seats.c     who sits where
 *     play_save.c      records, where they are kept, how to go on with them
 *     play_text.c      the voice that speaks to people, play_board.c its board
 *     play_json.c      the voice that speaks to scripts
 *     play_input.c     lines from a terminal or a pipe
 */
#ifndef CLI_PLAY_H
#define CLI_PLAY_H

#include "cli/play_input.h"
#include "match/player.h"

#include <zermelo/zermelo.h>

struct play;

/* How the game is told. Every function may read all of *play. */
struct play_voice {
    void (*begin)(const struct play *play);
    void (*turn)(struct play *play); /* a person is to move: show the position */
    void (*thinking)(const struct play *play, bool begins);
    /* Move number plies - 1 was played; result: what the computer thought, or NULL. */
    void (*moved)(const struct play *play, const struct zm_result *result);
    void (*over)(const struct play *play);
    void (*hint)(struct play *play, const struct zm_result *result);
    void (*list)(const struct play *play); /* the legal moves */
    void (*saved)(const struct play *play, const char *path, const char *command);
    __attribute__((format(printf, 1, 2))) void (*say)(const char *format, ...);
    __attribute__((format(printf, 1, 2))) void (*wrong)(const char *format, ...);
};
extern const struct play_voice play_text, play_json;

struct play {
    const struct zm_game *game;
    struct zm_position *position;
    struct player *player[ZM_MAX_PLAYERS];
    const char *named[ZM_MAX_PLAYERS]; /* who sits there by the command line; NULL: not said */
    char mark[ZM_MAX_PLAYERS];         /* X, O: what a player puts on the board; 0: not so simple */
    struct zm_limits limits;           /* of the computers */
    struct zm_book *book;              /* of those that search; may be NULL */
    uint64_t seed;                     /* everything random comes from it */
    uint64_t dice;                     /* the state of chance */
    const char *save;                  /* --save, or NULL */
    char file[4096];                   /* where it was loaded from or saved last, or "" */
    const struct play_voice *voice;
    struct play_input *input;
    bool fresh; /* the position has not been shown yet */
    bool told;  /* the result was told */
};

/* Why play stops. */
enum play_leave { PLAY_ON, PLAY_QUIT, PLAY_INTERRUPTED, PLAY_FAILED };

/* Play to the end; the exit code. */
int play_run(struct play *play);

/* A move that is legal: it is played, told and saved. */
enum play_leave play_move(struct play *play, zm_move m, const struct zm_result *result);

/* Do what a line says. */
enum play_leave play_line(struct play *play, const char *line);

/* Word number i that may be typed now: commands and moves; NULL past the last. */
const char *play_word(void *play, int i);

/* --- seats --- */

/* Fill the seats: `spec` has one text or NULL for each. An empty seat gets a person if
 * there is none yet, else a friendly computer. */
const char *play_seat(struct play *play, const char *const spec[], struct zm_error *error);
const char *play_level(struct play *play, const char *number, struct zm_error *error);
const char *play_swap(struct play *play, struct zm_error *error);
int play_people(const struct play *play);
bool play_is_person(const struct play *play, int player);
void play_release(struct play *play);

/* "X" or "player 1". */
const char *play_name(const struct play *play, int player);

/* --- saving --- */

/* Write the record of the game to a file. */
const char *play_save(struct play *play, const char *path, struct zm_error *error);
/* Save it where saved games are kept and say how to go on; false: it could not be. */
bool play_keep(const struct play *play);
/* Replace the game by a saved one. `given` is the game on the command line, or NULL; a
 * plug-in is loaded only if it is given, and a program of somebody else's sits down only if
 * the command line named it. *illegal: a move of the record is. */
const char *play_load(struct play *play, const char *path, const char *given, bool *illegal,
                      struct zm_error *error);

/* --- the board --- */
void play_board(const struct play *play);

#endif
