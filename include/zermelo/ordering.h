/* ordering.h -- the order in which the deep search tries moves, and what it learns from a
 * cut. Nothing here depends on the game. Included by context.h; authors of games need not
 * read it. */
#ifndef ZM_ORDERING_H
#define ZM_ORDERING_H

#include <zermelo/engine.h>

/* The place of a move in the tables of history and counter moves. Two moves may share one:
 * that costs a little order, and no game need number its moves for it. */
static inline int zm_history_slot(zm_move m)
{
    return (int)(m * 0x9E3779B97F4A7C15ULL >> (64 - ZM_HISTORY_BITS));
}

/* A move to be tried with its rank, of which the lower 16 bits are its place in the list,
 * subtracted: of equals the earlier comes first. */
static inline int64_t zm_rank(int64_t score, int place)
{
    return (int64_t)((uint64_t)score << 16) - place;
}

static inline int zm_ranked(int64_t rank)
{
    return (int)(-rank & 0xFFFF);
}

/* Ranks: the remembered move before all others, then the game's order(), then killers and
 * the counter move, then history. */
#define ZM_RANK_REMEMBERED ((int64_t)1 << 46)
#define ZM_RANK_ORDER ((int64_t)1 << 20)
#define ZM_RANK_KILLER ((int64_t)1 << 18)
#define ZM_RANK_COUNTER ((int64_t)1 << 17)
#define ZM_HISTORY_MOST (1 << 14)

static inline void zm_rank_moves(const struct zm_engine *e, const zm_move list[], int n, int first,
                                 int me, int ply, int last)
{
    const int32_t *const history = e->history + (size_t)(me * ZM_HISTORY);
    const zm_move *const killer = e->killer[ply];
    const zm_move counter = last >= 0 ? e->counter[last] : ZM_NO_MOVE;
    for (int i = 0; i < n; i++) {
        const zm_move m = list[i];
        int64_t score = history[zm_history_slot(m)];
        if (m == killer[0])
            score += ZM_RANK_KILLER;
        else if (m == killer[1])
            score += ZM_RANK_KILLER / 2;
        if (m == counter)
            score += ZM_RANK_COUNTER;
        e->rank[i] = zm_rank(score, i);
    }
    if (first >= 0 && first < n)
        e->rank[first] = zm_rank(ZM_RANK_REMEMBERED, first);
}

/* Bring the best of rank[i .. n-1] to rank[i]. */
static inline int zm_pick_move(int64_t rank[], int i, int n)
{
    int best = i;
    int64_t most = rank[i];
    for (int k = i + 1; k < n; k++)
        if (rank[k] > most) {
            most = rank[k];
            best = k;
        }
    rank[best] = rank[i];
    rank[i] = most;
    return zm_ranked(most);
}

static inline void zm_learn(int32_t *history, int bonus)
{
    *history += bonus - *history * (bonus < 0 ? -bonus : bonus) / ZM_HISTORY_MOST;
}

/* `cut` refuted the position: it is tried earlier from now on, and those that were tried
 * in vain before it later. */
static inline void zm_remember_cut(struct zm_engine *e, const zm_move list[], const int64_t rank[],
                                   int tried, zm_move cut, int me, int depth, int ply, int last)
{
    if (e->parts & ZM_PART_KILLERS && e->killer[ply][0] != cut) {
        e->killer[ply][1] = e->killer[ply][0];
        e->killer[ply][0] = cut;
    }
    if (e->parts & ZM_PART_COUNTERS && last >= 0)
        e->counter[last] = cut;
    if (e->parts & ZM_PART_HISTORY) {
        int32_t *const history = e->history + (size_t)(me * ZM_HISTORY);
        const int bonus = depth < 32 ? depth * depth : 1024;
        zm_learn(&history[zm_history_slot(cut)], bonus);
        for (int i = 0; i < tried; i++)
            zm_learn(&history[zm_history_slot(list[zm_ranked(rank[i])])], -bonus);
    }
}

/* --------------------------------------------------------- other threads -- */

/* Is this search of a move under way in another thread? A mark may be lost or stale; all
 * it changes is the order of moves. */
static inline uint64_t *zm_busy_place(const struct zm_engine *e, uint64_t mark)
{
    return &e->busy[mark % ZM_BUSY];
}

static inline uint64_t zm_busy_mark(uint64_t key, zm_move m, int depth)
{
    return zm_mix(key ^ zm_mix(m + (uint64_t)depth)) | 1;
}

static inline bool zm_is_busy(const struct zm_engine *e, uint64_t mark)
{
    return __atomic_load_n(zm_busy_place(e, mark), __ATOMIC_RELAXED) == mark;
}

static inline void zm_set_busy(const struct zm_engine *e, uint64_t mark, bool busy)
{
    uint64_t *const place = zm_busy_place(e, mark);
    if (busy)
        __atomic_store_n(place, mark, __ATOMIC_RELAXED);
    else if (__atomic_load_n(place, __ATOMIC_RELAXED) == mark)
        __atomic_store_n(place, 0, __ATOMIC_RELAXED);
}

#endif
