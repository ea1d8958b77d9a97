/* peers.h -- for the tests of outside programs as players: peer.c as a player, what it has
 * heard, and whether its processes are gone. */
#ifndef PEERS_H
#define PEERS_H

#include "match/player.h"
#include "tap.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *peer; /* the path of the program */
static char folder[] = "/tmp/zermelo-outside-XXXXXX";

static inline const struct zm_game *open_game(const char *name)
{
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    if (!game)
        printf("# %s\n", error.text);
    return game;
}

/* ---------------------------------------------------------------- processes -- */

/* Is there a process of this id that still runs? */
static inline bool runs(int pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *const in = fopen(path, "r");
    if (!in)
        return false;
    const size_t n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    text[n] = '\0';
    const char *const name_end = strrchr(text, ')');
    return name_end && name_end[1] && name_end[2] != 'Z' && name_end[2] != 'X';
}

/* All processes that the log names are gone, and none waits to be reaped by us. */
static inline bool all_gone(const char *log)
{
    char line[4096];
    int pid, pids = 0, alive = 0;
    FILE *const in = fopen(log, "r");
    while (in && fgets(line, sizeof line, in))
        if (sscanf(line, "pid %d", &pid) == 1) {
            pids++;
            /* A process that was killed may take a moment to be gone. */
            for (int i = 0; i < 200 && runs(pid); i++)
                usleep(5000);
            alive += runs(pid);
        }
    if (in)
        fclose(in);
    const bool none = waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD;
    if (alive > 0 || !none)
        printf("# %d processes, %d alive, %s to reap\n", pids, alive, none ? "none" : "some");
    return alive == 0 && none;
}

/* A new file for what the peer hears. */
static inline const char *new_log(void)
{
    static char path[128];
    static int number;
    snprintf(path, sizeof path, "%s/log%d", folder, number++);
    return path;
}

/* How often the log has this line, or a line with this beginning that ends in *. */
static inline int heard(const char *log, const char *wanted)
{
    char line[4096];
    int times = 0;
    const size_t length = strlen(wanted);
    FILE *const in = fopen(log, "r");
    while (in && fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        times += length > 0 && wanted[length - 1] == '*' ? !strncmp(line, wanted, length - 1)
                                                         : !strcmp(line, wanted);
    }
    if (in)
        fclose(in);
    return times;
}

/* ------------------------------------------------------------------- games -- */

/* `times` games between the player and somebody who plays the first legal move, from both
 * seats. Every move of the player must be the last legal one. The reason if it failed. */
static inline const char *play_games(const struct zm_game *game, struct player *player, int times,
                                     const struct zm_limits *limits, struct zm_error *error)
{
    const char *wrong = NULL;
    for (int g = 0; g < times && !wrong; g++) {
        struct zm_position *const p = zm_position_new(game, error);
        wrong = player_new_game(player, 1, error);
        while (!wrong && zm_position_turn(p) != ZM_OVER) {
            struct zm_result result;
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            const zm_move last = list[n - 1];
            zm_move m = list[0];
            if (zm_position_turn(p) == (g & 1)) {
                wrong = player_choose(player, p, limits, &result, error);
                m = result.move;
                if (!wrong && m != last)
                    wrong = "not the move it was to play";
            }
            if (!wrong)
                wrong = zm_position_play(p, m, error);
        }
        zm_position_free(p);
    }
    return wrong;
}

static inline struct player *new_peer(const struct zm_game *game, const char *protocol,
                                      const char *fault, const char *log, const char *options)
{
    struct zm_error error;
    char spec[1024];
    snprintf(spec, sizeof spec, "%s:cmd='%s' %s %s '%s' '%s'%s", protocol, peer, protocol,
             game->name, fault, log, options);
    struct player *const player = player_new(game, spec, 1, &error);
    if (!player)
        printf("# %s\n", error.text);
    return player;
}

static const struct {
    const char *protocol, *game;
} pair[] = {
    { "uci", "connect4" },   { "uci", "othello" },    { "uci", "tictactoe" },
    { "gtp", "connect4" },   { "gtp", "othello" },    { "xboard", "connect4" },
    { "xboard", "othello" }, { "gomocup", "gomoku" }, { "nboard", "othello" },
};
enum { PAIRS = sizeof pair / sizeof *pair };

/* One move. */
static inline const char *one_move(const struct zm_game *game, struct player *player,
                                   const struct zm_limits *limits, struct zm_error *error)
{
    struct zm_result result;
    struct zm_position *const p = zm_position_new(game, error);
    const char *const wrong = player_choose(player, p, limits, &result, error);
    zm_position_free(p);
    return wrong;
}

/* ----------------------------------------------------------------- the test -- */

/* False: it cannot begin. */
static inline bool peers_begin(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    peer = getenv("PEER");
    if (peer && mkdtemp(folder))
        return true;
    printf("Bail out! no PEER or no folder\n");
    return false;
}

static inline int peers_done(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    OK(system(command) == 0);
    return tap_done();
}

#endif
