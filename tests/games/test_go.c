/* Go: against a slow Go that keeps every board, counts published by Tromp and Farneback
 * ("Combinatorics of Go", 2016), and positions that show one rule each. */
#include "game/registry.h"
#include "go_naive.h"
#include "tap.h"

#include <stdio.h>

static struct zm_error error;

struct table {
    const struct zm_game *game;
    struct zm_position *p;
};

static struct table begin(const char *options, const char *position)
{
    struct table t = { zm_game_open("go", options, &error), NULL };
    t.p = t.game ? zm_position_new(t.game, &error) : NULL;
    if (t.p && position && zm_position_read(t.p, position, &error)) {
        zm_position_free(t.p);
        t.p = NULL;
    }
    if (!t.p)
        printf("# %s\n", error.text);
    return t;
}

static void end(struct table *t)
{
    zm_position_free(t->p);
    zm_game_close(t->game);
}

/* ------------------------------------------------------ against the slow one -- */

/* The name of a point, as everybody writes it. */
static void name_of(const struct naive *n, int move, char name[8])
{
    if (move == n->cells)
        strcpy(name, "pass");
    else
        snprintf(name, 8, "%c%d", "ABCDEFGHJKLMNOPQRST"[move % n->columns],
                 n -> rows - move / n -> columns);
}

static int naive_number(const struct naive *n, const char *name)
{
    char other[8];
    for (int move = 0; move <= n->cells; move++) {
        name_of(n, move, other);
        if (!strcmp(name, other))
            return move;
    }
    return -1;
}

static bool same_moves(const struct naive *n, const struct zm_position *p)
{
    bool listed[NAIVE_CELLS + 1] = { false };
    const zm_move *list;
    const int count = zm_position_moves(p, &list);
    for (int i = 0; i < count; i++) {
        char name[8];
        zm_position_show_move(p, list[i], name, sizeof name);
        const int move = naive_number(n, name);
        if (move < 0 || listed[move])
            return false;
        listed[move] = true;
    }
    for (int move = 0; move <= n->cells; move++)
        if (listed[move] != naive_legal(n, move))
            return false;
    return true;
}

static bool same_board(const struct naive *n, const struct zm_position *p)
{
    char cell[NAIVE_CELLS];
    zm_position_game(p)->cells(zm_position_state(p), -1, cell);
    return !memcmp(cell, n->board, (size_t)n->cells);
}

static bool same_result(const struct naive *n, const struct zm_position *p)
{
    char owner[NAIVE_CELLS];
    int8_t owned[NAIVE_CELLS];
    int margin = 0;
    naive_owners(n, owner);
    zm_position_game(p)->owners(zm_position_state(p), owned);
    for (int i = 0; i < n->cells; i++) {
        if (owned[i] != (owner[i] == 'X' ? 0 : owner[i] == 'O' ? 1 : -1))
            return false;
        margin += owner[i] == 'X' ? 1 : owner[i] == 'O' ? -1 : 0;
    }
    return zm_position_payoff(p, 0) == margin && zm_position_payoff(p, 1) == -margin;
}

/* Passes are rare, so that boards fill up and are captured again and again. */
static zm_move some_move(const struct zm_position *p, uint64_t *seed)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    return n > 1 && zm_random(seed, 40) ? list[zm_random(seed, (uint32_t)n - 1)] : list[n - 1];
}

/* How many moves positional superko forbids and situational does not. */
static int rules_differ(struct naive *n)
{
    int count = 0;
    for (int move = 0; move < n->cells; move++) {
        const enum naive_superko now = n->superko;
        n->superko = NAIVE_POSITIONAL;
        const bool positional = naive_legal(n, move);
        n->superko = NAIVE_SITUATIONAL;
        const bool situational = naive_legal(n, move);
        n->superko = now;
        count += !positional && situational;
    }
    return count;
}

static bool plays_alike(struct table *t, struct naive *n, uint64_t *seed, int most, int *differ)
{
    while (zm_position_plies(t->p) < most) {
        *differ += n->cells <= 12 && rules_differ(n);
        if (!same_board(n, t->p) || !same_moves(n, t->p))
            return false;
        if (zm_position_turn(t->p) == ZM_OVER)
            return n->passes == 2 && same_result(n, t->p);
        char name[8];
        const zm_move m = some_move(t->p, seed);
        zm_position_show_move(t->p, m, name, sizeof name);
        zm_position_play(t->p, m, &error);
        naive_play(n, naive_number(n, name));
    }
    return true;
}

