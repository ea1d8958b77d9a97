/* gomoku_value.h -- the evaluation: so much for each empty cell by its level for the player
 * to move, and by its level for the other, and something for the turn. */

enum {
    TERM_OF_TURN = 2 * LEVELS, /* always counts once: what it is worth to be on turn */
    TERMS
};

/* What a win is worth: a guess stays below. */
enum { UNIT = 10000 };

/* By the level for the player to move, by that for the other, the turn. */
static int16_t worth[TERMS];

/* Set by hand: what `zermelo tune gomoku` found in its first 3,000 games lost to these by 22
 * to 37. */
static const int16_t shipped_worth[TERMS] = {
    0, 0,  8,   20,  40,  30,  50,  60,  100, 150,  400, 100,  180,  1500, 4000,  9000, 0,
    0, -6, -15, -30, -25, -40, -50, -60, -90, -200, -60, -100, -300, -600, -2000, 30,
};

static int gm_evaluate(const struct zm_state *s, int player)
{
    const int mover = s->stones & 1;
    int sum = worth[TERM_OF_TURN];
    for (int i = 0; i < LEVELS; i++)
        sum += s->levels[mover][i] * worth[i] + s->levels[1 - mover][i] * worth[LEVELS + i];
    sum = sum < -UNIT + 1 ? -UNIT + 1 : sum > UNIT - 1 ? UNIT - 1 : sum;
    return player == mover ? sum : -sum;
}

static int gm_terms(const struct zm_state *s, struct zm_term list[])
{
    const int mover = s->stones & 1;
    int n = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < LEVELS; i++)
            if (s->levels[side ? 1 - mover : mover][i])
                list[n++] =
                    (struct zm_term){ side * LEVELS + i, s->levels[side ? 1 - mover : mover][i] };
    list[n++] = (struct zm_term){ TERM_OF_TURN, 1 };
    return n;
}
