/* Searches as people write them: "alphabeta:depth=4,order=best". */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const memory = fuzz_text(data, size), *text = memory;
    struct zm_error error;
    struct zm_search *const search = zm_search_new(fuzz_game(&text), text, &error);
    if (!search)
        MUST(error.text[0]);
    zm_search_free(search);
    free(memory);
    return 0;
}
