/* canvas_pdf.c -- PDF 1.4 (ISO 32000), written by hand: six objects, the drawing among them as
 * plain operators, and the table of where each object begins. The fonts are Courier and
 * Courier-Bold, which every reader has: nothing needs to be embedded, and every letter is
 * exactly 0.6 times as wide as the font is high.
 *
 *   1 catalogue   2 pages   3 the page   4 its content   5, 6 fonts   7 title */
#include "teach/canvas_pdf.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define SHORT_SIDE 595.28 /* A4, in points of 1/72 inch */
#define LONG_SIDE 841.89
#define MARGIN 28.0
#define POINTS_PER_PIXEL 0.75
#define CHARACTER 0.6
#define ROUND 0.5523 /* where the handles of a quarter of a circle stand */

enum { OBJECTS = 7 };

void pdf_begin(struct canvas *c)
{
    c->ink = open_memstream(&c->content, &c->length);
    if (!c->ink)
        return;
    /* Lying if that leaves the drawing larger. */
    const bool lying = c->width > c->height;
    const double across = (lying ? LONG_SIDE : SHORT_SIDE) - 2 * MARGIN,
                 down = (lying ? SHORT_SIDE : LONG_SIDE) - 2 * MARGIN;
    double scale = POINTS_PER_PIXEL;
    scale = c->width * scale > across ? across / c->width : scale;
    scale = c->height * scale > down ? down / c->height : scale;
    /* From the top left corner downwards, as on the screen. */
    fprintf(c->ink, "%.5f 0 0 %.5f %.2f %.2f cm\n1 j\n", scale, -scale, MARGIN,
            (lying ? SHORT_SIDE : LONG_SIDE) - MARGIN);
}

static void colour(FILE *ink, const char *text, const char *operator)
{
    const unsigned long rgb = strtoul(text + 1, NULL, 16);
    fprintf(ink, "%.3f %.3f %.3f %s\n", (double)(rgb >> 16 & 255) / 255,
            (double)(rgb >> 8 & 255) / 255, (double)(rgb & 255) / 255, operator);
}

static void dip(FILE *ink, const char *fill, struct pen pen)
{
    if (fill)
        colour(ink, fill, "rg");
    if (pen.colour) {
        colour(ink, pen.colour, "RG");
        fprintf(ink, "%.2f w %s d\n", pen.width, pen.dashed ? "[4 3] 0" : "[] 0");
    }
}

static void paint(FILE *ink, const char *fill, struct pen pen)
{
    fputs(fill && pen.colour ? "B\n" : fill ? "f\n" : pen.colour ? "S\n" : "n\n", ink);
}

void pdf_path(struct canvas *c, const struct canvas_point at[], int points, bool closed,
              const char *fill, struct pen pen)
{
    if (!c->ink)
        return;
    dip(c->ink, fill, pen);
    for (int i = 0; i < points; i++)
        fprintf(c->ink, "%.2f %.2f %c\n", at[i].x, at[i].y, i ? 'l' : 'm');
    if (closed)
        fputs("h\n", c->ink);
    paint(c->ink, fill, pen);
}

void pdf_rectangle(struct canvas *c, double x, double y, double width, double height,
                   const char *fill, struct pen pen)
{
    if (!c->ink)
        return;
    dip(c->ink, fill, pen);
    fprintf(c->ink, "%.2f %.2f %.2f %.2f re\n", x, y, width, height);
    paint(c->ink, fill, pen);
}

