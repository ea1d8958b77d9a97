/* Files of openings: PGN, SGF and lines. What is read can be played on. */
#include "fuzz.h"

#include "match/openings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct zm_game *game[2];
    struct zm_error error;
    if (!game[0]) {
        game[0] = zm_game_open("connect4", NULL, &error);
        game[1] = zm_game_open("gomoku", "size=9", &error);
    }
    char *const text = fuzz_text(data, size);
    for (int i = 0; i < 2; i++) {
        struct openings *const o = openings_read(game[i], text, "file", &error);
        if (!o) {
            MUST(strncmp(error.text, "file", 4) == 0);
            continue;
        }
        MUST(openings_count(o) > 0);
        struct zm_position *const p = openings_begin(o, 0, &error);
        MUST(p && zm_position_turn(p) != ZM_OVER);
        zm_position_free(p);
        openings_free(o);
    }
    free(text);
    return 0;
}
