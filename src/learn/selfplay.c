#include "learn/selfplay.h"

#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 1024 }; /* where a game does not say how long it may last */

uint32_t selfplay_longest(const struct zm_game *game)
{
    return game->max_plies > 0 ? (uint32_t)game->max_plies : LONGEST;
}

void line_release(struct game_line *line)
{
    free(line->place);
    *line = (struct game_line){ 0 };
}

/* Near the end the game may know the value of each move for certain: the best one.
 * False: not yet. */
static bool certain_move(const struct zm_position *p, struct zm_state *child, zm_move *best)
{
    const struct zm_game *const game = zm_position_game(p);
    const int me = zm_position_turn(p), most = game->max_payoff;
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    int low = -most - 1;
    if (!game->finish)
        return false;
    for (int i = 0; i < n && low < most; i++) {
        memcpy(child, zm_position_state(p), game->state_size);
        game->play(child, list[i]);
        const int turn = game->turn(child);
        int value;
        uint64_t nodes = 0;
        if (turn == ZM_CHANCE)
            return false;
        if (turn == ZM_OVER) {
            value = game->payoff(child, me);
        } else {
            const struct zm_bounds window =
                turn == me ? (struct zm_bounds){ low < -most ? -most : low, most }
                           : (struct zm_bounds){ -most, low < -most ? most : -low };
            if (!game->finish(child, &window, &value, &nodes, NULL))
                return false;
            value = turn == me ? value : -value;
        }
        if (value > low) {
            low = value;
            *best = list[i];
        }
    }
    return true;
}

static uint32_t place_of(const struct zm_position *p, zm_move m)
{
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    for (int i = 0; i < n; i++)
        if (list[i] == m)
            return (uint32_t)i;
    return 0;
}

struct table {
    const struct selfplay *how;
    struct zm_position *p;
    struct zm_search *search;
    struct zm_state *spare;
    uint64_t seed;
};

static const char *choose(struct table *t, bool by_lot, zm_move *m, struct zm_error *error)
{
    struct zm_result result;
    if (zm_position_turn(t->p) == ZM_CHANCE) {
        *m = zm_position_draw(t->p, &t->seed);
        return NULL;
    }
    if (by_lot) {
        const zm_move *list;
        const int n = zm_position_moves(t->p, &list);
        *m = list[zm_random(&t->seed, (uint32_t)n)];
        return NULL;
    }
    if (certain_move(t->p, t->spare, m))
        return NULL;
    const char *const wrong = zm_search_run(t->search, t->p, &t->how->limits, &result, error);
    *m = result.move;
    return wrong;
}

static const char *play(struct table *t, uint16_t *place, struct game_line *line,
                        struct zm_error *error)
{
    const uint32_t longest = selfplay_longest(t->how->game);
    const char *wrong = NULL;
    uint32_t length = 0;
    zm_move m = ZM_NO_MOVE;
    while (!wrong && zm_position_turn(t->p) != ZM_OVER && length < longest) {
        wrong = choose(t, length < line->opening, &m, error);
        if (wrong)
            break;
        place[length++] = (uint16_t)place_of(t->p, m);
        wrong = zm_position_play(t->p, m, error);
    }
    if (wrong)
        return wrong;
    line->played = true;
    if (zm_position_turn(t->p) != ZM_OVER)
        return NULL;
    line->result = zm_position_payoff(t->p, 0);
    line->place = malloc((length + 1) * sizeof *line->place); /* not 0 bytes */
    if (!line->place)
        return sentence(error, "%s", out_of_memory);
    memcpy(line->place, place, length * sizeof *place);
    line->length = length;
    if (line->opening > length)
        line->opening = length;
    return NULL;
}

const char *selfplay(const struct selfplay *how, uint64_t seed, struct game_line *line,
                     struct zm_error *error)
{
    const char *wrong;
    struct table t = { .how = how, .seed = zm_mix(seed + 0x9E3779B97F4A7C15ULL) | 1 };
    uint16_t *const place = malloc(selfplay_longest(how->game) * sizeof *place);
    t.spare = aligned_alloc(64, state_stride(how->game));
    t.p = zm_position_new(how->game, error);
    t.search = t.p ? zm_search_new(how->game, how->search, error) : NULL;
    line->opening = zm_random(&t.seed, how->random + 1);
    wrong = !place || !t.spare ? sentence(error, "%s", out_of_memory)
            : !t.search        ? error->text
                               : play(&t, place, line, error);
    zm_search_free(t.search);
    zm_position_free(t.p);
    free(t.spare);
    free(place);
    return wrong;
}
