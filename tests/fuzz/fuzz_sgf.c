/* SGF: what is read is written and read again the same; what is a game of ours is played. */
#include "fuzz.h"

#include "notation/sgf.h"

static char *text_of(const struct sgf *sgf)
{
    struct zm_text t = { NULL, 0, 0 };
    sgf_write(sgf, &t);
    char *const text = malloc(t.length + 1);
    MUST(text);
    t = (struct zm_text){ text, t.length + 1, 0 };
    sgf_write(sgf, &t);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    struct zm_error error;
    struct sgf sgf, again;
    if (sgf_read(&sgf, text, &error)) {
        MUST(!strncmp(error.text, "line ", 5));
    } else {
        char *const once = text_of(&sgf);
        MUST(!sgf_read(&again, once, &error));
        char *const twice = text_of(&again);
        MUST(!strcmp(once, twice));
        MUST(again.nodes == sgf.nodes && again.values == sgf.values);
        const struct zm_game *game;
        struct zm_position *const p = sgf_open(&sgf, 0, (int)(size % 7) - 1, &game, &error);
        MUST(p || error.text[0]);
        if (p)
            fuzz_play_on(p, size, 5);
        zm_position_free(p);
        zm_game_close(game);
        sgf_release(&again);
        free(once);
        free(twice);
    }
    sgf_release(&sgf);
    free(text);
    return 0;
}
