#include "learn/train_window.h"

#include "base/sentence.h"
#include "game/registry.h"
#include "learn/net_critic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the policy is told of a position. */
struct told {
    zm_move move;
    float share;
};

struct position {
    size_t state; /* its place in `states` */
    size_t told;  /* first of its moves    */
    uint16_t moves;
    uint8_t turn;
    float wdl[3]; /* what the value is told                  */
    size_t end;   /* its game's place in `ends`, or NO_END   */
};
static const size_t NO_END = SIZE_MAX; /* it tells neither score nor owners */

struct train_window {
    const struct zm_game *game;
    size_t games;
    struct position *position;
    size_t positions, position_room;
    unsigned char *states;
    struct told *told;
    size_t tolds, told_room;
    unsigned heads;      /* that nets for this game may have       */
    unsigned char *ends; /* last states of games, for these heads  */
    size_t end_count, end_room;
    /* Of a batch. */
    struct net_sample sample[TRAIN_BATCH];
    float *planes, *policy;
    uint8_t *legal, *owner;
    int8_t *owned;
    size_t plane_count, cells;
    struct zm_state *turned, *here;
    zm_move *list;
};

size_t train_window_games(size_t played, size_t round)
{
    const double few = 8 * (double)round, share = 0.4, power = 0.75;
    const double n = (double)played;
    if (n <= few)
        return played;
    return (size_t)(few * (1 + share * (pow(n / few, power) - 1) / power));
}

/* ------------------------------------------------------------------- filling -- */

/* The array with room for so many; NULL: no memory, and it is as before. */
static void *grown(void *array, size_t *room, size_t wanted, size_t each)
{
    if (wanted <= *room)
        return array;
    void *const larger = realloc(array, 2 * wanted * each);
    if (larger)
        *room = 2 * wanted;
    return larger;
}

/* The states, `count` so far, lie `stride` apart in memory that is aligned for them. */
static bool grow_states(const struct train_window *w, unsigned char **states, size_t count,
                        size_t room)
{
    const size_t stride = state_stride(w->game);
    unsigned char *const larger = aligned_alloc(64, room * stride);
    if (!larger)
        return false;
    if (*states)
        memcpy(larger, *states, count * stride);
    free(*states);
    *states = larger;
    return true;
}

/* What the value is told: what is proven, else the mean of the game's result, which says what a
 * position comes to but hangs on every later move, and of what the search expected, which is
 * steady but no wiser than the net. A drawn game gives its half to the draw as far as the
 * expectation allows. */
static void mixed(const struct train_ply *ply, uint8_t result, float wdl[3])
{
    const bool proven = ply->proven != PROVEN_NOTHING;
    const uint8_t known = proven ? ply->proven : result;
    const float expected = (float)ply->expected / SHARE_ONE;
    const float draw = known == 1 ? 1 - fabsf(2 * expected - 1) : 0;
    const float searched[3] = { expected - draw / 2, draw, 1 - expected - draw / 2 };
    for (int i = 0; i < 3; i++) {
        const float happened = known == 2 - i;
        wdl[i] = proven ? happened : (happened + searched[i]) / 2;
    }
}

static bool add_position(struct train_window *w, const struct zm_position *p,
                         const struct train_game *game, const struct train_ply *ply)
{
    const size_t stride = state_stride(w->game), room = w->position_room;
    const int turn = zm_position_turn(p);
    const zm_move *list;
    zm_position_moves(p, &list);
    struct position *const position =
        grown(w->position, &w->position_room, w->positions + 1, sizeof *position);
    w->position = position ? position : w->position;
    struct told *const told = grown(w->told, &w->told_room, w->tolds + ply->shares, sizeof *told);
    w->told = told ? told : w->told;
    if (!position || !told ||
        (room != w->position_room && !grow_states(w, &w->states, w->positions, w->position_room)))
        return false;
    double sum = 0;
    for (uint32_t k = ply->first; k < ply->first + ply->shares; k++)
        sum += game->share[k].share;
    const uint8_t result = turn == 0 ? game->result : (uint8_t)(2 - game->result);
    w->position[w->positions] = (struct position){
        .state = w->positions * stride,
        .told = w->tolds,
        .moves = ply->shares,
        .turn = (uint8_t)turn,
        .end = NO_END,
    };
    mixed(ply, result, w->position[w->positions].wdl);
    memcpy(w->states + w->positions * stride, zm_position_state(p), w->game->state_size);
    w->positions++;
    for (uint32_t k = ply->first; k < ply->first + ply->shares; k++)
        w->told[w->tolds++] =
            (struct told){ list[game->share[k].place], (float)(game->share[k].share / sum) };
    return true;
}

