/* Othello matches, from openings by lot with seats swapped: every game against a player that
 * takes the most discs, and nearly every one against MCTS with the same time. Equal time is
 * what is compared, so this is for the long suite; nothing here depends on how much it is. */
#include "tap.h"

#include <zermelo/zermelo.h>

enum { OPENING = 6 };

static struct zm_error error;

static int discs(const struct zm_position *p, char colour)
{
    char text[128];
    int n = 0;
    zm_position_write(p, text, sizeof text);
    for (int i = 0; i < 64; i++)
        n += text[i] == colour;
    return n;
}

/* One ply: the most discs of one's own. */
static zm_move greedy(struct zm_position *p)
{
    const char mine = zm_position_turn(p) == 0 ? 'X' : 'O';
    const zm_move *list;
    zm_move move[64], best = ZM_NO_MOVE;
    const int n = zm_position_moves(p, &list);
    int most = -1;
    memcpy(move, list, (size_t)n * sizeof *move);
    for (int i = 0; i < n; i++) {
        zm_position_play(p, move[i], &error);
        const int have = discs(p, mine);
        zm_position_undo(p);
        if (have > most) {
            most = have;
            best = move[i];
        }
    }
    return best;
}

/* What `search` gets against `other` (NULL: greedy) from a seat, in discs. */
static int played(const struct zm_game *game, struct zm_search *search, struct zm_search *other,
                  int seat, uint64_t seed)
{
    struct zm_position *const p = zm_position_new(game, &error);
    const struct zm_limits limits = { .seconds = 0.02 };
    for (int ply = 0; zm_position_turn(p) != ZM_OVER; ply++) {
        struct zm_search *const who = zm_position_turn(p) == seat ? search : other;
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_move m = list[zm_random(&seed, (uint32_t)n)];
        struct zm_result result;
        if (ply >= OPENING && !who)
            m = greedy(p);
        else if (ply >= OPENING && !zm_search_run(who, p, &limits, &result, &error))
            m = result.move;
        zm_position_play(p, m, &error);
    }
    const int discs_more = zm_position_payoff(p, seat);
    zm_position_free(p);
    return discs_more;
}

/* How many half points of `games` games. */
static int match(const struct zm_game *game, const char *against, int games)
{
    int points = 0;
    struct zm_search *const search = zm_search_new(game, "alphabeta:hash=16", &error);
    struct zm_search *const other = against ? zm_search_new(game, against, &error) : NULL;
    for (int i = 0; i < games; i++) {
        const int won = played(game, search, other, i % 2, zm_mix((uint64_t)i / 2 + 1) | 1);
        points += won > 0 ? 2 : won == 0;
    }
    zm_search_free(search);
    zm_search_free(other);
    return points;
}

int main(void)
{
    const struct zm_game *const game = zm_game_open("othello", NULL, &error);
    EQ(match(game, NULL, 100), 200);
    const int points = match(game, "uct", 40);
    OKF(points >= 76, "%d of 80 half points against MCTS", points);
    zm_game_close(game);
    return tap_done();
}
