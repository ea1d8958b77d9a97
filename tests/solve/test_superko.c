/* Exact values where positions may not come back: against plain minimax that knows nothing but
 * the rules, and against published values of small Go boards. */
#include "tap.h"

#include <stdlib.h>
#include <string.h>
#include <zermelo/zermelo.h>

static struct zm_error error;

/* ------------------------------------------------------------- plain minimax -- */

/* The value for who moves, in low .. high, line by line: the position knows its past. No table,
 * nothing known in advance. *left runs out: not found. */
static int minimax(struct zm_position *p, int low, int high, long *left)
{
    const zm_move *list;
    zm_move copy[32];
    const int n = zm_position_moves(p, &list), me = zm_position_turn(p);
    memcpy(copy, list, (size_t)n * sizeof *copy);
    for (int i = n - 1; i >= 0 && low < high && --*left > 0; i--) {
        zm_position_play(p, copy[i], &error);
        const int value = zm_position_turn(p) == ZM_OVER ? zm_position_payoff(p, me)
                                                         : -minimax(p, -high, -low, left);
        low = value > low ? value : low;
        zm_position_undo(p);
    }
    return low;
}

static bool minimax_value(struct zm_position *p, long most, int *value)
{
    const int worst = -zm_position_game(p)->max_payoff;
    *value = minimax(p, worst, -worst, &most);
    return most > 0;
}

/* ------------------------------------------------------------ random positions -- */

static void play_some(struct zm_position *p, int plies, uint64_t *seed)
{
    for (int i = 0; i < plies && zm_position_turn(p) != ZM_OVER; i++) {
        const zm_move *list;
        const uint32_t n = (uint32_t)zm_position_moves(p, &list);
        const bool pass = n == 1 || zm_random(seed, 20) == 0;
        zm_position_play(p, list[pass ? n - 1 : zm_random(seed, n - 1)], &error);
    }
}

/* The value is right, and the move said to be best reaches it. */
static bool solved_right(struct zm_position *p, int value, double megabytes)
{
    const struct zm_solve_limits limits = { .megabytes = megabytes };
    struct zm_solution s;
    bool right = !zm_solve(p, &limits, &s, &error) && s.value == value;
    int after, best = 0;
    for (int i = 0; right && i < s.count; i++) {
        if (!s.best[i])
            continue;
        best++;
        zm_position_play(p, s.move[i], &error);
        if (zm_position_turn(p) == ZM_OVER)
            right = zm_position_payoff(p, 1) == (zm_position_plies(p) % 2 ? -value : value);
        else
            right = !minimax_value(p, 20000, &after) || after == -value;
        zm_position_undo(p);
    }
    zm_solution_release(&s);
    return right && best == 1;
}

/* Random games on a small board, so long that most boards have been there. */
static void against_minimax(const char *name, const char *options, int plies, int rounds,
                            double megabytes, int *wrong, int *tried)
{
    const struct zm_game *const game = zm_game_open(name, options, &error);
    uint64_t seed = 99;
    for (int round = 0; round < rounds; round++) {
        struct zm_position *const p = zm_position_new(game, &error);
        int value;
        play_some(p, (int)zm_random(&seed, (uint32_t)plies), &seed);
        if (zm_position_turn(p) != ZM_OVER && minimax_value(p, 20000, &value)) {
            ++*tried;
            if (!solved_right(p, value, megabytes) && (*wrong)++ < 3) {
                char text[200];
                zm_position_write(p, text, sizeof text);
                printf("# %s after %d plies: wanted %d\n", text, zm_position_plies(p), value);
            }
        }
        zm_position_free(p);
    }
    zm_game_close(game);
}

static const char *const rule[] = { "superko=positional", "superko=situational" };

