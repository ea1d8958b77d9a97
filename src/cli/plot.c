#include "cli/plot.h"

#include <math.h>
#include <stdlib.h>

/* --------------------------------------------------------------------- curves -- */

static void find_range(struct plot *p, plot_value *value, const void *of, uint32_t count)
{
    double low = INFINITY, high = -INFINITY;
    p->first = p->last = NAN;
    for (uint32_t i = 0; i < count; i++) {
        const double v = value(of, i);
        if (!isfinite(v))
            continue;
        low = fmin(low, v);
        high = fmax(high, v);
        p->first = isfinite(p->first) ? p->first : v;
        p->last = v;
    }
    p->low = low <= high ? low : NAN;
    p->high = low <= high ? high : NAN;
}

/* Where a value stands between the lowest (0) and the highest (1). */
static double height_of(const struct plot *p, double value)
{
    const double up = (value - p->low) / (p->high - p->low);
    return up >= 0 && up <= 1 ? up : 0.5; /* all are the same, or too large to be told apart */
}

static void set_dot(struct plot *p, int x, int y)
{
    static const uint8_t bit[4][2] = { { 1, 8 }, { 2, 16 }, { 4, 32 }, { 64, 128 } };
    if (p->fine)
        p->cell[y / 4][x / 2] |= bit[y % 4][x % 2];
    else
        p->cell[y][x] = 1;
}

struct dot {
    int x, y;
};

/* Every step along the longer side is a dot. */
static void draw_line(struct plot *p, struct dot a, struct dot b)
{
    const int dx = b.x - a.x, dy = b.y - a.y;
    const int steps = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
    for (int i = 0; i <= steps; i++) {
        const double part = steps ? (double)i / steps : 0;
        set_dot(p, a.x + (int)lround(part * dx), a.y + (int)lround(part * dy));
    }
}

static struct dot dot_of(const struct plot *p, uint32_t i, uint32_t count, double value)
{
    const int width = p->columns * (p->fine ? 2 : 1), height = p->rows * (p->fine ? 4 : 1);
    const double along = count > 1 ? (double)i / (count - 1) : 0;
    return (struct dot){ (int)lround(along * (width - 1)),
                         (int)lround((1 - height_of(p, value)) * (height - 1)) };
}

void plot_curve(struct plot *p, plot_value *value, const void *of, uint32_t count)
{
    struct dot before = { 0, 0 };
    bool joined = false;
    p->columns = p->columns < 1 ? 1 : p->columns > PLOT_COLUMNS ? PLOT_COLUMNS : p->columns;
    p->rows = p->rows < 1 ? 1 : p->rows > PLOT_ROWS ? PLOT_ROWS : p->rows;
    find_range(p, value, of, count);
    for (uint32_t i = 0; i < count; i++) {
        const double v = value(of, i);
        if (isfinite(v)) {
            const struct dot now = dot_of(p, i, count, v);
            draw_line(p, joined ? before : now, now);
            before = now;
        }
        joined = isfinite(v);
    }
}

void plot_row(const struct plot *p, int row, struct pen *pen)
{
    for (int x = 0; x < p->columns; x++) {
        const uint8_t dots = p->cell[row][x];
        const char braille[] = { (char)0xE2, (char)(0xA0 + (dots >> 6)), (char)(0x80 + (dots & 63)),
                                 '\0' };
        if (dots)
            pen_glyph(pen, braille, '*');
        else
            pen_glyph(pen, " ", ' ');
    }
}

/* ---------------------------------------------------------------------- lines -- */

/* The last of the values that share a column. */
static double value_at(plot_value *value, const void *of, uint32_t count, int column, int columns)
{
    const uint32_t from = (uint32_t)((uint64_t)count * (uint64_t)column / (uint64_t)columns);
    const uint32_t end = (uint32_t)((uint64_t)count * (uint64_t)(column + 1) / (uint64_t)columns);
    double v = value(of, from);
    for (uint32_t i = from + 1; i < end; i++)
        if (isfinite(value(of, i)))
            v = value(of, i);
    return v;
}

void plot_spark(struct pen *pen, plot_value *value, const void *of, uint32_t count, int columns)
{
    static const char *const block[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    static const char ascii[] = "_.:-=+*#";
    struct plot range;
    find_range(&range, value, of, count);
    for (int x = 0; x < columns && count > 0; x++) {
        const double v = value_at(value, of, count, x, columns);
        const int level = isfinite(v) ? (int)lround(height_of(&range, v) * 7) : -1;
        if (level < 0)
            pen_glyph(pen, " ", ' ');
        else
            pen_glyph(pen, block[level], ascii[level]);
    }
}

void plot_bar(struct pen *pen, double done, int columns, const char *style)
{
    const double part = !(done > 0) ? 0 : done < 1 ? done : 1;
    const int halves = (int)lround(part * 2 * columns), full = halves / 2;
    pen_style(pen, style);
    for (int x = 0; x < full; x++)
        pen_glyph(pen, "━", '#');
    if (halves % 2)
        pen_glyph(pen, "╸", '#');
    pen_style(pen, NULL);
    pen_style(pen, "2");
    for (int x = full + halves % 2; x < columns; x++)
        pen_glyph(pen, "─", '-');
    pen_style(pen, NULL);
}
