/* The search `alphazero` with a critic that is no net: PUCT against a tree of the test's own, the
 * formulas, solver backups, and what each switch does. */
#include "search/alphazero.h"
#include "search/mcts_tree.h"
#include "tap.h"

#include <stdlib.h>

static struct zm_error error;

/* Anything that depends on the position alone: weights and a reward drawn from its key. */
static uint64_t looks;
static double odd_look(struct zm_critic *critic, const struct zm_state *s, int turn,
                       const zm_move list[], int count, float weight[])
{
    (void)critic;
    const uint64_t key = zm_hash_bytes(s, 8) ^ zm_mix(zm_hash_bytes(s, 16) + (unsigned)turn);
    for (int i = 0; i < count; i++)
        weight[i] = 1.0F + (float)(zm_mix(key ^ zm_mix(list[i] + 1)) % 1000) / 100.0F;
    looks++;
    return (double)(zm_mix(key + 99) % 10000) / 10000;
}
static struct zm_critic odd_critic = { odd_look };

/* A critic that knows nothing. */
static double even_look(struct zm_critic *critic, const struct zm_state *s, int turn,
                        const zm_move list[], int count, float weight[])
{
    (void)critic;
    (void)s;
    (void)turn;
    (void)list;
    for (int i = 0; i < count; i++)
        weight[i] = 1;
    looks++;
    return 0.5;
}
static struct zm_critic even_critic = { even_look };

static struct zm_search *search_of(const struct zm_game *game, const char *spec,
                                   struct zm_critic *critic)
{
    struct zm_search *const search = alphazero_search(game, spec, NULL, &error);
    if (search)
        alphazero_test(search, critic);
    else
        printf("# %s\n", error.text);
    return search;
}

/* ------------------------------------------------------------------ formulas -- */

static void test_formulas(void)
{
    const uint32_t visits[] = { 60, 30, 10, 0 };
    double share[50];
    temperature_shares(visits, 4, 1, share);
    NEAR(share[0], 0.6, 1e-12);
    NEAR(share[1], 0.3, 1e-12);
    NEAR(share[2], 0.1, 1e-12);
    OK(share[3] == 0);
    temperature_shares(visits, 4, 0.5, share); /* squares: 3600, 900, 100 of 4600 */
    NEAR(share[0], 3600 / 4600.0, 1e-12);
    NEAR(share[1], 900 / 4600.0, 1e-12);
    temperature_shares(visits, 4, 0.01, share);
    NEAR(share[0], 1, 1e-9);
    temperature_shares(visits, 4, 2, share);
    NEAR(share[0] / share[2], sqrt(6), 1e-12);

    uint64_t seed = 5;
    double sum_of_first = 0, sum_of_squares = 0;
    const int rounds = 20000;
    bool sums = true, inside = true;
    for (int i = 0; i < rounds; i++) {
        double sum = 0;
        dirichlet(&seed, 0.3, 5, share);
        for (int k = 0; k < 5; k++) {
            inside &= share[k] >= 0 && share[k] <= 1;
            sum += share[k];
        }
        sums &= fabs(sum - 1) < 1e-9;
        sum_of_first += share[0];
        sum_of_squares += share[0] * share[0];
    }
    OK(sums && inside);
    /* Mean 1/5; variance (1/5)(4/5) / (5 * 0.3 + 1). */
    NEAR(sum_of_first / rounds, 0.2, 0.01);
    NEAR(sum_of_squares / rounds - 0.04, 0.16 / 2.5, 0.005);
    dirichlet(&seed, 1e-3, 3, share);
    NEAR(share[0] + share[1] + share[2], 1, 1e-9);
}

/* Forced visits are taken back as long as PUCT would not have made them, never those of the best.
 */
