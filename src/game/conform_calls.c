/* conform_calls.c -- how the walk calls a game that it does not trust.
 *
 * A state of the walk lies between guards: GUARD bytes before it, and from its last byte
 * to the end of the stride and GUARD bytes more behind it. Nobody but the walk may write
 * the guards, and a function that takes a const state may not write the state either. */
#include "base/sentence.h"
#include "game/conform.h"
#include "game/registry.h"

#include <stdlib.h>

enum { GUARD = 64, GUARD_BYTE = 0xA5, MARGIN = 512 };
#define GUARD_MOVE 0xA5A5A5A5A5A5A5A5ULL

/* ----------------------------------------------------------------- memory -- */

static size_t block_size(const struct zm_game *game)
{
    return GUARD + state_stride(game) + GUARD;
}

static struct zm_state *state_new(const struct zm_game *game)
{
    unsigned char *const block = aligned_alloc(64, block_size(game));
    if (!block)
        return NULL;
    memset(block, GUARD_BYTE, block_size(game));
    memset(block + GUARD, 0, game->state_size);
    return (struct zm_state *)(block + GUARD);
}

static void state_free(struct zm_state *s)
{
    if (s)
        free((unsigned char *)s - GUARD);
}

/* Did somebody write a guard? They are mended, so that each blow is reported once. */
static bool guards_hit(const struct zm_game *game, struct zm_state *s)
{
    unsigned char guard[2 * GUARD];
    unsigned char *const before = (unsigned char *)s - GUARD;
    unsigned char *const behind = (unsigned char *)s + game->state_size;
    const size_t length = state_stride(game) - game->state_size + GUARD;
    memset(guard, GUARD_BYTE, sizeof guard);
    if (!memcmp(before, guard, GUARD) && !memcmp(behind, guard, length))
        return false;
    memcpy(before, guard, GUARD);
    memcpy(behind, guard, length);
    return true;
}

const char *walk_init(struct walk *w, const struct zm_game *game, struct zm_check *check,
                      struct zm_error *error)
{
    const size_t moves = (size_t)game->max_moves + MARGIN;
    const size_t cells = (size_t)game->grid.rows * (size_t)game->grid.columns + MARGIN;
    const size_t grid = game->grid.rows ? cells - MARGIN : 1;
    const size_t features = (size_t)game->planes * grid + MARGIN;
    *w = (struct walk){ .game = game, .check = check, .seed = zm_mix(check->seed + 1) | 1 };
    bool enough = true;
    for (int i = 0; i < GUARDED; i++)
        enough &= (w->state[i] = state_new(game)) != NULL;
    enough &= (w->before = malloc(game->state_size)) != NULL;
    enough &= (w->list = malloc(moves * sizeof *w->list)) != NULL;
    enough &= (w->again = malloc(moves * sizeof *w->again)) != NULL;
    enough &= (w->weight = malloc(moves * sizeof *w->weight)) != NULL;
    enough &= (w->term = malloc(((size_t)game->max_terms + MARGIN) * sizeof *w->term)) != NULL;
    enough &= (w->weight_again = malloc(moves * sizeof *w->weight_again)) != NULL;
    enough &= (w->order = malloc(moves * sizeof *w->order)) != NULL;
    enough &= (w->text = malloc(LINE_TEXT)) != NULL;
    enough &= (w->text_again = malloc(LINE_TEXT)) != NULL;
    enough &= (w->feature = malloc(features * sizeof *w->feature)) != NULL;
    enough &= (w->feature_again = malloc(features * sizeof *w->feature_again)) != NULL;
    enough &= (w->cell_hash = malloc(2 * cells * sizeof *w->cell_hash)) != NULL;
    enough &= (w->cell = malloc(cells)) != NULL;
    enough &= (w->cell_again = malloc(cells)) != NULL;
    enough &= (w->keys = keys_new()) != NULL;
    enough &= (w->views = views_new()) != NULL;
    enough &= (w->values = values_new(game)) != NULL;
    if (enough && !states_init(&w->seen, game, error))
        return NULL;
    walk_release(w);
    return sentence(error, "%s", out_of_memory);
}

void walk_release(struct walk *w)
{
    for (int i = 0; i < GUARDED; i++)
        state_free(w->state[i]);
    free(w->before);
    free(w->list);
    free(w->again);
    free(w->weight);
    free(w->term);
    free(w->weight_again);
    free(w->order);
    free(w->text);
    free(w->text_again);
    free(w->feature);
    free(w->feature_again);
    free(w->cell_hash);
    free(w->cell);
    free(w->cell_again);
    free(w->ply);
    keys_free(w->keys);
    views_free(w->views);
    values_free(w->values);
    states_release(&w->seen);
}

/* ------------------------------------------------------------------ calls -- */

void call_begin(struct walk *w, const char *name, const struct zm_state *s)
{
    struct zm_check *const c = w->check;
    size_t i = 0;
    for (; name[i] && i + 1 < sizeof c->calling; i++)
        c->calling[i] = name[i];
    c->calling[i] = '\0';
    c->calls++;
    memcpy(w->before, s, w->game->state_size);
}

void call_end(struct walk *w, const char *name, struct zm_state *s)
{
    w->check->calling[0] = '\0';
    if (guards_hit(w->game, s))
        walk_fault(w, PROMISE_BOUNDS, "%s() wrote outside the %u bytes of the state", name,
                   w->game->state_size);
}

