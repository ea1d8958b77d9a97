/* Monte Carlo tree search: with all parts off it is the textbook's, to the last bit; and each
 * part keeps its promise. */
#include "random_tree.h"
#include "search/mcts_tree.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static struct zm_error error;

#define PLAIN                                                                                      \
    "select=ucb1,priors=off,cut=off,fpu=off,rave=off,solver=off,graph=off,reuse=off,c=1."          \
    "4142135623730951"

struct thought {
    const struct zm_game *game;
    struct zm_position *p;
    struct zm_search *search;
    struct zm_result result;
};

static struct thought think(const char *name, const char *options, const char *moves,
                            const char *spec)
{
    struct thought t = { .game = zm_game_open(name, options, &error) };
    t.p = t.game ? zm_position_new(t.game, &error) : NULL;
    if (t.p && moves && zm_position_play_text(t.p, moves, &error))
        printf("# %s: %s\n", moves, error.text);
    t.search = t.p ? zm_search_new(t.game, spec, &error) : NULL;
    if (!t.search || zm_search_run(t.search, t.p, NULL, &t.result, &error)) {
        printf("# %s %s: %s\n", name, spec, error.text);
        t.result.move = ZM_NO_MOVE;
    }
    return t;
}

static void end(struct thought *t)
{
    zm_search_free(t->search);
    zm_position_free(t->p);
    zm_game_close(t->game);
}

/* uct.tmpl.h and mcts.tmpl.h share no line of their hot loops. */
static void plain_is_the_textbook(void)
{
    static const struct {
        const char *name, *options;
    } game[] = { { "connect4", NULL }, { "tictactoe", NULL }, { "othello", NULL },
                 { "pig", "goal=20" }, { "mnk", NULL },       { "nim", NULL } };
    for (size_t i = 0; i < sizeof game / sizeof *game; i++) {
        struct thought a = think(game[i].name, game[i].options, NULL, "uct:sims=5000,memory=16");
        struct thought b = think(game[i].name, game[i].options, NULL,
                                 "mcts:sims=5000,memory=16,playouts=random," PLAIN);
        const struct zm_uct_node *const root = &a.search->uct.node[0];
        const struct zm_tree *const tree = &b.search->mcts->tree;
        bool same = a.result.nodes == b.result.nodes && a.result.move == b.result.move &&
                    tree->link[tree->root].child == root->children;
        for (uint32_t k = 0; same && k < root->children; k++) {
            const struct zm_uct_node *const child = &a.search->uct.node[root->child + k];
            const struct zm_stat *const stat = &tree->stat[tree->root + 1 + k];
            same = child->visits == stat->visits &&
                   fabs(child->total - (double)stat->total / ZM_REWARD_ONE) < 1e-2;
        }
        OKF(same, "%s: %llu and %llu nodes", game[i].name, (unsigned long long)a.result.nodes,
            (unsigned long long)b.result.nodes);
        end(&a);
        end(&b);
    }
}

/* The line between two entries of the table against the true value, at all of their ends and
 * between them. */
static void roots_of_logarithms(void)
{
    const struct zm_roots *const roots = roots_table();
    double worst = 0;
    for (uint64_t n = 1; n <= UINT32_MAX; n += 1 + n / 1000) {
        const double right = sqrt(log((double)n)),
                     found = (double)zm_root_of_log(roots, (uint32_t)n);
        worst = fmax(worst, fabs(found - right) / fmax(right, 1));
    }
    OKF(worst < 3e-6, "wrong by %g", worst);
    OK(zm_root_of_log(roots, 0) == 0 && zm_root_of_log(roots, 1) == 0);
    OK(isfinite(zm_root_of_log(roots, UINT32_MAX)));
}

/* One by one, four at a time and as threads read them: the same place, the first of equals. */
static void the_highest_of_all(void)
{
    enum { MOST = 100 };
    float mean[MOST], width[MOST];
    uint64_t seed = 5;
    bool same = true;
    for (int round = 0; round < 20000; round++) {
        const uint32_t count = 1 + zm_random(&seed, MOST);
        uint32_t right = UINT32_MAX;
        float best = 0;
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t kind = zm_random(&seed, 40);
            mean[i] = kind == 0  ? ZM_MEAN_UNKNOWN
                      : kind < 8 ? ZM_MEAN_BEATEN
                                 : (float)zm_random(&seed, 20) / 20;
            width[i] = 1 / (float)(1 + zm_random(&seed, 3));
            const float sum = mean[i] + 0.5F * width[i];
            if (sum >= 0 && (right == UINT32_MAX || sum > best)) {
                right = i;
                best = sum;
            }
        }
        same = same && zm_highest(mean, width, count, 0.5F, false) == right &&
               zm_highest(mean, width, count, 0.5F, true) == right;
    }
    OK(same);
}

