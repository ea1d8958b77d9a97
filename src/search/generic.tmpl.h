/* generic.tmpl.h -- the instance that runs any game: `game` is a run-time pointer, and
 * states whose size is unknown here live on the context's stack of states. Compiled
 * twice, by generic.c and, with ZM_STEP defined to report, by traced.c. The words it
 * binds are explained in <zermelo/kernels.h>. */
#include "game/registry.h"
#include "search/instances.h"

#define ZM_THE_GAME(cx) ((cx)->game)
#define ZM_KERNEL static

static inline struct zm_state *push_state(struct zm_context *cx, const struct zm_state *s)
{
    struct zm_state *const top = (struct zm_state *)cx->states;
    cx->states += state_stride(cx->game);
    memcpy(top, s, cx->game->state_size);
    return top;
}

#define ZM_ASSIGN(c, s) memcpy((c), (s), cx->game->state_size)
#define ZM_COPY(c, s) struct zm_state *const c = push_state(cx, (s))
#define ZM_DROP_COPY(c) (cx->states = (unsigned char *)(c))

#define ZM_PLAY(c, s, m)                                                                           \
    _Alignas(16) unsigned char c##_undo[ZM_MAX_UNDO];                                              \
    struct zm_state *const c = game->undo ? (struct zm_state *)(s) : push_state(cx, (s));          \
    if (game->undo)                                                                                \
        game->save(c, (m), c##_undo);                                                              \
    game->play(c, (m))
#define ZM_DROP(c, m)                                                                              \
    do {                                                                                           \
        if (game->undo)                                                                            \
            game->undo(c, (m), c##_undo);                                                          \
        else                                                                                       \
            cx->states = (unsigned char *)(c);                                                     \
    } while (0)

#define ZM_ORDER(cx, s, list, count, depth)                                                        \
    do {                                                                                           \
        if ((cx)->order)                                                                           \
            (cx)->order(cx, s, list, count, depth);                                                \
    } while (0)
#define ZM_STRICT(cx) ((cx)->strict)

#include "search/kernels.tmpl.h"

#define ZM_KERNEL_TABLE                                                                            \
    {                                                                                              \
        .size = sizeof(struct zm_kernels), ZM_KERNEL_LIST(ZM_KERNEL_ENTRY)                         \
    }
#define ZM_KERNEL_ENTRY(type, name, args) .name = ZM_FN(name),
