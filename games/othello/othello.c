/* othello.c -- Othello: enclose the other's discs in a line and they become yours; who has
 * more at the end wins.
 *
 * The board is two sets of 64 bits, a1 at the top left (othello_flips.h). Boards of 6x6 and
 * 4x4 lie in the middle of the 8x8 one, so that all begin with the same four squares, and
 * symmetries, flips and moves are the same for all; only names and `board` differ.
 *
 * A move is the number of its square. Who cannot move passes, which is a move of its own;
 * the game is over when nobody can move, so that two passes never follow each other. The
 * payoff is the difference in discs, empty squares going to the winner.
 *
 * This file is compiled twice: as it is, for any processor, and by othello_avx2.c. Which
 * of the two the searches run in is decided when the game is opened, in shape(). */
#include <zermelo/game.h>

#include <string.h>

#ifndef OTHELLO
#define OTHELLO othello
#if defined __x86_64__ && !defined ZM_PLUGIN
#define OTHELLO_FASTER
extern const struct zm_game *const zm_game_othello_avx2;
#endif
#endif

enum { SIDE = 8, SQUARES = SIDE * SIDE, PASS = SQUARES };

struct zm_state {
    uint64_t mover; /* discs of the player to move; once the game is over, of the first */
    uint64_t other;
    uint64_t moves; /* where the player to move may; nowhere: the move is a pass */
    uint64_t board;
    int64_t turn; /* 0, 1 or ZM_OVER */
};

#include "othello_flips.h"

/* ------------------------------------------------------------------ rules -- */

static int size_of(const struct zm_state *s)
{
    return s->board == ~0ULL ? 8 : s->board >> 9 & 1 ? 6 : 4;
}

static inline uint64_t corners_of(uint64_t board)
{
    return board == ~0ULL   ? 0x8100000000000081
           : board >> 9 & 1 ? 0x0042000000004200
                            : 0x0000240000240000;
}

static int discs(uint64_t b)
{
    return __builtin_popcountll(b);
}

/* After mover, other and board were set: where can the player `next` move? */
static inline void settle(struct zm_state *s, int64_t next)
{
    s->turn = next;
    s->moves = moves_of(s->mover, s->other, s->board);
    if (__builtin_expect(s->moves || moves_of(s->other, s->mover, s->board), true))
        return;
    s->turn = ZM_OVER;
    if (next == 1) {
        const uint64_t first = s->other;
        s->other = s->mover;
        s->mover = first;
    }
}

static const char *oth_start(struct zm_state *s, const char *options)
{
    static const uint64_t board[] = { 0x00003C3C3C3C0000, 0x007E7E7E7E7E7E00, ~0ULL };
    char name[ZM_OPTION], value[ZM_OPTION];
    int size = SIDE;
    while (zm_next_option(&options, name, value)) {
        const char *at = value;
        if (strcmp(name, "size") != 0)
            return "the option is size=, as in size=6";
        if (!zm_read_number(&at, 4, SIDE, &size) || *at || size % 2)
            return "size= is 8, 6 or 4";
    }
    s->board = board[size / 2 - 2];
    s->mover = 1ULL << 28 | 1ULL << 35; /* e4 and d5 */
    s->other = 1ULL << 27 | 1ULL << 36;
    settle(s, 0);
    return NULL;
}

static int oth_turn(const struct zm_state *s)
{
    return (int)s->turn;
}

/* Corners first; the squares next to them, which give them away, last. */
static int oth_moves(const struct zm_state *s, zm_move list[])
{
    const int size = size_of(s);
    const uint64_t corners = corners_of(s->board);
    const uint64_t risky = size == 8 ? 0x42C300000000C342 : size == 6 ? 0x0024660000662400 : 0;
    const uint64_t part[] = { corners, ~(corners | risky), risky };
    if (!s->moves) {
        list[0] = PASS;
        return 1;
    }
    int n = 0;
    for (int i = 0; i < 3; i++)
        for (uint64_t left = s->moves & part[i]; left; left &= left - 1)
            list[n++] = (zm_move)__builtin_ctzll(left);
    return n;
}