/* Where no position can be come to on two ways, a graph is a tree. */
static void a_graph_of_a_tree(void)
{
    static const char *const options[] = { "solver=off", "solver=on", "rave=50,solver=off" };
    char *const text = malloc(RANDOM_TREE_TEXT);
    for (uint64_t seed = 1; seed <= 6; seed++) {
        const struct random_tree kind = { .players = 2, .depth = 6, .width = 4 };
        char spec[2][128];
        const char *const more = options[seed % 3];
        random_tree(&kind, seed, text);
        for (int graph = 0; graph < 2; graph++)
            snprintf(spec[graph], sizeof spec[graph],
                     "mcts:select=ucb1,priors=off,cut=off,fpu=off,sims=3000,memory=16,%s,graph=%s",
                     more, graph ? "on" : "off");
        struct thought a = think("tree", text, NULL, spec[0]),
                       b = think("tree", text, NULL, spec[1]);
        const struct zm_tree *const one = &a.search->mcts->tree, *const two = &b.search->mcts->tree;
        bool same = one->used == two->used && one->root == two->root && !one->table && two->table;
        for (uint32_t i = one->root; same && i < one->used; i++)
            same = one->stat[i].visits == two->stat[i].visits &&
                   one->stat[i].total == two->stat[i].total &&
                   one->stat[i].bounds == two->stat[i].bounds;
        OKF(same, "%s, tree %llu: %u and %u slots", more, (unsigned long long)seed, one->used,
            two->used);
        end(&a);
        end(&b);
    }
    free(text);
}

/* Visits add up: what went on from a position went to its moves, but for those before it
 * joined the tree. */
static void visits_add_up(void)
{
    struct thought t = think("connect4", NULL, "44", "mcts:sims=3000,graph=off,solver=off");
    const struct zm_tree *const tree = &t.search->mcts->tree;
    bool all = true;
    for (uint32_t block = 2; block < tree->used; block += tree->link[block].child + 1) {
        uint64_t sum = 0;
        for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++)
            sum += tree->stat[at].visits;
        all = all && sum + (block != tree->root) == tree->stat[block].visits;
    }
    OK(all);
    EQ(tree->stat[tree->root].visits, 3000);
    end(&t);
}

static void the_tree_is_told(void)
{
    enum { MOST = 500 };
    struct zm_tree_node node[MOST];
    struct thought t = think("connect4", NULL, NULL, "mcts:sims=5000,graph=off");
    const int n = zm_search_tree(t.search, node, MOST);
    EQ(n, MOST);
    EQ(node[0].visits, 5000);
    OK(node[0].parent == -1 && node[0].move == ZM_NO_MOVE && node[0].turn == 0);
    bool sound = true;
    for (int i = 1; i < n; i++)
        sound = sound && node[i].parent >= 0 && node[i].parent < i && node[i].visits > 0 &&
                (i == 1 || node[i].parent == 0) == (i <= 7) && /* all seven moves at the root */
                (i == 1 || i == 8 || node[i].visits <= node[i - 1].visits) && node[i].win >= 0 &&
                node[i].win <= 1 && node[i].low <= node[i].high &&
                node[i].player == node[node[i].parent].turn;
    OK(sound);
    EQ(zm_search_tree(t.search, node, 1), 1);
    end(&t);
    t = think("connect4", NULL, NULL, "alphabeta:depth=3");
    EQ(zm_search_tree(t.search, node, MOST), 0);
    end(&t);
}

/* A pass leaves the board as it is, and no superko forbids it: who is ahead when the other
 * passes has won. */
static void a_pass_is_no_repetition(void)
{
    static const char *const rules[] = { "superko=positional", "superko=situational" };
    for (size_t i = 0; i < 2; i++) {
        char options[64], name[16];
        snprintf(options, sizeof options, "size=5 komi=0.5 %s", rules[i]);
        struct thought t = think("go", options, "c3 pass c2 pass", "mcts:sims=2000,memory=16");
        zm_position_show_move(t.p, t.result.move, name, sizeof name);
        OKF(!strcmp(name, "pass"), "%s: %s wins at once", rules[i], name);
        OK(t.result.value > 0);
        end(&t);
    }
}

