/* book.c -- opening books: reading one that may be anything, and looking positions up in it. */
#include "solve/book.h"

#include "base/bytes.h"
#include "base/files.h"
#include "base/sentence.h"
#include "game/registry.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = "ZMBOOK1\n";
enum { CHECKSUM = 8, FINGERPRINT = 16, COUNT = 24, PLIES = 32, TITLE = 36 };

struct zm_book {
    const struct zm_game *game;
    unsigned char *bytes;
    uint64_t count;
};

static uint64_t key_at(const unsigned char *bytes, uint64_t i)
{
    return bytes_number(bytes + BOOK_HEADER + 8 * i, 8);
}

static int value_at(const unsigned char *bytes, uint64_t count, uint64_t i)
{
    return (int32_t)bytes_number(bytes + BOOK_HEADER + 8 * count + 4 * i, 4);
}

static uint64_t checksum(const unsigned char *bytes, size_t length)
{
    uint64_t sum = zm_mix(length);
    for (size_t i = FINGERPRINT; i + 4 <= length; i += 4)
        sum = zm_mix(sum ^ bytes_number(bytes + i, 4));
    return sum;
}

/* ---------------------------------------------------------------------- keys -- */

static uint64_t plain_key(const struct zm_game *game, const struct zm_state *s)
{
    return game->solve_key ? game->solve_key(s) : game_key(game, s);
}

/* A game with a key of its own for solving sees to its symmetries itself; for the others the
 * least key of all transformed positions stands for them. */
uint64_t book_key(const struct zm_game *game, const struct zm_state *s, struct zm_state *spare)
{
    uint64_t least = plain_key(game, s);
    for (int i = 1; i < game->symmetries && !game->solve_key; i++) {
        memcpy(spare, s, game->state_size);
        game->transform(spare, i);
        const uint64_t key = plain_key(game, spare);
        least = key < least ? key : least;
    }
    return least;
}

/* From the keys, turns and payoffs of some random games. */
uint64_t book_fingerprint(const struct zm_game *game)
{
    enum { GAMES = 16, LONGEST = 100 };
    struct zm_error error;
    uint64_t print = zm_mix((uint64_t)game->max_payoff), seed = 0xB00C;
    struct zm_state *const spare = aligned_alloc(64, state_stride(game));
    for (int i = 0; i < GAMES && spare; i++) {
        struct zm_position *const p = zm_position_new(game, &error);
        for (int ply = 0; p && ply < LONGEST && zm_position_turn(p) >= 0; ply++) {
            const zm_move *list;
            const uint32_t n = (uint32_t)zm_position_moves(p, &list);
            print = zm_mix(print ^ book_key(game, zm_position_state(p), spare) ^ n);
            zm_position_play(p, list[zm_random(&seed, n)], &error);
        }
        if (p && zm_position_turn(p) == ZM_OVER)
            print = zm_mix(print + (uint64_t)zm_position_payoff(p, 0));
        zm_position_free(p);
    }
    free(spare);
    return print;
}

/* ------------------------------------------------------------------- writing -- */

void book_sign(unsigned char *bytes, size_t length)
{
    if (length >= BOOK_HEADER)
        bytes_set(bytes + CHECKSUM, checksum(bytes, length), 8);
}

unsigned char *book_bytes(const struct zm_game *game, int plies, const uint64_t key[],
                          const int32_t value[], uint64_t count, size_t *length)
{
    *length = BOOK_HEADER + BOOK_ENTRY * (size_t)count;
    unsigned char *const bytes = calloc(1, *length);
    if (!bytes)
        return NULL;
    const char *const options = game_given_options(game);
    memcpy(bytes, magic, sizeof magic);
    bytes_set(bytes + FINGERPRINT, book_fingerprint(game), 8);
    bytes_set(bytes + COUNT, count, 8);
    bytes_set(bytes + PLIES, (uint32_t)plies, 4);
    snprintf((char *)bytes + TITLE, BOOK_HEADER - TITLE, "%s%s%s", game->name, options ? " " : "",
             options ? options : "");
    for (uint64_t i = 0; i < count; i++) {
        bytes_set(bytes + BOOK_HEADER + 8 * i, key[i], 8);
        bytes_set(bytes + BOOK_HEADER + 8 * count + 4 * i, (uint32_t)value[i], 4);
    }
    book_sign(bytes, *length);
    return bytes;
}

/* ------------------------------------------------------------------- reading -- */

/* Of a title that a stranger may have written. */
static void plain_text(const unsigned char *from, char *out, size_t size)
{
    size_t i = 0;
    for (; i + 1 < size && from[i]; i++)
        out[i] = (char)(from[i] < ' ' || from[i] > '~' ? '?' : from[i]);
    out[i] = '\0';
}

