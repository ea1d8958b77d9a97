/* threats.tmpl.h -- the kernel of the search for a win by force: the attacker plays nothing
 * but moves that force (the game's forcing()), the defender has the few answers that
 * insight() leaves. An AND/OR search to a limited depth, on a table.
 * Sources: Allis, van den Herik & Huntjens 1994, "Go-Moku solved by new search techniques"
 * (threat-space search). Theory: docs/theory/threat-search.md
 *
 * Invariants:
 *  1. True means: the player to move gets max_payoff within `plies` plies, whatever the
 *     other plays; moves that insight() leaves out lose as well, no later.
 *  2. False means: not within `plies`, by moves of this width alone; cx->horizon is set if
 *     more plies may change that.
 *  3. Nothing is stored once the search was stopped. */

static inline struct zm_threat *ZM_FN(threat_place)(const struct zm_context *cx, uint64_t key)
{
    return &cx->threats[key >> (64 - cx->threat_bits)];
}

ZM_KERNEL bool ZM_FN(threats)(struct zm_context *cx, const struct zm_state *s, int plies,
                              int width);

/* Does every answer lose within `plies`? Where all of them are known to lose, any one tells
 * how soon. */
static inline bool ZM_FN(all_answers_lose)(struct zm_context *cx, const struct zm_state *s,
                                           int plies, int width)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    struct zm_bounds sure = { -cx->game->max_payoff, cx->game->max_payoff };
    zm_move *const list = cx->moves;
    int n = game->insight(s, &sure, list);
    cx->nodes++;
    if (sure.low > -cx->game->max_payoff)
        return false;
    if (sure.high == -cx->game->max_payoff) {
        game->moves(s, list);
        n = 1;
    }
    cx->moves += n;
    bool lose = true;
    for (int i = 0; i < n && lose; i++) {
        ZM_PLAY(child, s, list[i]);
        lose = game->turn(child) != ZM_OVER && ZM_FN(threats)(cx, child, plies - 1, width);
        ZM_DROP(child, list[i]);
    }
    cx->moves = list;
    return lose;
}

ZM_KERNEL bool ZM_FN(threats)(struct zm_context *cx, const struct zm_state *s, int plies, int width)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    cx->nodes++;
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    if (cx->stopped)
        return false;
    const uint64_t key = zm_mix(
        (game->key ? game->key(s) : zm_hash_bytes(s, cx->game->state_size)) + (uint64_t)width);
    struct zm_threat *const place = ZM_FN(threat_place)(cx, key);
    const struct zm_threat known = place->key == key ? *place : (struct zm_threat){ .key = key };
    if (known.won && known.won <= plies)
        return true;
    if (known.open >= plies) {
        cx->horizon |= known.open < UINT8_MAX;
        return false;
    }

    const bool horizon_above = cx->horizon;
    cx->horizon = false;
    zm_move *const list = cx->moves;
    const int n = game->forcing(s, width, list);
    cx->moves += n;
    bool won = false;
    int i = 0;
    for (; i < n && !won && !cx->stopped; i++) {
        ZM_PLAY(child, s, list[i]);
        if (game->turn(child) == ZM_OVER)
            won = game->payoff(child, me) == cx->game->max_payoff;
        else if (plies < 3)
            cx->horizon = true;
        else
            won = ZM_FN(all_answers_lose)(cx, child, plies - 1, width);
        ZM_DROP(child, list[i]);
        if (!won && plies < 3)
            break; /* what ends the game comes first */
    }
    cx->moves = list;
    if (!cx->stopped) {
        struct zm_threat now = known;
        if (won) {
            now.won = (uint8_t)plies;
            now.move = (uint16_t)(i - 1);
        } else {
            now.open = (uint8_t)(cx->horizon ? plies : UINT8_MAX);
        }
        *place = now;
    }
    cx->horizon |= horizon_above;
    return won;
}
