/* plot.h -- curves and bars of characters: Braille dots and blocks, or ASCII where there are none.
 *
 * A character of Braille has two columns of four dots each (U+2800 and eight bits), so a curve is
 * finer than its letters. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H

#include "cli/pen.h"

enum { PLOT_COLUMNS = 160, PLOT_ROWS = 12 };

/* The i-th of some values; NaN: there is none. */
typedef double plot_value(const void *of, uint32_t i);

struct plot {
    int columns, rows;  /* in characters */
    bool fine;          /* Braille */
    double low, high;   /* values of the lowest and the highest dot */
    double first, last; /* values there are; NaN: none */
    uint8_t cell[PLOT_ROWS][PLOT_COLUMNS];
};

/* Draw a curve through all values, from the left to the right; a gap where there is none. Too large
 * a size is taken for the largest. */
void plot_curve(struct plot *plot, plot_value *value, const void *of, uint32_t count);

/* One of its rows, from above. */
void plot_row(const struct plot *plot, int row, struct pen *pen);

/* The values in one line of characters of eight heights. */
void plot_spark(struct pen *pen, plot_value *value, const void *of, uint32_t count, int columns);

/* How much of a whole is done, from 0 to 1. */
void plot_bar(struct pen *pen, double done, int columns, const char *style);

#endif
