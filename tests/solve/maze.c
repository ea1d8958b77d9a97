/* maze.c -- a plug-in for the tests of the solver: two players walk in turn through a maze made
 * by chance, of `rooms` rooms with up to three doors each, and may not enter a room for a second
 * time. Or they pass; two passes end the game, and the room says who wins how much. So almost
 * every value depends on the way that led there.
 *   superko=positional   a room that has been entered is closed
 *   superko=situational  a room may be entered once with either player to move */
#include <zermelo/game.h>

#include <string.h>

enum { DOORS = 3, MOST_ROOMS = 32 };

struct zm_state {
    int32_t room, rooms, seed, turn, passes, situational;
};

static uint64_t number(const struct zm_state *s, int what)
{
    return zm_mix(((uint64_t)(unsigned)s->seed << 20) + (uint64_t)(unsigned)(s->room * 8 + what));
}

static const char *maze_start(struct zm_state *s, const char *options)
{
    char name[ZM_OPTION], value[ZM_OPTION];
    s->rooms = 8;
    while (zm_next_option(&options, name, value)) {
        const char *at = value;
        if (!strcmp(name, "superko"))
            s->situational = !strcmp(value, "situational");
        else if (!strcmp(name, "rooms") ? !zm_read_number(&at, 2, MOST_ROOMS, &s->rooms)
                                        : !zm_read_number(&at, 0, 999999, &s->seed))
            return "expected rooms=, seed= and superko=";
    }
    return NULL;
}

static const char *maze_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .room = 0 };
    (void)shape;
    return maze_start(&s, options);
}

static int maze_turn(const struct zm_state *s)
{
    return s->passes == 2 ? ZM_OVER : s->turn;
}

/* The pass is the last, as superko wants it; it leads to the room one is in. */
static int maze_moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    for (int door = 0; door < DOORS; door++) {
        const zm_move to = number(s, door) % (unsigned)s->rooms;
        bool new = to != (zm_move)s->room;
        for (int i = 0; i < n; i++)
            new = new &&list[i] != to;
        if (new)
            list[n++] = to;
    }
    list[n++] = (zm_move)s->room;
    return n;
}

static void maze_play(struct zm_state *s, zm_move m)
{
    s->passes = m == (zm_move)s->room ? s->passes + 1 : 0;
    s->room = (int32_t)m;
    s->turn = 1 - s->turn;
}

static int maze_payoff(const struct zm_state *s, int player)
{
    const int points = (int)(number(s, DOORS) % 7) - 3;
    return player == 0 ? points : -points;
}

static uint64_t place_and_mover_key(const struct zm_state *s)
{
    return zm_mix((uint64_t)(unsigned)(2 * s->room + (s->situational ? s->turn : 0)));
}

static void maze_show(const struct zm_state *s, struct zm_text *out)
{
    zm_print(out, "room %d\n", (int)s->room);
}

static void maze_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    if (m == (zm_move)s->room)
        zm_print(out, "pass");
    else
        zm_print(out, "%d", (int)m);
}

static const struct zm_game maze = {
    ZM_GAME("maze"),
    .title = "Maze",
    .options = "rooms=8 seed=0 superko=positional",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_CYCLES,
    .players = 2,
    .max_moves = DOORS + 1,
    .max_payoff = 3,
    .unit = 1,
    .repetition = ZM_REPEAT_ILLEGAL,
    .start = maze_start,
    .shape = maze_shape,
    .turn = maze_turn,
    .moves = maze_moves,
    .play = maze_play,
    .payoff = maze_payoff,
    .repeat_key = place_and_mover_key,
    .show = maze_show,
    .show_move = maze_show_move,
};

#define ZM_THIS maze
#include <zermelo/kernels.h>