static void against_naive(void)
{
    static const char *const superko[] = { "positional", "situational", "none" };
    uint64_t seed = 7;
    int differ = 0;
    for (int game = 0; game < 120; game++) {
        const int small = game % 5 != 0, most = small ? 6 : 19;
        const int columns = 1 + (int)zm_random(&seed, (uint32_t)most);
        const int rows = 1 + (int)zm_random(&seed, (uint32_t)most);
        const enum naive_superko ko = (enum naive_superko)(game % 3);
        const bool suicide = game % 2;
        char options[100];
        snprintf(options, sizeof options, "size=%dx%d komi=0 superko=%s suicide=%s", columns, rows,
                 superko[ko], suicide ? "yes" : "no");
        struct table t = begin(options, NULL);
        struct naive n;
        naive_start(&n, columns, rows, ko, suicide);
        OKF(t.p && plays_alike(&t, &n, &seed, small ? 200 : 40, &differ), "%s, %d moves", options,
            zm_position_plies(t.p));
        naive_end(&n);
        end(&t);
    }
    OKF(differ > 0, "%d positions where positional superko forbids more than situational", differ);
}

/* ------------------------------------------------------------------- counts -- */

/* The boards on which every chain has a liberty: of all colourings, those that read() takes. */
static uint64_t legal_boards(const char *options)
{
    struct table t = begin(options, NULL);
    const int rows = t.game->grid.rows, columns = t.game->grid.columns;
    struct zm_state *const s = aligned_alloc(64, state_stride(t.game));
    uint64_t boards = 1, legal = 0;
    for (int i = 0; i < rows * columns; i++)
        boards *= 3;
    for (uint64_t board = 0; board < boards; board++) {
        char text[NAIVE_CELLS + 20], *at = text;
        uint64_t left = board;
        for (int row = 0; row < rows; row++) {
            if (row > 0)
                *at++ = '/';
            for (int column = 0; column < columns; column++, left /= 3)
                *at++ = ".XO"[left % 3];
        }
        *at = '\0';
        memcpy(s, zm_position_state(t.p), t.game->state_size);
        legal += t.game->read(s, text) == NULL;
    }
    free(s);
    end(&t);
    return legal;
}

/* The games from here to their end. */
static uint64_t games(struct zm_position *p)
{
    const zm_move *list;
    if (zm_position_turn(p) == ZM_OVER)
        return 1;
    uint64_t sum = 0;
    for (int i = 0; i < zm_position_moves(p, &list); i++) {
        zm_position_play(p, list[i], &error);
        sum += games(p);
        zm_position_undo(p);
    }
    return sum;
}

static uint64_t games_of(const char *options)
{
    struct table t = begin(options, NULL);
    const uint64_t count = games(t.p);
    end(&t);
    return count;
}

static void counts(void)
{
    static const struct {
        const char *options;
        uint64_t boards;
    } board[] = {
        { "size=1", 1 },     { "size=2", 57 },    { "size=3", 12675 },
        { "size=1x2", 5 },   { "size=1x3", 15 },  { "size=1x4", 41 },
        { "size=2x3", 489 }, { "size=3x2", 489 }, { "size=3x4", 321689 },
    };
    for (size_t i = 0; i < sizeof board / sizeof *board; i++)
        EQ(legal_boards(board[i].options), board[i].boards);
    EQ(games_of("size=1"), 1);
    EQ(games_of("size=1x2"), 9);
    EQ(games_of("size=1x3"), 907);
    EQ(games_of("size=1x2 suicide=yes"), 9);
    EQ(games_of("size=1x3 suicide=yes"), 907);
}

/* -------------------------------------------------------------------- rules -- */

static bool may(const struct table *t, const char *move)
{
    return zm_position_read_move(t->p, move, &error) != ZM_NO_MOVE;
}

static const char *written(const struct table *t)
{
    static char text[1000];
    zm_position_write(t->p, text, sizeof text);
    return text;
}

static bool played(const struct table *t, const char *moves)
{
    return !zm_position_play_text(t->p, moves, &error);
}

