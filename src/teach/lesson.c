#include "teach/lesson.h"

#include "base/sentence.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

bool lesson_simulates(const char *algorithm)
{
    return !strcmp(algorithm, "mcts") || !strcmp(algorithm, "uct");
}

const char *lesson_textbook(const struct zm_game *game)
{
    if (game->players > 2 || (game->players == 2 && !(game->flags & ZM_ZERO_SUM)))
        return "maxn";
    return game->flags & ZM_HAS_CHANCE ? "expectiminimax" : "minimax";
}

int lesson_viewer(const struct zm_position *p, const char *algorithm, bool negamax)
{
    const struct zm_game *const game = zm_position_game(p);
    const bool zero_sum = game->players == 2 && (game->flags & ZM_ZERO_SUM);
    const int turn = zm_position_turn(p);
    if (!strcmp(algorithm, "maxn") || (lesson_simulates(algorithm) && !zero_sum))
        return RECORD_ALL;
    if (!strcmp(algorithm, "paranoid"))
        return turn < 0 ? 0 : turn;
    return negamax ? RECORD_MOVER : 0;
}

/* ------------------------------------------------------------------- steps -- */

/* Room for `more` after `count` of `room` elements. */
static bool fits(void *memory, size_t count, size_t more, size_t *room, size_t size)
{
    void **const block = memory;
    if (count + more <= *room)
        return true;
    const size_t wanted = 2 * (count + more);
    void *const moved = realloc(*block, wanted * size);
    if (!moved)
        return false;
    *block = moved;
    *room = wanted;
    return true;
}

static bool keep(struct lesson *l, const struct zm_step *step, int node)
{
    const size_t moves = step->moves ? (size_t)step->count : 0;
    const size_t values = step->values ? (size_t)l->record.game->players : 0;
    size_t room = (size_t)l->room;
    if (!fits(&l->step, (size_t)l->steps, 1, &room, sizeof *l->step) ||
        !fits(&l->move, l->moves, moves, &l->moves_room, sizeof *l->move) ||
        !fits(&l->value, l->values, values, &l->values_room, sizeof *l->value))
        return false;
    l->room = (int)room;
    l->step[l->steps++] = (struct lesson_step){ *step, node, l->moves, l->values };
    if (moves)
        memcpy(l->move + l->moves, step->moves, moves * sizeof *l->move);
    if (values)
        memcpy(l->value + l->values, step->values, values * sizeof *l->value);
    l->moves += moves;
    l->values += values;
    return true;
}

static void watch(void *user, const struct zm_step *step)
{
    struct lesson *const l = user;
    const int here = l->record.at;
    record_step(&l->record, step);
    l->no_memory |= l->record.no_memory || !keep(l, step, here);
    l->too_long |= l->steps >= LESSON_STEPS || l->record.count > LESSON_NODES;
    if (l->too_long || l->no_memory)
        zm_search_stop(l->search);
}

struct zm_step lesson_step(const struct lesson *l, int i)
{
    struct zm_step step = l->step[i].step;
    /* A cut after probes of all outcomes leaves none of them out. */
    step.moves = step.moves && step.count > 0 ? l->move + l->step[i].moves : NULL;
    if (step.values)
        step.values = l->value + l->step[i].values;
    return step;
}

/* --------------------------------------------------------------------- run -- */

static const char *run(struct lesson *l, const struct zm_position *p,
                       const struct zm_limits *limits, struct zm_error *error)
{
    const char *const wrong = zm_search_run(l->search, p, limits, &l->result, error);
    if (wrong)
        return wrong;
    if (l->no_memory)
        return sentence(error, "%s", out_of_memory);
    if (l->too_long)
        return sentence(error,
                        "the search visits more than %d nodes or takes more than %d steps, which "
                        "nobody can follow: give it a smaller depth or fewer simulations",
                        LESSON_NODES, LESSON_STEPS);
    if (record_end(&l->record, &l->result, LESSON_NODES, error))
        return error->text;
    for (int i = 0; i < l->steps; i++)
        l->step[i].node = l->record.place[l->step[i].node];
    return NULL;
}

const char *lesson_begin(struct lesson *l, const struct zm_position *p, const char *spec,
                         const struct zm_limits *limits, enum language language,
                         struct zm_error *error)
{
    const struct zm_game *const game = zm_position_game(p);
    *l = (struct lesson){ 0 };
    snprintf(l->spec, sizeof l->spec, "%s", spec ? spec : lesson_textbook(game));
    l->search = zm_search_new(game, l->spec, error);
    if (!l->search)
        return error->text;
    l->algorithm = l->search->algorithm->name;
    l->strict = l->search->options.cut == CUT_STRICT;
    l->negamax = !strcmp(l->algorithm, "alphabeta") && l->search->options.form == FORM_NEGAMAX;
    l->prune = (int)l->search->options.prune;
    const char *wrong = NULL;
    if (!strcmp(l->algorithm, "random"))
        wrong = sentence(error, "random looks at no tree");
    else
        wrong = record_begin(&l->record, p, lesson_viewer(p, l->algorithm, l->negamax), error);
    if (!wrong) {
        l->record.language = language;
        zm_search_watch(l->search, watch, l);
        wrong = run(l, p, limits, error);
    }
    zm_search_free(l->search);
    l->search = NULL;
    if (wrong)
        lesson_end(l);
    return wrong;
}

void lesson_end(struct lesson *l)
{
    record_release(&l->record);
    free(l->step);
    free(l->move);
    free(l->value);
    *l = (struct lesson){ 0 };
}
