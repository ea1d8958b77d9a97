#include "search/alphazero.h"

#include "base/sentence.h"
#include "search/mcts_tree.h"

#include <math.h>
#include <stdlib.h>

/* One search of so many is a full one, where fast ones are asked for (Wu 2019); and so many nodes
 * are looked ahead at a leaf, which takes no longer than the net. */
enum { FULL_OF = 4, AHEAD = 65536, SMALL_STATE = 128 };

struct alphazero {
    struct critic *critic;
    struct zm_critic **thread;
    int threads;
    bool fast; /* the last run */
};

/* What a game keeps up to date in a large state takes its time: a node of Gomoku costs as much as a
 * hundred of Connect 4, and a look at all moves as much as the net, whose planes show it what wins.
 */
static double nodes_ahead(const struct zm_game *game)
{
    return game->state_size <= SMALL_STATE ? AHEAD : 0;
}

/* Rewards are 0 to 1 here, -1 to 1 in the papers: C is half of theirs. */
void alphazero_suits(const struct zm_game *game, struct search_options *o)
{
    const bool harmless = game->repetition == ZM_REPEAT_HARMLESS;
    o->select = ZM_SELECT_PUCT;
    o->playouts = ZM_PLAYOUTS_RANDOM;
    o->cut_plies = o->rave = OFF;
    o->priors = 1;
    o->explore = o->explore == AS_SUITS ? 1.1 : o->explore;
    o->fpu = o->fpu == AS_SUITS ? 0.1 : o->fpu;
    o->solver = o->solver == AS_SUITS ? 1 : o->solver;
    o->insight = o->insight == AS_SUITS ? 0 : o->insight;
    o->ahead = o->ahead == AS_SUITS ? nodes_ahead(game) : o->ahead;
    o->graph = o->graph == AS_SUITS ? harmless : o->graph;
    o->halving = o->gumbel > 0;
}

void alphazero_free(struct alphazero *az)
{
    if (!az)
        return;
    for (int i = 0; az->critic && az->thread && i < az->threads; i++)
        critic_end(az->thread[i]);
    free(az->thread);
    critic_close(az->critic);
    free(az);
}

struct alphazero *alphazero_new(const struct zm_search *search, struct critic *critic,
                                struct zm_error *error)
{
    const struct search_options *const o = &search->options;
    struct alphazero *const az = calloc(1, sizeof *az);
    struct zm_critic **const thread = calloc((size_t)o->threads, sizeof *thread);
    if (!az || !thread) {
        free(az);
        free(thread);
        critic_close(critic);
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    *az = (struct alphazero){ .critic = critic, .thread = thread };
    for (; critic && az->threads < (int)o->threads; az->threads++) {
        const struct critic_how how = { .seed = zm_mix(search->seed + (unsigned)az->threads),
                                        .megabytes = o->cache,
                                        .turns = o->symmetry > 0,
                                        .all = o->symmetry > 1,
                                        .whole = o->precision > 0 };
        thread[az->threads] = critic_begin(critic, &how, error);
        if (!thread[az->threads]) {
            alphazero_free(az);
            return NULL;
        }
    }
    return az;
}

struct zm_critic *alphazero_critic(const struct alphazero *az, int thread)
{
    return az->thread[thread];
}

bool alphazero_foretell(const struct alphazero *az, const struct zm_state *s, int turn,
                        double *points, double share[])
{
    return az->critic && critic_foretell(az->critic, s, turn, points, share);
}

void alphazero_test(struct zm_search *search, struct zm_critic *critic)
{
    search->alphazero->thread[0] = critic;
}

/* -------------------------------------------------------------------- lots -- */

/* Above 0, below 1. */
static double lot(uint64_t *seed)
{
    return (zm_random(seed, UINT32_MAX) + 0.5) / UINT32_MAX;
}

static double normal(uint64_t *seed)
{
    const double pi = 3.14159265358979323846;
    const double radius = sqrt(-2 * log(lot(seed)));
    return radius * cos(2 * pi * lot(seed));
}

/* Marsaglia & Tsang 2000, "A simple method for generating gamma variables"; below 1 by a
 * number above 1 times U^(1/alpha). */
static double gamma_lot(uint64_t *seed, double alpha)
{
    const double boost = alpha < 1 ? pow(lot(seed), 1 / alpha) : 1;
    const double d = (alpha < 1 ? alpha + 1 : alpha) - 1.0 / 3, c = 1 / sqrt(9 * d);
    for (;;) {
        const double x = normal(seed), v = (1 + c * x) * (1 + c * x) * (1 + c * x);
        if (v > 0 && log(lot(seed)) < 0.5 * x * x + d - d * v + d * log(v))
            return d * v * boost;
    }
}

void dirichlet(uint64_t *seed, double alpha, int count, double share[])
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += share[i] = gamma_lot(seed, alpha);
    for (int i = 0; i < count; i++) /* with a tiny alpha all may be 0 */
        share[i] = sum > 0 ? share[i] / sum : 1.0 / count;
}