static void ko(void)
{
    /* White takes at C3; Black may not take back before something else was played. */
    struct table t = begin("size=5 superko=none", "5/1XO2/X1XO1/1XO2/5 O - 0");
    OK(played(&t, "B3"));
    SAME(written(&t), "5/1XO2/XO1O1/1XO2/5 X C3 0 (B3)");
    OK(!may(&t, "C3"));
    OK(played(&t, "pass pass"));
    EQ(zm_position_turn(t.p), ZM_OVER);
    zm_position_undo(t.p);
    zm_position_undo(t.p);
    OK(played(&t, "A5 E5") && may(&t, "C3"));
    end(&t);
    /* A board that was there is forbidden for ever, but a pass never is. */
    t = begin("size=5 superko=positional", "5/1XO2/X1XO1/1XO2/5 O - 0");
    OK(played(&t, "B3 A5 E5") && may(&t, "C3"));
    zm_position_undo(t.p);
    zm_position_undo(t.p);
    OK(played(&t, "pass pass"));
    end(&t);
}

static void superko(void)
{
    /* White takes one, Black takes two: the board of the first move would be back. */
    struct table t = begin("size=3x1 superko=positional", NULL);
    OK(played(&t, "A1 C1 pass B1") && !may(&t, "A1") && may(&t, "pass"));
    end(&t);
    t = begin("size=3x1 superko=none", NULL);
    OK(played(&t, "A1 C1 pass B1") && may(&t, "A1"));
    end(&t);
}

static void suicide(void)
{
    static const char corner[] = "1XO2/XO3/O4/5/5 X - 0";
    struct table t = begin("size=5 suicide=no", corner);
    OK(!may(&t, "A5"));
    end(&t);
    t = begin("size=5 suicide=yes", corner);
    OK(played(&t, "A5"));
    SAME(written(&t), "2O2/1O3/O4/5/5 O - 0 (A5)");
    end(&t);
}

static void handicap(void)
{
    struct table t = begin("size=9 handicap=7", NULL);
    SAME(written(&t), "9/9/2X3X2/9/2X1X1X2/9/2X3X2/9/9 O - 0");
    end(&t);
    t = begin("size=19 handicap=9", NULL);
    SAME(written(&t), "19/19/19/3X5X5X3/19/19/19/19/19/3X5X5X3/19/19/19/19/19/3X5X5X3/19/19/19 "
                      "O - 0");
    end(&t);
    t = begin("size=13 handicap=3", NULL);
    SAME(written(&t), "13/13/13/3X5X3/13/13/13/13/13/3X9/13/13/13 O - 0");
    end(&t);
}

static void komi(void)
{
    struct table t = begin("size=3 komi=2.5", "3/1X1/3 O");
    OK(played(&t, "pass pass"));
    EQ(zm_position_payoff(t.p, 0), 13); /* 9 - 2.5, in half points */
    end(&t);
    t = begin("size=3 komi=-2", "3/1X1/3 O");
    OK(played(&t, "pass pass"));
    EQ(zm_position_payoff(t.p, 1), -11);
    end(&t);
}

static void shown(void)
{
    char text[1000];
    struct table t = begin(NULL, NULL);
    OK(played(&t, "J9 E5 pass"));
    zm_position_undo(t.p);
    zm_position_show(t.p, text, sizeof text);
    SAME(text, " 9 . . . . . . . . X\n"
               " 8 . . . . . . . . .\n"
               " 7 . . + . . . + . .\n"
               " 6 . . . . . . . . .\n"
               " 5 . . . .(O). . . .\n"
               " 4 . . . . . . . . .\n"
               " 3 . . + . . . + . .\n"
               " 2 . . . . . . . . .\n"
               " 1 . . . . . . . . .\n"
               "   A B C D E F G H J\n");
    end(&t);
}

static void refused(void)
{
    static const char *const options[] = { "size=0",     "size=20",           "size=9x",
                                           "size=9x20",  "komi=1000",         "komi=7.3",
                                           "komi=",      "superko=natural",   "suicide=maybe",
                                           "handicap=1", "handicap=5 size=8", "handicap=2 size=5" };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        OKF(!zm_game_open("go", options[i], &error), "%s: %s", options[i], error.text);
    static const char *const position[] = {
        "",
        "3/3",
        "3/3/4",
        "3/3/3 Z",
        "XXX/XXX/XXX",
        "O1X/3/3 X B3",
        "3/3/3 X - 2",
        "3/3/3 - - 1",
        "3/3/3 X - 0 (A1)",
        "XO1/O2/3",
        "3/3/3 X - 0 x",
        "3/3/3/3",
        "X2/3/3 X - 0 (A3)",
    };
    struct table t = begin("size=3", NULL);
    for (size_t i = 0; i < sizeof position / sizeof *position; i++)
        OKF(zm_position_read(t.p, position[i], &error), "%s: %s", position[i], error.text);
    end(&t);
}

