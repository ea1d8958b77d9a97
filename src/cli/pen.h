/* pen.h -- writes text on a paper of so many lines and columns, and never beyond its edges.
 *
 * A character takes one column: what is written is ASCII and the characters of plot.h; the text of
 * others is made such by pen_foreign(). */
#ifndef CLI_PEN_H
#define CLI_PEN_H

#include <zermelo/zermelo.h>

struct pen {
    struct zm_text *out;
    int width, height;
    bool utf8, colour;
    int line, column; /* where it stands */
    bool styled;
};

__attribute__((format(printf, 2, 3))) void pen_print(struct pen *pen, const char *format, ...);

/* Latin letters stay; what may be of any width, or no character at all, becomes '?'. */
void pen_foreign(struct pen *pen, const char *text);
/* How many columns it takes. */
int pen_measure(const char *text);

/* One character of several bytes, or what stands for it in ASCII. */
void pen_glyph(struct pen *pen, const char *utf8, char ascii);

/* On with blanks to this column; nothing if it is there already. */
void pen_to(struct pen *pen, int column);

/* From now on in this style, the middle of an escape sequence ("1": bold); NULL: plain. */
void pen_style(struct pen *pen, const char *style);

/* The next line. There is an end of line between lines only. */
void pen_line(struct pen *pen);

#endif
