/* exact.tmpl.h -- the kernel of the solver: does the player to move get at least `target`
 * points? Negamax with a null window, always to the end of the game, on a table of
 * proofs, with all that the game knows without search (insight(), solve_key()). For two
 * players, zero-sum, no chance, no position twice in a game.
 * Theory: docs/theory/solving.md
 *
 * Before it goes deeper anywhere it looks one ply ahead everywhere: a move that ends the
 * game in time, or leads to a position of which enough is known, answers the question at
 * once. (The latter is Plaat et al. 1996, "Exploiting graph properties of game trees".)
 *
 * Invariants:
 *  1. known.low <= value of s <= known.high.
 *  2. The answer is fail-soft: a lower bound of the value if it is >= target (yes), else an
 *     upper bound (no).
 *  3. A proof in the table is true whatever was asked when it was found.
 *  4. Nothing is stored once the search was stopped or has met the depth limit, which is
 *     there to save the stack and not to end the search. */

static inline struct zm_proof *ZM_FN(bucket)(const struct zm_context *cx, uint64_t key)
{
    return &cx->proofs[(key >> (64 - cx->proof_bits)) * ZM_PROOFS];
}

/* What was proved of the position with this key; 0: nothing. */
static inline uint64_t ZM_FN(proof)(const struct zm_context *cx, uint64_t key)
{
    const struct zm_proof *const bucket = ZM_FN(bucket)(cx, key);
    for (int i = 0; i < ZM_PROOFS; i++)
        if (bucket[i].key == key)
            return bucket[i].what;
    return 0;
}

/* Keep the proof, in the place of an earlier one of the same position or else of the one
 * that is cheapest to find again. */
static inline void ZM_FN(keep_proof)(struct zm_context *cx, uint64_t key, int low, int high,
                                     uint64_t nodes)
{
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

/* Tighten the bounds by what the table has about the key. */
static inline void ZM_FN(recall)(const struct zm_context *cx, uint64_t key, struct zm_bounds *known)
{
    const uint64_t proof = ZM_FN(proof)(cx, key);
    if (proof && zm_proof_low(proof) > known->low)
        known->low = zm_proof_low(proof);
    if (proof && zm_proof_high(proof) < known->high)
        known->high = zm_proof_high(proof);
}

/* What is known at once about the value of list[i] for `me`: its lower bound. */
static inline int ZM_FN(glance)(struct zm_context *cx, const struct zm_state *s, zm_move m, int me)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_bounds known = { -cx->game->max_payoff, cx->game->max_payoff };
    ZM_PLAY(child, s, m);
    const int next = game->turn(child);
    if (next == ZM_OVER) {
        known.low = game->payoff(child, me);
        known.high = -known.low;
        cx->nodes++;
    } else {
        ZM_FN(recall)(cx, ZM_FN(solve_key)(cx, child), &known);
    }
    ZM_DROP(child, m);
    return (game->flags & ZM_ALTERNATE) || next != me ? -known.high : known.low;
}

ZM_KERNEL int ZM_FN(exact)(struct zm_context *cx, const struct zm_state *s, int depth, int target)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    const uint64_t begin = cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (depth == 0) {
        cx->horizon = true;
        return 0;
    }

    struct zm_bounds known = { -cx->game->max_payoff, cx->game->max_payoff };
    zm_move *const list = cx->moves;
    const int n = game->insight ? game->insight(s, &known, list) : game->moves(s, list);
    if (known.low >= target || known.low == known.high)
        return known.low;
    if (known.high < target)
        return known.high;

    /* A forced move is quicker played than looked up. */
    const bool lasting = n > 1;
    const uint64_t key = lasting ? ZM_FN(solve_key)(cx, s) : 0;
    cx->moves += n;
    int best = known.low;
    if (lasting) {
        ZM_FN(recall)(cx, key, &known);
        if (known.high < target) {
            cx->moves = list;
            return known.high;
        }
        best = known.low;
        for (int i = 0; i < n && best < target; i++) {
            const int value = ZM_FN(glance)(cx, s, list[i], me);
            best = value > best ? value : best;
        }
        if (best >= target) {
            cx->moves = list;
            return best;
        }
        best = known.low;
    }
    for (int i = 0; i < n && best < target && !cx->stopped; i++) {
        int value;
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child);
        if (next == ZM_OVER)
            value = game->payoff(child, me);
        else if ((game->flags & ZM_ALTERNATE) || next != me)
            value = -ZM_FN(exact)(cx, child, depth - 1, 1 - target);
        else
            value = ZM_FN(exact)(cx, child, depth - 1, target);
        ZM_DROP(child, list[i]);
        best = value > best ? value : best;
    }
    cx->moves = list;
    if (cx->stopped || cx->horizon || !lasting)
        return best;
    if (best >= target)
        known.low = best;
    else
        known.high = best;
    ZM_FN(keep_proof)(cx, key, known.low, known.high, cx->nodes - begin);
    return best;
}
