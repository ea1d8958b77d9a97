/* sheet.h -- an exercise on paper: what to do, the tree with room for the answers, the
 * choices of selection as a table; or the same with everything filled in. */
#ifndef TEACH_SHEET_H
#define TEACH_SHEET_H

#include "teach/canvas.h"
#include "teach/exercise.h"

/* False: out of memory. */
bool sheet_write(FILE *out, enum canvas_kind kind, const struct exercise *exercise, bool solution);

/* SVG or PDF, as the name of the file ends. */
const char *sheet_kind(const char *path, enum canvas_kind *kind, struct zm_error *error);

#endif
