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

/* Tighten the bounds by what was proved of the position with this key; return the move to
 * look at first there, 0 if none is known. */
static inline int ZM_FN(recall)(const struct zm_context *cx, uint64_t key, int *low, int *high)
{
    const struct zm_proof *const bucket = ZM_FN(bucket)(cx, key);
    for (int i = 0; i < ZM_PROOFS; i++)
        if (bucket[i].key == key) {
            const uint64_t what = bucket[i].what;
            *low = what && zm_proof_low(what) > *low ? zm_proof_low(what) : *low;
            *high = what && zm_proof_high(what) < *high ? zm_proof_high(what) : *high;
            return zm_proof_move(what);
        }
    return 0;
}

/* The place for what is known of a position: that of what was known of it before, or else
 * of what is cheapest to find again. */
static inline struct zm_proof *ZM_FN(proof_place)(struct zm_context *cx, uint64_t key)
{
    if (cx->proofs_left-- == 0)
        cx->more_proofs(cx);
    struct zm_proof *const bucket = ZM_FN(bucket)(cx, key), *at = bucket;
    for (int i = 0; i < ZM_PROOFS; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
        if (zm_proof_work(bucket[i].what) < zm_proof_work(at->what))
            at = &bucket[i];
    }
    at->key = key;
    return at;
}

static inline void ZM_FN(keep_proof)(struct zm_context *cx, uint64_t key, int low, int high,
                                     int move, uint64_t nodes)
{
    ZM_FN(proof_place)(cx, key)->what = zm_proof_pack(low, high, move, zm_work(nodes));
}

static inline uint64_t ZM_FN(plain_key)(const struct zm_context *cx, const struct zm_state *s)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    return game->key ? game->key(s) : zm_hash_bytes(s, cx->game->state_size);
}

/* The least key of s turned and mirrored, so that all its images are one position. */
ZM_KERNEL uint64_t ZM_FN(least_key)(const struct zm_context *cx, const struct zm_state *s)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    uint64_t least = ZM_FN(plain_key)(cx, s);
    for (int i = 1; i < cx->game->symmetries; i++) {
        memcpy(cx->image, s, cx->game->state_size);
        game->transform(cx->image, i);
        const uint64_t key = ZM_FN(plain_key)(cx, cx->image);
        least = key < least ? key : least;
    }
    return least;
}

/* With `depth` left. Only in the first plies is it worth the time to look at all images:
 * below them, the search has long been led to one of them. */
static inline uint64_t ZM_FN(solve_key)(const struct zm_context *cx, const struct zm_state *s,
                                        int depth)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const uint64_t key = game->solve_key                                  ? game->solve_key(s)
                         : game->transform && depth >= cx->symmetry_depth ? ZM_FN(least_key)(cx, s)
                                                                          : ZM_FN(plain_key)(cx, s);
    return game->probcut ? key ^ cx->doubt_key : key;
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
        const int order = game->order && !game->probcut ? game->order(s) : 0;
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

/* ------------------------------------------------------------------ guessing -- */

/* The value of s for who moves there in units of evaluate(), to a small depth. */
ZM_KERNEL int ZM_FN(exact_estimate)(struct zm_context *cx, const struct zm_state *s, int depth,
                                    int alpha, int beta)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    cx->nodes++;
    if (depth == 0)
        return game->evaluate(s, me);
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    int best = -ZM_INFINITY;
    cx->moves += n;
    for (int i = 0; i < n && best < beta; i++) {
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child), low = best > alpha ? best : alpha;
        const int value = next == ZM_OVER ? game->payoff(child, me) * cx->game->unit
                          : next == me    ? ZM_FN(exact_estimate)(cx, child, depth - 1, low, beta)
                                       : -ZM_FN(exact_estimate)(cx, child, depth - 1, -beta, -low);
        best = value > best ? value : best;
        ZM_DROP(child, list[i]);
    }
    cx->moves = list;
    return best;
}

/* May the question be answered by a guess? Buro 1995, "ProbCut: an effective selective
 * extension of the alpha-beta algorithm". */
static inline bool ZM_FN(exact_guess)(struct zm_context *cx, const struct zm_state *s, int target,
                                      int *value)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_probcut guess;
    if (!game->probcut(s, 0, &guess))
        return false;
    const int margin = guess.margin * cx->doubt / 100, unit = cx->game->unit;
    const int yes = target * unit + margin, no = (target - 1) * unit - margin;
    const int now = game->evaluate(s, game->turn(s));
    if (now > no + margin / 2 && now < yes - margin / 2)
        return false; /* hardly */
    const int estimate = ZM_FN(exact_estimate)(cx, s, guess.depth, no, yes);
    *value = estimate >= yes ? target : target - 1;
    return estimate >= yes || estimate <= no;
}

/* Sort children by order() and by what a search shallower than that of a guess foretells. It is
 * done only once the move that is known from before has failed: mostly it does not. */
