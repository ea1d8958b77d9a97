/* The dashboard of `zermelo train` as text: it says what there is, and never leaves its paper. */
#include "cli/plot.h"
#include "cli/train_dashboard.h"
#include "cli/train_table.h"
#include "tap.h"

#include <limits.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------ aids -- */

static struct train_generation generation(uint32_t i)
{
    struct train_generation g = train_generation_blank(i);
    g.games = 100 * i;
    g.positions = 800 * i;
    g.elo = 10 * i;
    g.better = i % 2 == 0;
    g.seconds = 60 * i;
    if (i > 0) {
        g.policy = 1.5 + 1.0 / i;
        g.value = 0.25 + 0.5 / i;
        g.score = 0.5 + 0.1 / i;
    }
    return g;
}

static struct train_state state_of(uint32_t generations, bool graded, bool climbed)
{
    static const struct train_settings settings = {
        .game = "othello", .options = "size=6", .channels = 64, .blocks = 4
    };
    struct train_state state;
    train_state_begin(&state, &settings);
    for (uint32_t i = 0; i < generations; i++) {
        struct train_generation g = generation(i);
        g.mistakes = graded ? 0.5 / (i + 1) : (double)NAN;
        g.alone = graded ? 0.9 / (i + 1) : (double)NAN;
        g.ladder = climbed ? -300 + 20.0 * i : (double)NAN;
        g.ladder_error = climbed ? 90 : (double)NAN;
        train_state_add(&state, &g);
    }
    return state;
}

static struct train_view view_of(const struct train_state *state)
{
    return (struct train_view){ .state = state,
                                .progress = { .score = NAN, .seconds_left = NAN },
                                .folder = "runs/o6",
                                .rounds = 30,
                                .seconds = 125 };
}

static char drawn[1 << 20];

static const char *draw(const struct train_view *v, int width, int height, bool utf8, bool colour)
{
    const struct train_paper paper = { width, height, utf8, colour };
    struct zm_text out = { drawn, sizeof drawn, 0 };
    drawn[0] = '\0';
    train_dashboard(v, &paper, &out);
    return drawn;
}

/* No line is too long, there are not too many, and nothing moves the cursor. */
static bool fits(const char *text, int width, int height, bool utf8, bool colour)
{
    int lines = 1, column = 0;
    for (const char *at = text; *at; at++) {
        const unsigned char byte = (unsigned char)*at;
        if (byte == '\n') {
            lines++;
            column = 0;
        } else if (byte == '\033') {
            at += strspn(at + 1, "[0123456789;") + 1;
            if (*at != 'm' || !colour)
                return false;
        } else if (byte < ' ' || byte == 127 || (byte >= 0x80 && !utf8)) {
            return false;
        } else {
            column += (byte & 0xC0) != 0x80;
        }
        if (column > width || lines > height)
            return false;
    }
    return true;
}

#define SAYS(text, words) says(text, words, __LINE__)

static void says(const char *text, const char *words, int line)
{
    const char *const first = words + strspn(words, "\n");
    if (tap_ok(strstr(text, words) != NULL, "says", __FILE__, line, "\"%.*s\"",
               (int)strcspn(first, "\n"), first))
        return;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n')
        printf("# %.*s\n", (int)strcspn(at, "\n"), at);
}

/* ---------------------------------------------------------------------- what it says -- */

static void test_nothing_yet(void)
{
    const struct train_state none = { .champion = 0 };
    struct train_view v = view_of(&none);
    const char *const text = draw(&v, 79, 24, true, false);
    SAYS(text, "generation 0 of 30");
    SAYS(text, "preparing positions that a solver knows");
    SAYS(text, "0:02:05 elapsed");
    SAYS(text, " policy loss  ");
    OK(!strstr(text, "gen.") && !strstr(text, "nan") && !strstr(text, "to go"));
    OK(fits(text, 79, 24, true, false));
}

