/* conform.c -- the walk through random games. A position whose bytes were not met before
 * is looked at from all sides; what depends on the way to it is tried at every step. */
#include "game/conform.h"

#include "base/clock.h"

#include <stdlib.h>

enum {
    MOST_SEEN = 1000000,       /* positions remembered ...                    */
    MOST_SEEN_BYTES = 1 << 28, /* ... and bytes spent on them                 */
    LONGEST_GAME = 10000,      /* where max_plies does not say                */
    PLAY_ON = 30               /* plies that a doubtful position is played on */
};

static const struct zm_promise promises[] = {
#define X(id, group, name, text) { group, name, text },
#include "game/promises.def"
#undef X
};
_Static_assert((int)PROMISES <= (int)ZM_MOST_PROMISES, "struct zm_check has room for all promises");

const struct zm_promise *zm_promise_at(int i)
{
    return i >= 0 && i < PROMISES ? &promises[i] : NULL;
}

/* ------------------------------------------------------------------ tools -- */

uint32_t walk_choose(struct walk *w, uint32_t below)
{
    if (w->at == w->end)
        return zm_random(&w->seed, below);
    uint32_t x = *w->at++;
    if (below > 256 && w->at < w->end)
        x = x << 8 | *w->at++;
    return x % below;
}

bool walk_late(const struct walk *w)
{
    return w->deadline > 0 && clock_now() > w->deadline;
}

void walk_fault(struct walk *w, enum promise promise, const char *format, ...)
{
    struct zm_fault *const f = &w->check->fault[promise];
    w->check->tried[promise] = true;
    w->check->faults += f->count == 0;
    if (f->count++ && f->plies <= w->plies)
        return;
    va_list args;
    va_start(args, format);
    vsnprintf(f->text, sizeof f->text, format, args);
    va_end(args);
    const size_t length = strlen(f->text);
    if (w->check->aside[0])
        snprintf(f->text + length, sizeof f->text - length, " (%s)", w->check->aside);
    f->plies = w->plies;
    memcpy(f->moves, w->check->moves, sizeof f->moves);
}

void walk_aside(struct walk *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(w->check->aside, sizeof w->check->aside, format, args);
    va_end(args);
}

void walk_aside_end(struct walk *w)
{
    w->check->aside[0] = '\0';
}

static int compare(const void *a, const void *b)
{
    const struct sorted *const x = a, *const y = b;
    if (x->hash != y->hash)
        return x->hash < y->hash ? -1 : 1;
    return x->index - y->index;
}

void walk_sort(struct walk *w, int n)
{
    qsort(w->order, (size_t)n, sizeof *w->order, compare);
}

uint64_t text_hash(const char *text)
{
    uint64_t h = 1;
    for (; *text; text++)
        h = zm_mix(h ^ (unsigned char)*text);
    return h;
}

const char *walk_can_play(struct walk *w, enum guarded which)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[which];
    for (int ply = 0; ply < PLAY_ON; ply++) {
        call_begin(w, "turn", s);
        const int turn = game->turn(s);
        call_end_const(w, "turn", s);
        if (turn == ZM_OVER)
            return NULL;
        if (turn < ZM_OVER || turn >= game->players)
            return "turn() is no player of the game";
        call_begin(w, "moves", s);
        const int n = game->moves(s, w->again);
        call_end_const(w, "moves", s);
        if (n < 1)
            return "there is no move and the game is not over";
        if (n > game->max_moves)
            return "there are more than max_moves moves";
        call_play(w, s, w->again[walk_choose(w, (uint32_t)n)]);
    }
    return NULL;
}

/* ------------------------------------------------------------ the position -- */

