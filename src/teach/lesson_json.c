#include "teach/lesson_json.h"

#include "teach/exercise.h"
#include "teach/pseudocode.h"
#include "teach/record_tell.h"
#include "teach/step_json.h"
#include "teach/step_tell.h"

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
    step_numbers_json(j, &l->record, &step, n, STEP_PAGE);
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
