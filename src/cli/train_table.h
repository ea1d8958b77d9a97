/* train_table.h -- the generations of a run as a table: wide, as it stays on the screen or in a
 * file, or with as many columns as there is room for. */
#ifndef CLI_TRAIN_TABLE_H
#define CLI_TRAIN_TABLE_H

#include "learn/train_state.h"

enum train_column {
    TRAIN_NUMBER,
    TRAIN_GAMES,
    TRAIN_POSITIONS,
    TRAIN_POLICY,
    TRAIN_VALUE,
    TRAIN_SCORE,
    TRAIN_ELO,
    TRAIN_NEW, /* "yes" if it became champion */
    TRAIN_MISTAKES,
    TRAIN_ALONE,
    TRAIN_LADDER,
    TRAIN_LADDER_ERROR,
    TRAIN_SECONDS,
    TRAIN_COLUMNS
};

/* The longest cell, and how wide all columns are. */
enum { TRAIN_CELL = 32, TRAIN_WIDE = 96 };

/* Of each column; 0: it is left out. */
struct train_widths {
    int width[TRAIN_COLUMNS];
};

extern const struct train_widths train_table_wide;

/* For these rows within so many columns of text: those that have nothing to say go first. */
struct train_widths train_table_fit(const struct train_generation row[], uint32_t rows, int room);

/* What stands in a column: of a generation, or above them all (NULL). */
void train_table_cell(const struct train_generation *generation, enum train_column column,
                      char out[TRAIN_CELL]);

/* A line of the table, with its end. */
void train_table_line(const struct train_generation *generation, const struct train_widths *widths,
                      FILE *out);

#endif
