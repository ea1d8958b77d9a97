/* verb_tree.c -- runs a search on an explicit tree, or on the small tree of any game, and
 * shows what it did: the tree with values, windows and cuts, the steps, or a picture. */
#include "base/files.h"
#include "base/json.h"
#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/say.h"
#include "search/search.h"
#include "teach/lesson.h"
#include "teach/random_tree.h"
#include "teach/record_tell.h"
#include "teach/sheet.h"
#include "teach/step_json.h"
#include "teach/step_tell.h"
#include "teach/tree_drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DRAWN = 3000 }; /* nodes; nobody can read a larger picture */

struct session {
    const struct arguments *a;
    const struct zm_game *game;
    struct zm_position *p;
    struct zm_search *search;
    char spec[SPEC_TEXT];
    const char *algorithm;
    struct record record;
    uint64_t steps;
    struct zm_result result;
};

static void print_step(const struct session *s, const struct zm_step *step, int here)
{
    char text[4096] = "";
    struct zm_text t = { text, sizeof text, 0 };
    step_tell(&t, &s->record, step, here);
    printf("%4llu. %*s%s\n", (unsigned long long)s->steps, 2 * s->record.node[here].ply, "", text);
}

static void watch(void *user, const struct zm_step *step)
{
    struct session *const s = user;
    const int here = s->record.at;
    record_step(&s->record, step);
    if (s->record.too_large || s->record.no_memory) {
        zm_search_stop(s->search);
        return;
    }
    s->steps++;
    if (s->a->value[OPTION_JSON])
        step_json(&(struct json){ .out = stdout }, &s->record, step, here, s->steps);
    else if (s->a->value[OPTION_STEPS])
        print_step(s, step, here);
}

/* --------------------------------------------------------------------- text -- */

/* One line for each node: what leads there, who moves, value, window, why it was cut. */
static void print_node(const struct record *r, int n)
{
    const struct record_node *const node = &r->node[n];
    char text[1024] = "";
    struct zm_text t = { text, sizeof text, 0 };
    zm_print(&t, "%*s", 2 * node->ply, "");
    if (n > 0) {
        zm_print(&t, "%s", record_text(r, n));
        if (node->weight) {
            zm_print(&t, " ");
            tell_probability(&t, node->weight, node->weight_of);
        }
        zm_print(&t, ": ");
    }
    if (node->turn != ZM_OVER) {
        tell_turn(&t, r, node->turn);
        zm_print(&t, "%s%s", node->name ? " " : "", record_name(r, n));
    }
    if (node->has_numbers) {
        if (node->turn == ZM_OVER)
            tell_value(&t, r, n);
        zm_print(&t, "  ");
        tell_proof(&t, r, node->yes, node->no);
    } else if (node->visits > 0 || !tells_value(r, n)) {
        if (node->turn == ZM_OVER)
            tell_value(&t, r, n);
        if (node->visits > 0)
            zm_print(&t, "  visits %llu, mean %.4f", (unsigned long long)node->visits, node->value);
    } else {
        zm_print(&t, node->turn == ZM_OVER ? "" : node->horizon ? " ~ " : " = ");
        tell_value(&t, r, n);
    }
    if (node->has_window && node->turn != ZM_OVER && !node->horizon) {
        zm_print(&t, "  window ");
        tell_window(&t, node->alpha, node->beta);
    }
    if (node->state == RECORD_CUT) {
        zm_print(&t, "  cut, because of ");
        if (node->cut_by < 0)
            zm_print(&t, "the first window");
        else
            tell_node(&t, r, node->cut_by);
    }
    /* * on the line expected, x cut, - never looked at */
    const char mark = node->best                     ? '*'
                      : node->state == RECORD_CUT    ? 'x'
                      : node->state == RECORD_UNSEEN ? '-'
                                                     : ' ';
    printf("%c %s\n", mark, text);
}

