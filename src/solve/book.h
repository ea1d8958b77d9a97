/* book.h -- inside the library: an opening book, exact values of positions by their keys.
 *
 * The file, all numbers little-endian:
 *
 *   0    8 bytes   "ZMBOOK1\n"
 *   8    uint64    checksum of everything else
 *   16   uint64    fingerprint of the game: book_fingerprint()
 *   24   uint64    how many positions: n
 *   32   uint32    plies: positions after at most so many moves
 *   36   220 bytes the game and its options, for people, filled up with zero bytes
 *   256  uint64[n] the keys of the positions, increasing
 *        int32[n]  their values in points for the player to move */
#ifndef SOLVE_BOOK_H
#define SOLVE_BOOK_H

#include <zermelo/zermelo.h>

enum { BOOK_HEADER = 256, BOOK_ENTRY = 12 };

/* Tells games apart, and versions of a game with other rules or other keys. */
uint64_t book_fingerprint(const struct zm_game *game);

/* The key of s: positions with equal keys have the same value for who moves. `spare` has room
 * for a state. */
uint64_t book_key(const struct zm_game *game, const struct zm_state *s, struct zm_state *spare);

/* The bytes of a book, to be freed; key[] increases. NULL: no memory. */
unsigned char *book_bytes(const struct zm_game *game, int plies, const uint64_t key[],
                          const int32_t value[], uint64_t count, size_t *length);

/* Put its checksum into the bytes of a book, however short. */
void book_sign(unsigned char *bytes, size_t length);

/* A book from its bytes, which now belong to it, or NULL (and they are freed). `name` is what
 * messages call it. */
struct zm_book *book_from(const struct zm_game *game, unsigned char *bytes, size_t length,
                          const char *name, struct zm_error *error);

bool book_find(const struct zm_book *book, const struct zm_state *s, int *value);

#endif
