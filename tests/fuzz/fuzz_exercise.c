/* An answer to an exercise, and the words that ask for one: the first byte says which. */
#include "fuzz.h"
#include "teach/exercise.h"
#include "teach/random_tree.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct lesson lesson[2];
    static struct exercise exercise[2];
    static const char *const search[] = { "alphabeta", "uct:sims=30,seed=1" };
    struct zm_error error;
    if (size == 0)
        return 0;
    for (int i = 0; i < 2 && !exercise[i].lesson; i++) {
        const struct zm_game *const game = zm_game_open("tree", NULL, &error);
        struct zm_position *const p = zm_position_new(game, &error);
        MUST(!lesson_begin(&lesson[i], p, search[i], NULL, i ? FRENCH : ENGLISH, &error));
        MUST(!exercise_begin(&exercise[i], &lesson[i], ask_possible(&lesson[i]), &error));
        zm_position_free(p);
    }
    char *const text = fuzz_text(data + 1, size - 1);
    const struct exercise *const e = &exercise[data[0] & 1];
    for (int b = 0; b < e->blanks; b++) {
        char why[512] = "";
        struct zm_text t = { why, sizeof why, 0 };
        const enum verdict verdict = exercise_check(e, b, text, &t);
        MUST((verdict == RIGHT) == !why[0]);
    }
    unsigned ask;
    struct random_tree_kind kind;
    if (ask_read(&ask, text, &error))
        MUST(error.text[0]);
    if (random_tree_read(&kind, text, &error)) {
        MUST(error.text[0]);
    } else {
        char *const tree = random_tree_write(&kind);
        const struct zm_game *const game = zm_game_open("tree", tree, &error);
        MUST(game);
        zm_game_close(game);
        free(tree);
    }
    free(text);
    return 0;
}
