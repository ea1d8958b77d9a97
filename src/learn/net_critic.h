/* net_critic.h -- a net as the critic of a search (search/critic.h). */
#ifndef LEARN_NET_CRITIC_H
#define LEARN_NET_CRITIC_H

#include "learn/net.h"
#include "search/critic.h"

/* The shape of nets for this game. */
struct net_shape net_shape_of(const struct zm_game *game, int channels, int blocks);

/* The further heads of nets for this game: whose its cells are, if it says so, and the score, if
 * its payoff is a margin counted on these cells. (That of Connect 4 is how soon one wins.) */
unsigned net_heads_of(const struct zm_game *game);

/* NULL if a net of this shape fits the game, else the reason. */
const char *net_fits(const struct net_shape *shape, const struct zm_game *game,
                     struct zm_error *error);

/* The options that decide what a net of the game is for, as text: "" without any. */
const char *net_options(const struct zm_game *game);

/* A net that no file holds. It is freed with the critic; NULL: out of memory, and it is freed. */
struct critic *critic_of_net(const struct zm_game *game, struct net *net, struct zm_error *error);

/* The net in these bytes, as critic_open() would find it in a file; *generation is what it says of
 * itself. `name` is for the sentence. */
struct critic *critic_unpack(const struct zm_game *game, const unsigned char *bytes, size_t length,
                             const char *name, uint32_t *generation, struct zm_error *error);

#endif
