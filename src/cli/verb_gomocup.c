/* verb_gomocup.c -- Zermelo as a brain for the managers of Gomocup. */
#include "cli/protocol_verb.h"
#include "protocol/gomocup.h"

static int run(const struct arguments *a)
{
    return protocol_verb(a, "gomoku", gomocup_run);
}

const struct verb verb_gomocup = {
    .name = "gomocup",
    .summary = "Play Gomoku for a Gomocup manager (Piskvork).",
    .usage = "[options]",
    .examples = "  zermelo gomocup\n"
                "  zermelo gomocup --search level:4\n",
    .takes = TAKES_PROTOCOL & ~(TAKES(OPTION_MULTI) | TAKES(OPTION_OPTIONS)),
    .run = run,
};
