/* exact.tmpl.h -- the kernel of the solver: does the player to move get at least `target`
 * points? Negamax with a null window, always to the end of the game, on a table of
 * proofs, with all that the game knows without search (insight(), solve_key(), order()).
 * For two players, zero-sum, no chance, no position twice in a game.
 * Theory: docs/theory/solving.md
 *
 * A node looks at all its children before it goes deeper anywhere: what insight() and the
 * table know of them often answers the question at once (the latter is the enhanced
 * transposition cut-off of Plaat et al. 1996, "Exploiting graph properties of game
 * trees"), and the time until the table's memory arrives is spent on the next child. A
 * child with a single move worth a search is played on until there is a choice: its
 * place is taken by the position that it leads to by force.
 *
 * Invariants:
 *  1. low <= value <= high wherever a position is kept with its bounds.
 *  2. The answer is fail-soft: a lower bound of the value if it is >= target (yes), else an
 *     upper bound (no).
 *  3. A proof in the table is true whatever was asked when it was found.
 *  4. Nothing is stored once the search was stopped or has met the depth limit, which is
 *     there to save the stack and not to end the search. */

static inline struct zm_proof *ZM_FN(bucket)(const struct zm_context *cx, uint64_t key)
{
    return &cx->proofs[(key >> (64 - cx->proof_bits)) * ZM_PROOFS];
}

/* Tighten the bounds by what was proved of the position with this key. */
static inline void ZM_FN(recall)(const struct zm_context *cx, uint64_t key, int *low, int *high)
{
    const struct zm_proof *const bucket = ZM_FN(bucket)(cx, key);
    for (int i = 0; i < ZM_PROOFS; i++)
        if (bucket[i].key == key) {
            const uint64_t what = bucket[i].what;
            *low = what && zm_proof_low(what) > *low ? zm_proof_low(what) : *low;
            *high = what && zm_proof_high(what) < *high ? zm_proof_high(what) : *high;
            return;
        }
}

/* Keep the proof, in the place of an earlier one of the same position or else of the one
 * that is cheapest to find again. */
static inline void ZM_FN(keep_proof)(struct zm_context *cx, uint64_t key, int low, int high,
                                     uint64_t nodes)
{
    if (cx->proofs_left-- == 0)
        cx->more_proofs(cx);
    struct zm_proof *const bucket = ZM_FN(bucket)(cx, key), *at = bucket;
    for (int i = 0; i < ZM_PROOFS; i++) {
        if (bucket[i].key == key) {
            at = &bucket[i];
            break;
        }
        if (zm_proof_work(bucket[i].what) < zm_proof_work(at->what))
            at = &bucket[i];
    }
    at->key = key;
    at->what = zm_proof_pack(low, high, 64 - __builtin_clzll(nodes | 1));
}

static inline uint64_t ZM_FN(solve_key)(const struct zm_context *cx, const struct zm_state *s)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    return game->solve_key ? game->solve_key(s)
           : game->key     ? game->key(s)
                           : zm_hash_bytes(s, cx->game->state_size);
}

/* The moves worth a search and the bounds of the value for who moves at s. */
static inline int ZM_FN(insight)(const struct zm_context *cx, const struct zm_state *s,
                                 struct zm_bounds *known, zm_move list[])
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    known->low = -cx->game->max_payoff;
    known->high = cx->game->max_payoff;
    return game->insight ? game->insight(s, known, list) : game->moves(s, list);
}

/* Look at the position that a move of `me` led to: play on as long as there is no choice,
 * then note who moves there and what is known for that player. */
static inline void ZM_FN(look)(struct zm_context *cx, struct zm_branch *b, struct zm_state *s,
                               int me, int depth)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_bounds known;
    bool first = true;
    for (;; depth--) {
        const int turn = game->turn(s);
        cx->nodes++;
        if (turn == ZM_OVER) {
            b->same = true;
            b->low = b->high = game->payoff(s, me);
            return;
        }
        /* Both at once, because they may have work in common. */
        const int order = game->order ? game->order(s) : 0;
        const int n = ZM_FN(insight)(cx, s, &known, cx->moves);
        b->order = first ? order : b->order;
        b->same = turn == me;
        if (n != 1 || known.low == known.high || depth <= 0)
            break;
        game->play(s, cx->moves[0]);
        first = false;
    }
    b->depth = depth;
    b->low = known.low;
    b->high = known.high;
}