void temperature_shares(const uint32_t visits[], int count, double temperature, double share[])
{
    uint32_t most = 1;
    double sum = 0;
    for (int i = 0; i < count; i++)
        most = visits[i] > most ? visits[i] : most;
    /* Of the most visited, so that no power overflows. */
    for (int i = 0; i < count; i++)
        sum += share[i] = visits[i] ? pow((double)visits[i] / most, 1 / temperature) : 0;
    for (int i = 0; i < count; i++)
        share[i] = sum > 0 ? share[i] / sum : 1.0 / count;
}

/* -------------------------------------------------------------------- begin -- */

/* As many pieces of noise as there are moves: few and large ones where there are many moves
 * (about 10 pieces in all, as in Go and chess: Silver & al. 2018). */
static void add_noise(struct run *run)
{
    const struct search_options *const o = &run->search->options;
    struct zm_tree *const tree = &run->search->mcts->tree;
    const uint32_t count = tree->link[tree->root].child;
    double *const share = malloc(count * sizeof *share);
    if (!share)
        return; /* without noise it plays as well */
    dirichlet(&run->cx.seed, o->alpha > 0 ? o->alpha : 10.0 / count, (int)count, share);
    for (uint32_t i = 0; i < count; i++) {
        float *const prior = &tree->prior[tree->root + 1 + i];
        *prior = (float)((1 - o->noise) * (double)*prior + o->noise * share[i]);
    }
    free(share);
}

void alphazero_begin(struct run *run, uint64_t *simulations)
{
    struct alphazero *const az = run->search->alphazero;
    const struct search_options *const o = &run->search->options;
    az->fast = o->fast > 0 && zm_random(&run->cx.seed, FULL_OF) != 0;
    if (az->fast && *simulations > (uint64_t)o->fast)
        *simulations = (uint64_t)o->fast;
    if (o->noise > 0 && o->gumbel <= 0 && !az->fast)
        add_noise(run);
    run->cx.walker->force = az->fast ? 0 : o->force;
}

double alphazero_gumbel(struct run *run)
{
    const struct alphazero *const az = run->search->alphazero;
    if (!az || az->fast || run->search->options.noise <= 0)
        return 0;
    return -log(-log(lot(&run->cx.seed)));
}

/* ---------------------------------------------------------------------- end -- */

static int sign_of(const struct zm_game *game, int points)
{
    return game->flags & ZM_MARGIN ? (points > 0) - (points < 0) : points;
}

static void bounds_of(const struct zm_stat *stat, int turn, int *low, int *high)
{
    const int l = zm_bounds_low(stat->bounds), h = zm_bounds_high(stat->bounds);
    *low = turn == 1 ? -h : l;
    *high = turn == 1 ? -l : h;
}

/* Is a move certainly worse than another? Such moves are neither drawn nor taught. */
static bool beaten(const struct zm_search *search, uint32_t at, int best_low)
{
    int low, high;
    const struct zm_tree *const tree = &search->mcts->tree;
    const struct zm_stat *const stat = &tree->stat[at];
    if (zm_bounds_forbidden(stat->bounds))
        return true;
    bounds_of(stat, tree->link[tree->root].turn, &low, &high);
    const int sure = sign_of(search->game, best_low);
    const bool wins = sure == sign_of(search->game, search->game->max_payoff);
    return tree->solver && sign_of(search->game, wins ? low : high) < sure;
}

static int best_low(const struct zm_search *search)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    int best = -search->game->max_payoff, low, high;
    for (uint32_t at = tree->root + 1; at <= tree->root + tree->link[tree->root].child; at++) {
        bounds_of(&tree->stat[at], tree->link[tree->root].turn, &low, &high);
        if (!zm_bounds_forbidden(tree->stat[at].bounds) && low > best)
            best = low;
    }
    return best;
}

void alphazero_end(struct run *run, struct zm_result *result)
{
    const struct zm_search *const search = run->search;
    const struct zm_tree *const tree = &search->mcts->tree;
    const uint32_t count = tree->link[tree->root].child;
    const double temperature = search->options.temperature;
    if (temperature <= 0 || result->exact)
        return;
    uint32_t *const visits = calloc(count, sizeof *visits);
    double *const share = calloc(count, sizeof *share);
    const int low = best_low(search);
    bool any = false;
    for (uint32_t i = 0; visits && i < count; i++)
        if (!beaten(search, tree->root + 1 + i, low))
            any |= (visits[i] = tree->stat[tree->root + 1 + i].visits) > 0;
    if (visits && share && any) {
        temperature_shares(visits, (int)count, temperature, share);
        double left = lot(&run->cx.seed);
        uint32_t chosen = UINT32_MAX;
        for (uint32_t i = 0; i < count && left > 0; i++)
            if (share[i] > 0) {
                chosen = i;
                left -= share[i];
            }
        result->move = result->line[0] = tree->link[tree->root + 1 + chosen].what;
        result->length = 1;
    }
    free(visits);
    free(share);
}

/* ----------------------------------------------------------------- what it teaches -- */

