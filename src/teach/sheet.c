#include "teach/sheet.h"

#include "base/sentence.h"
#include "teach/record_tell.h"
#include "teach/step_tell.h"
#include "teach/tree_drawing.h"

#include <stdlib.h>
#include <string.h>

#define LINE 20.0 /* from one line of text to the next */

enum { LINES = 64, TEXT = 256, MOST_CHOICES = 8 };

/* Lines of text over or under the tree. */
struct paragraph {
    int count;
    struct {
        char text[TEXT];
        bool bold;
    } line[LINES];
};

struct sheet {
    const struct exercise *e;
    enum language language;
    bool solution;
    struct tree_drawing tree;
    struct paragraph head, table;
};

static struct zm_text add_line(struct paragraph *p)
{
    /* Beyond the last line they all go into one that is not shown. */
    const int i = p->count < LINES - 1 ? p->count++ : LINES - 1;
    p->line[i].text[0] = '\0';
    p->line[i].bold = false;
    return (struct zm_text){ p->line[i].text, TEXT, 0 };
}

static void say(struct paragraph *p, const char *text)
{
    struct zm_text t = add_line(p);
    zm_print(&t, "%s", text);
}

/* ------------------------------------------------------------------- words -- */

static void title(const struct sheet *s, struct zm_text *t)
{
    zm_print(t, SAY(s->language, "Exercise: %s", "Exercice : %s"), s->e->lesson->spec);
    if (s->solution)
        zm_print(t, "%s", SAY(s->language, " (solution)", " (corrigé)"));
}

static void write_head(struct sheet *s)
{
    const unsigned ask = s->e->ask;
    struct zm_text t = add_line(&s->head);
    title(s, &t);
    s->head.line[0].bold = true;
    if (!s->solution)
        say(&s->head, SAY(s->language, "Name: ____________________  Date: ____________",
                          "Nom : ____________________  Date : ____________"));
    if (ask & ASK_VALUES)
        say(&s->head, SAY(s->language,
                          "Write at every node the value it returns, or - if it is never visited.",
                          "Écrire à chaque noeud la valeur renvoyée, ou - s'il n'est pas visité."));
    if (ask & ASK_WINDOWS)
        say(&s->head,
            SAY(s->language, "Write under it the window alpha..beta with which it is entered.",
                "Écrire dessous la fenêtre alpha..beta à l'entrée du noeud."));
    if (ask & ASK_CUTS)
        say(&s->head,
            SAY(s->language, "Strike out every arc that is cut.", "Barrer chaque arc coupé."));
    if (ask & ASK_CHOICES)
        say(&s->head,
            SAY(s->language, "Which child does selection take? Compute mean + C * sqrt(ln N / n).",
                "Quel fils la sélection prend-elle ? Calculer moyenne + C * sqrt(ln N / n)."));
}

/* One decision: what is known of each child, and room for its score. */
static void write_choice(struct sheet *s, int blank)
{
    const struct lesson *const l = s->e->lesson;
    const struct blank *const b = &s->e->blank[blank];
    struct zm_text t = add_line(&s->table);
    int first;
    exercise_candidates(s->e, blank, &first);
    zm_print(&t, SAY(s->language, "At ", "À "));
    tell_node(&t, &l->record, b->node);
    zm_print(&t, ", N = %llu:", (unsigned long long)exercise_visits(s->e, blank));
    for (int i = first; i < b->step; i++) {
        const struct zm_step *const step = &l->step[i].step;
        const int child = step_child(&l->record, b->node, step->move);
        t = add_line(&s->table);
        zm_print(&t, "  %-8s n = %-4llu", child < 0 ? "" : record_text(&l->record, child),
                 (unsigned long long)step->visits);
        zm_print(&t, SAY(s->language, " mean = %.4f", " moyenne = %.4f"), step->value);
        if (s->solution)
            zm_print(&t, "  + %.4f = %.4f", step->bonus, step->value + step->bonus);
        else
            zm_print(&t, "  + ________ = ________");
    }
    t = add_line(&s->table);
    zm_print(&t, "%s", SAY(s->language, "  choice: ", "  choix : "));
    if (s->solution)
        exercise_solution(s->e, blank, &t);
    else
        zm_print(&t, "________");
    s->table.line[s->table.count - 1].bold = s->solution;
}

/* Those at the end, where the numbers are no longer all the same. */
static void write_choices(struct sheet *s)
{
    int last = s->e->blanks, shown = 0;
    while (last > 0 && s->e->blank[last - 1].ask == ASK_CHOICES && shown < MOST_CHOICES) {
        last--;
        shown++;
    }
    for (int i = last; i < s->e->blanks; i++)
        write_choice(s, i);
}

/* ----------------------------------------------------------------- drawing -- */

static double widest(const struct paragraph *p)
{
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        const double width = canvas_width(p->line[i].text, TREE_EM);
        most = width > most ? width : most;
    }
    return most;
}

static void draw_lines(const struct paragraph *p, struct canvas *c, double y)
{
    for (int i = 0; i < p->count; i++)
        canvas_text(c, TREE_MARGIN, y + LINE * (i + 0.8), CANVAS_LEFT, TREE_EM, TREE_INK,
                    p->line[i].bold, p->line[i].text);
}

static bool draw(const struct sheet *s, FILE *out, enum canvas_kind kind)
{
    char caption[TEXT] = "";
    struct zm_text t = { caption, sizeof caption, 0 };
    struct canvas c;
    const double head = LINE * s->head.count, table = LINE * s->table.count;
    double width = s->tree.width;
    width = widest(&s->head) > width ? widest(&s->head) : width;
    width = widest(&s->table) > width ? widest(&s->table) : width;
    width += 2 * TREE_MARGIN;
    const double tree = TREE_MARGIN + head + LINE / 2,
                 height = tree + s->tree.height + LINE + table + TREE_MARGIN;
    title(s, &t);
    canvas_begin(&c, out, kind, width, height, caption, s->head.line[s->head.count - 1].text);
    canvas_rectangle(&c, 0, 0, width, height, 0, tree_paper(kind), (struct pen){ 0 });
    draw_lines(&s->head, &c, TREE_MARGIN);
    tree_drawing_draw(&s->tree, &c, (width - s->tree.width) / 2, tree);
    draw_lines(&s->table, &c, tree + s->tree.height + LINE);
    return canvas_end(&c);
}

bool sheet_write(FILE *out, enum canvas_kind kind, const struct exercise *e, bool solution)
{
    struct sheet *const s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->e = e;
    s->language = e->lesson->record.language;
    s->solution = solution;
    bool done = tree_drawing_begin(&s->tree, &e->lesson->record, e, solution);
    if (done) {
        write_head(s);
        if (e->ask & ASK_CHOICES)
            write_choices(s);
        done = draw(s, out, kind);
    }
    tree_drawing_end(&s->tree);
    free(s);
    return done;
}

const char *sheet_kind(const char *path, enum canvas_kind *kind, struct zm_error *error)
{
    const char *const end = strrchr(path, '.');
    *kind = CANVAS_SVG;
    if (end && !strcmp(end, ".pdf"))
        *kind = CANVAS_PDF;
    else if (!end || strcmp(end, ".svg") != 0)
        return sentence(error, "%s: expected a name that ends in .svg or .pdf", path);
    return NULL;
}
