/* conform_undo.c -- play(), save() and undo() of every move. save() is called over two different
 * fillings of the memory, so that an undo() that reads what save() did not write gives itself away.
 */
#include "game/conform.h"

enum { FILL_A = 0x5A, FILL_B = 0xC3, MOVES_TRIED = 64 };

static void try_undo(struct walk *w, zm_move m, int fill)
{
    const struct zm_game *const game = w->game;
    struct zm_state *const s = w->state[CHILD];
    _Alignas(16) unsigned char memory[2 * ZM_MAX_UNDO];
    char name[MOVE_TEXT];
    memset(memory, fill, sizeof memory);
    state_copy(w, CHILD, NOW);
    call_begin(w, "save", s);
    game->save(s, m, memory);
    call_end_const(w, "save", s);
    for (size_t i = (size_t)game->undo_size; i < sizeof memory; i++)
        if (memory[i] != fill) {
            walk_fault(w, PROMISE_UNDO_SIZE, "save() wrote byte %zu of its memory; undo_size is %d",
                       i, game->undo_size);
            break;
        }
    walk_aside(w, "then");
    call_play(w, s, m);
    call_begin(w, "undo", s);
    game->undo(s, m, memory);
    call_end(w, "undo", s);
    walk_aside_end(w);
    if (state_same(w, CHILD, NOW))
        return;
    size_t i = 0;
    while (((const char *)s)[i] == ((const char *)w->state[NOW])[i])
        i++;
    call_show_move(w, w->state[NOW], m, name);
    walk_fault(w, PROMISE_UNDO, "%s played and taken back: byte %zu of the state is %u, it was %u",
               name, i, ((const unsigned char *)s)[i], ((const unsigned char *)w->state[NOW])[i]);
}

void conform_undo(struct walk *w, zm_move m)
{
    if (!w->game->undo)
        return;
    walk_try(w, PROMISE_UNDO);
    walk_try(w, PROMISE_UNDO_SIZE);
    try_undo(w, m, FILL_A);
    try_undo(w, m, FILL_B);
}

/* Play every move, or enough of them, twice. */
void conform_plays(struct walk *w)
{
    const uint32_t first = walk_choose(w, (uint32_t)w->count);
    for (int i = 0; i < w->count && i < MOVES_TRIED; i++) {
        const zm_move m = w->list[((int)first + i) % w->count];
        walk_try(w, PROMISE_PLAY);
        for (int twin = 0; twin < 2; twin++) {
            state_copy(w, twin ? TWIN : CHILD, NOW);
            walk_aside(w, "then");
            call_play(w, w->state[twin ? TWIN : CHILD], m);
        }
        if (!state_same(w, CHILD, TWIN))
            walk_fault(w, PROMISE_PLAY, "play() from the same position gave two different ones");
        walk_aside_end(w);
        conform_undo(w, m);
    }
}
