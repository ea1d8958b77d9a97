/* Elo, its interval, SPRT and ratings: against hand calculations, and against matches drawn
 * by lot between players of known strength. */
#include "match/elo.h"
#include "match/rating.h"
#include "tap.h"

#include <math.h>
#include <stdlib.h>

static uint64_t seed = 20261116;

static double chance(void)
{
    return zm_random(&seed, 1u << 31) / (double)(1u << 31);
}

static int lot(const double share[], int cells)
{
    double x = chance();
    int i = 0;
    while (i < cells - 1 && x >= share[i])
        x -= share[i++];
    return i;
}

static double mean_of(const double share[], int cells)
{
    double sum = 0;
    for (int i = 0; i < cells; i++)
        sum += share[i] * i / (cells - 1);
    return sum;
}

static void test_by_hand(void)
{
    /* 60 wins, 20 draws, 20 losses: 0.7, 400 log10(7/3), deviation sqrt(0.16 / 100). */
    const uint64_t games[] = { 20, 20, 60 };
    const struct estimate e = elo_estimate(games, GAME_CELLS);
    NEAR(e.score, 0.7, 1e-15);
    NEAR(e.elo, 147.1907, 1e-4);
    NEAR(e.los, 0.5 * erfc(-0.2 / sqrt(0.0016) / sqrt(2)), 1e-5);
    /* 41 wins, 20 draws, 39 losses: a fifth of a deviation, sqrt(80). */
    const uint64_t close[] = { 39, 20, 41 };
    NEAR(elo_estimate(close, GAME_CELLS).los, 0.5 * erfc(-2 / sqrt(80) / sqrt(2)), 1e-3);
    NEAR(e.normal, 0.2 / 0.4 * 800 / log(10), 1e-9);
    NEAR(score_of(e.low), 0.7 - 1.96 * 0.04, 0.006);
    NEAR(score_of(e.high), 0.7 + 1.96 * 0.04, 0.006);
    /* All won: the lower end of 100 is about 0.05 to the 0.05th ... exp(-1.92 / 100). */
    const uint64_t won[] = { 0, 0, 100 };
    const struct estimate w = elo_estimate(won, GAME_CELLS);
    OK(isinf(w.elo) && isinf(w.high) && w.los > 0.99);
    NEAR(score_of(w.low), exp(-3.841458821 * 1.025 / 2 / 100), 0.001);
    const uint64_t none[] = { 0, 0, 0, 0, 0 };
    OK(elo_estimate(none, PAIR_CELLS).score == 0.5 && isinf(elo_estimate(none, PAIR_CELLS).low));
    /* Pairs that always end 1:1 say more than as many games. */
    const uint64_t even[] = { 0, 0, 100, 0, 0 }, scattered[] = { 100, 0, 100 };
    OK(elo_estimate(even, PAIR_CELLS).high < 10 && elo_estimate(scattered, GAME_CELLS).high > 45);
    NEAR(score_of(100), 1 / (1 + pow(10, -0.25)), 1e-15);
}

static void test_coverage(const double share[], int cells, int results)
{
    enum { MATCHES = 10000 };
    const double truth = elo_of(mean_of(share, cells));
    int inside = 0;
    for (int i = 0; i < MATCHES; i++) {
        uint64_t count[PAIR_CELLS] = { 0 };
        for (int k = 0; k < results; k++)
            count[lot(share, cells)]++;
        const struct estimate e = elo_estimate(count, cells);
        inside += e.low <= truth && truth <= e.high;
    }
    OKF(inside >= 0.94 * MATCHES && inside <= 0.96 * MATCHES,
        "%d cells, %d results, %+.0f Elo: the interval holds the truth in %.2f %%", cells, results,
        truth, 100.0 * inside / MATCHES);
}

/* How often a match between players `elo` apart ends with the wrong verdict. */
static double wrong_verdicts(const struct sprt *test, const double share[], int cells,
                             enum sprt_verdict right, int matches)
{
    int wrong = 0;
    for (int i = 0; i < matches; i++) {
        uint64_t count[PAIR_CELLS] = { 0 };
        enum sprt_verdict verdict = SPRT_GOES_ON;
        for (int k = 1; verdict == SPRT_GOES_ON; k++) {
            count[lot(share, cells)]++;
            if (k % 8 == 0) /* as often as a match that plays several games at a time */
                verdict = sprt_verdict(test, count, cells);
        }
        wrong += verdict != right;
    }
    return (double)wrong / matches;
}

/* Shares of three or five cells with this mean: those given, bent a little. */
static void bend(const double share[], int cells, double mean, double out[])
{
    double low = -20, high = 20;
    for (int round = 0; round < 100; round++) {
        const double x = (low + high) / 2;
        double sum = 0;
        for (int i = 0; i < cells; i++)
            sum += out[i] = share[i] * exp(x * i / (cells - 1));
        for (int i = 0; i < cells; i++)
            out[i] /= sum;
        if (mean_of(out, cells) < mean)
            low = x;
        else
            high = x;
    }
}

static double normal_of(const double share[], int cells)
{
    double variance = 0;
    const double mean = mean_of(share, cells);
    for (int i = 0; i < cells; i++)
        variance += share[i] * pow((double)i / (cells - 1) - mean, 2);
    return (mean - 0.5) / sqrt(variance * (cells == PAIR_CELLS ? 2 : 1)) * 800 / log(10);
}

