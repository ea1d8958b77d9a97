/* probcut.c -- how well does a shallow search foretell a deep one? Prints the table that a
 * game's probcut() looks up (Buro 1995, "ProbCut: an effective selective extension of the
 * alpha-beta algorithm"):
 *
 *     probcut GAME DEEPEST POSITIONS PHASES PLIES [SEARCH]
 *
 * For each of PHASES phases of PLIES plies, POSITIONS positions are reached by lot and by a
 * search of three plies, and searched 1 to DEEPEST plies deep. From all pairs of depths of
 * the same parity the spread of the difference is found, sigma(shallow, deep), and fitted by
 * exp(a + b * shallow + c * deep) in each phase. The rows are for deep = 3, 4, ...: the
 * shallow depth, the largest of the same parity that is at most half as deep, and sigma in
 * evaluate() units. Beyond DEEPEST nothing was measured: there sigma is that of the deepest
 * row of the same parity. */
#include <zermelo/zermelo.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16, MOST_PHASES = 32, LAST_ROW = 24 };

struct sum {
    double squares;
    int count;
};

static struct sum sums[MOST_PHASES][MOST_DEPTH + 1][MOST_DEPTH + 1];

/* A position after `plies` plies; false: the game ended before. */
static bool reach(struct zm_position *p, struct zm_search *guide, int plies, uint64_t *seed)
{
    struct zm_error error;
    const int by_lot = 4 + (int)zm_random(seed, 14);
    while (zm_position_plies(p) < plies && zm_position_turn(p) >= 0) {
        const zm_move *list;
        const struct zm_limits limits = { .depth = 3 };
        struct zm_result result;
        const int n = zm_position_moves(p, &list);
        zm_move m = list[zm_random(seed, (uint32_t)n)];
        if (zm_position_plies(p) >= by_lot) {
            if (zm_search_run(guide, p, &limits, &result, &error))
                return false;
            m = result.move;
        }
        zm_position_play(p, m, &error);
    }
    return zm_position_turn(p) >= 0;
}

/* Search to all depths and note how far apart the values are. */
static void measure(const struct zm_game *game, const char *spec, const struct zm_position *p,
                    int phase, int deepest)
{
    struct zm_error error;
    struct zm_search *const search = zm_search_new(game, spec, &error);
    double value[MOST_DEPTH + 1];
    for (int depth = 1; search && depth <= deepest; depth++) {
        const struct zm_limits limits = { .depth = depth };
        struct zm_result result;
        if (zm_search_run(search, p, &limits, &result, &error) || result.exact)
            break;
        value[depth] = result.value * game->unit;
        for (int shallow = depth - 2; shallow >= 1; shallow -= 2) {
            const double off = value[depth] - value[shallow];
            sums[phase][shallow][depth].squares += off * off;
            sums[phase][shallow][depth].count++;
        }
    }
    zm_search_free(search);
}

/* Least squares for log sigma = x[0] + x[1] * shallow + x[2] * deep; false: too few pairs. */
static bool solve(struct sum (*sum)[MOST_DEPTH + 1], double x[3])
{
    double a[3][4] = { { 0 } };
    int pairs = 0;
    for (int shallow = 1; shallow <= MOST_DEPTH; shallow++)
        for (int deep = 1; deep <= MOST_DEPTH; deep++) {
            const struct sum *const s = &sum[shallow][deep];
            if (s->count < 8 || s->squares <= 0)
                continue;
            const double row[4] = { 1, shallow, deep, 0.5 * log(s->squares / s->count) };
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 4; j++)
                    a[i][j] += s->count * row[i] * row[j];
            pairs++;
        }
    if (pairs < 4)
        return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            if (k == i)
                continue;
            const double f = a[k][i] / a[i][i];
            for (int j = 0; j < 4; j++)
                a[k][j] -= f * a[i][j];
        }
    for (int i = 0; i < 3; i++)
        x[i] = a[i][3] / a[i][i];
    return true;
}

static int shallow_for(int deep)
{
    const int half = deep / 2;
    return half - ((deep - half) & 1) > 0 ? half - ((deep - half) & 1) : 1 + (deep % 2 == 0);
}

static void print(int phases, int deepest)
{
    double x[3] = { 0 };
    for (int phase = 0; phase < phases; phase++) {
        const bool fitted = solve(sums[phase], x); /* else as in the phase before */
        printf("/* phase %d: %s%.3f %+.3f shallow %+.3f deep */\n{ ", phase,
               fitted ? "log sigma = " : "as before, ", x[0], x[1], x[2]);
        for (int deep = 3; deep <= LAST_ROW; deep++) {
            const int known = deep <= deepest ? deep : deepest - ((deep - deepest) & 1);
            printf("{ %d, %.0f },%c", shallow_for(deep),
                   exp(x[0] + x[1] * shallow_for(known) + x[2] * known),
                   deep % 8 == 2 ? '\n' : ' ');
        }
        printf("},\n");
    }
}

int main(int argc, char *argv[])
{
    struct zm_error error;
    if (argc < 6) {
        fprintf(stderr, "probcut: expected GAME DEEPEST POSITIONS PHASES PLIES [SEARCH]\n");
        return 2;
    }
    const struct zm_game *const game = zm_game_open(argv[1], NULL, &error);
    const char *const spec = argc > 6 ? argv[6] : "alphabeta:hash=16";
    struct zm_search *const guide = game ? zm_search_new(game, spec, &error) : NULL;
    if (!guide) {
        fprintf(stderr, "probcut: %s\n", error.text);
        return 2;
    }
    const int deepest = atoi(argv[2]) < MOST_DEPTH ? atoi(argv[2]) : MOST_DEPTH;
    const int positions = atoi(argv[3]), plies = atoi(argv[5]);
    const int phases = atoi(argv[4]) < MOST_PHASES ? atoi(argv[4]) : MOST_PHASES;
    uint64_t seed = 1;
    for (int phase = 0; phase < phases; phase++) {
        for (int i = 0; i < positions; i++) {
            struct zm_position *const p = zm_position_new(game, &error);
            const int ply = phase * plies + (int)zm_random(&seed, (uint32_t)plies);
            if (p && reach(p, guide, ply, &seed))
                measure(game, spec, p, phase, deepest);
            zm_position_free(p);
        }
        fprintf(stderr, "phase %d of %d\n", phase + 1, phases);
    }
    print(phases, deepest);
    zm_search_free(guide);
    zm_game_close(game);
    return 0;
}
