/* board.c -- a small board game with everything: two rows of three cells; a full row of
 * one's own marks wins. Any turn of the columns and the swap of the rows are symmetries:
 * symmetry = 3 * swap + turn. */
#include <zermelo/game.h>

#include "bug.h"

#include <stdlib.h>

enum { CELLS = 6, ROW = 7, FULL = 63 };

enum {
    none,
    alternate_flag,
    cells_missing,
    clicks_outside,
    clicks_same,
    const_written,
    count_no_end,
    count_first_ply,
    count_of_cells,
    crash_in_play,
    evaluate_as_win,
    evaluate_tempo,
    exit_in_show,
    features_forget,
    features_outside,
    features_turned,
    finish_forgets,
    finish_last_mark,
    forcing_all_cells,
    insight_all_cells,
    insight_no_block,
    kernel_flags,
    key_of_game,
    key_without_owner,
    legal_occupied,
    loop_in_moves,
    loud_all_cells,
    max_moves_small,
    max_plies_small,
    move_is_no_move,
    moves_none,
    moves_shuffled,
    moves_twice,
    options_ignored,
    payoff_double,
    payoff_loser,
    play_counts,
    play_past_end,
    playout_other_line,
    playout_stops,
    priors_negative,
    owners_outside,
    owners_mirrored,
    pass_changes,
    pass_stays,
    prepare_adds,
    probcut_deep,
    pure_not,
    read_forgets,
    read_takes_all,
    read_move_upside_down,
    show_nothing,
    slot_range,
    solve_key_of_mover,
    start_counts,
    symmetry_first,
    symmetry_no_inverse,
    symmetry_result,
    terms_of_mover,
    terms_outside,
    text_counts,
    text_same,
    text_space,
    transform_forgets,
    transform_move_wrong,
    turn_range,
    undo_forgets,
    undo_large,
    write_lines
};

/* The player of the second mark moves again: write() does not say who is to move then. */
#define EXTRA_MOVE (BUG(alternate_flag) || BUG(kernel_flags))

struct zm_state {
    uint32_t mark[2];
    int32_t turn;
    int32_t won;  /* the last mark made a row        */
    int32_t last; /* the cell marked last + 1, or 0  */
    int32_t unused;
};

static uint32_t row[2]; /* filled by prepare() */
static int counter;     /* what a game may not have: used by some of the mistakes */

static void prepare(void)
{
    for (int i = 0; i < 2; i++)
        row[i] = BUG(prepare_adds) ? row[i] + (uint32_t)(ROW << 3 * i) : (uint32_t)(ROW << 3 * i);
}

static bool has_row(uint32_t set)
{
    return (set & row[0]) == row[0] || (set & row[1]) == row[1];
}

/* ------------------------------------------------------------------ rules -- */

static const char *start(struct zm_state *s, const char *options)
{
    counter++;
    if (BUG(start_counts))
        s->unused = counter;
    return options && *options && !BUG(options_ignored) ? "the game takes no options" : NULL;
}

static int turn(const struct zm_state *s)
{
    if (BUG(turn_range) && s->last == 5 && s->turn >= 0)
        return s->turn + 2;
    return s->turn;
}

static int moves(const struct zm_state *s, zm_move list[])
{
    int n = 0;
    const int first = BUG(moves_shuffled) ? counter++ % CELLS : 0;
    for (int i = 0; i < CELLS; i++) {
        const int cell = (first + i) % CELLS;
        if (!((s->mark[0] | s->mark[1]) >> cell & 1))
            list[n++] = BUG(move_is_no_move) && cell == 5 ? ZM_NO_MOVE : (zm_move)cell;
    }
    if (BUG(moves_twice) && n == 2)
        list[1] = list[0];
    while (BUG(loop_in_moves) && n == 3)
        counter++;
    return n;
}

static void play(struct zm_state *s, zm_move m)
{
    const int me = s->turn;
    if (BUG(move_is_no_move) && m == ZM_NO_MOVE)
        m = 5;
    s->mark[me] |= 1u << m;
    s->won = has_row(s->mark[me]);
    s->last = (int32_t)m + 1;
    const bool full = (s->mark[0] | s->mark[1]) == FULL && !BUG(moves_none);
    s->turn = s->won || full ? ZM_OVER : !me;
    if (EXTRA_MOVE && s->turn >= 0 && __builtin_popcount(s->mark[0] | s->mark[1]) == 2)
        s->turn = me;
    if (BUG(play_counts) && ++counter % 100 == 0)
        s->unused++;
    if (BUG(play_past_end) && s->last == 3)
        (&s->unused)[1] = 0;
    if (BUG(crash_in_play) && s->mark[0] == 3)
        abort();
}