/* Can the game go on from a position with this turn? */
static bool turn_is_sound(struct walk *w)
{
    const struct zm_game *const game = w->game;
    const int turn = w->turn;
    walk_try(w, PROMISE_TURN);
    walk_try(w, PROMISE_CHANCE);
    if (turn < ZM_OVER || turn >= game->players) {
        walk_fault(w, PROMISE_TURN, "turn() is %d; the game has %d players", turn, game->players);
        return false;
    }
    if (turn == ZM_CHANCE && !(game->flags & ZM_HAS_CHANCE)) {
        walk_fault(w, PROMISE_CHANCE, "turn() is ZM_CHANCE without the flag ZM_HAS_CHANCE");
        return false;
    }
    if (turn >= 0 && (game->flags & ZM_ALTERNATE)) {
        walk_try(w, PROMISE_ALTERNATE);
        if (turn == w->last_player)
            walk_fault(w, PROMISE_ALTERNATE, "player %d moves twice running", turn);
    }
    if (game->max_plies > 0) {
        walk_try(w, PROMISE_PLIES);
        if (w->plies == game->max_plies && turn != ZM_OVER) {
            walk_fault(w, PROMISE_PLIES, "the game is not over after %d plies, which is max_plies",
                       w->plies);
            return false;
        }
    }
    return true;
}

/* How often has the position with this repeat_key() been here in this game? */
static int repeated(const struct walk *w, uint64_t key)
{
    int times = 0;
    for (int i = 0; i < w->plies; i++)
        times += w->ply[i].key == key;
    return times;
}

static void no_cycles(struct walk *w, uint64_t hash)
{
    if (w->game->flags & ZM_CYCLES)
        return;
    walk_try(w, PROMISE_CYCLES);
    for (int i = 0; i < w->plies; i++)
        if (w->ply[i].hash == hash) {
            walk_fault(w, PROMISE_CYCLES,
                       "the position after %d plies is back after %d, without the flag ZM_CYCLES",
                       i, w->plies);
            w->broken = true;
            return;
        }
}

static void look_from_all_sides(struct walk *w)
{
    if (w->turn != ZM_OVER) {
        conform_moves(w);
        conform_plays(w);
        conform_exact(w);
    }
    if (w->turn == ZM_CHANCE)
        conform_chance(w);
    conform_show(w);
    conform_page(w);
    conform_value(w);
    conform_guesses(w);
    conform_monte_carlo(w);
    conform_symmetry(w);
}

static bool remember(struct walk *w, uint32_t *number, bool *fresh)
{
    struct zm_error error;
    if (w->seen.count >= MOST_SEEN ||
        (uint64_t)w->seen.count * w->game->state_size >= MOST_SEEN_BYTES)
        return false;
    return !states_add(&w->seen, w->state[NOW], number, fresh, &error);
}

/* -------------------------------------------------------------------- moves -- */

static bool grow(struct walk *w)
{
    if (w->plies < w->room)
        return true;
    const int room = w->room ? w->room * 2 : 64;
    struct ply *const larger = realloc(w->ply, (size_t)room * sizeof *larger);
    if (!larger)
        return false;
    w->ply = larger;
    w->room = room;
    return true;
}

/* Choose a move that may be played; where superko forbids many, it may be the last one. */
static zm_move choose_move(struct walk *w)
{
    int i = (int)walk_choose(w, (uint32_t)w->count);
    for (; w->game->repetition == ZM_REPEAT_ILLEGAL && i < w->count - 1; i++) {
        state_copy(w, CHILD, NOW);
        walk_aside(w, "then");
        call_play(w, w->state[CHILD], w->list[i]);
        walk_aside_end(w);
        const uint64_t key = call_repeat_key(w, w->state[CHILD]);
        if (!repeated(w, key) && key != call_repeat_key(w, w->state[NOW]))
            break;
    }
    return w->list[i];
}

