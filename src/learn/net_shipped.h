/* net_shipped.h -- the nets that come with the program, so that `alphazero` plays without being
 * told which file to take.
 *
 * They lie in one folder: the one that ZERMELO_NETS names, if it is set (empty: there is none);
 * else that of the installation the program is part of; else, for a program in the folder it was
 * built in, `data` of the source tree; else where `make install` puts them. */
#ifndef LEARN_NET_SHIPPED_H
#define LEARN_NET_SHIPPED_H

#include <zermelo/zermelo.h>

enum { NET_PATH = 4096 };

extern const char installed_nets[];

/* NULL: there is none. */
const char *nets_folder(char out[NET_PATH]);

/* The file for a game on a board of this size, GAMEn.net with n rows, or else the game's, GAME.net.
 * NULL: there is none. Whether it fits the game's options is for who opens it to see. */
const char *net_shipped(const struct zm_game *game, char out[NET_PATH]);

/* Boards of how many rows there are files for: "7, 9". */
void nets_shipped_rows(const struct zm_game *game, struct zm_text *out);

#endif
