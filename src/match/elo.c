/* elo.c -- intervals and tests by the likelihood of the counts.
 *
 * Both ask: how likely are the counts at best, if the mean were m? The likeliest shares p of
 * the cells with values a are those of the counts, f, bent by one number x:
 *
 *     p_i = f_i / (1 + x (a_i - m)),   where x solves   sum f_i (a_i - m) / (1 + x (a_i - m)) = 0
 *
 * and the logarithm of their likelihood falls short of that of f itself by the sum of
 * f_i log(1 + x (a_i - m)) for every result. Twice that shortfall has about a chi-square
 * distribution at the true mean, which gives intervals that end where they must (a player
 * who won all games is not worse than so much) and never leave the scale. The difference of
 * two shortfalls is the logarithm that the sequential test watches.
 * Sources: Owen 1988, "Empirical likelihood ratio confidence intervals for a single
 * functional"; Van den Bergh 2019-2021, notes on the generalised SPRT and normalised Elo. */
#include "match/elo.h"

#include <math.h>

/* Cells that no result fell into might have had some: without this nothing could be said of a
 * player who has won every game. */
static const double UNSEEN = 1e-3;

struct shares {
    int cells;
    double total; /* results */
    double value[PAIR_CELLS], share[PAIR_CELLS];
    double mean, variance; /* of one result */
};

double elo_of(double score)
{
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : -400 * log10(1 / score - 1);
}

