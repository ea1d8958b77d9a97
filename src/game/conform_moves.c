/* conform_moves.c -- moves(), legal(), loud_moves() and the texts of the moves. */
#include "game/conform.h"

enum { NON_MOVES = 8 };

static void in_the_same_order(struct walk *w)
{
    walk_try(w, PROMISE_ORDER);
    const int n = call_moves(w, w->state[NOW], w->again);
    if (n != w->count || memcmp(w->list, w->again, (size_t)n * sizeof *w->list) != 0)
        walk_fault(w, PROMISE_ORDER, "moves() gave another list when asked again");
}

static void are_different(struct walk *w)
{
    walk_try(w, PROMISE_DISTINCT);
    walk_try(w, PROMISE_NO_MOVE);
    for (int i = 0; i < w->count; i++) {
        w->order[i] = (struct sorted){ w->list[i], i };
        if (w->list[i] == ZM_NO_MOVE)
            walk_fault(w, PROMISE_NO_MOVE, "move number %d is ZM_NO_MOVE", i + 1);
    }
    walk_sort(w, w->count);
    for (int i = 1; i < w->count; i++)
        if (w->order[i].hash == w->order[i - 1].hash)
            walk_fault(w, PROMISE_DISTINCT, "moves number %d and %d are the same, %llu",
                       w->order[i - 1].index + 1, w->order[i].index + 1,
                       (unsigned long long)w->order[i].hash);
}

/* After are_different(): w->order is sorted by move. */
static bool is_listed(const struct walk *w, zm_move m)
{
    int low = 0, high = w->count;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (w->order[middle].hash < m)
            low = middle + 1;
        else
            high = middle;
    }
    return low < w->count && w->order[low].hash == m;
}

/* Something that may well be no move: near a move, a single bit, or far out. */
static zm_move odd_move(struct walk *w)
{
    const zm_move m = w->list[walk_choose(w, (uint32_t)w->count)];
    switch (walk_choose(w, 4)) {
    case 0:
        return m ^ 1ULL << walk_choose(w, 64);
    case 1:
        return m + 1 + walk_choose(w, 16);
    case 2:
        return walk_choose(w, (uint32_t)w->game->max_moves + 2);
    default:
        return zm_mix(m + walk_choose(w, 256));
    }
}

static void legal_agrees(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    char name[MOVE_TEXT];
    if (!game->legal)
        return;
    walk_try(w, PROMISE_LEGAL);
    for (int i = 0; i < w->count + NON_MOVES; i++) {
        const zm_move m = i < w->count ? w->list[i] : odd_move(w);
        const bool expected = i < w->count || is_listed(w, m);
        call_begin(w, "legal", s);
        const bool legal = game->legal(s, m);
        call_end_const(w, "legal", s);
        if (legal == expected)
            continue;
        if (expected) {
            call_show_move(w, s, m, name);
            walk_fault(w, PROMISE_LEGAL, "legal() is false of %s, which moves() lists", name);
        } else {
            walk_fault(w, PROMISE_LEGAL,
                       "legal() is true of the number %llu, which moves() does not list",
                       (unsigned long long)m);
        }
    }
}

/* w->again[0 .. n-1], which `name` wrote, are some of the moves, each once. */
static void are_some_moves(struct walk *w, enum promise promise, const char *name, int n)
{
    if (n < 0 || n > w->count) {
        walk_fault(w, promise, "%s() returned %d of %d moves", name, n, w->count);
        return;
    }
    for (int i = 0; i < n; i++) {
        if (!is_listed(w, w->again[i]))
            walk_fault(w, promise, "%s() lists the number %llu, moves() does not", name,
                       (unsigned long long)w->again[i]);
        for (int j = 0; j < i; j++)
            if (w->again[j] == w->again[i])
                walk_fault(w, promise, "%s() lists the number %llu twice", name,
                           (unsigned long long)w->again[i]);
    }
}

static void loud_are_moves(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    if (!game->loud_moves || w->turn == ZM_CHANCE)
        return;
    walk_try(w, PROMISE_LOUD);
    call_begin(w, "loud_moves", s);
    const int n = game->loud_moves(s, w->again);
    call_end_const(w, "loud_moves", s);
    are_some_moves(w, PROMISE_LOUD, "loud_moves", n);
}

static void forcing_are_moves(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    for (int width = 1; width <= 2 && game->forcing && w->turn >= 0; width++) {
        walk_try(w, PROMISE_FORCING);
        call_begin(w, "forcing", s);
        const int n = game->forcing(s, width, w->again);
        call_end_const(w, "forcing", s);
        are_some_moves(w, PROMISE_FORCING, "forcing", n);
    }
}