/* The positions from `first` on belong to a game that has come to p. One that was cut short, as by
 * a repetition, has no last state that could be asked. */
static bool add_end(struct train_window *w, size_t first, const struct zm_position *p)
{
    const size_t stride = state_stride(w->game);
    if (!w->heads || w->game->turn(zm_position_state(p)) != ZM_OVER)
        return true;
    if (w->end_count == w->end_room) {
        const size_t room = 2 * w->end_room + 64;
        if (!grow_states(w, &w->ends, w->end_count, room))
            return false;
        w->end_room = room;
    }
    memcpy(w->ends + w->end_count * stride, zm_position_state(p), w->game->state_size);
    for (size_t i = first; i < w->positions; i++)
        w->position[i].end = w->end_count;
    w->end_count++;
    return true;
}

static bool add_game(struct train_window *w, const struct train_game *game)
{
    struct zm_error error;
    const zm_move *list;
    const size_t first = w->positions;
    struct zm_position *const p = zm_position_new(w->game, &error);
    bool fine = p != NULL;
    for (int i = 0; fine && i < game->plies; i++) {
        zm_position_moves(p, &list);
        const zm_move m = list[game->ply[i].place];
        if (game->ply[i].shares > 0)
            fine = add_position(w, p, game, &game->ply[i]);
        fine = fine && !zm_position_play(p, m, &error);
    }
    fine = fine && add_end(w, first, p);
    zm_position_free(p);
    return fine;
}

static bool get_batch_memory(struct train_window *w)
{
    const struct zm_game *const game = w->game;
    const size_t slots = (size_t)game->slots;
    w->cells = game->grid.rows > 0 ? (size_t)game->grid.rows * (size_t)game->grid.columns : 1;
    w->plane_count = (size_t)game->planes * w->cells;
    w->planes = malloc(TRAIN_BATCH * w->plane_count * sizeof *w->planes);
    w->policy = malloc(TRAIN_BATCH * slots * sizeof *w->policy);
    w->legal = malloc(TRAIN_BATCH * slots);
    w->owner = malloc(TRAIN_BATCH * w->cells);
    w->owned = malloc(w->cells);
    w->turned = aligned_alloc(64, state_stride(game));
    w->here = aligned_alloc(64, state_stride(game));
    w->list = malloc((size_t)game->max_moves * sizeof *w->list);
    return w->planes && w->policy && w->legal && w->owner && w->owned && w->turned && w->here &&
           w->list;
}

struct train_window *train_window_new(const struct zm_game *game, const struct train_set *set,
                                      uint64_t end, size_t round, struct zm_error *error)
{
    struct train_window *const w = calloc(1, sizeof *w);
    size_t last = 0;
    while (last < set->count && set->game[last].number < end)
        last++;
    bool fine = w != NULL;
    if (fine) {
        w->game = game;
        w->heads = net_heads_of(game);
        w->games = train_window_games(last, round);
        fine = get_batch_memory(w);
    }
    for (size_t i = last - (fine ? w->games : 0); fine && i < last; i++)
        fine = add_game(w, &set->game[i]);
    if (fine && w->positions > 0)
        return w;
    sentence(error, "%s", fine ? "no game to learn from" : out_of_memory);
    train_window_free(w);
    return NULL;
}

