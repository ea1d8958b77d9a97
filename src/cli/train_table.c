#include "cli/train_table.h"

#include <math.h>
#include <string.h>

static const char *const head[TRAIN_COLUMNS] = { "gen.",     "games",  "positions", "policy",
                                                 "value",    "match%", "Elo",       "new",
                                                 "mistake%", "alone%", "ladder",    "+-",
                                                 "seconds" };

const struct train_widths train_table_wide = { { 5, 7, 9, 8, 8, 6, 6, 3, 8, 6, 6, 4, 8 } };

/* Who has to go first where there is too little room; the others stay. */
static const enum train_column least[] = { TRAIN_LADDER_ERROR, TRAIN_SECONDS,  TRAIN_POSITIONS,
                                           TRAIN_GAMES,        TRAIN_ALONE,    TRAIN_SCORE,
                                           TRAIN_LADDER,       TRAIN_MISTAKES, TRAIN_VALUE,
                                           TRAIN_POLICY };

static double value_of(const struct train_generation *g, enum train_column column)
{
    switch (column) {
    case TRAIN_NUMBER:
        return g->number;
    case TRAIN_GAMES:
        return (double)g->games;
    case TRAIN_POSITIONS:
        return (double)g->positions;
    case TRAIN_POLICY:
        return g->policy;
    case TRAIN_VALUE:
        return g->value;
    case TRAIN_SCORE:
        return 100 * g->score;
    case TRAIN_ELO:
        return g->elo;
    case TRAIN_MISTAKES:
        return 100 * g->mistakes;
    case TRAIN_ALONE:
        return 100 * g->alone;
    case TRAIN_LADDER:
        return g->ladder;
    case TRAIN_LADDER_ERROR:
        return g->ladder_error;
    case TRAIN_SECONDS:
        return g->seconds;
    default:
        return (double)NAN;
    }
}

static int digits_of(enum train_column column)
{
    switch (column) {
    case TRAIN_POLICY:
    case TRAIN_VALUE:
        return 4;
    case TRAIN_SCORE:
    case TRAIN_MISTAKES:
    case TRAIN_ALONE:
        return 1;
    default:
        return 0;
    }
}

void train_table_cell(const struct train_generation *g, enum train_column column,
                      char out[TRAIN_CELL])
{
    const double value = g ? value_of(g, column) : 0;
    if (!g)
        snprintf(out, TRAIN_CELL, "%s", head[column]);
    else if (column == TRAIN_NEW)
        snprintf(out, TRAIN_CELL, "%s", g->better ? "yes" : "no");
    else if (isfinite(value))
        snprintf(out, TRAIN_CELL, "%.*f", digits_of(column), value);
    else
        snprintf(out, TRAIN_CELL, "-");
}

void train_table_line(const struct train_generation *g, const struct train_widths *w, FILE *out)
{
    char cell[TRAIN_CELL];
    for (enum train_column i = 0; i < TRAIN_COLUMNS; i++) {
        train_table_cell(g, i, cell);
        if (w->width[i] > 0)
            fprintf(out, "%s%*s", i ? " " : "", w->width[i], cell);
    }
    fputc('\n', out);
}

/* As wide as its widest cell; 0 if there are dashes alone. */
static int width_of(const struct train_generation row[], uint32_t rows, enum train_column column)
{
    char cell[TRAIN_CELL];
    int width = (int)strlen(head[column]);
    bool any = rows == 0;
    for (uint32_t i = 0; i < rows; i++) {
        train_table_cell(&row[i], column, cell);
        const int length = (int)strlen(cell);
        width = length > width ? length : width;
        any |= strcmp(cell, "-") != 0;
    }
    return any ? width : 0;
}

struct train_widths train_table_fit(const struct train_generation row[], uint32_t rows, int room)
{
    struct train_widths w;
    int sum = -1;
    for (enum train_column i = 0; i < TRAIN_COLUMNS; i++) {
        w.width[i] = width_of(row, rows, i);
        sum += w.width[i] > 0 ? w.width[i] + 1 : 0;
    }
    for (size_t i = 0; i < sizeof least / sizeof *least && sum > room; i++) {
        sum -= w.width[least[i]] > 0 ? w.width[least[i]] + 1 : 0;
        w.width[least[i]] = 0;
    }
    return w;
}
