/* train_dashboard.c -- from above: what is trained; bars of the run and of its phase; counts; the
 * losses of the training under way; a grid of curves; the last rows of the table. The curves get
 * three fifths of the room that is left for them and the table. */
#include "cli/train_dashboard.h"

#include "cli/plot.h"
#include "cli/train_curves.h"
#include "cli/train_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TOP = 6 /* lines */, LEAST_BAR = 8 };

static const char bold[] = "1", dim[] = "2", green[] = "32", cyan[] = "36";

/* ------------------------------------------------------------------- progress -- */

void train_losses_add(struct train_losses *l, const struct train_progress *p)
{
    if (p->phase != TRAIN_TRAINING || p->step == 0 || p->step > p->steps)
        return;
    const int part = (int)((double)(p->step - 1) / (double)p->steps * TRAIN_PARTS);
    if (l->generation != p->generation) {
        for (int i = 0; i < TRAIN_PARTS; i++)
            l->policy[i] = l->value[i] = NAN;
        l->generation = p->generation;
        l->seen = part; /* a training that was resumed is seen from here on */
    }
    for (int i = l->seen < part ? l->seen : part; i <= part; i++) {
        l->policy[i] = p->losses.policy;
        l->value[i] = p->losses.value;
    }
    l->seen = part + 1;
}

uint32_t train_finished(const struct train_state *state, const struct train_progress *p)
{
    const uint32_t next = train_state_next(state);
    const bool first = next == 1 && p->trial != TRIAL_CHAMPION && state->phase == TRAIN_PLAYING;
    return first ? 0 : next;
}

/* ----------------------------------------------------------------------- text -- */

static void write_time(char out[32], double seconds)
{
    const long long s = seconds >= 0 && seconds < 1e12 ? llround(seconds) : -1;
    if (s < 0)
        snprintf(out, 32, "-");
    else
        snprintf(out, 32, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
}

/* "1,234,567" */
static void write_grouped(char out[32], uint64_t n)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)n);
    int at = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            out[at++] = ',';
        out[at++] = digits[i];
    }
    out[at] = '\0';
}

/* At the right edge, if there is room after what stands in the line. */
static void print_right(struct pen *pen, const char *text)
{
    const int from = pen->width - (int)strlen(text);
    if (!*text || from <= pen->column)
        return;
    pen_to(pen, from);
    pen_print(pen, "%s", text);
}

static void title_line(struct pen *pen, const struct train_view *v)
{
    const struct train_settings *const s = &v->state->settings;
    pen_style(pen, bold);
    pen_print(pen, " ");
    pen_foreign(pen, s->game);
    pen_print(pen, s->options[0] ? " " : "");
    pen_foreign(pen, s->options);
    pen_style(pen, NULL);
    if (s->channels > 0)
        pen_print(pen, "   net %dx%d", s->channels, s->blocks);
    pen_style(pen, dim);
    const int columns = pen_measure(v->folder);
    pen_print(pen, "   ");
    pen_to(pen, pen->width - columns);
    pen_foreign(pen, v->folder);
    pen_line(pen);
}

/* A label, how much is done, a note. Bars begin and end below each other: how long labels and notes
 * may be is the same for all, and does not change during a run. */
static void bar_line(struct pen *pen, const struct train_view *v, const char *label, double done,
                     const char *style, const char *note)
{
    const int longest = snprintf(NULL, 0, "generation %u of %u", v->rounds, v->rounds) + 3;
    const int from = longest > 22 ? longest : 22;
    const int columns = pen->width - from - (pen->width < 70 ? 27 : 32);
    pen_print(pen, " %s", label);
    pen_to(pen, from);
    if (isfinite(done) && columns >= LEAST_BAR) {
        plot_bar(pen, done, columns, style);
        pen_print(pen, " %3.0f %%", floor(100 * fmax(0, fmin(1, done))));
    }
    print_right(pen, note);
    pen_line(pen);
}

static void run_line(struct pen *pen, const struct train_view *v)
{
    char label[64], left[32], note[64];
    const uint32_t finished = train_finished(v->state, &v->progress);
    const double seconds = train_state_left(v->state, v->rounds, v->seconds);
    const double part = finished > 0 ? (finished - 1.0) / v->rounds : 0;
    snprintf(label, sizeof label, "generation %u of %u",
             finished < v->rounds ? finished : v->rounds, v->rounds);
    write_time(left, seconds);
    snprintf(note, sizeof note, "%s to go", left);
    if (isfinite(seconds))
        bar_line(pen, v, label, v->seconds / (v->seconds + seconds), green, note);
    else
        bar_line(pen, v, label, part, green, "");
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole > 0 ? (double)part / (double)whole : (double)NAN;
}

/* Of games with others. */
static void match_line(struct pen *pen, const struct train_view *v, const char *label)
{
    const struct train_progress *const p = &v->progress;
    char note[96] = "";
    struct zm_text text = { note, sizeof note, 0 };
    if (p->wanted > 0)
        zm_print(&text, "%llu of %llu games", (unsigned long long)p->games,
                 (unsigned long long)p->wanted);
    if (isfinite(p->score) && (p->phase == TRAIN_GATING || p->trial == TRIAL_LADDER))
        zm_print(&text, ", %.0f %%", 100 * p->score);
    bar_line(pen, v, label, ratio(p->games, p->wanted), cyan, note);
}

