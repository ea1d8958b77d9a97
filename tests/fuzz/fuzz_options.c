/* The options of a game: refused with a sentence, or a game that can be played. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const memory = fuzz_text(data, size), *text = memory;
    struct zm_error error;
    const struct zm_game *const game = zm_game_open(fuzz_game_name(&text), text, &error);
    struct zm_position *const p = game ? zm_position_new(game, &error) : NULL;
    if (p)
        fuzz_play_on(p, size, 50);
    else
        MUST(error.text[0]);
    zm_position_free(p);
    zm_game_close(game);
    free(memory);
    return 0;
}
