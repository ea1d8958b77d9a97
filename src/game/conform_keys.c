/* conform_keys.c -- equal positions have equal keys, different ones different keys.
 *
 * A key may leave out bytes that do not matter to a search: a move counter, a cache. So
 * two states with one key but different bytes are not a fault yet. They are the same
 * position if nothing tells them apart: turn, moves, payoffs, the keys after each move,
 * and what write() says but for words that tell of the past: numbers that stand alone, which
 * are counters, and what is in parentheses. */
#include "base/numbers.h"
#include "game/conform.h"

#include <stdlib.h>

struct keys {
    struct numbers number; /* of each key                                */
    uint32_t *first;       /* by number: the first state seen to have it */
    uint32_t room;
    uint64_t *of; /* by number of the state: its key            */
    uint32_t of_room;
};

struct keys *keys_new(void)
{
    return calloc(1, sizeof(struct keys));
}

void keys_free(struct keys *keys)
{
    if (!keys)
        return;
    numbers_release(&keys->number);
    free(keys->first);
    free(keys->of);
    free(keys);
}

/* Make room for element i. */
static bool grow(void *array, uint32_t *room, uint32_t i, size_t size)
{
    void **const at = array;
    if (i < *room)
        return true;
    const uint32_t larger = i < 1024 ? 2048 : 2 * i;
    void *const memory = realloc(*at, larger * size);
    if (!memory)
        return false;
    *at = memory;
    *room = larger;
    return true;
}

/* Skip words that are whole numbers or in parentheses. */
static const char *next_word(const char *at, size_t *length)
{
    for (;;) {
        at += strspn(at, " ");
        *length = strcspn(at, " ");
        if (*length == 0 || (strspn(at, "0123456789") != *length && *at != '('))
            return at;
        at += *length;
    }
}

static bool same_words(const char *a, const char *b)
{
    for (;;) {
        size_t n, m;
        a = next_word(a, &n);
        b = next_word(b, &m);
        if (n != m || memcmp(a, b, n) != 0)
            return false;
        if (n == 0)
            return true;
        a += n;
        b += m;
    }
}

static const char *payoffs_differ(struct walk *w)
{
    for (int p = 0; p < w->game->players; p++)
        if (call_payoff(w, w->state[NOW], p) != call_payoff(w, w->state[OTHER], p))
            return "their payoffs differ";
    return NULL;
}

static const char *moves_differ(struct walk *w)
{
    const int n = call_moves(w, w->state[OTHER], w->again);
    if (n != w->count || memcmp(w->list, w->again, (size_t)n * sizeof *w->list) != 0)
        return "their moves differ";
    for (int i = 0; i < n; i++) {
        state_copy(w, CHILD, NOW);
        state_copy(w, TWIN, OTHER);
        walk_aside(w, "then");
        call_play(w, w->state[CHILD], w->list[i]);
        walk_aside_end(w);
        call_play(w, w->state[TWIN], w->list[i]);
        if (call_key(w, w->state[CHILD]) != call_key(w, w->state[TWIN]))
            return "after the same move their keys differ";
    }
    return NULL;
}

/* What tells NOW from OTHER, or NULL. */
static const char *difference(struct walk *w)
{
    if (call_turn(w, w->state[OTHER]) != w->turn)
        return "the player to move differs";
    if (w->game->write) {
        call_write(w, w->state[NOW], w->text);
        call_write(w, w->state[OTHER], w->text_again);
        if (!same_words(w->text, w->text_again))
            return "write() writes them differently";
    }
    return w->turn == ZM_OVER ? payoffs_differ(w) : moves_differ(w);
}

static void tell_apart(struct walk *w, uint32_t earlier)
{
    states_get(&w->seen, earlier, w->state[OTHER]);
    if (w->game->repeat_key) {
        walk_try(w, PROMISE_REPEAT_KEY);
        if (call_repeat_key(w, w->state[OTHER]) != call_repeat_key(w, w->state[NOW]))
            walk_fault(w, PROMISE_REPEAT_KEY,
                       "key() takes this position for an earlier one, repeat_key() does not");
    }
    const char *const what = difference(w);
    if (!what)
        return;
    char text[200];
    if (w->game->write)
        call_write(w, w->state[OTHER], w->text);
    else
        call_show(w, w->state[OTHER], w->text);
    snprintf(text, sizeof text, "%.*s", (int)sizeof text - 1, w->text);
    walk_fault(w, PROMISE_KEY_DIFFERS,
               "this position has the same key as an earlier one, and %s; the earlier one: %s",
               what, text);
}

void conform_key(struct walk *w, uint64_t key, bool fresh, uint32_t number)
{
    struct keys *const keys = w->keys;
    uint32_t k;
    bool added;
    if (!w->game->key || number == UINT32_MAX)
        return;
    walk_try(w, PROMISE_KEY);
    walk_try(w, PROMISE_KEY_DIFFERS);
    if (!grow(&keys->of, &keys->of_room, number, sizeof *keys->of))
        return;
    if (!fresh) {
        if (keys->of[number] != key)
            walk_fault(w, PROMISE_KEY, "the same position had another key before");
        return;
    }
    keys->of[number] = key;
    if (!numbers_add(&keys->number, key, &k, &added) ||
        !grow(&keys->first, &keys->room, k, sizeof *keys->first))
        return;
    if (added)
        keys->first[k] = number;
    else
        tell_apart(w, keys->first[k]);
}
