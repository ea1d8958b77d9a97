#include "learn/loss_svg.h"

#include <math.h>

/* In pixels. */
#define WIDTH 720.0
#define HEIGHT 360.0
#define LEFT 70.0
#define RIGHT 20.0
#define TOP 46.0
#define BOTTOM 46.0

#define INK "#222222"
#define BLUE "#1a56b0"
#define GREY "#bbbbbb"
#define RED "#b3261e"
#define PAPER "#fdfdfa"

struct plot {
    FILE *out;
    const struct work *work;
    double low, high; /* losses */
};

static double x_of(const struct plot *p, double i)
{
    const double steps = p->work->points > 1 ? p->work->points - 1 : 1;
    return LEFT + (WIDTH - LEFT - RIGHT) * i / steps;
}

static double y_of(const struct plot *p, double loss)
{
    return TOP + (HEIGHT - TOP - BOTTOM) * (p->high - loss) / (p->high - p->low);
}

static void text(const struct plot *p, double x, double y, const char *anchor, const char *colour,
                 const char *words)
{
    fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y,
            anchor, colour, words);
}

static void find_range(struct plot *p)
{
    p->low = INFINITY;
    p->high = -INFINITY;
    for (uint32_t i = 0; i < p->work->points; i++) {
        const struct fit_point *const point = &p->work->point[i];
        p->low = fmin(p->low, fmin(point->training, point->validation));
        p->high = fmax(p->high, fmax(point->training, point->validation));
    }
    if (!(p->high > p->low)) { /* one point, or none */
        p->low = isfinite(p->low) ? p->low - 0.01 : 0;
        p->high = p->low + 0.02;
    }
}

/* Lines at round numbers of the loss, and where a round begins. */
static void draw_grid(const struct plot *p)
{
    char words[32];
    double step = pow(10, floor(log10((p->high - p->low) / 2)));
    while ((p->high - p->low) / step > 8)
        step *= 2;
    const int last = (int)floor(p->high / step);
    for (int i = (int)ceil(p->low / step); i <= last; i++) {
        const double loss = i * step;
        fprintf(p->out,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"" GREY
                "\" stroke-width=\"0.5\"/>\n",
                LEFT, y_of(p, loss), WIDTH - RIGHT, y_of(p, loss));
        snprintf(words, sizeof words, "%.4g", loss);
        text(p, LEFT - 6, y_of(p, loss) + 4, "end", INK, words);
    }
    for (uint32_t i = 0; i < p->work->points; i++) {
        if (p->work->point[i].pass != 1)
            continue;
        const double x = x_of(p, i > 0 ? i - 0.5 : 0);
        fprintf(p->out,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"" GREY
                "\" stroke-dasharray=\"3 3\"/>\n",
                x, TOP, x, HEIGHT - BOTTOM);
        snprintf(words, sizeof words, "round %u", p->work->point[i].round);
        text(p, x + 4, HEIGHT - BOTTOM + 16, "start", INK, words);
    }
}

static void draw_curve(const struct plot *p, bool validation, const char *colour)
{
    fprintf(p->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", colour);
    for (uint32_t i = 0; i < p->work->points; i++) {
        const struct fit_point *const point = &p->work->point[i];
        fprintf(p->out, "%s%.1f,%.1f", i ? " " : "", x_of(p, i),
                y_of(p, validation ? point->validation : point->training));
    }
    fprintf(p->out, "\"/>\n");
}

void loss_svg(const struct work *work, FILE *out)
{
    char words[160];
    struct plot p = { .out = out, .work = work };
    find_range(&p);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" font-family=\"monospace\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"" PAPER "\"/>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT);
    snprintf(words, sizeof words, "Learning to evaluate %s: loss (nats) after each pass",
             work->settings.game);
    text(&p, LEFT, 18, "start", INK, words);
    text(&p, LEFT, 36, "start", BLUE, "games learned from");
    text(&p, LEFT + 160, 36, "start", RED, "games held out");
    draw_grid(&p);
    draw_curve(&p, false, BLUE);
    draw_curve(&p, true, RED);
    fprintf(out, "</svg>\n");
}
