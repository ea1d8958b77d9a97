/* Learning: weights that are known are found again, files are read back or refused, and the
 * weights in data/ are those that are built in. */
#include "tap.h"

#include "base/files.h"
#include "learn/fit.h"
#include "learn/weights.h"
#include "learn/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct zm_game *game; /* Connect Four: few weights */
static struct zm_error error;

static const struct selfplay by_lot = { .search = "random", .random = 42 };

/* ---------------------------------------------------------------------- fit -- */

static bool never(void *user)
{
    (void)user;
    return false;
}

static void keep(void *user, const struct fit_point *point)
{
    *(struct fit_point *)user = *point;
}

/* The results of positions by known weights: what is fitted foretells them. */
static void finds_weights(void)
{
    struct samples set[2];
    struct zm_term list[64];
    int16_t truth[512], found[512] = { 0 };
    uint64_t seed = 7;
    struct fit_point last = { 0 };
    const struct fit_watch watch = { .point = keep, .stop = never, .user = &last };
    bool stopped;
    double off = 0, far = 0;
    int failed = 0;
    for (int i = 0; i < game->learned_count; i++)
        truth[i] = (int16_t)(zm_random(&seed, 400) - 200);
    for (int held = 0; held < 2; held++) {
        OK(samples_begin(&set[held], game, 60000));
        for (uint64_t i = 0; i < (held ? 100 : 1500); i++) {
            struct selfplay how = by_lot;
            struct game_line line = { 0 };
            how.game = game;
            failed += selfplay(&how, i + 10000 * (uint64_t)held, &line, &error) != NULL;
            line.opening = 0;
            samples_add(&set[held], &line, 1, &seed);
            line_release(&line);
        }
        for (size_t i = 0; i < set[held].count; i++) {
            double z = 0;
            const int n = game->terms(samples_state(&set[held], i), list);
            for (int k = 0; k < n; k++)
                z += truth[list[k].index] * (double)list[k].times;
            set[held].target[i] = (float)(1 / (1 + exp(-z * fit_scale(game))));
        }
    }
    EQ(failed, 0);
    OK(!fit(&set[0], &set[1], 1, 1, found, &watch, &stopped, &error) && !stopped);
    OKF(last.correlation > 0.999, "correlation %.5f", last.correlation);
    OKF(last.error < 0.3, "mean error %.3f points", last.error);
    for (size_t i = 0; i < set[1].count; i++) {
        double z = 0, t = 0;
        const int n = game->terms(samples_state(&set[1], i), list);
        for (int k = 0; k < n; k++) {
            z += found[list[k].index] * (double)list[k].times;
            t += truth[list[k].index] * (double)list[k].times;
        }
        off += fabs(z - t);
        far += fabs(t);
    }
    OKF(off < 0.1 * far, "values differ by %.1f of %.1f on average", off / (double)set[1].count,
        far / (double)set[1].count);
    samples_release(&set[0]);
    samples_release(&set[1]);
}

/* -------------------------------------------------------------------- files -- */

static void makes_work(struct work *work)
{
    const struct work_settings settings = { .game = "connect4",
                                            .search = "random",
                                            .nodes = 1,
                                            .rounds = 2,
                                            .games = 4,
                                            .count = (uint32_t)game->learned_count };
    const struct fit_point point = { .round = 1, .pass = 2, .training = 0.5, .error = 3 };
    struct selfplay how = by_lot;
    how.game = game;
    OK(!work_begin(work, &settings, &error));
    for (uint32_t i = 0; i < 4; i++)
        OK(!selfplay(&how, i, &work->line[1][i], &error));
    OK(work_add_point(work, &point) && !work_next_round(work, &error));
    work->weight[3] = -17;
    OK(!selfplay(&how, 9, &work->line[1][2], &error));
}

