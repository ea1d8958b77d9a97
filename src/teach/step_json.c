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

static const char *move_of(const struct record *r, int n, zm_move m)
{
    const int c = step_child(r, n, m);
    return c < 0 ? "" : record_text(r, c);
}

/* The moves from the root to n. */
static void json_path(struct json *j, const struct record *r, int n)
{
    json_array(j, "path");
    for (int ply = 1; ply <= r->node[n].ply; ply++)
        json_text(j, NULL, record_text(r, step_ancestor(r, n, ply)));
    json_end_array(j);
}

static void json_bound(struct json *j, const char *key, double value)
{
    json_number(j, key, fabs(value) >= ZM_NO_BOUND ? INFINITY : value);
}

static void json_value(struct json *j, const struct record *r, const struct zm_step *s)
{
    if (!s->values) {
        json_number(j, "value", step_points(r, s->value));
        return;
    }
    json_array(j, "values");
    for (int p = 0; p < r->game->players; p++)
        json_number(j, NULL,
                    s->kind == ZM_STEP_PLAYOUT ? s->values[p] : step_points(r, s->values[p]));
    json_end_array(j);
}

static void json_window(struct json *j, const struct record *r, const struct zm_step *s)
{
    json_bound(j, "alpha", step_points(r, s->alpha));
    json_bound(j, "beta", step_points(r, s->beta));
}

static void json_cut(struct json *j, const struct record *r, const struct zm_step *s, int n)
{
    const int by = step_ancestor(r, n, s->by);
    json_array(j, "moves");
    for (int i = 0; i < s->count; i++)
        json_text(j, NULL, move_of(r, n, s->moves[i]));
    json_end_array(j);
    json_value(j, r, s);
    json_window(j, r, s);
    json_text(j, "bound", s->value >= s->beta ? "beta" : "alpha");
    if (by < 0)
        json_null(j, "by");
    else
        json_node(j, "by", r, by);
}

void step_json(struct json *j, const struct record *r, const struct zm_step *s, int here,
               uint64_t number)
{
    json_object(j, NULL);
    json_count(j, "step", number);
    json_text(j, "kind", step_word(s->kind));
    json_node(j, "node", r, here);
    json_path(j, r, here);
    switch (s->kind) {
    case ZM_STEP_ENTER:
        json_integer(j, "turn", s->turn);
        json_integer(j, "depth", s->depth);
        if (r->windows)
            json_window(j, r, s);
        break;
    case ZM_STEP_WINDOW:
        json_window(j, r, s);
        break;
    case ZM_STEP_CUT:
        json_cut(j, r, s, here);
        break;
    case ZM_STEP_LEAF:
        json_bool(j, "exact", !r->node[here].horizon);
        json_value(j, r, s);
        break;
    case ZM_STEP_AVERAGE:
        json_text(j, "move", move_of(r, here, s->move));
        json_number(j, "probability", s->weight);
        json_value(j, r, s);
        break;
    case ZM_STEP_BETTER:
    case ZM_STEP_RETURN:
        if (r->node[here].turn >= 0)
            json_text(j, "move", move_of(r, here, s->move));
        if (s->yes || s->no) {
            json_integer(j, "yes", s->yes);
            json_integer(j, "no", s->no);
        } else {
            json_value(j, r, s);
        }
        break;
    case ZM_STEP_MOVE:
    case ZM_STEP_SELECT:
    case ZM_STEP_EXPAND:
        json_text(j, "move", move_of(r, here, s->move));
        json_integer(j, "index", s->index);
        break;
    case ZM_STEP_CANDIDATE:
        json_text(j, "move", move_of(r, here, s->move));
        json_count(j, "visits", s->visits);
        json_number(j, "mean", s->value);
        json_number(j, "bonus", s->bonus);
        break;
    case ZM_STEP_PLAYOUT:
    case ZM_STEP_QUESTION:
        json_value(j, r, s);
        break;
    case ZM_STEP_NUMBERS:
        json_text(j, "move", move_of(r, here, s->move));
        json_integer(j, "yes", s->yes);
        json_integer(j, "no", s->no);
        break;
    case ZM_STEP_SIMULATION:
        json_count(j, "visits", s->visits);
        break;
    case ZM_STEP_BACKUP:
        json_count(j, "visits", s->visits);
        json_number(j, "mean", s->value);
        break;
    }
    json_end_object(j);
}
