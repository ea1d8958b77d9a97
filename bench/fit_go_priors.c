/* fit_go_priors.c -- learn how promising a move of Go looks (games/go/go_priors.h):
 *
 *     fit_go_priors GAMES SIMULATIONS [SEED] >data/go.priors
 *
 * Games on 9x9 are played by the search itself. In every position the factors are fitted so that
 * their products, made to sum up to 1, come close to the shares of simulations that the moves got
 * in the end: the cross-entropy of the two, by gradient descent (Adagrad), pulled towards the
 * weights to begin with, so that what was never seen stays as it was. One game in ten is not
 * learned from and tells how well it went. The search uses the factors that it was compiled with:
 * a second round, with those of the first, improves on them. */
#include <zermelo/zermelo.h>

extern const struct zm_game *const zm_game_go_large;
#define GO go_to_learn
#define GO_LINES 9
#include "../games/go/go.c" /* NOLINT(bugprone-suspicious-include) */

#include <math.h>
#include <stdio.h>

enum { MOST_MOVES = 82, NODES = 1 << 14, PASSES = 40, BY_LOT = 10, LONGEST = 120 };

/* A move of a position: what a glance tells, and its share of the simulations. */
struct candidate {
    uint16_t told[MOST_TOLD];
    int count;
    float share;
};

struct sample {
    struct candidate *candidate;
    int count;
    bool aside; /* to judge by */
};

static struct sample *samples;
static size_t count, room;
static double weight[LEARNED], begin[LEARNED], step[LEARNED];
static struct zm_error error;

static _Noreturn void die(const char *why)
{
    fprintf(stderr, "fit_go_priors: %s\n", why);
    exit(2);
}

/* Keep a position with the share of its moves; visits[bit] says how often each was tried. */
static void keep(const struct zm_state *s, const uint64_t visits[], uint64_t all, bool aside)
{
    struct board b;
    zm_move list[MOST_MOVES];
    const int n = game_moves(s, list);
    const struct bits settled = bits_or(pass_alive(s, BLACK), pass_alive(s, WHITE));
    struct sample sample = { calloc((size_t)n, sizeof *sample.candidate), 0, aside };
    board_set(&b, s);
    for (int i = 0; sample.candidate && i < n; i++) {
        const int bit = (int)list[i];
        if (bit == PASS || pointless(&b, bit, s->turn, &settled))
            continue;
        struct candidate *const c = &sample.candidate[sample.count++];
        c->count = glance(&b, s, board_of(s), bit, s->turn, c->told);
        c->share = (float)visits[bit] / (float)all;
    }
    if (count == room) {
        room = room ? 2 * room : 1024;
        struct sample *const more = realloc(samples, room * sizeof *samples);
        if (!more)
            die("out of memory");
        samples = more;
    }
    if (!sample.candidate)
        die("out of memory");
    samples[count++] = sample;
}

/* Play a game; the first moves are drawn by how often they were tried. */
static void play(const struct zm_game *game, long simulations, uint64_t seed, bool aside)
{
    char spec[96];
    snprintf(spec, sizeof spec, "mcts:sims=%ld,reuse=off,memory=64,seed=%llu", simulations,
             (unsigned long long)seed);
    static struct zm_tree_node node[NODES];
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_search *const search = p ? zm_search_new(game, spec, &error) : NULL;
    if (!search)
        die(error.text);
    while (zm_position_turn(p) >= 0 && zm_position_plies(p) < LONGEST) {
        struct zm_result result = { .nodes = 0 };
        uint64_t visits[LINES * STRIDE + 1] = { 0 }, all = 0;
        if (zm_search_run(search, p, NULL, &result, &error))
            die(error.text);
        const int n = zm_search_tree(search, node, NODES);
        for (int i = 1; i < n; i++)
            if (node[i].parent == 0 && node[i].move < PASS) {
                visits[node[i].move] = node[i].visits;
                all += node[i].visits;
            }
        if (all > 0 && fabs(result.value) < 0.9 * game->max_payoff)
            keep(zm_position_state(p), visits, all, aside);
        zm_move m = result.move;
        if (zm_position_plies(p) < BY_LOT && all > 0) {
            uint64_t at = zm_random(&seed, (uint32_t)all);
            for (m = 0; at >= visits[m]; m++)
                at -= visits[m];
        }
        if (zm_position_play(p, m, &error))
            die(error.text);
    }
    zm_search_free(search);
    zm_position_free(p);
}

