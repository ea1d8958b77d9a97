/* routes_learn.c -- the requests about searches to learn from. Lessons and exercises are made anew
 * from what the request says and then forgotten; only recorded searches of real games are kept
 * (walks.c). */
#include "server/routes.h"

#include "base/json.h"
#include "base/sentence.h"
#include "server/inside.h"
#include "server/library.h"
#include "server/live.h"
#include "server/walks.h"
#include "teach/exercise.h"
#include "teach/lectures.h"
#include "teach/lesson_json.h"
#include "teach/random_tree.h"
#include "teach/record_tell.h"
#include "teach/sheet.h"
#include "teach/step_tell.h"
#include "teach/walk_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A lesson takes milliseconds, unless its moves are ordered by searching a large game; a search
 * that is recorded is to be looked at, not to be waited for. */
#define LESSON_SECONDS 3.0
#define WALK_SECONDS 20.0
enum { WALK_NODES = 20000000, WALK_MEGABYTES = 96, USUAL_MARKS = 1000, MOST_ANSWERS = 20000 };

static enum language language_of(const char *word)
{
    return word && !strcmp(word, "fr") ? FRENCH : ENGLISH;
}

/* ------------------------------------------------------------------- trees -- */

void get_lectures(struct request *r)
{
    const enum language language = language_of(request_query(r, "language"));
    struct json *const j = r->json;
    json_array(j, NULL);
    for (int i = 0; lecture_at(i); i++) {
        const struct lecture *const l = lecture_at(i);
        json_object(j, NULL);
        json_text(j, "name", l->name);
        json_text(j, "title", l->title[language]);
        json_text(j, "search", l->search);
        if (l->other)
            json_text(j, "other", l->other);
        else
            json_null(j, "other");
        json_text(j, "text", lecture_tree(l));
        json_end_object(j);
    }
    json_end_array(j);
}

void get_random_tree(struct request *r)
{
    const char *const spec = request_query(r, "spec");
    struct random_tree_kind kind;
    struct zm_error error;
    if (random_tree_read(&kind, spec ? spec : "random", &error)) {
        request_refuse(r, 422, "%s", error.text);
        return;
    }
    char *const text = random_tree_write(&kind);
    if (text) {
        json_object(r->json, NULL);
        json_text(r->json, "text", text);
        json_end_object(r->json);
    } else {
        request_refuse(r, 500, "%s", out_of_memory);
    }
    free(text);
}

/* ----------------------------------------------------------------- lessons -- */

/* A position that the body names: of a tree that was typed, or of a real game. */
struct subject {
    const struct zm_game *game;
    struct zm_position *position;
    const char *search; /* NULL: the textbook's */
};

static void subject_end(struct subject *s)
{
    zm_position_free(s->position);
    zm_game_close(s->game);
}

static bool go_to(struct subject *s, const char *position, const char *moves,
                  struct zm_error *error)
{
    s->position = zm_position_new(s->game, error);
    return s->position &&
           !(position && *position && zm_position_read(s->position, position, error)) &&
           !(moves && *moves && zm_position_play_text(s->position, moves, error));
}

static bool subject_read(struct request *r, struct subject *s)
{
    const char *tree = NULL, *name = NULL, *options = NULL, *position = NULL, *moves = NULL;
    struct zm_error error = { "" };
    *s = (struct subject){ 0 };
    if (!body_text(r, "tree", &tree) || !body_text(r, "game", &name) ||
        !body_text(r, "options", &options) || !body_text(r, "position", &position) ||
        !body_text(r, "moves", &moves) || !body_text(r, "search", &s->search))
        return false;
    if (s->search && !*s->search)
        s->search = NULL;
    if (!tree && !name)
        sentence(&error, "\"tree\" or \"game\" is missing");
    else if (tree)
        s->game = zm_game_open("tree", tree, &error);
    else
        s->game = library_open(r->server->library, name, options, &error);
    if (s->game && go_to(s, position, moves, &error) &&
        !(s->search && think_allows(r->server, s->game, s->search, &error)))
        return true;
    request_refuse(r, 422, "%s", error.text);
    subject_end(s);
    return false;
}

