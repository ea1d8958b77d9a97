/* Lessons: the steps gone through again give the value and the counts of the same search run
 * plainly; every step has a sentence in both languages and a line of pseudo-code. */
#include "base/files.h"
#include "tap.h"
#include "teach/lectures.h"
#include "teach/lesson.h"
#include "teach/lesson_json.h"
#include "teach/pseudocode.h"
#include "teach/random_tree.h"
#include "teach/step_tell.h"

#include <dirent.h>
/* The library writes JSON by functions of the same names. */
#define json_object jansson_object
#define json_array jansson_array
#define json_integer jansson_integer
#define json_null jansson_null
#include <jansson.h>
#undef json_object
#undef json_array
#undef json_integer
#undef json_null
#include <stdlib.h>

/* Watched searches, and the plain ones that must do the same. */
static const struct {
    const char *watched, *plain;
} pair[] = {
    { "minimax", "minimax" },
    { "alphabeta", "alphabeta:form=minmax" },
    { "alphabeta:order=best", "alphabeta:form=minmax,order=best" },
    { "alphabeta:order=worst,cut=strict", "alphabeta:form=minmax,order=worst,cut=strict" },
    { "alphabeta:order=random,seed=5", "alphabeta:form=minmax,order=random,seed=5" },
    { "alphabeta:form=negamax", "alphabeta:form=negamax" },
    { "pns", "pns" },
    { "expectiminimax", "expectiminimax" },
    { "expectiminimax:prune=star1", "expectiminimax:prune=star1" },
    { "expectiminimax:prune=star2", "expectiminimax:prune=star2" },
    { "maxn", "maxn" },
    { "paranoid", "paranoid" },
    { "uct:sims=50,seed=7", "uct:sims=50,seed=7" },
};
enum { PAIRS = sizeof pair / sizeof *pair };

/* What going through the steps one by one counts. */
struct replay {
    uint64_t nodes, leaves, simulations, questions;
    double value, values[ZM_MAX_PLAYERS];
    int depth, wrong_lines;
};

static int lines(const struct lesson *l)
{
    int count = 0;
    for (;; count++) {
        char text[256];
        struct zm_text t = { text, sizeof text, 0 };
        if (!pseudocode_line(l, count, &t))
            return count;
    }
}

static struct replay replay(const struct lesson *l)
{
    struct replay r = { .nodes = 1 };
    const int code = lines(l);
    for (int i = 0; i < l->steps; i++) {
        const struct zm_step s = lesson_step(l, i);
        const int line = pseudocode_lit(l, &s, l->step[i].node);
        r.wrong_lines += line < 0 || line >= code || s.ply != l->record.node[l->step[i].node].ply;
        r.nodes += s.kind == ZM_STEP_MOVE;
        r.leaves += s.kind == ZM_STEP_LEAF || s.kind == ZM_STEP_PLAYOUT;
        r.simulations += s.kind == ZM_STEP_SIMULATION;
        r.questions += s.kind == ZM_STEP_QUESTION;
        r.depth += s.kind == ZM_STEP_MOVE || s.kind == ZM_STEP_SELECT || s.kind == ZM_STEP_EXPAND;
        r.depth -= s.kind == ZM_STEP_LEAF || s.kind == ZM_STEP_RETURN || s.kind == ZM_STEP_BACKUP;
        if (s.kind == ZM_STEP_RETURN) {
            r.value = s.value / l->record.game->unit;
            for (int p = 0; s.values && p < l->record.game->players; p++)
                r.values[p] = s.values[p] / l->record.game->unit;
        }
    }
    return r;
}

