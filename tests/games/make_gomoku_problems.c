/* make_gomoku_problems -- makes tests/data/gomoku-vcf.txt: positions won by a continuous row of
 * fours (VCF), so many of each length, and some in which no such win exists.
 *
 *     build/tests/make_gomoku_problems > tests/data/gomoku-vcf.txt
 *
 * The positions come from games between two players who choose at random among the moves
 * that promise most. A game gives one problem: the first position in which a VCF exists.
 * The search looks for short ones first, so the length is that of the shortest. */
#include "gomoku_problems.h"

enum { LONGEST = 15 };

struct wanted {
    const char *rules;
    int none;               /* positions without a VCF ... */
    int count[LONGEST + 1]; /* ... and with one, by plies  */
};

static struct zm_error error;

static void write_problem(const struct zm_position *p, const char *rules, int plies)
{
    char text[1024];
    zm_position_write(p, text, sizeof text);
    printf("%s %d %s\n", rules, plies, text);
    fflush(stdout);
}

/* One game; the problem it gives is written if one of its kind is still wanted. */
static bool play_one(struct zm_position *p, struct wanted *w, uint64_t *seed)
{
    const int quiet = 12 + (int)zm_random(seed, 20);
    while (zm_position_turn(p) >= 0) {
        bool finished;
        const struct threats_win win = win_by_force(p, 1, 0, 2000000, &finished);
        const int plies = zm_position_plies(p);
        if (win.width) {
            if (win.plies > LONGEST || w->count[win.plies] == 0)
                return false;
            w->count[win.plies]--;
            write_problem(p, w->rules, win.plies);
            return true;
        }
        /* Without a win, but not without fours to try. */
        const struct zm_game *const game = zm_position_game(p);
        zm_move list[400];
        if (w->none > 0 && finished && plies > quiet &&
            game->forcing(zm_position_state(p), 1, list) >= 3) {
            w->none--;
            write_problem(p, w->rules, 0);
            return true;
        }
        const zm_move *moves;
        const int n = zm_position_moves(p, &moves), most = plies < 4 ? 40 : 4;
        zm_position_play(p, moves[zm_random(seed, (uint32_t)(n < most ? n : most))], &error);
    }
    return false;
}

static int left(const struct wanted *w)
{
    int n = w->none;
    for (int plies = 0; plies <= LONGEST; plies++)
        n += w->count[plies];
    return n;
}

static void make(struct wanted w, uint64_t seed)
{
    char options[64];
    snprintf(options, sizeof options, "rules=%s", w.rules);
    const struct zm_game *const game = zm_game_open("gomoku", options, &error);
    for (uint64_t games = 0; left(&w) > 0; games++) {
        struct zm_position *const p = zm_position_new(game, &error);
        if (play_one(p, &w, &seed))
            fprintf(stderr, "%s: %d left after %llu games\n", w.rules, left(&w),
                    (unsigned long long)games + 1);
        zm_position_free(p);
    }
    zm_game_close(game);
}

int main(void)
{
    puts("# Gomoku, 15 x 15: positions won by continuous fours, made by make_gomoku_problems.\n"
         "# rules, plies of the shortest such win (0: there is none), position");
    make((struct wanted){ "freestyle",
                          20,
                          { [3] = 4, [5] = 8, [7] = 8, [9] = 8, [11] = 8, [13] = 7, [15] = 7 } },
         20261116);
    make((struct wanted){ "standard", 3, { [5] = 2, [7] = 2, [9] = 2 } }, 7);
    make((struct wanted){ "renju", 3, { [5] = 2, [7] = 2, [9] = 2 } }, 11);
    return 0;
}
