#include "teach/step_json.h"

#include "teach/record_tell.h"
#include "teach/step_tell.h"

#include <math.h>

static const char *const kind_name[] = {
    [ZM_STEP_MOVE] = "move",
    [ZM_STEP_ENTER] = "enter",
    [ZM_STEP_LEAF] = "leaf",
    [ZM_STEP_BETTER] = "better",
    [ZM_STEP_WINDOW] = "window",
    [ZM_STEP_CUT] = "cut",
    [ZM_STEP_AVERAGE] = "average",
    [ZM_STEP_RETURN] = "return",
    [ZM_STEP_SIMULATION] = "simulation",
    [ZM_STEP_CANDIDATE] = "candidate",
    [ZM_STEP_SELECT] = "select",
    [ZM_STEP_EXPAND] = "expand",
    [ZM_STEP_PLAYOUT] = "playout",
    [ZM_STEP_BACKUP] = "backup",
    [ZM_STEP_QUESTION] = "question",
    [ZM_STEP_NUMBERS] = "numbers",
    [ZM_STEP_BOUNDS] = "bounds",
};

const char *step_word(enum zm_step_kind kind)
{
    return kind_name[kind];
}

static void json_node(struct json *j, const char *key, const struct record *r, int n)
{
    char text[4096] = "";
    struct zm_text t = { text, sizeof text, 0 };
    tell_node(&t, r, n);
    json_text(j, key, text);
}

/* The moves from the root to n. */
static void json_path(struct json *j, const struct record *r, int n)
{
    json_array(j, "path");
    for (int ply = 1; ply <= r->node[n].ply; ply++)
        json_text(j, NULL, record_text(r, step_ancestor(r, n, ply)));
    json_end_array(j);
}

static void json_move(struct json *j, const char *key, const struct record *r, int n, zm_move m,
                      enum step_form form)
{
    const int c = step_child(r, n, m);
    if (form == STEP_PAGE)
        json_integer(j, key, c);
    else
        json_text(j, key, c < 0 ? "" : record_text(r, c));
}

/* The child that the step is about. */
static void json_child(struct json *j, const struct record *r, const struct zm_step *s, int n,
                       enum step_form form)
{
    json_move(j, form == STEP_PAGE ? "child" : "move", r, n, s->move, form);
}

static void json_bound(struct json *j, const char *key, const struct record *r, double value)
{
    json_number(j, key, fabs(value) >= ZM_NO_BOUND ? INFINITY : step_points(r, value));
}

static void json_window(struct json *j, const struct record *r, const struct zm_step *s)
{
    json_bound(j, "alpha", r, s->alpha);
    json_bound(j, "beta", r, s->beta);
}

static void json_tuple(struct json *j, const char *key, const double value[], int players)
{
    json_array(j, key);
    for (int p = 0; p < players; p++)
        json_number(j, NULL, value[p]);
    json_end_array(j);
}

static void json_value(struct json *j, const struct record *r, const struct zm_step *s,
                       enum step_form form)
{
    char text[4096] = "";
    double values[ZM_MAX_PLAYERS];
    struct zm_text t = { text, sizeof text, 0 };
    const bool proof = s->yes || s->no;
    for (int p = 0; s->values && p < r->game->players; p++)
        values[p] = step_points(r, s->values[p]);
    if (form == STEP_PAGE) {
        if (proof)
            tell_proof(&t, r, s->yes, s->no);
        else
            tell_numbers(&t, r, step_points(r, s->value), s->values ? values : NULL);
        json_text(j, "value", text);
    } else if (proof) {
        json_integer(j, "yes", s->yes);
        json_integer(j, "no", s->no);
    } else if (s->values) {
        json_tuple(j, "values", values, r->game->players);
    } else {
        json_number(j, "value", step_points(r, s->value));
    }
}

