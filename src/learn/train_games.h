/* train_games.h -- games that a net has played against itself, as they lie in the folder of a run.
 *
 * Every process that plays has a file of its own and only ever adds to it, a whole game at a time.
 * Who is killed leaves half a game at the end at the most; whoever reads passes over what its
 * checksum does not confirm. Numbers are little-endian.
 *
 *   bytes  what
 *      16  "zermelo games 2\n"
 *      64  the game, zeros behind it
 *     128  its options
 *       8  checksum of the 208 bytes before
 *          then the games, each:
 *       4  "game"
 *       4  length of what follows the checksum
 *       8  checksum of the length and of what follows
 *       8  number of the game
 *       4  generation of the net that played
 *       1  result for the first player: 0 lost, 1 drawn, 2 won
 *       2  plies; for each:
 *            2  place of the move in the list of moves
 *            1  what is proven for who moves: 0, 1, 2 as above, 3 nothing
 *            2  what the search expected for who moves, of 65535
 *            2  moves that the policy is told of, 0: a fast search, which teaches none; for each:
 *                 2  place of the move
 *                 2  its share, of 65535
 */
#ifndef LEARN_TRAIN_GAMES_H
#define LEARN_TRAIN_GAMES_H

#include <zermelo/zermelo.h>

enum { PROVEN_NOTHING = 3, SHARE_ONE = 65535 };

struct train_share {
    uint16_t place, share;
};

struct train_ply {
    uint16_t place;
    uint8_t proven;
    uint16_t expected, shares;
    uint32_t first; /* of its shares in the game's */
};

struct train_game {
    uint64_t number;
    uint32_t generation;
    uint8_t result;
    uint16_t plies;
    struct train_ply *ply;
    struct train_share *share;
    uint32_t shares;
};

void train_game_release(struct train_game *game);

/* As bytes, to be freed; NULL: no memory. */
unsigned char *train_game_pack(const struct train_game *game, size_t *length);

/* Put mark, length and checksum before the inside of a game: out has room for 16 bytes more. */
void train_frame(unsigned char *out, const unsigned char *inside, size_t length);

enum { TRAIN_HEADER = 216 };
void train_header(const struct zm_game *game, const char *options, unsigned char out[TRAIN_HEADER]);

/* What is in some bytes of a file, from *at on: the next whole game, with *at behind it. False:
 * there is none, and *at is where one may still be growing. `passed` counts bytes that belong to
 * no game. Every move is legal: a game that cannot be replayed is passed over. */
bool train_games_next(const struct zm_game *game, const unsigned char *bytes, size_t length,
                      size_t *at, struct train_game *out, uint64_t *passed);

/* NULL if the bytes begin as a file of this game does. */
const char *train_games_check(const struct zm_game *game, const char *options,
                              const unsigned char *bytes, size_t length, const char *name,
                              struct zm_error *error);

/* ------------------------------------------------------------------- folders -- */

/* All games in the files of a folder, in the order of their numbers. */
struct train_set {
    struct train_game *game;
    size_t count, room;
    uint64_t passed; /* bytes that were no games */
    struct train_file *file;
    int files;
};

/* Read what has come since the last time. */
const char *train_set_read(struct train_set *set, const struct zm_game *game, const char *options,
                           const char *folder, struct zm_error *error);
void train_set_release(struct train_set *set);

/* A file to add games to: *fd, or the reason why not. */
const char *train_file_new(const struct zm_game *game, const char *options, const char *folder,
                           int *fd, struct zm_error *error);
/* Add a game, in one go. */
const char *train_file_add(int fd, const struct train_game *game, struct zm_error *error);

#endif
