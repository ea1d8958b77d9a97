/* kuhn.c -- Kuhn poker, the smallest poker there is: chance and hidden information.
 *
 * Each player puts one chip in and gets one of three cards, jack, queen or king. The
 * first player passes or bets one more chip; a bet is answered by a bet (a call) or a pass
 * (a fold); two passes, or a call, lead to the showdown. Source: H. W. Kuhn, "A simplified
 * two-person poker", 1950. With best play the first player loses 1/18 of a chip a game.
 *
 * What to look at: chance is a player like any other, whose moves have weights; view()
 * says what a player knows, as text; guess() deals again what a player cannot know. */
#include <zermelo/game.h>

enum card { NO_CARD, JACK, QUEEN, KING };
enum action { PASS, BET };

struct zm_state {
    int32_t card[2];   /* enum card of each player      */
    int32_t actions;   /* how many since the deal       */
    int32_t action[3]; /* pass-bet-pass is the longest  */
};

static const char *kuhn_start(struct zm_state *s, const char *options)
{
    (void)s; /* zeroed memory: no card dealt, nothing done */
    return options && *options ? "Kuhn poker takes no options" : NULL;
}

/* Over after two actions, unless they were pass and bet: then the bet is answered. */
static int kuhn_turn(const struct zm_state *s)
{
    if (!s->card[1])
        return ZM_CHANCE;
    const bool open = s->actions == 2 && s->action[0] == PASS && s->action[1] == BET;
    return s->actions < 2 || open ? s->actions % 2 : ZM_OVER;
}

/* At a chance node the moves are what may happen: the cards still in the pack. */
static int kuhn_moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    if (kuhn_turn(s) == ZM_CHANCE) {
        for (zm_move card = JACK; card <= KING; card++)
            if ((int32_t)card != s->card[0])
                list[n++] = card;
        return n;
    }
    list[n++] = PASS;
    list[n++] = BET;
    return n;
}

/* All cards are equally likely. Weights are whole numbers; only their ratio counts. */
static void kuhn_weights(const struct zm_state *s, uint32_t weight[])
{
    const int cards = s->card[0] ? 2 : 3;
    for (int i = 0; i < cards; i++)
        weight[i] = 1;
}

static void kuhn_play(struct zm_state *s, zm_move m)
{
    if (kuhn_turn(s) == ZM_CHANCE)
        s->card[s->card[0] ? 1 : 0] = (int32_t)m;
    else
        s->action[s->actions++] = (int32_t)m;
}

/* A bet that was passed wins for the player who made it; else the higher card wins. */
static int kuhn_payoff(const struct zm_state *s, int player)
{
    const int last = s->action[s->actions - 1], before = s->action[s->actions - 2];
    const bool folded = before == BET && last == PASS;
    const int winner = folded ? s->actions % 2 : s->card[1] > s->card[0];
    const int chips = last == BET ? 2 : 1;
    return player == winner ? chips : -chips;
}

/* ------------------------------------------------------------------- text -- */

static void show_actions(const struct zm_state *s, struct zm_text *out)
{
    for (int i = 0; i < s->actions; i++)
        zm_print(out, " %s", s->action[i] == BET ? "bet" : "pass");
}

static void kuhn_show(const struct zm_state *s, struct zm_text *out)
{
    zm_print(out, "%c against %c:", "-JQK"[s->card[0]], "-JQK"[s->card[1]]);
    show_actions(s, out);
    zm_print(out, "\n");
}

static void kuhn_show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    if (kuhn_turn(s) == ZM_CHANCE)
        zm_print(out, "%c", "-JQK"[m]);
    else
        zm_print(out, "%s", m == BET ? "bet" : "pass");
}

/* ----------------------------------------------------- hidden information -- */

/* The own card and all actions; whether the other has a card yet, but not which. */
static void kuhn_view(const struct zm_state *s, int player, struct zm_text *out)
{
    zm_print(out, "%c%s", "-JQK"[s->card[player]], s -> card[1] ? ":" : "");
    show_actions(s, out);
}

/* Deal the other player's card again: any but one's own fits all that was seen. */
static void kuhn_guess(struct zm_state *s, int player, uint64_t *seed)
{
    const int32_t mine = s->card[player], step = 1 + (int32_t)zm_random(seed, 2);
    s->card[!player] = (mine - JACK + step) % 3 + JACK;
}

static const struct zm_game kuhn = {
    ZM_GAME("kuhn"),
    .title = "Kuhn poker",
    .flags = ZM_ZERO_SUM | ZM_HAS_CHANCE | ZM_HIDDEN,
    .players = 2,
    .max_moves = 3,
    .max_plies = 5,
    .max_payoff = 2,
    .unit = 1,
    .start = kuhn_start,
    .turn = kuhn_turn,
    .moves = kuhn_moves,
    .play = kuhn_play,
    .payoff = kuhn_payoff,
    .show = kuhn_show,
    .show_move = kuhn_show_move,
    .weights = kuhn_weights,
    .view = kuhn_view,
    .guess = kuhn_guess,
};

#define ZM_THIS kuhn
#include <zermelo/kernels.h>
