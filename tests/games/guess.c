/* guess.c -- four in a row on 5x4 cells with every hook that lets a search guess: null
 * move, forced positions, loud moves, ProbCut and all of the policy. For tests: whatever is
 * guessed, nothing may be called proven that is not true. */
#include <zermelo/game.h>

enum { COLUMNS = 5, ROWS = 4, CELLS = COLUMNS * ROWS, K = 4 };

struct zm_state {
    uint32_t own, other; /* of who moves, of who moved last */
    int32_t player, over;
};

static uint32_t line[64];
static int lines;

static void prepare(void)
{
    static const int step[4][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
    lines = 0;
    for (int x = 0; x < COLUMNS; x++)
        for (int y = 0; y < ROWS; y++)
            for (int d = 0; d < 4; d++) {
                const int x1 = x + (K - 1) * step[d][0], y1 = y + (K - 1) * step[d][1];
                if (x1 >= COLUMNS || y1 < 0 || y1 >= ROWS)
                    continue;
                line[lines] = 0;
                for (int i = 0; i < K; i++)
                    line[lines] |= 1u << ((y + i * step[d][1]) * COLUMNS + x + i * step[d][0]);
                lines++;
            }
}

static bool made(uint32_t set)
{
    for (int i = 0; i < lines; i++)
        if ((set & line[i]) == line[i])
            return true;
    return false;
}

/* The empty cells that complete a line of `set`. */
static uint32_t completing(uint32_t set, uint32_t empty)
{
    uint32_t cells = 0;
    for (int i = 0; i < lines; i++) {
        const uint32_t rest = line[i] & ~set;
        if ((rest & (rest - 1)) == 0 && (rest & empty) == rest)
            cells |= rest;
    }
    return cells;
}

static uint32_t empty(const struct zm_state *s)
{
    return ((1u << CELLS) - 1) & ~(s->own | s->other);
}

static const char *start(struct zm_state *s, const char *options)
{
    (void)s;
    return options && *options ? "the game takes no options" : NULL;
}

static int turn(const struct zm_state *s)
{
    return s->over ? ZM_OVER : s->player;
}

static int list_of(uint32_t cells, zm_move list[])
{
    int n = 0;
    for (; cells; cells &= cells - 1)
        list[n++] = (zm_move)__builtin_ctz(cells);
    return n;
}

static int moves(const struct zm_state *s, zm_move list[])
{
    return list_of(empty(s), list);
}

static void play(struct zm_state *s, zm_move m)
{
    const uint32_t own = s->own | 1u << m;
    s->own = s->other;
    s->other = own;
    s->player = !s->player;
    s->over = made(own) || !empty(s);
}

static int payoff(const struct zm_state *s, int player)
{
    return !made(s->other) ? 0 : player == s->player ? -1 : 1;
}

static void show(const struct zm_state *s, struct zm_text *out)
{
    for (int i = 0; i < CELLS; i++) {
        const bool first = (s->player == 0 ? s->own : s->other) >> i & 1;
        zm_print(out, "%c%s",
                 empty(s) >> i & 1 ? '.'
                 : first           ? 'x'
                                   : 'o',
                 i % COLUMNS == COLUMNS - 1 ? "\n" : "");
    }
}

static void show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    zm_print(out, "%c%d", 'a' + (int)m % COLUMNS, 1 + (int)m / COLUMNS);
}

static int evaluate(const struct zm_state *s, int player)
{
    int value = 0;
    for (int i = 0; i < lines; i++) {
        const int own = __builtin_popcount(s->own & line[i]);
        const int other = __builtin_popcount(s->other & line[i]);
        value += own && other ? 0 : own * own * 10 - other * other * 10;
    }
    value = value > 900 ? 900 : value < -900 ? -900 : value;
    return player == s->player ? value : -value;
}

static int loud_moves(const struct zm_state *s, zm_move list[])
{
    return list_of(completing(s->own, empty(s)), list);
}

static bool forced(const struct zm_state *s)
{
    return completing(s->other, empty(s)) != 0;
}

static bool pass(struct zm_state *s)
{
    if (forced(s))
        return false;
    const uint32_t own = s->own;
    s->own = s->other;
    s->other = own;
    s->player = !s->player;
    return true;
}

static bool probcut(const struct zm_state *s, int depth, struct zm_probcut *guess)
{
    (void)s;
    *guess = (struct zm_probcut){ .depth = depth / 2, .margin = 100 };
    return depth >= 3;
}

static const struct zm_policy policy = { .null_depth = 2,
                                         .null_saves = 2,
                                         .reduce_depth = 2,
                                         .reduce_after = 2,
                                         .futile_depth = 3,
                                         .futile_margin = 40,
                                         .skip_depth = 3,
                                         .skip_after = 3,
                                         .window = 20,
                                         .quiescent_plies = 4 };

static const struct zm_game guess = {
    ZM_GAME("guess"),
    .title = "Four in a row, by guessing",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE | ZM_SOONER,
    .players = 2,
    .max_moves = CELLS,
    .max_plies = CELLS,
    .max_payoff = 1,
    .unit = 1000,
    .prepare = prepare,
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .show = show,
    .show_move = show_move,
    .evaluate = evaluate,
    .loud_moves = loud_moves,
    .forced = forced,
    .pass = pass,
    .probcut = probcut,
    .policy = &policy,
};

#define ZM_THIS guess
#include <zermelo/kernels.h>
