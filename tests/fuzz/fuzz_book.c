/* Opening books: the input is laid over a sound one, or is the whole file. In half of the cases
 * the checksum is put right, so that what lies behind it is met as well. */
#include "fuzz.h"

#include "solve/book.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct zm_game *game;
    static const uint64_t key[] = { 1, 2, 3, 0xFFFFFFFFFFFFFFFF };
    static const int32_t value[] = { 1, 0, -1, 1 };
    struct zm_error error;
    if (!game)
        game = zm_game_open("tictactoe", NULL, &error);
    const bool whole = size > 0 && (data[0] & 1), repair = size > 0 && (data[0] & 2);
    size_t length = size;
    unsigned char *bytes = whole ? malloc(size) : book_bytes(game, 2, key, value, 4, &length);
    MUST(bytes);
    if (whole) {
        memcpy(bytes, data, size);
    } else if (size > 2) {
        /* From the place that the second byte names. */
        const size_t at = data[1] % length, room = length - at;
        memcpy(bytes + at, data + 2, size - 2 < room ? size - 2 : room);
    }
    if (repair)
        book_sign(bytes, length);
    struct zm_book *const book = book_from(game, bytes, length, "book", &error);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_result result;
    if (book)
        zm_book_best(book, p, &result);
    zm_position_free(p);
    zm_book_close(book);
    return 0;
}
