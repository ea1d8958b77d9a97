/* Stopping a search from another thread, several searches at once on one game, and the
 * limits. Run under ThreadSanitizer too: meson setup -Db_sanitize=thread. */
#include "base/clock.h"
#include "tap.h"

#include <zermelo/zermelo.h>

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* Generous: a busy machine with sanitizers is slow, but not for ever. */
enum { SOON = 20, THREADS = 4 };

static struct zm_error error;

static void sleep_milliseconds(long n)
{
    const struct timespec t = { .tv_sec = 0, .tv_nsec = n * 1000000 };
    nanosleep(&t, NULL);
}

/* Every search with options that keep it busy for much longer than the test. */
static const char *busy(const char *name, char out[64])
{
    snprintf(out, 64, "%s%s", name,
             !strcmp(name, "mcts") || !strcmp(name, "uct") ? ":sims=1000000000,memory=16" : "");
    return out;
}

struct button {
    struct zm_search *search;
    long delay;
};

static void *press(void *user)
{
    const struct button *const b = user;
    sleep_milliseconds(b->delay);
    zm_search_stop(b->search);
    return NULL;
}

static void test_stop(const struct zm_game *game, struct zm_position *p, const char *name)
{
    char spec[64];
    struct zm_result result;
    struct zm_search *const search = zm_search_new(game, busy(name, spec), &error);
    OKF(search != NULL, "%s: %s", spec, search ? "" : error.text);
    if (!search)
        return;
    const bool instant = !strcmp(name, "random");

    /* Pressed before the search has begun: not lost. */
    double begin = clock_now();
    zm_search_stop(search);
    OKF(!zm_search_run(search, p, NULL, &result, &error) && zm_position_legal(p, result.move) &&
            (result.stopped || instant) && clock_now() - begin < SOON,
        "%s, stopped before", spec);

    /* Pressed while it runs; the same search again, for the button is up once more. */
    for (long delay = 1; delay <= 16; delay *= 4) {
        struct button b = { search, delay };
        pthread_t thread;
        begin = clock_now();
        pthread_create(&thread, NULL, press, &b);
        const char *const wrong = zm_search_run(search, p, NULL, &result, &error);
        pthread_join(thread, NULL);
        OKF(!wrong && zm_position_legal(p, result.move) && (result.stopped || instant) &&
                clock_now() - begin < SOON,
            "%s, stopped after %ld ms", spec, delay);
        if (instant) /* it was over before: that press is for the next run */
            zm_search_run(search, p, NULL, &result, &error);
    }
    zm_search_free(search);
}

/* ------------------------------------------------------------ side by side -- */

struct worker {
    const struct zm_game *game;
    const char *spec;
    struct zm_result result;
    bool good;
};

static void *work(void *user)
{
    struct worker *const w = user;
    struct zm_error own_error;
    struct zm_position *const p = zm_position_new(w->game, &own_error);
    struct zm_search *const search = zm_search_new(w->game, w->spec, &own_error);
    w->good = p && search && !zm_search_run(search, p, NULL, &w->result, &own_error);
    zm_search_free(search);
    zm_position_free(p);
    return NULL;
}

/* Each must find what it finds alone. */
static void test_side_by_side(const struct zm_game *game)
{
    static const char *const spec[THREADS] = { "alphabeta:depth=7,hash=1",
                                               "alphabeta:depth=5,hash=0",
                                               "mcts:sims=3000,memory=4", "minimax:depth=4" };
    struct worker alone[THREADS], together[THREADS];
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++) {
        alone[i] = together[i] = (struct worker){ .game = game, .spec = spec[i] };
        work(&alone[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, &together[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < THREADS; i++)
        OKF(alone[i].good && together[i].good && alone[i].result.move == together[i].result.move &&
                alone[i].result.nodes == together[i].result.nodes,
            "%s", spec[i]);
}

/* ------------------------------------------------------------------ limits -- */

static void test_limits(const struct zm_game *game, struct zm_position *p, const char *name)
{
    char spec[64];
    struct zm_result result;
    struct zm_search *const search = zm_search_new(game, busy(name, spec), &error);
    const struct zm_limits short_time = { .seconds = 0.05 };
    OKF(!zm_search_run(search, p, &short_time, &result, &error) && result.stopped &&
            zm_position_legal(p, result.move),
        "%s", spec);
    OKF(result.seconds >= 0.04 && result.seconds < SOON, "%s took %.3f s", spec, result.seconds);
    for (uint64_t nodes = 1; nodes <= 100000; nodes *= 10) {
        const struct zm_limits few = { .nodes = nodes };
        /* A tree search plays each game to its end. */
        const int more =
            strcmp(name, "mcts") && strcmp(name, "uct") ? game->max_moves : game->max_plies;
        const char *const wrong = zm_search_run(search, p, &few, &result, &error);
        OKF(!wrong && zm_position_legal(p, result.move) && result.nodes >= nodes &&
                result.nodes <= nodes + (uint64_t)more,
            "%s, %llu nodes of %llu", spec, (unsigned long long)result.nodes,
            (unsigned long long)nodes);
    }
    zm_search_free(search);
}

int main(void)
{
    const struct zm_game *const game = zm_game_open("connect4", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    for (int i = 0; zm_search_name(i); i++) {
        if (zm_search_refuses(i, game) || !strcmp(zm_search_name(i), "alphazero")) /* needs a net */
            continue;
        test_stop(game, p, zm_search_name(i));
        if (strcmp(zm_search_name(i), "random") != 0)
            test_limits(game, p, zm_search_name(i));
    }
    test_side_by_side(game);
    zm_position_free(p);
    zm_game_close(game);
    return tap_done();
}