void prune_forced(const struct root_move move[], int count, double explore, double force,
                  uint32_t visits[])
{
    int best = 0;
    double all = 0;
    for (int i = 0; i < count; i++) {
        visits[i] = move[i].visits;
        all += move[i].visits;
        best = move[i].visits > move[best].visits ? i : best;
    }
    const double root = sqrt(all + 1);
    const double most =
        move[best].mean + explore * move[best].prior * root / (1 + move[best].visits);
    for (int i = 0; i < count; i++) {
        if (i == best)
            continue;
        uint32_t forced = (uint32_t)sqrt(force * move[i].prior * all);
        while (forced-- > 0 && visits[i] > 0 &&
               move[i].mean + explore * move[i].prior * root / (double)visits[i] < most)
            visits[i]--;
        if (visits[i] == 1 && move[i].visits > 1)
            visits[i] = 0;
    }
}

static double mean_of(const struct zm_stat *stat, double otherwise)
{
    return stat->visits ? (double)stat->total / ZM_REWARD_ONE / stat->visits : otherwise;
}

/* By visits, as far as nothing is proven worse. */
static void teach_visits(const struct zm_search *search, struct root_move move[], uint32_t count,
                         uint32_t visits[], double share[])
{
    const struct search_options *const o = &search->options;
    const struct zm_tree *const tree = &search->mcts->tree;
    const int low = best_low(search);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        visits[i] = move[i].visits;
    if (o->force > 0)
        prune_forced(move, (int)count, tree->explore, o->force, visits);
    for (uint32_t i = 0; i < count; i++) {
        share[i] = beaten(search, tree->root + 1 + i, low) ? 0 : visits[i];
        sum += share[i];
    }
    /* A proof may come before any visit to the moves that are left. */
    for (uint32_t i = 0; i < count && sum == 0; i++)
        share[i] = beaten(search, tree->root + 1 + i, low) ? 0 : 1;
    sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += share[i];
    for (uint32_t i = 0; i < count; i++)
        share[i] = sum > 0 ? share[i] / sum : 1.0 / count;
}

/* The improved policy of Danihelka & al. 2022: softmax(log P + sigma(Q)), Q completed by what the
 * priors promise of the moves not visited. */
static void teach_gumbel(const struct zm_search *search, const struct root_move move[],
                         uint32_t count, double share[])
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const int low = best_low(search);
    double visited = 0, known = 0, all = 0, highest = -1e300, sum = 0;
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (move[i].visits > 0) {
            visited += move[i].prior;
            known += move[i].prior * move[i].mean;
            all += move[i].visits;
            most = move[i].visits > most ? move[i].visits : most;
        }
    const double root = mean_of(&tree->stat[tree->root], 0.5);
    const double mixed = visited > 0 ? (root + all * known / visited) / (1 + all) : root;
    for (uint32_t i = 0; i < count; i++) {
        const double q = move[i].visits > 0 ? move[i].mean : mixed;
        const double prior = move[i].prior > 1e-9 ? move[i].prior : 1e-9;
        share[i] = log(prior) + mcts_sigma(most) * q;
        if (beaten(search, tree->root + 1 + i, low))
            share[i] = -1e300;
        highest = fmax(highest, share[i]);
    }
    for (uint32_t i = 0; i < count; i++)
        sum += share[i] = share[i] <= -1e299 ? 0 : exp(share[i] - highest);
    for (uint32_t i = 0; i < count; i++)
        share[i] /= sum;
}

int alphazero_priors(const struct zm_search *search, zm_move list[], double share[])
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const uint32_t count = tree->link[tree->root].child;
    for (uint32_t i = 0; i < count; i++) {
        list[i] = tree->link[tree->root + 1 + i].what;
        share[i] = (double)tree->prior[tree->root + 1 + i];
    }
    return (int)count;
}

int alphazero_taught(const struct zm_search *search, zm_move list[], double share[],
                     struct taught *taught)
{
    const struct zm_tree *const tree = &search->mcts->tree;
    const uint32_t count = tree->link[tree->root].child;
    const int turn = tree->link[tree->root].turn;
    taught->value = mean_of(&tree->stat[tree->root], 0.5);
    bounds_of(&tree->stat[tree->root], turn, &taught->low, &taught->high);
    if (!tree->solver) {
        taught->high = search->game->max_payoff;
        taught->low = -taught->high;
    }
    struct root_move *const move = calloc(count, sizeof *move);
    uint32_t *const visits = calloc(count, sizeof *visits);
    if (search->alphazero->fast || !move || !visits) {
        free(move);
        free(visits);
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = tree->root + 1 + i;
        list[i] = tree->link[at].what;
        move[i] = (struct root_move){ tree->stat[at].visits, (double)tree->prior[at],
                                      mean_of(&tree->stat[at], 0) };
    }
    if (search->options.gumbel > 0)
        teach_gumbel(search, move, count, share);
    else
        teach_visits(search, move, count, visits, share);
    free(move);
    free(visits);
    return (int)count;
}
