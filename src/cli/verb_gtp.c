/* verb_gtp.c -- Zermelo as an engine that speaks GTP. */
#include "cli/protocol_verb.h"
#include "protocol/gtp.h"

static int run(const struct arguments *a)
{
    return protocol_verb(a, a->word[0], gtp_run);
}

const struct verb verb_gtp = {
    .name = "gtp",
    .summary = "Speak GTP 2, the Go Text Protocol, for any game.",
    .usage = "GAME [options]",
    .examples = "  zermelo gtp go\n"
                "  zermelo gtp connect4 --nodes 100000\n"
                "  zermelo gtp gomoku --search level:4\n",
    .takes = TAKES_PROTOCOL & ~TAKES(OPTION_MULTI),
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
