/* mcts_final.c -- which move to play in the end, and what is known of it. */
#include "search/mcts_tree.h"

#include <math.h>

/* Bounds for the player who chooses. */
struct view {
    int low, high;
};

static struct view view_of(uint32_t bounds, int turn)
{
    const int low = zm_bounds_low(bounds), high = zm_bounds_high(bounds);
    return turn == 1 ? (struct view){ -high, -low } : (struct view){ low, high };
}

/* Only the sign counts where people count only who won. */
static int result_of(const struct zm_game *game, int points)
{
    return game->flags & ZM_MARGIN ? (points > 0) - (points < 0) : points;
}

bool final_settled(const struct zm_search *search)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const uint32_t bounds = ZM_READ(tree->stat[tree->root].bounds);
    return tree->solver && result_of(search->game, zm_bounds_low(bounds)) ==
                               result_of(search->game, zm_bounds_high(bounds));
}

static double mean_of(const struct zm_stat *stat)
{
    const uint32_t visits = ZM_READ(stat->visits);
    return visits ? (double)ZM_READ(stat->total) / ZM_REWARD_ONE / visits : -1;
}

/* Does the move end the game? */
static bool ends(const struct zm_tree *tree, uint32_t at)
{
    return (ZM_READ(tree->link[at].flags) & ZM_SLOT_SEEN) && tree->link[at].turn == ZM_OVER;
}

/* Which of two slots do the bounds prefer? A win before all, of wins one at once; whatever
 * may still be one before a loss: 1 the first, -1 the second, 0 neither. */
static int prove(const struct zm_search *search, uint32_t a, uint32_t b, int turn)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const struct zm_game *const game = search->game;
    if (!tree->solver || turn < 0)
        return 0;
    const struct view x = view_of(ZM_READ(tree->stat[a].bounds), turn);
    const struct view y = view_of(ZM_READ(tree->stat[b].bounds), turn);
    const int win = result_of(game, game->max_payoff), loss = result_of(game, -game->max_payoff);
    const bool x_wins = result_of(game, x.low) == win, y_wins = result_of(game, y.low) == win;
    const bool x_loses = result_of(game, x.high) == loss, y_loses = result_of(game, y.high) == loss;
    if (x_wins != y_wins)
        return x_wins ? 1 : -1;
    if (x_loses != y_loses)
        return y_loses ? 1 : -1;
    if (x.low >= y.high && (x.low > y.low || x.high > y.high))
        return 1;
    if (y.low >= x.high && (y.low > x.low || y.high > x.high))
        return -1;
    if (!x_wins)
        return 0;
    return x.low != y.low ? (x.low > y.low) - (x.low < y.low) : ends(tree, a) - ends(tree, b);
}

/* Is slot a to be played rather than slot b? What is proven comes first, then the visits or the
 * mean decide. */
static bool better(const struct zm_search *search, uint32_t a, uint32_t b, int turn)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const struct zm_stat *const sa = &tree->stat[a], *const sb = &tree->stat[b];
    const int proven = prove(search, a, b, turn);
    if (proven)
        return proven > 0;
    const uint32_t va = ZM_READ(sa->visits), vb = ZM_READ(sb->visits);
    const double ma = mean_of(sa), mb = mean_of(sb);
    if (search->options.final == FINAL_RATIO)
        return ma > mb || (ma == mb && va > vb);
    return va > vb || (va == vb && ma > mb);
}

/* At the root a move that was never tried may be better than those that are proven lost. */
static bool playable(const struct zm_tree *tree, uint32_t at, bool root)
{
    return !zm_bounds_forbidden(ZM_READ(tree->stat[at].bounds)) &&
           (root || ZM_READ(tree->stat[at].visits) > 0);
}

uint32_t final_slot(const struct zm_search *search, uint32_t block)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const int turn = tree->link[block].turn;
    const uint32_t survivor = block == tree->root ? search->mcts->survivor : 0;
    uint32_t best = 0;
    for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++)
        if (playable(tree, at, block == tree->root) && (!best || better(search, at, best, turn)))
            best = at;
    /* Who won the race is played unless it is proven that another is better. */
    if (survivor && prove(search, best, survivor, turn) <= 0)
        return survivor;
    return best;
}

