/* pns.tmpl.h -- proof-number search: does the player to move get at least `target` points?
 * Always the position is looked at next that promises to decide the question with the least
 * work, however deep it is. For two players, zero-sum, no chance, no position twice in a
 * game. Theory: docs/theory/proof-number.md
 *
 * Every position has a question of its own, "does who moves here get at least so much?", and
 * two numbers: how many positions at least must still be looked at for a yes and for a no.
 * 0 and NEVER: it is answered. Where there is a choice, one child that gives a yes is enough
 * (the least of their numbers), and all must give a no (their sum).
 *
 * Depth first (Nagai 2002, df-pn): a child is searched until one of its numbers reaches a
 * limit at which another child, or another part of the tree, becomes more promising. A child
 * may go a quarter beyond that (Pawlewicz & Lew 2007, "Improving depth-first PN-search: 1+e
 * trick"), so that the search does not jump to and fro.
 *
 * Invariants:
 *  1. Of the two numbers of a position either both are in 1 .. NEVER - 1 or they are 0 and
 *     NEVER, in either order.
 *  2. The numbers of the children of all positions on the line that is searched are kept on
 *     the stack; the table may forget them, and still every step makes progress.
 *  3. Nothing is stored once the search was stopped or has met the depth limit. */

#ifndef ZM_PNS_NUMBERS
#define ZM_PNS_NUMBERS
enum { ZM_PNS_NEVER = (1 << 28) - 1 };

/* In the table: yes << 36 | no << 8 | work. */
static inline uint64_t zm_pns_pack(int yes, int no, uint64_t nodes)
{
    return (uint64_t)yes << 36 | (uint64_t)no << 8 | (uint64_t)zm_work(nodes);
}

/* Each question about a position has a key of its own. */
static inline uint64_t zm_pns_key(uint64_t key, int target)
{
    return zm_mix(key + (uint64_t)(target + ZM_INFINITY) * 0x9E3779B97F4A7C15ULL);
}
#endif

static inline bool ZM_FN(pns_recall)(const struct zm_context *cx, uint64_t key, int *yes, int *no)
{
    const struct zm_proof *const bucket = ZM_FN(bucket)(cx, key);
    for (int i = 0; i < ZM_PROOFS; i++)
        if (bucket[i].key == key && bucket[i].what) {
            *yes = (int)(bucket[i].what >> 36);
            *no = (int)(bucket[i].what >> 8 & ZM_PNS_NEVER);
            return true;
        }
    return false;
}

static inline void ZM_FN(pns_keep)(struct zm_context *cx, uint64_t key, int yes, int no,
                                   uint64_t nodes)
{
    ZM_FN(proof_place)(cx, key)->what = zm_pns_pack(yes, no, nodes);
}

/* Look at the position that a move of `me` led to: play on as long as there is no choice.
 * b->low and b->high become the numbers for yes and no to the question of `me`. */
static inline void ZM_FN(pns_look)(struct zm_context *cx, struct zm_branch *b, struct zm_state *s,
                                   int me, int depth, int target)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_bounds known;
    int n;
    for (;; depth--) {
        const int turn = game->turn(s);
        cx->nodes++;
        b->same = turn == me || turn == ZM_OVER;
        if (turn == ZM_OVER) {
            known.low = known.high = game->payoff(s, me);
            n = 0;
            break;
        }
        n = ZM_FN(insight)(cx, s, &known, cx->moves);
        if (n != 1 || known.low == known.high || depth <= 0)
            break;
#ifdef ZM_TRACED
        break; /* who watches sees every ply */
#endif
        game->play(s, cx->moves[0]);
    }
    b->depth = depth;
    const int least = b->same ? known.low : -known.high, most = b->same ? known.high : -known.low;
    b->low = b->high = 0;
    if (least >= target) {
        b->high = ZM_PNS_NEVER;
        return;
    }
    if (most < target) {
        b->low = ZM_PNS_NEVER;
        return;
    }
    /* The fewer moves, the sooner all of them are refuted. */
    int yes = 1, no = n;
    b->key = zm_pns_key(ZM_FN(solve_key)(cx, s, depth), b->same ? target : 1 - target);
    ZM_FN(pns_recall)(cx, b->key, &yes, &no);
    b->low = b->same ? yes : no;
    b->high = b->same ? no : yes;
}

/* The numbers of a position from those of its children; *next is the most promising child,
 * *second the number for yes of the one after it. */