/* -------------------------------------------------------------- what is known -- */

/* Bounds of the score for who moves. */
static struct zm_bounds known(const struct table *t)
{
    zm_move list[NAIVE_CELLS + 1];
    struct zm_bounds b = { -t->game->max_payoff, t->game->max_payoff };
    t->game->insight(zm_position_state(t->p), &b, list);
    return b;
}

/* What is certain of the score stays so after every stone that does not give it up (a pass may
 * end the game with dead stones on the board), and there are stones that do. */
static void certain_stays(void)
{
    enum { GAMES = 400, PLIES = 120 };
    uint64_t seed = 1;
    int certain = 0, fell = 0, given = 0;
    for (int i = 0; i < GAMES; i++) {
        struct table t = begin(i % 2 ? "size=5" : "size=4", NULL);
        for (int ply = 0; ply < PLIES && zm_position_turn(t.p) != ZM_OVER; ply++) {
            const zm_move *list;
            const int n = zm_position_moves(t.p, &list);
            const zm_move pass = zm_position_read_move(t.p, "pass", &error);
            const zm_move m = list[zm_random(&seed, (uint32_t)n)];
            const bool gives_up = t.game->gives_up(zm_position_state(t.p), m);
            const int low = known(&t).low;
            const bool passed =
                ply > 0 && zm_position_played(t.p, zm_position_plies(t.p) - 1) == pass;
            if (zm_position_play(t.p, m, &error))
                break;
            if (m == pass || passed || zm_position_turn(t.p) == ZM_OVER)
                continue;
            const bool less = -known(&t).high < low;
            certain += low > -t.game->max_payoff;
            fell += less && !gives_up;
            given += less && gives_up;
        }
        end(&t);
    }
    EQ(fell, 0);
    OKF(certain > 200 && given > 10, "certain %d times, given up %d times", certain, given);
}

/* Chains that live, and their eyes, are the owner's for certain; all else is open. */
static void life(void)
{
    static const struct {
        const char *position;
        int low, high;
    } board[] = {
        { "5/5/5/5/5 X", -25, 25 },
        { "5/5/5/XXXXX/1X1X1 X", -5, 25 },    /* three eyes: ten points */
        { "5/5/5/XXXXX/1X1XX O", -25, 5 },    /* two */
        { "5/5/5/XXXXX/2XXX X", -25, 25 },    /* one */
        { "5/5/5/XXXXX/1XO1X X", -5, 25 },    /* a dead stone in the second */
        { "5/5/5/XXXXX/1XO1X O", -25, 5 },    /* ... which stays dead */
        { "5/5/5/XX1XX/1X1X1 X", -25, 25 },   /* one eye each for two chains */
        { "5/5/5/XX1XX/1XXX1 X", -7, 25 },    /* two for both together */
        { "5/5/XXX2/X1XX1/1X1X1 X", -3, 25 }, /* three, shared by two chains */
        { "1X1XO/XXXXO/OOOOO/1O1OO/OOOOO X", 8 - 17, 8 - 17 },
    };
    for (size_t i = 0; i < sizeof board / sizeof *board; i++) {
        struct table t = begin("size=5", board[i].position);
        const struct zm_bounds b = known(&t);
        EQ(b.low, board[i].low);
        EQ(b.high, board[i].high);
        end(&t);
    }
    /* The one empty point of the corner is a liberty of the chain around, so that it lives; but if
     * it takes the eight stones, others may live there: nothing is certain of the score. */
    struct table corner = begin("size=5", "OOOXX/OOOXX/OO1XX/XXXXX/1XXXX X");
    EQ(known(&corner).low, -25);
    end(&corner);
    /* After a pass White may end the game with the dead stone on the board. */
    struct table t = begin("size=5", "OOOOO/O1O1O/OOOOO/XXXXX/1XO1X O - 0");
    EQ(known(&t).high, 5);
    OK(!zm_position_read(t.p, "OOOOO/O1O1O/OOOOO/XXXXX/1XO1X O - 1", &error));
    EQ(known(&t).high, 8);
    end(&t);
}

