/* Games in GGF: every record of the text is read and replayed; what is read is written and read
 * again the same. */
#include "fuzz.h"

#include "notation/ggf.h"

static char written[1 << 14], again[1 << 14];

static void back_and_forth(const struct ggf *g)
{
    struct zm_error error;
    const struct zm_game *game, *game_again;
    size_t length;
    struct zm_position *const p = ggf_replay(g, &game, &error);
    if (!p) {
        MUST(error.text[0]);
        return;
    }
    MUST(!zm_ggf_write(p, written, sizeof written, &length, &error) && length < sizeof written);
    MUST(ggf_is(written));
    struct zm_position *const q = zm_record_read(written, &game_again, &error);
    MUST(q);
    MUST(!memcmp(zm_position_state(p), zm_position_state(q), game->state_size));
    MUST(!zm_ggf_write(q, again, sizeof again, &length, &error));
    MUST(!strcmp(written, again));
    zm_position_free(q);
    zm_game_close(game_again);
    zm_position_free(p);
    zm_game_close(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    struct ggf_reader r = { text, 1 };
    bool found = true;
    while (found) {
        struct zm_error error;
        struct ggf g;
        const char *const wrong = ggf_read(&r, &g, &found, &error);
        MUST(!wrong || error.text[0]);
        if (!wrong && found)
            back_and_forth(&g);
        ggf_release(&g);
    }
    free(text);
    return 0;
}
