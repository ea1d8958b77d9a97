#ifndef GAME_REGISTRY_H
#define GAME_REGISTRY_H

#include <zermelo/zermelo.h>

/* How far apart the library lays states in memory: as aligned as any game may want. */
static inline size_t state_stride(const struct zm_game *game)
{
    return (game->state_size + 63u) & ~(size_t)63;
}

/* The game's key() or, without one, a hash of the bytes. */
static inline uint64_t game_key(const struct zm_game *game, const struct zm_state *s)
{
    return game->key ? game->key(s) : zm_hash_bytes(s, game->state_size);
}

/* What tells whether a position has been here before. */
static inline uint64_t game_repeat_key(const struct zm_game *game, const struct zm_state *s)
{
    return game->repeat_key ? game->repeat_key(s) : game_key(game, s);
}

/* The options zm_game_open() was given; unlike zm_game_options(), not the text of a tree
 * that was read from a file. */
const char *game_given_options(const struct zm_game *game);

/* The state after `ply` moves, 0 <= ply <= zm_position_plies(p). */
const struct zm_state *position_state_at(const struct zm_position *p, int ply);

/* Can it play itself out, and not tell who stands better? Then simulations suit it. */
static inline bool game_is_simulated(const struct zm_game *game)
{
    return game->playout && !game->evaluate;
}

#endif