static void oth_play(struct zm_state *s, zm_move m)
{
    const uint64_t mine = s->mover, theirs = s->other;
    uint64_t turned = 0, set = 0;
    if (__builtin_expect(m != PASS, true)) {
        turned = flips((int)m, mine, theirs);
        set = 1ULL << m;
    }
    s->mover = theirs ^ turned;
    s->other = mine ^ turned ^ set;
    settle(s, 1 - s->turn);
}

static int oth_payoff(const struct zm_state *s, int player)
{
    const int more = discs(s->mover) - discs(s->other);
    const int empty = discs(s->board & ~(s->mover | s->other));
    const int first = more > 0 ? more + empty : more < 0 ? more - empty : 0;
    return player == 0 ? first : -first;
}

static uint64_t oth_key(const struct zm_state *s)
{
    return zm_mix(zm_mix(s->mover + 0x9E3779B97F4A7C15ULL) ^ s->other) + (uint64_t)s->turn;
}

#include "othello_board.h"
#include "othello_count.h"
#include "othello_evaluation.h"
#include "othello_finish.h"
#include "othello_solve.h"
#include "othello_text.h"

static const char *oth_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .turn = 0 };
    const char *const wrong = oth_start(&s, options);
    if (wrong)
        return wrong;
    const int size = size_of(&s), squares = size * size;
    shape->max_moves = squares;
    shape->max_plies = 2 * (squares - 4); /* no two passes in a row */
    shape->max_payoff = squares;
    shape->slots = squares + 1;
    shape->grid = (struct zm_grid){ size, size, ZM_SQUARES };
    if (size == 6) {
        shape->learned_count = LEARNED6;
        shape->learned = zm_othello_learned6;
        shape->max_terms = TERMS6;
    }
    if (size == 4)
        shape->probcut = NULL; /* nothing is learned of it to guess from */
#ifdef OTHELLO_FASTER
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        shape->kernels = zm_game_othello_avx2->kernels;
#endif
    return NULL;
}

static const struct zm_game OTHELLO = {
    ZM_GAME("othello"),
    .title = "Othello",
    .options = "size=8",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_MARGIN,
    .players = 2,
    .max_moves = SQUARES,
    .max_plies = 2 * (SQUARES - 4),
    .max_payoff = SQUARES,
    .unit = UNIT,
    .grid = { SIDE, SIDE, ZM_SQUARES },
    .start = oth_start,
    .turn = oth_turn,
    .moves = oth_moves,
    .play = oth_play,
    .payoff = oth_payoff,
    .key = oth_key,
    .shape = oth_shape,
    .show = oth_show,
    .show_move = oth_show_move,
    .write = oth_write,
    .read = oth_read,
    .read_move = oth_read_move,
    .symmetries = 8,
    .transform = oth_transform,
    .transform_move = oth_transform_move,
    .planes = PLANES,
    .features = oth_features,
    .slots = SQUARES + 1,
    .slot = oth_slot,
    .cells = oth_cells,
    .clicks = oth_clicks,
    .owners = oth_owners,
    .insight = oth_insight,
    .solve_key = oth_solve_key,
    .order = oth_order,
    .probcut = oth_guess,
    .finish = oth_finish,
    .finish_memory = sizeof(struct found) << FINISH_BITS,
    .count = oth_count,
    .evaluate = oth_evaluate,
#ifndef OTHELLO_AGAIN
    .prepare = oth_prepare,
#endif
    .learned_count = LEARNED,
    .learned = zm_othello_learned,
    .max_terms = TERMS,
    .terms = oth_terms,
    .policy = &oth_policy,
};

#define ZM_THIS OTHELLO
#include <zermelo/kernels.h>
