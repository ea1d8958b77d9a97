/* Exercises: the right answers are right in whatever way they are written, others are wrong
 * and explained by the step that shows it; and sheets of paper, of which the PDF must be put
 * together as the standard says. */
#include "tap.h"
#include "teach/exercise.h"
#include "teach/lectures.h"
#include "teach/sheet.h"

#include <stdlib.h>

static const struct zm_game *game;
static struct zm_position *p;
static struct lesson lesson;
static struct exercise e;

static void begin(const char *tree, const char *spec, unsigned ask)
{
    struct zm_error error = { "" };
    game = zm_game_open("tree", lecture_tree(lecture_find(tree)), &error);
    p = zm_position_new(game, &error);
    const char *wrong = lesson_begin(&lesson, p, spec, NULL, ENGLISH, &error);
    if (!wrong)
        wrong = exercise_begin(&e, &lesson, ask ? ask : ask_possible(&lesson), &error);
    OKF(!wrong, "%s by %s: %s", tree, spec, error.text);
}

static void end(void)
{
    exercise_end(&e);
    lesson_end(&lesson);
    zm_position_free(p);
    zm_game_close(game);
}

static int blank_of(enum ask ask, const char *name)
{
    for (int i = 0; i < e.blanks; i++)
        if (e.blank[i].ask == ask && (!strcmp(record_name(&lesson.record, e.blank[i].node), name) ||
                                      !strcmp(record_text(&lesson.record, e.blank[i].node), name)))
            return i;
    return -1;
}

static void judged(enum ask ask, const char *name, const char *answer, enum verdict verdict,
                   const char *sentence)
{
    char why[1024] = "";
    struct zm_text t = { why, sizeof why, 0 };
    const int i = blank_of(ask, name);
    const enum verdict found = i < 0 ? UNREADABLE : exercise_check(&e, i, answer, &t);
    OKF(i >= 0 && found == verdict && !strcmp(why, sentence), "%s: \"%s\" is judged %d: %s", name,
        answer, found, why);
}

static void test_answers(void)
{
    begin("two-ply", "alphabeta", 0);
    EQ(e.blanks, 4 + 4 + 12);
    judged(ASK_VALUES, "A", "3", RIGHT, "");
    judged(ASK_VALUES, "A", " 6/2 ", RIGHT, "");
    judged(ASK_VALUES, "A", "3.0", RIGHT, "");
    judged(ASK_VALUES, "A", "-3", WRONG, "A returns 3 by a1");
    judged(ASK_VALUES, "A", "", WRONG, "A returns 3 by a1");
    judged(ASK_VALUES, "A", "three", UNREADABLE,
           "expected 1 numbers, or - where the search never comes");
    judged(ASK_VALUES, "C", "2", RIGHT, "");
    judged(ASK_WINDOWS, "A", "-inf..+inf", RIGHT, "");
    judged(ASK_WINDOWS, "A", "(\u2212\u221e, \u221e)", RIGHT, "");
    judged(ASK_WINDOWS, "C", "[3, inf]", RIGHT, "");
    judged(ASK_WINDOWS, "C", "3..+inf", RIGHT, "");
    judged(ASK_WINDOWS, "C", "-inf..3", WRONG, "C: min to move, window 3..+inf");
    judged(ASK_WINDOWS, "C", "3", UNREADABLE,
           "expected 2 numbers, or - where the search never comes");
    judged(ASK_CUTS, "c2", "x", RIGHT, "");
    judged(ASK_CUTS, "c2", "", WRONG,
           "C is cut: moves c2 c3 need no look, for 2 < alpha 3, set at A");
    judged(ASK_CUTS, "d2", "x", WRONG, "D returns 2 by d3");
    judged(ASK_CUTS, "d2", "-", RIGHT, "");
    judged(ASK_CUTS, "d2", "yes", UNREADABLE, "expected x for an arc that is cut, or nothing");
    end();
    begin("three-players", "maxn", ASK_VALUES);
    judged(ASK_VALUES, "A", "(1, 2, 6)", RIGHT, "");
    judged(ASK_VALUES, "A", "1 2 6", RIGHT, "");
    judged(ASK_VALUES, "A", "1 2", UNREADABLE,
           "expected 3 numbers, or - where the search never comes");
    end();
    begin("transformed-before", "expectiminimax", 0);
    judged(ASK_VALUES, "a1", "2.1", RIGHT, "");
    judged(ASK_VALUES, "a1", "21/10", RIGHT, "");
    judged(ASK_VALUES, "a1", "2.2", WRONG, "a1 returns 2.1");
    end();
}

