/* Saved games: what is read is written and read again the same. Records that name a file
 * are left alone, as zm_record_spec() advises: a plug-in is a program. */
#include "fuzz.h"

static char written[1 << 16], again[1 << 16];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    char spec[256];
    struct zm_error error;
    const struct zm_game *game = NULL, *game_again = NULL;
    struct zm_position *p = NULL, *q = NULL;
    if (zm_record_spec(text, spec, sizeof spec, &error)) {
        MUST(error.text[0]);
        goto done;
    }
    if (strpbrk(spec, "/."))
        goto done;
    p = zm_record_read(text, &game, &error);
    if (!p) {
        MUST(error.text[0]);
        goto done;
    }
    if (zm_record_write(p, written, sizeof written) < sizeof written) {
        q = zm_record_read(written, &game_again, &error);
        MUST(q);
        MUST(!memcmp(zm_position_state(p), zm_position_state(q), game->state_size));
        zm_record_write(q, again, sizeof again);
        MUST(!strcmp(written, again));
    }
    fuzz_play_on(p, size, 10);
done:
    zm_position_free(q);
    zm_game_close(game_again);
    zm_position_free(p);
    zm_game_close(game);
    free(text);
    return 0;
}
