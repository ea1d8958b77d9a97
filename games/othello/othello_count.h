/* othello_count.h -- how many lines of one or two moves there are: the last plies of perft,
 * where all its time goes. Included by othello.c alone. Theory: docs/theory/perft.md
 *
 * Positions are looked at four at a time, one in each word of a vector. Beside the moves
 * themselves their number tells everything, but for the moves that end the game. One that
 * does leaves the mover nothing to turn over, so it must itself turn over every disc behind
 * which the mover could have moved; and what a move turns over lies on a line with it. A few
 * of these discs are enough to see, without a branch, that most positions have no such
 * move. The others are noted and their moves played. */
#ifndef OTHELLO_COUNT_H
#define OTHELLO_COUNT_H

typedef uint64_t four __attribute__((vector_size(32), aligned(32)));

enum { MOST_CHILDREN = SQUARES, SOME_DISCS = 4 };

/* Positions from the player to move. Whole vectors are read: there is room behind. */
struct brood {
    _Alignas(32) uint64_t mine[MOST_CHILDREN + 4];
    _Alignas(32) uint64_t theirs[MOST_CHILDREN + 4];
    _Alignas(32) uint64_t moves[MOST_CHILDREN + 4];
    _Alignas(32) uint64_t enclosed[MOST_CHILDREN + 4]; /* discs next to a square moved to */
    int count;
};

static inline void along(const four *mine, const four *theirs, const four *empty, int step,
                         four *moves, four *enclosed)
{
    const four pairs_up = *theirs & *theirs << step, pairs_down = pairs_up >> step;
    four up = *theirs & *mine << step, down = *theirs & *mine >> step;
    up |= *theirs & up << step;
    down |= *theirs & down >> step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    up |= pairs_up & up << 2 * step;
    down |= pairs_down & down >> 2 * step;
    up = up << step & *empty;
    down = down >> step & *empty;
    *moves |= up | down;
    *enclosed |= up >> step | down << step;
}

static inline void find_moves(struct brood *b, uint64_t board)
{
    for (int i = 0; i < b->count; i += 4) {
        const four mine = *(const four *)&b->mine[i], theirs = *(const four *)&b->theirs[i];
        const four inner = theirs & INNER, empty = board & ~(mine | theirs);
        four moves = { 0, 0, 0, 0 }, enclosed = moves;
        along(&mine, &inner, &empty, 1, &moves, &enclosed);
        along(&mine, &inner, &empty, 7, &moves, &enclosed);
        along(&mine, &theirs, &empty, 8, &moves, &enclosed);
        along(&mine, &inner, &empty, 9, &moves, &enclosed);
        *(four *)&b->moves[i] = moves;
        *(four *)&b->enclosed[i] = enclosed;
    }
}

static inline void add_position(struct brood *b, uint64_t mine, uint64_t theirs)
{
    b->mine[b->count] = mine;
    b->theirs[b->count++] = theirs;
}

/* How many of these moves end the game, all of which the mover's other moves allow for. */
static inline uint64_t endings(uint64_t mine, uint64_t theirs, uint64_t moves, uint64_t enclosed,
                               uint64_t board)
{
    uint64_t over = 0;
    for (; moves; moves &= moves - 1) {
        const int square = __builtin_ctzll(moves);
        const uint64_t turned = flips(square, mine, theirs);
        if (enclosed & ~turned)
            continue;
        const uint64_t own = mine ^ turned ^ 1ULL << square, other = theirs ^ turned;
        over += !moves_of(own, other, board) && !moves_of(other, own, board);
    }
    return over;
}

/* The moves of all positions together. A position without any is a pass or the end. */
static inline uint64_t count_moves(struct brood *b, uint64_t board, uint64_t *over)
{
    uint64_t sum = 0;
    int noted[MOST_CHILDREN + 1], notes = 0;
    find_moves(b, board);
    for (int i = 0; i < b->count; i++) {
        const uint64_t moves = b->moves[i];
        uint64_t some = b->enclosed[i], ends = moves;
        sum += (uint64_t)discs(moves);
        ends &= lines_through[63 - __builtin_clzll(some | 1)];
        for (int k = 0; k < SOME_DISCS; k++, some &= some - 1)
            ends &= lines_through[some ? __builtin_ctzll(some) : SQUARES];
        b->moves[i] = ends;
        noted[notes] = i;
        notes += ends || !moves;
    }
    for (int k = 0; k < notes; k++) {
        const int i = noted[k];
        const uint64_t mine = b->mine[i], theirs = b->theirs[i];
        if (b->enclosed[i])
            *over += endings(mine, theirs, b->moves[i], b->enclosed[i], board);
        else if (moves_of(theirs, mine, board))
            sum++;
        else
            ++*over;
    }
    return sum;
}

static uint64_t oth_count(const struct zm_state *s, int plies, uint64_t *over)
{
    struct brood b;
    b.count = 0;
    if (plies == 1)
        add_position(&b, s->mover, s->other);
    else if (!s->moves)
        add_position(&b, s->other, s->mover);
    else
        for (uint64_t moves = s->moves; moves; moves &= moves - 1) {
            const int square = __builtin_ctzll(moves);
            const uint64_t turned = flips(square, s->mover, s->other);
            add_position(&b, s->other ^ turned, s->mover ^ turned ^ 1ULL << square);
        }
    for (int i = b.count; i & 3; i++)
        b.mine[i] = b.theirs[i] = 0;
    return count_moves(&b, s->board, over);
}

#endif
