/* Othello: published counts, every version of the flips against a plain loop, text. */
#include "search/perft.h"
#include "tap.h"

#include <stdlib.h>
#include <zermelo/zermelo.h>

/* The tables that the library picks from: for any processor, and for newer ones. */
extern const struct zm_game *const zm_game_othello;
#ifdef __x86_64__
extern const struct zm_game *const zm_game_othello_avx2;
#endif

static struct zm_error error;

static struct zm_position *begin(const char *options)
{
    const struct zm_game *const game = zm_game_open("othello", options, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (!p)
        printf("Bail out! %s\n", error.text);
    return p;
}

static void end(struct zm_position *p)
{
    const struct zm_game *const game = zm_position_game(p);
    zm_position_free(p);
    zm_game_close(game);
}

/* Published counts include the games that were over before, at every later depth. */
static void test_counts(void)
{
    static const long long published[] = { 4,    12,    56,     244,     1396,
                                           8200, 55092, 390216, 3005288, 24571284 };
    enum { DEEPEST = sizeof published / sizeof *published };
    struct zm_position *const p = begin(NULL);
    struct perft_result r = { 0, 0 };
    for (int depth = 1; depth <= DEEPEST; depth++) {
        const uint64_t before = r.games;
        EQ(r.games, depth == DEEPEST ? 228 : 0); /* the shortest games have nine moves */
        perft(p, depth, &r, &error);
        EQ(r.leaves + before, published[depth - 1]);
    }
    end(p);
}

/* ------------------------------------------------------- against a plain loop -- */

/* Rules as a beginner would write them, on a board of characters with a rim. */
struct plain {
    char square[10][10]; /* 'X', 'O', '-' or 0 for what is not on the board */
    int size;
};

/* How many discs a move at this place turns over, and does it if asked to. */
static int plain_move(struct plain *b, int row, int column, char me, bool carry_out)
{
    const char other = me == 'X' ? 'O' : 'X';
    int turned = 0;
    if (b->square[row][column] != '-')
        return 0;
    for (int down = -1; down <= 1; down++)
        for (int right = -1; right <= 1; right++) {
            int n = 1;
            while ((down || right) && b->square[row + n * down][column + n * right] == other)
                n++;
            if ((!down && !right) || b->square[row + n * down][column + n * right] != me)
                continue;
            turned += n - 1;
            for (int i = 1; i < n && carry_out; i++)
                b->square[row + i * down][column + i * right] = me;
        }
    if (carry_out)
        b->square[row][column] = me;
    return turned;
}

static int plain_moves(const struct plain *b, char me, int list[])
{
    struct plain copy = *b;
    int n = 0;
    for (int cell = 0; cell < b->size * b->size; cell++)
        if (plain_move(&copy, cell / b->size + 1, cell % b->size + 1, me, false))
            list[n++] = cell;
    return n;
}

static void plain_write(const struct plain *b, char next, char *out)
{
    for (int cell = 0; cell < b->size * b->size; cell++)
        *out++ = b->square[cell / b->size + 1][cell % b->size + 1];
    snprintf(out, 3, " %c", next);
}

static struct plain random_board(int size, uint64_t *seed)
{
    struct plain b = { .size = size };
    const uint32_t empty = zm_random(seed, 20), mine = 1 + zm_random(seed, 9);
    for (int cell = 0; cell < size * size; cell++)
        b.square[cell / size + 1][cell % size + 1] = (char)(zm_random(seed, 20) < empty  ? '-'
                                                            : zm_random(seed, 10) < mine ? 'X'
                                                                                         : 'O');
    return b;
}

/* Lines of so many moves, and games that end meanwhile; me is to move, or must pass. */
static uint64_t plain_count(const struct plain *b, char me, int plies, uint64_t *over)
{
    const char other = me == 'X' ? 'O' : 'X';
    int list[64], unused[64];
    uint64_t lines = 0;
    const int n = plain_moves(b, me, list);
    if (n == 0 && plain_moves(b, other, unused) == 0) {
        ++*over;
        return 0;
    }
    if (plies == 0)
        return 1;
    if (n == 0)
        return plain_count(b, other, plies - 1, over);
    for (int i = 0; i < n; i++) {
        struct plain after = *b;
        plain_move(&after, list[i] / b->size + 1, list[i] % b->size + 1, me, true);
        lines += plain_count(&after, other, plies - 1, over);
    }
    return lines;
}

/* ... of which count() also counts those that end with the last move. */
static bool same_count(const struct zm_game *game, const struct zm_state *s, const struct plain *b,
                       char me, int plies)
{
    uint64_t over = 0, wanted_over = 0;
    const uint64_t lines = game->count(s, plies, &over);
    const uint64_t wanted = plain_count(b, me, plies, &wanted_over);
    uint64_t before = 0;
    plain_count(b, me, plies - 1, &before);
    return over == wanted_over && lines == wanted + wanted_over - before;
}

/* Does the game say of the position after a move what the loop says? */
static bool same_after(const struct zm_game *game, const struct zm_state *s, struct plain b,
                       char me, int cell, struct zm_state *child, bool *over)
{
    char wanted[80], got[80] = "", name[16];
    int list[64];
    struct zm_text text = { got, sizeof got, 0 };
    const char other = me == 'X' ? 'O' : 'X';
    plain_move(&b, cell / b.size + 1, cell % b.size + 1, me, true);
    *over = !plain_moves(&b, other, list) && !plain_moves(&b, me, list);
    plain_write(&b, *over ? 'X' : other, wanted);
    snprintf(name, sizeof name, "%c%d", 'a' + cell % b.size, cell / b.size + 1);
    zm_move move[64];
    const int n = game->moves(s, move);
    for (int i = 0; i < n; i++) {
        char shown[8] = "";
        struct zm_text show = { shown, sizeof shown, 0 };
        game->show_move(s, move[i], &show);
        if (!strcmp(shown, name)) {
            memcpy(child, s, game->state_size);
            game->play(child, move[i]);
            game->write(child, &text);
        }
    }
    return !strcmp(wanted, got) && (game->turn(child) == ZM_OVER) == *over;
}

static bool same_board(const struct zm_game *game, const struct plain *b, char me,
                       struct zm_state *s, struct zm_state *child)
{
    char text[80], options[16];
    int list[64];
    zm_move move[64];
    const int n = plain_moves(b, me, list), passes = plain_moves(b, me == 'X' ? 'O' : 'X', list);
    plain_moves(b, me, list);
    plain_write(b, me, text);
    snprintf(options, sizeof options, "size=%d", b->size);
    memset(s, 0, game->state_size);
    memset(child, 0, game->state_size);
    if (game->start(s, options) || game->read(s, text))
        return false;
    if (!n && !passes)
        return game->turn(s) == ZM_OVER;
    if (game->turn(s) == ZM_OVER || game->moves(s, move) != (n ? n : 1))
        return false;
    for (int i = 0; i < n; i++) {
        bool ends;
        if (!same_after(game, s, *b, me, list[i], child, &ends))
            return false;
    }
    return same_count(game, s, b, me, 1) && same_count(game, s, b, me, 2);
}

static void test_versions(const struct zm_game *game, const char *version)
{
    struct zm_state *const s = malloc(game->state_size), *const child = malloc(game->state_size);
    uint64_t seed = 1234567;
    int wrong = 0;
    for (int i = 0; i < 6000; i++) {
        const struct plain b = random_board(i % 4 == 0 ? 4 : i % 4 == 1 ? 6 : 8, &seed);
        wrong += !same_board(game, &b, i & 4 ? 'X' : 'O', s, child);
    }
    OKF(wrong == 0, "%s: %d boards", version, wrong);
    free(s);
    free(child);
}

/* ---------------------------------------------------------------------- text -- */

static const char *written(const struct zm_position *p)
{
    static char text[128];
    zm_position_write(p, text, sizeof text);
    return text;
}

static void test_moves_as_text(void)
{
    static const char tiger[] =
        "------------------XO------XXX------OXX-----O-------------------- O";
    struct zm_position *const p = begin(NULL), *const q = begin(NULL);
    OK(!zm_position_play_text(p, "f5d6c3d3c4", &error));
    SAME(written(p), tiger);
    OK(!zm_position_play_text(q, "F5 D6 c3,d3 C4", &error));
    SAME(written(q), tiger);
    OK(zm_position_play_text(p, "f4d3", &error) != NULL); /* d3 is taken */
    EQ(zm_position_plies(p), 5);
    end(p);
    end(q);
}

/* Who writes a game down may leave out a pass that is forced. */
static void test_passes(void)
{
    static const char *const ways[] = { "a2c1d3a4a3c4d1a1b1d2passd4passb4",
                                        "a2 c1 d3 a4 a3 c4 d1 a1 b1 d2 PS d4 PA b4",
                                        "A2C1D3A4A3C4D1A1B1D2D4B4" };
    for (int i = 0; i < 3; i++) {
        struct zm_position *const p = begin("size=4");
        OKF(!zm_position_play_text(p, ways[i], &error), "%s", ways[i]);
        EQ(zm_position_plies(p), 14);
        EQ(zm_position_turn(p), ZM_OVER);
        EQ(zm_position_payoff(p, 0), -10);
        EQ(zm_position_payoff(p, 1), 10);
        OK(zm_position_play_text(p, "pass", &error) != NULL);
        end(p);
    }
}

static void test_positions(void)
{
    static const char spaced[] = "........\n........\n..*o....\n..***...\n...o**..\n...o....\n"
                                 "........\n........\no";
    static const char *const wrong[] = {
        "",
        "X",
        "---- X",
        "---------------------------XO------OX---------------------------",
        "---------------------------XO------OX--------------------------- -",
        "---------------------------XO------OX--------------------------- X X",
        "---------------------------XQ------OX--------------------------- X"
    };
    struct zm_position *const p = begin(NULL);
    OK(!zm_position_read(p, spaced, &error));
    SAME(written(p), "------------------XO------XXX------OXX-----O-------------------- O");
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        OKF(zm_position_read(p, wrong[i], &error) != NULL, "\"%s\"", wrong[i]);
    /* Nobody can move: the winner gets the empty squares. */
    OK(!zm_position_read(p, "XXX------------------------------------------------------------- O",
                         &error));
    EQ(zm_position_turn(p), ZM_OVER);
    EQ(zm_position_payoff(p, 0), 64);
    int8_t owner[64];
    int owned[3] = { 0 };
    zm_position_game(p)->owners(zm_position_state(p), owner);
    for (int i = 0; i < 64; i++)
        owned[owner[i] + 1]++;
    OK(owned[0] == 61 && owned[1] == 3 && owner[2] == 0 && owner[3] == -1);
    end(p);
}

static void test_small_board_solved(void)
{
    struct zm_solution solution;
    struct zm_position *const p = begin("size=4");
    OK(!zm_solve(p, NULL, &solution, &error));
    NEAR(solution.value, -10, 0); /* 3-11, and the two empty squares */
    zm_solution_release(&solution);
    end(p);
}

/* The board of 6x6 has weights of its own: they must know more than nothing. From positions
 * eighteen plies deep the guess is nearer the value than a draw would be. */
static void test_evaluation_6x6(void)
{
    struct zm_position *const p = begin("size=6");
    const struct zm_game *const game = zm_position_game(p);
    const struct zm_solve_limits limits = { .megabytes = 4, .only_best = true };
    uint64_t seed = 5;
    double guessed = 0, drawn = 0;
    for (int i = 0; i < 20; i++) {
        while (zm_position_undo(p))
            ;
        for (int k = 0; k < 18 && zm_position_turn(p) != ZM_OVER; k++) {
            const zm_move *list;
            const int n = zm_position_moves(p, &list);
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        }
        struct zm_solution solution;
        if (zm_position_turn(p) == ZM_OVER)
            continue;
        OK(!zm_solve(p, &limits, &solution, &error));
        const double guess =
            (double)game->evaluate(zm_position_state(p), zm_position_turn(p)) / game->unit;
        guessed += (guess - solution.value) * (guess - solution.value);
        drawn += solution.value * solution.value;
        zm_solution_release(&solution);
    }
    OKF(guessed < drawn / 2, "squares of the errors: %.0f, of the values: %.0f", guessed, drawn);
    end(p);
}

/* The last squares by themselves, against alpha-beta without any of it. */
static void test_finish(const struct zm_game *game, const char *name)
{
    struct zm_position *const p = begin(NULL);
    void *const memory = calloc(1, (size_t)game->finish_memory);
    struct zm_search *const search =
        zm_search_new(zm_position_game(p), "alphabeta:form=negamax", &error);
    uint64_t seed = 99;
    int compared = 0, wrong = 0;
    while (compared < 200) {
        const zm_move *list;
        int left = 60 - (int)zm_random(&seed, 9), value;
        OK(!zm_position_read(
            p, "---------------------------OX------XO--------------------------- X", &error));
        for (int n; left > 0 && (n = zm_position_moves(p, &list)) > 0; left--)
            zm_position_play(p, list[zm_random(&seed, (uint32_t)n)], &error);
        if (zm_position_turn(p) == ZM_OVER)
            continue;
        struct zm_result result;
        uint64_t nodes = 0;
        const struct zm_bounds window = { -64, 64 };
        OK(!zm_search_run(search, p, NULL, &result, &error));
        OK(game->finish(zm_position_state(p), &window, &value, &nodes,
                        compared % 2 ? memory : NULL));
        wrong += value != (int)result.value;
        compared++;
    }
    OKF(wrong == 0, "finish() %s is exact", name);
    zm_search_free(search);
    free(memory);
    end(p);
}

/* The easier positions of the FFO endgame suite. */
static void test_endgames(void)
{
    static const struct {
        const char *position, *best;
        int value;
    } suite[] = {
        { "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "a2", 38 },
    };
    struct zm_position *const p = begin(NULL);
    const struct zm_solve_limits limits = { .megabytes = 64 };
    for (size_t i = 0; i < sizeof suite / sizeof *suite; i++) {
        struct zm_solution solution;
        OK(!zm_position_read(p, suite[i].position, &error));
        OK(!zm_position_play_text(p, suite[i].best, &error));
        OK(!zm_solve(p, &limits, &solution, &error));
        NEAR(solution.value, -suite[i].value, 0);
        zm_solution_release(&solution);
    }
    end(p);
}

/* Feinstein 1993: with perfect play the second player wins 20 to 16. */
static void test_6x6_solved(void)
{
    struct zm_solution solution;
    const struct zm_solve_limits limits = { .megabytes = 512, .only_best = true };
    struct zm_position *const p = begin("size=6");
    OK(!zm_solve(p, &limits, &solution, &error));
    NEAR(solution.value, -4, 0);
    zm_solution_release(&solution);
    end(p);
}

int main(int argc, char *argv[])
{
    if (argc > 1 && !strcmp(argv[1], "long")) {
        test_6x6_solved();
        return tap_done();
    }
    test_counts();
    test_versions(zm_game_othello, "for any processor");
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
        test_versions(zm_game_othello_avx2, "AVX2");
        test_finish(zm_game_othello_avx2, "AVX2");
    }
#endif
    test_moves_as_text();
    test_passes();
    test_positions();
    test_small_board_solved();
    test_evaluation_6x6();
    test_finish(zm_game_othello, "for any processor");
    test_endgames();
    return tap_done();
}
