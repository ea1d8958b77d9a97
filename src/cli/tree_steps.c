#include "cli/tree_steps.h"

#include "base/json.h"
#include "search/record_tell.h"

#include <math.h>
#include <string.h>

enum { SENTENCE = 4096 };

static double points(const struct record *r, double value)
{
    return value >= ZM_NO_BOUND || value <= -ZM_NO_BOUND ? value : value / r->game->unit + 0.0;
}

/* The value of the step, in points: a number or a tuple. */
static void tell_step_value(struct zm_text *t, const struct record *r, const struct zm_step *step)
{
    double values[ZM_MAX_PLAYERS];
    for (int p = 0; step->values && p < r->game->players; p++)
        values[p] = points(r, step->values[p]);
    tell_numbers(t, r, points(r, step->value), step->values ? values : NULL);
}

static int child_by(const struct record *r, int n, zm_move m)
{
    int c = r->node[n].child;
    while (c >= 0 && r->node[c].move != m)
        c = r->node[c].next;
    return c;
}

static const char *move_text(const struct record *r, int n, zm_move m)
{
    const int c = child_by(r, n, m);
    return c < 0 ? "a move" : record_text(r, c);
}

/* The node at ply `by` on the way to n; -1: none, the first window. */
static int ancestor(const struct record *r, int n, int by)
{
    while (n >= 0 && r->node[n].ply > by)
        n = r->node[n].parent;
    return n;
}

/* ---------------------------------------------------------------- sentences -- */

static void tell_enter(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    tell_node(t, r, n);
    zm_print(t, ": ");
    tell_turn(t, r, s->turn);
    zm_print(t, s->turn == ZM_CHANCE ? " decides" : " to move");
    if (r->windows) {
        zm_print(t, ", window ");
        tell_window(t, points(r, s->alpha), points(r, s->beta));
    }
}

static void tell_leaf(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    zm_print(t, r->node[n].horizon ? "the depth limit at " : "the end at ");
    tell_node(t, r, n);
    zm_print(t, r->node[n].horizon ? ", estimated at " : ", worth ");
    tell_step_value(t, r, s);
}

static void tell_cut(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    const bool beta = s->value >= s->beta;
    const double limit = points(r, beta ? s->beta : s->alpha), value = points(r, s->value);
    const int by = ancestor(r, n, s->by);
    tell_node(t, r, n);
    zm_print(t, " is cut: %s", s->count == 1 ? "move" : "moves");
    for (int i = 0; i < s->count; i++)
        zm_print(t, " %s", move_text(r, n, s->moves[i]));
    zm_print(t, s->count == 1 ? " needs no look, for " : " need no look, for ");
    tell_number(t, value);
    zm_print(t, beta ? (value > limit ? " > beta " : " >= beta ")
                     : (value < limit ? " < alpha " : " <= alpha "));
    tell_number(t, limit);
    if (by < 0) {
        zm_print(t, " of the first window");
    } else {
        zm_print(t, ", set at ");
        tell_node(t, r, by);
    }
}

static void tell_candidate(struct zm_text *t, const struct record *r, const struct zm_step *s,
                           int n)
{
    zm_print(t, "selection at ");
    tell_node(t, r, n);
    zm_print(t, ": %s", move_text(r, n, s->move));
    if (s->visits == 0)
        zm_print(t, " has not been tried and goes first");
    else
        zm_print(t, " has visits %llu, mean %.4f + exploration %.4f = %.4f",
                 (unsigned long long)s->visits, s->value, s->bonus, s->value + s->bonus);
}

static void tell_playout(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    zm_print(t, "playout: a random game from ");
    tell_node(t, r, n);
    zm_print(t, " gives the rewards");
    for (int p = 0; p < r->game->players; p++)
        zm_print(t, " %.4g", s->values[p]);
}

static void tell_step(struct zm_text *t, const struct record *r, const struct zm_step *s, int n)
{
    switch (s->kind) {
    case ZM_STEP_MOVE:
        tell_node(t, r, n);
        zm_print(t, r->node[n].turn == ZM_CHANCE ? ": outcome %s" : ": try move %s",
                 move_text(r, n, s->move));
        break;
    case ZM_STEP_ENTER:
        tell_enter(t, r, s, n);
        break;
    case ZM_STEP_LEAF:
        tell_leaf(t, r, s, n);
        break;
    case ZM_STEP_BETTER:
        tell_node(t, r, n);
        zm_print(t, ": %s is the best so far, with ", move_text(r, n, s->move));
        tell_step_value(t, r, s);
        break;
    case ZM_STEP_WINDOW:
        tell_node(t, r, n);
        zm_print(t, s->raised < 0 ? " raises alpha: window " : " lowers beta: window ");
        tell_window(t, points(r, s->alpha), points(r, s->beta));
        break;
    case ZM_STEP_CUT:
        tell_cut(t, r, s, n);
        break;
    case ZM_STEP_AVERAGE:
        tell_node(t, r, n);
        zm_print(t, ": with %s of probability %.5g the sum so far is ", move_text(r, n, s->move),
                 s->weight);
        tell_step_value(t, r, s);
        break;
    case ZM_STEP_RETURN:
        tell_node(t, r, n);
        zm_print(t, " returns ");
        tell_step_value(t, r, s);
        if (r->node[n].turn >= 0)
            zm_print(t, " by %s", move_text(r, n, s->move));
        break;
    case ZM_STEP_SIMULATION:
        zm_print(t, "simulation %llu begins at ", (unsigned long long)s->visits);
        tell_node(t, r, n);
        break;
    case ZM_STEP_CANDIDATE:
        tell_candidate(t, r, s, n);
        break;
    case ZM_STEP_SELECT:
        zm_print(t, "selection: from ");
        tell_node(t, r, n);
        zm_print(t, r->node[n].turn == ZM_CHANCE ? " chance draws %s" : " to %s",
                 move_text(r, n, s->move));
        break;
    case ZM_STEP_EXPAND:
        zm_print(t, "expansion: %s below ", move_text(r, n, s->move));
        tell_node(t, r, n);
        zm_print(t, " joins the tree");
        break;
    case ZM_STEP_PLAYOUT:
        tell_playout(t, r, s, n);
        break;
    case ZM_STEP_BACKUP:
        zm_print(t, "backpropagation: ");
        tell_node(t, r, n);
        zm_print(t, " has visits %llu, mean %.4f", (unsigned long long)s->visits, s->value);
        break;
    }
}

