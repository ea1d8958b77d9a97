/* train_table.h -- the generations of a run as a table: wide, as it stays on the screen or in a
 * file, or with as many columns as there is room for. */
#ifndef CLI_TRAIN_TABLE_H
#define CLI_TRAIN_TABLE_H

#include "learn/train_state.h"

/* TRAIN_NEW: "yes" if it became champion; TRAIN_WIDE: all columns. */
enum { TRAIN_COLUMNS = 13, TRAIN_CELL = 32, TRAIN_NEW = 7, TRAIN_WIDE = 96 };

/* Of each column; 0: it is left out. */
struct train_widths {
    int width[TRAIN_COLUMNS];
};

extern const struct train_widths train_table_wide;

/* For these rows within so many columns of text: those that have nothing to say go first. */
struct train_widths train_table_fit(const struct train_generation row[], uint32_t rows, int room);

/* What stands in a column: of a generation, or above them all (NULL). */
void train_table_cell(const struct train_generation *generation, int column, char out[TRAIN_CELL]);

/* A line of the table, with its end. */
void train_table_line(const struct train_generation *generation, const struct train_widths *widths,
                      FILE *out);

#endif