/* The shares that the weights foretell. */
static void foretell(const struct sample *s, double share[])
{
    double sum = 0, most = -INFINITY;
    for (int i = 0; i < s->count; i++) {
        share[i] = 0;
        for (int k = 0; k < s->candidate[i].count; k++)
            share[i] += weight[s->candidate[i].told[k]];
        most = fmax(most, share[i]);
    }
    for (int i = 0; i < s->count; i++)
        sum += share[i] = exp(share[i] - most);
    for (int i = 0; i < s->count; i++)
        share[i] /= sum;
}

static void learn(const struct sample *s)
{
    static const double rate = 0.05, pull = 0.0005;
    double share[MOST_MOVES];
    foretell(s, share);
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < s->candidate[i].count; k++) {
            const int f = s->candidate[i].told[k];
            const double slope =
                share[i] - (double)s->candidate[i].share + pull * (weight[f] - begin[f]);
            step[f] += slope * slope;
            weight[f] -= rate * slope / sqrt(1e-4 + step[f]);
        }
}

/* Mean cross-entropy, and how often the move foretold first is the one tried most. */
static void judge(bool aside, double *loss, double *hits)
{
    double n = 0, share[MOST_MOVES];
    *loss = *hits = 0;
    for (size_t i = 0; i < count; i++) {
        const struct sample *const s = &samples[i];
        int best = 0, tried = 0;
        if (s->aside != aside || s->count == 0)
            continue;
        foretell(s, share);
        for (int k = 0; k < s->count; k++) {
            const double target = (double)s->candidate[k].share;
            *loss -= target > 0 ? target * log(share[k]) : 0;
            best = share[k] > share[best] ? k : best;
            tried = s->candidate[k].share > s->candidate[tried].share ? k : tried;
        }
        *hits += best == tried;
        n++;
    }
    *loss /= n;
    *hits /= n;
}

static void write_weights(int argc, char *argv[])
{
    printf("/* made by  fit_go_priors");
    for (int i = 1; i < argc; i++)
        printf(" %s", argv[i]);
    printf("\n * %d weights, in thousandths of the natural logarithm */\n", LEARNED);
    for (int i = 0, last = -1, column = 0; i < LEARNED; i++) {
        const double most = fmax(-9000, fmin(9000, 1000 * weight[i]));
        if (lrint(most) == 0)
            continue;
        char text[32];
        const int n = i == last + 1 ? snprintf(text, sizeof text, "%ld,", lrint(most))
                                    : snprintf(text, sizeof text, "[%d]=%ld,", i, lrint(most));
        column += n;
        if (column > 100) {
            putchar('\n');
            column = n;
        }
        fputs(text, stdout);
        last = i;
    }
    putchar('\n');
}

int main(int argc, char *argv[])
{
    const long games = argc > 2 ? strtol(argv[1], NULL, 10) : 0;
    const long simulations = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    const struct zm_game *const game = zm_game_open("go", "size=9", &error);
    if (!game || games < 10 || simulations < 1)
        die("expected GAMES (10 or more) SIMULATIONS [SEED]");
    game_prepare();
    for (int i = 0; i < LEARNED; i++)
        weight[i] = begin[i] = learned[i] / 1000.0;
    for (long i = 0; i < games; i++) {
        play(game, simulations, seed + (uint64_t)i * 1000, i % 10 == 9);
        fprintf(stderr, "\r%ld of %ld games, %zu positions", i + 1, games, count);
    }
    fputc('\n', stderr);
    for (int pass = 0; pass <= PASSES; pass++) {
        double training, validation, hit, hits;
        judge(false, &training, &hit);
        judge(true, &validation, &hits);
        if (pass % 5 == 0)
            fprintf(stderr, "pass %2d: loss %.4f, of games apart %.4f, first move %.1f %%\n", pass,
                    training, validation, 100 * hits);
        for (size_t i = 0; pass < PASSES && i < count; i++)
            if (!samples[i].aside)
                learn(&samples[i]);
    }
    write_weights(argc, argv);
    return 0;
}