double score_of(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

static struct shares shares_of(const uint64_t count[], int cells)
{
    struct shares s = { .cells = cells };
    for (int i = 0; i < cells; i++) {
        s.share[i] = count[i] ? (double)count[i] : UNSEEN;
        s.value[i] = (double)i / (cells - 1);
        s.total += s.share[i];
    }
    for (int i = 0; i < cells; i++) {
        s.share[i] /= s.total;
        s.mean += s.share[i] * s.value[i];
    }
    for (int i = 0; i < cells; i++)
        s.variance += s.share[i] * (s.value[i] - s.mean) * (s.value[i] - s.mean);
    return s;
}

/* The x that bends the shares so that the sum of share * off is 0; off has both signs. */
static double bend(const struct shares *s, const double off[])
{
    double least = 0, most = 0;
    for (int i = 0; i < s->cells; i++) {
        least = off[i] < least ? off[i] : least;
        most = off[i] > most ? off[i] : most;
    }
    double low = -1 / most, high = -1 / least, x = 0;
    for (int round = 0; round < 200 && high - low > 1e-13 * (high + fabs(low)); round++) {
        double sum = 0, slope = 0;
        for (int i = 0; i < s->cells; i++) {
            const double part = off[i] / (1 + x * off[i]);
            sum += s->share[i] * part;
            slope -= s->share[i] * part * part;
        }
        if (sum > 0)
            low = x;
        else
            high = x;
        const double newton = x - sum / slope;
        if (fabs(newton - x) < 1e-14 * (1 + fabs(x)))
            break;
        x = newton > low && newton < high ? newton : (low + high) / 2;
    }
    return x;
}

/* By how much the logarithm of the likelihood falls short, for each result, if `off` must be
 * 0 on average. */
static double shortfall(const struct shares *s, const double off[])
{
    const double x = bend(s, off);
    double sum = 0;
    for (int i = 0; i < s->cells; i++)
        sum += s->share[i] * log1p(x * off[i]);
    return sum;
}

static double shortfall_of_mean(const struct shares *s, double mean)
{
    double off[PAIR_CELLS];
    for (int i = 0; i < s->cells; i++)
        off[i] = s->value[i] - mean;
    return shortfall(s, off);
}

/* The mean on the side of `end` (0 or 1) at which the counts become too unlikely. */
static double interval_end(const struct shares *s, double end, double limit)
{
    double inside = s->mean, outside = end;
    for (int round = 0; round < 60; round++) {
        const double middle = (inside + outside) / 2;
        if (middle <= 0 || middle >= 1 || 2 * s->total * shortfall_of_mean(s, middle) > limit)
            outside = middle;
        else
            inside = middle;
    }
    return inside;
}

struct estimate elo_estimate(const uint64_t count[], int cells)
{
    struct estimate e = { .score = 0.5, .low = -INFINITY, .high = INFINITY, .los = 0.5 };
    uint64_t results = 0, points = 0;
    for (int i = 0; i < cells; i++) {
        results += count[i];
        points += count[i] * (unsigned)i;
    }
    if (results == 0)
        return e;
    const struct shares s = shares_of(count, cells);
    /* The 95 % point of chi-square, a little more where results are few (as Student's is). */
    const double limit = 3.841458821 * (1 + 2.5 / (double)results);
    e.score = (double)points / (double)results / (cells - 1);
    e.elo = elo_of(e.score);
    e.low = points == 0 ? -INFINITY : elo_of(interval_end(&s, 0, limit));
    e.high =
        points == results * (unsigned)(cells - 1) ? INFINITY : elo_of(interval_end(&s, 1, limit));
    /* As many deviations from even as the likelihood says. */
    const double far = sqrt(fmax(0, s.total * shortfall_of_mean(&s, 0.5)));
    const double games = cells == PAIR_CELLS ? 2 : 1;
    e.los = 0.5 * erfc(s.mean < 0.5 ? far : -far);
    e.normal = isinf(e.elo) ? e.elo : (s.mean - 0.5) / sqrt(s.variance * games) * 800 / log(10);
    return e;
}

/* The same shortfall where (mean - 1/2) / deviation must be t. The condition is not linear
 * in the shares; it is made so around the last shares found, until they stay. */
static double shortfall_of_t(const struct shares *s, double t)
{
    double share[PAIR_CELLS], off[PAIR_CELLS], sum = 0;
    for (int i = 0; i < s->cells; i++)
        share[i] = 1.0 / s->cells;
    for (int round = 0; round < 30; round++) {
        double mean = 0, variance = 0, change = 0;
        for (int i = 0; i < s->cells; i++)
            mean += share[i] * s->value[i];
        for (int i = 0; i < s->cells; i++)
            variance += share[i] * (s->value[i] - mean) * (s->value[i] - mean);
        const double deviation = sqrt(variance);
        for (int i = 0; i < s->cells; i++) {
            const double z = (s->value[i] - mean) / deviation;
            off[i] = s->value[i] - 0.5 - t * deviation * (1 + z * z) / 2;
        }
        const double x = bend(s, off);
        for (int i = 0; i < s->cells; i++) {
            const double next = s->share[i] / (1 + x * off[i]);
            change = fmax(change, fabs(next - share[i]));
            share[i] = next;
        }
        if (change < 1e-10)
            break;
    }
    for (int i = 0; i < s->cells; i++)
        sum += s->share[i] * log(s->share[i] / share[i]);
    return sum;
}

double sprt_ratio(const struct sprt *test, const uint64_t count[], int cells)
{
    const struct shares s = shares_of(count, cells);
    if (s.total < 1)
        return 0;
    if (!test->normalised)
        return s.total * (shortfall_of_mean(&s, score_of(test->elo0)) -
                          shortfall_of_mean(&s, score_of(test->elo1)));
    /* A pair's mean has the deviation of a game divided by the root of 2. */
    const double scale = log(10) / 800 * (cells == PAIR_CELLS ? sqrt(2) : 1);
    return s.total *
           (shortfall_of_t(&s, test->elo0 * scale) - shortfall_of_t(&s, test->elo1 * scale));
}

double sprt_lower(const struct sprt *test)
{
    return log(test->beta / (1 - test->alpha));
}

double sprt_upper(const struct sprt *test)
{
    return log((1 - test->beta) / test->alpha);
}

enum sprt_verdict sprt_verdict(const struct sprt *test, const uint64_t count[], int cells)
{
    const double ratio = sprt_ratio(test, count, cells);
    return ratio >= sprt_upper(test)   ? SPRT_ACCEPTS_1
           : ratio <= sprt_lower(test) ? SPRT_ACCEPTS_0
                                       : SPRT_GOES_ON;
}
