#include "search/tree_svg.h"

#include "search/record_tell.h"
#include "search/tree_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All in pixels. A character of a monospace font is 0.6 times as wide as it is high; a
 * little more is allowed for fonts that are wider. */
#define EM 13.0
#define CHARACTER (0.62 * EM)
#define MARGIN 16.0
#define HALF 13.0    /* of a triangle, square or circle */
#define BAND 20.0    /* the name of the move, over its node */
#define ROW 34.0     /* the node with two lines of labels beside it */
#define ARCS 44.0    /* between the rows, at least */
#define SLOPE 0.07   /* ... and so much of the widest step aside */
#define GAP 12.0     /* between neighbours */
#define HEADING 30.0 /* the caption */

#define INK "#222222"
#define BLUE "#1a56b0"
#define GREY "#666666"
#define RED "#b3261e"
#define PAPER "#fdfdfa"

enum { LABEL = 256 };

/* What stands at a node. */
struct labels {
    char move[LABEL];      /* on the arc that leads to it               */
    char inside[LABEL];    /* a leaf's value, a player's number         */
    char beside[2][LABEL]; /* name and value; window or visits        */
};

struct picture {
    FILE *out;
    const struct record *r;
    struct labels *labels;
    struct laid *laid;
    double *top; /* of each ply */
    int plies;
    double left; /* where the tree begins */
};

static double width_of(const char *text)
{
    return CHARACTER * (double)strlen(text); /* all labels are ASCII */
}

static double wider(double a, double b)
{
    return a > b ? a : b;
}

static bool box(const struct record *r, int n)
{
    return r->node[n].turn == ZM_OVER;
}

/* ------------------------------------------------------------------ labels -- */

static void label_arc(const struct record *r, int n, char *text)
{
    struct zm_text t = { text, LABEL, 0 };
    const struct record_node *const node = &r->node[n];
    text[0] = '\0';
    zm_print(&t, "%s", record_text(r, n));
    if (node->weight) {
        zm_print(&t, " ");
        tell_probability(&t, node->weight, node->weight_of);
    }
}

static void label_node(const struct record *r, int n, struct labels *label)
{
    const struct record_node *const node = &r->node[n];
    struct zm_text inside = { label->inside, LABEL, 0 };
    struct zm_text first = { label->beside[0], LABEL, 0 }, second = { label->beside[1], LABEL, 0 };
    *label = (struct labels){ 0 };
    if (n > 0)
        label_arc(r, n, label->move);
    if (box(r, n))
        tell_value(&inside, r, n);
    else if (node->turn >= 0 && !plays_max_and_min(r))
        zm_print(&inside, "%d", node->turn + 1);
    if (node->name)
        zm_print(&first, "%s", record_name(r, n));
    if (node->visits > 0) {
        zm_print(&first, "%sn=%llu", node->name ? " " : "", (unsigned long long)node->visits);
        zm_print(&second, "m=%.2f", node->value);
    } else if (!box(r, n) && node->state == RECORD_SEEN && node->has_value) {
        zm_print(&first, "%s%s", node->name ? " = " : "", node->horizon ? "~" : "");
        tell_value(&first, r, n);
        if (node->has_window && !node->horizon)
            tell_window(&second, node->alpha, node->beta);
    }
}

/* How far the node with its labels reaches. */
static void measure(const struct picture *p, int n)
{
    const struct labels *const label = &p->labels[n];
    struct laid *const laid = &p->laid[n];
    const double half = box(p->r, n) ? wider(HALF, width_of(label->inside) / 2 + 5) : HALF;
    const double arc = width_of(label->move) / 2 + 2;
    const double beside = wider(width_of(label->beside[0]), width_of(label->beside[1]));
    laid->parent = p->r->node[n].parent;
    laid->end = p->r->node[n].end;
    laid->left = wider(half, arc);
    laid->right = wider(half + (beside > 0 ? 5 + beside : 0), arc);
}

/* ----------------------------------------------------------------- drawing -- */

/* The plies from above, further apart where arcs go far aside, so that none is flat. */
static void stack_plies(struct picture *p)
{
    for (int ply = 0; ply < p->plies; ply++)
        p->top[ply] = ARCS;
    for (int n = 1; n < p->r->count; n++) {
        const double aside = fabs(p->laid[n].x - p->laid[p->laid[n].parent].x);
        const int ply = p->r->node[n].ply;
        p->top[ply] = wider(p->top[ply], SLOPE * aside);
    }
    p->top[0] = MARGIN + HEADING + BAND;
    for (int ply = 1; ply < p->plies; ply++)
        p->top[ply] += p->top[ply - 1] + ROW + BAND;
}

