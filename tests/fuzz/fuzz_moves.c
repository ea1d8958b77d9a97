/* Lists of moves: all are played, or none. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const memory = fuzz_text(data, size), *text = memory;
    struct zm_error error;
    const struct zm_game *const game = fuzz_game(&text);
    struct zm_position *const p = zm_position_new(game, &error);
    struct zm_position *const start = zm_position_new(game, &error);
    MUST(p && start);
    if (zm_position_play_text(p, text, &error)) {
        MUST(error.text[0]);
        MUST(zm_position_plies(p) == 0);
    }
    fuzz_play_on(p, size, 10);
    while (zm_position_undo(p))
        continue;
    MUST(!memcmp(zm_position_state(p), zm_position_state(start), game->state_size));
    zm_position_free(start);
    zm_position_free(p);
    free(memory);
    return 0;
}