static void test_pruning(void)
{
    const struct root_move move[] = { { 80, 0.5, 0.6 }, { 15, 0.4, 0.3 }, { 5, 0.1, 0.59 } };
    uint32_t visits[3];
    prune_forced(move, 3, 1, 2, visits);
    EQ(visits[0], 80);
    /* Best: 0.6 + 0.5 sqrt(101) / 81 = 0.6620. The second, 0.3 + 0.4 sqrt(101) / n, stays below
     * that down to n = 12; sqrt(2 * 0.4 * 100) = 8 visits at the most are forced. */
    EQ(visits[1], 11);
    /* The third: 0.59 + 0.1 sqrt(101) / n is above it from n = 13 down. */
    EQ(visits[2], 5);
    prune_forced(move, 3, 1, 0, visits);
    EQ(visits[1], 15);
}

/* ---------------------------------------------------------------------- PUCT -- */

/* The textbook's tree, in the simplest way. */
struct node {
    unsigned char state[64];
    int turn, count;
    zm_move move[9];
    double prior[9];
    double own; /* what the critic said */
    int visits, tries[9];
    double total, gain[9]; /* of who moves here */
    struct node *child[9];
};

static struct node *node_new(const struct zm_game *game, const struct zm_state *s)
{
    struct node *const n = calloc(1, sizeof *n);
    float weight[9];
    double sum = 0;
    memcpy(n->state, s, game->state_size);
    n->turn = game->turn(s);
    if (n->turn == ZM_OVER)
        return n;
    n->count = game->moves(s, n->move);
    n->own = odd_look(NULL, s, n->turn, n->move, n->count, weight);
    for (int i = 0; i < n->count; i++)
        sum += (double)weight[i];
    for (int i = 0; i < n->count; i++)
        n->prior[i] = (double)weight[i] / sum;
    n->visits = 1;
    n->total = n->own;
    return n;
}

/* Returns the reward of the first player. */
static double node_simulate(const struct zm_game *game, struct node *n, double c, double fpu)
{
    const struct zm_state *const s = (const struct zm_state *)(const void *)n->state;
    if (n->turn == ZM_OVER)
        return 0.5 + 0.5 * game->payoff(s, 0);
    int best = 0;
    double most = -1;
    for (int i = 0; i < n->count; i++) {
        const double q = n->tries[i] ? n->gain[i] / n->tries[i] : n->total / n->visits - fpu;
        const double u = c * n->prior[i] * sqrt(n->visits) / (1 + n->tries[i]);
        if (q + u > most) {
            most = q + u;
            best = i;
        }
    }
    double reward;
    if (n->child[best]) {
        reward = node_simulate(game, n->child[best], c, fpu);
    } else {
        unsigned char memory[64] __attribute__((aligned(64)));
        struct zm_state *const after = (struct zm_state *)(void *)memory;
        memcpy(memory, n->state, sizeof memory);
        game->play(after, n->move[best]);
        n->child[best] = node_new(game, after);
        const struct node *const child = n->child[best];
        reward = child->turn == ZM_OVER ? 0.5 + 0.5 * game->payoff(after, 0)
                 : child->turn == 0     ? child->own
                                        : 1 - child->own;
    }
    const double mine = n->turn == 0 ? reward : 1 - reward;
    n->visits++;
    n->tries[best]++;
    n->total += mine;
    n->gain[best] += mine;
    return reward;
}

static void node_free(struct node *n)
{
    for (int i = 0; n && i < n->count; i++)
        node_free(n->child[i]);
    free(n);
}

