/* verb_nboard.c -- Zermelo as an Othello engine for NBoard. */
#include "cli/protocol_verb.h"
#include "protocol/nboard.h"

static int run(const struct arguments *a)
{
    return protocol_verb(a, "othello", nboard_run);
}

const struct verb verb_nboard = {
    .name = "nboard",
    .summary = "Play Othello for NBoard and programs that speak as it does.",
    .usage = "[options]",
    .examples = "  zermelo nboard\n"
                "  zermelo nboard --hash 256 --threads 2\n",
    .takes = TAKES_PROTOCOL & ~(TAKES(OPTION_MULTI) | TAKES(OPTION_OPTIONS)),
    .run = run,
};
