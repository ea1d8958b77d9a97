/* kernels.h -- include last in a game's file, with ZM_THIS naming its table:
 * compiles every search for this game and exports the table.
 *
 * A template (search/NAME.tmpl.h) is plain C in which these words are bound here:
 *   ZM_FN(name)       this instance's own name for a kernel
 *   ZM_THE_GAME(cx)   the game: here a constant, in the generic instance cx->game
 *   ZM_ASSIGN(c, s)   makes *c a copy of *s
 *   ZM_COPY(c, s)     declares *c, a copy of *s that lives until ZM_DROP_COPY(c)
 *   ZM_PLAY(c, s, m)  declares *c, the position after m; s may not be used before
 *   ZM_DROP(c, m)     ends it
 *   ZM_STEP(cx, ...)  reports a step to who watches: here nothing at all
 *   ZM_ORDER(...)     sorts the moves as a lecture wants them: here nothing at all
 *   ZM_STRICT(cx)     1 to cut on v > beta, 0 on v >= beta: here always 0
 */
#ifndef ZM_THIS
#error "before including <zermelo/kernels.h>, name the game's table: #define ZM_THIS nim"
#endif

#define ZM_FN(name) ZM_PASTE(ZM_PASTE(ZM_THIS, _), name)
#define ZM_THE_GAME(cx) ((void)(cx), &ZM_THIS)
#define ZM_KERNEL __attribute__((flatten)) static

/* How a position is copied decides the speed of small games. The members of a
 * state are written one by one by play() and read back at once by the next copy;
 * a 16-byte load cannot be forwarded from two 8-byte stores and waits until both
 * have left the store buffer. So states of up to 256 bytes are copied in words of
 * eight bytes (the empty asm keeps the compiler from joining them again). */
static inline void zm_copy(struct zm_state *to, const struct zm_state *from)
{
    if (sizeof *to > 256 || sizeof *to % 8 != 0) {
        *to = *from;
        return;
    }
    for (size_t i = 0; i + 8 <= sizeof *to; i += 8) {
        uint64_t w;
        memcpy(&w, (const char *)from + i, 8);
        __asm__("" : "+r"(w));
        memcpy((char *)to + i, &w, 8);
    }
}

#define ZM_ASSIGN(c, s) zm_copy((c), (s))
#define ZM_COPY(c, s)                                                                              \
    struct zm_state c##_copy, *const c = &c##_copy;                                                \
    zm_copy(c, (s))
#define ZM_DROP_COPY(c) ((void)(c))

/* With undo() the child is the parent itself, played on in place; the compiler
 * sees which of the two it is and drops the other half. */
#define ZM_PLAY(c, s, m)                                                                           \
    const zm_move c##_move = (m);                                                                  \
    struct zm_state c##_copy, *const c = ZM_THIS.undo ? (struct zm_state *)(s) : &c##_copy;        \
    _Alignas(16) unsigned char c##_undo[ZM_MAX_UNDO];                                              \
    if (ZM_THIS.undo)                                                                              \
        ZM_THIS.save(c, c##_move, c##_undo);                                                       \
    else                                                                                           \
        zm_copy(c, (s));                                                                           \
    ZM_THIS.play(c, c##_move)
#define ZM_DROP(c, m)                                                                              \
    do {                                                                                           \
        if (ZM_THIS.undo)                                                                          \
            ZM_THIS.undo((struct zm_state *)(c), (m), c##_undo);                                   \
    } while (0)
#define ZM_STEP(cx, ...) ((void)0)
#define ZM_ORDER(cx, s, list, count, depth) ((void)0)
#define ZM_STRICT(cx) 0

/* A game's file may have names of its own for anything. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#include <zermelo/search/kernels.tmpl.h>
#pragma GCC diagnostic pop

static const struct zm_kernels zm_kernels_ = { .size = sizeof(struct zm_kernels),
#define X(type, name, args) .name = ZM_FN(name),
                                               ZM_KERNEL_LIST(X)
#undef X
};

ZM_EXPORT(ZM_THIS);