/* "value 3 for max", "values (1, 2, 6)", "value -1 for player 3" */
static void tell_result(const struct session *s, struct zm_text *t)
{
    const struct record *const r = &s->record;
    if (isnan(s->result.value)) {
        zm_print(t, "no value, for a limit stopped the search");
        return;
    }
    if (s->record.viewer == RECORD_ALL && !lesson_simulates(s->algorithm)) {
        zm_print(t, "values ");
        tell_numbers(t, r, 0, s->result.values);
        return;
    }
    const int turn = r->node[0].turn;
    const int player = plays_max_and_min(r) || turn < 0 ? 0 : turn;
    zm_print(t, "value ");
    tell_number(t, s->result.values[player]);
    zm_print(t, " for ");
    tell_turn(t, r, player);
    if (!s->result.exact)
        zm_print(t, " (an estimate)");
}

static void tell_line(const struct record *r, struct zm_text *t)
{
    for (int n = 1; n < r->count; n++)
        if (r->node[n].best)
            zm_print(t, " %s", record_text(r, n));
}

static void print_result(const struct session *s)
{
    char text[4096];
    struct zm_text t = { text, sizeof text, 0 };
    tell_result(s, &t);
    zm_print(&t, "\nline");
    tell_line(&s->record, &t);
    printf("%s\nsearch %s, %llu nodes, %llu leaves read%s\n", text, s->spec,
           (unsigned long long)s->result.nodes, (unsigned long long)s->result.leaves,
           s->result.stopped ? ", stopped" : "");
}

static void json_result(const struct session *s)
{
    const struct record *const r = &s->record;
    const struct zm_result *const result = &s->result;
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_text(&j, "kind", "result");
    say_position(&j, s->p);
    json_text(&j, "search", s->spec);
    if (result->move == ZM_NO_MOVE)
        json_null(&j, "move");
    else
        say_move(&j, "move", s->p, result->move);
    json_number(&j, "value", result->value);
    json_array(&j, "values");
    for (int i = 0; i < s->game->players; i++)
        json_number(&j, NULL, result->values[i]);
    json_end_array(&j);
    json_bool(&j, "exact", result->exact);
    json_array(&j, "line");
    for (int n = 1; n < r->count; n++)
        if (r->node[n].best)
            json_text(&j, NULL, record_text(r, n));
    json_end_array(&j);
    json_integer(&j, "depth", result->depth);
    json_count(&j, "nodes", result->nodes);
    json_count(&j, "leaves", result->leaves);
    json_count(&j, "steps", s->steps);
    json_number(&j, "seconds", result->seconds);
    json_bool(&j, "stopped", result->stopped);
    json_end_object(&j);
}

/* ------------------------------------------------------------------ picture -- */

static int write_svg(const struct session *s, const char *path)
{
    char caption[SPEC_TEXT + 200] = "", *svg = NULL;
    struct zm_text t = { caption, sizeof caption, 0 };
    size_t length = 0;
    struct zm_error error;
    enum canvas_kind kind;
    if (sheet_kind(path, &kind, &error))
        kind = CANVAS_SVG; /* --svg says what it is */
    if (s->record.count > MOST_DRAWN)
        return complain(EXIT_USAGE,
                        "the tree has %d nodes, and a picture of more than %d cannot be read: give "
                        "a smaller --depth",
                        s->record.count, MOST_DRAWN);
    zm_print(&t, "%s: ", s->spec);
    tell_result(s, &t);
    zm_print(&t, ", %llu leaves read", (unsigned long long)s->result.leaves);
    FILE *const out = open_memstream(&svg, &length);
    bool done = out && tree_picture(out, kind, &s->record, caption);
    if (out && fclose(out) != 0)
        done = false;
    const char *const wrong = done ? file_write(path, svg, length, &error) : "out of memory";
    free(svg);
    return wrong ? complain(EXIT_RESOURCE, "%s", wrong) : EXIT_DONE;
}

/* -------------------------------------------------------------------- sheet -- */