void pdf_circle(struct canvas *c, double x, double y, double radius, const char *fill,
                struct pen pen)
{
    static const double quarter[4][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
    if (!c->ink)
        return;
    dip(c->ink, fill, pen);
    fprintf(c->ink, "%.2f %.2f m\n", x + radius, y);
    for (int i = 0; i < 4; i++) {
        const double *const a = quarter[i], *const b = quarter[(i + 1) % 4];
        fprintf(c->ink, "%.2f %.2f %.2f %.2f %.2f %.2f c\n", x + radius * (a[0] + ROUND * b[0]),
                y + radius * (a[1] + ROUND * b[1]), x + radius * (b[0] + ROUND * a[0]),
                y + radius * (b[1] + ROUND * a[1]), x + radius * b[0], y + radius * b[1]);
    }
    paint(c->ink, fill, pen);
}

/* A string of Latin-1 from UTF-8; what Latin-1 lacks becomes a question mark. */
static int latin(FILE *ink, const char *text)
{
    int characters = 0;
    fputc('(', ink);
    for (const unsigned char *at = (const unsigned char *)text; *at; characters++) {
        unsigned char sign = '?';
        if (*at < 0x80) {
            sign = *at++;
        } else if ((*at == 0xC2 || *at == 0xC3) && (at[1] & 0xC0) == 0x80) {
            sign = (unsigned char)((*at & 3) << 6 | (at[1] & 0x3F));
            at += 2;
        } else {
            for (at++; (*at & 0xC0) == 0x80;)
                at++;
        }
        if (sign == '(' || sign == ')' || sign == '\\')
            fputc('\\', ink);
        if (sign < 0x20 || sign > 0x7E)
            fprintf(ink, "\\%03o", sign);
        else
            fputc(sign, ink);
    }
    fputc(')', ink);
    return characters;
}

static int count_characters(const char *text)
{
    int characters = 0;
    for (; *text; text++)
        characters += (*text & 0xC0) != 0x80;
    return characters;
}

void pdf_text(struct canvas *c, double x, double y, enum canvas_anchor anchor, double size,
              const char *ink_colour, bool bold, const char *text)
{
    if (!c->ink)
        return;
    if (anchor == CANVAS_MIDDLE)
        x -= CHARACTER * size * count_characters(text) / 2;
    colour(c->ink, ink_colour, "rg");
    /* The page hangs upside down, so the letters are turned over once more. */
    fprintf(c->ink, "BT /%s %.2f Tf 1 0 0 -1 %.2f %.2f Tm ", bold ? "B" : "R", size, x, y);
    latin(c->ink, text);
    fputs(" Tj ET\n", c->ink);
}

/* The objects count their bytes: PDF finds each by its place in the file. */
struct objects {
    FILE *out;
    long at;
    long place[OBJECTS + 1];
    int number;
};

__attribute__((format(printf, 2, 3))) static void object(struct objects *o, const char *format, ...)
{
    va_list args;
    o->place[++o->number] = o->at;
    o->at += fprintf(o->out, "%d 0 obj\n", o->number);
    va_start(args, format);
    o->at += vfprintf(o->out, format, args);
    va_end(args);
    o->at += fprintf(o->out, "\nendobj\n");
}

static char *title_string(const char *title)
{
    char *text = NULL;
    size_t length;
    FILE *const out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    latin(out, title);
    fclose(out);
    return text;
}

static void write_file(const struct canvas *c, const char *title)
{
    struct objects o = { .out = c->out };
    const bool lying = c->width > c->height;
    o.at = fprintf(c->out, "%%PDF-1.4\n%%\xE2\xE3\xCF\xD3\n");
    object(&o, "<< /Type /Catalog /Pages 2 0 R >>");
    object(&o, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>");
    object(&o,
           "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %.2f %.2f] /Contents 4 0 R\n"
           "/Resources << /Font << /R 5 0 R /B 6 0 R >> >> >>",
           lying ? LONG_SIDE : SHORT_SIDE, lying ? SHORT_SIDE : LONG_SIDE);
    object(&o, "<< /Length %zu >>\nstream\n%s\nendstream", c->length, c->content);
    object(&o, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>");
    object(&o,
           "<< /Type /Font /Subtype /Type1 /BaseFont /Courier-Bold /Encoding /WinAnsiEncoding >>");
    object(&o, "<< /Title %s /Producer (Zermelo) >>", title);
    fprintf(c->out, "xref\n0 %d\n0000000000 65535 f \n", OBJECTS + 1);
    for (int i = 1; i <= OBJECTS; i++)
        fprintf(c->out, "%010ld 00000 n \n", o.place[i]);
    fprintf(c->out, "trailer\n<< /Size %d /Root 1 0 R /Info 7 0 R >>\nstartxref\n%ld\n%%%%EOF\n",
            OBJECTS + 1, o.at);
}

bool pdf_end(struct canvas *c)
{
    char *const title = title_string(c->title);
    const bool done = c->ink && fclose(c->ink) == 0 && title;
    if (done)
        write_file(c, title);
    free(title);
    free(c->content);
    c->content = NULL;
    c->ink = NULL;
    return done && !ferror(c->out);
}