static bool lesson_read(struct request *r, struct subject *s, struct lesson *lesson)
{
    const double most = r->server->settings.most.seconds;
    const struct zm_limits limits = { .seconds = fmin(LESSON_SECONDS, most) };
    struct zm_error error;
    const char *language = NULL;
    if (!body_text(r, "language", &language) || !subject_read(r, s))
        return false;
    if (!lesson_begin(lesson, s->position, s->search, &limits, language_of(language), &error))
        return true;
    request_refuse(r, 422, "%s", error.text);
    subject_end(s);
    return false;
}

void post_lesson(struct request *r)
{
    struct subject subject;
    struct lesson lesson;
    if (!lesson_read(r, &subject, &lesson))
        return;
    lesson_json(r->json, NULL, &lesson);
    lesson_end(&lesson);
    subject_end(&subject);
}

/* --------------------------------------------------------------- exercises -- */

struct work {
    struct subject subject;
    struct lesson lesson;
    struct exercise exercise;
};

static void work_end(struct work *w)
{
    exercise_end(&w->exercise);
    lesson_end(&w->lesson);
    subject_end(&w->subject);
}

static bool work_read(struct request *r, struct work *w, const char *ask)
{
    struct zm_error error;
    unsigned set = 0;
    if (ask && ask_read(&set, ask, &error)) {
        request_refuse(r, 422, "%s", error.text);
        return false;
    }
    if (!lesson_read(r, &w->subject, &w->lesson))
        return false;
    if (!exercise_begin(&w->exercise, &w->lesson, ask ? set : ask_possible(&w->lesson), &error))
        return true;
    request_refuse(r, 422, "%s", error.text);
    work_end(w);
    return false;
}

/* What is known of the children among which selection chooses. */
static void candidates_json(struct json *j, const struct exercise *e, int blank)
{
    const struct lesson *const l = e->lesson;
    const struct blank *const b = &e->blank[blank];
    int first;
    exercise_candidates(e, blank, &first);
    json_count(j, "visits", exercise_visits(e, blank));
    json_array(j, "candidates");
    for (int i = first; i < b->step; i++) {
        const struct zm_step *const step = &l->step[i].step;
        const int child = step_child(&l->record, b->node, step->move);
        json_object(j, NULL);
        json_integer(j, "child", child);
        json_text(j, "move", child < 0 ? "" : record_text(&l->record, child));
        json_count(j, "visits", step->visits);
        json_number(j, "mean", step->value);
        json_end_object(j);
    }
    json_end_array(j);
}

static void blank_json(struct json *j, const struct exercise *e, int i, const char *answer,
                       bool solution, int *right)
{
    static const char *const verdicts[] = { "right", "wrong", "unreadable" };
    char text[4096] = "";
    struct zm_text t = { text, sizeof text, 0 };
    json_object(j, NULL);
    json_text(j, "ask", ask_word(e->blank[i].ask));
    json_integer(j, "node", e->blank[i].node);
    if (e->blank[i].ask == ASK_CHOICES)
        candidates_json(j, e, i);
    if (answer) {
        const enum verdict verdict = exercise_check(e, i, answer, &t);
        json_text(j, "verdict", verdicts[verdict]);
        if (verdict != RIGHT)
            json_text(j, "why", text);
        *right += verdict == RIGHT;
    }
    if (solution) {
        t.length = 0;
        text[0] = '\0';
        exercise_solution(e, i, &t);
        json_text(j, "solution", text);
    }
    json_end_object(j);
}

void post_exercise(struct request *r)
{
    const char *ask = "", **const answer = calloc(MOST_ANSWERS, sizeof *answer);
    bool solution = false;
    int answers = -1, right = 0;
    struct work w;
    if (!answer) {
        request_refuse(r, 500, "%s", out_of_memory);
        return;
    }
    if (body_text(r, "ask", &ask) && body_bool(r, "solution", &solution) &&
        body_texts(r, "answers", MOST_ANSWERS, answer, &answers) && work_read(r, &w, ask)) {
        if (answers >= 0 && answers != w.exercise.blanks) {
            request_refuse(r, 422, "\"answers\": expected %d, one for each blank",
                           w.exercise.blanks);
        } else {
            json_object(r->json, NULL);
            json_array(r->json, "blanks");
            for (int i = 0; i < w.exercise.blanks; i++)
                blank_json(r->json, &w.exercise, i, answers >= 0 ? answer[i] : NULL, solution,
                           &right);
            json_end_array(r->json);
            json_integer(r->json, "right", right);
            json_end_object(r->json);
        }
        work_end(&w);
    }
    free(answer);
}

