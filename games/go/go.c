/* go.c -- Go: surround more of the board than the other.
 *
 * size=      1 to 19, or columns x rows
 * komi=      points for White; halves make payoffs count in half points
 * superko=   positional: no move may bring back an earlier board; situational: nor one with
 *            the same player to move; none: only the ko may not be retaken at once
 * suicide=   may a move take off one's own stones? (one alone never without superko)
 * handicap=  Black's stones on the places of the Go Text Protocol, White begins
 *
 * Two passes in a row end the game. The score is by area: stones, and empty regions that touch
 * one colour alone; dead stones must be captured, or taken off before. The library knows what
 * was on the board before and forbids what superko does; the plain ko is part of the position.
 *
 * This file is compiled twice: for boards of up to 9x9, and by go_large.c for all. Which of the
 * two plays is decided when the game is opened, in shape(). */
#include <zermelo/game.h>

#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef GO
#define GO go
#ifdef ZM_PLUGIN
#define GO_LINES 19
#else
#define GO_LINES 9
extern const struct zm_game *const zm_game_go_large;
#endif
#endif

enum { LINES = GO_LINES };

#include "go_bits.h"

#include "go_rules.h"

#include "go_text.h"

#include "go_page.h"

#include "go_board.h"

#include "go_patterns.h"

#include "go_tactics.h"

#include "go_playout.h"

#include "go_benson.h"

#include "go_priors.h"

#include "go_solve.h"

static void fill_tables(void)
{
    fill_patterns();
    fill_priors();
}

/* Threads may open the game at the same time. */
static void game_prepare(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
}

static const char *game_shape(struct zm_game *shape, const char *options)
{
    struct zm_state s = { .turn = 0 };
    int handicap;
    const char *const wrong = read_options(&s, options, &handicap);
    if (wrong)
        return wrong;
#if GO_LINES < 19
    if (s.rows > LINES || s.columns > LINES) {
        zm_game_go_large->prepare();
        return zm_game_go_large->shape(memcpy(shape, zm_game_go_large, sizeof *shape), options);
    }
#endif
    const int area = s.rows * s.columns;
    shape->max_moves = shape->slots = area + 1;
    shape->max_payoff = s.unit * area + abs(s.komi);
    shape->repetition = s.superko == SIMPLE_KO ? ZM_REPEAT_HARMLESS : ZM_REPEAT_ILLEGAL;
    shape->symmetries = s.rows == s.columns ? 8 : 4;
    shape->grid = (struct zm_grid){ s.rows, s.columns, ZM_POINTS };
    return NULL;
}

static const struct zm_game GO = {
    ZM_GAME("go"),
    .title = "Go",
    .options = "size=9 komi=7.5 superko=positional suicide=no handicap=0",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_CYCLES | ZM_MARGIN,
    .players = 2,
    .max_moves = LINES * LINES + 1,
    .max_payoff = 2 * LINES * LINES + 15,
    .unit = 1,
    .repetition = ZM_REPEAT_ILLEGAL,
    .grid = { LINES, LINES, ZM_POINTS },
    .prepare = game_prepare,
    .start = game_start,
    .shape = game_shape,
    .turn = game_turn,
    .moves = game_moves,
    .legal = game_legal,
    .play = game_play,
    .payoff = game_payoff,
    .key = game_key,
    .repeat_key = game_repeat_key,
    .show = game_show,
    .show_move = game_show_move,
    .write = game_write,
    .read = game_read,
    .symmetries = 8,
    .transform = game_transform,
    .transform_move = game_transform_move,
    .planes = PLANES,
    .features = game_features,
    .slots = LINES * LINES + 1,
    .slot = game_slot,
    .cells = game_cells,
    .clicks = game_clicks,
    .owners = game_owners,
    .playout = game_playout,
    .priors = game_priors,
    .insight = game_insight,
    .gives_up = game_gives_up,
};

#define ZM_THIS GO
#include <zermelo/kernels.h>
