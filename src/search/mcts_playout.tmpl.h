/* mcts_playout.tmpl.h -- how a simulation ends: a game played on from the leaf, by the game's
 * own playout(), by chance, or by moves that did well before (MAST: Finnsson & Bjornsson
 * 2008, "Simulation-based approach to general game playing"; the greedy form of Powley,
 * Whitehouse & Cowling 2013); or cut short by the game's evaluation. */

/* Three moves of five are the best remembered, the others are drawn. */
static const uint32_t ZM_FN(mast_greedy) = 3, ZM_FN(mast_of) = 5;

static inline struct zm_mast *ZM_FN(mast_of_move)(const struct zm_walker *w, int player, zm_move m)
{
    return &w->mast[(size_t)player * ZM_MAST_TABLE + zm_mix(m) % ZM_MAST_TABLE];
}

static inline int ZM_FN(mast_pick)(struct zm_context *cx, int turn, int count)
{
    if (zm_random(&cx->seed, ZM_FN(mast_of)) >= ZM_FN(mast_greedy))
        return (int)zm_random(&cx->seed, (uint32_t)count);
    /* Begin anywhere, so that of equals each has its turn. */
    const int begin = (int)zm_random(&cx->seed, (uint32_t)count);
    int best = begin;
    float most = -1;
    for (int i = 0; i < count; i++) {
        const int at = begin + i < count ? begin + i : begin + i - count;
        const struct zm_mast *const m = ZM_FN(mast_of_move)(cx->walker, turn, cx->moves[at]);
        const float mean = m->visits > 0 ? m->total / m->visits : 1;
        if (mean > most) {
            most = mean;
            best = at;
        }
    }
    return best;
}

/* Play s on, move by move; returns the plies. The first are written to the line. */
static inline uint64_t ZM_FN(mcts_play_on)(struct zm_context *cx, const struct zm_game *game,
                                           struct zm_state *s, uint64_t most)
{
    struct zm_walker *const w = cx->walker;
    uint64_t plies = 0;
    for (int turn; (turn = game->turn(s)) != ZM_OVER && plies < most; plies++) {
        const int n = game->moves(s, cx->moves);
        int i;
        if ((game->flags & ZM_HAS_CHANCE) && turn == ZM_CHANCE) {
            game->weights(s, cx->weights);
            i = zm_pick(&cx->seed, cx->weights, n);
        } else if (w->mast) {
            i = ZM_FN(mast_pick)(cx, turn, n);
        } else {
            i = (int)zm_random(&cx->seed, (uint32_t)n);
        }
        if (plies < ZM_LINE_PLIES)
            w->line[plies] = (struct zm_played){ cx->moves[i], turn };
        game->play(s, cx->moves[i]);
    }
    return plies;
}

/* The end of a simulation at s. Returns how many moves of it are in the line. */
static inline int ZM_FN(mcts_playout)(struct zm_context *cx, const struct zm_game *game,
                                      struct zm_state *s)
{
    struct zm_walker *const w = cx->walker;
    const struct zm_tree *const tree = w->tree;
    const bool remembered = tree->amaf || w->mast;
    uint64_t plies;
    if (game->playout && tree->cut < 0 &&
        (tree->playouts == ZM_PLAYOUTS_LIGHT || tree->playouts == ZM_PLAYOUTS_HEAVY)) {
        const int turn = game->turn(s), players = cx->game->players;
        plies = (uint64_t)game->playout(
            s, tree->playouts == ZM_PLAYOUTS_HEAVY ? ZM_PLAYOUT_HEAVY : ZM_PLAYOUT_LIGHT, &cx->seed,
            w->moves, remembered ? ZM_LINE_PLIES : 0);
        for (int i = 0; remembered && i < (int)plies && i < ZM_LINE_PLIES; i++)
            w->line[i] = (struct zm_played){ w->moves[i], (turn + i) % players };
    } else if (remembered || tree->cut >= 0 || game->playout) {
        plies = ZM_FN(mcts_play_on)(cx, game, s,
                                    tree->cut >= 0 ? (uint64_t)tree->cut : ZM_PLAYOUT_PLIES);
    } else {
        plies = ZM_FN(playout)(cx, s, &cx->seed);
    }
    cx->nodes += plies;
    return !remembered ? 0 : plies < ZM_LINE_PLIES ? (int)plies : ZM_LINE_PLIES;
}

/* What s, where the simulation ended, is worth to a player. */
static inline int64_t ZM_FN(mcts_reward)(const struct zm_context *cx, const struct zm_game *game,
                                         const struct zm_state *s, int player)
{
    if (game->turn(s) == ZM_OVER)
        return ZM_FN(mcts_points)(cx, game, game->payoff(s, player));
    if (game->evaluate && cx->walker->tree->cut >= 0)
        return (int64_t)(ZM_FN(mcts_foretold)(cx, game, game->evaluate(s, player)) * ZM_REWARD_ONE);
    return ZM_REWARD_ONE / 2; /* a playout that had to be cut off */
}

/* Whose is each cell in the end? Read by other threads while it grows. */
static inline void ZM_FN(mcts_own)(struct zm_context *cx, const struct zm_game *game,
                                   const struct zm_state *s)
{
    struct zm_walker *const w = cx->walker;
    const int cells = cx->game->grid.rows * cx->game->grid.columns;
    if (game->turn(s) != ZM_OVER)
        return;
    game->owners(s, w->cells);
    for (int i = 0; i < cells; i++)
        if (w->cells[i] >= 0) {
            uint32_t *const owned = &w->owned[w->cells[i] * cells + i];
            ZM_WRITE(*owned, *owned + 1);
        }
    ZM_WRITE(w->owned_of, w->owned_of + 1);
    ZM_WRITE(w->points, w->points + game->payoff(s, 0));
}
