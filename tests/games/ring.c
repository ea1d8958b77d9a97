/* ring.c -- a small game that comes back to where it was: one token on a ring of five
 * cells, moved by turns one or two steps on. Who reaches the last cell wins; either may
 * stop the game, which is then a draw. What a repetition means is chosen at build time:
 * the third time draws or, with SUPERKO, it is forbidden. */
#include <zermelo/game.h>

#include "faulty/bug.h"

enum { CELLS = 5, STOP = 0 };
enum { none, cycles_flag, key_without_turn, repeat_key_counts };

struct zm_state {
    int32_t token;
    int32_t player; /* who moves, or moved last */
    int32_t over;
    int32_t unused;
};

static const char *start(struct zm_state *s, const char *options)
{
    (void)s;
    return options && *options ? "the game takes no options" : NULL;
}

static int turn(const struct zm_state *s)
{
    return s->over ? ZM_OVER : s->player;
}

static int moves(const struct zm_state *s, zm_move list[])
{
    (void)s;
    list[0] = 1;
    list[1] = 2;
    list[2] = STOP;
    return 3;
}

static void play(struct zm_state *s, zm_move m)
{
    s->token = (s->token + (int32_t)m) % CELLS;
    s->over = m == STOP || s->token == CELLS - 1;
    if (!s->over)
        s->player = !s->player;
    if (BUG(repeat_key_counts))
        s->unused++;
}

static int payoff(const struct zm_state *s, int player)
{
    if (s->token != CELLS - 1)
        return 0;
    return player == s->player ? 1 : -1;
}

static void show(const struct zm_state *s, struct zm_text *out)
{
    for (int i = 0; i < CELLS; i++)
        zm_print(out, "%c", i == s->token ? 'T' : '.');
    zm_print(out, "\n");
}

static void show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    zm_print(out, "%c", "s12"[m]);
}

static uint64_t key(const struct zm_state *s)
{
    const int player = BUG(key_without_turn) ? 0 : s->player;
    return zm_mix((uint64_t)(s->token * 4 + player * 2 + s->over + 1));
}

static uint64_t repeat_key(const struct zm_state *s)
{
    return key(s) + (uint64_t)s->unused;
}

static const struct zm_game ring = {
    ZM_GAME("ring"),
    .title = "Round and round",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | (BUG(cycles_flag) ? 0 : ZM_CYCLES),
    .players = 2,
    .max_moves = 3,
    .max_payoff = 1,
    .unit = 1,
#ifdef SUPERKO
    .repetition = ZM_REPEAT_ILLEGAL,
#else
    .repetition = BUG(cycles_flag) ? ZM_REPEAT_HARMLESS : ZM_REPEAT_DRAWS,
    .repeat_count = 3,
#endif
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .show = show,
    .show_move = show_move,
    .key = key,
    .repeat_key = repeat_key,
};

#define ZM_THIS ring
#include <zermelo/kernels.h>