static void test_first_net(void)
{
    struct train_state state = state_of(1, true, false);
    struct train_view v = view_of(&state);
    v.progress.trial = TRIAL_SOLVER;
    v.progress.step = 30;
    v.progress.steps = 600;
    const char *text = draw(&v, 79, 24, true, false);
    SAYS(text, "generation 0 of 30");
    SAYS(text, "graded by solver");
    SAYS(text, "  5 % ");
    SAYS(text, "30 of 600 moves");
    OKF(!strstr(text, "gen. "), "it has no row yet");
    v.progress = (struct train_progress){ .games = 25, .wanted = 100, .score = NAN };
    text = draw(&v, 79, 24, true, false);
    SAYS(text, "generation 1 of 30");
    SAYS(text, "playing ");
    SAYS(text, " 25 % ");
    SAYS(text, "25 of 100 games\n");
    SAYS(text, "mistakes % 50.0 → 50.0");
    SAYS(text, "\n gen. games positions Elo new mistake% alone% seconds\n");
    SAYS(text, "\n    0     0         0   0 yes     50.0   90.0       0");
    OK(fits(text, 79, 24, true, false));
    train_state_release(&state);
}

static void test_whole(void)
{
    struct train_state state = state_of(6, true, false);
    struct train_view v = view_of(&state);
    state.phase = v.progress.phase = TRAIN_GATING; /* so generation 5 is under way */
    state.champion = 4;
    v.progress.games = 12;
    v.progress.wanted = 40;
    v.progress.score = 0.625;
    v.progress.all_games = 1234567;
    v.progress.all_positions = 12345;
    v.seconds = 250;
    const char *const text = draw(&v, 79, 24, false, false);
    OKF(strstr(text, " othello size=6   net 64x4 ") == text, "it begins with its game");
    SAYS(text, "   runs/o6\n generation 5 of 30   ####---------------------  13 % ");
    SAYS(text, " 0:25:50 to go\n match with champion  ########-----------------  30 % ");
    SAYS(text, " 12 of 40 games, 62 %\n");
    SAYS(text,
         "\n 1,234,567 games, 12,345 positions, champion: 4                 0:04:10 elapsed\n");
    SAYS(text, "\n policy loss 2.500 > 1.750 value loss 0.750 > 0.375  Elo 0 > 40\n");
    SAYS(text, "\n mistakes % 50.0 > 10.0    alone % 90.0 > 18.0       match % 60.0 > 52.5\n");
    SAYS(text, "\n    4   400      3200 1.7500 0.3750   52.5  40 yes     10.0   18.0     240");
    OKF(!strstr(text, "\n    5 "), "the one under way has no row");
    train_state_release(&state);
}

static void test_phases(void)
{
    struct train_state state = state_of(3, false, true);
    struct train_view v = view_of(&state);
    state.phase = v.progress.phase = TRAIN_TRAINING;
    v.progress.generation = 3;
    v.progress.steps = 400;
    for (uint64_t step = 1; step <= 200; step += 5) {
        v.progress.step = step;
        v.progress.losses.policy = 3 - (double)step / 200;
        v.progress.losses.value = 0.9;
        train_losses_add(&v.losses, &v.progress);
    }
    const char *text = draw(&v, 79, 24, true, false);
    SAYS(text, "\n learning             ━━━━━━━━━━━━╸──");
    SAYS(text, "196 of 400 steps\n");
    SAYS(text, "\n learning: policy 2.995 → 2.020 ▇▅▄▂▁");
    SAYS(text, " value 0.900 → 0.900 ▅▅▅");
    SAYS(text, "ladder Elo -300 → -260");
    SAYS(text, "match%");
    OKF(!strstr(text, "mistake"), "nobody has counted mistakes");
    state.phase = v.progress.phase = TRAIN_GATING;
    v.progress.trial = TRIAL_LADDER;
    v.progress.games = 3;
    v.progress.wanted = 20;
    text = draw(&v, 79, 24, true, false);
    SAYS(text, "\n on the ladder ");
    SAYS(text, "3 of 20 games\n");
    SAYS(text, "\n learning: policy 2.995 → 2.020"); /* what was learned stays in sight */
    train_state_release(&state);
}