static void write_escaped(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '&')
            fputs("&amp;", out);
        else if (*text == '<')
            fputs("&lt;", out);
        else if (*text == '>')
            fputs("&gt;", out);
        else
            fputc(*text, out);
    }
}

static void write_text(FILE *out, double x, double y, const char *anchor, const char *colour,
                       bool bold, const char *text)
{
    if (!*text)
        return;
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\" text-anchor=\"%s\" fill=\"%s\"%s>",
            x, y, EM, anchor, colour, bold ? " font-weight=\"bold\"" : "");
    write_escaped(out, text);
    fputs("</text>\n", out);
}

/* Was the node, or one above it, never looked at? */
static bool ignored(const struct record *r, int n)
{
    return r->node[n].state != RECORD_SEEN;
}

static const char *stroke(const struct record *r, int n)
{
    if (ignored(r, n))
        return "stroke=\"" GREY "\" stroke-width=\"1.2\" stroke-dasharray=\"4 3\"";
    if (r->node[n].best)
        return "stroke=\"" BLUE "\" stroke-width=\"3\"";
    return "stroke=\"" INK "\" stroke-width=\"1.4\"";
}

static const char *colour(const struct record *r, int n)
{
    return ignored(r, n) ? GREY : r->node[n].best ? BLUE : INK;
}

/* From the parent down to the name of the move, which stands over the node. */
static void draw_arc(const struct picture *p, int n)
{
    const struct record_node *const node = &p->r->node[n];
    const double x1 = p->laid[node->parent].x + p->left,
                 y1 = p->top[node->ply - 1] + ROW / 2 + HALF;
    const double x2 = p->laid[n].x + p->left, y2 = p->top[node->ply] - BAND + 2;
    const double half = width_of(p->labels[n].move) / 2 + 2;
    fprintf(p->out, "<path d=\"M%.1f %.1fL%.1f %.1fV%.1f\" fill=\"none\" %s/>\n", x1, y1, x2, y2,
            p->top[node->ply] + ROW / 2 - HALF, stroke(p->r, n));
    if (node->state == RECORD_CUT) {
        const double x = x1 + 0.6 * (x2 - x1), y = y1 + 0.6 * (y2 - y1);
        fprintf(p->out,
                "<path d=\"M%.1f %.1fl12 -5M%.1f %.1fl12 -5\" fill=\"none\" stroke=\"" RED
                "\" stroke-width=\"1.8\"/>\n",
                x - 6, y, x - 6, y + 5);
    }
    fprintf(p->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"" PAPER "\"/>\n",
            x2 - half, y2, 2 * half, BAND - 3);
    write_text(p->out, x2, y2 + BAND - 7, "middle", colour(p->r, n), node->best, p->labels[n].move);
}

static void draw_shape(const struct picture *p, int n, double x, double y)
{
    const struct record_node *const node = &p->r->node[n];
    const char *const style = stroke(p->r, n);
    if (box(p->r, n)) {
        const double half = wider(HALF, width_of(p->labels[n].inside) / 2 + 5);
        fprintf(
            p->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"4\" fill=\"#ffffff\" "
            "%s/>\n",
            x - half, y - HALF + 2, 2 * half, 2 * HALF - 4, style);
    } else if (node->turn == ZM_CHANCE) {
        fprintf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#ffffff\" %s/>\n", x, y,
                HALF, style);
    } else if (!plays_max_and_min(p->r)) {
        fprintf(
            p->out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"#ffffff\" %s/>\n",
            x - HALF, y - HALF, 2 * HALF, 2 * HALF, style);
    } else {
        const double up = node->turn == 0 ? HALF : -HALF;
        fprintf(p->out,
                "<path d=\"M%.1f %.1fL%.1f %.1fH%.1fZ\" fill=\"#ffffff\" stroke-linejoin=\"round\" "
                "%s/>\n",
                x, y - up, x + HALF, y + up, x - HALF, style);
    }
}

static void draw_node(const struct picture *p, int n)
{
    const struct labels *const label = &p->labels[n];
    const struct record_node *const node = &p->r->node[n];
    const double x = p->laid[n].x + p->left, y = p->top[node->ply] + ROW / 2;
    const double half = box(p->r, n) ? wider(HALF, width_of(label->inside) / 2 + 5) : HALF;
    const bool two = label->beside[0][0] && label->beside[1][0];
    draw_shape(p, n, x, y);
    write_text(p->out, x, y + 0.35 * EM, "middle", colour(p->r, n), node->best, label->inside);
    write_text(p->out, x + half + 5, y + (two ? -5 : 0.35 * EM), "start", colour(p->r, n),
               node->best, label->beside[0]);
    write_text(p->out, x + half + 5, y + (two ? 9 : 0.35 * EM), "start", GREY, false,
               label->beside[1]);
}

