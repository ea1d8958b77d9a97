/* othello_finish.h -- the last empty squares, where nearly all positions of an endgame
 * search lie: a null-window search of its own. Included by othello.c alone.
 * Theory: docs/theory/othello-endgame.md
 *
 * "At least `target` discs?" is asked with `alpha` = target - 1; answers are fail-soft. All
 * functions see the board from the player to move: mine, theirs, the empty squares. `odd`
 * are the squares of the quadrants with an odd number of empty ones: who moves there
 * first also moves there last, so they come first (parity). */
#ifndef OTHELLO_FINISH_H
#define OTHELLO_FINISH_H

#include "othello_last.h"
#include "othello_stable.h"

enum {
    FINISH = 12,    /* empty squares from which on it searches                     */
    SORT_FROM = 6,  /* ... from which moves are sorted by what they leave the other */
    STORE_FROM = 8, /* ... from which results are kept in a table                  */
    FINISH_BITS = 14,
    BEST = 1 << 12 /* beyond any promise() */
};

/* What was found of a position: its value lies in low .. high. */
struct found {
    uint64_t key;
    int8_t low, high;
    uint8_t best; /* the move that was best, or PASS */
    uint8_t unused[5];
};

/* No more than the other's discs that can never be turned over leave. Asked only where it is
 * likely: if the mover wants much, and the other has discs enough and a corner. */
static inline bool stable_cut(const struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                              int left, int *value)
{
    static const int8_t worth_it[FINISH + 1] = {
        99, 99, 99, 99, 99, 8, 10, 12, 14, 16, 18, 20, 22
    };
    if (alpha < worth_it[left] || f->squares - 2 * discs(theirs) > alpha ||
        !(theirs & corners_of(f->board)))
        return false;
    *value = f->squares - 2 * discs(stable(theirs, mine, f->board));
    return *value <= alpha;
}