static inline void ZM_FN(pns_sum)(const struct zm_branch branch[], int n, int *yes, int *no,
                                  int *next, int *second)
{
    int64_t sum = 0;
    *yes = *second = ZM_PNS_NEVER;
    *next = 0;
    for (int i = 0; i < n; i++) {
        if (branch[i].low < *yes) {
            *second = *yes;
            *yes = branch[i].low;
            *next = i;
        } else if (branch[i].low < *second) {
            *second = branch[i].low;
        }
        sum += branch[i].high;
    }
    *no = *yes == 0 ? ZM_PNS_NEVER : sum < ZM_PNS_NEVER ? (int)sum : ZM_PNS_NEVER - 1;
}

/* Search s until its number for yes is at least yes_limit or that for no at least no_limit. At
 * the root all moves are looked at, because insight() may know the value without a move. */
ZM_KERNEL void ZM_FN(pns_search)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 int target, uint64_t key, bool root, int yes_limit, int no_limit,
                                 int *yes, int *no)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const size_t stride = (cx->game->state_size + 63u) & ~(size_t)63;
    const int me = game->turn(s);
    const uint64_t begin = cx->nodes;
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth);
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (depth <= 0)
        cx->horizon = cx->stopped = true;
    if (cx->stopped) {
        ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = ZM_INFINITY, .move = ZM_NO_MOVE, .yes = *yes,
                .no = *no);
        return;
    }
    struct zm_bounds unused;
    zm_move *const list = cx->moves;
    struct zm_branch *const branch = cx->branches;
    unsigned char *const states = cx->states;
    const int n = root ? game->moves(s, list) : ZM_FN(insight)(cx, s, &unused, list);
    cx->moves += n;
    cx->branches += n;
    cx->states += (size_t)n * stride;
    for (int i = 0; i < n; i++) {
        struct zm_state *const child = (struct zm_state *)(void *)(states + (size_t)i * stride);
        ZM_ASSIGN(child, s);
        game->play(child, list[i]);
        ZM_FN(pns_look)(cx, &branch[i], child, me, depth - 1, target);
        ZM_STEP(cx, .kind = ZM_STEP_NUMBERS, .index = i, .move = list[i], .yes = branch[i].low,
                .no = branch[i].high);
    }
    int next, second;
    ZM_FN(pns_sum)(branch, n, yes, no, &next, &second);
    while (*yes < yes_limit && *no < no_limit && *yes && *no && !cx->stopped) {
        struct zm_branch *const b = &branch[next];
        const struct zm_state *const child =
            (const struct zm_state *)(const void *)(states + (size_t)next * stride);
        const int beyond = second < ZM_PNS_NEVER / 2 ? second + 1 + second / 4 : ZM_PNS_NEVER;
        const int yes_to = beyond < yes_limit ? beyond : yes_limit;
        const int room = no_limit - *no + b->high,
                  no_to = room < ZM_PNS_NEVER ? room : ZM_PNS_NEVER;
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = next, .move = list[next]);
        if (b->same)
            ZM_FN(pns_search)
        (cx, child, b->depth, target, b->key, false, yes_to, no_to, &b->low, &b->high);
        else ZM_FN(pns_search)(cx, child, b->depth, 1 - target, b->key, false, no_to, yes_to,
                               &b->high, &b->low);
        ZM_STEP(cx, .kind = ZM_STEP_NUMBERS, .index = (int)(b - branch), .move = list[b - branch],
                .yes = b->low, .no = b->high);
        ZM_FN(pns_sum)(branch, n, yes, no, &next, &second);
    }
    if (root)
        cx->best = list[next];
    cx->moves = list;
    cx->branches = branch;
    cx->states = states;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = ZM_INFINITY, .move = list[next], .yes = *yes,
            .no = *no);
    if (!cx->stopped)
        ZM_FN(pns_keep)(cx, key, *yes, *no, cx->nodes - begin);
}

/* 1: yes, and cx->best is a move that shows it; 0: no; -1: stopped without an answer. */
ZM_KERNEL int ZM_FN(pns)(struct zm_context *cx, const struct zm_state *s, int depth, int target)
{
    int yes = 1, no = 1;
    const uint64_t key = zm_pns_key(ZM_FN(solve_key)(cx, s, depth), target);
    ZM_FN(pns_search)(cx, s, depth, target, key, true, ZM_PNS_NEVER, ZM_PNS_NEVER, &yes, &no);
    return yes == 0 ? 1 : no == 0 ? 0 : -1;
}
