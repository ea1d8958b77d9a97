/* train_play.c -- one game that a net plays against itself. It is a function of the rules, the
 * net, the search and its number: who plays it, and when, does not matter. */
#include "base/sentence.h"
#include "learn/selfplay.h"
#include "learn/train.h"
#include "search/alphazero.h"

#include <math.h>
#include <stdlib.h>

enum { LONGEST_OPENING = 16 };

struct table {
    const struct zm_game *game;
    struct zm_search *search;
    struct zm_position *p;
    double temperature; /* at the beginning of the game */
    zm_move *list;
    double *share;
    struct train_game *out;
    uint32_t ply_room, share_room;
};

static int place_of(const struct zm_position *p, zm_move m)
{
    const zm_move *list;
    const int count = zm_position_moves(p, &list);
    for (int i = 0; i < count; i++)
        if (list[i] == m)
            return i;
    return -1;
}

static bool make_room(struct table *t)
{
    struct train_game *const out = t->out;
    if (out->plies == t->ply_room) {
        t->ply_room = t->ply_room ? 2 * t->ply_room : 64;
        struct train_ply *const more = realloc(out->ply, t->ply_room * sizeof *more);
        if (!more)
            return false;
        out->ply = more;
    }
    if (out->shares + (uint32_t)t->game->max_moves > t->share_room) {
        t->share_room = 2 * t->share_room + (uint32_t)t->game->max_moves + 64;
        struct train_share *const more = realloc(out->share, t->share_room * sizeof *more);
        if (!more)
            return false;
        out->share = more;
    }
    return true;
}

static uint8_t result_of(int points)
{
    return points > 0 ? 2 : points < 0 ? 0 : 1;
}

/* Note what the search has found out about this position, and the move it has chosen. */
static void note(struct table *t, zm_move chosen)
{
    struct train_game *const out = t->out;
    struct taught taught;
    const int count = alphazero_taught(t->search, t->list, t->share, &taught);
    struct train_ply *const ply = &out->ply[out->plies++];
    *ply = (struct train_ply){ .place = (uint16_t)place_of(t->p, chosen),
                               .proven = PROVEN_NOTHING,
                               .expected = (uint16_t)lrint(taught.value * SHARE_ONE),
                               .first = out->shares };
    if (result_of(taught.low) == result_of(taught.high))
        ply->proven = result_of(taught.low);
    for (int i = 0; i < count; i++) {
        const int place = place_of(t->p, t->list[i]);
        const uint16_t share = (uint16_t)lrint(t->share[i] * SHARE_ONE);
        if (place < 0 || share == 0)
            continue;
        out->share[out->shares++] = (struct train_share){ (uint16_t)place, share };
        ply->shares++;
    }
}

/* Moves are drawn by lot at first, less and less so as the game goes on: half as hot after one and
 * a half times as many plies as the board is long, and never cold, so that the ends of games differ
 * too. */
static double temperature_at(const struct table *t, int ply)
{
    const struct zm_grid *const grid = &t->game->grid;
    const double half = 1.5 * (grid->rows > 0 ? sqrt((double)grid->rows * grid->columns) : 4);
    return t->temperature * fmax(pow(0.5, ply / half), 0.2);
}

/* The place of a move that is drawn by what the net expects of each, and of a move that is drawn
 * evenly where it expects nothing. */
static const char *draw_by_net(struct table *t, uint64_t *lot, int *place, struct zm_error *error)
{
    struct zm_result result;
    const double simulations = t->search->options.sims;
    t->search->options.sims = 1;
    const char *const wrong = zm_search_run(t->search, t->p, NULL, &result, error);
    t->search->options.sims = simulations;
    const int count = wrong ? 0 : alphazero_priors(t->search, t->list, t->share);
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += t->share[i];
    double left = sum * (zm_random(lot, UINT32_MAX) + 0.5) / UINT32_MAX;
    for (int i = 0; i < count && left > 0; i++)
        if (t->share[i] > 0) {
            *place = place_of(t->p, t->list[i]);
            left -= t->share[i];
        }
    return wrong;
}