/* Five: odd quadrants first. Here and below `moves` are those of the mover. */
NOT_INLINED static int last_five(struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                                 uint64_t moves, uint64_t odd)
{
    const uint64_t empty = f->board & ~(mine | theirs);
    int best;
    f->nodes++;
    if (!moves) {
        moves = enclosing(theirs, mine) & empty;
        return moves ? -last_five(f, theirs, mine, -alpha - 1, moves, odd)
                     : settled(f, mine, theirs);
    }
    if (stable_cut(f, mine, theirs, alpha, 5, &best))
        return best;
    best = NO_MOVE;
    for (uint64_t part = moves & odd, rest = moves & ~odd; part | rest; part = rest, rest = 0)
        for (; part; part &= part - 1) {
            const int square = lowest(part);
            const uint64_t turned = flips(square, mine, theirs);
            const int value =
                -last_four(f, theirs ^ turned, mine ^ turned ^ 1ULL << square, -alpha - 1,
                           empty & ~(1ULL << square), odd ^ quadrant(square));
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    return best;
}

/* How good a move is, by what it leaves the other: few moves, corners least of all, and few
 * squares to get moves from. */
static inline int promise(uint64_t own, uint64_t replies, uint64_t free, uint64_t corners, bool odd)
{
    return -16 * (discs(replies) + discs(replies & corners)) - 2 * discs(around(own) & free) +
           (odd ? 8 : 0);
}

/* Both halves of a product, as in wyhash (Wang Yi 2019); never that of a place left empty. */
static inline uint64_t key_of(uint64_t mine, uint64_t theirs)
{
    __extension__ typedef unsigned __int128 wide;
    const wide h = (wide)(mine ^ 0x9E3779B97F4A7C15ULL) * (theirs ^ 0xD6E8FEB86659FD93ULL);
    return ((uint64_t)h ^ (uint64_t)(h >> 64)) | 1;
}

static inline struct found *place_of(const struct finish *f, uint64_t key)
{
    return &f->found[key >> (64 - FINISH_BITS)];
}

/* From six on: sorted, then with a table. */
NOT_INLINED static int last_dozen(struct finish *f, uint64_t mine, uint64_t theirs, int alpha,
                                  uint64_t moves, uint64_t odd)
{
    const uint64_t empty = f->board & ~(mine | theirs), corners = corners_of(f->board);
    const int left = discs(empty);
    int best, best_at = PASS, first = PASS;
    f->nodes++;
    if (!moves) {
        moves = enclosing(theirs, mine) & empty;
        return moves ? -last_dozen(f, theirs, mine, -alpha - 1, moves, odd)
                     : settled(f, mine, theirs);
    }
    struct found *place = NULL;
    uint64_t key = 0;
    if (left >= STORE_FROM && f->found) {
        key = key_of(mine, theirs);
        place = place_of(f, key);
        if (place->key == key) {
            if (place->low > alpha)
                return place->low;
            if (place->high <= alpha)
                return place->high;
            first = place->best;
        }
    }
    if (stable_cut(f, mine, theirs, alpha, left, &best))
        return best;
    uint64_t turned_by[FINISH], replies_to[FINISH];
    unsigned move[FINISH]; /* how good, then i in 4 bits, then the square in 6 */
    int n = 0;
    for (uint64_t m = moves; m; m &= m - 1, n++) {
        const int square = lowest(m);
        const uint64_t turned = flips(square, mine, theirs), own = mine ^ turned ^ 1ULL << square;
        const uint64_t free = empty & ~(1ULL << square), others = theirs ^ turned;
        const uint64_t replies = enclosing(others, own) & free;
        if (place && left > STORE_FROM)
            __builtin_prefetch(place_of(f, key_of(others, own)));
        turned_by[n] = turned;
        replies_to[n] = replies;
        const int good =
            square == first ? BEST : promise(own, replies, free, corners, odd >> square & 1);
        move[n] = (unsigned)((good + BEST) << 10 | n << 6 | square);
    }
    best = NO_MOVE;
    for (; n > 0 && best <= alpha; n--) {
        int at = 0;
        for (int i = 1; i < n; i++)
            at = move[i] > move[at] ? i : at;
        const int square = (int)(move[at] & 63), i = (int)(move[at] >> 6 & 15);
        move[at] = move[n - 1];
        const uint64_t own = mine ^ turned_by[i] ^ 1ULL << square, others = theirs ^ turned_by[i];
        const uint64_t parity = odd ^ quadrant(square);
        const int value = left > SORT_FROM
                              ? -last_dozen(f, others, own, -alpha - 1, replies_to[i], parity)
                              : -last_five(f, others, own, -alpha - 1, replies_to[i], parity);
        if (value > best) {
            best = value;
            best_at = square;
        }
    }
    if (place) {
        if (place->key != key)
            *place = (struct found){ key, -SQUARES, SQUARES, 0, { 0 } };
        place->best = (uint8_t)best_at;
        if (best > alpha)
            place->low = (int8_t)best;
        else
            place->high = (int8_t)best;
    }
    return best;
}

NOT_INLINED static bool oth_finish(const struct zm_state *s, const struct zm_bounds *window,
                                   int *value, uint64_t *nodes, void *memory)
{
    const uint64_t empty = s->board & ~(s->mover | s->other), odd = odd_quadrants(empty);
    const int left = discs(empty);
    if (left > FINISH)
        return false;
    struct finish f = { 0, s->board, discs(s->board), memory };
    int low = window->low, high = window->high;
    do {
        const int alpha = low + (high - low - 1) / 2;
        *value = left == 1 ? last_one(&f, s->mover, lowest(empty))
                 : left == 2
                     ? last_two(&f, s->mover, s->other, alpha, lowest(empty), highest(empty))
                 : left == 3 ? last_three(&f, s->mover, s->other, alpha, empty, odd)
                 : left == 4 ? last_four(&f, s->mover, s->other, alpha, empty, odd)
                 : left == 5 ? last_five(&f, s->mover, s->other, alpha, s->moves, odd)
                             : last_dozen(&f, s->mover, s->other, alpha, s->moves, odd);
        if (*value > alpha)
            low = *value;
        else
            high = *value;
    } while (low < high);
    *nodes += f.nodes;
    return true;
}

#endif