static int payoff(const struct zm_state *s, int player)
{
    if (BUG(const_written))
        ((struct zm_state *)(uintptr_t)s)->unused = player + 1;
    if (!s->won)
        return 0;
    const int value = has_row(s->mark[player]) ? 1 : BUG(payoff_loser) ? 0 : -1;
    return BUG(payoff_double) && s->last == 1 ? 2 * value : value;
}

static uint64_t key(const struct zm_state *s)
{
    const uint64_t marks = (uint64_t)s->mark[0] << 32 | s->mark[1];
    if (BUG(key_without_owner))
        return zm_mix(s->mark[0] | s->mark[1] | 1u << 20);
    if (BUG(key_of_game))
        return zm_mix(marks + (uint64_t)counter * 64);
    return zm_mix(marks * 8 + (uint64_t)s->last + 1);
}

/* Marks in the middle column. */
static int evaluate(const struct zm_state *s, int player)
{
    const int mine = __builtin_popcount(s->mark[player] & 022);
    const int value = mine - __builtin_popcount(s->mark[!player] & 022);
    if (BUG(evaluate_tempo))
        return value + 1;
    if (BUG(pure_not))
        return value * (++counter & 1);
    return BUG(evaluate_as_win) ? value * 5 : value;
}

/* What evaluate() adds up, if its mistake is not elsewhere. */
#define LEARNS (BUG(none) || BUG(terms_of_mover) || BUG(terms_outside))
static int16_t learned[] = { 1 };

static int terms(const struct zm_state *s, struct zm_term list[])
{
    const int mine = __builtin_popcount(s->mark[s->turn] & 022);
    const int theirs = __builtin_popcount(s->mark[!s->turn] & 022);
    list[0].index = BUG(terms_outside) && theirs;
    list[0].times = BUG(terms_of_mover) ? mine : mine - theirs;
    return 1;
}

/* For searches that guess. */
static bool pass(struct zm_state *s)
{
    const bool no = s->last == 3;
    if (!no && !BUG(pass_stays))
        s->turn = !s->turn;
    if (no && BUG(pass_changes))
        s->unused++;
    return !no;
}

static bool probcut(const struct zm_state *s, int depth, struct zm_probcut *guess)
{
    (void)s;
    *guess = (struct zm_probcut){ .depth = BUG(probcut_deep) ? depth : depth / 2, .margin = 1 };
    return depth > 2;
}

static int loud_moves(const struct zm_state *s, zm_move list[])
{
    zm_move all[CELLS];
    const int n = moves(s, all);
    int loud = 0;
    for (int i = 0; i < n; i++)
        if (s->turn >= 0 && has_row(s->mark[s->turn] | 1u << all[i]))
            list[loud++] = all[i];
    if (BUG(loud_all_cells) && s->mark[0])
        list[loud++] = (zm_move)__builtin_ctz(s->mark[0]);
    return loud;
}

static uint64_t count(const struct zm_state *s, int plies, uint64_t *over)
{
    zm_move all[CELLS], loud[CELLS];
    const int n = moves(s, all);
    if (plies == 1 || BUG(count_first_ply)) {
        if (!BUG(count_no_end))
            *over += n == 1 ? 1 : (uint64_t)loud_moves(s, loud);
        return BUG(count_of_cells) ? CELLS : (uint64_t)n;
    }
    uint64_t lines = 0;
    for (int i = 0; i < n; i++) {
        struct zm_state child = *s;
        play(&child, all[i]);
        if (child.turn == ZM_OVER)
            ++*over;
        else
            lines += count(&child, 1, over);
    }
    return lines;
}

static bool legal(const struct zm_state *s, zm_move m)
{
    return m < CELLS && (BUG(legal_occupied) || !((s->mark[0] | s->mark[1]) >> m & 1));
}

/* For Monte Carlo search. */
static int playout(struct zm_state *s, enum zm_playout kind, uint64_t *seed, zm_move line[],
                   int most)
{
    int played = 0;
    while (s->turn != ZM_OVER && !(BUG(playout_stops) && played == 3)) {
        zm_move list[CELLS];
        const int n = kind == ZM_PLAYOUT_HEAVY && loud_moves(s, list) ? 1 : moves(s, list);
        const zm_move m = list[zm_random(seed, (uint32_t)n)];
        play(s, m);
        if (played < most)
            line[played] = BUG(playout_other_line) ? list[0] : m;
        played++;
    }
    return played;
}