/* The same, by the search that nobody watches. */
static bool same_as_plain(const struct zm_position *p, const struct lesson *l, const char *plain,
                          const char *name)
{
    struct zm_error error = { "" };
    struct zm_result result;
    struct zm_search *const search = zm_search_new(zm_position_game(p), plain, &error);
    const char *const wrong = search ? zm_search_run(search, p, NULL, &result, &error) : error.text;
    zm_search_free(search);
    if (wrong) {
        OKF(zm_position_turn(p) == ZM_CHANCE, "%s %s: %s", name, plain, wrong);
        return false;
    }
    const struct replay r = replay(l);
    if (r.questions > 0) {
        OKF(l->result.value == result.value && l->result.exact && r.wrong_lines == 0 &&
                r.depth == -(int)r.questions,
            "%s by %s: value %g and %g, %llu questions", name, plain, l->result.value, result.value,
            (unsigned long long)r.questions);
        return true;
    }
    const bool simulates = lesson_simulates(l->algorithm);
    const int turn = zm_position_turn(p);
    const double value = l->record.viewer == RECORD_ALL ? r.values[turn]
                         : l->record.viewer < 0         ? r.value
                         : l->record.viewer == turn     ? r.value
                                                        : -r.value;
    OKF((simulates || r.nodes == result.nodes) && r.leaves == result.leaves &&
            (simulates ? r.simulations == 50 : fabs(value - result.value) < 1e-9),
        "%s by %s: value %g and %g, %llu and %llu nodes, %llu and %llu leaves", name, plain, value,
        result.value, (unsigned long long)r.nodes, (unsigned long long)result.nodes,
        (unsigned long long)r.leaves, (unsigned long long)result.leaves);
    OKF(l->result.nodes == result.nodes && l->result.move == result.move, "%s by %s: the result",
        name, plain);
    /* Whoever was looked at has no move of which nothing is said: seen, or cut. */
    int open = 0;
    for (int n = 1; n < l->record.count && !simulates; n++)
        open += l->record.node[n].state == RECORD_UNSEEN &&
                l->record.node[l->record.node[n].parent].state == RECORD_SEEN;
    OKF(open == 0, "%s by %s: %d moves neither seen nor cut", name, plain, open);
    OKF(r.depth == (simulates ? -50 : -1) && r.wrong_lines == 0,
        "%s by %s: steps are nested, %d with a wrong line or ply", name, plain, r.wrong_lines);
    return true;
}

/* Sentences: in every step one, the French another, both say the same numbers. */
static void check_words(struct lesson *l, const char *name)
{
    int empty = 0, same = 0;
    for (int i = 0; i < l->steps; i++) {
        char text[2][4096] = { "", "" };
        for (int language = 0; language < 2; language++) {
            struct zm_text t = { text[language], sizeof *text, 0 };
            const struct zm_step step = lesson_step(l, i);
            l->record.language = language ? FRENCH : ENGLISH;
            step_tell(&t, &l->record, &step, l->step[i].node);
        }
        empty += !text[0][0] || !text[1][0];
        same += !strcmp(text[0], text[1]);
    }
    l->record.language = ENGLISH;
    OKF(empty == 0 && same == 0, "%s by %s: %d steps told in two languages", name, l->spec,
        l->steps);
}

/* The JSON is JSON, and names only nodes that are there. */
static void check_json(const struct lesson *l, const char *name)
{
    char *text = NULL;
    size_t length, i;
    json_t *step;
    int wrong = 0;
    FILE *const out = open_memstream(&text, &length);
    lesson_json(&(struct json){ .out = out }, NULL, l);
    fclose(out);
    json_t *const root = json_loads(text, 0, NULL);
    const json_t *const nodes = json_object_get(root, "nodes");
    json_array_foreach(json_object_get(root, "steps"), i, step)
    {
        const json_int_t n = json_integer_value(json_object_get(step, "node"));
        const json_t *const child = json_object_get(step, "child");
        wrong += n < 0 || n >= l->record.count || (child && json_integer_value(child) <= n);
    }
    OKF(root && json_array_size(nodes) == (size_t)l->record.count && wrong == 0 && i > 0,
        "%s by %s: JSON, %zu steps, %d with a wrong node", name, l->spec, i, wrong);
    json_decref(root);
    free(text);
}

