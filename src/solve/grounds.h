/* grounds.h -- what a proof rests on where positions may not come back (superko).
 *
 * A proof that a position is won is a tree: one move of the winner, all moves of the loser that
 * are allowed. What is allowed depends on what has been before. So a proof found on one line of
 * play holds on another if and only if
 *
 *  1. nothing that the winner's moves bring about has been there before (`made`), and
 *  2. everything that forbade the loser a move has been there as well (`needed`).
 *
 * Whether more is forbidden to the loser makes no difference, since a pass never is.
 *
 * `made` may be thousands of positions, so only a Bloom filter of them is kept: it knows for
 * certain what is not among them. It knows them up to symmetry, as the table does. `needed` is
 * short and exact. Of a proof that needs more than MOST_NEEDED positions nothing is known but
 * that it holds on the line where it was found.
 * Source: Kishimoto & Mueller 2004, "A general solution to the graph history interaction
 * problem", who store a proof with the line it was found on and try to play it again on another;
 * here the conditions tell whether it would succeed. Theory: docs/theory/superko.md */
#ifndef SOLVE_GROUNDS_H
#define SOLVE_GROUNDS_H

#include <zermelo/game.h>

enum { MADE_WORDS = 8, MOST_NEEDED = 12 };

struct grounds {
    uint64_t made[MADE_WORDS];
    uint64_t needed[MOST_NEEDED];
    int count; /* of needed; more than MOST_NEEDED: too many to tell */
};

static inline uint64_t made_bit(uint64_t key, int *word)
{
    const uint64_t mixed = zm_mix(key + 1);
    *word = (int)(mixed % MADE_WORDS);
    return 1ULL << (mixed >> 58);
}

static inline void grounds_make(struct grounds *g, uint64_t key)
{
    int word;
    const uint64_t bit = made_bit(key, &word);
    g->made[word] |= bit;
}

static inline bool grounds_may_make(const struct grounds *g, uint64_t key)
{
    int word;
    const uint64_t bit = made_bit(key, &word);
    return (g->made[word] & bit) != 0;
}

static inline void grounds_need(struct grounds *g, uint64_t key)
{
    for (int i = 0; i < g->count && i < MOST_NEEDED; i++)
        if (g->needed[i] == key)
            return;
    if (g->count < MOST_NEEDED)
        g->needed[g->count] = key;
    if (g->count <= MOST_NEEDED)
        g->count++;
}

/* The proof begins where this has been in any case. */
static inline void grounds_given(struct grounds *g, uint64_t key)
{
    for (int i = 0; i < g->count && g->count <= MOST_NEEDED; i++)
        if (g->needed[i] == key)
            g->needed[i] = g->needed[--g->count];
}

/* Both proofs are parts of one. */
static inline void grounds_join(struct grounds *g, const struct grounds *more)
{
    for (int i = 0; i < MADE_WORDS; i++)
        g->made[i] |= more->made[i];
    if (more->count > MOST_NEEDED)
        g->count = more->count;
    for (int i = 0; i < more->count && g->count <= MOST_NEEDED; i++)
        grounds_need(g, more->needed[i]);
}

#endif