static void priors(const struct zm_state *s, const zm_move list[], int n, float weight[])
{
    for (int i = 0; i < n; i++)
        weight[i] = BUG(priors_negative) && s->mark[0] == 3 ? -1.0F : (float)list[i];
}

struct memory {
    int32_t turn, won, last, more;
};

static void save(const struct zm_state *s, zm_move m, void *memory)
{
    struct memory *const u = memory;
    (void)m;
    u->turn = s->turn;
    u->won = s->won;
    u->last = s->last;
    if (BUG(undo_large))
        u->more = 1;
}

static void undo(struct zm_state *s, zm_move m, const void *memory)
{
    const struct memory *const u = memory;
    s->turn = u->turn;
    s->won = u->won;
    if (!BUG(undo_forgets))
        s->last = u->last;
    s->mark[s->turn] &= ~(1u << m);
}

/* --------------------------------------------------------------- notation -- */

static char mark(const struct zm_state *s, int cell)
{
    return s->mark[0] >> cell & 1 ? 'X' : s->mark[1] >> cell & 1 ? 'O' : '.';
}

static void show(const struct zm_state *s, struct zm_text *out)
{
    if (BUG(show_nothing) && s->last == 2)
        return;
    if (BUG(exit_in_show) && s->last == 2)
        exit(7);
    for (int cell = 0; cell < CELLS; cell++)
        zm_print(out, "%c%s", mark(s, cell), cell % 3 == 2 ? "\n" : " ");
}

static void show_move(const struct zm_state *s, zm_move m, struct zm_text *out)
{
    (void)s;
    if (m >= CELLS)
        m = 5;
    if (BUG(text_counts))
        zm_print(out, "%d.", counter++ / 1000);
    if (BUG(text_same) && m == 3)
        m = 0;
    zm_print(out, "%c%s%d", (char)('a' + m % 3), BUG(text_space) && m == 5 ? " " : "",
             2 - (int)m / 3);
}

/* "X.O/.X. 3": the rows and the number of the cell marked last. */
static void write_state(const struct zm_state *s, struct zm_text *out)
{
    for (int cell = 0; cell < CELLS; cell++)
        zm_print(out, "%s%c", cell == 3 ? BUG(write_lines) ? "\n" : "/" : "", mark(s, cell));
    zm_print(out, " %d", s->last);
}

static const char *read_state(struct zm_state *s, const char *text)
{
    uint32_t set[2] = { 0, 0 };
    for (int cell = 0; cell < CELLS; cell++, text++) {
        if (cell == 3 && *text++ != (BUG(write_lines) ? '\n' : '/'))
            return "expected / between the rows";
        if (*text != 'X' && *text != 'O' && *text != '.')
            return "expected X, O or .";
        if (*text != '.')
            set[*text == 'O'] |= 1u << cell;
    }
    const int next = __builtin_popcount(set[0]) - __builtin_popcount(set[1]);
    if (text[0] != ' ' || text[1] < '0' || text[1] > '6' || text[2])
        return "expected the number of the last cell";
    const int last = text[1] - '0';
    if (BUG(read_takes_all)) {
        *s = (struct zm_state){ .mark = { set[0], set[1] }, .turn = next & 1, .last = last };
        s->won = has_row(set[!s->turn]);
        if (s->won)
            s->turn = ZM_OVER;
        else if (next == 0 && (set[0] | set[1]) == FULL)
            s->turn = ZM_OVER;
        return NULL;
    }
    if (next != 0 && next != 1)
        return "X must have as many marks as O, or one more";
    if (has_row(set[next]))
        return "a row of the player to move";
    if (last ? !(set[!next] >> (last - 1) & 1) : set[0] != 0)
        return "the last cell must have the last mark";
    const bool won = has_row(set[!next]);
    if (won && !has_row(set[!next] & row[(last - 1) / 3]))
        return "the last mark must have made the row";
    *s = (struct zm_state){ .mark = { set[0], set[1] }, .won = won };
    s->turn = won || (set[0] | set[1]) == FULL ? ZM_OVER : next;
    if (!BUG(read_forgets))
        s->last = last;
    return NULL;
}

/* "a2" with the rows counted the usual way, or the number of the cell. */
static zm_move read_move(const struct zm_state *s, const char *text)
{
    (void)s;
    if (BUG(move_is_no_move))
        return ZM_NO_MOVE;
    if (text[0] >= '1' && text[0] <= '6' && !text[1])
        return (zm_move)(text[0] - '1');
    if (text[0] < 'a' || text[0] > 'c' || text[1] < '1' || text[1] > '2' || text[2])
        return ZM_NO_MOVE;
    const int down = BUG(read_move_upside_down) ? text[1] - '1' : '2' - text[1];
    return (zm_move)(3 * down + text[0] - 'a');
}