void post_sheet(struct request *r)
{
    const char *ask = NULL, *format = "svg";
    bool solution = false;
    struct work w;
    if (!body_text(r, "ask", &ask) || !body_bool(r, "solution", &solution) ||
        !body_text(r, "format", &format))
        return;
    const bool pdf = !strcmp(format, "pdf");
    if (!pdf && strcmp(format, "svg") != 0) {
        request_refuse(r, 422, "\"format\": expected svg or pdf");
        return;
    }
    if (!work_read(r, &w, ask))
        return;
    r->type = pdf ? "application/pdf" : "image/svg+xml";
    if (!sheet_write(r->json->out, pdf ? CANVAS_PDF : CANVAS_SVG, &w.exercise, solution))
        request_refuse(r, 500, "%s", out_of_memory);
    work_end(&w);
}

/* ------------------------------------------------------------------- walks -- */

/* What walks through the tree of this game, if nothing is asked for. */
static const char *usual_walk(const struct zm_game *game)
{
    return zm_search_refuses(zm_search_find("alphabeta"), game) ? lesson_textbook(game)
                                                                : "alphabeta";
}

static void walk_answer(struct request *r, const struct walk *walk, const struct subject *s,
                        const char *id)
{
    struct json *const j = r->json;
    char move[128] = "";
    if (walk->result.move != ZM_NO_MOVE)
        zm_position_show_move(s->position, walk->result.move, move, sizeof move);
    json_object(j, NULL);
    json_text(j, "id", id);
    json_text(j, "search", walk->spec);
    json_count(j, "nodes", walk->node[0].total);
    json_count(j, "kept", walk->count);
    json_count(j, "least", walk->least);
    json_integer(j, "depth", walk->result.depth);
    json_number(j, "seconds", walk->result.seconds);
    json_number(j, "value", walk->result.values[0]);
    json_text(j, "move", move);
}

static void record(struct request *r, struct subject *s, const struct zm_limits *limits)
{
    struct walks *const walks = r->server->walks;
    struct zm_error error;
    struct walk walk;
    char id[33];
    const char *const spec = s->search ? s->search : usual_walk(s->game);
    if (walk_begin(&walk, s->position, spec, limits, WALK_MEGABYTES, walks_stopping(walks),
                   &error)) {
        request_refuse(r, 422, "%s", error.text);
        return;
    }
    secret_make(id);
    walk_answer(r, &walk, s, id);
    walks_keep(walks, &walk, s->game, id);
    s->game = NULL;
    if (walks_show(walks, id, r->json, "tree", 0, USUAL_MARKS))
        json_end_object(r->json);
    else
        request_refuse(r, 500, "%s", out_of_memory);
}

void post_walks(struct request *r)
{
    double nodes = WALK_NODES, seconds = 5, depth = 0;
    const double most = fmin(r->server->settings.most.seconds, WALK_SECONDS);
    struct subject s;
    if (!body_number(r, "nodes", 1, WALK_NODES, &nodes) ||
        !body_number(r, "seconds", 0.001, most, &seconds) ||
        !body_number(r, "depth", 1, 1000, &depth) || !subject_read(r, &s))
        return;
    const struct zm_limits limits = { .nodes = (uint64_t)nodes,
                                      .seconds = fmin(seconds, most),
                                      .depth = (int)depth };
    if (walks_start(r->server->walks)) {
        record(r, &s, &limits);
        walks_done(r->server->walks);
    } else {
        request_refuse(r, 503, "another search is being recorded: try again in a moment");
    }
    subject_end(&s);
}

void get_walk(struct request *r)
{
    int64_t node, most;
    if (!request_number(r, "node", 0, 0, UINT32_MAX, &node) ||
        !request_number(r, "most", USUAL_MARKS, 3, WALK_MOST_MARKS, &most))
        return;
    if (!walks_show(r->server->walks, r->part, r->json, NULL, (uint32_t)node, (int)most))
        request_refuse(r, 404, "this search is no longer kept, or has no such node");
}