static void test_puct(const struct zm_game *game)
{
    struct zm_position *const p = zm_position_new(game, &error);
    for (int sims = 1; sims <= 1500; sims = sims * 2 + 1) {
        char spec[200];
        struct zm_result result;
        struct zm_tree_node list[64];
        snprintf(spec, sizeof spec,
                 "alphazero:sims=%d,c=1.3,fpu=0.15,solver=off,graph=off,reuse=off,symmetry=off",
                 sims);
        struct zm_search *const search = search_of(game, spec, &odd_critic);
        OK(!zm_search_run(search, p, NULL, &result, &error));
        struct node *const root = node_new(game, zm_position_state(p));
        for (int i = 0; i < sims; i++)
            node_simulate(game, root, 1.3, 0.15);
        const int count = zm_search_tree(search, list, 64);
        bool same = true;
        int seen = 0;
        for (int i = 1; i < count; i++)
            for (int k = 0; list[i].parent == 0 && k < root->count; k++)
                if (root->move[k] == list[i].move) {
                    same &= (int)list[i].visits == root->tries[k];
                    same &= !root->tries[k] ||
                            fabs(list[i].win - root->gain[k] / root->tries[k]) < 1e-4;
                    same &= fabs(list[i].prior - root->prior[k]) < 1e-6;
                    seen++;
                }
        OKF(same && seen > 0, "%d simulations, %d moves compared", sims, seen);
        node_free(root);
        zm_search_free(search);
    }
    zm_position_free(p);
}

/* -------------------------------------------------------------------- solver -- */

/* Whatever the critic says, what is proven is played. */
static void test_solver(const struct zm_game *game)
{
    struct zm_position *const p = zm_position_new(game, &error);
    static const struct {
        const char *position;
        const char *move;
        double value;
        int sims;
    } known[] = { { "XX./OO./...", "c3", 1, 50 },    /* wins at once        */
                  { "XX./O../...", "c3", -2, 300 },  /* must be blocked     */
                  { "X.O/.../..X", NULL, -2, 2000 }, /* solved in the end   */
                  { "X../.O./..X", NULL, 0, 3000 } };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char spec[80], move[32];
        struct zm_result result;
        snprintf(spec, sizeof spec, "alphazero:sims=%d", known[i].sims);
        struct zm_search *const search = search_of(game, spec, &odd_critic);
        OK(!zm_position_read(p, known[i].position, &error) &&
           !zm_search_run(search, p, NULL, &result, &error));
        zm_position_show_move(p, result.move, move, sizeof move);
        if (known[i].move)
            SAME(move, known[i].move);
        if (known[i].value > -2) {
            OKF(result.exact, "%s", known[i].position);
            NEAR(result.value, known[i].value, 0);
        }
        zm_search_free(search);
    }
    zm_position_free(p);
}

/* What is seen some plies ahead is true, and spares the critic. */
static void test_ahead(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    const struct zm_solve_limits limits = { .megabytes = 1, .only_best = true };
    struct {
        const char *spec;
        int proven, wrong;
        uint64_t asked;
    } look[] = { { .spec = "alphazero:sims=40,ahead=0" },
                 { .spec = "alphazero:sims=40,ahead=1" },
                 { .spec = "alphazero:sims=40" } }; /* some thousand nodes */
    uint64_t lot = 5;
    for (int i = 0; i < 60; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        for (int k = 12 + (int)zm_random(&lot, 12); k > 0 && zm_position_turn(p) >= 0; k--) {
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            zm_position_play(p, list[zm_random(&lot, (uint32_t)n)], &error);
        }
        struct zm_solution known = { .value = 0 };
        const bool over = zm_position_turn(p) == ZM_OVER;
        OK(over || !zm_solve(p, &limits, &known, &error));
        for (size_t k = 0; !over && k < sizeof look / sizeof *look; k++) {
            struct zm_result result;
            struct zm_search *const search = search_of(game, look[k].spec, &even_critic);
            const uint64_t before = looks;
            OK(!zm_search_run(search, p, NULL, &result, &error));
            look[k].asked += looks - before;
            if (final_settled(search)) {
                look[k].proven++;
                look[k].wrong += (result.value > 0) != (known.value > 0) ||
                                 (result.value < 0) != (known.value < 0);
            }
            zm_search_free(search);
        }
        zm_solution_release(&known);
        zm_position_free(p);
    }
    for (size_t k = 0; k < sizeof look / sizeof *look; k++)
        OKF(look[k].wrong == 0, "%s: %d proven, %d wrongly, %d questions", look[k].spec,
            look[k].proven, look[k].wrong, (int)look[k].asked);
    OK(look[0].proven < look[2].proven && look[0].asked > look[1].asked &&
       look[1].asked > look[2].asked);
    zm_game_close(game);
}

