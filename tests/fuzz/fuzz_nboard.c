/* What NBoard may say, games in GGF among it. */
#include "fuzz_protocol.h"
#include "protocol/nboard.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size);
    free(fuzz_protocol(nboard_run, "othello", text, size));
    free(text);
    return 0;
}
