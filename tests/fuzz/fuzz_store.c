/* Matches to be imported into a store: lines of JSON. What was refused leaves nothing behind;
 * what was taken makes a sound store that can be written out again. */
#include "fuzz.h"

#include "match/store_file.h"

#include <unistd.h>

static bool count(void *user, const struct stored_match *match)
{
    ++*(int *)user;
    return match != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct store *store;
    static int known;
    struct zm_error error;
    if (!store)
        store = store_open(":memory:", true, &error);
    MUST(store);
    int matches = 0, games = 0, now = 0;
    char *const text = fuzz_text(data, size);
    const char *const wrong = store_import(store, text, &matches, &games, &error);
    free(text);
    MUST(!store_matches(store, count, &now, &error));
    MUST(now == known + (wrong ? 0 : matches));
    if (!wrong) {
        char *out = NULL;
        size_t length = 0;
        FILE *const file = open_memstream(&out, &length);
        MUST(!store_check(store, &error) && !store_export(store, 0, file, &error));
        fclose(file);
        free(out);
    }
    known = now;
    if (known > 200) {
        store_close(store);
        store = NULL;
        known = 0;
    }
    return 0;
}