/* What is below the new position is kept, and what is kept is right. */
static void the_tree_is_reused(void)
{
    struct thought t = think("connect4", NULL, NULL, "mcts:sims=4000,cut=off");
    const struct zm_tree *const tree = &t.search->mcts->tree;
    zm_position_play(t.p, t.result.line[0], &error);
    zm_position_play(t.p, t.result.line[1], &error);
    OK(!zm_search_run(t.search, t.p, NULL, &t.result, &error));
    OKF(tree->stat[tree->root].visits > 4000 + 50, "%u visits", tree->stat[tree->root].visits);
    bool sound = true;
    for (uint32_t block = 2; block < tree->used; block += tree->link[block].child + 1)
        for (uint32_t at = block + 1; at <= block + tree->link[block].child; at++)
            sound = sound && tree->link[at].child < tree->used;
    OK(sound);
    /* Another game begins anew. */
    while (zm_position_undo(t.p)) {
    }
    OK(!zm_search_run(t.search, t.p, NULL, &t.result, &error));
    EQ(tree->stat[tree->root].visits, 4000);
    end(&t);
}

static void full_memory_is_told(void)
{
    struct thought t = think("connect4", NULL, NULL, "mcts:sims=100000,memory=1,cut=off");
    OK(t.result.full && t.result.leaves == 100000);
    end(&t);
    t = think("connect4", NULL, NULL, "mcts:sims=100");
    OK(!t.result.full);
    end(&t);
}

/* The value where chance moves is that of the solver; all players' values add up to 0. */
static void chance_and_three_players(void)
{
    struct thought t = think("pig", "goal=10", "roll", "mcts:sims=20000,cut=off");
    struct zm_solution s;
    OK(!zm_solve(t.p, NULL, &s, &error));
    OKF(fabs(t.result.values[0] - s.values[0]) < 0.1, "%g and %g", t.result.values[0], s.values[0]);
    OK(t.result.move == ZM_NO_MOVE);
    zm_solution_release(&s);
    end(&t);
    t = think("mnk", NULL, NULL, "mcts:sims=2000");
    OK(fabs(t.result.values[0] + t.result.values[1] + t.result.values[2]) < 1e-4);
    end(&t);
}

/* Threads share one tree, and nothing is lost: what went in at the root came out. */
static void threads_share_the_tree(void)
{
    static const char *const spec[] = { "mcts:sims=20000,threads=4,cut=off,solver=off",
                                        "mcts:sims=5000,threads=3,rave=100,select=ucb1,graph=on",
                                        "mcts:sims=5000,threads=2,memory=1" };
    for (size_t i = 0; i < sizeof spec / sizeof *spec; i++) {
        struct thought t = think("connect4", NULL, NULL, spec[i]);
        const struct zm_tree *const tree = &t.search->mcts->tree;
        uint64_t sum = 0;
        for (uint32_t at = tree->root + 1; at <= tree->root + tree->link[tree->root].child; at++)
            sum += tree->stat[at].visits;
        OKF(sum == t.result.leaves && tree->stat[tree->root].visits == sum, "%s: %llu", spec[i],
            (unsigned long long)sum);
        end(&t);
    }
}

/* Nim with one heap of four, where both players have the same moves: who took two, and then one
 * after the other had taken one, has not shown what taking one at first is worth; who took one,
 * and then two, has shown something of two. */
static void only_the_first_taker_counts(void)
{
    struct thought t = think("nim", "heaps=4", NULL,
                             "mcts:sims=2000,select=ucb1,c=10,rave=100,solver=off,graph=off");
    const struct zm_tree *const tree = &t.search->mcts->tree;
    const uint32_t one = tree->root + 1, two = tree->root + 2;
    const struct zm_stat *const stat = tree->stat;
    EQ(tree->link[tree->root].child, 4);
    EQ(tree->amaf[one] >> ZM_AMAF_BITS, stat[one].visits);
    OKF((uint64_t)tree->amaf[two] >> ZM_AMAF_BITS > stat[two].visits, "%u of two",
        stat[two].visits);
    OKF(stat[two].visits > 100, "%u times two were taken", stat[two].visits);
    end(&t);
}

int main(void)
{
    only_the_first_taker_counts();
    the_tree_is_reused();
    full_memory_is_told();
    chance_and_three_players();
    threads_share_the_tree();
    roots_of_logarithms();
    the_highest_of_all();
    plain_is_the_textbook();
    a_graph_of_a_tree();
    visits_add_up();
    the_tree_is_told();
    a_pass_is_no_repetition();
    return tap_done();
}