/* --------------------------------------------------- symmetry, nets, page -- */

static int turned(int cell, int symmetry)
{
    if (BUG(symmetry_first))
        symmetry = (symmetry + 1) % 6;
    const int r = cell / 3 ^ symmetry / 3, c = (cell % 3 + symmetry) % 3;
    return 3 * r + c;
}

static void transform(struct zm_state *s, int symmetry)
{
    uint32_t set[2] = { 0, 0 };
    for (int cell = 0; cell < CELLS; cell++)
        for (int p = 0; p < 2; p++)
            set[p] |= (s->mark[p] >> cell & 1) << turned(cell, symmetry);
    const bool swap = BUG(symmetry_result) && symmetry == 3 && s->won;
    s->mark[0] = set[swap];
    s->mark[1] = set[!swap];
    if (s->last && !BUG(transform_forgets))
        s->last = turned(s->last - 1, symmetry) + 1;
}

static zm_move transform_move(const struct zm_state *s, zm_move m, int symmetry)
{
    (void)s;
    if (BUG(transform_move_wrong) && symmetry == 1)
        symmetry = 2;
    return (zm_move)turned(m < CELLS ? (int)m : 5, symmetry);
}

static void features(const struct zm_state *s, int player, float *plane)
{
    for (int cell = 0; cell < CELLS; cell++)
        for (int p = 0; p < 2; p++)
            plane[p * CELLS + cell] = s->mark[p ? !player : player] >> cell & 1 ? 1.0F : 0.0F;
    if (BUG(features_forget))
        memset(plane, 0, sizeof(float[2 * CELLS]));
    if (BUG(features_turned))
        plane[CELLS] = s->mark[0] & 1 ? 0.5F : plane[CELLS];
    if (BUG(features_outside))
        plane[2 * CELLS] = 1;
}

static int slot(const struct zm_state *s, zm_move m)
{
    (void)s;
    return (int)m + BUG(slot_range);
}

static void cells(const struct zm_state *s, int player, char cell[])
{
    (void)player;
    for (int i = 0; i < CELLS - BUG(cells_missing); i++)
        cell[i] = mark(s, i);
}

static int clicks(const struct zm_state *s, zm_move m, uint16_t cell[])
{
    (void)s;
    cell[0] = (uint16_t)(BUG(clicks_same) ? m % 3 : m < CELLS ? m : 5);
    if (BUG(clicks_outside))
        cell[0] = (uint16_t)(cell[0] + 1);
    return 1;
}

/* A mark that makes a row wins; one that the other would make a row with must be taken. */
static int insight(const struct zm_state *s, struct zm_bounds *bounds, zm_move list[])
{
    zm_move all[CELLS];
    int forced = 0;
    const int n = moves(s, all);
    for (int i = 0; i < n; i++) {
        if (has_row(s->mark[s->turn] | 1u << all[i])) {
            bounds->low = bounds->high;
            return 0;
        }
        if (has_row(s->mark[!s->turn] | 1u << all[i])) {
            list[0] = BUG(insight_no_block) ? all[i ? 0 : n - 1] : all[i];
            forced = 1;
        }
    }
    for (int i = 0; i < n && !forced; i++)
        list[i] = BUG(insight_all_cells) ? (zm_move)i : all[i];
    return forced ? forced : n;
}

/* The last cells by plain search; the memory has what was found, by the cells that are taken
 * and by whom. */
enum { LAST_CELLS = 4 };

static int last_cells(const struct zm_state *s, uint64_t *nodes)
{
    zm_move all[CELLS];
    const int n = moves(s, all);
    int best = -1;
    for (int i = 0; i < n; i++) {
        struct zm_state child = *s;
        play(&child, all[i]);
        ++*nodes;
        const int value = BUG(finish_last_mark) && n < 3 ? 0
                          : child.turn == ZM_OVER        ? payoff(&child, s->turn)
                                                         : -last_cells(&child, nodes);
        best = value > best ? value : best;
    }
    return best;
}

static bool finish(const struct zm_state *s, const struct zm_bounds *window, int *value,
                   uint64_t *nodes, void *memory)
{
    const uint32_t taken = s->mark[0] | s->mark[1];
    int8_t *const found = memory; /* the value + 2 */
    int8_t *const place =
        found ? found + (BUG(finish_forgets) ? taken : s->mark[0] << CELLS | s->mark[1]) : NULL;
    (void)window;
    if (__builtin_popcount(taken) < CELLS - LAST_CELLS)
        return false;
    *value = place && *place ? *place - 2 : last_cells(s, nodes);
    if (place)
        *place = (int8_t)(*value + 2);
    return true;
}