/* However deep one may search, leaves are looked ahead of: there is room for that. */
static void test_ahead_of_depth(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    const struct zm_limits limits = { .depth = 1 };
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search =
        search_of(game, "alphazero:sims=40,ahead=100000", &even_critic);
    struct zm_result result;
    zm_position_play_text(p, "1212233434", &error);
    OKF(!zm_search_run(search, p, &limits, &result, &error) && zm_position_legal(p, result.move),
        "%s", error.text);
    zm_search_free(search);
    zm_position_free(p);
    zm_game_close(game);
}

/* Two such players draw when each move is searched until it is proven, as all but the first are. */
static void test_perfect(const struct zm_game *game)
{
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = search_of(game, "alphazero:sims=20000", &odd_critic);
    bool exact = true;
    while (zm_position_turn(p) != ZM_OVER) {
        struct zm_result result;
        OK(!zm_search_run(search, p, NULL, &result, &error));
        exact &= (result.exact || zm_position_plies(p) == 0) && result.value == 0;
        zm_position_play(p, result.move, &error);
    }
    OK(exact && zm_position_payoff(p, 0) == 0);
    zm_search_free(search);
    zm_position_free(p);
}

/* ------------------------------------------------------------------- switches -- */

static struct taught last;
static double teach(struct zm_search *search, const struct zm_position *p, double share[9],
                    zm_move list[9])
{
    struct zm_result result;
    if (zm_search_run(search, p, NULL, &result, &error))
        printf("# %s\n", error.text);
    const int n = alphazero_taught(search, list, share, &last);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += share[i];
    return sum;
}