static void reads_work(void)
{
    struct work work, again;
    size_t length, length_again;
    makes_work(&work);
    unsigned char *const bytes = work_pack(&work, &length);
    OK(bytes && !work_begin(&again, &work.settings, &error));
    OKF(!work_read(&again, game, bytes, length, "file", &error), "a work file is read back");
    unsigned char *const twice = work_pack(&again, &length_again);
    OK(twice && length == length_again && !memcmp(bytes, twice, length));
    OK(again.done == 1 && again.weight[3] == -17 && again.points == 1 && again.line[1][2].played);
    int taken = 0;
    for (size_t cut = 0; cut < length; cut++)
        taken += !work_read(&again, game, bytes, cut, "file", &error);
    for (size_t i = 0; i < length; i++) {
        bytes[i] ^= 1;
        taken += !work_read(&again, game, bytes, length, "file", &error);
        bytes[i] ^= 1;
    }
    OKF(taken == 0, "%d cut or changed files were taken", taken);
    /* A right checksum does not make a move legal. */
    work.line[0][0].place[0] = 7;
    free(twice);
    unsigned char *const illegal = work_pack(&work, &length_again);
    OK(illegal && work_read(&again, game, illegal, length_again, "file", &error));
    SAME(error.text, "file: a game in it breaks the rules");
    work.settings.games++;
    free(illegal);
    free(bytes);
    work_release(&work);
    work_release(&again);
}

static void reads_weights(void)
{
    char path[] = "/tmp/zermelo-weights-XXXXXX";
    int16_t weight[512] = { 0 }, again[512];
    const size_t size = (size_t)game->learned_count * sizeof *weight;
    close(mkstemp(path));
    for (int kind = 0; kind < 3; kind++) { /* none, some, all */
        for (int i = 0; i < game->learned_count; i++)
            weight[i] = (int16_t)(kind == 0 || (kind == 1 && i % 7 > 2) ? 0 : 100 * i - 7000);
        OK(!weights_write(path, game, weight, "a test", &error));
        char *const text = file_read(path, 1 << 20, &error);
        OK(text && !weights_read(text, path, again, game->learned_count, &error));
        OK(!memcmp(weight, again, size));
        OK(weights_read(text, path, again, game->learned_count + 1, &error) != NULL);
        char *const digit = strrchr(text, ',') - 1;
        *digit = *digit == '1' ? '2' : '1';
        OK(weights_read(text, "file", again, game->learned_count, &error) != NULL);
        SAME(error.text, "file: the checksum is wrong: the weights were changed");
        free(text);
    }
    unlink(path);
    OK(weights_read("/* zermelo weights 1\n * count     1\n */\n[0]=70000,\n", "file", again, 1,
                    &error) != NULL);
    SAME(error.text, "file: a weight does not fit in 16 bits");
    OK(weights_read("/* zermelo weights 1\n * count     1\n */\n[1]=1,\n", "file", again, 1,
                    &error) != NULL);
    SAME(error.text, "file: it has weights behind the last one");
}

/* A game has the weights of its file in data/ built in; a game whose weights were not tuned
 * yet has no file. */
static void ships_weights(void)
{
    const struct zm_game *table;
    int files = 0;
    for (int i = 0; (table = zm_game_at(i)); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/data/%s.weights", getenv("SOURCE"), table->name);
        if (access(path, F_OK) != 0)
            continue;
        files++;
        char *const text = file_read(path, 64 << 20, &error);
        const size_t count = (size_t)table->learned_count;
        int16_t *const weight = malloc(count * sizeof *weight);
        OKF(text && weight && !weights_read(text, path, weight, table->learned_count, &error),
            "%s is read", path);
        OKF(text && weight && !memcmp(weight, table->learned, count * sizeof *weight),
            "%s has these weights built in", table->name);
        free(weight);
        free(text);
    }
    OKF(files >= 2, "%d files of weights", files);
}

int main(void)
{
    game = zm_game_open("connect4", NULL, &error);
    if (!game)
        return 1;
    ships_weights();
    finds_weights();
    reads_work();
    reads_weights();
    zm_game_close(game);
    return tap_done();
}
