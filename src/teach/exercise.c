#include "teach/exercise.h"

#include "base/sentence.h"
#include "teach/record_tell.h"
#include "teach/step_tell.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word;
    enum ask ask;
} words[] = { { "values", ASK_VALUES },
              { "windows", ASK_WINDOWS },
              { "cuts", ASK_CUTS },
              { "choices", ASK_CHOICES } };
enum { WORDS = sizeof words / sizeof *words };

const char *ask_read(unsigned *ask, const char *text, struct zm_error *error)
{
    *ask = 0;
    for (const char *at = text;; at++) {
        const size_t length = strcspn(at, ",");
        int i = 0;
        while (i < WORDS &&
               (strlen(words[i].word) != length || strncmp(words[i].word, at, length) != 0))
            i++;
        if (i == WORDS)
            return sentence(error,
                            "\"%.*s\" cannot be asked; expected values, windows, cuts or choices, "
                            "with commas between",
                            (int)(length < 40 ? length : 40), at);
        *ask |= words[i].ask;
        at += length;
        if (!*at)
            return NULL;
    }
}

const char *ask_word(enum ask ask)
{
    int i = 0;
    while (i < WORDS - 1 && words[i].ask != ask)
        i++;
    return words[i].word;
}

unsigned ask_possible(const struct lesson *lesson)
{
    if (!strcmp(lesson->algorithm, "pns"))
        return 0; /* there are numbers to be asked for, but no values */
    if (lesson_simulates(lesson->algorithm))
        return ASK_CHOICES;
    return lesson->record.windows ? ASK_VALUES | ASK_WINDOWS | ASK_CUTS : ASK_VALUES;
}

/* ------------------------------------------------------------------ blanks -- */

/* The first step of each kind in each node; -1: none. Found at once for all nodes, for a lesson
 * may have many of both. */
enum { KINDS = ZM_STEP_BOUNDS + 1 };

struct steps_in {
    int (*first)[KINDS];
};

static bool steps_find(struct steps_in *in, const struct lesson *l)
{
    in->first = malloc((size_t)l->record.count * sizeof *in->first);
    if (!in->first)
        return false;
    for (int n = 0; n < l->record.count; n++)
        for (int kind = 0; kind < KINDS; kind++)
            in->first[n][kind] = -1;
    for (int i = l->steps - 1; i >= 0; i--)
        in->first[l->step[i].node][l->step[i].step.kind] = i;
    return true;
}

static void value_blank(const struct lesson *l, const struct steps_in *in, struct blank *b)
{
    const struct record_node *const node = &l->record.node[b->node];
    b->step = in->first[b->node][node->horizon ? ZM_STEP_LEAF : ZM_STEP_RETURN];
    if (b->step < 0)
        return;
    b->count = l->record.viewer == RECORD_ALL ? l->record.game->players : 1;
    for (int p = 0; p < b->count; p++)
        b->number[p] = l->record.viewer == RECORD_ALL ? node->values[p] : node->value;
}

static void window_blank(const struct lesson *l, const struct steps_in *in, struct blank *b)
{
    b->step = in->first[b->node][ZM_STEP_ENTER];
    if (b->step < 0)
        return;
    b->count = 2;
    b->number[0] = step_points(&l->record, l->step[b->step].step.alpha);
    b->number[1] = step_points(&l->record, l->step[b->step].step.beta);
}

static void cut_blank(const struct lesson *l, const struct steps_in *in, struct blank *b)
{
    const struct record_node *const node = &l->record.node[b->node];
    b->any = node->state == RECORD_UNSEEN;
    b->count = 1;
    b->number[0] = node->state == RECORD_CUT;
    b->step = in->first[node->parent][node->state == RECORD_CUT ? ZM_STEP_CUT : ZM_STEP_RETURN];
    /* After a probe it is the chance node above that was left. */
    if (b->step < 0 && l->record.node[node->parent].probed)
        b->step = in->first[l->record.node[node->parent].parent][ZM_STEP_CUT];
}

/* Is step i a selection in which every child had been tried, so that UCB decides? */
static bool decides(const struct lesson *l, int i)
{
    if (l->step[i].step.kind != ZM_STEP_SELECT || l->record.node[l->step[i].node].turn < 0)
        return false;
    int candidates = 0;
    for (int k = i - 1; k >= 0 && l->step[k].step.kind == ZM_STEP_CANDIDATE; k--, candidates++)
        if (l->step[k].step.visits == 0)
            return false;
    return candidates > 1;
}

void exercise_candidates(const struct exercise *e, int blank, int *first)
{
    *first = e->blank[blank].step;
    while (*first > 0 && e->lesson->step[*first - 1].step.kind == ZM_STEP_CANDIDATE)
        --*first;
}