static int forcing(const struct zm_state *s, int width, zm_move list[])
{
    const int n = loud_moves(s, list);
    if (!BUG(forcing_all_cells) || width == 1 || !s->mark[0])
        return n;
    list[n] = (zm_move)__builtin_ctz(s->mark[0]);
    return n + 1;
}

static uint64_t solve_key(const struct zm_state *s)
{
    const uint64_t mover = s->mark[s->turn], other = s->mark[!s->turn];
    return zm_mix(BUG(solve_key_of_mover) ? mover : mover << 32 | other);
}

/* Only where the mistake is not elsewhere: they follow from all the rules. */
#define KNOWS                                                                                      \
    (BUG(none) || BUG(count_no_end) || BUG(count_of_cells) || BUG(count_first_ply) ||              \
     BUG(finish_forgets) || BUG(finish_last_mark) || BUG(insight_all_cells) ||                     \
     BUG(insight_no_block) || BUG(solve_key_of_mover))

static void owners(const struct zm_state *s, int8_t owner[])
{
    for (int cell = 0; cell < CELLS; cell++) {
        const int to = BUG(owners_mirrored) ? cell / 3 * 3 + 2 - cell % 3 : cell;
        owner[to] = s->mark[0] >> cell & 1   ? 0
                    : s->mark[1] >> cell & 1 ? 1 + BUG(owners_outside)
                                             : -1;
    }
}

#define PLAYS_OUT                                                                                  \
    (BUG(none) || BUG(owners_mirrored) || BUG(owners_outside) || BUG(playout_other_line) ||        \
     BUG(playout_stops) || BUG(priors_negative))

static const char *shape(struct zm_game *g, const char *options)
{
    (void)options;
    if (BUG(kernel_flags))
        g->flags &= ~(unsigned)ZM_ALTERNATE;
    return NULL;
}

static const struct zm_game board = {
    ZM_GAME("board"),
    .title = "Two rows of three",
    .flags = ZM_ZERO_SUM | ZM_ALTERNATE,
    .players = 2,
    .max_moves = BUG(max_moves_small) ? CELLS - 1 : CELLS,
    .max_plies = BUG(max_plies_small) ? CELLS - 1 : CELLS,
    .max_payoff = 1,
    .unit = 5,
    .grid = { 2, 3, ZM_SQUARES },
    .start = start,
    .turn = turn,
    .moves = moves,
    .play = play,
    .payoff = payoff,
    .playout = PLAYS_OUT ? playout : NULL,
    .priors = PLAYS_OUT ? priors : NULL,
    .owners = PLAYS_OUT ? owners : NULL,
    .show = show,
    .show_move = show_move,
    .shape = shape,
    .key = key,
    .evaluate = evaluate,
    .loud_moves = loud_moves,
    .legal = BUG(move_is_no_move) ? NULL : legal,
    .undo_size = 12,
    .save = BUG(move_is_no_move) ? NULL : save,
    .undo = BUG(move_is_no_move) ? NULL : undo,
    .prepare = prepare,
    .write = EXTRA_MOVE ? NULL : write_state,
    .read = EXTRA_MOVE ? NULL : read_state,
    .read_move = read_move,
    .symmetries = BUG(symmetry_no_inverse) ? 2
                  : BUG(move_is_no_move)   ? 0
                                           : 6,
    .transform = transform,
    .transform_move = transform_move,
    .planes = 2,
    .features = features,
    .slots = BUG(move_is_no_move) ? 0 : CELLS,
    .slot = slot,
    .cells = cells,
    .clicks = clicks,
    .insight = KNOWS ? insight : NULL,
    .solve_key = KNOWS ? solve_key : NULL,
    .learned_count = LEARNS ? 1 : 0,
    .learned = learned,
    .max_terms = 1,
    .terms = LEARNS ? terms : NULL,
    .finish = KNOWS ? finish : NULL,
    .finish_memory = 1 << 2 * CELLS,
    .count = KNOWS ? count : NULL,
    .forcing = KNOWS || BUG(forcing_all_cells) ? forcing : NULL,
    .pass = BUG(none) || BUG(pass_changes) || BUG(pass_stays) ? pass : NULL,
    .probcut = BUG(none) || BUG(probcut_deep) ? probcut : NULL,
};

#if FAULT_NEEDS_KERNELS
#define ZM_THIS board
#include <zermelo/kernels.h>
#else
ZM_EXPORT(board);
#endif