void call_end_const(struct walk *w, const char *name, struct zm_state *s)
{
    call_end(w, name, s);
    if (memcmp(w->before, s, w->game->state_size) != 0) {
        walk_fault(w, PROMISE_CONST, "%s() changed the position that it was given to look at",
                   name);
        memcpy(s, w->before, w->game->state_size);
    }
}

bool call_start(struct walk *w, struct zm_state *s)
{
    memset(s, 0, w->game->state_size);
    call_begin(w, "start", s);
    const char *const wrong = w->game->start(s, zm_game_options(w->game));
    call_end(w, "start", s);
    if (wrong)
        walk_fault(w, PROMISE_START,
                   "start() refuses the options that the game was opened with: %s", wrong);
    return !wrong;
}

int call_turn(struct walk *w, struct zm_state *s)
{
    call_begin(w, "turn", s);
    const int turn = w->game->turn(s), again = w->game->turn(s);
    call_end_const(w, "turn", s);
    if (turn != again)
        walk_fault(w, PROMISE_PURE, "turn() answered %d, and %d when asked again", turn, again);
    return turn;
}

int call_moves(struct walk *w, struct zm_state *s, zm_move list[])
{
    const int most = w->game->max_moves;
    for (int i = 0; i < most + MARGIN; i++)
        list[i] = GUARD_MOVE;
    call_begin(w, "moves", s);
    const int n = w->game->moves(s, list);
    call_end_const(w, "moves", s);
    int written = most + MARGIN;
    while (written > 0 && list[written - 1] == GUARD_MOVE)
        written--;
    walk_try(w, PROMISE_MAX_MOVES);
    if (n > most || written > most)
        walk_fault(w, PROMISE_MAX_MOVES, "moves() returned %d and wrote %d moves; max_moves is %d",
                   n, written, most);
    else if (written > n && n >= 0)
        walk_fault(w, PROMISE_MAX_MOVES, "moves() returned %d and wrote %d moves", n, written);
    walk_try(w, PROMISE_SOME_MOVE);
    if (n < 1)
        walk_fault(w, PROMISE_SOME_MOVE, "moves() returned %d and the game is not over", n);
    return n >= 1 && n <= most ? n : -1;
}

void call_play(struct walk *w, struct zm_state *s, zm_move m)
{
    char *const aside = w->check->aside;
    const size_t length = strlen(aside);
    if (length > 0) {
        char name[MOVE_TEXT];
        call_show_move(w, s, m, name);
        snprintf(aside + length, sizeof w->check->aside - length, " %s", name);
    }
    call_begin(w, "play", s);
    w->game->play(s, m);
    call_end(w, "play", s);
}

int call_payoff(struct walk *w, struct zm_state *s, int player)
{
    call_begin(w, "payoff", s);
    const int payoff = w->game->payoff(s, player), again = w->game->payoff(s, player);
    call_end_const(w, "payoff", s);
    if (payoff != again)
        walk_fault(w, PROMISE_PURE, "payoff() answered %d, and %d when asked again", payoff, again);
    return payoff;
}

uint64_t call_key(struct walk *w, struct zm_state *s)
{
    if (!w->game->key)
        return zm_hash_bytes(s, w->game->state_size);
    call_begin(w, "key", s);
    const uint64_t key = w->game->key(s), again = w->game->key(s);
    call_end_const(w, "key", s);
    if (key != again)
        walk_fault(w, PROMISE_PURE, "key() gave another number when asked again");
    return key;
}

uint64_t call_repeat_key(struct walk *w, struct zm_state *s)
{
    if (!w->game->repeat_key)
        return call_key(w, s);
    call_begin(w, "repeat_key", s);
    const uint64_t key = w->game->repeat_key(s), again = w->game->repeat_key(s);
    call_end_const(w, "repeat_key", s);
    if (key != again)
        walk_fault(w, PROMISE_PURE, "repeat_key() gave another number when asked again");
    return key;
}

/* ------------------------------------------------------------------- text -- */

static struct zm_text text_into(char *out, size_t size)
{
    out[0] = '\0';
    return (struct zm_text){ out, size, 0 };
}

bool call_show(struct walk *w, struct zm_state *s, char *out)
{
    struct zm_text t = text_into(out, LINE_TEXT);
    call_begin(w, "show", s);
    w->game->show(s, &t);
    call_end_const(w, "show", s);
    return t.length < LINE_TEXT;
}

bool call_write(struct walk *w, struct zm_state *s, char *out)
{
    struct zm_text t = text_into(out, LINE_TEXT);
    call_begin(w, "write", s);
    w->game->write(s, &t);
    call_end_const(w, "write", s);
    return t.length < LINE_TEXT;
}

bool call_view(struct walk *w, struct zm_state *s, int player, char *out)
{
    struct zm_text t = text_into(out, LINE_TEXT);
    call_begin(w, "view", s);
    w->game->view(s, player, &t);
    call_end_const(w, "view", s);
    return t.length < LINE_TEXT;
}

size_t call_show_move(struct walk *w, struct zm_state *s, zm_move m, char out[MOVE_TEXT])
{
    struct zm_text t = text_into(out, MOVE_TEXT);
    call_begin(w, "show_move", s);
    w->game->show_move(s, m, &t);
    call_end_const(w, "show_move", s);
    return t.length;
}