void train_window_free(struct train_window *w)
{
    if (!w)
        return;
    free(w->position);
    free(w->states);
    free(w->told);
    free(w->ends);
    free(w->planes);
    free(w->policy);
    free(w->legal);
    free(w->owner);
    free(w->owned);
    free(w->turned);
    free(w->here);
    free(w->list);
    free(w);
}

size_t train_window_games_in(const struct train_window *w)
{
    return w->games;
}

size_t train_window_positions(const struct train_window *w)
{
    return w->positions;
}

/* ------------------------------------------------------------------- batches -- */

/* What came of the game of sample number i, as who moves there sees it from this side. The last
 * state is turned as the position was, and then asked: only the game knows where cells go. */
static void show_end(struct train_window *w, int i, const struct position *at, int side)
{
    const struct zm_game *const game = w->game;
    struct net_sample *const sample = &w->sample[i];
    uint8_t *const owner = w->owner + (size_t)i * w->cells;
    memcpy(w->turned, w->ends + at->end * state_stride(game), game->state_size);
    if (w->heads & NET_SCORE_HEAD) {
        sample->score = (float)game->payoff(w->turned, at->turn) / (float)game->max_payoff;
        sample->score_weight = 1;
    }
    if (side > 0 && game->transform)
        game->transform(w->turned, side);
    game->owners(w->turned, w->owned);
    const int8_t mine = (int8_t)at->turn;
    for (size_t cell = 0; cell < w->cells; cell++)
        owner[cell] = w->owned[cell] == mine ? 0 : w->owned[cell] < 0 ? 2 : 1;
    sample->owner = owner;
}

/* Sample number i is this position, seen from this side. */
static void show(struct train_window *w, int i, const struct position *at, int side)
{
    const struct zm_game *const game = w->game;
    const size_t slots = (size_t)game->slots;
    float *const planes = w->planes + (size_t)i * w->plane_count;
    float *const policy = w->policy + (size_t)i * slots;
    uint8_t *const legal = w->legal + (size_t)i * slots;
    memcpy(w->here, w->states + at->state, game->state_size);
    memcpy(w->turned, w->here, game->state_size);
    if (side > 0 && game->transform)
        game->transform(w->turned, side);
    memset(planes, 0, w->plane_count * sizeof *planes);
    memset(policy, 0, slots * sizeof *policy);
    memset(legal, 0, slots);
    game->features(w->turned, at->turn, planes);
    const int count = game->moves(w->turned, w->list);
    for (int k = 0; k < count; k++)
        legal[game->slot(w->turned, w->list[k])] = 1;
    for (size_t k = at->told; k < at->told + at->moves; k++) {
        const zm_move m = w->told[k].move;
        const zm_move seen =
            side > 0 && game->transform_move ? game->transform_move(w->here, m, side) : m;
        policy[game->slot(w->turned, seen)] += w->told[k].share;
    }
    w->sample[i] = (struct net_sample){ .planes = planes,
                                        .policy = policy,
                                        .legal = legal,
                                        .wdl = { at->wdl[0], at->wdl[1], at->wdl[2] },
                                        .weight = 1,
                                        .policy_weight = 1 };
    if (at->end != NO_END)
        show_end(w, i, at, side);
}

const struct net_sample *train_window_batch(struct train_window *w, uint64_t seed, int count)
{
    const struct zm_game *const game = w->game;
    const int sides =
        game->transform && game->transform_move && game->symmetries > 1 ? game->symmetries : 1;
    uint64_t lot = zm_mix(seed + 0x9E3779B97F4A7C15ULL) | 1;
    for (int i = 0; i < count; i++) {
        const size_t at = zm_random(&lot, (uint32_t)w->positions);
        show(w, i, &w->position[at], (int)zm_random(&lot, (uint32_t)sides));
    }
    return w->sample;
}