static void steps_line(struct pen *pen, const struct train_view *v, const char *label,
                       const char *what)
{
    const struct train_progress *const p = &v->progress;
    char note[96];
    snprintf(note, sizeof note, "%llu of %llu %s", (unsigned long long)p->step,
             (unsigned long long)p->steps, what);
    bar_line(pen, v, label, ratio(p->step, p->steps), cyan, p->steps > 0 ? note : "");
}

static void phase_line(struct pen *pen, const struct train_view *v)
{
    const struct train_progress *const p = &v->progress;
    if (v->state->generations == 0)
        bar_line(pen, v, "preparing positions that a solver knows", NAN, cyan, "");
    else if (p->trial == TRIAL_SOLVER)
        steps_line(pen, v, "graded by solver", "moves");
    else if (p->trial == TRIAL_LADDER)
        match_line(pen, v, "on the ladder");
    else if (p->phase == TRAIN_GATING)
        match_line(pen, v, "match with champion");
    else if (p->phase == TRAIN_TRAINING)
        steps_line(pen, v, "learning", "steps");
    else
        match_line(pen, v, "playing");
}

static void counts_line(struct pen *pen, const struct train_view *v)
{
    char games[32], positions[32], time[32], note[64], champion[32];
    write_grouped(games, v->progress.all_games);
    write_grouped(positions, v->progress.all_positions);
    write_time(time, v->seconds);
    snprintf(note, sizeof note, "%s elapsed", time);
    snprintf(champion, sizeof champion, " champion: %u", v->state->champion);
    if (v->progress.all_games > 0)
        pen_print(pen, " %s games, %s positions", games, positions);
    if (v->state->generations > 0 &&
        pen->column + (int)(1 + strlen(champion) + strlen(note)) < pen->width)
        pen_print(pen, "%s%s", pen->column > 0 ? "," : "", champion);
    print_right(pen, note);
    pen_line(pen);
}

/* ---------------------------------------------------------------------- losses -- */

static double part_of(const void *parts, uint32_t i)
{
    return ((const double *)parts)[i];
}

static void loss(struct pen *pen, const char *name, const double part[], int seen, int end)
{
    int first = 0;
    while (first < seen - 1 && !isfinite(part[first]))
        first++;
    pen_print(pen, " %s %.3f", name, part[first]);
    pen_glyph(pen, " ", ' ');
    pen_glyph(pen, "→", '>');
    pen_print(pen, " %.3f ", part[seen - 1]);
    pen_style(pen, cyan);
    plot_spark(pen, part_of, part, TRAIN_PARTS, end - pen->column - 1);
    pen_style(pen, NULL);
}

/* Of the training under way, or of the last one. */
static void losses_line(struct pen *pen, const struct train_losses *l)
{
    if (l->generation > 0 && l->seen > 0) {
        const int half = pen->width / 2 + 4;
        loss(pen, "learning: policy", l->policy, l->seen, half);
        pen_to(pen, half);
        loss(pen, "value", l->value, l->seen, pen->width);
    }
    pen_line(pen);
}

/* ----------------------------------------------------------------------- table -- */

static void table_row(struct pen *pen, const struct train_generation *g,
                      const struct train_widths *w)
{
    char cell[TRAIN_CELL];
    for (enum train_column i = 0; i < TRAIN_COLUMNS; i++) {
        if (w->width[i] == 0)
            continue;
        train_table_cell(g, i, cell);
        pen_print(pen, " ");
        if (g && i == TRAIN_NEW && g->better)
            pen_style(pen, green);
        pen_print(pen, "%*s", w->width[i], cell);
        if (g)
            pen_style(pen, NULL);
    }
    pen_line(pen);
}

static void table(struct pen *pen, const struct train_view *v, int rows)
{
    const uint32_t finished = train_finished(v->state, &v->progress);
    const uint32_t shown = finished < (uint32_t)rows ? finished : (uint32_t)rows;
    if (shown == 0)
        return;
    const struct train_generation *const row = v->state->generation + (finished - shown);
    const struct train_widths w = train_table_fit(row, shown, pen->width - 1);
    pen_line(pen);
    pen_style(pen, dim);
    table_row(pen, NULL, &w);
    for (uint32_t i = 0; i < shown; i++)
        table_row(pen, &row[i], &w);
}

void train_dashboard(const struct train_view *v, const struct train_paper *paper,
                     struct zm_text *out)
{
    struct pen pen = { .out = out,
                       .width = paper->width,
                       .height = paper->height,
                       .utf8 = paper->utf8,
                       .colour = paper->colour };
    title_line(&pen, v);
    run_line(&pen, v);
    phase_line(&pen, v);
    counts_line(&pen, v);
    losses_line(&pen, &v->losses);
    const int room = pen.height - TOP - 2; /* a blank and the head of the table */
    const int used =
        train_curves(&pen, v->state, train_finished(v->state, &v->progress), room * 3 / 5);
    table(&pen, v, room - used > 1 ? room - used : 1);
}
