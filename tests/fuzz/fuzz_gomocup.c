/* What a Gomocup manager may say. Nothing but known answers come back. */
#include "fuzz_protocol.h"
#include "protocol/gomocup.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const known[] = {
        "OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "name=", "SWAP\n"
    };
    char *const text = fuzz_text(data, size);
    char *const said = fuzz_protocol(gomocup_run, "gomoku", text, size);
    for (const char *line = said; line && *line; line += strcspn(line, "\n") + 1) {
        bool good = *line >= '0' && *line <= '9';
        for (int i = 0; i < 6; i++)
            good |= !strncmp(line, known[i], strlen(known[i]));
        MUST(good);
    }
    free(said);
    free(text);
    return 0;
}