static void note_move(struct walk *w, zm_move m)
{
    char name[MOVE_TEXT];
    struct zm_check *const c = w->check;
    size_t length = strlen(c->moves);
    call_show_move(w, w->state[NOW], m, name);
    if (length + strlen(name) + 5 < sizeof c->moves)
        snprintf(c->moves + length, sizeof c->moves - length, "%s%s", length ? " " : "", name);
    else if (length < 4 || strcmp(c->moves + length - 4, " ...") != 0)
        snprintf(c->moves + length, sizeof c->moves - length, " ...");
}

/* Go on by m: play() must give the same from a copy. */
static void play_on(struct walk *w, zm_move m, uint64_t hash, uint64_t key)
{
    if (!grow(w)) {
        w->broken = true;
        return;
    }
    w->ply[w->plies] = (struct ply){ .move = m, .hash = hash, .key = key };
    state_copy(w, TWIN, NOW);
    /* The move is noted first: if playing it crashes, it is part of the report. */
    note_move(w, m);
    w->plies = ++w->check->plies;
    walk_try(w, PROMISE_PLAY);
    call_play(w, w->state[NOW], m);
    call_play(w, w->state[TWIN], m);
    if (!state_same(w, NOW, TWIN))
        walk_fault(w, PROMISE_PLAY,
                   "the last move, played twice from the same position, gave two different ones");
    if (w->turn >= 0)
        w->last_player = w->turn;
}

static void begin_game(struct walk *w)
{
    w->broken = !call_start(w, w->state[NOW]);
    w->plies = w->check->plies = 0;
    w->check->moves[0] = '\0';
    w->last_player = -1;
    views_begin_game(w);
}

/* One step of the game; false: it has ended, or cannot go on. */
static bool step(struct walk *w)
{
    const struct zm_game *const game = w->game;
    uint32_t number = UINT32_MAX;
    bool fresh = true;
    w->turn = call_turn(w, w->state[NOW]);
    w->check->positions++;
    if (!turn_is_sound(w)) {
        w->broken = true;
        return false;
    }
    const uint64_t hash = zm_hash_bytes(w->state[NOW], game->state_size);
    const uint64_t key = call_key(w, w->state[NOW]);
    const uint64_t repeat_key = call_repeat_key(w, w->state[NOW]);
    no_cycles(w, hash);
    w->count = w->turn == ZM_OVER ? 0 : call_moves(w, w->state[NOW], w->list);
    if (w->count < 0)
        w->broken = true;
    if (w->broken)
        return false;
    if (!remember(w, &number, &fresh))
        fresh = true;
    if (fresh)
        look_from_all_sides(w);
    conform_key(w, key, fresh, number);
    conform_views(w, fresh, number);
    if (w->turn == ZM_OVER || w->plies >= LONGEST_GAME)
        return false;
    if (game->repetition == ZM_REPEAT_DRAWS && repeated(w, repeat_key) + 1 >= game->repeat_count)
        return false;
    const zm_move m = choose_move(w);
    conform_undo(w, m);
    views_chosen(w, m);
    play_on(w, m, hash, repeat_key);
    return true;
}

void walk_game(struct walk *w)
{
    begin_game(w);
    while (!w->broken && step(w) && !walk_late(w))
        continue;
    w->check->played++;
    if (!w->broken)
        conform_replay(w);
}

void walk_lead(struct walk *w, int plies)
{
    begin_game(w);
    while (!w->broken) {
        w->turn = call_turn(w, w->state[NOW]);
        if (w->turn == ZM_OVER || w->plies == plies)
            return;
        w->count = call_moves(w, w->state[NOW], w->list);
        if (w->count < 0)
            w->broken = true;
        else
            play_on(w, w->list[walk_choose(w, (uint32_t)w->count)], 0, 0);
    }
}

void walk_all(struct walk *w)
{
    if (w->check->seconds > 0)
        w->deadline = clock_now() + w->check->seconds;
    conform_start(w);
    while (w->check->played < w->check->games && !walk_late(w))
        walk_game(w);
    conform_options(w);
    w->deadline = w->deadline > 0 ? clock_now() + 1 : 0; /* the kernels get their own second */
}
