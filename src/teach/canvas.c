#include "teach/canvas.h"

#include "teach/canvas_pdf.h"

#include <string.h>

/* A character of a monospace font is 0.6 times as wide as it is high; a little more is
 * allowed for fonts that are wider. */
#define CHARACTER 0.62

double canvas_width(const char *text, double size)
{
    int characters = 0;
    for (; *text; text++)
        characters += (*text & 0xC0) != 0x80; /* not those that go on with one of UTF-8 */
    return CHARACTER * size * characters;
}

static void escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else
            fputc(*text, out);
    }
}

static void style(FILE *out, const char *fill, struct pen pen)
{
    fprintf(out, " fill=\"%s\"", fill ? fill : "none");
    if (!pen.colour)
        return;
    fprintf(out, " stroke=\"%s\" stroke-width=\"%.3g\"", pen.colour, pen.width);
    if (pen.dashed)
        fputs(" stroke-dasharray=\"4 3\"", out);
}

void canvas_begin(struct canvas *c, FILE *out, enum canvas_kind kind, double width, double height,
                  const char *title, const char *description)
{
    *c = (struct canvas){
        .out = out, .kind = kind, .width = width, .height = height, .title = title
    };
    if (kind == CANVAS_PDF) {
        pdf_begin(c);
        return;
    }
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %.1f\" width=\"%.0f\" "
            "height=\"%.0f\" role=\"img\" aria-labelledby=\"title desc\" "
            "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\">\n"
            "<title id=\"title\">",
            width, height, width, height);
    escaped(out, title);
    fputs("</title>\n<desc id=\"desc\">", out);
    escaped(out, description);
    fputs("</desc>\n", out);
}

void canvas_path(struct canvas *c, const struct canvas_point at[], int points, bool closed,
                 const char *fill, struct pen pen)
{
    if (c->kind == CANVAS_PDF) {
        pdf_path(c, at, points, closed, fill, pen);
        return;
    }
    fputs("<path d=\"", c->out);
    for (int i = 0; i < points; i++)
        fprintf(c->out, "%c%.1f %.1f", i ? 'L' : 'M', at[i].x, at[i].y);
    fputs(closed ? "Z\" stroke-linejoin=\"round\"" : "\"", c->out);
    style(c->out, fill, pen);
    fputs("/>\n", c->out);
}

void canvas_rectangle(struct canvas *c, double x, double y, double width, double height,
                      double round, const char *fill, struct pen pen)
{
    if (c->kind == CANVAS_PDF) {
        pdf_rectangle(c, x, y, width, height, fill, pen);
        return;
    }
    fprintf(c->out, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"", x, y, width,
            height);
    if (round > 0)
        fprintf(c->out, " rx=\"%.3g\"", round);
    style(c->out, fill, pen);
    fputs("/>\n", c->out);
}

void canvas_circle(struct canvas *c, double x, double y, double radius, const char *fill,
                   struct pen pen)
{
    if (c->kind == CANVAS_PDF) {
        pdf_circle(c, x, y, radius, fill, pen);
        return;
    }
    fprintf(c->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"", x, y, radius);
    style(c->out, fill, pen);
    fputs("/>\n", c->out);
}

void canvas_text(struct canvas *c, double x, double y, enum canvas_anchor anchor, double size,
                 const char *colour, bool bold, const char *text)
{
    if (!*text)
        return;
    if (c->kind == CANVAS_PDF) {
        pdf_text(c, x, y, anchor, size, colour, bold, text);
        return;
    }
    fprintf(c->out,
            "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" text-anchor=\"%s\" fill=\"%s\"%s>", x,
            y, size, anchor == CANVAS_MIDDLE ? "middle" : "start", colour,
            bold ? " font-weight=\"bold\"" : "");
    escaped(c->out, text);
    fputs("</text>\n", c->out);
}

bool canvas_end(struct canvas *c)
{
    if (c->kind == CANVAS_PDF)
        return pdf_end(c);
    fputs("</svg>\n", c->out);
    return !ferror(c->out);
}
