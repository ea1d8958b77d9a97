/* net_heads DIR [STEPS [SEED [GAMES]]] -- what the heads for score and owners are worth: nets with
 * and without them learn from the same games of a run of `zermelo train`, in the same order, and
 * are asked about the last fifth of the games, of which they have learned nothing. With GAMES no
 * more than so many are learned from, as early in a run.
 *
 *     build/zermelo train othello --options size=6 --dir o6 --net 32x2 --games 1500 --rounds 3 \
 *         --gate always --search alphazero:sims=32,noise=0.25,temperature=0.4,memory=4
 *     build/bench/net_heads o6 300 1 300 */
#include "learn/net_critic.h"
#include "learn/train_state.h"
#include "learn/train_window.h"

#include <stdio.h>
#include <stdlib.h>

enum { ASKED = 24, ROUND = 1 << 24 }; /* batches; games: all of them are in the window */

/* The mean over the same batches each time. */
static struct net_losses ask(struct net_trainer *trainer, struct train_window *window)
{
    struct net_losses mean = { 0 };
    for (int i = 0; i < ASKED; i++) {
        const struct net_losses l = net_measure_batch(
            trainer, train_window_batch(window, (uint64_t)i, TRAIN_BATCH), TRAIN_BATCH);
        mean.policy += l.policy / ASKED;
        mean.value += l.value / ASKED;
        mean.score += l.score / ASKED;
        mean.owner += l.owner / ASKED;
    }
    return mean;
}

static void learn(const struct zm_game *game, const struct train_settings *s, unsigned heads,
                  struct train_window *window, struct train_window *apart, long steps,
                  uint64_t seed)
{
    const struct net_shape shape = net_shape_of(game, s->channels, s->blocks);
    struct net *const net = net_create_with(&shape, heads, seed);
    struct net_trainer *const trainer = net ? net_trainer_create(net, &net_learning_usual) : NULL;
    for (long step = 1; trainer && step <= steps; step++) {
        if (step == steps * 3 / 4)
            net_trainer_rate(trainer, net_learning_usual.rate / 10);
        net_train_batch(trainer,
                        train_window_batch(window, seed << 32 | (uint64_t)step, TRAIN_BATCH),
                        TRAIN_BATCH);
        if (step % (steps / 4 + !(steps / 4)) != 0)
            continue;
        const struct net_losses l = ask(trainer, apart);
        printf("heads %u, step %5ld: policy %.4f, value %.4f, score %.4f, owners %.4f\n", heads,
               step, l.policy, l.value, l.score, l.owner);
        fflush(stdout);
    }
    net_trainer_free(trainer);
    net_free(net);
}

int main(int argc, char *argv[])
{
    const long steps = argc > 2 ? atol(argv[2]) : 2000;
    const uint64_t seed = argc > 3 ? (uint64_t)atol(argv[3]) : 1;
    struct zm_error error = { "usage: net_heads DIR [STEPS [SEED [GAMES]]]" };
    struct train_state state = { .champion = 0 };
    struct train_set set = { .count = 0 };
    struct train_window *window = NULL, *apart = NULL;
    const struct zm_game *game = NULL;
    char path[4096];
    if (argc > 1 && !train_state_load(&state, argv[1], &error))
        game = zm_game_open(state.settings.game,
                            state.settings.options[0] ? state.settings.options : NULL, &error);
    snprintf(path, sizeof path, "%s/games", argc > 1 ? argv[1] : "");
    if (game && !train_set_read(&set, game, state.settings.options, path, &error)) {
        const size_t cut = set.count - set.count / 5;
        const size_t most = argc > 4 ? (size_t)atol(argv[4]) : cut;
        const struct train_set first = { .game = set.game + (most < cut ? cut - most : 0),
                                         .count = most < cut ? most : cut };
        const struct train_set last = { .game = set.game + cut, .count = set.count - cut };
        window = train_window_new(game, &first, UINT64_MAX, ROUND, &error);
        apart = window ? train_window_new(game, &last, UINT64_MAX, ROUND, &error) : NULL;
    }
    if (apart) {
        printf("%zu positions to learn from, %zu to be asked about\n",
               train_window_positions(window), train_window_positions(apart));
        learn(game, &state.settings, 0, window, apart, steps, seed);
        learn(game, &state.settings, net_heads_of(game), window, apart, steps, seed);
    } else {
        fprintf(stderr, "%s\n", error.text);
    }
    train_window_free(window);
    train_window_free(apart);
    train_set_release(&set);
    train_state_release(&state);
    zm_game_close(game);
    return apart ? 0 : 1;
}
