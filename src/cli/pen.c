#include "cli/pen.h"

#include <stdio.h>

static bool on_paper(const struct pen *p)
{
    return p->line < p->height && p->column < p->width;
}

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* The bytes of the character at the beginning of a text. */
static int bytes_of(const char *text)
{
    int n = 1;
    while (continues(text[n]))
        n++;
    return n;
}

static void put(struct pen *p, const char *text, int bytes)
{
    if (!on_paper(p))
        return;
    zm_print(p->out, "%.*s", bytes, text);
    p->column++;
}

void pen_print(struct pen *p, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    for (const char *at = text; *at; at += bytes_of(at))
        put(p, at, bytes_of(at));
}

/* U+00A0 to U+02FF: two bytes, one column, neither signs of control nor accents by themselves. */
static bool is_latin(const char *text, int bytes)
{
    const unsigned char first = (unsigned char)text[0];
    return bytes == 2 && first >= 0xC2 && first <= 0xCB &&
           (first > 0xC2 || (unsigned char)text[1] >= 0xA0);
}

void pen_foreign(struct pen *p, const char *text)
{
    for (const char *at = text; *at; at += bytes_of(at)) {
        const int n = bytes_of(at);
        const bool stays = n == 1 ? *at >= ' ' && *at <= '~' : p->utf8 && is_latin(at, n);
        put(p, stays ? at : "?", stays ? n : 1);
    }
}

int pen_measure(const char *text)
{
    int columns = 0;
    for (const char *at = text; *at; at += bytes_of(at))
        columns++;
    return columns;
}

void pen_glyph(struct pen *p, const char *utf8, char ascii)
{
    if (p->utf8)
        put(p, utf8, bytes_of(utf8));
    else
        put(p, &ascii, 1);
}

void pen_to(struct pen *p, int column)
{
    while (on_paper(p) && p->column < column)
        put(p, " ", 1);
}

void pen_style(struct pen *p, const char *style)
{
    if (!p->colour || p->line >= p->height || (!style && !p->styled))
        return;
    zm_print(p->out, "\033[%sm", style ? style : "0");
    p->styled = style != NULL;
}

void pen_line(struct pen *p)
{
    pen_style(p, NULL);
    p->line++;
    p->column = 0;
    if (p->line < p->height)
        zm_print(p->out, "\n");
}
