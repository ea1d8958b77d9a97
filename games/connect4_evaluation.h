/* connect4_evaluation.h -- what Connect Four looks like before it is solved: counts of what
 * may become a four, with weights learned by `zermelo tune`. Included by connect4.c alone,
 * and only for the usual board.
 *
 * A winning cell that nobody can reach yet decides the game late, when columns fill up and
 * one player must play below it; whether that happens depends on whose it is and on its row
 * (odd or even, counted from 1), so both players have weights of their own, in each of
 * PHASES phases. Lines of four cells without a disc of the other count by how many of one's
 * own they hold. */
#ifndef CONNECT4_EVALUATION_H
#define CONNECT4_EVALUATION_H

enum feature {
    TO_MOVE,     /* always there                                  */
    WINS_NOW,    /* a winning cell that can be played             */
    MUST_ANSWER, /* the other has such a cell                     */
    IS_LOST,     /* ... and a second one                          */
    MY_ODD,
    MY_EVEN, /* winning cells that cannot be played yet       */
    THEIR_ODD,
    THEIR_EVEN,
    MY_ONES,
    MY_TWOS, /* open lines with one disc, with two            */
    THEIR_ONES,
    THEIR_TWOS,
    FEATURES
};
enum { PHASES = 6, PHASE_PLIES = 7, LEARNED = PHASES * 2 * FEATURES, UNIT = 100 };

/* As `zermelo tune connect4` wrote them; all 0 before it was ever run. */
static int16_t c4_learned[LEARNED] = {
#if __has_include("../data/connect4.weights")
#include "../data/connect4.weights"
#else
    0
#endif
};

/* Open lines in the direction of d with one disc, and with two: the discs on the four cells
 * of all lines at once are added up in binary. */
INLINE void open_lines(struct board b, uint64_t mine, uint64_t theirs, int d, int count[2])
{
    uint64_t open = every(b) & ~theirs;
    open &= open >> d;
    open &= open >> 2 * d;
    const uint64_t first = mine ^ mine >> d, last = first >> 2 * d;
    const uint64_t carry = mine & mine >> d;
    const uint64_t odd = first ^ last, two = carry ^ carry >> 2 * d ^ (first & last);
    count[0] += __builtin_popcountll(open & odd & ~two);
    count[1] += __builtin_popcountll(open & two & ~odd);
}

INLINE void features_of(struct board b, const struct zm_state *s, int count[FEATURES])
{
    const uint64_t mine = s->mover, theirs = s->mover ^ s->all;
    const uint64_t playable = (s->all + b.bottom) & every(b);
    const uint64_t my_wins = winning(b, mine, s->all), their_wins = winning(b, theirs, s->all);
    const uint64_t now = their_wins & playable;
    const uint64_t odd = rows(b, 0x15) & ~playable, even = rows(b, 0x2A) & ~playable;
    const int direction[] = { 1, stride(b) - 1, stride(b), stride(b) + 1 };
    count[TO_MOVE] = 1;
    count[WINS_NOW] = (my_wins & playable) != 0;
    count[MUST_ANSWER] = now != 0;
    count[IS_LOST] = (now & (now - 1)) != 0;
    count[MY_ODD] = __builtin_popcountll(my_wins & odd);
    count[MY_EVEN] = __builtin_popcountll(my_wins & even);
    count[THEIR_ODD] = __builtin_popcountll(their_wins & odd);
    count[THEIR_EVEN] = __builtin_popcountll(their_wins & even);
    count[MY_ONES] = count[MY_TWOS] = count[THEIR_ONES] = count[THEIR_TWOS] = 0;
    for (int i = 0; i < 4; i++) {
        open_lines(b, mine, theirs, direction[i], &count[MY_ONES]);
        open_lines(b, theirs, mine, direction[i], &count[THEIR_ONES]);
    }
}

/* The first weight for s: of its phase and of the player to move. */
static inline int weights_at(const struct zm_state *s)
{
    return (s->plies / PHASE_PLIES * 2 + (s->plies & 1)) * FEATURES;
}

static int c4_terms(const struct zm_state *s, struct zm_term list[])
{
    int count[FEATURES];
    features_of(USUAL, s, count);
    for (int i = 0; i < FEATURES; i++)
        list[i] = (struct zm_term){ weights_at(s) + i, count[i] };
    return FEATURES;
}

static int c4_evaluate(const struct zm_state *s, int player)
{
    enum { MOST = 18 * UNIT - 1 };
    const int16_t *const weight = c4_learned + weights_at(s);
    int count[FEATURES], sum = 0;
    features_of(USUAL, s, count);
    for (int i = 0; i < FEATURES; i++)
        sum += weight[i] * count[i];
    sum = sum > MOST ? MOST : sum < -MOST ? -MOST : sum;
    return player == s->turn ? sum : -sum;
}

#endif
