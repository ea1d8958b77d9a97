/* What an interface may say over GTP, in any game; the first line names it. */
#include "fuzz_protocol.h"
#include "protocol/gtp.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size), *rest = text;
    const char *const name = fuzz_game_name(&rest);
    free(fuzz_protocol(gtp_run, name, rest, size - (size_t)(rest - text)));
    free(text);
    return 0;
}