/* A training that is resumed in its middle has no beginning to show, the next one has. */
static void test_losses(void)
{
    struct train_losses l = { .generation = 0 };
    struct train_progress p = {
        .phase = TRAIN_TRAINING, .generation = 7, .step = 51, .steps = 100
    };
    p.losses.policy = 2;
    p.losses.value = 1;
    train_losses_add(&l, &p);
    OK(isnan(l.policy[TRAIN_PARTS / 2 - 1]) && l.policy[TRAIN_PARTS / 2] == 2);
    p.step = 100;
    p.losses.policy = 1;
    train_losses_add(&l, &p);
    OK(l.policy[TRAIN_PARTS / 2] == 2 && l.policy[TRAIN_PARTS / 2 + 1] == 1);
    EQ(l.seen, TRAIN_PARTS - TRAIN_PARTS / 100);
    p.step = 101; /* there is no such step */
    train_losses_add(&l, &p);
    p.steps = 0;
    train_losses_add(&l, &p);
    EQ(l.seen, TRAIN_PARTS - TRAIN_PARTS / 100);
    p = (struct train_progress){ .phase = TRAIN_TRAINING, .generation = 8, .step = 1, .steps = 1 };
    train_losses_add(&l, &p);
    OK(l.policy[0] == 0 && isnan(l.policy[1]) && l.generation == 8);
}

/* --------------------------------------------------------------------- paper -- */

static void test_edges(void)
{
    static const uint32_t generations[] = { 0, 1, 2, 3, 1000 };
    static const int width[] = { 1, 2, 7, 8, 20, 39, 59, 60, 69, 77, 78, 79, 100, 139, 500 };
    static const int height[] = { 1, 2, 5, 6, 7, 8, 9, 11, 15, 16, 24, 45, 79 };
    bool all = true;
    for (size_t k = 0; k < sizeof generations / sizeof *generations; k++)
        for (int kind = 0; kind < 4; kind++) {
            struct train_state state = state_of(generations[k], kind & 1, kind & 2);
            struct train_view v = view_of(&state);
            v.progress.all_games = UINT64_MAX;
            v.progress.all_positions = UINT64_MAX;
            v.progress.games = v.progress.wanted = UINT64_MAX;
            v.rounds = kind ? 30 : UINT32_MAX;
            for (size_t w = 0; w < sizeof width / sizeof *width; w++)
                for (size_t h = 0; h < sizeof height / sizeof *height; h++)
                    for (int look = 0; look < 4; look++)
                        all &= fits(draw(&v, width[w], height[h], look & 1, look & 2), width[w],
                                    height[h], look & 1, look & 2) ||
                               !printf("# %dx%d, %u generations\n", width[w], height[h],
                                       generations[k]);
            train_state_release(&state);
        }
    OKF(all, "in all sizes");
}

static void test_thousand(void)
{
    struct train_state state = state_of(1000, true, true);
    struct train_view v = view_of(&state);
    v.rounds = 1200;
    const char *text = draw(&v, 79, 24, true, false);
    SAYS(text, "generation 1000 of 1200");
    SAYS(text, "policy loss 2.500 → 1.501");
    SAYS(text, "\n  999 ");
    OKF(!strstr(text, "+-"), "what counts least is left out");
    text = draw(&v, 139, 45, true, false);
    SAYS(text, " +- seconds\n");
    SAYS(text, "┤⡇");
    train_state_release(&state);
}

static void test_hostile(void)
{
    struct train_state state = state_of(4, true, true);
    struct train_view v = view_of(&state);
    state.generation[1].elo = 1e308;
    state.generation[2].elo = -1e308;
    state.generation[3].policy = INFINITY;
    state.generation[3].ladder = -INFINITY;
    state.generation[3].seconds = 1e300;
    strcpy(state.settings.options, "a\033[2Jb\t\n");
    v.folder = "\xff\x80 Zürich \xe6\xbc\xa2 \xc2\x9b \033]0;x\a";
    v.seconds = NAN;
    const char *text = draw(&v, 100, 30, true, false);
    OK(fits(text, 100, 30, true, false));
    SAYS(text, "Zürich");
    SAYS(text, "a?[2Jb??");
    text = draw(&v, 100, 30, false, false);
    OK(fits(text, 100, 30, false, false));
    SAYS(text, "Z?rich");
    train_state_release(&state);
}

static void test_colour(void)
{
    struct train_state state = state_of(3, true, false);
    struct train_view v = view_of(&state);
    OK(!strchr(draw(&v, 79, 24, true, false), '\033'));
    SAYS(draw(&v, 79, 24, true, true), "\033[32myes\033[0m");
    train_state_release(&state);
}