/* Below an arc that is cut there is nothing more to strike out, and no harm in doing so. */
static void test_below_cuts(void)
{
    begin("uniform-best", "alphabeta", ASK_CUTS | ASK_VALUES);
    int any = 0, never = 0;
    for (int i = 0; i < e.blanks; i++) {
        char why[256];
        struct zm_text t = { why, sizeof why, 0 };
        if (e.blank[i].any) {
            any++;
            OK(exercise_check(&e, i, "x", &t) == RIGHT && exercise_check(&e, i, "", &t) == RIGHT);
        }
        if (e.blank[i].ask == ASK_VALUES && e.blank[i].step < 0) {
            never++;
            OK(exercise_check(&e, i, "-", &t) == RIGHT && exercise_check(&e, i, "7", &t) == WRONG);
        }
    }
    OKF(any > 0 && never > 0, "%d arcs below cuts, %d nodes never visited", any, never);
    end();
}

/* Of every search, the solution is right, and nothing else is. */
static void test_solutions(void)
{
    static const char *const specs[] = { "minimax",
                                         "alphabeta:order=best",
                                         "alphabeta:form=negamax,cut=strict",
                                         "expectiminimax",
                                         "maxn",
                                         "paranoid",
                                         "uct:sims=60,seed=3" };
    int blanks = 0, choices = 0;
    for (int i = 0; lecture_at(i); i++)
        for (size_t k = 0; k < sizeof specs / sizeof *specs; k++) {
            struct zm_error error;
            game = zm_game_open("tree", lecture_tree(lecture_at(i)), &error);
            p = zm_position_new(game, &error);
            int wrong = 0;
            if (!lesson_begin(&lesson, p, specs[k], NULL, FRENCH, &error)) {
                OK(!exercise_begin(&e, &lesson, ask_possible(&lesson), &error));
                for (int b = 0; b < e.blanks; b++) {
                    char answer[256] = "", why[4096] = "";
                    struct zm_text t = { answer, sizeof answer, 0 }, w = { why, sizeof why, 0 };
                    exercise_solution(&e, b, &t);
                    wrong += exercise_check(&e, b, answer, &w) != RIGHT || why[0];
                    wrong += exercise_check(&e, b, "12345", &w) == RIGHT || !why[0];
                    choices += e.blank[b].ask == ASK_CHOICES;
                }
                blanks += e.blanks;
                OKF(wrong == 0, "%s by %s: %d blanks, %d judged wrongly", lecture_at(i)->name,
                    specs[k], e.blanks, wrong);
                exercise_end(&e);
            }
            lesson_end(&lesson);
            zm_position_free(p);
            zm_game_close(game);
        }
    OKF(blanks > 1000 && choices > 100, "%d blanks, %d choices", blanks, choices);
}

/* The chosen child has the highest score of all that were weighed. */
static void test_choices(void)
{
    begin("two-ply", "uct:sims=80,seed=5", 0);
    int wrong = 0;
    for (int b = 0; b < e.blanks; b++) {
        int first, best = -1;
        double highest = -1;
        exercise_candidates(&e, b, &first);
        for (int i = first; i < e.blank[b].step; i++) {
            const struct zm_step s = lesson_step(&lesson, i);
            if (s.value + s.bonus > highest) {
                highest = s.value + s.bonus;
                best = i;
            }
        }
        wrong += lesson.step[best].step.move != lesson.step[e.blank[b].step].step.move;
    }
    OKF(e.blanks > 50 && wrong == 0, "%d choices by the highest score, %d not", e.blanks, wrong);
    end();
}

