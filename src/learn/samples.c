#include "learn/samples.h"

#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

void samples_release(struct samples *set)
{
    free(set->state);
    free(set->target);
    *set = (struct samples){ 0 };
}

size_t samples_bytes(const struct zm_game *game)
{
    /* A multiple of its alignment, whatever that is: states lie side by side. */
    return ((game->state_size + 15) & ~(size_t)15) + sizeof(float);
}

bool samples_begin(struct samples *set, const struct zm_game *game, size_t room)
{
    const size_t stride = samples_bytes(game) - sizeof *set->target;
    *set = (struct samples){ .game = game, .stride = stride, .room = room };
    set->state = aligned_alloc(64, (room * stride + 64) & ~(size_t)63);
    set->target = malloc((room + 1) * sizeof *set->target);
    return set->state && set->target;
}

/* A game to replay, with room for a list of its moves. */
struct replay {
    const struct zm_game *game;
    struct zm_state *s;
    zm_move *list;
};

static bool replay_begin(struct replay *r, const struct zm_game *game)
{
    const size_t stride = state_stride(game);
    *r = (struct replay){ .game = game };
    r->s = aligned_alloc(64, stride);
    r->list = malloc((size_t)game->max_moves * sizeof *r->list);
    if (!r->s || !r->list)
        return false;
    memset(r->s, 0, stride);
    return !game->start(r->s, zm_game_options(game));
}

static void replay_end(struct replay *r)
{
    free(r->s);
    free(r->list);
}

/* Play the move at this place; false: there is none. */
static bool replay_move(struct replay *r, uint16_t place)
{
    if (r->game->turn(r->s) == ZM_OVER || place >= r->game->moves(r->s, r->list))
        return false;
    r->game->play(r->s, r->list[place]);
    return true;
}

bool line_sound(const struct zm_game *game, const struct game_line *line)
{
    struct replay r;
    bool sound = replay_begin(&r, game) && line->opening <= line->length &&
                 line->result >= -game->max_payoff && line->result <= game->max_payoff;
    for (uint32_t ply = 0; sound && ply < line->length; ply++)
        sound = replay_move(&r, line->place[ply]);
    replay_end(&r);
    return sound;
}

bool samples_add(struct samples *set, const struct game_line *line, uint32_t thin, uint64_t *seed)
{
    const struct zm_game *const game = set->game;
    struct replay r;
    const bool fine = replay_begin(&r, game);
    for (uint32_t ply = 0; fine && ply < line->length; ply++) {
        const int turn = game->turn(r.s);
        if (ply >= line->opening && turn >= 0 && zm_random(seed, thin) == 0 &&
            set->count < set->room) {
            memcpy(set->state + set->count * set->stride, r.s, game->state_size);
            const float share = (float)line->result / (float)game->max_payoff;
            set->target[set->count++] = 0.5F + 0.5F * (turn == 0 ? share : -share);
        }
        replay_move(&r, line->place[ply]);
    }
    replay_end(&r);
    return fine;
}
