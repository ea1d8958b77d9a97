/* Gomoku, 15 x 15, freestyle: 100 games against a player that looks two plies ahead with the
 * same patterns. Black's first stone is put by lot; each such opening is played from both
 * seats. Every move has the same number of nodes, so that the match can be repeated. */
#include "match/player.h"
#include "tap.h"

enum { OPENINGS = 50 };

static struct zm_error error;

/* What the deep search gets, sitting at `seat`. */
static int play(const struct zm_game *game, uint64_t seed, int seat)
{
    struct zm_position *const p = zm_position_new(game, &error);
    struct player *const player[2] = { player_new(game, "alphabeta:nodes=200000", seed, &error),
                                       player_new(game, "minimax:depth=2", seed, &error) };
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
    while (zm_position_turn(p) != ZM_OVER) {
        struct zm_result result;
        const int who = zm_position_turn(p) == seat ? 0 : 1;
        if (player_choose(player[who], p, NULL, &result, &error) ||
            zm_position_play(p, result.move, &error))
            break;
    }
    const bool over = zm_position_turn(p) == ZM_OVER;
    const int payoff = over ? zm_position_payoff(p, seat) : -1;
    for (int i = 0; i < 2; i++)
        player_free(player[i]);
    zm_position_free(p);
    return payoff;
}

int main(void)
{
    const struct zm_game *const game = zm_game_open("gomoku", NULL, &error);
    for (int seat = 0; seat < 2; seat++) {
        int won = 0;
        for (uint64_t i = 0; i < OPENINGS; i++)
            won += play(game, zm_mix(i + 2) | 1, seat) == 1;
        OKF(won == OPENINGS, "%d of %d won by %s", won, OPENINGS, seat == 0 ? "black" : "white");
    }
    zm_game_close(game);
    return tap_done();
}