/* Its value for the player who looks lies in ... */
static inline int ZM_FN(least)(const struct zm_branch *b)
{
    return b->same ? b->low : -b->high;
}

static inline int ZM_FN(most)(const struct zm_branch *b)
{
    return b->same ? b->high : -b->low;
}

/* s is worth a search: known->low < target <= known->high, and it is not in the table. */
ZM_KERNEL int ZM_FN(exact_search)(struct zm_context *cx, const struct zm_state *s, int depth,
                                  int target, uint64_t key, struct zm_bounds known)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const size_t stride = (cx->game->state_size + 63u) & ~(size_t)63;
    const int me = game->turn(s);
    const uint64_t begin = cx->nodes;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (depth <= 0) {
        cx->horizon = true;
        return 0;
    }
    struct zm_bounds unused;
    zm_move *const list = cx->moves;
    struct zm_branch *const branch = cx->branches;
    unsigned char *const states = cx->states;
    const int n = ZM_FN(insight)(cx, s, &unused, list);
    cx->moves += n;

    /* What insight() tells of the children. */
    int count = 0, most = known.low, best = known.low;
    for (int i = 0; i < n; i++) {
        struct zm_branch *const b = &branch[count];
        struct zm_state *const child = (struct zm_state *)(void *)(states + (size_t)i * stride);
        ZM_ASSIGN(child, s);
        game->play(child, list[i]);
        ZM_FN(look)(cx, b, child, me, depth - 1);
        const int value = ZM_FN(most)(b);
        if (ZM_FN(least)(b) >= target) {
            cx->moves = list;
            return ZM_FN(least)(b);
        }
        most = value > most ? value : most;
        if (value < target) {
            best = value > best ? value : best;
            continue;
        }
        b->state = i;
        b->key = ZM_FN(solve_key)(cx, child);
        __builtin_prefetch(ZM_FN(bucket)(cx, b->key));
        count++;
    }
    known.high = most < known.high ? most : known.high;

    /* What the table tells; those that are left are sorted. */
    int left = 0;
    for (int i = 0; i < count; i++) {
        struct zm_branch b = branch[i];
        ZM_FN(recall)(cx, b.key, &b.low, &b.high);
        const int value = ZM_FN(most)(&b);
        if (ZM_FN(least)(&b) >= target) {
            cx->moves = list;
            return ZM_FN(least)(&b);
        }
        if (value < target) {
            best = value > best ? value : best;
            continue;
        }
        int at = left++;
        for (; at > 0 && branch[at - 1].order < b.order; at--)
            branch[at] = branch[at - 1];
        branch[at] = b;
    }

    cx->branches += left;
    cx->states += (size_t)n * stride;
    for (int i = 0; i < left && best < target && !cx->stopped; i++) {
        const struct zm_branch *const b = &branch[i];
        const struct zm_state *const child =
            (const struct zm_state *)(const void *)(states + (size_t)b->state * stride);
        const struct zm_bounds bounds = { b->low, b->high };
        const int value =
            b->same ? ZM_FN(exact_search)(cx, child, b->depth, target, b->key, bounds)
                    : -ZM_FN(exact_search)(cx, child, b->depth, 1 - target, b->key, bounds);
        best = value > best ? value : best;
    }
    cx->moves = list;
    cx->branches = branch;
    cx->states = states;
    if (cx->stopped || cx->horizon)
        return best;
    if (best >= target)
        known.low = best;
    else
        known.high = best;
    ZM_FN(keep_proof)(cx, key, known.low, known.high, cx->nodes - begin);
    return best;
}

ZM_KERNEL int ZM_FN(exact)(struct zm_context *cx, const struct zm_state *s, int depth, int target)
{
    struct zm_bounds known;
    ZM_FN(insight)(cx, s, &known, cx->moves);
    const uint64_t key = ZM_FN(solve_key)(cx, s);
    if (known.low < known.high)
        ZM_FN(recall)(cx, key, &known.low, &known.high);
    if (known.low >= target)
        return known.low;
    if (known.high < target)
        return known.high;
    return ZM_FN(exact_search)(cx, s, depth, target, key, known);
}
