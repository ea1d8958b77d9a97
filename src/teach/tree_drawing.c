#include "teach/tree_drawing.h"

#include "teach/record_tell.h"
#include "teach/tree_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* All in pixels. */
#define EM TREE_EM
#define HALF 13.0    /* of a triangle, square or circle */
#define BAND 20.0    /* the name of the move, over its node */
#define ROW 34.0     /* the node with two lines of labels beside it */
#define ARCS 44.0    /* between the rows, at least */
#define SLOPE 0.07   /* ... and so much of the widest step aside */
#define GAP 12.0     /* between neighbours */
#define HEADING 30.0 /* the caption */

#define BLUE "#1a56b0"
#define RED "#b3261e"
#define WHITE "#ffffff"

enum { LABEL = 256 };

/* What stands at a node. */
struct labels {
    char move[LABEL];      /* on the arc that leads to it               */
    char inside[LABEL];    /* a leaf's value, a player's number         */
    char beside[2][LABEL]; /* name and value; window or visits        */
};

const char *tree_paper(enum canvas_kind kind)
{
    return kind == CANVAS_PDF ? WHITE : "#fdfdfa";
}

static double width_of(const char *text)
{
    return canvas_width(text, EM);
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

/* Is the tree drawn for somebody who is to find out what the search does? */
static bool hidden(const struct tree_drawing *d)
{
    return d->exercise && !d->solved;
}

/* Room for an answer, or the answer. */
static void label_blank(const struct tree_drawing *d, enum ask ask, int n, const char *room,
                        struct zm_text *out)
{
    const struct exercise *const e = d->exercise;
    if (!d->solved) {
        zm_print(out, "%s", room);
        return;
    }
    for (int i = 0; i < e->blanks; i++)
        if (e->blank[i].ask == ask && e->blank[i].node == n)
            exercise_solution(e, i, out);
}

static void label_answers(const struct tree_drawing *d, int n, struct zm_text *first,
                          struct zm_text *second)
{
    if (d->exercise->ask & ASK_VALUES) {
        zm_print(first, "%s", d->r->node[n].name ? " = " : "= ");
        label_blank(d, ASK_VALUES, n, d->r->viewer == RECORD_ALL ? "(        )" : "____", first);
    }
    if (d->exercise->ask & ASK_WINDOWS)
        label_blank(d, ASK_WINDOWS, n, "___..___", second);
}

/* Name and value on the first line, window on the second. */
static void label_searched(const struct tree_drawing *d, int n, struct zm_text *first,
                           struct zm_text *second)
{
    const struct record_node *const node = &d->r->node[n];
    if (node->state != RECORD_SEEN || !node->has_value)
        return;
    zm_print(first, "%s%s", node->name ? " = " : "", node->horizon ? "~" : "");
    tell_value(first, d->r, n);
    if (node->has_window && !node->horizon)
        tell_window(second, node->alpha, node->beta);
}

static void label_node(const struct tree_drawing *d, int n, struct labels *label)
{
    const struct record *const r = d->r;
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
    if (node->visits > 0 && !hidden(d)) {
        zm_print(&first, "%sn=%llu", node->name ? " " : "", (unsigned long long)node->visits);
        zm_print(&second, "m=%.2f", node->value);
    } else if (node->has_numbers && !d->exercise) {
        zm_print(&first, "%s", node->name ? " " : "");
        tell_proof(&first, r, node->yes, node->no);
    } else if (!box(r, n) && d->exercise) {
        label_answers(d, n, &first, &second);
    } else if (!box(r, n)) {
        label_searched(d, n, &first, &second);
    }
}

/* How far the node with its labels reaches. */
static void measure(const struct tree_drawing *d, int n)
{
    const struct labels *const label = &d->labels[n];
    struct laid *const laid = &d->laid[n];
    const double half = box(d->r, n) ? wider(HALF, width_of(label->inside) / 2 + 5) : HALF;
    const double arc = width_of(label->move) / 2 + 2;
    const double beside = wider(width_of(label->beside[0]), width_of(label->beside[1]));
    laid->parent = d->r->node[n].parent;
    laid->end = d->r->node[n].end;
    laid->left = wider(half, arc);
    laid->right = wider(half + (beside > 0 ? 5 + beside : 0), arc);
}

/* ----------------------------------------------------------------- drawing -- */

/* The plies from above, further apart where arcs go far aside, so that none is flat. */
static void stack_plies(struct tree_drawing *d)
{
    for (int ply = 0; ply < d->plies; ply++)
        d->top[ply] = ARCS;
    for (int n = 1; n < d->r->count; n++) {
        const double aside = fabs(d->laid[n].x - d->laid[d->laid[n].parent].x);
        const int ply = d->r->node[n].ply;
        d->top[ply] = wider(d->top[ply], SLOPE * aside);
    }
    d->top[0] = BAND;
    for (int ply = 1; ply < d->plies; ply++)
        d->top[ply] += d->top[ply - 1] + ROW + BAND;
    d->height = d->top[d->plies - 1] + ROW;
}

/* Was the node, or one above it, never looked at? Those who are to find out are not told. */
static bool ignored(const struct tree_drawing *d, int n)
{
    return !hidden(d) && d->r->node[n].state != RECORD_SEEN;
}

static bool best(const struct tree_drawing *d, int n)
{
    return !hidden(d) && d->r->node[n].best;
}

static const char *colour(const struct tree_drawing *d, int n)
{
    return ignored(d, n) ? TREE_GREY : best(d, n) ? BLUE : TREE_INK;
}

static struct pen pen(const struct tree_drawing *d, int n)
{
    return (struct pen){ colour(d, n), ignored(d, n) ? 1.2 : best(d, n) ? 3 : 1.4, ignored(d, n) };
}

/* Two short strokes across an arc. */
static void strike(struct canvas *c, double x, double y)
{
    const struct pen red = { RED, 1.8, false };
    for (int i = 0; i < 2; i++)
        canvas_path(c, (struct canvas_point[]){ { x - 6, y + 5 * i }, { x + 6, y + 5 * i - 5 } }, 2,
                    false, NULL, red);
}

/* From the parent down to the name of the move, which stands over the node. */
static void draw_arc(const struct tree_drawing *d, struct canvas *c, int n, double left, double up)
{
    const struct record_node *const node = &d->r->node[n];
    const double x1 = d->laid[node->parent].x + left,
                 y1 = up + d->top[node->ply - 1] + ROW / 2 + HALF;
    const double x2 = d->laid[n].x + left, y2 = up + d->top[node->ply] - BAND + 2;
    const double half = width_of(d->labels[n].move) / 2 + 2;
    canvas_path(c,
                (struct canvas_point[]){
                    { x1, y1 }, { x2, y2 }, { x2, up + d->top[node->ply] + ROW / 2 - HALF } },
                3, false, NULL, pen(d, n));
    if (node->state == RECORD_CUT && !hidden(d))
        strike(c, x1 + 0.6 * (x2 - x1), y1 + 0.6 * (y2 - y1));
    canvas_rectangle(c, x2 - half, y2, 2 * half, BAND - 3, 0, tree_paper(c->kind),
                     (struct pen){ 0 });
    canvas_text(c, x2, y2 + BAND - 7, CANVAS_MIDDLE, EM, colour(d, n), best(d, n),
                d->labels[n].move);
}

static void draw_shape(const struct tree_drawing *d, struct canvas *c, int n, double x, double y)
{
    const struct record_node *const node = &d->r->node[n];
    const struct pen line = pen(d, n);
    if (box(d->r, n)) {
        const double half = wider(HALF, width_of(d->labels[n].inside) / 2 + 5);
        canvas_rectangle(c, x - half, y - HALF + 2, 2 * half, 2 * HALF - 4, 4, WHITE, line);
    } else if (node->turn == ZM_CHANCE) {
        canvas_circle(c, x, y, HALF, WHITE, line);
    } else if (!plays_max_and_min(d->r)) {
        canvas_rectangle(c, x - HALF, y - HALF, 2 * HALF, 2 * HALF, 0, WHITE, line);
    } else {
        const double up = node->turn == 0 ? HALF : -HALF;
        canvas_path(
            c, (struct canvas_point[]){ { x, y - up }, { x + HALF, y + up }, { x - HALF, y + up } },
            3, true, WHITE, line);
    }
}

static void draw_node(const struct tree_drawing *d, struct canvas *c, int n, double left, double up)
{
    const struct labels *const label = &d->labels[n];
    const double x = d->laid[n].x + left, y = up + d->top[d->r->node[n].ply] + ROW / 2;
    const double half = box(d->r, n) ? wider(HALF, width_of(label->inside) / 2 + 5) : HALF;
    const bool two = label->beside[0][0] && label->beside[1][0];
    draw_shape(d, c, n, x, y);
    canvas_text(c, x, y + 0.35 * EM, CANVAS_MIDDLE, EM, colour(d, n), best(d, n), label->inside);
    canvas_text(c, x + half + 5, y + (two ? -5 : 0.35 * EM), CANVAS_LEFT, EM, colour(d, n),
                best(d, n), label->beside[0]);
    canvas_text(c, x + half + 5, y + (two ? 9 : 0.35 * EM), CANVAS_LEFT, EM, TREE_GREY, false,
                label->beside[1]);
}

void tree_drawing_draw(const struct tree_drawing *d, struct canvas *c, double x, double y)
{
    /* The expected line goes over the others. */
    for (int over = 0; over < 2; over++)
        for (int n = 1; n < d->r->count; n++)
            if (best(d, n) == over)
                draw_arc(d, c, n, x, y);
    for (int n = 0; n < d->r->count; n++)
        draw_node(d, c, n, x, y);
}

void tree_drawing_legend(const struct tree_drawing *d, struct zm_text *t)
{
    const struct record *const r = d->r;
    bool cut = false, unseen = false, visits = false, windows = false;
    for (int n = 0; n < r->count; n++) {
        cut |= r->node[n].state == RECORD_CUT;
        unseen |= r->node[n].state == RECORD_UNSEEN;
        visits |= r->node[n].visits > 0;
        windows |= r->node[n].has_window;
    }
    zm_print(t, "%s", SAY(r->language, "thick: expected line", "épais : ligne attendue"));
    if (windows)
        zm_print(t, "%s", SAY(r->language, "; a..b: last window", " ; a..b : dernière fenêtre"));
    if (cut)
        zm_print(t, "%s", SAY(r->language, "; struck: cut", " ; barré : coupé"));
    if (cut || unseen)
        zm_print(t, "%s", SAY(r->language, "; dashed: never read", " ; pointillé : jamais lu"));
    if (visits)
        zm_print(t, "%s",
                 SAY(r->language, "; n: visits, m: mean reward", " ; n : visites, m : gain moyen"));
}

static int deepest(const struct record *r)
{
    int ply = 0;
    for (int n = 0; n < r->count; n++)
        ply = r->node[n].ply > ply ? r->node[n].ply : ply;
    return ply;
}

bool tree_drawing_begin(struct tree_drawing *d, const struct record *r,
                        const struct exercise *exercise, bool solved)
{
    *d = (struct tree_drawing){ .r = r,
                                .exercise = exercise,
                                .solved = solved,
                                .labels = malloc((size_t)r->count * sizeof *d->labels),
                                .laid = calloc((size_t)r->count, sizeof *d->laid),
                                .plies = deepest(r) + 1 };
    d->top = malloc((size_t)d->plies * sizeof *d->top);
    bool done = d->labels && d->laid && d->top;
    for (int n = 0; n < r->count && done; n++) {
        label_node(d, n, &d->labels[n]);
        measure(d, n);
    }
    done = done && tree_layout(d->laid, r->count, GAP, &d->width);
    if (done)
        stack_plies(d);
    else
        tree_drawing_end(d);
    return done;
}

void tree_drawing_end(struct tree_drawing *d)
{
    free(d->top);
    free(d->labels);
    free(d->laid);
    *d = (struct tree_drawing){ 0 };
}

/* ----------------------------------------------------------------- picture -- */

/* For those who cannot see it: the tree in one paragraph. */
static char *describe(const struct tree_drawing *d)
{
    const struct record *const r = d->r;
    char *text = NULL;
    size_t length;
    int seen = 0, cut = 0, line = 0;
    FILE *const out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    for (int n = 0; n < r->count; n++) {
        seen += r->node[n].state == RECORD_SEEN;
        cut += r->node[n].state == RECORD_CUT;
    }
    fprintf(out,
            SAY(r->language,
                "A game tree of %d nodes, of which the search saw %d and cut off %d with all below "
                "them. The expected line is",
                "Un arbre de jeu de %d noeuds, dont la recherche a vu %d et coupé %d avec tout ce "
                "qui est dessous. La ligne attendue est"),
            r->count, seen, cut);
    for (int n = 1; n < r->count; n++)
        if (r->node[n].best)
            fprintf(out, "%s%s", line++ ? ", " : " ", d->labels[n].move);
    fputs(line ? "." : SAY(r->language, " empty.", " vide."), out);
    fclose(out);
    return text;
}

bool tree_picture(FILE *out, enum canvas_kind kind, const struct record *r, const char *caption)
{
    struct tree_drawing d;
    struct canvas c;
    char legend[LABEL];
    struct zm_text t = { legend, LABEL, 0 };
    if (!tree_drawing_begin(&d, r, NULL, false))
        return false;
    tree_drawing_legend(&d, &t);
    char *const description = describe(&d);
    const double across =
                     wider(d.width, wider(width_of(caption), width_of(legend))) + 2 * TREE_MARGIN,
                 bottom = TREE_MARGIN + HEADING + d.height,
                 down = bottom + HEADING + TREE_MARGIN / 2;
    bool done = description != NULL;
    if (done) {
        canvas_begin(&c, out, kind, across, down, caption, description);
        canvas_rectangle(&c, 0, 0, across, down, 0, tree_paper(kind), (struct pen){ 0 });
        canvas_text(&c, TREE_MARGIN, TREE_MARGIN + EM, CANVAS_LEFT, EM, TREE_INK, true, caption);
        tree_drawing_draw(&d, &c, (across - d.width) / 2, TREE_MARGIN + HEADING);
        canvas_text(&c, TREE_MARGIN, bottom + HEADING, CANVAS_LEFT, EM, TREE_GREY, false, legend);
        done = canvas_end(&c);
    }
    free(description);
    tree_drawing_end(&d);
    return done;
}