static int check_tree(const char *text, const char *name, bool all)
{
    struct zm_error error = { "" };
    const struct zm_game *const game = zm_game_open("tree", text, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    int lessons = 0;
    OKF(p != NULL, "%s: %s", name, error.text);
    for (int i = 0; i < PAIRS && p; i++) {
        struct lesson lesson;
        if (lesson_begin(&lesson, p, pair[i].watched, NULL, ENGLISH, &error))
            continue;
        same_as_plain(p, &lesson, pair[i].plain, name);
        if (all) {
            check_words(&lesson, name);
            check_json(&lesson, name);
        }
        lesson_end(&lesson);
        lessons++;
    }
    zm_position_free(p);
    zm_game_close(game);
    return lessons;
}

/* What is built in is what the folder has, all of it. */
static void test_lectures(void)
{
    char path[4096];
    int files = 0, lectures = 0, lessons = 0;
    snprintf(path, sizeof path, "%s/docs/trees", getenv("SOURCE"));
    DIR *const folder = opendir(path);
    for (const struct dirent *entry; (entry = readdir(folder));)
        files += strstr(entry->d_name, ".tree") != NULL;
    closedir(folder);
    for (const struct lecture *l; (l = lecture_at(lectures)); lectures++) {
        struct zm_error error;
        snprintf(path, sizeof path, "%s/docs/trees/%s.tree", getenv("SOURCE"), l->name);
        char *const text = file_read(path, 1 << 16, &error);
        SAME(text, lecture_tree(l));
        free(text);
        OK(lecture_find(l->name) == l);
        lessons += check_tree(lecture_tree(l), l->name, true);
    }
    EQ(files, lectures);
    EQ(lessons, 6 * 13 + 4 * 5 + 3); /* without chance, with it, three players */
}

static void test_random(void)
{
    static const char *const kinds[] = { "random:seed=%d",
                                         "random:seed=%d,depth=4,width=2,losses,highest=3",
                                         "random:seed=%d,chance,depth=4",
                                         "random:seed=%d,players=3,uniform,width=2",
                                         "random:seed=%d,depth=1,width=12,uniform=on" };
    char *first = NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int seed = 0; seed < 12; seed++) {
            char spec[128];
            struct random_tree_kind kind;
            struct zm_error error = { "" };
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
            snprintf(spec, sizeof spec, kinds[k], seed);
#pragma GCC diagnostic pop
            OKF(!random_tree_read(&kind, spec, &error), "%s %s", spec, error.text);
            char *const text = random_tree_write(&kind), *const again = random_tree_write(&kind);
            SAME(text, again);
            if (first)
                OKF(strcmp(first, text) != 0, "%s is another tree", spec);
            check_tree(text, spec, false);
            free(first);
            free(again);
            first = text;
        }
    free(first);
}

static void refused(const char *spec, const char *sentence)
{
    struct random_tree_kind kind;
    struct zm_error error = { "" };
    SAME(random_tree_read(&kind, spec, &error), sentence);
}

static void test_refusals(void)
{
    refused("tree:seed=1", "expected random or random:seed=5,depth=3, found \"tree:seed=1\"");
    refused("random:depth=11", "random: depth=11: expected a whole number from 1 to 10");
    refused("random:depth=2.5", "random: depth=2.5: expected a whole number from 1 to 10");
    refused("random:seed=x", "random: seed=x: expected a whole number from 0 to 9007199254740991");
    refused("random:uniform=maybe", "random: uniform=maybe: expected on or off");
    refused("random:deep=3", "random: there is no option \"deep\"; expected seed, depth, width, "
                             "players, highest, uniform, chance or losses");
    refused("random:depth=9,width=9", "random: 9 plies of 9 moves are 387420489 leaves, and more "
                                      "than 1500 cannot be looked at");
    struct zm_error error = { "" };
    struct lesson lesson;
    const struct zm_game *const game = zm_game_open("tictactoe", NULL, &error);
    struct zm_position *const p = zm_position_new(game, &error);
    SAME(lesson_begin(&lesson, p, "minimax", NULL, ENGLISH, &error),
         "the search visits more than 3000 nodes or takes more than 60000 steps, which nobody can "
         "follow: give it a smaller depth or fewer simulations");
    SAME(lesson_begin(&lesson, p, "random", NULL, ENGLISH, &error), "random looks at no tree");
    OK(lesson_begin(&lesson, p, "expectimin", NULL, ENGLISH, &error) != NULL);
    /* ... but the beginning of a real game is a lesson like any other. */
    OK(!lesson_begin(&lesson, p, "alphabeta:depth=2", NULL, FRENCH, &error));
    OK(lesson.record.count == 1 + 9 + 72 && lesson.result.nodes < 82);
    lesson_end(&lesson);
    zm_position_free(p);
    zm_game_close(game);
}

int main(void)
{
    test_lectures();
    test_random();
    test_refusals();
    return tap_done();
}
