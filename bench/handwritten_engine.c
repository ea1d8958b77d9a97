/* handwritten_engine.c -- the deep search of search/engine.tmpl.h written by hand for
 * Connect Four: principal variation search on the same table, with killers, counter moves,
 * history, internal deepening and the enhanced cut-off. Left out on both sides is the
 * game's own knowledge (insight(), order()). */
#include "handwritten_connect4.h"

#include "handwritten_evaluation.h"

#include <string.h>

enum { ROWS = 6, COLUMNS = HAND_COLUMNS, STRIDE = ROWS + 1, CELLS = ROWS * COLUMNS };
enum { INFINITE = 1 << 30, UPPER = 1, LOWER = 2, EXACT = 3, COMPLETE = 255, NO_MOVE = -1 };
enum { INTERNAL_DEPTH = 5, ENHANCED_DEPTH = 3, MOST = 1 << 14 };

#define BOTTOM 0x0040810204081ULL
#define BOARD (BOTTOM * 0x3F)

static inline bool four(uint64_t b)
{
    uint64_t up = b & b >> 1, flat = b & b >> STRIDE;
    uint64_t down = b & b >> (STRIDE - 1), rise = b & b >> (STRIDE + 1);
    return (up & up >> 2) | (flat & flat >> 2 * STRIDE) | (down & down >> 2 * (STRIDE - 1)) |
           (rise & rise >> 2 * (STRIDE + 1));
}

static const int middle_first[COLUMNS] = { 3, 2, 4, 1, 5, 0, 6 };

static inline uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
    return x ^ x >> 31;
}

static inline uint64_t key_of(uint64_t mover, uint64_t all)
{
    return mix(mover + all + BOTTOM);
}

/* ------------------------------------------------------------------- table -- */

static inline int value_of(uint64_t known)
{
    return (int)(int32_t)(uint32_t)known;
}

static inline int move_of(uint64_t known)
{
    return (int)(known >> 32 & 0xFFFF);
}

static inline int depth_of(uint64_t known)
{
    return (int)(known >> 48 & 0xFF);
}

static inline int bound_of(uint64_t known)
{
    return (int)(known >> 62);
}

static inline struct hand_entry *bucket_of(const struct hand_engine *e, uint64_t key)
{
    return &e->table[(key >> (64 - e->table_bits)) * HAND_BUCKET];
}

static inline uint64_t find(const struct hand_engine *e, uint64_t key)
{
    const struct hand_entry *const bucket = bucket_of(e, key);
    for (int i = 0; i < HAND_BUCKET; i++)
        if ((bucket[i].check ^ bucket[i].known) == key)
            return bucket[i].known;
    return 0;
}

static inline void keep(struct hand_engine *e, uint64_t key, uint64_t known)
{
    struct hand_entry *const bucket = bucket_of(e, key), *at = bucket;
    int least = 1 << 30;
    for (int i = 0; i < HAND_BUCKET; i++) {
        const uint64_t old = bucket[i].known;
        if ((bucket[i].check ^ old) == key) {
            if (depth_of(old) == COMPLETE && depth_of(known) < COMPLETE && bound_of(old) == EXACT)
                return;
            at = &bucket[i];
            break;
        }
        const int use = old ? depth_of(old) : -INFINITE;
        if (use < least) {
            least = use;
            at = &bucket[i];
        }
    }
    at->check = key ^ known;
    at->known = known;
}

/* ------------------------------------------------------------------- nodes -- */

static inline void learn(int32_t *history, int bonus)
{
    *history += bonus - *history * (bonus < 0 ? -bonus : bonus) / MOST;
}

static int node(struct hand *h, uint64_t mover, uint64_t all, int depth, int alpha, int beta,
                int ply, int last);

/* The value for who just moved, with the discs of who moves now. */
static inline int child(struct hand *h, uint64_t mover, uint64_t all, int depth, int alpha,
                        int beta, int ply, int last)
{
    if (depth > 0)
        return -node(h, mover, all, depth, -beta, -alpha, ply, last);
    h->engine->length[ply] = 0;
    h->nodes++;
    h->leaves++;
    h->horizon = true;
    return -hand_evaluate(mover, all, ply);
}

/* The move at `at` in order of trying, and the value that it has. */
static inline int try_move(struct hand *h, uint64_t mover, uint64_t all, uint64_t cell, int depth,
                           int alpha, int beta, int ply, int slot, bool first)
{
    if (four(mover | cell) || (all | cell) == BOARD) {
        h->nodes++;
        h->leaves++;
        h->engine->length[ply + 1] = 0;
        return four(mover | cell) ? (CELLS + 1 - ply) / 2 * HAND_UNIT : 0;
    }
    const uint64_t other = mover ^ all;
    if (first)
        return child(h, other, all | cell, depth - 1, alpha, beta, ply + 1, slot);
    int value = child(h, other, all | cell, depth - 1, alpha, alpha + 1, ply + 1, slot);
    if (value > alpha && value < beta && !h->stopped)
        value = child(h, other, all | cell, depth - 1, alpha, beta, ply + 1, slot);
    return value;
}

static inline void extend_line(struct hand_engine *e, int ply, int column)
{
    e->line[ply][0] = column;
    memcpy(&e->line[ply][1], e->line[ply + 1], (size_t)e->length[ply + 1] * sizeof(int));
    e->length[ply] = e->length[ply + 1] + 1;
}

