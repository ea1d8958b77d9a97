/* Positions in a game's own notation: what is read can be written, read again, and played. */
#include "fuzz.h"

static char written[1 << 16], again[1 << 16];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const memory = fuzz_text(data, size), *text = memory;
    struct zm_error error;
    const struct zm_game *const game = fuzz_game(&text);
    struct zm_position *const p = zm_position_new(game, &error);
    MUST(p);
    if (zm_position_read(p, text, &error)) {
        MUST(error.text[0]);
        MUST(zm_position_plies(p) == 0 && !zm_position_origin(p));
    } else if (zm_position_write(p, written, sizeof written) < sizeof written) {
        MUST(!zm_position_read(p, written, &error));
        zm_position_write(p, again, sizeof again);
        MUST(!strcmp(written, again));
    }
    fuzz_play_on(p, size, 50);
    zm_position_free(p);
    free(memory);
    return 0;
}
