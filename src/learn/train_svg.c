#include "learn/train_svg.h"

#include <math.h>

/* In pixels. */
#define WIDTH 720.0
#define PANEL 220.0
#define LEFT 70.0
#define RIGHT 20.0
#define TOP 40.0
#define BOTTOM 26.0

#define INK "#222222"
#define BLUE "#1a56b0"
#define GREY "#bbbbbb"
#define RED "#b3261e"
#define GREEN "#2e7d32"
#define PAPER "#fdfdfa"

/* One number of each generation. */
struct curve {
    const char *name, *colour;
    double (*of)(const struct train_generation *generation);
};

static double policy_of(const struct train_generation *g)
{
    return g->policy;
}

static double value_of(const struct train_generation *g)
{
    return g->value;
}

static double owners_of(const struct train_generation *g)
{
    return g->owner_loss;
}

static double elo_of_generation(const struct train_generation *g)
{
    return g->elo;
}

static double mistakes_of(const struct train_generation *g)
{
    return 100 * g->mistakes;
}

static double alone_of(const struct train_generation *g)
{
    return 100 * g->alone;
}

static double ladder_of(const struct train_generation *g)
{
    return g->ladder;
}

struct panel {
    FILE *out;
    const struct train_state *state;
    double top, low, high;
};

static double x_of(const struct panel *p, double generation)
{
    const double steps = p->state->generations > 1 ? p->state->generations - 1 : 1;
    return LEFT + (WIDTH - LEFT - RIGHT) * generation / steps;
}

static double y_of(const struct panel *p, double value)
{
    return p->top + TOP + (PANEL - TOP - BOTTOM) * (p->high - value) / (p->high - p->low);
}

static void text(const struct panel *p, double x, double y, const char *anchor, const char *colour,
                 const char *words)
{
    fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y,
            anchor, colour, words);
}

static void find_range(struct panel *p, const struct curve curve[], int curves)
{
    p->low = INFINITY;
    p->high = -INFINITY;
    for (uint32_t i = 0; i < p->state->generations; i++)
        for (int k = 0; k < curves; k++) {
            const double value = curve[k].of(&p->state->generation[i]);
            if (isfinite(value)) {
                p->low = fmin(p->low, value);
                p->high = fmax(p->high, value);
            }
        }
    if (!(p->high > p->low)) { /* one point, or none */
        p->low = isfinite(p->low) ? p->low - 0.5 : 0;
        p->high = p->low + 1;
    }
}

/* Lines at round numbers, and the generations below. */
static void draw_grid(const struct panel *p)
{
    char words[32];
    double step = pow(10, floor(log10((p->high - p->low) / 2)));
    while ((p->high - p->low) / step > 6)
        step *= 2;
    const int last = (int)floor(p->high / step);
    for (int i = (int)ceil(p->low / step); i <= last; i++) {
        fprintf(p->out,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"" GREY
                "\" stroke-width=\"0.5\"/>\n",
                LEFT, y_of(p, i * step), WIDTH - RIGHT, y_of(p, i * step));
        snprintf(words, sizeof words, "%.4g", i * step);
        text(p, LEFT - 6, y_of(p, i * step) + 4, "end", INK, words);
    }
    const uint32_t count = p->state->generations, each = 1 + count / 12;
    for (uint32_t i = 0; i < count; i += each) {
        snprintf(words, sizeof words, "%u", i);
        text(p, x_of(p, i), p->top + PANEL - BOTTOM + 16, "middle", INK, words);
    }
}

static void draw_curve(const struct panel *p, const struct curve *curve)
{
    fprintf(p->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"",
            curve->colour);
    for (uint32_t i = 0; i < p->state->generations; i++) {
        const double value = curve->of(&p->state->generation[i]);
        if (isfinite(value))
            fprintf(p->out, "%.1f,%.1f ", x_of(p, i), y_of(p, value));
    }
    fprintf(p->out, "\"/>\n");
}

/* Dots for the generations that became champion. */
static void draw_champions(const struct panel *p)
{
    for (uint32_t i = 0; i < p->state->generations; i++)
        if (p->state->generation[i].better)
            fprintf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"" GREEN "\"/>\n",
                    x_of(p, i), y_of(p, p->state->generation[i].elo));
}

static void draw(FILE *out, const struct train_state *state, double top, const char *title,
                 const struct curve curve[], int curves)
{
    struct panel p = { .out = out, .state = state, .top = top };
    find_range(&p, curve, curves);
    text(&p, LEFT, top + 18, "start", INK, title);
    for (int k = 0; k < curves; k++)
        text(&p, LEFT + 130 * k, top + 33, "start", curve[k].colour, curve[k].name);
    draw_grid(&p);
    for (int k = 0; k < curves; k++)
        draw_curve(&p, &curve[k]);
    if (curve[0].of == elo_of_generation)
        draw_champions(&p);
}

void train_svg(const struct train_state *state, FILE *out)
{
    static const struct curve losses[] = { { "policy", BLUE, policy_of },
                                           { "value", RED, value_of },
                                           { "owners", GREEN, owners_of } };
    static const struct curve elo[] = { { "dots: champions", GREEN, elo_of_generation } };
    static const struct curve mistakes[] = { { "with search", BLUE, mistakes_of },
                                             { "the net alone", RED, alone_of } };
    static const struct curve ladder[] = { { "0: the lowest rung", BLUE, ladder_of } };
    bool graded = false, owners = false, climbed = false;
    char title[160];
    for (uint32_t i = 0; i < state->generations; i++) {
        graded |= isfinite(state->generation[i].mistakes);
        owners |= isfinite(state->generation[i].owner_loss);
        climbed |= isfinite(state->generation[i].ladder);
    }
    const double height = PANEL * (2 + graded + climbed);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "viewBox=\"0 0 %.0f %.0f\" font-family=\"monospace\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"" PAPER "\"/>\n",
            WIDTH, height, WIDTH, height);
    snprintf(title, sizeof title, "Learning %s: losses (nats) of each generation",
             state->settings.game);
    draw(out, state, 0, title, losses, owners ? 3 : 2);
    draw(out, state, PANEL, "Elo of each generation, by its match with the champion", elo, 1);
    if (graded)
        draw(out, state, 2 * PANEL, "Mistakes in percent, as a solver sees them", mistakes, 2);
    if (climbed)
        draw(out, state, (2 + graded) * PANEL,
             "Elo of each generation on the ladder of mcts and alphabeta", ladder, 1);
    fprintf(out, "</svg>\n");
}