static enum language language(const struct arguments *a)
{
    return a->value[OPTION_LANGUAGE] && !strcmp(a->value[OPTION_LANGUAGE], "fr") ? FRENCH : ENGLISH;
}

static const char *draw_sheet(const struct exercise *e, const char *path, enum canvas_kind kind,
                              bool solution, struct zm_error *error)
{
    char *text = NULL;
    size_t length = 0;
    FILE *const out = open_memstream(&text, &length);
    bool done = out && sheet_write(out, kind, e, solution);
    if (out && fclose(out) != 0)
        done = false;
    const char *const wrong = done ? file_write(path, text, length, error) : "out of memory";
    free(text);
    return wrong;
}

/* An exercise about what the search did. */
static int write_sheet(const struct session *s, const struct zm_limits *limits)
{
    struct zm_error error;
    struct lesson lesson;
    struct exercise exercise;
    unsigned ask = 0;
    enum canvas_kind kind;
    const char *const asked = s->a->value[OPTION_ASK];
    if (sheet_kind(s->a->value[OPTION_SHEET], &kind, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    if (asked && ask_read(&ask, asked, &error))
        return complain(EXIT_USAGE, "%s", error.text);
    if (lesson_begin(&lesson, s->p, s->spec, limits, language(s->a), &error))
        return complain(EXIT_USAGE, "%s", error.text);
    int code = EXIT_DONE;
    if (exercise_begin(&exercise, &lesson, asked ? ask : ask_possible(&lesson), &error)) {
        code = complain(EXIT_USAGE, "%s", error.text);
    } else {
        if (draw_sheet(&exercise, s->a->value[OPTION_SHEET], kind, s->a->value[OPTION_SOLUTION],
                       &error))
            code = complain(EXIT_RESOURCE, "%s", error.text);
        exercise_end(&exercise);
    }
    lesson_end(&lesson);
    return code;
}

/* ---------------------------------------------------------------------- run -- */

static int prepare(struct session *s)
{
    struct arguments with_search = *s->a;
    struct zm_error error;
    with_search.value[OPTION_SEARCH] =
        s->a->value[OPTION_ALGORITHM] ? s->a->value[OPTION_ALGORITHM] : lesson_textbook(s->game);
    argument_search(&with_search, s->game, s->spec, sizeof s->spec);
    s->search = zm_search_new(s->game, s->spec, &error);
    if (!s->search)
        return complain(EXIT_USAGE, "%s", error.text);
    s->algorithm = s->search->algorithm->name;
    if (!strcmp(s->algorithm, "random"))
        return complain(EXIT_USAGE,
                        "random looks at no tree; `zermelo help searches` lists others");
    const bool negamax =
        !strcmp(s->algorithm, "alphabeta") && s->search->options.form == FORM_NEGAMAX;
    if (record_begin(&s->record, s->p, lesson_viewer(s->p, s->algorithm, negamax), &error))
        return complain(EXIT_RESOURCE, "%s", error.text);
    s->record.language = language(s->a);
    zm_search_watch(s->search, watch, s);
    return EXIT_DONE;
}

static int search(struct session *s, const struct zm_limits *limits)
{
    struct zm_error error;
    interrupt_stops(s->search);
    const char *const wrong = zm_search_run(s->search, s->p, limits, &s->result, &error);
    interrupt_stops(NULL);
    if (wrong)
        return complain(EXIT_USAGE, "%s", wrong);
    if (s->record.too_large)
        return complain(EXIT_RESOURCE,
                        "the search visits more than %d nodes: give a smaller --depth",
                        RECORD_MOST);
    if (record_end(&s->record, &s->result, MOST_DRAWN, &error))
        return complain(EXIT_RESOURCE, "%s", error.text);
    return EXIT_DONE;
}

static void show(const struct session *s)
{
    if (s->a->value[OPTION_JSON]) {
        json_result(s);
        return;
    }
    if (!s->a->value[OPTION_STEPS])
        for (int n = 0; n < s->record.count; n++)
            print_node(&s->record, n);
    putchar('\n');
    print_result(s);
}

/* The standard input, or a tree drawn by lot, whose text goes where options of a game do. */
static int open_tree(struct arguments *a, char **drawn)
{
    struct random_tree_kind kind;
    struct zm_error error;
    const char *const wanted = a->value[OPTION_LANGUAGE];
    if (wanted && strcmp(wanted, "en") != 0 && strcmp(wanted, "fr") != 0)
        return complain(EXIT_USAGE, "--language %.40s: expected en or fr", wanted);
    if (!strcmp(a->word[0], "-"))
        a->word[0] = "/dev/stdin";
    if (strncmp(a->word[0], "random", 6) != 0 || (a->word[0][6] && a->word[0][6] != ':'))
        return EXIT_DONE;
    if (a->value[OPTION_OPTIONS])
        return complain(EXIT_USAGE, "a random tree takes its options after its name: %s",
                        "random:depth=3,seed=5");
    if (random_tree_read(&kind, a->word[0], &error))
        return complain(EXIT_USAGE, "%s", error.text);
    *drawn = random_tree_write(&kind);
    if (!*drawn)
        return complain(EXIT_RESOURCE, "out of memory");
    a->word[0] = "tree";
    a->value[OPTION_OPTIONS] = *drawn;
    return EXIT_DONE;
}

static int run(const struct arguments *given)
{
    struct arguments a = *given;
    struct session s = { .a = &a };
    struct zm_limits limits;
    char *drawn = NULL;
    int code = argument_limits(&a, &limits);
    if (code == EXIT_DONE)
        code = open_tree(&a, &drawn);
    if (code == EXIT_DONE)
        code = argument_position(&a, &s.game, &s.p);
    free(drawn);
    if (code != EXIT_DONE)
        return code;
    code = prepare(&s);
    if (code == EXIT_DONE)
        code = search(&s, &limits);
    if (code == EXIT_DONE && a.value[OPTION_SVG])
        code = write_svg(&s, a.value[OPTION_SVG]);
    if (code == EXIT_DONE && a.value[OPTION_SHEET])
        code = write_sheet(&s, &limits);
    if (code == EXIT_DONE)
        show(&s);
    if (interrupted())
        code = EXIT_INTERRUPTED;
    record_release(&s.record);
    zm_search_free(s.search);
    zm_position_free(s.p);
    zm_game_close(s.game);
    return code;
}

const struct verb verb_tree = {
    .name = "tree",
    .summary = "Run a search on an explicit tree and show how it thinks.",
    .usage = "FILE|GAME|random:seed=N,... [options]",
    .examples =
        "  zermelo tree docs/trees/two-ply.tree\n"
        "  zermelo tree docs/trees/two-ply.tree --algorithm alphabeta --steps\n"
        "  zermelo tree docs/trees/not-uniform.tree --algorithm alphabeta:order=best --svg t.svg\n"
        "  zermelo tree docs/trees/two-ply.tree --algorithm uct:sims=20,seed=3 --json\n"
        "  zermelo tree random:depth=3,width=3,seed=5 --algorithm alphabeta --sheet exercise.pdf\n"
        "  zermelo tree random:depth=3,width=3,seed=5 --algorithm alphabeta --ask cuts,values \\\n"
        "      --sheet solution.pdf --solution --language fr\n"
        "  zermelo tree tictactoe --position X.O/.X./O.. --depth 2\n"
        "  echo 'max { 3 min { 4 5 } }' | zermelo tree -\n",
    .takes = TAKES(OPTION_JSON) | TAKES_POSITION | TAKES_LIMIT | TAKES(OPTION_SEED) |
             TAKES(OPTION_ALGORITHM) | TAKES(OPTION_STEPS) | TAKES(OPTION_SVG) |
             TAKES(OPTION_SHEET) | TAKES(OPTION_ASK) | TAKES(OPTION_SOLUTION) |
             TAKES(OPTION_LANGUAGE),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