/* For those who cannot see it: the tree in one paragraph. */
static void describe(const struct picture *p, const char *caption)
{
    int seen = 0, cut = 0;
    for (int n = 0; n < p->r->count; n++) {
        seen += p->r->node[n].state == RECORD_SEEN;
        cut += p->r->node[n].state == RECORD_CUT;
    }
    fputs("<title id=\"title\">", p->out);
    write_escaped(p->out, caption);
    fprintf(
        p->out,
        "</title>\n<desc id=\"desc\">A game tree of %d nodes, of which the search saw %d and cut "
        "off %d with all below them. The expected line is",
        p->r->count, seen, cut);
    int length = 0;
    for (int n = 1; n < p->r->count; n++)
        if (p->r->node[n].best) {
            fputs(length++ ? ", " : " ", p->out);
            write_escaped(p->out, p->labels[n].move);
        }
    fputs(length ? ".</desc>\n" : " empty.</desc>\n", p->out);
}

/* What the signs mean, for those that occur. */
static void write_legend(const struct record *r, struct zm_text *t)
{
    bool cut = false, unseen = false, visits = false, windows = false;
    for (int n = 0; n < r->count; n++) {
        cut |= r->node[n].state == RECORD_CUT;
        unseen |= r->node[n].state == RECORD_UNSEEN;
        visits |= r->node[n].visits > 0;
        windows |= r->node[n].has_window;
    }
    zm_print(t, "thick: expected line");
    if (windows)
        zm_print(t, "; a..b: last window");
    if (cut)
        zm_print(t, "; struck: cut");
    if (cut || unseen)
        zm_print(t, "; dashed: never read");
    if (visits)
        zm_print(t, "; n: visits, m: mean reward");
}

static int deepest(const struct record *r)
{
    int ply = 0;
    for (int n = 0; n < r->count; n++)
        ply = r->node[n].ply > ply ? r->node[n].ply : ply;
    return ply;
}

static void draw(struct picture *p, double width, const char *caption)
{
    char legend[LABEL];
    struct zm_text t = { legend, LABEL, 0 };
    write_legend(p->r, &t);
    const double bottom = p->top[p->plies - 1] + ROW;
    const double across = wider(width, wider(width_of(caption), width_of(legend))) + 2 * MARGIN;
    p->left = (across - width) / 2;
    const double down = bottom + HEADING + MARGIN / 2;
    fprintf(p->out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.1f %.1f\" width=\"%.0f\" "
            "height=\"%.0f\" role=\"img\" aria-labelledby=\"title desc\" "
            "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\">\n",
            across, down, across, down);
    describe(p, caption);
    fprintf(p->out, "<rect width=\"%.1f\" height=\"%.1f\" fill=\"" PAPER "\"/>\n", across, down);
    write_text(p->out, MARGIN, MARGIN + EM, "start", INK, true, caption);
    /* The expected line goes over the others. */
    for (int best = 0; best < 2; best++)
        for (int n = 1; n < p->r->count; n++)
            if (p->r->node[n].best == best)
                draw_arc(p, n);
    for (int n = 0; n < p->r->count; n++)
        draw_node(p, n);
    write_text(p->out, MARGIN, bottom + HEADING, "start", GREY, false, legend);
    fputs("</svg>\n", p->out);
}

bool tree_svg(FILE *out, const struct record *r, const char *caption)
{
    struct picture p = { .out = out,
                         .r = r,
                         .labels = malloc((size_t)r->count * sizeof *p.labels),
                         .laid = calloc((size_t)r->count, sizeof *p.laid) };
    double width;
    p.plies = deepest(r) + 1;
    p.top = malloc((size_t)p.plies * sizeof *p.top);
    bool done = p.labels && p.laid && p.top;
    for (int n = 0; n < r->count && done; n++) {
        label_node(r, n, &p.labels[n]);
        measure(&p, n);
    }
    done = done && tree_layout(p.laid, r->count, GAP, &width);
    if (done) {
        stack_plies(&p);
        draw(&p, width, caption);
    }
    free(p.top);
    free(p.labels);
    free(p.laid);
    return done;
}