/* Own eyes are not worth a simulation, captures are worth most. */
static void weights(void)
{
    struct table t = begin("size=5", "1X3/XX2O/4X/5/5 X - 0 (E4)");
    const zm_move *list;
    float weight[NAIVE_CELLS + 1], eye = -1, capture = 0, most = 0;
    const int n = zm_position_moves(t.p, &list);
    t.game->priors(zm_position_state(t.p), list, n, weight);
    for (int i = 0; i < n; i++) {
        char name[8];
        zm_position_show_move(t.p, list[i], name, sizeof name);
        eye = !strcmp(name, "A5") ? weight[i] : eye;
        most = weight[i] > most ? weight[i] : most;
    }
    OK(eye == 0 && most > 0);
    end(&t);
    t = begin("size=5", "3XO/5/5/5/5 X - 0 (E5)");
    const int m = zm_position_moves(t.p, &list);
    t.game->priors(zm_position_state(t.p), list, m, weight);
    most = 0;
    for (int i = 0; i < m; i++) {
        char name[8];
        zm_position_show_move(t.p, list[i], name, sizeof name);
        capture = !strcmp(name, "E4") ? weight[i] : capture;
        most = weight[i] > most ? weight[i] : most;
    }
    OK(capture > 0 && capture >= most);
    end(&t);
}

/* Black and White exchanged, in the text of a position. */
static void exchange(char *text)
{
    for (; *text; text++)
        *text = *text == 'X' ? 'O' : *text == 'O' ? 'X' : *text;
}

/* What a glance tells does not depend on how one looks at the board, nor on the colour. */
static void weights_turned(void)
{
    uint64_t seed = 1;
    int differ = 0, compared = 0;
    for (int round = 0; round < 40; round++) {
        struct table t = begin("size=9 komi=0", NULL), swapped = begin("size=9 komi=0", NULL);
        const zm_move *list;
        for (int i = (int)zm_random(&seed, 60); i >= 0 && zm_position_turn(t.p) >= 0; i--) {
            const int count = zm_position_moves(t.p, &list);
            zm_position_play(t.p, list[zm_random(&seed, (uint32_t)count)], &error);
        }
        const int n = zm_position_turn(t.p) < 0 ? 0 : zm_position_moves(t.p, &list);
        zm_move turned[NAIVE_CELLS + 1];
        float weight[NAIVE_CELLS + 1], other[NAIVE_CELLS + 1];
        _Alignas(16) unsigned char copy[256];
        char text[256];
        const struct zm_state *const s = zm_position_state(t.p);
        if (n > 0)
            t.game->priors(s, list, n, weight);
        for (int symmetry = 1; n > 0 && symmetry < 8; symmetry++) {
            struct zm_state *const image = (struct zm_state *)(void *)copy;
            memcpy(image, s, t.game->state_size);
            t.game->transform(image, symmetry);
            for (int i = 0; i < n; i++)
                turned[i] = t.game->transform_move(s, list[i], symmetry);
            t.game->priors(image, turned, n, other);
            for (int i = 0; i < n; i++, compared++)
                differ += other[i] > 1.0001F * weight[i] || weight[i] > 1.0001F * other[i];
        }
        zm_position_write(t.p, text, sizeof text);
        exchange(text);
        if (n > 0 && zm_position_read(swapped.p, text, &error)) {
            printf("# %s: %s\n", text, error.text);
            differ++;
        } else if (n > 0) {
            t.game->priors(zm_position_state(swapped.p), list, n, other);
            for (int i = 0; i < n; i++, compared++)
                differ += other[i] > 1.0001F * weight[i] || weight[i] > 1.0001F * other[i];
        }
        end(&t);
        end(&swapped);
    }
    OK(compared > 10000);
    EQ(differ, 0);
}

static int solved(const char *options)
{
    struct table t = begin(options, NULL);
    struct zm_solution solution;
    const char *const wrong = zm_solve(t.p, NULL, &solution, &error);
    const int value = wrong ? -1000 : (int)solution.value;
    zm_solution_release(&solution);
    end(&t);
    return value;
}

/* Black's margin with perfect play; the rules are pinned: positional superko, no suicide. */
static void margins(bool also_long)
{
    EQ(solved("size=1x2"), 0);
    EQ(solved("size=1x3"), 3);
    EQ(solved("size=1x4"), 4);
    EQ(solved("size=1x5"), 0);
    EQ(solved("size=2"), 1);
    if (also_long)
        EQ(solved("size=3"), 9);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "long")) {
        margins(true);
        return tap_done();
    }
    life();
    certain_stays();
    weights();
    weights_turned();
    margins(false);
    ko();
    superko();
    suicide();
    handicap();
    komi();
    shown();
    refused();
    against_naive();
    counts();
    return tap_done();
}
