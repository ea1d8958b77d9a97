/* What an interface may say over GTP, in any game; the first line names it. Whatever it is, the
 * answers are well-formed. */
#include "fuzz_protocol.h"
#include "protocol/gtp.h"
#include "protocol/gtp_answers.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = fuzz_text(data, size), *rest = text;
    const char *const name = fuzz_game_name(&rest);
    char *const said = fuzz_protocol(gtp_run, name, rest, size - (size_t)(rest - text));
    MUST(!said || gtp_answers(said) >= 0);
    free(said);
    free(text);
    return 0;
}