static void test_words(void)
{
    struct zm_error error = { "" };
    unsigned ask;
    OK(!ask_read(&ask, "values,cuts", &error) && ask == (ASK_VALUES | ASK_CUTS));
    SAME(ask_read(&ask, "values,,cuts", &error),
         "\"\" cannot be asked; expected values, windows, cuts or choices, with commas between");
    SAME(ask_read(&ask, "value", &error), "\"value\" cannot be asked; expected values, windows, "
                                          "cuts or choices, with commas between");
    game = zm_game_open("tree", NULL, &error);
    p = zm_position_new(game, &error);
    OK(!lesson_begin(&lesson, p, "minimax", NULL, ENGLISH, &error));
    SAME(exercise_begin(&e, &lesson, ASK_WINDOWS, &error),
         "minimax has no windows that could be asked for");
    end();
}

/* ------------------------------------------------------------------ sheets -- */

static char *sheet(enum canvas_kind kind, bool solution, size_t *length)
{
    char *text = NULL;
    FILE *const out = open_memstream(&text, length);
    OK(sheet_write(out, kind, &e, solution));
    fclose(out);
    return text;
}

/* Every object begins where the table says, the stream is as long as it says, and the last
 * lines lead to the table. */
static void check_pdf(const char *name)
{
    size_t length;
    char *const pdf = sheet(CANVAS_PDF, true, &length);
    const char *const end_line = strstr(pdf, "startxref\n");
    const size_t table = end_line ? strtoul(end_line + 10, NULL, 10) : length;
    int objects = 0, wrong = 0;
    OKF(!strncmp(pdf, "%PDF-1.4\n", 9) && table < length && !strncmp(pdf + table, "xref\n0 ", 7) &&
            !strcmp(pdf + length - 6, "%%EOF\n"),
        "%s: begins and ends as a PDF", name);
    const char *row = strstr(pdf + table, " f \n") + 4;
    for (int i = 1; row[18] == '\n' && row[17] == ' ' ? true : row[19] == '\n'; i++, row += 20) {
        char begin_line[32];
        if (row[0] < '0' || row[0] > '9')
            break;
        snprintf(begin_line, sizeof begin_line, "%d 0 obj\n", i);
        wrong += strncmp(pdf + strtoul(row, NULL, 10), begin_line, strlen(begin_line)) != 0;
        objects++;
    }
    OKF(objects == 7 && wrong == 0, "%s: %d objects, %d not where the table says", name, objects,
        wrong);
    const char *const stated = strstr(pdf, "/Length "), *const stream = strstr(pdf, "stream\n");
    OKF(!strncmp(stream + 7 + strtoul(stated + 8, NULL, 10), "\nendstream", 10),
        "%s: the stream has the length it says", name);
    free(pdf);
}

static void test_sheets(void)
{
    size_t length;
    begin("two-ply", "alphabeta", 0);
    char *const blank = sheet(CANVAS_SVG, false, &length);
    char *const solved = sheet(CANVAS_SVG, true, &length);
    OK(strstr(blank, "____") && !strstr(blank, "-inf..+inf") && !strstr(blank, "stroke-dasharray"));
    OK(strstr(solved, "A = 3") && strstr(solved, "-inf..+inf") && strstr(solved, "3..+inf") &&
       strstr(solved, "stroke-dasharray") && !strstr(solved, "____"));
    free(blank);
    free(solved);
    check_pdf("two-ply");
    end();
    begin("coin-flip", "uct:sims=40,seed=2", 0);
    char *const table = sheet(CANVAS_SVG, false, &length);
    OK(strstr(table, "choice: ____"));
    free(table);
    check_pdf("coin-flip");
    end();
    begin("three-players", "maxn", 0);
    check_pdf("three-players");
    end();
    struct zm_error error;
    enum canvas_kind kind;
    OK(!sheet_kind("a/b.pdf", &kind, &error) && kind == CANVAS_PDF);
    OK(!sheet_kind("a.svg", &kind, &error) && kind == CANVAS_SVG);
    SAME(sheet_kind("a.png", &kind, &error), "a.png: expected a name that ends in .svg or .pdf");
}

int main(void)
{
    test_answers();
    test_below_cuts();
    test_solutions();
    test_choices();
    test_words();
    test_sheets();
    return tap_done();
}
