/* proof.tmpl.h -- does the player to move get at least `target` points? Negamax with a
 * null window and a transposition table, always to the end of the game: what the exact
 * solver asks. Fail-soft: the answer is a bound, >= target for yes and < target for no.
 * Theory: docs/theory/transposition-table.md
 *
 * Before it goes deeper anywhere it looks one ply ahead everywhere: a move that ends the
 * game in time, or leads to a position of which enough is known, answers the question at
 * once. (The latter is Plaat et al. 1996, "Exploiting graph properties of game trees".)
 * On middle games of Connect Four that leaves a twelfth of the nodes.
 *
 * Invariant: an entry's value with its bound is true of the position, in points for the
 * player to move; nothing is stored once the search was stopped or met the horizon. */

/* Does the entry answer the question? */
static inline bool ZM_FN(answers)(const struct zm_tt_entry *entry, uint64_t key, int target)
{
    return entry->key == key && entry->bound &&
           (entry->bound == ZM_LOWER ? entry->value >= target : entry->value < target);
}

ZM_KERNEL int ZM_FN(proof)(struct zm_context *cx, const struct zm_state *s, int depth, int target)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (depth == 0) {
        cx->horizon = true;
        return 0;
    }
    const uint64_t key = game->key ? game->key(s) : zm_hash_bytes(s, cx->game->state_size);
    struct zm_tt_entry *const entry = ZM_FN(tt_slot)(cx, key);
    if (ZM_FN(answers)(entry, key, target))
        return entry->value;
    const int first = entry->bound && entry->key == key ? entry->move : -1;

    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    cx->moves += n;
    int best = -ZM_INFINITY, best_index = 0;
    for (int i = 0; i < n && best < target; i++) {
        ZM_PLAY(child, s, list[i]);
        const int next = game->turn(child);
        int value = -ZM_INFINITY;
        if (next == ZM_OVER) {
            value = game->payoff(child, me);
            cx->nodes++;
        } else if ((game->flags & ZM_ALTERNATE) || next != me) {
            const uint64_t k =
                game->key ? game->key(child) : zm_hash_bytes(child, cx->game->state_size);
            const struct zm_tt_entry *const known = ZM_FN(tt_slot)(cx, k);
            if (known->bound == ZM_UPPER && ZM_FN(answers)(known, k, 1 - target))
                value = -known->value;
        }
        ZM_DROP(child, list[i]);
        if (value > best) {
            best = value;
            best_index = i;
        }
    }
    for (int i = 0; i < n && best < target && !cx->stopped; i++) {
        /* The remembered move goes first; the others keep their order. */
        const int at = first <= 0 || first >= n || i > first ? i : i == 0 ? first : i - 1;
        int value = -ZM_INFINITY;
        ZM_PLAY(child, s, list[at]);
        const int next = game->turn(child);
        if (next != ZM_OVER && ((game->flags & ZM_ALTERNATE) || next != me))
            value = -ZM_FN(proof)(cx, child, depth - 1, 1 - target);
        else if (next != ZM_OVER)
            value = ZM_FN(proof)(cx, child, depth - 1, target);
        ZM_DROP(child, list[at]);
        if (value > best) {
            best = value;
            best_index = at;
        }
    }
    cx->moves = list;
    if (!cx->stopped && !cx->horizon) {
        entry->key = key;
        entry->value = best;
        entry->move = (uint16_t)best_index;
        entry->depth = ZM_TT_COMPLETE;
        entry->bound = (uint8_t)(best >= target ? ZM_LOWER : ZM_UPPER);
    }
    return best;
}
