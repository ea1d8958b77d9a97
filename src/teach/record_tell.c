#include "teach/record_tell.h"

#include <assert.h>

void tell_number(struct zm_text *out, double value)
{
    if (value >= ZM_NO_BOUND || value <= -ZM_NO_BOUND)
        zm_print(out, "%sinf", value < 0 ? "-" : "+");
    else
        zm_print(out, "%.5g", value + 0.0);
}

void tell_numbers(struct zm_text *out, const struct record *r, double value, const double *values)
{
    if (r->viewer != RECORD_ALL || !values) {
        tell_number(out, value);
        return;
    }
    for (int p = 0; p < r->game->players; p++) {
        zm_print(out, p ? ", " : "(");
        tell_number(out, values[p]);
    }
    zm_print(out, ")");
}

bool tells_value(const struct record *r, int n)
{
    return r->node[n].turn == ZM_OVER || r->node[n].has_value;
}

void tell_value(struct zm_text *out, const struct record *r, int n)
{
    const struct record_node *const node = &r->node[n];
    if (node->turn != ZM_OVER)
        tell_numbers(out, r, node->value, node->has_values ? node->values : NULL);
    else if (r->viewer >= 0)
        tell_number(out, node->values[r->viewer]);
    else if (r->viewer == RECORD_MOVER)
        tell_number(out, -node->values[r->node[node->parent].turn]);
    else
        tell_numbers(out, r, 0, node->values);
}

void tell_proof(struct zm_text *out, const struct record *r, int yes, int no)
{
    if (yes == 0 || no == 0)
        zm_print(out, "%s",
                 yes == 0 ? SAY(r->language, "yes", "oui") : SAY(r->language, "no", "non"));
    else
        zm_print(out, "%d:%d", yes, no);
}

void tell_window(struct zm_text *out, double alpha, double beta)
{
    tell_number(out, alpha);
    zm_print(out, "..");
    tell_number(out, beta);
}

bool plays_max_and_min(const struct record *r)
{
    return r->game->players == 2 && (r->game->flags & ZM_ZERO_SUM);
}

void tell_turn(struct zm_text *out, const struct record *r, int turn)
{
    if (turn == ZM_CHANCE)
        zm_print(out, SAY(r->language, "chance", "le hasard"));
    else if (plays_max_and_min(r))
        zm_print(out, turn == 0 ? "max" : "min");
    else
        zm_print(out, SAY(r->language, "player %d", "joueur %d"), turn + 1);
}

static void tell_path(struct zm_text *out, const struct record *r, int n)
{
    const int parent = r->node[n].parent;
    if (r->node[parent].parent >= 0) {
        tell_path(out, r, parent);
        zm_print(out, " ");
    }
    zm_print(out, "%s", record_text(r, n));
}

void tell_node(struct zm_text *out, const struct record *r, int n)
{
    if (r->node[n].name)
        zm_print(out, "%s", record_name(r, n));
    else if (r->node[n].parent < 0)
        zm_print(out, SAY(r->language, "the root", "la racine"));
    else
        tell_path(out, r, n);
}

void tell_probability(struct zm_text *out, uint32_t weight, uint64_t sum)
{
    assert(sum > 0);
    uint64_t a = weight, b = sum;
    while (b) {
        const uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    if ((uint64_t)weight * 1000 % sum == 0)
        zm_print(out, "%.3g", (double)weight / (double)sum);
    else
        zm_print(out, "%llu/%llu", (unsigned long long)(weight / a), (unsigned long long)(sum / a));
}
