/* rating.c -- the likeliest ratings by Newton's method; errors from the curvature and from how
 * much the results really scatter (draws make them scatter less than wins and losses would).
 * Sources: Bradley & Terry 1952, "Rank analysis of incomplete block designs"; White 1982,
 * "Maximum likelihood estimation of misspecified models", for the errors. */
#include "match/rating.h"

#include "base/sentence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every player has drawn so many games with one in the middle of the scale, so that who has
 * won or lost all games is rated, too. */
static const double PRIOR = 0.5;
static const double SCALE = 400 / 2.302585092994046; /* Elo of one unit of log odds */

struct work {
    int n;
    double *curve, *scatter; /* n x n */
    double *strength, *slope, *column;
};

static double *row(double *matrix, const struct work *w, int i)
{
    return matrix + (size_t)i * (size_t)w->n;
}

static void add_pair(double *matrix, const struct work *w, int a, int b, double x)
{
    row(matrix, w, a)[a] += x;
    row(matrix, w, b)[b] += x;
    row(matrix, w, a)[b] -= x;
    row(matrix, w, b)[a] -= x;
}

/* Slope and curvature of the likelihood, and the scatter of the slope. */
static void look(struct work *w, const struct rated player[], const struct meeting meeting[],
                 int meetings, double middle)
{
    const size_t square = (size_t)w->n * (size_t)w->n;
    memset(w->curve, 0, square * sizeof *w->curve);
    memset(w->scatter, 0, square * sizeof *w->scatter);
    for (int i = 0; i < w->n; i++) {
        const double p = 1 / (1 + exp(middle - w->strength[i])), spread = PRIOR * p * (1 - p);
        w->slope[i] = PRIOR * (0.5 - p);
        row(w->curve, w, i)[i] = row(w->scatter, w, i)[i] = spread;
    }
    for (int k = 0; k < meetings; k++) {
        const struct meeting *const m = &meeting[k];
        const double p = 1 / (1 + exp(w->strength[m->b] - w->strength[m->a]));
        const double wins = (double)m->wins, draws = (double)m->draws, losses = (double)m->losses;
        const double games = wins + draws + losses, surplus = wins + draws / 2 - games * p;
        w->slope[m->a] += surplus;
        w->slope[m->b] -= surplus;
        add_pair(w->curve, w, m->a, m->b, games * p * (1 - p));
        add_pair(w->scatter, w, m->a, m->b,
                 wins * (1 - p) * (1 - p) + draws * (0.5 - p) * (0.5 - p) + losses * p * p);
    }
    for (int i = 0; i < w->n; i++)
        if (player[i].anchored) {
            for (int j = 0; j < w->n; j++)
                row(w->curve, w, i)[j] = row(w->curve, w, j)[i] = 0;
            row(w->curve, w, i)[i] = 1;
            w->slope[i] = 0;
        }
}

/* curve = L L', L left in its lower half (Cholesky). It is positive: PRIOR sees to that. */
static void decompose(struct work *w)
{
    for (int j = 0; j < w->n; j++) {
        double *const lj = row(w->curve, w, j);
        for (int k = 0; k < j; k++)
            lj[j] -= lj[k] * lj[k];
        lj[j] = sqrt(lj[j]);
        for (int i = j + 1; i < w->n; i++) {
            double *const li = row(w->curve, w, i);
            for (int k = 0; k < j; k++)
                li[j] -= li[k] * lj[k];
            li[j] /= lj[j];
        }
    }
}

/* x = curve^-1 x, after decompose(). */
static void divide(struct work *w, double x[])
{
    for (int i = 0; i < w->n; i++) {
        const double *const l = row(w->curve, w, i);
        for (int k = 0; k < i; k++)
            x[i] -= l[k] * x[k];
        x[i] /= l[i];
    }
    for (int i = w->n - 1; i >= 0; i--) {
        for (int k = i + 1; k < w->n; k++)
            x[i] -= row(w->curve, w, k)[i] * x[k];
        x[i] /= row(w->curve, w, i)[i];
    }
}

/* Of a player's rating, or of its distance from the mean of the group where nobody in it is
 * anchored: the level of such a group is known by PRIOR alone. */
