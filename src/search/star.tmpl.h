/* star.tmpl.h -- expectiminimax that prunes, below MAX and MIN as alpha-beta does and at chance
 * nodes by what the average can still become. Source: Ballard 1983, "The *-minimax search
 * procedure for trees containing chance nodes". Theory: docs/theory/expectiminimax.md
 *
 * No payoff lies beyond +-max_payoff. So while outcomes of a chance node are not known yet, its
 * average lies between what it becomes if they are all as bad and all as good as can be; and
 * an outcome whose value leaves the window that this gives it puts the average outside of the
 * window of the chance node, which is then left (Star1). Star2 goes first through all outcomes
 * and tries one move in each (a probe): the chooser there does at least as well, which bounds
 * all outcomes from one side for little, and often is enough.
 *
 * Values are cx->max_player's, fail-soft: one that is not inside the window is a bound. */

static double ZM_FN(star_node)(struct zm_context *cx, const struct zm_state *s, int depth,
                               double alpha, double beta, const struct zm_probe *known);

/* A finished game. */
static inline double ZM_FN(star_over)(struct zm_context *cx, const struct zm_state *s)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const double value = (double)game->payoff(s, cx->max_player) * game->unit;
    cx->nodes++;
    cx->leaves++;
    ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = value);
    return value;
}

/* Where MAX or MIN chooses. What is known of one of the moves need not be searched again if it
 * settles the matter. */
static double ZM_FN(star_choice)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 double alpha, double beta, const struct zm_probe *known)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const bool is_max = game->turn(s) == cx->max_player;
    zm_move *const list = cx->moves;
    const int n = game->moves(s, list);
    cx->moves += n;
    ZM_ORDER(cx, s, list, n, depth);
    double best = is_max ? -ZM_INFINITY : ZM_INFINITY;
    zm_move best_move = list[0];
    for (int i = 0; i < n && !cx->stopped; i++) {
        double value;
        if (known && known->move == list[i] &&
            (known->low == known->high || known->low >= beta || known->high <= alpha)) {
            value = known->low >= beta ? known->low : known->high;
        } else {
            ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i]);
            ZM_PLAY(child, s, list[i]);
            value = game->turn(child) == ZM_OVER
                        ? ZM_FN(star_over)(cx, child)
                        : ZM_FN(star_node)(cx, child, depth - 1, alpha, beta, NULL);
            ZM_DROP(child, list[i]);
        }
        if (is_max ? value > best : value < best) {
            best = value;
            best_move = list[i];
            ZM_STEP(cx, .kind = ZM_STEP_BETTER, .index = i, .move = best_move, .value = best);
        }
        if (is_max ? best >= beta : best <= alpha) {
            if (i + 1 < n)
                ZM_STEP(cx, .kind = ZM_STEP_CUT, .index = i + 1, .count = n - i - 1,
                        .turn = game->turn(s), .alpha = alpha, .beta = beta, .value = best,
                        .moves = list + i + 1);
            break;
        }
        if (is_max && best > alpha) {
            alpha = best;
            ZM_STEP(cx, .kind = ZM_STEP_WINDOW, .alpha = alpha, .beta = beta, .raised = -1);
        }
        if (!is_max && best < beta) {
            beta = best;
            ZM_STEP(cx, .kind = ZM_STEP_WINDOW, .alpha = alpha, .beta = beta, .raised = 1);
        }
    }
    cx->moves = list;
    cx->best = best_move;
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = best, .move = best_move);
    return best;
}

/* Try one move where outcome m leads, if somebody chooses there: *found has, for the outcome,
 * what the chooser gets at least, and for the move between what its value lies. A game that is
 * over, or not searched further, has its value at once. */
static void ZM_FN(star_probe)(struct zm_context *cx, const struct zm_state *s, zm_move m, int index,
                              int depth, double alpha, double beta, struct zm_probe *found)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const double least = found->low, most = found->high;
    (void)index; /* only who watches wants to know */
    ZM_PLAY(child, s, m);
    const int turn = game->turn(child);
    if (turn != ZM_CHANCE)
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = index, .move = m, .turn = ZM_CHANCE,
                .raised = ZM_STEP_OWN(alpha > least, beta < most));
    if (turn == ZM_OVER || (turn != ZM_CHANCE && depth == 1)) {
        const double value = turn == ZM_OVER ? ZM_FN(star_over)(cx, child)
                                             : ZM_FN(star_node)(cx, child, 0, alpha, beta, NULL);
        found->low = found->high = found->outcome_low = found->outcome_high = value;
    } else if (turn != ZM_CHANCE) {
        zm_move *const list = cx->moves;
        double value;
        ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = turn, .depth = depth - 1, .alpha = alpha,
                .beta = beta);
        cx->nodes++;
        const int n = game->moves(child, list);
        cx->moves += n;
        ZM_ORDER(cx, child, list, n, depth - 1);
        found->move = list[0];
        ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = 0, .move = list[0]);
        {
            ZM_PLAY(grandchild, child, found->move);
            value = game->turn(grandchild) == ZM_OVER
                        ? ZM_FN(star_over)(cx, grandchild)
                        : ZM_FN(star_node)(cx, grandchild, depth - 2, alpha, beta, NULL);
            ZM_DROP(grandchild, found->move);
        }
        cx->moves = list;
        found->low = value > alpha ? value : least;
        found->high = value < beta ? value : most;
        if (turn == cx->max_player || n == 1)
            found->outcome_low = found->low;
        if (turn != cx->max_player || n == 1)
            found->outcome_high = found->high;
        ZM_STEP(cx, .kind = ZM_STEP_RETURN, .move = found->move,
                .value = turn == cx->max_player ? found->outcome_low : found->outcome_high,
                .raised = n == 1                   ? 0
                          : turn == cx->max_player ? -1
                                                   : 1);
    }
    ZM_DROP(child, m);
}