static int node(struct hand *h, uint64_t mover, uint64_t all, int depth, int alpha, int beta,
                int ply, int last)
{
    struct hand_engine *const e = h->engine;
    e->length[ply] = 0;
    h->nodes++;
    if (h->nodes >= h->poll_at)
        h->poll(h);
    const uint64_t key = key_of(mover, all);
    uint64_t known = find(e, key);
    int first = known ? move_of(known) : -1;
    if (known && depth_of(known) >= depth) {
        const int value = value_of(known), bound = bound_of(known);
        if (bound == EXACT || (bound == LOWER ? value >= beta : value <= alpha)) {
            h->horizon |= depth_of(known) < COMPLETE;
            return value;
        }
    }
    const bool horizon_above = h->horizon, open = alpha + 1 < beta;
    h->horizon = false;
    const uint64_t playable = (all + BOTTOM) & BOARD;
    int list[COLUMNS], n = 0;
    for (int i = 0; i < COLUMNS; i++)
        if (playable & 0x3FULL << middle_first[i] * STRIDE)
            list[n++] = middle_first[i];
    if (first < 0 && depth >= INTERNAL_DEPTH) {
        node(h, mover, all, open ? depth - 2 : depth / 2, alpha, beta, ply, last);
        known = find(e, key);
        first = known ? move_of(known) : -1;
        h->horizon = false;
        e->length[ply] = 0;
    }

    const int me = ply & 1;
    int64_t rank[COLUMNS];
    for (int i = 0; i < n; i++) {
        /* cppcheck-suppress uninitvar */
        const int column = list[i];
        int64_t score = e->history[me][column];
        if (column == e->killer[ply][0])
            score += 1 << 18;
        else if (column == e->killer[ply][1])
            score += 1 << 17;
        if (last >= 0 && column == e->counter[1 - me][last])
            score += 1 << 17;
        if (i == first)
            score = (int64_t)1 << 46;
        rank[i] = (int64_t)((uint64_t)score << 16) - i;
    }
    if (depth >= ENHANCED_DEPTH)
        for (int i = 0; i < n; i++) {
            const uint64_t cell = playable & 0x3FULL << list[i] * STRIDE;
            if (four(mover | cell) || (all | cell) == BOARD)
                continue;
            const uint64_t there = find(e, key_of(mover ^ all, all | cell));
            if (there && depth_of(there) >= depth - 1 && bound_of(there) & UPPER &&
                -value_of(there) >= beta) {
                h->horizon |= depth_of(there) < COMPLETE || horizon_above;
                return -value_of(there);
            }
        }

    int best = -INFINITE, best_place = 0;
    const int alpha_before = alpha;
    for (int i = 0; i < n && !h->stopped; i++) {
        int pick = i;
        for (int k = i + 1; k < n; k++)
            if (rank[k] > rank[pick])
                pick = k;
        const int64_t picked = rank[pick];
        rank[pick] = rank[i];
        rank[i] = picked;
        const int at = (int)(-picked & 0xFFFF), column = list[at];
        const uint64_t cell = playable & 0x3FULL << column * STRIDE;
        const int value = try_move(h, mover, all, cell, depth, alpha, beta, ply, column, i == 0);
        if (h->stopped)
            break;
        if (value <= best)
            continue;
        best = value;
        best_place = at;
        if (value <= alpha)
            continue;
        alpha = value;
        if (open)
            extend_line(e, ply, column);
        if (value < beta)
            continue;
        if (e->killer[ply][0] != column) {
            e->killer[ply][1] = e->killer[ply][0];
            e->killer[ply][0] = column;
        }
        if (last >= 0)
            e->counter[1 - me][last] = column;
        const int bonus = depth < 32 ? depth * depth : 1024;
        learn(&e->history[me][column], bonus);
        for (int k = 0; k < i; k++)
            learn(&e->history[me][list[(int)(-rank[k] & 0xFFFF)]], -bonus);
        break;
    }
    if (!h->stopped) {
        const int bound = best >= beta ? LOWER : best > alpha_before ? EXACT : UPPER;
        keep(e, key,
             (uint32_t)best | (uint64_t)best_place << 32 |
                 (uint64_t)(h->horizon ? depth : COMPLETE) << 48 | (uint64_t)bound << 62);
    }
    h->horizon |= horizon_above;
    return best;
}

int hand_engine(struct hand *h, int depth)
{
    struct hand_engine *const e = h->engine;
    int alpha = -INFINITE, best = -INFINITE;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < COLUMNS; k++)
            e->counter[i][k] = NO_MOVE;
    for (int i = 0; i < HAND_PLIES; i++)
        e->killer[i][0] = e->killer[i][1] = NO_MOVE;
    h->nodes++;
    for (int i = 0; i < COLUMNS && !h->stopped; i++) {
        const int column = middle_first[i];
        const int value =
            try_move(h, 0, 0, 1ULL << column * STRIDE, depth, alpha, INFINITE, 0, column, i == 0);
        if (value > best) {
            best = value;
            h->best = 1ULL << column * STRIDE;
        }
        alpha = value > alpha ? value : alpha;
    }
    return best;
}