static double variance(struct work *w, const struct rated player[], int i)
{
    int members = 0;
    bool anchored = false;
    for (int j = 0; j < w->n; j++)
        if (player[j].group == player[i].group) {
            members++;
            anchored = anchored || player[j].anchored;
        }
    for (int j = 0; j < w->n; j++)
        w->column[j] =
            (j == i) - (!anchored && player[j].group == player[i].group ? 1.0 / members : 0);
    divide(w, w->column);
    double sum = 0;
    for (int j = 0; j < w->n; j++)
        for (int k = 0; k < w->n; k++)
            sum += w->column[j] * row(w->scatter, w, j)[k] * w->column[k];
    return sum;
}

static int leader(const struct rated player[], int i)
{
    while (player[i].group != i)
        i = player[i].group;
    return i;
}

/* Who met whom: union and find, then numbers from 0. */
static void find_groups(struct rated player[], int players, const struct meeting meeting[],
                        int meetings)
{
    for (int i = 0; i < players; i++)
        player[i].group = i;
    for (int k = 0; k < meetings; k++)
        player[leader(player, meeting[k].a)].group = leader(player, meeting[k].b);
    for (int i = 0; i < players; i++)
        player[i].group = leader(player, i);
    for (int i = 0, groups = 0; i < players; i++) {
        const int old = player[i].group;
        if (old < 0)
            continue;
        for (int j = i; j < players; j++)
            if (player[j].group == old)
                player[j].group = -1 - groups;
        groups++;
    }
    for (int i = 0; i < players; i++)
        player[i].group = -1 - player[i].group;
}

static double middle_of(const struct rated player[], int players)
{
    double sum = 0;
    int anchors = 0;
    for (int i = 0; i < players; i++)
        if (player[i].anchored) {
            sum += player[i].elo / SCALE;
            anchors++;
        }
    return anchors ? sum / anchors : 0;
}

static void newton(struct work *w, struct rated player[], const struct meeting meeting[],
                   int meetings)
{
    const double middle = middle_of(player, w->n);
    for (int i = 0; i < w->n; i++)
        w->strength[i] = player[i].anchored ? player[i].elo / SCALE : middle;
    for (int round = 0; round < 200; round++) {
        double largest = 0;
        look(w, player, meeting, meetings, middle);
        decompose(w);
        divide(w, w->slope);
        for (int i = 0; i < w->n; i++)
            largest = fmax(largest, fabs(w->slope[i]));
        const double step = largest > 1 ? 1 / largest : 1; /* far away the curve misleads */
        for (int i = 0; i < w->n; i++)
            w->strength[i] += step * w->slope[i];
        if (largest < 1e-10)
            break;
    }
    for (int i = 0; i < w->n; i++) {
        if (player[i].anchored)
            continue;
        player[i].elo = w->strength[i] * SCALE;
        player[i].error = 1.959964 * sqrt(variance(w, player, i)) * SCALE;
    }
}

const char *rate(struct rated player[], int players, const struct meeting meeting[], int meetings,
                 struct zm_error *error)
{
    const size_t n = (size_t)players;
    struct work w = { .n = players };
    double *const memory = calloc(2 * n * n + 3 * n + 1, sizeof *memory);
    if (!memory)
        return sentence(error, "%s", out_of_memory);
    w.curve = memory;
    w.scatter = w.curve + n * n;
    w.strength = w.scatter + n * n;
    w.slope = w.strength + n;
    w.column = w.slope + n;
    for (int i = 0; i < players; i++) {
        player[i].games = 0;
        player[i].score = player[i].error = 0;
    }
    for (int k = 0; k < meetings; k++) {
        const struct meeting *const m = &meeting[k];
        const uint64_t games = m->wins + m->draws + m->losses;
        player[m->a].games += games;
        player[m->b].games += games;
        player[m->a].score += (double)m->wins + (double)m->draws / 2;
        player[m->b].score += (double)m->losses + (double)m->draws / 2;
    }
    for (int i = 0; i < players; i++)
        player[i].score /= player[i].games ? (double)player[i].games : 1;
    find_groups(player, players, meeting, meetings);
    newton(&w, player, meeting, meetings);
    free(memory);
    return NULL;
}
