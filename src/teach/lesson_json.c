#include "teach/lesson_json.h"

#include "teach/exercise.h"
#include "teach/pseudocode.h"
#include "teach/record_tell.h"
#include "teach/step_json.h"
#include "teach/step_tell.h"

#include <math.h>

enum { TEXT = 4096 };

/* ------------------------------------------------------------------- nodes -- */

static void value_json(struct json *j, const char *key, const struct record *r, int n)
{
    char text[TEXT] = "";
    struct zm_text t = { text, sizeof text, 0 };
    tell_value(&t, r, n);
    json_text(j, key, text);
}

static void node_json(struct json *j, const struct record *r, int n)
{
    static const char *const state[] = { "unseen", "seen", "cut" };
    const struct record_node *const node = &r->node[n];
    json_object(j, NULL);
    json_integer(j, "parent", node->parent);
    json_integer(j, "turn", node->turn);
    if (n > 0)
        json_text(j, "move", record_text(r, n));
    if (node->name)
        json_text(j, "name", record_name(r, n));
    if (node->weight) {
        char text[64] = "";
        struct zm_text t = { text, sizeof text, 0 };
        tell_probability(&t, node->weight, node->weight_of);
        json_text(j, "chance", text);
    }
    if (node->turn == ZM_OVER)
        value_json(j, "payoff", r, n);
    else if (tells_value(r, n) && !node->visits)
        value_json(j, "value", r, n);
    if (node->visits) {
        json_count(j, "visits", node->visits);
        json_number(j, "mean", node->value);
    }
    if (node->horizon)
        json_bool(j, "horizon", true);
    if (node->best)
        json_bool(j, "best", true);
    json_text(j, "state", state[node->state]);
    json_end_object(j);
}

/* ------------------------------------------------------------------- steps -- */

static void bound_json(struct json *j, const char *key, const struct record *r, double value)
{
    json_number(j, key, fabs(value) >= ZM_NO_BOUND ? INFINITY : step_points(r, value));
}

static void window_json(struct json *j, const struct record *r, const struct zm_step *s)
{
    bound_json(j, "alpha", r, s->alpha);
    bound_json(j, "beta", r, s->beta);
}

static void step_value_json(struct json *j, const struct record *r, const struct zm_step *s)
{
    char text[TEXT] = "";
    double values[ZM_MAX_PLAYERS];
    struct zm_text t = { text, sizeof text, 0 };
    if (s->yes || s->no) {
        tell_proof(&t, r, s->yes, s->no);
        json_text(j, "value", text);
        return;
    }
    for (int p = 0; s->values && p < r->game->players; p++)
        values[p] = step_points(r, s->values[p]);
    tell_numbers(&t, r, step_points(r, s->value), s->values ? values : NULL);
    json_text(j, "value", text);
}

static void cut_json(struct json *j, const struct record *r, const struct zm_step *s, int n)
{
    json_array(j, "cut");
    for (int i = 0; i < s->count; i++)
        json_integer(j, NULL, step_child(r, n, s->moves[i]));
    json_end_array(j);
    json_integer(j, "by", step_ancestor(r, n, s->by));
    json_text(j, "bound", s->value >= s->beta ? "beta" : "alpha");
    step_value_json(j, r, s);
    window_json(j, r, s);
}