/* Lines of one and of two moves, and the games that end meanwhile, found move by move. */
static void count_slowly(struct walk *w, uint64_t lines[2], uint64_t over[2])
{
    struct zm_state *const child = w->state[CHILD], *const grandchild = w->state[OTHER];
    lines[0] = (uint64_t)w->count;
    lines[1] = over[0] = 0;
    uint64_t later = 0;
    for (int i = 0; i < w->count; i++) {
        state_copy(w, CHILD, NOW);
        call_play(w, child, w->list[i]);
        if (call_turn(w, child) == ZM_OVER) {
            over[0]++;
            continue;
        }
        const int n = call_moves(w, child, w->again);
        lines[1] += n > 0 ? (uint64_t)n : 0;
        for (int k = 0; k < n; k++) {
            state_copy(w, OTHER, CHILD);
            call_play(w, grandchild, w->again[k]);
            later += call_turn(w, grandchild) == ZM_OVER;
        }
    }
    over[1] = over[0] + later;
}

static void count_agrees(struct walk *w)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    uint64_t lines[2], ends[2];
    if (!game->count)
        return;
    walk_try(w, PROMISE_COUNT);
    count_slowly(w, lines, ends);
    for (int plies = 1; plies <= 2; plies++) {
        uint64_t over = 0;
        call_begin(w, "count", s);
        const uint64_t n = game->count(s, plies, &over);
        call_end_const(w, "count", s);
        if (n != lines[plies - 1] || over != ends[plies - 1])
            walk_fault(w, PROMISE_COUNT,
                       "count() finds %llu lines of %d moves and %llu ends of the game; moves() "
                       "and play() lead to %llu and %llu",
                       (unsigned long long)n, plies, (unsigned long long)over,
                       (unsigned long long)lines[plies - 1], (unsigned long long)ends[plies - 1]);
    }
}

/* ------------------------------------------------------------------- texts -- */

static void is_one_word(struct walk *w, const char *name, size_t length)
{
    walk_try(w, PROMISE_NAME);
    if (length == 0)
        walk_fault(w, PROMISE_NAME, "show_move() gives an empty text");
    else if (length >= MOVE_TEXT)
        walk_fault(w, PROMISE_NAME, "show_move() gives %zu characters; expected at most %d", length,
                   MOVE_TEXT - 1);
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == ',' || *c == 0x7F) {
            walk_fault(w, PROMISE_NAME, "the move \"%s\" has a space, comma or control character",
                       name);
            return;
        }
}

/* Where read_move() answers, it must mean the same move. */
static void reads_back(struct walk *w, zm_move m, const char *name)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[NOW];
    walk_try(w, PROMISE_NAME_READ);
    if (!game->read_move)
        return;
    call_begin(w, "read_move", s);
    const zm_move read = game->read_move(s, name);
    call_end_const(w, "read_move", s);
    if (read != ZM_NO_MOVE && read != m)
        walk_fault(w, PROMISE_NAME_READ, "read_move() takes \"%s\" for another move", name);
}

/* No crash, whatever the user types. */
static void reads_anything(struct walk *w)
{
    static const char *const odd[] = { "",
                                       " ",
                                       "?",
                                       "-",
                                       "+1",
                                       "99999999999999999999",
                                       "a",
                                       "zz9",
                                       "%s%n",
                                       "\xFF\xFE",
                                       "e2e4e2e4e2e4e2e4e2e4e2e4e2e4e2e4" };
    struct zm_state *const s = w->state[NOW];
    if (!w->game->read_move)
        return;
    call_begin(w, "read_move", s);
    w->game->read_move(s, odd[walk_choose(w, sizeof odd / sizeof *odd)]);
    call_end_const(w, "read_move", s);
}

static void read_differently(struct walk *w)
{
    char name[MOVE_TEXT], other[MOVE_TEXT];
    struct zm_state *const s = w->state[NOW];
    walk_try(w, PROMISE_NAMES);
    for (int i = 0; i < w->count; i++) {
        const size_t length = call_show_move(w, s, w->list[i], name);
        is_one_word(w, name, length);
        reads_back(w, w->list[i], name);
        w->order[i] = (struct sorted){ text_hash(name), i };
    }
    walk_sort(w, w->count);
    for (int i = 1; i < w->count; i++) {
        const struct sorted *const a = &w->order[i - 1], *const b = &w->order[i];
        if (a->hash != b->hash || w->list[a->index] == w->list[b->index])
            continue;
        call_show_move(w, s, w->list[a->index], name);
        call_show_move(w, s, w->list[b->index], other);
        if (!strcmp(name, other))
            walk_fault(w, PROMISE_NAMES, "moves number %d and %d are both called \"%s\"",
                       a->index + 1, b->index + 1, name);
    }
}

/* gives_up() is believed by proofs that outlast the search which made them. */
static void gives_up_stays(struct walk *w)
{
    struct zm_state *const s = w->state[NOW];
    for (int i = 0; w->game->gives_up && i < w->count; i++) {
        call_begin(w, "gives_up", s);
        const bool answer = w->game->gives_up(s, w->list[i]);
        call_end_const(w, "gives_up", s);
        if (answer != w->game->gives_up(s, w->list[i]))
            walk_fault(w, PROMISE_PURE, "gives_up() gave another answer when asked again");
    }
}

void conform_moves(struct walk *w)
{
    in_the_same_order(w);
    are_different(w);
    legal_agrees(w);
    loud_are_moves(w);
    count_agrees(w);
    forcing_are_moves(w);
    gives_up_stays(w);
    read_differently(w);
    reads_anything(w);
}