static void go_against_minimax(void)
{
    static const struct {
        const char *size;
        int plies, rounds;
    } board[] = { { "size=1x2", 6, 20 },  { "size=1x3", 20, 40 }, { "size=1x4", 40, 40 },
                  { "size=1x5", 90, 40 }, { "size=2", 40, 40 },   { "size=3x2", 200, 60 } };
    for (size_t b = 0; b < sizeof board / sizeof *board; b++)
        for (int r = 0; r < 4; r++) {
            char options[100];
            int wrong = 0, tried = 0;
            snprintf(options, sizeof options, "%s %s suicide=%s", board[b].size, rule[r % 2],
                     r < 2 ? "no" : "yes");
            against_minimax("go", options, board[b].plies, board[b].rounds, r % 2 ? 16 : 0.01,
                            &wrong, &tried);
            OKF(wrong == 0 && tried > 1, "%s: %d of %d wrong", options, wrong, tried);
        }
}

/* Mazes have nothing but the past: a proof used on a wrong line shows at once. */
static void mazes_against_minimax(void)
{
    for (int r = 0; r < 2; r++)
        for (int rooms = 6; rooms <= 8; rooms++) {
            int wrong = 0, tried = 0;
            for (int seed = 0; seed < 80; seed++) {
                char options[100];
                snprintf(options, sizeof options, "rooms=%d seed=%d %s", rooms, seed, rule[r]);
                against_minimax(getenv("MAZE"), options, 4, 1, seed % 2 ? 16 : 0.01, &wrong,
                                &tried);
            }
            OKF(wrong == 0 && tried > 30, "mazes of %d rooms, %s: %d of %d wrong", rooms, rule[r],
                wrong, tried);
        }
}

/* -------------------------------------------------------------- known values -- */

static double value_of(const char *options, const char *position, double megabytes)
{
    const struct zm_solve_limits limits = { .megabytes = megabytes };
    const struct zm_game *const game = zm_game_open("go", options, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution s = { .value = 0 };
    const bool fine =
        (!position || !zm_position_read(p, position, &error)) && !zm_solve(p, &limits, &s, &error);
    const double value = fine ? s.value : -99;
    zm_solution_release(&s);
    zm_position_free(p);
    zm_game_close(game);
    return value;
}

static void known_values(void)
{
    NEAR(value_of("size=1x3", NULL, 16), 3, 0);
    NEAR(value_of("size=1x4", NULL, 16), 4, 0);
    NEAR(value_of("size=2", NULL, 16), 1, 0);
    NEAR(value_of("size=2 komi=0.5", NULL, 16), 1, 0); /* in half points */
    NEAR(value_of("size=2 superko=situational", NULL, 16), 1, 0);
    NEAR(value_of("size=3", NULL, 16), 9, 0);
    NEAR(value_of("size=3 superko=situational", NULL, 16), 9, 0);
    NEAR(value_of("size=3 suicide=yes", NULL, 16), 9, 0);
    NEAR(value_of("size=3", NULL, 0.01), 9, 0);
}

/* The published margin of 4x4. */
static void four_by_four(void)
{
    NEAR(value_of("size=4", NULL, 512), 2, 0);
    NEAR(value_of("size=4 superko=situational", NULL, 512), 2, 0);
}

static bool at_once(void *user)
{
    ++*(int *)user;
    return true;
}

static void stopped(void)
{
    const struct zm_game *const game = zm_game_open("go", "size=5", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_solution s;
    int asked = 0;
    const struct zm_solve_limits stop = { .megabytes = 1, .stop = at_once, .user = &asked };
    OK(zm_solve(p, &stop, &s, &error) && s.outcome == ZM_SOLVE_STOPPED && asked > 0);
    zm_solution_release(&s);
    const struct zm_solve_limits nodes = { .megabytes = 1, .nodes = 500 };
    OK(zm_solve(p, &nodes, &s, &error) && s.outcome == ZM_SOLVE_STOPPED);
    zm_solution_release(&s);
    zm_position_free(p);
    zm_game_close(game);
}

int main(int argc, char *argv[])
{
    (void)argv;
    if (argc > 1) {
        four_by_four();
        return tap_done();
    }
    go_against_minimax();
    mazes_against_minimax();
    known_values();
    stopped();
    return tap_done();
}