/* A chance node. At any time low <= weight_sum * its value <= high for those outcomes that are
 * not in `sum` yet, from what is known of each. */
static double ZM_FN(star_chance)(struct zm_context *cx, const struct zm_state *s, int depth,
                                 double alpha, double beta)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const double most = (double)cx->game->max_payoff * game->unit, least = -most;
    zm_move *const list = cx->moves;
    uint32_t *const weight = cx->weights;
    struct zm_probe *const probe = cx->probes;
    const int n = game->moves(s, list);
    game->weights(s, weight);
    cx->moves += n;
    cx->weights += n;
    cx->probes += n;
    double all = 0, sum = 0, value = 0;
    for (int i = 0; i < n; i++) {
        all += weight[i];
        probe[i] = (struct zm_probe){ ZM_NO_MOVE, least, most, least, most };
    }
    double low = all * least, high = all * most;
    int left = -1; /* how many outcomes were not looked at when the node was left; -1: it is not */

    for (int i = 0; i < n && cx->probing && left < 0 && !cx->stopped; i++) {
        const double a = (all * alpha - (high - weight[i] * most)) / weight[i];
        const double b = (all * beta - (low - weight[i] * least)) / weight[i];
        ZM_FN(star_probe)
        (cx, s, list[i], i, depth, a > least ? a : least, b < most ? b : most, &probe[i]);
        low += weight[i] * (probe[i].outcome_low - least);
        high -= weight[i] * (most - probe[i].outcome_high);
        ZM_STEP(cx, .kind = ZM_STEP_BOUNDS, .index = i, .move = list[i], .weight = weight[i] / all,
                .alpha = low / all, .beta = high / all);
        if (low >= all * beta || high <= all * alpha) {
            value = low >= all * beta ? low / all : high / all;
            left = n - i - 1;
        }
    }

    for (int i = 0; i < n && left < 0 && !cx->stopped; i++) {
        low -= weight[i] * probe[i].outcome_low;
        high -= weight[i] * probe[i].outcome_high;
        const double a = (all * alpha - sum - high) / weight[i];
        const double b = (all * beta - sum - low) / weight[i];
        double outcome = probe[i].outcome_low;
        if (outcome < probe[i].outcome_high) {
            ZM_STEP(cx, .kind = ZM_STEP_MOVE, .index = i, .move = list[i], .turn = ZM_CHANCE,
                    .raised = ZM_STEP_OWN(a > least, b < most));
            ZM_PLAY(child, s, list[i]);
            outcome = game->turn(child) == ZM_OVER
                          ? ZM_FN(star_over)(cx, child)
                          : ZM_FN(star_node)(cx, child, depth - 1, a > least ? a : least,
                                             b < most ? b : most, &probe[i]);
            ZM_DROP(child, list[i]);
        }
        sum += weight[i] * outcome;
        if (i + 1 == n) {
            low = high = 0; /* but for rounding they are */
            value = sum / all;
        }
        ZM_STEP(cx, .kind = ZM_STEP_BOUNDS, .index = i, .move = list[i], .weight = weight[i] / all,
                .alpha = (sum + low) / all, .beta = (sum + high) / all);
        if (i + 1 < n && (outcome >= b || outcome <= a)) {
            value = (sum + (outcome >= b ? low : high)) / all;
            left = cx->probing ? 0 : n - i - 1;
        }
    }

    if (left >= 0) {
        /* Which side it is on no rounding shall change. */
        if (value > (alpha + beta) / 2)
            value = value > beta ? value : beta;
        else
            value = value < alpha ? value : alpha;
        ZM_STEP(cx, .kind = ZM_STEP_CUT, .index = n - left, .count = left, .turn = ZM_CHANCE,
                .alpha = alpha, .beta = beta, .value = value, .moves = list + n - left);
    }
    cx->moves = list;
    cx->weights = weight;
    cx->probes = probe;
    cx->best = list[0];
    ZM_STEP(cx, .kind = ZM_STEP_RETURN, .value = value, .move = list[0]);
    return value;
}

/* `known`: what a probe has found of one move here, or NULL. */
static double ZM_FN(star_node)(struct zm_context *cx, const struct zm_state *s, int depth,
                               double alpha, double beta, const struct zm_probe *known)
{
    const struct zm_game *const game = ZM_THE_GAME(cx);
    const int me = game->turn(s);
    ZM_STEP(cx, .kind = ZM_STEP_ENTER, .turn = me, .depth = depth, .alpha = alpha, .beta = beta);
    cx->nodes++;
    if (depth == 0) {
        const int value = game->evaluate ? game->evaluate(s, cx->max_player) : 0;
        cx->leaves++;
        cx->horizon = true;
        ZM_STEP(cx, .kind = ZM_STEP_LEAF, .value = value);
        return value;
    }
    if (cx->nodes >= cx->poll_at)
        cx->poll(cx);
    return game->flags & ZM_HAS_CHANCE && me == ZM_CHANCE
               ? ZM_FN(star_chance)(cx, s, depth, alpha, beta)
               : ZM_FN(star_choice)(cx, s, depth, alpha, beta, known);
}

ZM_KERNEL double ZM_FN(star)(struct zm_context *cx, const struct zm_state *s, int depth,
                             double alpha, double beta)
{
    return ZM_FN(star_node)(cx, s, depth, alpha, beta, NULL);
}
