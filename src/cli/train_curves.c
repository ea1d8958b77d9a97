#include "cli/train_curves.h"

#include "cli/plot.h"

#include <math.h>
#include <stdio.h>

enum { AXIS = 8, WIDE = 78 /* from here on there is room for three beside each other */ };

static double policy_at(const void *of, uint32_t i)
{
    return ((const struct train_generation *)of)[i].policy;
}

static double value_at(const void *of, uint32_t i)
{
    return ((const struct train_generation *)of)[i].value;
}

static double elo_at(const void *of, uint32_t i)
{
    return ((const struct train_generation *)of)[i].elo;
}

static double match_at(const void *of, uint32_t i)
{
    return 100 * ((const struct train_generation *)of)[i].score;
}

static double mistakes_at(const void *of, uint32_t i)
{
    return 100 * ((const struct train_generation *)of)[i].mistakes;
}

static double alone_at(const void *of, uint32_t i)
{
    return 100 * ((const struct train_generation *)of)[i].alone;
}

static double ladder_at(const void *of, uint32_t i)
{
    return ((const struct train_generation *)of)[i].ladder;
}

struct curve {
    const char *name;
    plot_value *at;
    int digits;
    const char *style;
    enum { IF_ANY, ALWAYS, FILLS } when; /* even without figures; where the grid has a hole */
};

static const struct curve known[] = {
    { "policy loss", policy_at, 3, "36", ALWAYS },
    { "value loss", value_at, 3, "36", ALWAYS },
    { "Elo", elo_at, 0, "32", ALWAYS },
    { "mistakes %", mistakes_at, 1, "33", IF_ANY },
    { "alone %", alone_at, 1, "33", IF_ANY },
    { "ladder Elo", ladder_at, 0, "32", IF_ANY },
    { "match %", match_at, 1, "35", FILLS },
};
enum { CURVES = sizeof known / sizeof *known };

struct grid {
    const struct curve *curve[CURVES];
    struct plot plot[CURVES];
    int curves, columns, width; /* of each */
    const struct train_generation *of;
    uint32_t generations;
};

static bool has_figures(const struct curve *curve, const struct train_generation *of,
                        uint32_t generations)
{
    for (uint32_t i = 0; i < generations; i++)
        if (isfinite(curve->at(of, i)))
            return true;
    return false;
}

static void heading(struct pen *pen, const struct curve *curve, const struct plot *plot)
{
    pen_style(pen, "1");
    pen_print(pen, " %s", curve->name);
    pen_style(pen, NULL);
    if (!isfinite(plot->last))
        return;
    pen_print(pen, " %.*f ", curve->digits, plot->first);
    pen_glyph(pen, "→", '>');
    pen_print(pen, " %.*f", curve->digits, plot->last);
}

/* The highest figure stands above, the lowest below. */
static void axis(struct pen *pen, const struct curve *curve, const struct plot *plot, int row)
{
    const bool top = row == 0, bottom = row == plot->rows - 1;
    const double value = top ? plot->high : plot->low;
    pen_style(pen, "2");
    if ((top || bottom) && isfinite(value))
        pen_print(pen, "%*.*f ", AXIS - 2, curve->digits, value);
    else
        pen_print(pen, "%*s", AXIS - 1, "");
    if (top || bottom)
        pen_glyph(pen, "┤", '+');
    else
        pen_glyph(pen, "│", '|');
    pen_style(pen, NULL);
}

static void draw_row(struct pen *pen, const struct grid *g, int first, int row)
{
    const int edge = pen->width;
    for (int i = first; i < g->curves && i < first + g->columns; i++) {
        pen->width = edge;
        pen_to(pen, (i - first) * g->width);
        pen->width = pen->column + g->width;
        if (row < 0) {
            heading(pen, g->curve[i], &g->plot[i]);
            continue;
        }
        axis(pen, g->curve[i], &g->plot[i], row);
        pen_style(pen, g->curve[i]->style);
        if (g->plot[i].rows > 1)
            plot_row(&g->plot[i], row, pen);
        else
            plot_spark(pen, g->curve[i]->at, g->of, g->generations, g->plot[i].columns);
        pen_style(pen, NULL);
    }
    pen->width = edge;
    pen_line(pen);
}

static void choose(struct grid *g)
{
    for (int i = 0; i < CURVES; i++)
        if (known[i].when == ALWAYS || (known[i].when == FILLS && g->curves % 2 > 0) ||
            (known[i].when == IF_ANY && has_figures(&known[i], g->of, g->generations)))
            g->curve[g->curves++] = &known[i];
}

int train_curves(struct pen *pen, const struct train_state *state, uint32_t generations, int lines)
{
    struct grid g = { .of = state->generation, .generations = generations };
    choose(&g);
    g.columns = pen->width >= WIDE && g.curves > 4 ? 3 : 2;
    g.width = pen->width / g.columns;
    const int deep = (g.curves + g.columns - 1) / g.columns;
    const int rows = lines / deep > 2 ? lines / deep - 1 : 1;
    for (int i = 0; i < g.curves; i++) {
        g.plot[i] = (struct plot){ .columns = g.width - AXIS - 1, .rows = rows, .fine = pen->utf8 };
        plot_curve(&g.plot[i], g.curve[i]->at, g.of, generations);
    }
    pen_line(pen);
    const int drawn = g.plot[0].rows;
    for (int first = 0; first < g.curves; first += g.columns)
        for (int row = -1; row < drawn; row++)
            draw_row(pen, &g, first, row);
    return deep * (1 + drawn);
}
