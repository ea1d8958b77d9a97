#include "learn/train_games.h"

#include "base/bytes.h"
#include "base/sentence.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 16, NAME = 64, OPTIONS = 128, FRAME = 16, LEAST = 15, PLY = 7, MOST = 1 << 26 };
/* Without a zero at the end. */
static const unsigned char magic[MAGIC] = "zermelo games 2\n", mark[4] = "game";
_Static_assert(TRAIN_HEADER == MAGIC + NAME + OPTIONS + 8, "as the table says");

static uint64_t checksum(uint64_t sum, const unsigned char *bytes, size_t length)
{
    return zm_mix(bytes_hash(sum, bytes, length) + length);
}

void train_game_release(struct train_game *game)
{
    free(game->ply);
    free(game->share);
    *game = (struct train_game){ 0 };
}

/* ------------------------------------------------------------------- writing -- */

void train_header(const struct zm_game *game, const char *options, unsigned char out[TRAIN_HEADER])
{
    memset(out, 0, TRAIN_HEADER);
    for (int i = 0; i < MAGIC; i++)
        out[i] = magic[i];
    snprintf((char *)out + MAGIC, NAME, "%s", game->name);
    snprintf((char *)out + MAGIC + NAME, OPTIONS, "%s", options);
    bytes_set(out + TRAIN_HEADER - 8, checksum(0, out, TRAIN_HEADER - 8), 8);
}

void train_frame(unsigned char *out, const unsigned char *inside, size_t length)
{
    for (int i = 0; i < 4; i++)
        out[i] = mark[i];
    bytes_set(out + 4, length, 4);
    memmove(out + FRAME, inside, length);
    bytes_set(out + 8, checksum(checksum(0, out + 4, 4), out + FRAME, length), 8);
}

unsigned char *train_game_pack(const struct train_game *game, size_t *length)
{
    static const unsigned char frame[FRAME] = { 0 };
    struct bytes_writer w = { 0 };
    bytes_put(&w, frame, FRAME);
    bytes_put_number(&w, game->number, 8);
    bytes_put_number(&w, game->generation, 4);
    bytes_put_number(&w, game->result, 1);
    bytes_put_number(&w, game->plies, 2);
    for (int i = 0; i < game->plies; i++) {
        const struct train_ply *const ply = &game->ply[i];
        bytes_put_number(&w, ply->place, 2);
        bytes_put_number(&w, ply->proven, 1);
        bytes_put_number(&w, ply->expected, 2);
        bytes_put_number(&w, ply->shares, 2);
        for (uint32_t k = ply->first; k < ply->first + ply->shares; k++) {
            bytes_put_number(&w, game->share[k].place, 2);
            bytes_put_number(&w, game->share[k].share, 2);
        }
    }
    if (w.failed) {
        free(w.at);
        return NULL;
    }
    train_frame(w.at, w.at + FRAME, w.length - FRAME);
    *length = w.length;
    return w.at;
}

/* ------------------------------------------------------------------- reading -- */

const char *train_games_check(const struct zm_game *game, const char *options,
                              const unsigned char *bytes, size_t length, const char *name,
                              struct zm_error *error)
{
    unsigned char expected[TRAIN_HEADER];
    train_header(game, options, expected);
    if (length < MAGIC || memcmp(bytes, magic, MAGIC) != 0)
        return sentence(error, "%s: not a file of games of `zermelo train`", name);
    if (length < TRAIN_HEADER ||
        bytes_number(bytes + TRAIN_HEADER - 8, 8) != checksum(0, bytes, TRAIN_HEADER - 8))
        return sentence(error, "%s: the checksum of its beginning is wrong", name);
    if (memcmp(bytes, expected, TRAIN_HEADER) != 0)
        return sentence(error,
                        "%s: games of %.60s with the options \"%.100s\", not of %s with "
                        "\"%s\"",
                        name, (const char *)bytes + MAGIC, (const char *)bytes + MAGIC + NAME,
                        game->name, options);
    return NULL;
}