static void test_switches(const struct zm_game *game)
{
    struct zm_position *const p = zm_position_new(game, &error);
    double share[9], again[9];
    zm_move list[9];

    /* Visits, forced playouts with pruning, and the Gumbel form all teach a distribution. */
    static const char *const spec[] = { "alphazero:sims=200",
                                        "alphazero:sims=200,noise=0.25",
                                        "alphazero:sims=200,noise=0.25,forced=2",
                                        "alphazero:sims=32,gumbel=8,noise=1",
                                        "alphazero:sims=32,gumbel=4",
                                        "alphazero:sims=7,gumbel=16" };
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        struct zm_search *const search = search_of(game, spec[i], &odd_critic);
        NEAR(teach(search, p, share, list), 1, 1e-9);
        zm_search_free(search);
        struct zm_search *const twin = search_of(game, spec[i], &odd_critic);
        teach(twin, p, again, list);
        OKF(!memcmp(share, again, sizeof share), "%s: the same seed, the same lesson", spec[i]);
        zm_search_free(twin);
    }

    /* Noise changes the priors, another seed does so otherwise. */
    double prior[3];
    static const char *const noisy[] = { "alphazero:sims=50", "alphazero:sims=50,noise=0.5",
                                         "alphazero:sims=50,noise=0.5,seed=2" };
    for (int i = 0; i < 3; i++) {
        struct zm_tree_node node[10];
        struct zm_search *const search = search_of(game, noisy[i], &even_critic);
        teach(search, p, share, list);
        prior[i] = 0;
        double sum = 0;
        const int n = zm_search_tree(search, node, 10);
        for (int k = 1; k < n; k++) {
            sum += node[k].parent == 0 ? node[k].prior : 0;
            if (node[k].parent == 0 && node[k].move == 4)
                prior[i] = node[k].prior;
        }
        OKF(sum <= 1 + 1e-6, "%s", noisy[i]);
        zm_search_free(search);
    }
    NEAR(prior[0], 1 / 9.0, 1e-6);
    OK(prior[1] != prior[0] && prior[2] != prior[1]);

    /* Fast searches teach nothing; about one of four is a full one. */
    int full = 0;
    struct zm_search *const fast =
        search_of(game, "alphazero:sims=80,fast=10,reuse=off", &even_critic);
    for (int i = 0; i < 200; i++)
        full += teach(fast, p, share, list) > 0;
    OKF(full > 30 && full < 70, "%d full searches of 200", full);
    zm_search_free(fast);

    /* With a temperature moves are drawn, without it always the same one is played. */
    static const char *const drawn[] = { "alphazero:sims=60,reuse=off,cache=0",
                                         "alphazero:sims=60,reuse=off,cache=0,temperature=1" };
    for (int i = 0; i < 2; i++) {
        unsigned seen = 0;
        struct zm_search *const search = search_of(game, drawn[i], &odd_critic);
        for (int k = 0; k < 60; k++) {
            struct zm_result result;
            zm_search_run(search, p, NULL, &result, &error);
            seen |= 1u << result.move;
        }
        OKF(i == 0 ? __builtin_popcount(seen) == 1 : __builtin_popcount(seen) > 2, "%s: %d moves",
            drawn[i], __builtin_popcount(seen));
        zm_search_free(search);
    }

    /* A won position teaches the winning move alone. */
    struct zm_search *const search = search_of(game, "alphazero:sims=100", &even_critic);
    OK(!zm_position_read(p, "XX./OO./...", &error));
    teach(search, p, share, list);
    for (int i = 0; i < 5; i++)
        OK(list[i] == 2 ? share[i] == 1 : share[i] == 0);
    OK(last.low == 1 && last.high == 1);
    zm_search_free(search);
    /* ... also where other moves were visited first. */
    struct zm_search *const later = search_of(game, "alphazero:sims=100,ahead=0", &even_critic);
    OK(!zm_position_read(p, "OO./XX./...", &error));
    teach(later, p, share, list);
    for (int i = 0; i < 5; i++)
        OK(list[i] == 5 ? share[i] == 1 : share[i] == 0);
    zm_search_free(later);

    /* With the tree kept, the second search of a game asks less than the first. */
    struct zm_search *const keeps = search_of(game, "alphazero:sims=100,solver=off", &odd_critic);
    struct zm_result result;
    zm_position_read(p, ".../.../...", &error);
    looks = 0;
    zm_search_run(keeps, p, NULL, &result, &error);
    const uint64_t first = looks;
    OKF(first > 50 && first <= 101, "%llu looks", (unsigned long long)first);
    zm_search_free(keeps);
    zm_position_free(p);
}

static void test_refusals(void)
{
    static const struct {
        const char *game, *spec, *says;
    } wrong[] = { { "tictactoe", "alphazero",
                    "no net comes with the program for tictactoe: expected alphazero:net=FILE" },
                  { "tictactoe", "alphazero:net=/no/such/file", "/no/such/file" },
                  { "tictactoe", "alphazero:net=a,sims=4,net=b", "net=b is one net too many" },
                  { "tictactoe", "alphazero:rave=3", "has no option \"rave\"" },
                  { "tictactoe", "alphazero:noise=2", "expected a number from 0 to 1" },
                  { "pig", "alphazero:net=x", "alphazero cannot play pig" },
                  { "nim", "alphazero:net=x", "how a net is to see it" } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const struct zm_game *const game = zm_game_open(wrong[i].game, NULL, &error);
        struct zm_search *const search = zm_search_new(game, wrong[i].spec, &error);
        OKF(!search && strstr(error.text, wrong[i].says), "%s: %s", wrong[i].spec, error.text);
        zm_search_free(search);
        zm_game_close(game);
    }
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    OK(!alphazero_search(game, "mcts", NULL, &error) && strstr(error.text, "without a net"));
    OK(!alphazero_search(game, "alphazero:net=a", NULL, &error) && strstr(error.text, "net=a is"));
    zm_game_close(game);
}

int main(void)
{
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    test_formulas();
    test_pruning();
    test_puct(game);
    test_solver(game);
    test_ahead();
    test_ahead_of_depth();
    test_perfect(game);
    test_switches(game);
    test_refusals();
    zm_game_close(game);
    return tap_done();
}
