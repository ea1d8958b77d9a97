#include "cli/best_lines.h"

#include "base/sentence.h"
#include "cli/interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What one judgement needs to know, whatever the depth of chance below the move. */
struct judge {
    struct zm_search *search;
    struct zm_position *p;
    struct zm_limits limits; /* for one move; its depth is what is left of it ... */
    bool limited;            /* ... if there is a limit at all */
    int me;
    struct zm_line *best;
};

static const char *judge(struct judge *j, struct zm_error *error);

/* The average over what chance may do; where it goes on is another matter. */
static const char *judge_chance(struct judge *j, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(j->p);
    const zm_move *list;
    const int count = zm_position_moves(j->p, &list);
    zm_move *const move = malloc((size_t)count * sizeof *move);
    uint32_t *const weight = malloc((size_t)game->max_moves * sizeof *weight);
    const char *wrong = NULL;
    const int length = j->best->length;
    const struct zm_limits before = j->limits;
    double sum = 0, total = 0;
    bool exact = true;
    if (!move || !weight) {
        free(move);
        free(weight);
        return sentence(error, "%s", out_of_memory);
    }
    memcpy(move, list, (size_t)count * sizeof *move);
    game->weights(zm_position_state(j->p), weight);
    j->limits.seconds = before.seconds / count;
    j->limits.nodes = before.nodes ? 1 + before.nodes / (unsigned)count : 0;
    j->limits.depth = before.depth - j->limited;
    for (int i = 0; i < count && !wrong; i++) {
        wrong = zm_position_play(j->p, move[i], error);
        if (wrong)
            break;
        wrong = judge(j, error);
        zm_position_undo(j->p);
        sum += weight[i] * j->best->value;
        total += weight[i];
        exact = exact && j->best->exact;
        j->best->length = length;
    }
    j->limits = before;
    j->best->value = sum / total;
    j->best->exact = exact;
    free(move);
    free(weight);
    return wrong;
}

/* Judge j->p, the position after the move, for the player who made it. */
static const char *judge(struct judge *j, struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(j->p);
    struct zm_line *const best = j->best;
    struct zm_result result;
    if (zm_position_turn(j->p) == ZM_OVER) {
        best->value = zm_position_payoff(j->p, j->me);
        best->exact = true;
        return NULL;
    }
    if (j->limited && j->limits.depth == 0) {
        best->exact = false;
        best->value = game->evaluate
                          ? (double)game->evaluate(zm_position_state(j->p), j->me) / game->unit
                          : 0;
        return NULL;
    }
    if (zm_position_turn(j->p) == ZM_CHANCE)
        return judge_chance(j, error);
    if (zm_search_run(j->search, j->p, &j->limits, &result, error))
        return error->text;
    if (isnan(result.values[j->me]) && !isnan(result.value))
        return sentence(error, "the search tells only what the player to move gets, which is "
                               "not enough to compare moves: use maxn or paranoid");
    best->value = result.values[j->me];
    best->exact = result.exact;
    for (int i = 0; i < result.length && best->length < ZM_MAX_LINE; i++)
        best->line[best->length++] = result.line[i];
    return NULL;
}

/* The higher value first; of wins the shorter, of losses the longer line. */
static int compare(const void *left, const void *right)
{
    const struct zm_line *const a = left, *const b = right;
    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return (a->length - b->length) * ((a->value > 0) - (a->value < 0));
}

/* A search that compares moves itself is asked for its lines. */
static struct zm_line *lines_of(struct zm_search *search, const struct zm_position *p,
                                const struct zm_limits *limits, int wanted, int *count,
                                struct zm_error *error)
{
    struct zm_limits several = *limits;
    struct zm_result result;
    several.lines = wanted < ZM_MAX_LINE ? wanted : ZM_MAX_LINE;
    struct zm_line *const best = calloc((size_t)several.lines, sizeof *best);
    if (!best) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    if (zm_search_run(search, p, &several, &result, error)) {
        free(best);
        return NULL;
    }
    *count = zm_search_lines(search, best, several.lines);
    return best;
}

struct zm_line *best_lines(struct zm_search *search, struct zm_position *p,
                           const struct zm_limits *limits, int wanted, int *count,
                           struct zm_error *error)
{
    const zm_move *list;
    const int moves = zm_position_moves(p, &list);
    *count = 0;
    if (zm_position_turn(p) < 0) {
        sentence(error, zm_position_turn(p) == ZM_OVER
                            ? "the game is over"
                            : "it is chance's turn: play an outcome first (--moves), or solve");
        return NULL;
    }
    if (zm_search_lines(search, NULL, 0) >= 0)
        return lines_of(search, p, limits, wanted, count, error);
    struct zm_line *const best = calloc((size_t)moves, sizeof *best);
    if (!best) {
        sentence(error, "%s", out_of_memory);
        return NULL;
    }
    for (int i = 0; i < moves; i++) {
        best[i].line[0] = list[i];
        best[i].length = 1;
    }
    struct judge j = { .search = search,
                       .p = p,
                       .limits = { .seconds = limits->seconds / moves,
                                   .nodes = limits->nodes ? 1 + limits->nodes / (unsigned)moves : 0,
                                   .depth = limits->depth > 0 ? limits->depth - 1 : 0 },
                       .limited = limits->depth > 0,
                       .me = zm_position_turn(p) };
    for (int i = 0; i < moves && !interrupted(); i++) {
        j.best = &best[*count];
        *j.best = best[i];
        if (zm_position_play(p, best[i].line[0], error) || judge(&j, error)) {
            free(best);
            return NULL;
        }
        zm_position_undo(p);
        *count += !interrupted() && !isnan(j.best->value);
    }
    qsort(best, (size_t)*count, sizeof *best, compare);
    return best;
}