/* Games begin with some moves by lot, none to many: else a third of them, and more the better the
 * net knows what it likes, would be the same game again. In two games of three anybody might make
 * these moves, so that the net learns what to do where a good player would never be; in the third
 * the net would. Nothing is learned from the moves themselves. */
static const char *open_by_lot(struct table *t, uint64_t seed, struct zm_error *error)
{
    const int third = t->game->max_plies / 3;
    const int most = t->game->max_plies > 0 && third < LONGEST_OPENING ? third : LONGEST_OPENING;
    uint64_t lot = zm_mix(seed) | 1;
    const bool anybody = zm_random(&lot, 3) != 0;
    int plies = (int)zm_random(&lot, (uint32_t)most + 1);
    for (; plies > 0 && zm_position_turn(t->p) != ZM_OVER; plies--) {
        const zm_move *list;
        int place = (int)zm_random(&lot, (uint32_t)zm_position_moves(t->p, &list));
        if (!make_room(t))
            return sentence(error, "%s", out_of_memory);
        if (!anybody && draw_by_net(t, &lot, &place, error))
            return error->text;
        t->out->ply[t->out->plies++] = (struct train_ply){ .place = (uint16_t)place,
                                                           .proven = PROVEN_NOTHING,
                                                           .first = t->out->shares };
        zm_position_moves(t->p, &list);
        if (zm_position_play(t->p, list[place], error))
            return error->text;
    }
    return NULL;
}

static const char *play(struct table *t, const atomic_bool *stop, bool *stopped,
                        struct zm_error *error)
{
    const uint32_t longest = selfplay_longest(t->game);
    while (zm_position_turn(t->p) != ZM_OVER && t->out->plies < longest) {
        struct zm_result result;
        *stopped = atomic_load_explicit(stop, memory_order_relaxed);
        if (*stopped)
            return NULL;
        if (!make_room(t))
            return sentence(error, "%s", out_of_memory);
        t->search->options.temperature = temperature_at(t, t->out->plies);
        if (zm_search_run(t->search, t->p, NULL, &result, error))
            return error->text;
        note(t, result.move);
        if (zm_position_play(t->p, result.move, error))
            return error->text;
    }
    /* One that did not end teaches nothing, but has been played. */
    t->out->result = 1;
    if (zm_position_turn(t->p) == ZM_OVER)
        t->out->result = result_of(zm_position_payoff(t->p, 0));
    else
        t->out->plies = 0;
    return NULL;
}

const char *train_play(const struct zm_game *game, struct critic *critic, const char *search,
                       uint64_t seed, uint64_t number, uint32_t generation, const atomic_bool *stop,
                       struct train_game *out, bool *stopped, struct zm_error *error)
{
    char spec[SPEC_TEXT];
    struct table t = { .game = game, .out = out };
    const char *wrong = NULL;
    *out = (struct train_game){ .number = number, .generation = generation };
    snprintf(spec, sizeof spec, "%s%cseed=%llu", search, strchr(search, ':') ? ',' : ':',
             (unsigned long long)(zm_mix(seed ^ zm_mix(number)) >> 12));
    t.search = alphazero_search(game, spec, critic_keep(critic), error);
    t.p = t.search ? zm_position_new(game, error) : NULL;
    if (!t.p) {
        zm_search_free(t.search);
        return error->text;
    }
    t.temperature = t.search->options.temperature;
    t.list = malloc((size_t)game->max_moves * sizeof *t.list);
    t.share = malloc((size_t)game->max_moves * sizeof *t.share);
    if (t.list && t.share) {
        wrong = open_by_lot(&t, seed ^ ~zm_mix(number), error);
        if (!wrong)
            wrong = play(&t, stop, stopped, error);
    } else {
        wrong = sentence(error, "%s", out_of_memory);
    }
    if (wrong || *stopped)
        train_game_release(out);
    free(t.list);
    free(t.share);
    zm_position_free(t.p);
    zm_search_free(t.search);
    return wrong;
}