static void json_cut(struct json *j, const struct record *r, const struct zm_step *s, int n,
                     enum step_form form)
{
    const int by = step_ancestor(r, n, s->by);
    json_array(j, form == STEP_PAGE ? "cut" : "moves");
    for (int i = 0; i < s->count; i++)
        json_move(j, NULL, r, n, s->moves[i], form);
    json_end_array(j);
    json_value(j, r, s, form);
    json_window(j, r, s);
    json_text(j, "bound", s->value >= s->beta ? "beta" : "alpha");
    if (form == STEP_PAGE)
        json_integer(j, "by", by);
    else if (by < 0)
        json_null(j, "by");
    else
        json_node(j, "by", r, by);
}

/* The average lies between these. */
static void json_bounds(struct json *j, const struct record *r, const struct zm_step *s,
                        enum step_form form)
{
    char text[128] = "";
    struct zm_text t = { text, sizeof text, 0 };
    tell_window(&t, step_points(r, s->alpha), step_points(r, s->beta));
    if (form == STEP_PAGE) {
        json_text(j, "value", text);
    } else {
        json_bound(j, "low", r, s->alpha);
        json_bound(j, "high", r, s->beta);
    }
}

void step_numbers_json(struct json *j, const struct record *r, const struct zm_step *s, int n,
                       enum step_form form)
{
    switch (s->kind) {
    case ZM_STEP_ENTER:
        if (form == STEP_LOG) {
            json_integer(j, "turn", s->turn);
            json_integer(j, "depth", s->depth);
        }
        if (r->windows)
            json_window(j, r, s);
        break;
    case ZM_STEP_WINDOW:
        json_window(j, r, s);
        break;
    case ZM_STEP_CUT:
        json_cut(j, r, s, n, form);
        break;
    case ZM_STEP_LEAF:
        if (form == STEP_LOG)
            json_bool(j, "exact", !r->node[n].horizon);
        json_value(j, r, s, form);
        break;
    case ZM_STEP_AVERAGE:
    case ZM_STEP_BOUNDS:
        json_child(j, r, s, n, form);
        if (form == STEP_LOG)
            json_number(j, "probability", s->weight);
        if (s->kind == ZM_STEP_BOUNDS)
            json_bounds(j, r, s, form);
        else
            json_value(j, r, s, form);
        break;
    case ZM_STEP_BETTER:
    case ZM_STEP_RETURN:
        if (r->node[n].turn >= 0)
            json_child(j, r, s, n, form);
        json_value(j, r, s, form);
        if (s->raised)
            json_text(j, "probe", s->raised < 0 ? "least" : "most");
        break;
    case ZM_STEP_NUMBERS:
        json_child(j, r, s, n, form);
        json_value(j, r, s, form);
        break;
    case ZM_STEP_QUESTION:
        json_value(j, r, s, form);
        break;
    case ZM_STEP_MOVE:
    case ZM_STEP_SELECT:
    case ZM_STEP_EXPAND:
        json_child(j, r, s, n, form);
        if (form == STEP_LOG)
            json_integer(j, "index", s->index);
        break;
    case ZM_STEP_CANDIDATE:
        json_child(j, r, s, n, form);
        json_count(j, "visits", s->visits);
        json_number(j, "mean", s->value);
        json_number(j, "bonus", s->bonus);
        break;
    case ZM_STEP_PLAYOUT:
        json_tuple(j, form == STEP_PAGE ? "rewards" : "values", s->values, r->game->players);
        break;
    case ZM_STEP_SIMULATION:
        json_count(j, "visits", s->visits);
        break;
    case ZM_STEP_BACKUP:
        json_count(j, "visits", s->visits);
        json_number(j, "mean", s->value);
        break;
    }
}

void step_json(struct json *j, const struct record *r, const struct zm_step *s, int here,
               uint64_t number)
{
    json_object(j, NULL);
    json_count(j, "step", number);
    json_text(j, "kind", step_word(s->kind));
    json_node(j, "node", r, here);
    json_path(j, r, here);
    step_numbers_json(j, r, s, here, STEP_LOG);
    json_end_object(j);
}