uint64_t exercise_visits(const struct exercise *e, int blank)
{
    const struct lesson *const l = e->lesson;
    int i = e->blank[blank].step;
    while (i > 0 &&
           (l->step[i].node != e->blank[blank].node || l->step[i].step.kind != ZM_STEP_BACKUP))
        i--;
    return l->step[i].step.visits;
}

static int tree_blanks(struct exercise *e, const struct steps_in *in, enum ask ask, int count)
{
    const struct lesson *const l = e->lesson;
    for (int n = 0; n < l->record.count; n++) {
        if (ask == ASK_CUTS ? n == 0 : l->record.node[n].turn == ZM_OVER)
            continue;
        struct blank *const b = &e->blank[count++];
        *b = (struct blank){ .ask = ask, .node = n, .step = -1 };
        if (ask == ASK_VALUES)
            value_blank(l, in, b);
        else if (ask == ASK_WINDOWS)
            window_blank(l, in, b);
        else
            cut_blank(l, in, b);
    }
    return count;
}

static int choice_blanks(struct exercise *e, int count)
{
    const struct lesson *const l = e->lesson;
    for (int i = 0; i < l->steps; i++)
        if (decides(l, i)) {
            const int node = l->step[i].node;
            struct blank *const b = &e->blank[count++];
            *b = (struct blank){ .ask = ASK_CHOICES, .node = node, .step = i, .count = 1 };
            b->number[0] = step_child(&l->record, node, l->step[i].step.move);
        }
    return count;
}

const char *exercise_begin(struct exercise *e, const struct lesson *l, unsigned ask,
                           struct zm_error *error)
{
    *e = (struct exercise){ .lesson = l, .ask = ask };
    for (int i = 0; i < WORDS; i++)
        if (ask & words[i].ask & ~ask_possible(l))
            return sentence(error, "%s has no %s that could be asked for", l->algorithm,
                            words[i].word);
    const size_t most = 3 * (size_t)l->record.count + (size_t)l->steps + 1;
    struct steps_in in;
    e->blank = malloc(most * sizeof *e->blank);
    if (!e->blank || !steps_find(&in, l)) {
        exercise_end(e);
        return sentence(error, "%s", out_of_memory);
    }
    for (int i = 0; i < 3; i++)
        if (ask & words[i].ask)
            e->blanks = tree_blanks(e, &in, words[i].ask, e->blanks);
    if (ask & ASK_CHOICES)
        e->blanks = choice_blanks(e, e->blanks);
    free(in.first);
    return NULL;
}

void exercise_end(struct exercise *e)
{
    free(e->blank);
    *e = (struct exercise){ 0 };
}

/* ----------------------------------------------------------------- reading -- */