/* Take the bytes of one game apart; false: they do not add up. */
static bool unpack(const unsigned char *bytes, size_t length, struct train_game *game)
{
    struct bytes_reader r = { .at = bytes, .end = bytes + length };
    *game = (struct train_game){ .number = bytes_get_number(&r, 8) };
    game->generation = (uint32_t)bytes_get_number(&r, 4);
    game->result = (uint8_t)bytes_get_number(&r, 1);
    game->plies = (uint16_t)bytes_get_number(&r, 2);
    if (r.wrong || game->result > 2 || length < LEAST + (size_t)PLY * game->plies)
        return false;
    game->ply = calloc((size_t)game->plies + 1, sizeof *game->ply);
    game->share = calloc(length / 4 + 1, sizeof *game->share);
    if (!game->ply || !game->share)
        return false;
    for (int i = 0; i < game->plies; i++) {
        struct train_ply *const ply = &game->ply[i];
        ply->place = (uint16_t)bytes_get_number(&r, 2);
        ply->proven = (uint8_t)bytes_get_number(&r, 1);
        ply->expected = (uint16_t)bytes_get_number(&r, 2);
        ply->shares = (uint16_t)bytes_get_number(&r, 2);
        ply->first = game->shares;
        if (r.wrong || ply->proven > PROVEN_NOTHING || r.end - r.at < 4 * (ptrdiff_t)ply->shares)
            return false;
        for (int k = 0; k < ply->shares; k++) {
            struct train_share *const share = &game->share[game->shares++];
            share->place = (uint16_t)bytes_get_number(&r, 2);
            share->share = (uint16_t)bytes_get_number(&r, 2);
        }
    }
    return r.at == r.end;
}

/* Is every move one of the rules', and does every share belong to a move? The result must be that
 * of the game, if it has come to its end. */
static bool replays(const struct zm_game *rules, const struct train_game *game)
{
    struct zm_error error;
    const zm_move *list;
    struct zm_position *const p = zm_position_new(rules, &error);
    bool fine = p != NULL;
    for (int i = 0; fine && i < game->plies; i++) {
        const struct train_ply *const ply = &game->ply[i];
        const int count = zm_position_turn(p) >= 0 ? zm_position_moves(p, &list) : 0;
        uint64_t sum = 0;
        fine = ply->place < count;
        for (uint32_t k = ply->first; fine && k < ply->first + ply->shares; k++) {
            fine = game->share[k].place < count;
            sum += game->share[k].share;
        }
        fine =
            fine && (ply->shares == 0 || sum > 0) && !zm_position_play(p, list[ply->place], &error);
    }
    if (fine && zm_position_turn(p) == ZM_OVER) {
        const int points = zm_position_payoff(p, 0);
        fine = game->result == (points > 0 ? 2 : points < 0 ? 0 : 1);
    }
    zm_position_free(p);
    return fine;
}

/* Where the next mark is, from `at` on; `length` less what may be the beginning of one, if there
 * is none. */
static size_t next_mark(const unsigned char *bytes, size_t length, size_t at)
{
    while (at + 4 <= length && memcmp(bytes + at, mark, 4) != 0)
        at++;
    return at;
}

bool train_games_next(const struct zm_game *rules, const unsigned char *bytes, size_t length,
                      size_t *at, struct train_game *out, uint64_t *passed)
{
    /* A length that a flipped bit made too large must not hide what follows: what is not whole
     * is looked behind, and left for later only if nothing whole is found there. */
    size_t growing = SIZE_MAX;
    for (size_t from = next_mark(bytes, length, *at); from + 4 <= length;
         from = next_mark(bytes, length, from + 1)) {
        if (length - from < FRAME) {
            growing = growing < from ? growing : from;
            break;
        }
        const size_t size = bytes_number(bytes + from + 4, 4);
        if (size > MOST)
            continue;
        if (size > length - from - FRAME) {
            growing = growing < from ? growing : from;
            continue;
        }
        if (checksum(checksum(0, bytes + from + 4, 4), bytes + from + FRAME, size) !=
            bytes_number(bytes + from + 8, 8))
            continue;
        const bool fine = unpack(bytes + from + FRAME, size, out) && replays(rules, out);
        if (fine) {
            *passed += from - *at;
            *at = from + FRAME + size;
            return true;
        }
        train_game_release(out);
    }
    if (growing == SIZE_MAX) /* the last bytes may be the beginning of a mark */
        growing = length > *at + 3 ? length - 3 : *at;
    *passed += growing - *at;
    *at = growing;
    return false;
}
