/* The conformance walk with its choices taken from the input: no choice of moves, and no
 * odd text, breaks a promise of a game. */
#include "fuzz.h"

#include "game/conform.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct zm_check check; /* stays free of faults, or the process ends */
    char *const memory = fuzz_text(data, size), *text = memory;
    struct zm_error error;
    struct walk w;
    const struct zm_game *const game = fuzz_game(&text);
    MUST(!walk_init(&w, game, &check, &error));
    w.at = (const uint8_t *)text;
    w.end = (const uint8_t *)memory + size;
    w.seed = 1; /* behind the last byte */
    walk_game(&w);
    for (int i = 0; check.faults && zm_promise_at(i); i++)
        if (check.fault[i].count)
            fprintf(stderr, "%s: %s: %s, after: %s\n", game->name, zm_promise_at(i)->name,
                    check.fault[i].text, check.fault[i].moves);
    MUST(check.faults == 0);
    walk_release(&w);
    free(memory);
    return 0;
}