/* What people write for "infinite" and for a minus sign, apart from ASCII. */
static bool skip(const char **at, const char *word)
{
    const size_t length = strlen(word);
    if (strncmp(*at, word, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool digits(const char **at, double *value)
{
    if (**at < '0' || **at > '9')
        return false;
    for (; **at >= '0' && **at <= '9'; ++*at)
        *value = *value * 10 + (**at - '0');
    return true;
}

/* 12, -0.5, 7/2, +inf. A point is part of a number only before a digit: 1..3 is two. */
static bool number(const char **at, double *value)
{
    const bool minus = skip(at, "-") || skip(at, "\u2212");
    if (!minus)
        skip(at, "+");
    *value = 0;
    if (skip(at, "inf") || skip(at, "\u221e")) {
        *value = ZM_NO_BOUND;
    } else {
        if (!digits(at, value))
            return false;
        double fraction = 0, over = 0;
        if (**at == '.' && (*at)[1] >= '0' && (*at)[1] <= '9') {
            const char *const begin = ++*at;
            digits(at, &fraction);
            *value += fraction / pow(10, (double)(*at - begin));
        } else if (skip(at, "/")) {
            if (!digits(at, &over) || over == 0)
                return false;
            *value /= over;
        }
    }
    *value = minus ? -*value : *value;
    return true;
}

/* All numbers of the text, with brackets, commas, dots or blanks between; -1: there is
 * something else in it, or too many. */
static int numbers(const char *text, double list[], int most)
{
    int count = 0;
    for (const char *at = text;;) {
        at += strspn(at, " \t\r\n()[],;.");
        if (!*at)
            return count;
        double value;
        if (count == most || !number(&at, &value))
            return -1;
        list[count++] = value;
    }
}

static bool absent(const char *answer)
{
    answer += strspn(answer, " \t");
    return !*answer || !strcmp(answer, "-") || !strcmp(answer, "\u2212") ||
           !strcmp(answer, "\u2013");
}

/* Two decimals are enough for a number that is not whole. */
static bool near(double a, double b)
{
    return b == floor(b) ? fabs(a - b) < 1e-9 : fabs(a - b) <= 0.0051;
}

/* ------------------------------------------------------------------ judging -- */

static void tell_step(const struct exercise *e, const struct blank *b, struct zm_text *why)
{
    const enum language language = e->lesson->record.language;
    if (b->step < 0) {
        zm_print(why, "%s",
                 SAY(language, "the search never comes here", "la recherche n'y vient jamais"));
        return;
    }
    const struct zm_step step = lesson_step(e->lesson, b->step);
    step_tell(why, &e->lesson->record, &step, e->lesson->step[b->step].node);
}

static enum verdict check_numbers(const struct exercise *e, const struct blank *b,
                                  const char *answer, struct zm_text *why)
{
    const enum language language = e->lesson->record.language;
    double list[ZM_MAX_PLAYERS];
    const int count = absent(answer) ? 0 : numbers(answer, list, ZM_MAX_PLAYERS);
    const int wanted = b->ask == ASK_WINDOWS                    ? 2
                       : e->lesson->record.viewer == RECORD_ALL ? e->lesson->record.game->players
                                                                : 1;
    if (count < 0 || (count > 0 && count != wanted)) {
        zm_print(why,
                 SAY(language, "expected %d numbers, or - where the search never comes",
                     "on attend %d nombres, ou - là où la recherche ne vient jamais"),
                 wanted);
        return UNREADABLE;
    }
    bool right = count == b->count;
    for (int i = 0; i < count && right; i++)
        right = near(list[i], b->number[i]);
    if (!right)
        tell_step(e, b, why);
    return right ? RIGHT : WRONG;
}

static enum verdict check_cut(const struct exercise *e, const struct blank *b, const char *answer,
                              struct zm_text *why)
{
    answer += strspn(answer, " \t");
    const bool cut = !strcmp(answer, "x") || !strcmp(answer, "X") || !strcmp(answer, "cut");
    if (!cut && !absent(answer)) {
        zm_print(why, "%s",
                 SAY(e->lesson->record.language, "expected x for an arc that is cut, or nothing",
                     "on attend x pour un arc coupé, ou rien"));
        return UNREADABLE;
    }
    if (b->any || cut == (b->number[0] != 0))
        return RIGHT;
    tell_step(e, b, why);
    return WRONG;
}

/* "a1 0.6667 + 0.5887 = 1.2554", for each child. */
static void tell_scores(const struct exercise *e, int blank, struct zm_text *why)
{
    const struct lesson *const l = e->lesson;
    int i;
    exercise_candidates(e, blank, &i);
    for (int k = i; k < e->blank[blank].step; k++) {
        const struct zm_step *const s = &l->step[k].step;
        const int child = step_child(&l->record, l->step[k].node, s->move);
        zm_print(why, "%s%s: %.4f + %.4f = %.4f", k == i ? "" : "; ",
                 child < 0 ? "" : record_text(&l->record, child), s->value, s->bonus,
                 s->value + s->bonus);
    }
}

static enum verdict check_choice(const struct exercise *e, int blank, const char *answer,
                                 struct zm_text *why)
{
    const struct record *const r = &e->lesson->record;
    const struct blank *const b = &e->blank[blank];
    answer += strspn(answer, " \t");
    int child = r->node[b->node].child;
    while (child >= 0 && strcmp(record_text(r, child), answer) != 0)
        child = r->node[child].next;
    if (child < 0) {
        zm_print(why, "%s",
                 SAY(r->language, "expected the name of a move", "on attend le nom d'un coup"));
        return UNREADABLE;
    }
    if (child == (int)b->number[0])
        return RIGHT;
    tell_scores(e, blank, why);
    return WRONG;
}

enum verdict exercise_check(const struct exercise *e, int blank, const char *answer,
                            struct zm_text *why)
{
    const struct blank *const b = &e->blank[blank];
    switch (b->ask) {
    case ASK_CUTS:
        return check_cut(e, b, answer, why);
    case ASK_CHOICES:
        return check_choice(e, blank, answer, why);
    case ASK_VALUES:
    case ASK_WINDOWS:
        break;
    }
    return check_numbers(e, b, answer, why);
}

void exercise_solution(const struct exercise *e, int blank, struct zm_text *out)
{
    const struct record *const r = &e->lesson->record;
    const struct blank *const b = &e->blank[blank];
    if (b->ask == ASK_CUTS)
        zm_print(out, "%s", b->number[0] != 0 ? "x" : "");
    else if (b->ask == ASK_CHOICES)
        zm_print(out, "%s", record_text(r, (int)b->number[0]));
    else if (b->count == 0)
        zm_print(out, "-");
    else if (b->ask == ASK_WINDOWS)
        tell_window(out, b->number[0], b->number[1]);
    else
        tell_numbers(out, r, b->number[0], b->number);
}