/* What belongs to this kind of step, apart from what all have. */
static void numbers_json(struct json *j, const struct record *r, const struct zm_step *s, int n)
{
    switch (s->kind) {
    case ZM_STEP_ENTER:
    case ZM_STEP_WINDOW:
        if (r->windows)
            window_json(j, r, s);
        break;
    case ZM_STEP_CUT:
        cut_json(j, r, s, n);
        break;
    case ZM_STEP_BETTER:
    case ZM_STEP_AVERAGE:
    case ZM_STEP_RETURN:
        if (r->node[n].turn >= 0 || s->kind == ZM_STEP_AVERAGE)
            json_integer(j, "child", step_child(r, n, s->move));
        step_value_json(j, r, s);
        break;
    case ZM_STEP_LEAF:
    case ZM_STEP_QUESTION:
        step_value_json(j, r, s);
        break;
    case ZM_STEP_NUMBERS:
        json_integer(j, "child", step_child(r, n, s->move));
        step_value_json(j, r, s);
        break;
    case ZM_STEP_MOVE:
    case ZM_STEP_SELECT:
    case ZM_STEP_EXPAND:
        json_integer(j, "child", step_child(r, n, s->move));
        break;
    case ZM_STEP_CANDIDATE:
        json_integer(j, "child", step_child(r, n, s->move));
        json_count(j, "visits", s->visits);
        json_number(j, "mean", s->value);
        json_number(j, "bonus", s->bonus);
        break;
    case ZM_STEP_PLAYOUT:
        json_array(j, "rewards");
        for (int p = 0; p < r->game->players; p++)
            json_number(j, NULL, s->values[p]);
        json_end_array(j);
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

static void one_step_json(struct json *j, const struct lesson *l, int i)
{
    const struct zm_step step = lesson_step(l, i);
    const int n = l->step[i].node;
    char text[TEXT] = "";
    struct zm_text t = { text, sizeof text, 0 };
    step_tell(&t, &l->record, &step, n);
    json_object(j, NULL);
    json_text(j, "kind", step_word(step.kind));
    json_integer(j, "node", n);
    json_integer(j, "line", pseudocode_lit(l, &step, n));
    json_text(j, "text", text);
    numbers_json(j, &l->record, &step, n);
    json_end_object(j);
}

/* -------------------------------------------------------------------- whole -- */

static void code_json(struct json *j, const struct lesson *l)
{
    json_array(j, "code");
    for (int i = 0;; i++) {
        char text[256] = "";
        struct zm_text t = { text, sizeof text, 0 };
        if (!pseudocode_line(l, i, &t))
            break;
        json_text(j, NULL, text);
    }
    json_end_array(j);
}

static void result_json(struct json *j, const struct lesson *l)
{
    json_object(j, "result");
    json_number(j, "value", l->result.value);
    json_array(j, "values");
    for (int p = 0; p < l->record.game->players; p++)
        json_number(j, NULL, l->result.values[p]);
    json_end_array(j);
    json_bool(j, "exact", l->result.exact);
    json_bool(j, "stopped", l->result.stopped);
    json_count(j, "nodes", l->result.nodes);
    json_count(j, "leaves", l->result.leaves);
    json_array(j, "line");
    for (int n = 1; n < l->record.count; n++)
        if (l->record.node[n].best)
            json_text(j, NULL, record_text(&l->record, n));
    json_end_array(j);
    json_end_object(j);
}

void lesson_json(struct json *j, const char *key, const struct lesson *l)
{
    json_object(j, key);
    json_text(j, "search", l->spec);
    json_text(j, "algorithm", l->algorithm);
    json_integer(j, "players", l->record.game->players);
    json_bool(j, "maxAndMin", plays_max_and_min(&l->record));
    json_bool(j, "windows", l->record.windows);
    json_bool(j, "simulates", lesson_simulates(l->algorithm));
    json_array(j, "asks");
    for (unsigned ask = ASK_VALUES; ask <= ASK_CHOICES; ask <<= 1)
        if (ask_possible(l) & ask)
            json_text(j, NULL, ask_word((enum ask)ask));
    json_end_array(j);
    code_json(j, l);
    json_array(j, "nodes");
    for (int n = 0; n < l->record.count; n++)
        node_json(j, &l->record, n);
    json_end_array(j);
    json_array(j, "steps");
    for (int i = 0; i < l->steps; i++)
        one_step_json(j, l, i);
    json_end_array(j);
    result_json(j, l);
    json_end_object(j);
}