/* --------------------------------------------------------------------- curves -- */

static double number_at(const void *of, uint32_t i)
{
    return ((const double *)of)[i];
}

static const char *curve(const double value[], uint32_t count, int columns, int rows, bool fine)
{
    static char text[4096];
    struct zm_text out = { text, sizeof text, 0 };
    struct pen pen = { .out = &out, .width = columns, .height = rows, .utf8 = fine };
    struct plot plot = { .columns = columns, .rows = rows, .fine = fine };
    plot_curve(&plot, number_at, value, count);
    for (int row = 0; row < rows; row++) {
        plot_row(&plot, row, &pen);
        pen_line(&pen);
    }
    return text;
}

static const char *spark(const double value[], uint32_t count, int columns)
{
    static char text[256];
    struct zm_text out = { text, sizeof text, 0 };
    struct pen pen = { .out = &out, .width = 80, .height = 1, .utf8 = true };
    text[0] = '\0';
    plot_spark(&pen, number_at, value, count, columns);
    return text;
}

static void test_curves(void)
{
    SAME(curve((double[]){ 0, 1, 2 }, 3, 3, 3, false), "  *\n * \n*  ");
    SAME(curve((double[]){ 2, NAN, NAN, 0 }, 4, 4, 3, false), "*   \n    \n   *");
    SAME(curve((double[]){ 0, 6, NAN, 6, 0 }, 5, 5, 3, false), " * * \n *  *\n*   *");
    SAME(curve((double[]){ 5, 5, 5 }, 3, 3, 3, false), "   \n***\n   ");
    SAME(curve((double[]){ NAN }, 1, 2, 1, false), "  ");
    SAME(curve(NULL, 0, 2, 1, false), "  ");
    SAME(curve((double[]){ 0, 3 }, 2, 2, 1, true), "⡠⠊");
    SAME(curve((double[]){ 0, 7 }, 2, 1, 2, true), "⢸\n⡇");
    SAME(spark((double[]){ 0, 1, 2, 3, 4, 5, 6, 7 }, 8, 8), "▁▂▃▄▅▆▇█");
    SAME(spark((double[]){ 0, NAN, 7 }, 3, 3), "▁ █");
    SAME(spark((double[]){ 7, 0 }, 2, 4), "██▁▁");
    SAME(spark((double[]){ 7, 3, 0, NAN }, 4, 2), "▄▁");
    SAME(spark(NULL, 0, 4), "");
}

/* ---------------------------------------------------------------------- table -- */

static const char *line(const struct train_generation *g, const struct train_widths *w)
{
    static char text[512];
    FILE *const out = fmemopen(text, sizeof text, "w");
    train_table_line(g, w, out);
    fclose(out);
    return text;
}

static void test_table(void)
{
    const struct train_generation g = generation(2);
    struct train_generation many[3] = { generation(0), generation(1), generation(2) };
    SAME(line(NULL, &train_table_wide),
         " gen.   games positions   policy    value match%    Elo new mistake% alone% ladder   +-"
         "  seconds\n");
    SAME(line(&g, &train_table_wide),
         "    2     200      1600   2.0000   0.5000   55.0     20 yes        -      -      -    -"
         "      120\n");
    EQ(strlen(line(&g, &train_table_wide)) - 1, TRAIN_WIDE);
    struct train_widths w = train_table_fit(many, 3, INT_MAX);
    SAME(line(NULL, &w), "gen. games positions policy  value match% Elo new seconds\n");
    SAME(line(&g, &w), "   2   200      1600 2.0000 0.5000   55.0  20 yes     120\n");
    w = train_table_fit(many, 3, 49);
    SAME(line(NULL, &w), "gen. games positions policy  value match% Elo new\n");
    w = train_table_fit(many, 3, 48);
    SAME(line(NULL, &w), "gen. games policy  value match% Elo new\n");
    w = train_table_fit(many, 3, 0);
    SAME(line(NULL, &w), "gen. Elo new\n");
}

int main(void)
{
    test_nothing_yet();
    test_first_net();
    test_whole();
    test_phases();
    test_losses();
    test_edges();
    test_thousand();
    test_hostile();
    test_colour();
    test_curves();
    test_table();
    return tap_done();
}
