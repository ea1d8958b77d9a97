/* net_agreement.c -- what a net loses in whole numbers: net_agreement NET [POSITIONS [GAMES]]
 *
 * The same net in f32 and in int8 looks at the same positions: how often both like the same move
 * best among the legal ones, how far apart their policies are (Kullback-Leibler, in nats), and how
 * far their values (win minus loss). The positions are those of the run whose folder of games is
 * GAMES; without one, of games played half by the net and half by lot. The match that belongs to
 * it:
 *
 *     zermelo match GAME alphazero:net=NET,sims=100,precision=int8 \
 *                        alphazero:net=NET,sims=100,precision=f32 */
#include "learn/net_critic.h"
#include "learn/train_window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct comparison {
    struct net_runner *f32, *int8;
    int slots;
    float *logits[2], *probability[2];
    long positions, agreed;
    double divergence, divergence_most, value, value_most;
};

static int fail(const char *why)
{
    fprintf(stderr, "net_agreement: %s\n", why);
    return 1;
}

/* Probabilities of the legal slots; returns the most likely. */
static int policy_of(const float *logits, const uint8_t *legal, int slots, float *probability)
{
    int best = -1;
    double sum = 0;
    for (int i = 0; i < slots; i++)
        if (legal[i] && (best < 0 || logits[i] > logits[best]))
            best = i;
    for (int i = 0; i < slots; i++) {
        probability[i] = legal[i] ? expf(logits[i] - logits[best]) : 0;
        sum += (double)probability[i];
    }
    for (int i = 0; i < slots; i++)
        probability[i] /= (float)sum;
    return best;
}

/* The slot that the net likes best, as f32 says. */
static int compare(struct comparison *c, const float *planes, const uint8_t *legal)
{
    float wdl[2][3];
    int best[2];
    double divergence = 0;
    net_run(c->f32, planes, c->logits[0], wdl[0]);
    net_run(c->int8, planes, c->logits[1], wdl[1]);
    for (int i = 0; i < 2; i++)
        best[i] = policy_of(c->logits[i], legal, c->slots, c->probability[i]);
    for (int i = 0; i < c->slots; i++)
        if (c->probability[0][i] > 0 && c->probability[1][i] > 0)
            divergence += (double)c->probability[0][i] *
                          log((double)c->probability[0][i] / (double)c->probability[1][i]);
    const double value = fabs((double)(wdl[0][0] - wdl[0][2]) - (double)(wdl[1][0] - wdl[1][2]));
    c->positions++;
    c->agreed += best[0] == best[1];
    c->divergence += divergence;
    c->divergence_most = fmax(c->divergence_most, divergence);
    c->value += value;
    c->value_most = fmax(c->value_most, value);
    return best[0];
}

static const char *compare_games(struct comparison *c, const struct zm_game *game,
                                 const char *folder, long positions, struct zm_error *error)
{
    struct train_set set = { .count = 0 };
    const char *wrong = train_set_read(&set, game, net_options(game), folder, error);
    struct train_window *const window =
        wrong ? NULL : train_window_new(game, &set, UINT64_MAX, set.count, error);
    if (!wrong && !window)
        wrong = error->text;
    if (!wrong && train_window_positions(window) == 0)
        wrong = "there are no positions in these games";
    for (uint64_t seed = 1; !wrong && c->positions < positions; seed++) {
        const struct net_sample *const batch = train_window_batch(window, seed, TRAIN_BATCH);
        for (int i = 0; i < TRAIN_BATCH; i++)
            if (batch[i].legal)
                compare(c, batch[i].planes, batch[i].legal);
    }
    train_window_free(window);
    train_set_release(&set);
    return wrong;
}

/* One game: at every second choice, by lot, the net's move. */
static const char *compare_game(struct comparison *c, const struct zm_game *game, uint64_t *seed,
                                float *planes, uint8_t *legal, struct zm_error *error)
{
    struct zm_position *const p = zm_position_new(game, error);
    const size_t count = (size_t)(net_shape_of(game, 1, 1).planes * net_shape_of(game, 1, 1).rows *
                                  net_shape_of(game, 1, 1).columns);
    const char *wrong = p ? NULL : error->text;
    while (!wrong && zm_position_turn(p) != ZM_OVER) {
        const struct zm_state *const s = zm_position_state(p);
        const zm_move *list;
        const int n = zm_position_moves(p, &list);
        zm_move m = list[zm_random(seed, (uint32_t)n)];
        memset(planes, 0, count * sizeof *planes);
        memset(legal, 0, (size_t)c->slots);
        game->features(s, zm_position_turn(p), planes);
        for (int i = 0; i < n; i++)
            legal[game->slot(s, list[i])] = 1;
        const int best = compare(c, planes, legal);
        for (int i = 0; i < n && zm_random(seed, 2) == 0; i++)
            if (game->slot(s, list[i]) == best)
                m = list[i];
        wrong = zm_position_play(p, m, error);
    }
    zm_position_free(p);
    return wrong;
}

static const char *compare_by_lot(struct comparison *c, const struct zm_game *game, long positions,
                                  struct zm_error *error)
{
    const struct net_shape s = net_shape_of(game, 1, 1);
    float *const planes = calloc((size_t)(s.planes * s.rows * s.columns), sizeof *planes);
    uint8_t *const legal = calloc((size_t)s.slots, 1);
    const char *wrong = planes && legal ? NULL : "out of memory";
    uint64_t seed = 1;
    while (!wrong && c->positions < positions)
        wrong = compare_game(c, game, &seed, planes, legal, error);
    free(planes);
    free(legal);
    return wrong;
}

static void report(const struct comparison *c, const char *name)
{
    const double n = (double)c->positions;
    printf("%s: int8 against f32 on %ld positions\n", name, c->positions);
    printf("  same best move     %.2f %%\n", 100 * (double)c->agreed / n);
    printf("  policy divergence  %.6f nats on average, %.4f at most\n", c->divergence / n,
           c->divergence_most);
    printf("  value error        %.5f on average, %.4f at most (win minus loss)\n", c->value / n,
           c->value_most);
}

int main(int argc, char *argv[])
{
    struct zm_error error;
    struct net_about about;
    struct comparison c = { .slots = 0 };
    if (argc < 2 || argc > 4)
        return fail("expected NET [POSITIONS [GAMES]]");
    const long positions = argc > 2 ? atol(argv[2]) : 5000;
    if (positions < 1)
        return fail("expected a number of positions");
    struct net *const net = net_load(argv[1], &about, &error);
    if (!net)
        return fail(error.text);
    const struct zm_game *const game =
        zm_game_open(about.game, *about.options ? about.options : NULL, &error);
    const char *wrong = game ? net_fits(net_shape(net), game, &error) : error.text;
    c.f32 = net_runner_create(net, NET_F32);
    c.int8 = net_runner_create(net, NET_INT8);
    c.slots = net_shape(net)->slots;
    float *const room = calloc(4 * (size_t)c.slots, sizeof *room);
    if (!wrong && (!c.f32 || !c.int8 || !room))
        wrong = "out of memory";
    for (int i = 0; i < 2 && !wrong; i++) {
        c.logits[i] = room + i * c.slots;
        c.probability[i] = room + (2 + i) * c.slots;
    }
    if (!wrong)
        wrong = argc > 3 ? compare_games(&c, game, argv[3], positions, &error)
                         : compare_by_lot(&c, game, positions, &error);
    if (!wrong)
        report(&c, argv[1]);
    free(room);
    net_runner_free(c.f32);
    net_runner_free(c.int8);
    net_free(net);
    zm_game_close(game);
    return wrong ? fail(wrong) : 0;
}
