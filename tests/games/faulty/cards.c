/* cards.c -- a small game with chance and hidden information: two players get one card
 * each of three, then bid in turn, player 0 twice, at most as high as the card. The higher
 * card wins all bids of the other. */
#include <zermelo/game.h>

#include "bug.h"

enum { CARDS = 3 };

enum {
    none,
    chance_flag,
    features_leak,
    guess_nothing,
    guess_own,
    guess_zero,
    view_forgets_bid,
    view_forgets_turn,
    view_leaks,
    view_without_card,
    weight_zero
};

struct zm_state {
    int32_t card[2]; /* 1 .. 3, 0: not dealt yet */
    int32_t bid[3];  /* of player 0, 1, 0        */
    int32_t bids;
};

static const char *start(struct zm_state *s, const char *options)
{
    (void)s;
    return options && *options ? "the game takes no options" : NULL;
}

static int turn(const struct zm_state *s)
{
    if (!s->card[1])
        return ZM_CHANCE;
    return s->bids == 3 ? ZM_OVER : s->bids & 1;
}

static int moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    if (turn(s) == ZM_CHANCE) {
        for (int card = 1; card <= CARDS; card++)
            if (card != s->card[0])
                list[n++] = (zm_move)card;
        return n;
    }
    for (int bid = 1; bid <= s->card[s->bids & 1]; bid++)
        list[n++] = (zm_move)bid;
    return n;
}

static void weights(const struct zm_state *s, uint32_t weight[])
{
    for (int i = 0; i < (s->card[0] ? 2 : 3); i++)
        weight[i] = BUG(weight_zero) && i == 1 ? 0 : 1;
}

static void play(struct zm_state *s, zm_move m)
{
    if (!s->card[1])
        s->card[s->card[0] ? 1 : 0] = (int32_t)m;
    else
        s->bid[s->bids++] = (int32_t)m;
}

static int payoff(const struct zm_state *s, int player)
{
    const bool first = s->card[0] > s->card[1];
    const int won = first ? s->bid[1] : s->bid[0] + s->bid[2];
    return first == (player == 0) ? won : -won;
}

static void show(const struct zm_state *s, struct zm_text *out)
{
    zm_print(out, "cards %d %d, bids %d %d %d\n", s->card[0], s->card[1], s->bid[0], s->bid[1],
             s->bid[2]);
}

static void show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    zm_print(out, "%s%d", turn(s) == ZM_CHANCE ? "card" : "bid", (int)m);
}

static void view(const struct zm_state *s, int player, struct zm_text *out)
{
    if (!BUG(view_without_card))
        zm_print(out, "%d", s->card[player]);
    if (BUG(view_leaks))
        zm_print(out, "%d", s->card[!player]);
    zm_print(out, s->card[1] ? " dealt" : " dealing");
    for (int i = 0; i < s->bids; i++) {
        if (BUG(view_forgets_turn) && i == 1 && player == 0 && s->bids == 2)
            continue;
        if (BUG(view_forgets_bid) && i == 0 && player == 0)
            zm_print(out, " ?");
        else
            zm_print(out, " %d", s->bid[i]);
    }
}

/* The other's card is neither the own one nor lower than a bid on it. */
static void guess(struct zm_state *s, int player, uint64_t *seed)
{
    int fits[CARDS], n = 0;
    const int least = player == 0 ? s->bid[1] : s->bid[0];
    for (int card = 1; card <= CARDS; card++)
        if (card != s->card[player] && card >= least)
            fits[n++] = card;
    if (BUG(guess_nothing))
        return;
    s->card[!player] = fits[zm_random(seed, (uint32_t)n)];
    if (BUG(guess_own))
        s->card[player] = 1 + (int)zm_random(seed, CARDS);
    if (BUG(guess_zero) && s->bids == 0)
        s->card[1] = zm_random(seed, 2) ? 7 : 8;
}

static void features(const struct zm_state *s, int player, float *plane)
{
    plane[0] = (float)s->card[player];
    plane[1] = BUG(features_leak) ? (float)s->card[!player] : 0;
}

static void cells(const struct zm_state *s, int player, char cell[])
{
    for (int i = 0; i < 2; i++)
        cell[i] = player == i || player < 0 ? (char)('0' + s->card[i]) : '?';
}

static const struct zm_game cards = {
    ZM_GAME("cards"),
    .title = "Bidding on a card",
    .flags = ZM_ZERO_SUM | ZM_HIDDEN | (BUG(chance_flag) ? 0 : ZM_HAS_CHANCE),
    .players = 2,
    .max_moves = CARDS,
    .max_plies = 5,
    .max_payoff = 2 * CARDS,
    .unit = 1,
    .grid = { 1, 2, ZM_SQUARES },
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .show = show,
    .show_move = show_move,
    .weights = weights,
    .view = view,
    .guess = guess,
    .planes = 2,
    .features = features,
    .cells = cells,
};

ZM_EXPORT(cards);
