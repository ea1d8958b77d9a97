/* canvas_pdf.h -- the canvas as PDF: one page of A4, lying or standing, with the drawing as
 * large as it fits, but never larger than on the screen. Inside src/teach/canvas.c only. */
#ifndef TEACH_CANVAS_PDF_H
#define TEACH_CANVAS_PDF_H

#include "teach/canvas.h"

void pdf_begin(struct canvas *c);
void pdf_path(struct canvas *c, const struct canvas_point at[], int points, bool closed,
              const char *fill, struct pen pen);
void pdf_rectangle(struct canvas *c, double x, double y, double width, double height,
                   const char *fill, struct pen pen);
void pdf_circle(struct canvas *c, double x, double y, double radius, const char *fill,
                struct pen pen);
void pdf_text(struct canvas *c, double x, double y, enum canvas_anchor anchor, double size,
              const char *colour, bool bold, const char *text);
bool pdf_end(struct canvas *c);

#endif
