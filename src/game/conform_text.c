/* conform_text.c -- positions as text: show(), write() and read(). */
#include "game/conform.h"

/* read() into the position that start() makes; NULL or its sentence. */
static const char *call_read(struct walk *w, struct zm_state *s, const char *text)
{
    if (!call_start(w, s))
        return "start() failed";
    call_begin(w, "read", s);
    const char *const wrong = w->game->read(s, text);
    call_end(w, "read", s);
    return wrong;
}

static void shows(struct walk *w)
{
    walk_try(w, PROMISE_SHOW);
    call_show(w, w->state[NOW], w->text);
    call_show(w, w->state[NOW], w->text_again);
    if (!w->text[0])
        walk_fault(w, PROMISE_SHOW, "show() draws nothing");
    if (strcmp(w->text, w->text_again) != 0)
        walk_fault(w, PROMISE_PURE, "show() draws another picture when asked again");
}

static void reads_back(struct walk *w)
{
    struct zm_state *const s = w->state[OTHER];
    walk_try(w, PROMISE_READ_BACK);
    const char *const wrong = call_read(w, s, w->text);
    if (wrong) {
        walk_fault(w, PROMISE_READ_BACK, "read() refuses \"%.200s\", which write() wrote: %.200s",
                   w->text, wrong);
        return;
    }
    if (state_same(w, OTHER, NOW))
        return;
    size_t i = 0;
    while (((const char *)s)[i] == ((const char *)w->state[NOW])[i])
        i++;
    walk_fault(w, PROMISE_READ_BACK,
               "\"%.300s\" is read back as another position: byte %zu of the state differs",
               w->text, i);
}

/* One change somewhere: a character lost, doubled, replaced or put in. */
static void spoil(struct walk *w, char *text)
{
    static const char odd[] = " /-.?0123456789abcxXoOzZ%\xFF\n";
    const size_t length = strlen(text);
    const size_t at = walk_choose(w, (uint32_t)length + 1), rest = length - at;
    const char c = walk_choose(w, 2) && length ? text[walk_choose(w, (uint32_t)length)]
                                               : odd[walk_choose(w, sizeof odd - 1)];
    switch (walk_choose(w, 4)) {
    case 0:
        if (rest > 0)
            memmove(text + at, text + at + 1, rest);
        break;
    case 1:
        if (rest > 0)
            text[at] = c;
        break;
    case 2:
        text[at] = '\0';
        break;
    default:
        if (length + 2 < LINE_TEXT) {
            memmove(text + at + 1, text + at, rest + 1);
            text[at] = c;
        }
    }
}

/* Whatever read() takes must be a position like any other. */
void conform_odd_text(struct walk *w)
{
    struct zm_state *const s = w->state[OTHER];
    walk_try(w, PROMISE_READ_ODD);
    walk_aside(w, "in the position read from \"%.100s\":", w->text);
    const char *wrong = call_read(w, s, w->text);
    if (wrong) {
        if (!*wrong)
            walk_fault(w, PROMISE_READ_ODD, "read() refuses \"%.300s\" with an empty sentence",
                       w->text);
        walk_aside_end(w);
        return;
    }
    state_copy(w, SPARE, OTHER);
    call_write(w, s, w->text_again);
    wrong = call_read(w, s, w->text_again);
    if (wrong)
        wrong = "what write() then writes is refused";
    else if (!state_same(w, OTHER, SPARE))
        wrong = "what write() then writes is read as another position";
    else
        wrong = walk_can_play(w, SPARE);
    walk_aside_end(w);
    if (wrong)
        walk_fault(w, PROMISE_READ_ODD, "read() takes \"%.300s\", but %s", w->text, wrong);
}

void conform_show(struct walk *w)
{
    shows(w);
    if (!w->game->write)
        return;
    walk_try(w, PROMISE_WRITE);
    if (!call_write(w, w->state[NOW], w->text))
        walk_fault(w, PROMISE_WRITE, "write() gives more than %d characters", LINE_TEXT - 1);
    else if (!w->text[0])
        walk_fault(w, PROMISE_WRITE, "write() writes nothing");
    else if (strpbrk(w->text, "\r\n"))
        walk_fault(w, PROMISE_WRITE, "write() writes more than one line: \"%.300s\"", w->text);
    call_write(w, w->state[NOW], w->text_again);
    if (strcmp(w->text, w->text_again) != 0)
        walk_fault(w, PROMISE_PURE, "write() gives another text when asked again");
    reads_back(w);
    for (uint32_t i = walk_choose(w, 3); i < 3; i++)
        spoil(w, w->text);
    conform_odd_text(w);
}