static int line_from(const struct zm_search *search, uint32_t at, zm_move line[])
{
    const struct zm_tree *const tree = &search->mcts->tree;
    int length = 0;
    while (at && length < ZM_MAX_LINE) {
        line[length++] = tree->link[at].what;
        const uint32_t child = __atomic_load_n(&tree->link[at].child, __ATOMIC_ACQUIRE);
        at = child > ZM_SLOT_BUSY && tree->link[child].turn >= 0 ? final_slot(search, child) : 0;
    }
    return length;
}

/* In points for who chose: the mean, or what is proven. */
static double value_of(const struct zm_search *search, uint32_t at, int turn, bool *exact)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const struct zm_game *const game = search->game;
    const struct view v = view_of(ZM_READ(tree->stat[at].bounds), turn);
    const double scale = game->flags & ZM_MARGIN ? 1 : game->max_payoff;
    *exact = tree->solver && v.low == v.high;
    if (*exact)
        return v.low;
    if (tree->solver && result_of(game, v.low) == result_of(game, v.high))
        return v.low > 0 ? v.low : v.high; /* at least, or at most, so much */
    if (ZM_READ(tree->stat[at].visits) == 0)
        return NAN;
    return (2 * mean_of(&tree->stat[at]) - 1) * scale;
}

/* What each player got in the simulations that began with the slot. */
static void all_values(const struct zm_search *search, uint32_t at, struct zm_result *result)
{
    const struct mcts *const mcts = search->mcts;
    const int players = search->game->players;
    const double visits = ZM_READ(mcts->tree.stat[at].visits);
    if (visits == 0)
        return;
    const double scale = search->game->flags & ZM_MARGIN ? 1 : search->game->max_payoff;
    for (int p = 0; p < players; p++) {
        double sum = 0;
        for (int i = 0; i < mcts->walkers; i++)
            sum += mcts->walker[i]
                       ->root_total[(at - mcts->tree.root) * (unsigned)players + (unsigned)p];
        result->values[p] = (2 * sum / visits - 1) * scale;
    }
}

void final_result(const struct run *run, struct zm_result *result)
{
    const struct zm_search *const search = run->search;
    const struct zm_tree *const tree = &search->mcts->tree;
    const struct zm_game *const game = search->game;
    result->full = ZM_READ(tree->full);
    if (tree->link[tree->root].turn == ZM_CHANCE) {
        const struct zm_stat *const root = &tree->stat[tree->root];
        const double scale = game->flags & ZM_MARGIN ? 1 : game->max_payoff;
        if (root->visits && game->players == 2 && (game->flags & ZM_ZERO_SUM))
            report_value(run, result, (2 * mean_of(root) - 1) * scale * game->unit, 0);
        return;
    }
    const uint32_t best = final_slot(search, tree->root);
    if (!best)
        return;
    result->move = tree->link[best].what;
    result->length = line_from(search, best, result->line);
    const double value = value_of(search, best, run->turn, &result->exact);
    /* The best is exact only if no other may be better. */
    const struct view root = view_of(ZM_READ(tree->stat[tree->root].bounds), run->turn);
    result->exact = result->exact && root.low == root.high;
    if (game->players == 2 && (game->flags & ZM_ZERO_SUM)) {
        report_value(run, result, value * game->unit, run->turn);
    } else {
        all_values(search, best, result);
        result->value = result->values[run->turn];
    }
}

int final_lines(const struct zm_search *search, struct zm_line lines[], int most)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const uint32_t block = tree->root, count = block ? tree->link[block].child : 0;
    const int turn = block ? tree->link[block].turn : 0;
    uint32_t slot[ZM_MAX_LINE];
    int n = 0;
    if (most > ZM_MAX_LINE)
        most = ZM_MAX_LINE;
    for (uint32_t at = block + 1; at <= block + count; at++) {
        if (!playable(tree, at, false))
            continue;
        int place = n;
        while (place > 0 && better(search, at, slot[place - 1], turn))
            place--;
        if (place >= most)
            continue;
        n += n < most;
        for (int i = n - 1; i > place; i--)
            slot[i] = slot[i - 1];
        slot[place] = at;
    }
    for (int i = 0; i < n; i++) {
        lines[i].distance = 0;
        lines[i].length = line_from(search, slot[i], lines[i].line);
        lines[i].value = value_of(search, slot[i], turn, &lines[i].exact);
    }
    return n;
}
