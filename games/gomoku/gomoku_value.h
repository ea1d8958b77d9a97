/* gomoku_value.h -- the evaluation: so much for each empty cell by its level for the player
 * to move, and by its level for the other, and something for the turn. The weights are learned:
 * docs/theory/threat-search.md says how, and what they are worth. */

enum {
    TERM_OF_TURN = 2 * LEVELS, /* always counts once: what it is worth to be on turn */
    TERMS
};

/* What a win is worth: a guess stays below. */
enum { UNIT = 10000 };

/* By the level for the player to move, by that for the other, the turn; as `zermelo tune
 * gomoku` wrote them, all 0 before it was ever run. Levels below A_TWO do not count: there is
 * no telling them from the number of empty cells. */
#define GOMOKU_WEIGHTS "../../data/gomoku.weights"
static int16_t worth[TERMS] = {
#if __has_include(GOMOKU_WEIGHTS)
#include GOMOKU_WEIGHTS
#else
    0
#endif
};

static int gm_evaluate(const struct zm_state *s, int player)
{
    const int mover = s->stones & 1;
    int sum = worth[TERM_OF_TURN];
    for (int i = A_TWO; i < LEVELS; i++)
        sum += s->levels[mover][i] * worth[i] + s->levels[1 - mover][i] * worth[LEVELS + i];
    sum = sum < -UNIT + 1 ? -UNIT + 1 : sum > UNIT - 1 ? UNIT - 1 : sum;
    return player == mover ? sum : -sum;
}

static int gm_terms(const struct zm_state *s, struct zm_term list[])
{
    const int mover = s->stones & 1;
    int n = 0;
    for (int side = 0; side < 2; side++)
        for (int i = A_TWO; i < LEVELS; i++)
            if (s->levels[side ? 1 - mover : mover][i])
                list[n++] =
                    (struct zm_term){ side * LEVELS + i, s->levels[side ? 1 - mover : mover][i] };
    list[n++] = (struct zm_term){ TERM_OF_TURN, 1 };
    return n;
}