void print_step(const struct record *r, const struct zm_step *step, int here, uint64_t number)
{
    char text[SENTENCE] = "";
    struct zm_text t = { text, sizeof text, 0 };
    tell_step(&t, r, step, here);
    printf("%4llu. %*s%s\n", (unsigned long long)number, 2 * r->node[here].ply, "", text);
}

/* --------------------------------------------------------------------- JSON -- */

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
};

static void json_node(struct json *j, const char *key, const struct record *r, int n)
{
    char text[SENTENCE] = "";
    struct zm_text t = { text, sizeof text, 0 };
    tell_node(&t, r, n);
    json_text(j, key, text);
}

/* The moves from the root to n. */
static void json_path(struct json *j, const struct record *r, int n)
{
    json_array(j, "path");
    for (int ply = 1; ply <= r->node[n].ply; ply++)
        json_text(j, NULL, record_text(r, ancestor(r, n, ply)));
    json_end_array(j);
}

static void json_bound(struct json *j, const char *key, double value)
{
    json_number(j, key, fabs(value) >= ZM_NO_BOUND ? INFINITY : value);
}

static void json_value(struct json *j, const struct record *r, const struct zm_step *s)
{
    if (!s->values) {
        json_number(j, "value", points(r, s->value));
        return;
    }
    json_array(j, "values");
    for (int p = 0; p < r->game->players; p++)
        json_number(j, NULL, s->kind == ZM_STEP_PLAYOUT ? s->values[p] : points(r, s->values[p]));
    json_end_array(j);
}

static void json_window(struct json *j, const struct record *r, const struct zm_step *s)
{
    json_bound(j, "alpha", points(r, s->alpha));
    json_bound(j, "beta", points(r, s->beta));
}

static void json_cut(struct json *j, const struct record *r, const struct zm_step *s, int n)
{
    const int by = ancestor(r, n, s->by);
    json_array(j, "moves");
    for (int i = 0; i < s->count; i++)
        json_text(j, NULL, move_text(r, n, s->moves[i]));
    json_end_array(j);
    json_value(j, r, s);
    json_window(j, r, s);
    json_text(j, "bound", s->value >= s->beta ? "beta" : "alpha");
    if (by < 0)
        json_null(j, "by");
    else
        json_node(j, "by", r, by);
}

void json_step(const struct record *r, const struct zm_step *s, int here, uint64_t number)
{
    struct json j = { .out = stdout };
    json_object(&j, NULL);
    json_count(&j, "step", number);
    json_text(&j, "kind", kind_name[s->kind]);
    json_node(&j, "node", r, here);
    json_path(&j, r, here);
    switch (s->kind) {
    case ZM_STEP_ENTER:
        json_integer(&j, "turn", s->turn);
        json_integer(&j, "depth", s->depth);
        if (r->windows)
            json_window(&j, r, s);
        break;
    case ZM_STEP_WINDOW:
        json_window(&j, r, s);
        break;
    case ZM_STEP_CUT:
        json_cut(&j, r, s, here);
        break;
    case ZM_STEP_LEAF:
        json_bool(&j, "exact", !r->node[here].horizon);
        json_value(&j, r, s);
        break;
    case ZM_STEP_AVERAGE:
        json_text(&j, "move", move_text(r, here, s->move));
        json_number(&j, "probability", s->weight);
        json_value(&j, r, s);
        break;
    case ZM_STEP_BETTER:
    case ZM_STEP_RETURN:
        if (r->node[here].turn >= 0)
            json_text(&j, "move", move_text(r, here, s->move));
        json_value(&j, r, s);
        break;
    case ZM_STEP_MOVE:
    case ZM_STEP_SELECT:
    case ZM_STEP_EXPAND:
        json_text(&j, "move", move_text(r, here, s->move));
        json_integer(&j, "index", s->index);
        break;
    case ZM_STEP_CANDIDATE:
        json_text(&j, "move", move_text(r, here, s->move));
        json_count(&j, "visits", s->visits);
        json_number(&j, "mean", s->value);
        json_number(&j, "bonus", s->bonus);
        break;
    case ZM_STEP_PLAYOUT:
        json_value(&j, r, s);
        break;
    case ZM_STEP_SIMULATION:
        json_count(&j, "visits", s->visits);
        break;
    case ZM_STEP_BACKUP:
        json_count(&j, "visits", s->visits);
        json_number(&j, "mean", s->value);
        break;
    }
    json_end_object(&j);
}
