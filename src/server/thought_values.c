/* thought_values.c -- what a search has found out, for people: of the position, and of every move.
 */
#include "server/thought.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TREE_SEEN = 1500 }; /* nodes looked at for the values of the moves */

/* The expected score, 0 to 1, of who the value is for. */
double value_score(const struct zm_game *game, double value, bool exact)
{
    if (exact && !(game->flags & ZM_HAS_CHANCE))
        return value > 0 ? 1 : value < 0 ? 0 : 0.5;
    if (game->flags & ZM_MARGIN) /* a tenth of the board ahead is nearly won */
        return 1 / (1 + exp(-30 * value / game->max_payoff));
    return fmin(1, fmax(0, 0.5 + 0.5 * value / game->max_payoff));
}

double thought_value(const struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    if (isfinite(t->result.values[0]))
        return t->result.values[0];
    /* Of three the others' values do not tell the first one's. */
    return t->turn == 0 ? t->result.value : game->players == 2 ? -t->result.value : (double)NAN;
}

/* Of the first player; NaN: not known. */
double thought_score(const struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    if (!t->result.exact && isfinite(t->win) && (t->turn == 0 || game->players == 2))
        return t->turn == 0 ? t->win : 1 - t->win;
    const double value = thought_value(t);
    return isfinite(value) ? value_score(game, value, t->result.exact) : NAN;
}

double valued_score(const struct zm_game *game, const struct valued *v)
{
    return v->kind != KIND_EXACT && isfinite(v->win)
               ? v->win
               : value_score(game, v->value, v->kind == KIND_EXACT);
}

static void take_line(struct valued *v, const zm_move line[], int length)
{
    v->length = length < LINE_TOLD ? length : LINE_TOLD;
    memcpy(v->line, line, (size_t)v->length * sizeof *line);
}

/* From the lines that alpha-beta compared. */
static void take_lines(struct thought_of *t)
{
    struct zm_line *const lines = malloc(LINES * sizeof *lines);
    const int n = lines ? zm_search_lines(t->search, lines, LINES) : 0;
    for (; lines && t->count < n; t->count++) {
        const struct zm_line *const l = &lines[t->count];
        struct valued *const v = &t->valued[t->count];
        if (l->length < 1)
            break;
        *v = (struct valued){ .move = l->line[0],
                              .value = l->value,
                              .kind = l->exact ? KIND_EXACT : KIND_ESTIMATE,
                              .low = NAN,
                              .high = NAN,
                              .win = NAN,
                              .prior = NAN,
                              .visits = -1 };
        take_line(v, l->line, l->length);
    }
    free(lines);
}

static struct valued from_other(const struct thought_of *t, const struct zm_other *o)
{
    const bool known = o->least == o->most;
    const bool least = isfinite(o->least) && o->least > -zm_position_game(t->position)->max_payoff;
    struct valued v = { .move = o->move,
                        .value = least ? o->least : o->most,
                        .kind = !known     ? KIND_BOUND
                                : o->exact ? KIND_EXACT
                                           : KIND_ESTIMATE,
                        .low = least ? o->least : (double)NAN,
                        .high = isfinite(o->most) ? o->most : (double)NAN,
                        .win = NAN,
                        .prior = NAN,
                        .visits = -1 };
    const bool best = t->result.length > 0 && t->result.line[0] == o->move;
    take_line(&v, best ? t->result.line : &o->move, best ? t->result.length : 1);
    return v;
}

/* ... and what is known of those that were not compared. */
static void take_others(struct thought_of *t)
{
    struct zm_other others[LINES];
    const int most = LINES - t->count;
    const int n = t->player   ? player_others(t->player, others, most)
                  : t->search ? zm_search_others(t->search, others, most)
                              : 0;
    for (int i = 0; i < n; i++) {
        const struct valued v = from_other(t, &others[i]);
        if (isfinite(v.value))
            t->valued[t->count++] = v;
    }
}

/* The line of the moves visited most from this node on. */
static void follow(const struct zm_tree_node list[], int n, int at, struct valued *v)
{
    while (at > 0 && v->length < LINE_TOLD) {
        v->line[v->length++] = list[at].move;
        int next = 0;
        for (int i = at + 1; i < n && !next; i++)
            if (list[i].parent == at && list[i].visits > 0)
                next = i;
        at = next;
    }
}

/* From the tree of Monte Carlo search; false: there is none. */
static bool take_tree(struct thought_of *t)
{
    const struct zm_game *const game = zm_position_game(t->position);
    struct zm_tree_node *const list = malloc(TREE_SEEN * sizeof *list);
    const int n = list ? zm_search_tree(t->search, list, TREE_SEEN) : 0;
    t->count = 0;
    if (n > 0)
        t->win = list[0].win;
    for (int i = 1; i < n && t->count < LINES; i++) {
        if (list[i].parent != 0)
            continue;
        struct valued *const v = &t->valued[t->count++];
        const enum kind kind = kind_proven(game, list[i].low, list[i].high);
        *v = (struct valued){ .move = list[i].move,
                              .value = kind == KIND_EXACT ? list[i].low : list[i].value,
                              .kind = kind,
                              .low = kind == KIND_ESTIMATE ? (double)NAN : list[i].low,
                              .high = kind == KIND_ESTIMATE ? (double)NAN : list[i].high,
                              .win = list[i].win,
                              .prior = list[i].prior,
                              .visits = (int64_t)list[i].visits };
        follow(list, n, i, v);
    }
    free(list);
    return n > 0;
}

void thought_look(struct thought_of *t)
{
    t->count = 0;
    if (t->search && take_tree(t))
        return;
    if (t->search)
        take_lines(t);
    take_others(t);
}
