/* fuzz_protocol.h -- a whole session fed with the input, its thoughts being short. */
#ifndef FUZZ_PROTOCOL_H
#define FUZZ_PROTOCOL_H

#include "fuzz.h"
#include "protocol/session.h"

/* What the session says; the text belongs to the caller. */
__attribute__((unused)) static char *fuzz_protocol(void (*run)(struct session *s, FILE *in),
                                                   const char *name, char *text, size_t size)
{
    const struct session_setup setup = { .seed = 1,
                                         .hash = 1,
                                         .limits = { .nodes = 100, .depth = 4, .seconds = 0.01 } };
    struct zm_error error;
    char *said = NULL;
    size_t length = 0;
    if (size == 0)
        return NULL;
    const struct zm_game *const game = zm_game_open(name, NULL, &error);
    FILE *const in = fmemopen(text, size, "r"), *const out = open_memstream(&said, &length);
    MUST(game && in && out);
    /* Some games cannot begin without options. */
    struct session *const s = session_new(game, &setup, out, &error);
    if (s) {
        s->moment = 0;
        run(s, in);
        session_free(s);
    }
    fclose(in);
    fclose(out);
    MUST(length == 0 || said[length - 1] == '\n');
    return said;
}

#endif