static inline void ZM_FN(exact_rank)(struct zm_context *cx, const struct zm_state *s,
                                     const unsigned char *states, struct zm_branch branch[],
                                     int count)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const size_t stride = (cx->game->state_size + 63u) & ~(size_t)63;
    struct zm_probcut guess;
    const int plies = cx->game->probcut && game->probcut(s, 0, &guess) ? guess.depth - 1 : 0;
    for (int i = 0; i < count && count > 1; i++) {
        struct zm_branch b = branch[i];
        const struct zm_state *const child =
            (const struct zm_state *)(const void *)(states + (size_t)b.state * stride);
        int order = game->order ? game->order(child) : 0;
        if (game->evaluate)
            order -= ZM_FN(exact_estimate)(cx, child, plies, -ZM_INFINITY, ZM_INFINITY);
        b.order = b.same ? -order : order;
        int at = i;
        for (; at > 0 && branch[at - 1].order < b.order; at--)
            branch[at] = branch[at - 1];
        branch[at] = b;
    }
}

/* ----------------------------------------------------------------- searching -- */

/* Near the end the game answers by itself. That is true under any doubt, so it is kept with
 * what is proved. */
static inline bool ZM_FN(exact_finish)(struct zm_context *cx, const struct zm_state *s, int target,
                                       uint64_t key, struct zm_bounds known, int *value)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const struct zm_bounds window = { target - 1, target };
    const uint64_t begin = cx->nodes;
    if (!game->finish(s, &window, value, &cx->nodes, cx->finish_memory))
        return false;
    if (*value >= target)
        known.low = *value;
    else
        known.high = *value;
    ZM_FN(keep_proof)(cx, key, known.low, known.high, 0, cx->nodes - begin);
    return true;
}

/* s is worth a search: known->low < target <= known->high, and it is not in the table. */
ZM_KERNEL __attribute__((noinline)) int ZM_FN(exact_search)(struct zm_context *cx,
                                                            const struct zm_state *s, int depth,
                                                            int target, uint64_t key,
                                                            struct zm_bounds known, int first)
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
    int value;
    if (game->finish && ZM_FN(exact_finish)(cx, s, target, key, known, &value))
        return value;
    if (game->probcut && cx->doubt && ZM_FN(exact_guess)(cx, s, target, &value))
        return value;
    if (game->probcut && !first && cx->guess_key) {
        struct zm_bounds guess = known;
        first = ZM_FN(recall)(cx, key ^ cx->doubt_key ^ cx->guess_key, &guess.low, &guess.high);
    }
    struct zm_bounds unused;
    zm_move *const list = cx->moves;
    struct zm_branch *const branch = cx->branches;
    unsigned char *const states = cx->states;
    const int n = ZM_FN(insight)(cx, s, &unused, list);
    cx->moves += n;

    /* What insight() tells of the children. */
    int count = 0, most = known.low, best = known.low, best_at = 0;
    for (int i = 0; i < n; i++) {
        struct zm_branch *const b = &branch[count];
        struct zm_state *const child = (struct zm_state *)(void *)(states + (size_t)i * stride);
        ZM_ASSIGN(child, s);
        game->play(child, list[i]);
        ZM_FN(look)(cx, b, child, me, depth - 1);
        value = ZM_FN(most)(b);
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
        b->key = ZM_FN(solve_key)(cx, child, b->depth);
        __builtin_prefetch(ZM_FN(bucket)(cx, b->key));
        count++;
    }
    known.high = most < known.high ? most : known.high;

    /* What the table tells; those that are left are sorted. */
    int left = 0;
    for (int i = 0; i < count; i++) {
        struct zm_branch b = branch[i];
        b.first = (int16_t)ZM_FN(recall)(cx, b.key, &b.low, &b.high);
        b.order = b.state == first - 1 ? INT32_MAX : b.order;
        value = ZM_FN(most)(&b);
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
    const int sorted = left > 0 && branch[0].state == first - 1;
    for (int i = 0; i < left && best < target && !cx->stopped; i++) {
        if (game->probcut && i == sorted)
            ZM_FN(exact_rank)(cx, s, states, branch + i, left - i);
        const struct zm_branch *const b = &branch[i];
        const struct zm_state *const child =
            (const struct zm_state *)(const void *)(states + (size_t)b->state * stride);
        const struct zm_bounds bounds = { b->low, b->high };
        value = b->same ? ZM_FN(exact_search)(cx, child, b->depth, target, b->key, bounds, b->first)
                        : -ZM_FN(exact_search)(cx, child, b->depth, 1 - target, b->key, bounds,
                                               b->first);
        best_at = value > best ? b->state + 1 : best_at;
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
    ZM_FN(keep_proof)(cx, key, known.low, known.high, best_at, cx->nodes - begin);
    return best;
}

ZM_KERNEL int ZM_FN(exact)(struct zm_context *cx, const struct zm_state *s, int depth, int target)
{
    struct zm_bounds known;
    ZM_FN(insight)(cx, s, &known, cx->moves);
    const uint64_t key = ZM_FN(solve_key)(cx, s, depth);
    int first = 0;
    if (known.low < known.high)
        first = ZM_FN(recall)(cx, key, &known.low, &known.high);
    if (known.low >= target)
        return known.low;
    if (known.high < target)
        return known.high;
    return ZM_FN(exact_search)(cx, s, depth, target, key, known, first);
}
