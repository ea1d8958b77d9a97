/* verb_uci.c -- Zermelo as an engine that speaks UCI. */
#include "cli/protocol_verb.h"
#include "protocol/uci.h"

static int run(const struct arguments *a)
{
    return protocol_verb(a, a->word[0], uci_run);
}

const struct verb verb_uci = {
    .name = "uci",
    .summary = "Speak UCI: an engine for interfaces and other programs.",
    .usage = "GAME [options]",
    .examples = "  zermelo uci connect4\n"
                "  zermelo uci othello --hash 256 --threads 2\n"
                "  zermelo uci gomoku --search level:4\n",
    .takes = TAKES_PROTOCOL,
    .least_words = 1,
    .most_words = 1,
    .run = run,
};