static const char *sound(const struct zm_game *game, const unsigned char *bytes, size_t length,
                         const char *name, struct zm_error *error)
{
    if (length < BOOK_HEADER || memcmp(bytes, magic, sizeof magic) != 0)
        return sentence(error, "%s: this is no book; `zermelo book` makes one", name);
    const uint64_t count = bytes_number(bytes + COUNT, 8);
    if (count != (length - BOOK_HEADER) / BOOK_ENTRY || (length - BOOK_HEADER) % BOOK_ENTRY != 0)
        return sentence(error, "%s: the book is damaged: it is not as long as it says", name);
    if (checksum(bytes, length) != bytes_number(bytes + CHECKSUM, 8))
        return sentence(error, "%s: the book is damaged: its checksum is wrong", name);
    if (bytes_number(bytes + FINGERPRINT, 8) != book_fingerprint(game)) {
        char title[64];
        plain_text(bytes + TITLE, title, sizeof title);
        const char *const options = game_given_options(game);
        return sentence(error,
                        "%s: the book is for %s, as it was when the book was made, not for %s%s%s",
                        name, title, game->name, options ? " " : "", options ? options : "");
    }
    for (uint64_t i = 0; i < count; i++) {
        const int value = value_at(bytes, count, i);
        if ((i > 0 && key_at(bytes, i) <= key_at(bytes, i - 1)) || value < -game->max_payoff ||
            value > game->max_payoff)
            return sentence(error, "%s: the book is damaged: entry %llu makes no sense", name,
                            (unsigned long long)i + 1);
    }
    return NULL;
}

struct zm_book *book_from(const struct zm_game *game, unsigned char *bytes, size_t length,
                          const char *name, struct zm_error *error)
{
    struct zm_book *const book = malloc(sizeof *book);
    if (!book)
        sentence(error, "%s", out_of_memory);
    if (!book || sound(game, bytes, length, name, error)) {
        free(bytes);
        free(book);
        return NULL;
    }
    *book = (struct zm_book){ game, bytes, bytes_number(bytes + COUNT, 8) };
    return book;
}

struct zm_book *zm_book_open(const struct zm_game *game, const char *path, struct zm_error *error)
{
    size_t length;
    unsigned char *const bytes = file_read_bytes(path, (size_t)1 << 40, &length, error);
    return bytes ? book_from(game, bytes, length, path, error) : NULL;
}

void zm_book_close(struct zm_book *book)
{
    if (!book)
        return;
    free(book->bytes);
    free(book);
}

bool book_find(const struct zm_book *book, const struct zm_state *s, int *value)
{
    struct zm_state *const spare = aligned_alloc(64, state_stride(book->game));
    if (!spare)
        return false;
    const uint64_t key = book_key(book->game, s, spare);
    free(spare);
    uint64_t from = 0, to = book->count;
    while (from < to) {
        const uint64_t middle = from + (to - from) / 2;
        if (key_at(book->bytes, middle) < key)
            from = middle + 1;
        else
            to = middle;
    }
    if (from == book->count || key_at(book->bytes, from) != key)
        return false;
    *value = value_at(book->bytes, book->count, from);
    return true;
}

/* The value for `me` of *child, which a move led to. */
static bool value_after(const struct zm_book *book, const struct zm_state *child, int me,
                        int *value)
{
    const int next = book->game->turn(child);
    if (next == ZM_OVER) {
        *value = book->game->payoff(child, me);
        return true;
    }
    if (!book_find(book, child, value))
        return false;
    *value = next == me ? *value : -*value;
    return true;
}

bool zm_book_best(const struct zm_book *book, const struct zm_position *p, struct zm_result *result)
{
    const struct zm_game *const game = book->game;
    const int me = zm_position_turn(p);
    const zm_move *list;
    const int n = zm_position_moves(p, &list);
    struct zm_state *const child = aligned_alloc(64, state_stride(game));
    bool all = me >= 0 && child && zm_position_game(p) == game;
    *result = (struct zm_result){ .move = list[0], .exact = true, .length = 1 };
    for (int i = 0; i < n && all; i++) {
        int value;
        memcpy(child, zm_position_state(p), game->state_size);
        game->play(child, list[i]);
        all = value_after(book, child, me, &value);
        if (all && (i == 0 || value > result->value)) {
            result->value = value;
            result->move = list[i];
        }
    }
    free(child);
    result->line[0] = result->move;
    for (int i = 0; i < game->players; i++)
        result->values[i] = (i == me ? result->value : -result->value) + 0.0;
    return all;
}
