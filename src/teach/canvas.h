/* canvas.h -- paper to draw on: SVG for screens, PDF for printers. The same few shapes and
 * lines of text, in pixels from the top left corner, make either.
 *
 *     struct canvas c;
 *     canvas_begin(&c, out, CANVAS_PDF, width, height, "caption", "what is to be seen");
 *     canvas_text(&c, 10, 20, CANVAS_LEFT, 13, "#222222", true, "Hello");
 *     canvas_end(&c);
 *
 * Text is UTF-8; a PDF shows what Latin-1 has and ? for the rest. All letters have the same
 * width, so that who draws knows how long a text will be: canvas_width(). */
#ifndef TEACH_CANVAS_H
#define TEACH_CANVAS_H

#include <stdbool.h>
#include <stdio.h>

enum canvas_kind { CANVAS_SVG, CANVAS_PDF };
enum canvas_anchor { CANVAS_LEFT, CANVAS_MIDDLE };

struct canvas {
    FILE *out;
    enum canvas_kind kind;
    double width, height;
    /* PDF: what is drawn, which is written once its length is known. */
    FILE *ink;
    char *content;
    size_t length;
    const char *title;
};

struct canvas_point {
    double x, y;
};

/* A line. Colours are "#rrggbb". */
struct pen {
    const char *colour;
    double width;
    bool dashed;
};

/* `fill` of a shape is a colour or NULL; so is the colour of its pen. */
void canvas_begin(struct canvas *c, FILE *out, enum canvas_kind kind, double width, double height,
                  const char *title, const char *description);
void canvas_path(struct canvas *c, const struct canvas_point at[], int points, bool closed,
                 const char *fill, struct pen pen);
void canvas_rectangle(struct canvas *c, double x, double y, double width, double height,
                      double round, const char *fill, struct pen pen);
void canvas_circle(struct canvas *c, double x, double y, double radius, const char *fill,
                   struct pen pen);
void canvas_text(struct canvas *c, double x, double y, enum canvas_anchor anchor, double size,
                 const char *colour, bool bold, const char *text);
/* False: out of memory. */
bool canvas_end(struct canvas *c);

/* How wide a text of this size may be. */
double canvas_width(const char *text, double size);

#endif