static void test_sprt(const double share[], int cells, int normalised)
{
    enum { MATCHES = 1500 };
    double weak[PAIR_CELLS], strong[PAIR_CELLS];
    struct sprt test = { 0, 40, 0.05, 0.05, normalised };
    bend(share, cells, score_of(0), weak);
    bend(share, cells, score_of(40), strong);
    if (normalised)
        test.elo1 = normal_of(strong, cells);
    const double first = wrong_verdicts(&test, weak, cells, SPRT_ACCEPTS_0, MATCHES);
    const double second = wrong_verdicts(&test, strong, cells, SPRT_ACCEPTS_1, MATCHES);
    /* 0.05, and three deviations of the lots drawn here */
    const double most = 0.05 + 3 * sqrt(0.05 * 0.95 / MATCHES);
    OKF(first <= most && second <= most && first > 0.01 && second > 0.01,
        "%d cells, %s Elo: %.3f and %.3f of verdicts wrong", cells,
        normalised ? "normalised" : "logistic", first, second);
}

static void test_sprt_by_hand(void)
{
    const struct sprt test = { 0, 5, 0.05, 0.05, 0 };
    NEAR(sprt_lower(&test), -2.944439, 1e-6);
    NEAR(sprt_upper(&test), 2.944439, 1e-6);
    /* For small differences the ratio is about that of normal distributions:
     * N (s1 - s0) (2 s - s0 - s1) / (2 variance). */
    const uint64_t games[] = { 3000, 4000, 3100 };
    const double n = 10100, s = (3100 + 2000) / n, s1 = score_of(5);
    const double variance =
        (3000 * s * s + 4000 * (0.5 - s) * (0.5 - s) + 3100 * (1 - s) * (1 - s)) / n;
    NEAR(sprt_ratio(&test, games, GAME_CELLS), n * (s1 - 0.5) * (2 * s - 0.5 - s1) / (2 * variance),
         0.01);
    const uint64_t none[] = { 0, 0, 0 };
    EQ(sprt_verdict(&test, none, GAME_CELLS), SPRT_GOES_ON);
}

/* Two players: the rating is the Elo difference of the score, but for the prior. */
static void test_rating_of_two(void)
{
    struct zm_error error;
    struct rated player[2] = { { .anchored = true, .elo = 1000 } };
    const struct meeting m = { 0, 1, 7000, 2000, 1000 };
    OK(!rate(player, 2, &m, 1, &error));
    NEAR(player[1].elo, 1000 - elo_of(0.8), 0.2);
    NEAR(player[1].score, 0.2, 1e-15);
    EQ(player[1].games, 10000);
    NEAR(player[0].elo, 1000, 0);
    const uint64_t count[] = { 1000, 2000, 7000 };
    const struct estimate e = elo_estimate(count, GAME_CELLS);
    NEAR(player[1].error, (e.high - e.low) / 2, 0.1);
}

/* Six players of known strength, everybody against everybody, many times: the truth lies
 * within the error of each in 95 of 100 cases; and who met nobody is a group of their own. */
static void test_ratings(void)
{
    enum { PLAYERS = 6, ROUNDS = 400, GAMES = 60 };
    static const double truth[PLAYERS] = { -250, -120, -30, 40, 130, 230 };
    int inside = 0;
    for (int round = 0; round < ROUNDS; round++) {
        struct rated player[PLAYERS] = { { .anchored = false } };
        struct meeting meeting[PLAYERS * PLAYERS];
        struct zm_error error;
        int meetings = 0;
        for (int a = 0; a < PLAYERS; a++)
            for (int b = a + 1; b < PLAYERS; b++) {
                struct meeting m = { a, b, 0, 0, 0 };
                const double p = score_of(truth[a] - truth[b]), draws = fmin(p, 1 - p) * 0.6;
                for (int i = 0; i < GAMES; i++) {
                    const double x = chance();
                    if (x < draws)
                        m.draws++;
                    else if (x < draws + p - draws / 2)
                        m.wins++;
                    else
                        m.losses++;
                }
                meeting[meetings++] = m;
            }
        if (rate(player, PLAYERS, meeting, meetings, &error))
            break;
        for (int i = 0; i < PLAYERS; i++)
            inside += fabs(player[i].elo - truth[i]) <= player[i].error;
    }
    const double share = inside / (double)(PLAYERS * ROUNDS);
    OKF(share > 0.93 && share < 0.97, "ratings hold the truth in %.2f %%", 100 * share);

    struct zm_error error;
    struct rated player[5] = { { .anchored = false } };
    const struct meeting apart[] = { { 0, 1, 3, 0, 0 }, { 3, 4, 1, 0, 1 } };
    OK(!rate(player, 5, apart, 2, &error));
    OK(player[0].group == player[1].group && player[3].group == player[4].group &&
       player[0].group != player[3].group && player[2].group != player[0].group &&
       player[2].group != player[3].group);
    OK(player[0].elo > 100 && isfinite(player[0].elo) && player[0].error > 100);
    OK(!rate(player, 0, NULL, 0, &error));
}

int main(void)
{
    static const double games[] = { 0.25, 0.4, 0.35 }, lopsided[] = { 0.1, 0.2, 0.7 };
    static const double pairs[] = { 0.04, 0.2, 0.46, 0.25, 0.05 };
    test_by_hand();
    test_coverage(games, GAME_CELLS, 100);
    test_coverage(games, GAME_CELLS, 1000);
    test_coverage(lopsided, GAME_CELLS, 200);
    test_coverage(pairs, PAIR_CELLS, 100);
    test_coverage(pairs, PAIR_CELLS, 500);
    test_sprt_by_hand();
    test_sprt(games, GAME_CELLS, 0);
    test_sprt(pairs, PAIR_CELLS, 0);
    test_sprt(pairs, PAIR_CELLS, 1);
    test_rating_of_two();
    test_ratings();
    return tap_done();
}
