#include "cli/train_table.h"

#include <math.h>
#include <string.h>

static const char *const head[TRAIN_COLUMNS] = { "gen.",     "games",  "positions", "policy",
                                                 "value",    "match%", "Elo",       "new",
                                                 "mistake%", "alone%", "ladder",    "+-",
                                                 "seconds" };

const struct train_widths train_table_wide = { { 5, 7, 9, 8, 8, 6, 6, 3, 8, 6, 6, 4, 8 } };

/* Who has to go first where there is too little room; the others stay. */
static const int least[] = { 11, 12, 2, 1, 9, 5, 10, 8, 4, 3 };

/* With so many digits; a dash where there is no number. */
static void write_number(double value, int digits, char out[TRAIN_CELL])
{
    if (isfinite(value))
        snprintf(out, TRAIN_CELL, "%.*f", digits, value);
    else
        snprintf(out, TRAIN_CELL, "-");
}

static void write_count(uint64_t count, char out[TRAIN_CELL])
{
    snprintf(out, TRAIN_CELL, "%llu", (unsigned long long)count);
}

void train_table_cell(const struct train_generation *g, int column, char out[TRAIN_CELL])
{
    if (!g) {
        snprintf(out, TRAIN_CELL, "%s", head[column]);
        return;
    }
    switch (column) {
    case 0:
        write_count(g->number, out);
        break;
    case 1:
        write_count(g->games, out);
        break;
    case 2:
        write_count(g->positions, out);
        break;
    case 3:
        write_number(g->policy, 4, out);
        break;
    case 4:
        write_number(g->value, 4, out);
        break;
    case 5:
        write_number(100 * g->score, 1, out);
        break;
    case 6:
        write_number(g->elo, 0, out);
        break;
    case TRAIN_NEW:
        snprintf(out, TRAIN_CELL, "%s", g->better ? "yes" : "no");
        break;
    case 8:
        write_number(100 * g->mistakes, 1, out);
        break;
    case 9:
        write_number(100 * g->alone, 1, out);
        break;
    case 10:
        write_number(g->ladder, 0, out);
        break;
    case 11:
        write_number(g->ladder_error, 0, out);
        break;
    default:
        write_number(g->seconds, 0, out);
        break;
    }
}

void train_table_line(const struct train_generation *g, const struct train_widths *w, FILE *out)
{
    char cell[TRAIN_CELL];
    for (int i = 0; i < TRAIN_COLUMNS; i++) {
        train_table_cell(g, i, cell);
        if (w->width[i] > 0)
            fprintf(out, "%s%*s", i ? " " : "", w->width[i], cell);
    }
    fputc('\n', out);
}

/* As wide as its widest cell; 0 if there are dashes alone. */
static int width_of(const struct train_generation row[], uint32_t rows, int column)
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
    for (int i = 0; i < TRAIN_COLUMNS; i++) {
        w.width[i] = width_of(row, rows, i);
        sum += w.width[i] > 0 ? w.width[i] + 1 : 0;
    }
    for (size_t i = 0; i < sizeof least / sizeof *least && sum > room; i++) {
        sum -= w.width[least[i]] > 0 ? w.width[least[i]] + 1 : 0;
        w.width[least[i]] = 0;
    }
    return w;
}
